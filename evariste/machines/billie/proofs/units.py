# SPDX-License-Identifier: Apache-2.0
"""Proofs of the units that `order` cuts out: rtl/billie/billie_multiplier.sv and billie_mover.sv.

multiplier  from any state: a start, then ceil(m / d) cycles with that of the start. Each bit of the result is expanded
            to its polynomial over GF(2) in the operands' bits, and this form is unique. The unit is busy in exactly
            these cycles, so that two products end at least two cycles apart
mover       formal/mover/billie_mover_harness.sv of the machine's tests has the reference
"""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from evariste.ecc.curves import fields
from evariste.machines.billie import MACHINE
from evariste.paths import ROOT
from evariste.verification import aig, fixed_field, induction, proof, unroll
from evariste.verification.aig import Builder
from evariste.verification.fixed_field import bits
from evariste.verification.proof import Proof

SPECIFICATION = f"{MACHINE.verify}/formal/mover"
PACKAGES = MACHINE.rtl.packages
MULTIPLIER = ("rtl/billie/billie_multiplier.sv", "rtl/gf/fixed", *PACKAGES)
MOVER = ("rtl/billie/billie_mover.sv", SPECIFICATION, *PACKAGES)
SMALL = 1 << 11 | 1 << 2 | 1
REAL = sorted({(c.parameters["M"], c.parameters["D"]) for c in MACHINE.configurations.values()})  # degrees and digits
# Polynomial and digit: whether it takes long.
FIELDS = {**{(SMALL, d): False for d in (1, 3, 4)}, **{(fields()[m], d): True for m, d in REAL}}
WRONG = {
    "request": "the mover asks for another word, or for none, or for one too many",
    "data": "another word is stored",
    "result": "another element is loaded, or none, or too early",
    "end": "a command ends too early, or not",
    "error": "an error without a reason, or another one, or none",
    "time": "the mover is busy, or free, against the rules",
}


def multiplier(f: int, d: int, source: Path = ROOT / MULTIPLIER[0]) -> str | None:
    """The product of two elements."""
    m, cycles = f.bit_length() - 1, -(-(f.bit_length() - 1) // d)
    found = fixed_field.terms(f)
    parameters = {"M": m, "TERM1": found["T1"], "TERM2": found["T2"], "TERM3": found["T3"], "D": d}
    files: Iterable[Path] = [*(ROOT / path for path in PACKAGES), *proof.sources("rtl/gf/fixed"), source]
    design = unroll.read(proof.graph("billie_multiplier", files, parameters, passes=proof.FLAT))
    built = Builder(design.graph.inputs)
    given = built.literals
    state = {name: given[name] for name in design.state}
    # A start when the unit is not busy: no digits are left then, which busy_o says.
    left = design.graph.fixed({}, ["busy_o"]).support()
    state |= {name: 0 for name in design.state if name in left}
    busy, done = [], []
    for cycle in range(cycles + 1):
        ports = {"clk_i": 0, "rst_ni": 1, "clear_i": 0, "start_i": int(cycle == 0)}
        made = built.add(design.graph, {**given, **ports, **state})
        busy.append(made["busy_o"])
        done.append(made["done_o"])
        if cycle == cycles - 1:
            result = {name: made[name] for name in bits("result_o", m)}
        state = {name: made[after] for name, after in design.state.items()}
    if busy != [0] + [1] * (cycles - 1) + [0] or done != [0] * (cycles - 1) + [1, 0]:
        return f"the multiplier, m = {m}, d = {d}: it is not at work for exactly {cycles} cycles."
    graph = built.alone(result)
    node = {name: i + 1 for i, name in enumerate(graph.inputs)}
    foreign = node.keys() - {*bits("a_i", m), *bits("b_i", m)}
    if foreign:
        return f"the product, m = {m}, d = {d}, depends on {sorted(foreign)[0]}."
    return wrong_bits(graph, f, node, m, d)


def wrong_bits(graph: aig.Aig, f: int, node: dict[str, int], m: int, d: int) -> str | None:
    """The first bit of the product that is not the sum of a_i b_j for which x^(i+j) mod f has it."""
    powers = fixed_field.powers(f, 2 * m - 1)
    places = [[k for k in range(m) if power >> k & 1] for power in powers]
    wanted: list[set[frozenset[int]]] = [set() for _ in range(m)]
    for i, a in enumerate(bits("a_i", m)):
        for j, b in enumerate(bits("b_i", m)):
            pair = frozenset((node[a], node[b]))
            for k in places[i + j]:
                wanted[k].add(pair)
    found = graph.polynomials()
    for k, name in enumerate(bits("result_o", m)):
        if found[name] != wanted[k]:
            return f"the product, m = {m}, d = {d}: bit {k} is not as defined."
    return None


def mover(source: Path = ROOT / MOVER[0]) -> str | None:
    """None, or what is wrong in a cycle from the invariant, or behind reset."""
    files = [*(ROOT / path for path in PACKAGES), source, *proof.sources(SPECIFICATION)]
    made = induction.design("billie_mover_harness", files, {})
    held = ("stride_i", "base_i", "table_i", "count_i", "index_i")
    return induction.from_reset(made) or induction.apart(made, WRONG, {"holds_o": "the mover"}, held)


def proofs() -> list[Proof]:
    found = [Proof(f"multiplier.{f.bit_length() - 1}.{d}", "units", f"the product of two elements of degree "
                   f"{f.bit_length() - 1} is right for all operands, with {d} bits in a cycle, from any state, "
                   "and is there "
                   "in the right cycle", "polynomials", partial(multiplier, f, d), MULTIPLIER,
                   -(-(f.bit_length() - 1) // d), full, __name__)
             for (f, d), full in FIELDS.items()]  # fmt: skip
    found.append(Proof("mover", "units", "the mover asks for the words of a slot or table in their order, stores the "
                       "element, loads it or the entry that `index` says, ends once, and fails for the reasons of the "
                       "manual and no other, with any grants and answers: elements of three words", "abc glucose",
                       mover, MOVER, None, True, __name__))  # fmt: skip
    return found
