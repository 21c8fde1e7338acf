# SPDX-License-Identifier: Apache-2.0
"""Proofs of the accelerator's operations at full size: rtl/vword/vword_execute.sv, as Yosys elaborates it.

For each instance and each operation, every output bit is expanded to its polynomial over GF(2) in the inputs' bits.
This form is unique, so it holds for all operands. All operations but the selection are linear. The definition is
written here from the manual; x^i mod f comes from long division.
"""

import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from evariste import cache
from evariste.cache import keys
from evariste.machines.vword.instance import FIELD, FUSED, LEVELS, Instance, from_parameters, recorded
from evariste.machines.vword.workloads import SPEC
from evariste.paths import ROOT
from evariste.verification import aig, proof
from evariste.verification.aig import Polynomial, bits
from evariste.verification.fixed_field import powers
from evariste.verification.proof import Proof

FOLDERS = ("rtl/gf/fixed", "rtl/vword")
PACKAGES = ("gen/mips/mips_isa_pkg.sv", "gen/vword/vword_isa_pkg.sv", "rtl/mips/mips_pkg.sv")
MOST = 15  # amounts in a list
PORTS = {"operation_i": 4, "number_i": 5, "core_i": 32, "cond_i": 32}
NONE: Polynomial = frozenset()
ONE: Polynomial = frozenset([frozenset()])
Bit = Callable[[str, int], Polynomial]  # a port's bit
CONTROL = {0: "fingerprint", 1: "word", 2: "row", 3: "degree", 4: "level", 5: "digit"}


def sources() -> list[Path]:
    """The RTL of the accelerator, packages first."""
    return [*(ROOT / path for path in PACKAGES), *proof.sources(*FOLDERS)]


def operations() -> list[str]:
    """What stage x can do, in the order of the codes."""
    text = (ROOT / "rtl/vword/vword_pkg.sv").read_text()
    found = re.search(r"typedef enum logic \[3:0\] \{(.*?)\} operation_e;", text, re.DOTALL)
    assert found
    return re.findall(r"\bV_\w+", re.sub(r"//.*", "", found[1]))


def graph(made: Instance, files: Iterable[Path]) -> aig.Aig:
    """The operations of an instance. A list of amounts can only be given in a module around."""
    w, own = made.word, {"M": made.polynomial.degree, "W": made.word, "LEVEL": made.level, "D": made.digit or 1}
    lower = [*made.polynomial.lower[:-1], 0, 0, 0][:3]
    own |= {f"TERM{i}": term for i, term in enumerate(lower, 1)} | {"ROW": made.row, "SHIFTS": len(made.amounts)}
    own["FINGERPRINT"] = f"32'd{made.fingerprint}"
    amounts = ", ".join(map(str, [*made.amounts, *[0] * MOST][:MOST]))
    text = f"""module vword_operations (
    input vword_pkg::operation_e operation_i, input logic [4:0] number_i, input logic [{w - 1}:0] a_i, b_i, product_i,
    input logic [31:0] core_i, cond_i, output logic [{32 * made.parts - 1}:0] result_o);
  vword_execute #({", ".join(f".{name}({value})" for name, value in own.items())}, .AMOUNTS('{{{amounts}}})) u (.*);
endmodule
"""
    key = keys.digest(text)
    folder = cache.built("prove", "vword_operations", key, lambda f: (f / "top.sv").write_text(text), "", 0)
    return aig.read(proof.graph("vword_operations", [*files, folder / "top.sv"]))


def wrong(made: Instance, files: Iterable[Path] | None = None) -> str | None:
    """The first difference from the manual; None if there is none."""
    whole = graph(made, sources() if files is None else files)
    names = whole.inputs
    node = {name: i + 1 for i, name in enumerate(names)}

    def bit(port: str, i: int) -> Polynomial:
        return frozenset([frozenset([node[f"{port}[{i}]"]])])

    for code, operation in enumerate(operations()):
        for number in numbers(made, operation):
            known = bits("operation_i", code, 4) | bits("number_i", number, 5)
            found = whole.fixed(known).polynomials()
            for k in range(32 * made.parts):
                if found[f"result_o[{k}]"] != defined(made, operation, number, k, bit):
                    return f"{made.about}: {operation} {number}, bit {k} is not as defined."
    return None


def numbers(made: Instance, operation: str) -> Iterable[int]:
    """The amounts, parts or control registers that the operation is asked with."""
    match operation:
        case "V_SHIFT" | "V_SHIFT_XOR":
            return range(len(made.amounts)) if operation == "V_SHIFT" or made.level >= FUSED else ()
        case "V_PART":
            return range(made.parts)
        case "V_CONTROL":
            return [*CONTROL, *range(16, 16 + len(made.amounts)), *([31] if made.level == FIELD else [])]
        case "V_MASK":
            return (0,) if made.level >= FUSED else ()
        case "V_SELECT" | "V_PRODUCT" | "V_SQUARE" | "V_REDUCE":
            return (0,) if made.level == FIELD else ()
    return (0,)


def defined(made: Instance, operation: str, number: int, k: int, bit: Bit) -> Polynomial:
    """Bit k of a result, by the manual."""
    w, m = made.word, made.polynomial.degree
    if operation == "V_CONTROL":
        if number == 31:
            return bit("cond_i", k) if k < 32 else NONE
        facts = (made.fingerprint, w, made.row, m, made.level, made.digit)
        value = facts[number] if number < 16 else made.amounts[number - 16]
        return ONE if k < 32 and value >> k & 1 else NONE
    if k >= w:
        return NONE
    match operation:
        case "V_XOR":
            return bit("a_i", k) ^ bit("b_i", k)
        case "V_SHIFT" | "V_SHIFT_XOR":
            at = k - made.amounts[number]
            moved = bit("a_i", at) if 0 <= at < w else NONE
            return moved ^ bit("b_i", k) if operation == "V_SHIFT_XOR" else moved
        case "V_MASK":
            kept = m if w >= m else m % w or w
            return bit("a_i", k) if k < kept else NONE
        case "V_SELECT":
            (cond,), (a,), (b,) = bit("cond_i", 31), bit("a_i", k), bit("b_i", k)
            return frozenset([b, cond | a, cond | b])
        case "V_PRODUCT":
            return bit("product_i", k)
        case "V_SQUARE":
            return _sum(made, k, ((2 * i, bit("a_i", i)) for i in range(m)))
        case "V_REDUCE":
            low = ((i, bit("b_i", i)) for i in range(w))
            high = ((w + i, bit("a_i", i)) for i in range(2 * m - 1 - w))
            return _sum(made, k, (*low, *high))
        case "V_PART":
            return bit("core_i", k % 32) if k // 32 == number else bit("a_i", k)
        case "V_FIRST":
            return bit("a_i", k)
    return bit("b_i", k)


def _sum(made: Instance, k: int, terms: Iterable[tuple[int, Polynomial]]) -> Polynomial:
    """Of the terms' bits for which x^exponent mod f has bit k."""
    f, m = made.polynomial.bits, made.polynomial.degree
    mod = powers(f, 2 * m - 1)
    total: Polynomial = NONE
    for exponent, term in terms:
        if exponent < 2 * m - 1 and mod[exponent] >> k & 1:
            total ^= term
    return total


QUICK = ("f283_w294", "f283_d32")


def proofs() -> list[Proof]:
    """One for each instance."""
    found = []
    for name, spec in SPEC.items():
        if recorded(spec.parameters):
            made = from_parameters(spec.parameters)
            states = (f"each operation of level {LEVELS[made.level]} gives what the manual says, for all operands "
                      f"({name})")  # fmt: skip
            found.append(Proof(f"operations.{name}", "accelerator", states, "polynomials", partial(wrong, made),
                               (*FOLDERS, *PACKAGES), full=name not in QUICK, code=__name__))  # fmt: skip
    return found
