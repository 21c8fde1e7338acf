# SPDX-License-Identifier: Apache-2.0
"""Random programs of the toy on both of its engines; run in a copy of the repository that has the toy.

python programs.py COUNT     prints how many programs ended in which way, and the first difference if there is one
"""

import sys
from collections import Counter

from evariste import machines
from evariste.verification.randprog import run
from evariste.verification.randprog.lockstep import smaller


def main(count: int) -> None:
    ends: Counter[str] = Counter()
    toy, recipes = run.machine("lockstep", machine="toy"), machines.named("toy").module("recipes")
    for seed in range(count):
        program = recipes.generate(seed)
        stop = run.execute(toy, program)
        ends[stop.reason] += 1
        if stop.reason == "difference":
            print(f"program {seed}: {stop.sentence}")
            print(smaller(toy, program, stop))
            break
    print(*(f"{reason}={n}" for reason, n in sorted(ends.items())))


if __name__ == "__main__":
    main(int(sys.argv[1]))
