# SPDX-License-Identifier: Apache-2.0
"""gen/pete/kernels: arithmetic of the curves' fields with the accumulator, as assembly.

A kernel is straight-line code: it has no branch but its return, and its addresses are those of its arguments. So its
time does not depend on its operands.
"""

from functools import cache

from evariste import generated
from evariste.ecc.curves import Prime, primes
from evariste.isa import load
from evariste.machines.pete.kernels import binary
from evariste.machines.pete.kernels.accumulator import IntegerCode
from evariste.parts.mips.kernels import prime
from evariste.parts.mips.kernels.code import Code
from evariste.parts.mips.kernels.order import ordered
from evariste.parts.mips.kernels.registers import USABLE, Instruction, allocate
from evariste.parts.mips.kernels.text import ONE, TWO, head, line, prime_field, text

FOLDER = "gen/pete/kernels"
ABOUT = "Arithmetic on the accumulator: evariste/machines/pete/kernels."
AHEAD = 4  # operations on the accumulator between a load and its use


def function(code: Code, words: int) -> list[Instruction]:
    """The function of some code, with words of its own on the stack."""
    return allocate(ordered(code.operations, USABLE, AHEAD), words)


@cache
def prime_functions(f: Prime) -> dict[str, list[Instruction]]:
    """The functions of a prime field, by the last part of their names."""
    kernels = {name: prime.Kernel(f, IntegerCode) for name in prime.METHODS}
    codes = {name: getattr(kernels[name], method)() for name, method in prime.METHODS.items()}
    return {name: function(code, kernels[name].words) for name, code in codes.items()}


@cache
def binary_functions(m: int, terms: tuple[int, ...]) -> dict[str, list[Instruction]]:
    """Those of GF(2^m)."""
    made = {}
    for name, method in (("mul", "product"), ("muladd", "product_and_sum"), ("sqr", "square"), ("reduce", "reduction")):
        kernel = binary.Kernel(m, terms)
        code = getattr(kernel, method)()
        made[name] = function(code, kernel.words)
    return made


@cache
def outputs() -> dict[str, str]:
    """The file of each field, by its path from the repository's root."""
    made: dict[str, str] = {}

    def add(name: str, source: str, texts: str) -> None:
        made[f"{FOLDER}/{name}.S"] = head("accumulator", source, ABOUT, "pete/pete_asm.h") + texts

    for f in primes().values():
        add(f"fp_{f.label}", "isa/primes.yaml", prime_field(f, prime_functions(f), "k"))
    for spec in load.fields().binary:
        m, of = spec.degree, f"in GF(2^{spec.degree})"
        about = {"mul": f"({TWO}): r = a b {of}", "muladd": f"({TWO}, const uint32_t *c): r = a b + c {of}",
                 "sqr": f"({ONE}): r = a^2 {of}", "reduce": f"({ONE}): r = a, of twice the words, {of}"}  # fmt: skip
        functions = binary_functions(m, tuple(sorted((t for t in spec.terms if t < m), reverse=True)))
        add(f"gf2_{m}", "isa/fields.yaml", "\n".join(text(f"ev_gf2_{m}_{name}_k", f"void {about[name]}", map(line, i))
                                                     for name, i in functions.items()))  # fmt: skip
    return made


def stale() -> list[str]:
    return generated.stale(outputs(), (FOLDER,))


def write(paths: list[str]) -> list[str]:
    return generated.write(outputs(), paths)
