# SPDX-License-Identifier: Apache-2.0
"""Proofs of what is cut out of the core's proofs: the register file, and the units of products.

The file is asked register by register. A port's value depends on its own number alone, which its gates show, so all
ports may read the register at once. A unit of products is asked in two halves: the partial products of stage x, each
of a word and a byte, and the sum of stage m for any partial products. Together they are long multiplication. Partial
products are the multiplication of the language on both sides; that gates multiply is for the netlist to show.
"""

from collections.abc import Callable
from functools import cache as once
from functools import partial
from pathlib import Path

from evariste.machines.coreva.proofs.core import FOLDER, INPUTS, PASSES, TO_GATES
from evariste.paths import ROOT
from evariste.verification import abc, proof, unroll
from evariste.verification.aig import bits
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design, Unrolled

REGISTERS, PORTS = 32, 10
RTL = ROOT / "rtl/coreva"
PACKAGES = (ROOT / "gen/coreva/coreva_isa_pkg.sv", RTL / "coreva_pkg.sv")
# Operations of a unit whose partial products are of one kind, by their numbers in coreva_pkg.
KINDS = {"words": (0, 2, 3), "signed words": (1,), "halfwords": (6, 7)}
SUMS = {"low": (0, 3), "high": (1, 2), "halfwords": (6, 7)}
POLYNOMIALS = (4, 5)
HELD = "dut.m_op_q["  # the operation in stage m


@once
def _design(top: str, source: Path) -> Design:
    files = [*PACKAGES, source, FOLDER / f"{top}.sv"]
    return unroll.read(proof.graph(top, files, passes=PASSES, to_graph=TO_GATES))


def register_file(source: Path = RTL / "coreva_regfile.sv") -> str | None:
    """The file made of gates keeps the promise that the core's proofs rely on."""
    design = _design("coreva_regfile_check", source)
    graph = design.graph
    for port in range(PORTS):
        cone = graph.fixed({}, [f"value_o[{32 * port + bit}]" for bit in range(32)]).support()
        if other := {name for name in cone if name.startswith("number_i") and _port(name) != port}:
            return f"what port {port} reads depends on {min(other)}."
    for entry in range(REGISTERS):
        numbers = {n: v for port in range(PORTS) for n, v in bits("number_i", entry, 5, 5 * port).items()}
        cycles = Unrolled(design.with_constants({**bits("entry_i", entry, 5), **numbers}), 2, {})
        before = cycles.step(["assume_o"], {})["assume_o"]
        wrong = cycles.step([f"wrong_o[{port}]" for port in range(PORTS)], {}, last=True)
        if abc.possible(cycles.built, cycles.built.land(before, cycles.some(wrong.values()))):
            return f"register {entry} does not read as what was last written to it."
    return None


def _port(name: str) -> int:
    return int(name.partition("[")[2].rstrip("]")) // 5


def _never(design: Design, operations: tuple[int, ...], output: str) -> bool:
    """Whether an output is 0 in the cycle behind that of these operations."""
    for number in operations:
        cycles = Unrolled(design.with_constants(bits("op_i", number, 3)), 2, {})
        cycles.step([], {})
        wrong = cycles.step([output], {}, last=True)[output]
        if abc.possible(cycles.built, wrong):
            return False
    return True


def partial_products(kind: str, source: Path = RTL / "coreva_product.sv") -> str | None:
    """Stage x, for operands of one kind."""
    design = _design("coreva_product_check", source)
    wrong = [i for i in range(4) if not _never(design, KINDS[kind], f"wrong_part_o[{i}]")]
    if not _never(design, KINDS[kind], "wrong_kept_o"):
        return f"for {kind}, what goes to stage m is not what was asked."
    return f"for {kind}, the partial product of byte {wrong[0]} is wrong." if wrong else None


def sums(kind: str, source: Path = RTL / "coreva_product.sv") -> str | None:
    """Stage m, for any partial products."""
    design = _design("coreva_product_check", source)
    place = {int(n[len(HELD) :].partition("]")[0]): n for n in design.state if n.startswith(HELD)}
    for number in SUMS[kind]:
        cycles = Unrolled(design.with_constants({n: number >> bit & 1 for bit, n in place.items()}), 1, {})
        wrong = cycles.step(["wrong_sum_o"], {}, last=True)["wrong_sum_o"]
        if abc.possible(cycles.built, wrong):
            return f"the sum of partial products ({kind}) is wrong."
    return None


def polynomials(source: Path = RTL / "coreva_product.sv") -> str | None:
    """Products without carries, as a whole: each bit as a polynomial in the operands' bits, which is unique."""
    for half, operation in enumerate(POLYNOMIALS):
        design = _design("coreva_product_check", source).with_constants(bits("op_i", operation, 3))
        cycles = Unrolled(design, 2, {})
        cycles.step([], {})
        made = cycles.step([f"value_o[{k}]" for k in range(32)], {}, last=True)
        graph = cycles.built.alone(made)
        place = {name: n for n, name in enumerate(graph.inputs, 1)}
        for name, found in graph.polynomials().items():
            k = 32 * half + int(name[len("value_o[") : -1])
            pairs = [(i, k - i) for i in range(32) if 0 <= k - i < 32]
            wanted = {frozenset((place[f"a_i[{i}]@0"], place[f"b_i[{j}]@0"])) for i, j in pairs}
            if found != wanted:
                return f"bit {k} of a product without carries is wrong."
    return None


def proofs() -> list[Proof]:
    """All of them."""

    def of(name: str, states: str, ask: Callable[[], str | None], engine: str = "abc glucose") -> Proof:
        return Proof(name, "part", states, engine, ask, INPUTS)

    return [
        of("register-file", "the register file reads as what was last written, by halfwords, at every port, and 0 for "
           "register 0; of two writes that of the higher slot counts", register_file),
        *(of(f"product.parts.{kind.replace(' ', '-')}", f"the partial products of {kind} are those of long "
             "multiplication by bytes, for all operands", partial(partial_products, kind)) for kind in KINDS),
        *(of(f"product.sum.{kind}", f"the result ({kind}) is that part of the sum of any partial products and the old "
             "rd", partial(sums, kind)) for kind in SUMS),
        of("product.polynomials", "`clmul` and `clmulh` give the product without carries, for all operands",
           polynomials, "polynomials"),
    ]  # fmt: skip
