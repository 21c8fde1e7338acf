# SPDX-License-Identifier: Apache-2.0
"""Random programs of the toy on both of its engines; run in a copy of the repository that has the toy.

python programs.py COUNT     prints how many programs ended in which way, and the first difference if there is one
"""

import sys
from collections import Counter
from random import Random

from evariste.isa import machine
from evariste.sim import Machine

ISA = machine("toy")
BASE, REACH = 7, 20  # the register that points into RAM, and how many words from there are used


def program(rng: Random, length: int = 60) -> bytes:
    """Words that compute, access memory, and branch forwards; a few are no instructions."""
    code = ISA.encode("li", rd=BASE, imm=0x1000 + 4 * REACH)
    for _ in range(length):
        code += word(rng)
    return code + 4 * ISA.encode("li", rd=1, imm=1) + ISA.encode("bnz", rn=1, imm=0)


def word(rng: Random) -> bytes:
    rd, rn, rm = rng.randrange(BASE), rng.randrange(8), rng.randrange(8)
    match rng.choice(("li", "add", "ld", "st", "bnz")) if rng.random() < 0.995 else "none":
        case "li":
            return ISA.encode("li", rd=rd, imm=rng.choice((0, 1, -1, rng.randrange(-(2**15), 2**15))))
        case "add":
            return ISA.encode("add", rd=rd, rn=rn, rm=rm)
        case "ld":
            return ISA.encode("ld", rd=rd, rn=BASE, imm=4 * rng.randrange(-REACH, REACH))
        case "st":
            return ISA.encode("st", rm=rm, rn=BASE, imm=4 * rng.randrange(-REACH, REACH))
        case "bnz":
            return ISA.encode("bnz", rn=rn, imm=4 * rng.randrange(1, 5))
    return rng.randbytes(4)


def main(count: int) -> None:
    ends: Counter[str] = Counter()
    toy = Machine("toy", "full", "lockstep")
    for seed in range(count):
        toy.clear()
        toy.write(0, program(Random(seed)))
        toy.reset()
        stop = toy.run()
        ends[stop.reason] += 1
        if stop.reason == "difference":
            print(f"program {seed}: {stop.sentence}")
            break
    print(*(f"{reason}={n}" for reason, n in sorted(ends.items())))


if __name__ == "__main__":
    main(int(sys.argv[1]))
