# SPDX-License-Identifier: Apache-2.0
"""And-inverter graphs with structural hashing, and what ABC proves about them."""

import random
import re
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from resource import RLIMIT_CPU, setrlimit
from signal import SIGKILL, SIGXCPU

import pyosys

from evariste.errors import UserError

ABC = Path(pyosys.__file__).parent / "yosys-abc"
SECONDS = 60
FALSE, TRUE = 0, 1


class Graph:
    """And-inverter graph: literal 2n is node n, 2n+1 its complement; node 0 is false."""

    def __init__(self) -> None:
        self.ands: dict[tuple[int, int], int] = {}
        self.operands: dict[int, tuple[int, int]] = {}
        self.nodes = 1

    def variable(self) -> int:
        self.nodes += 1
        return 2 * (self.nodes - 1)

    def land(self, a: int, b: int) -> int:
        if a > b:
            a, b = b, a
        if a == FALSE or a == b ^ 1:
            return FALSE
        if a in (TRUE, b):
            return b
        found = self.ands.get((a, b))
        if found is None:
            found = self.ands[a, b] = self.variable()
            self.operands[found >> 1] = (a, b)
        return found

    def lor(self, a: int, b: int) -> int:
        return self.land(a ^ 1, b ^ 1) ^ 1

    def xor(self, a: int, b: int) -> int:
        if a < 2 or b < 2 or a >> 1 == b >> 1:
            return b ^ a if a < 2 or b < 2 else a ^ b
        sign = (a ^ b) & 1
        a, b = a & ~1, b & ~1
        return self.lor(self.land(a, b ^ 1), self.land(a ^ 1, b)) ^ sign

    def mux(self, a: int, b: int, s: int) -> int:
        """s ? b : a"""
        return a if a == b else self.lor(self.land(a, s ^ 1), self.land(b, s))

    def gate(self, kind: str, a: int, b: int, s: int) -> int:
        match kind:
            case "AND":
                return self.land(a, b)
            case "OR":
                return self.lor(a, b)
            case "XOR":
                return self.xor(a, b)
            case "XNOR":
                return self.xor(a, b) ^ 1
            case "NOT":
                return a ^ 1
            case "MUX":
                return self.mux(a, b, s)
            case "NAND":
                return self.land(a, b) ^ 1
            case "NOR":
                return self.lor(a, b) ^ 1
            case "ANDNOT":
                return self.land(a, b ^ 1)
        return self.lor(a, b ^ 1)

    def simulate(self, chance: random.Random, patterns: int) -> Callable[[int], int]:
        """Random values of all variables: gives a literal's, one to each bit of an integer."""
        ones = (1 << patterns) - 1
        table = [0] * self.nodes

        def value(literal: int) -> int:
            return table[literal >> 1] ^ (ones if literal & 1 else 0)

        for n in range(1, self.nodes):
            a, b = self.operands.get(n, (FALSE, FALSE))
            table[n] = value(a) & value(b) if n in self.operands else chance.getrandbits(patterns)
        return value

    def aiger(self, outputs: Sequence[int]) -> bytes:
        """The cones of these literals as a binary AIGER file with one output each."""
        cone, stack = set(), [literal >> 1 for literal in outputs]
        while stack:
            n = stack.pop()
            if n not in cone:
                cone.add(n)
                stack += [x >> 1 for x in self.operands.get(n, ())]
        inputs = sorted(n for n in cone if n not in self.operands and n)
        gates = sorted(n for n in cone if n in self.operands)
        number = {0: 0} | {n: i for i, n in enumerate([*inputs, *gates], 1)}

        def lit(x: int) -> int:
            return 2 * number[x >> 1] | x & 1

        head = f"aig {len(number) - 1} {len(inputs)} 0 {len(outputs)} {len(gates)}\n"
        data = bytearray((head + "".join(f"{lit(x)}\n" for x in outputs)).encode())
        for n in gates:
            low, high = sorted(map(lit, self.operands[n]))
            for delta in (2 * number[n] - high, high - low):
                while delta > 127:
                    data.append(delta & 127 | 128)
                    delta >>= 7
                data.append(delta)
        return bytes(data)

    def never(self, literal: int, seconds: int = SECONDS) -> bool | None:
        """Whether the literal is false for all values of the variables. None if ABC does not decide it within this
        processor time.
        """
        if literal < 2:
            return literal == FALSE
        with tempfile.NamedTemporaryFile(suffix=".aig") as file:
            file.write(self.aiger([literal]))
            file.flush()
            done = subprocess.run([str(ABC), "-c", f"read_aiger {file.name}; iprove"], capture_output=True, text=True,
                                  preexec_fn=lambda: setrlimit(RLIMIT_CPU, (seconds, seconds + 1)))  # fmt: skip
        if done.returncode in (-SIGXCPU, -SIGKILL):
            return None
        if "SATISFIABLE" in re.sub("UNSATISFIABLE", "", done.stdout):
            return False
        if "UNSATISFIABLE" in done.stdout:
            return True
        raise UserError(f"ABC gave no answer: {done.stdout[-300:]}{done.stderr[-300:]}")
