# SPDX-License-Identifier: Apache-2.0
"""gen/mips/kernels: arithmetic of large fields on the core alone, as assembly.

A kernel is straight-line code without branches, and its addresses are those of its arguments. So its time does not
depend on its operands.
"""

from functools import cache

from evariste import generated
from evariste.ecc.curves import Prime, primes
from evariste.parts.mips.kernels import clmul
from evariste.parts.mips.kernels.pipeline import pipelined
from evariste.parts.mips.kernels.plain_prime import PlainKernel
from evariste.parts.mips.kernels.prime import METHODS
from evariste.parts.mips.kernels.registers import Instruction, allocate
from evariste.parts.mips.kernels.text import head, line, prime_field, text

FOLDER = "gen/mips/kernels"
ABOUT = "Arithmetic on MIPS II: evariste/parts/mips/kernels. MFLO and MFHI finish before the product behind them."
CLMUL = "void (uint32_t r[2], uint32_t a, uint32_t b): r = a b, as polynomials over GF(2)"


@cache
def prime_functions(f: Prime) -> dict[str, list[Instruction]]:
    """The functions of a prime field, by the last part of their names."""
    kernels = {name: PlainKernel(f) for name in METHODS}
    codes = {name: getattr(kernels[name], method)() for name, method in METHODS.items()}
    return {name: allocate(pipelined(code.operations), kernels[name].words) for name, code in codes.items()}


@cache
def outputs() -> dict[str, str]:
    """The file of each field, by its path from the repository's root."""
    made = {}
    for f in primes().values():
        texts = prime_field(f, prime_functions(f), "mips")
        made[f"{FOLDER}/fp_{f.label}.S"] = head("words", "isa/primes.yaml", ABOUT) + texts
    product = map(line, allocate(pipelined(clmul.product().operations), 0))
    source = "evariste/parts/mips/kernels/clmul.py"
    return made | {f"{FOLDER}/clmul32.S": head("words", source, ABOUT) + text("ev_clmul32_mips", CLMUL, product)}


def stale() -> list[str]:
    return generated.stale(outputs(), (FOLDER,))


def write(paths: list[str]) -> list[str]:
    return generated.write(outputs(), paths)
