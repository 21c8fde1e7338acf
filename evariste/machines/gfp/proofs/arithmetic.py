# SPDX-License-Identifier: Apache-2.0
"""Proofs of the Galois-field unit, rtl/gf/gf_unit.sv, as Yosys elaborates it for synthesis.

The definitions are verify/gfp/formal/gf/gf_spec_*.sv, written from the ISA manual. How each proof argues:

    gfmul, gfsq ..  for each degree m, the unit and the definition are two circuits with 64 operand bits and the 56 bits
                    of the matrix as inputs; SAT sweeping shows them equal for all 2^120 inputs
    inverse         for each irreducible polynomial of degree 2..8: the unit with that field's descriptor, followed by
                    a multiplication by definition, gives 1 (0 for 0), for all 256 operands of each lane; that a lane
                    depends on its own operand alone is seen in the circuit
    gfmul32         every output bit is expanded to its polynomial over GF(2) in the 64 operand bits, which is unique,
                    and compared with the sum of a_i b_j over i + j = k
    idle-lanes      lane i with the other lanes' operands at zero equals lane i with any operands there
    quiet           with operands of zero the unit's gates fold to the constant zero
    lanes-1, -2     the unit with fewer lanes, its cycles laid out side by side, from any state, equals that with four
    inverse-2 ..    the same of the unit with an inverse in several cycles, with four lanes and with fewer
    no-state        the elaborated unit has no flip-flop, latch or loop: a result is a function of this cycle's inputs
"""

from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path

from evariste.gf import lanes, polynomial
from evariste.isa import load, machine
from evariste.isa import unit as isa_unit
from evariste.machines.gfp import VERIFY
from evariste.paths import ROOT
from evariste.verification import abc, aig, proof, unroll
from evariste.verification.aig import Aig, Builder, bits, number
from evariste.verification.proof import Proof

SPECIFICATION = f"{VERIFY}/formal/gf"
DEGREES = range(2, 9)
OPERATIONS = isa_unit.operations(machine("gfp"))
CHAINED = ("gfinv", "gfpow")  # what takes several cycles then
LOW = [f"lo_o[{i}]" for i in range(32)]
HIGH = [f"hi_o[{i}]" for i in range(32)]


@cache
def unit() -> Aig:
    """The unit itself."""
    return aig.read(proof.graph("gf_unit", proof.sources("rtl/gf")))


@cache
def specification(top: str) -> Aig:
    """A module of the specification."""
    files = [ROOT / "rtl/gf/gf_pkg.sv", *proof.sources(SPECIFICATION)]
    return aig.read(proof.graph(top, files))


def lane(port: str, i: int) -> dict[str, str]:
    """The bits of a lane's port, by the names of a word's."""
    return {f"{port}[{k}]": f"{port}[{8 * i + k}]" for k in range(8)}


def four_lanes(fixed: dict[str, int], inputs: list[str]) -> Aig:
    """The definition of all four lanes, with the unit's ports and constants on some."""
    built = Builder(inputs)
    known = {**built.literals, **fixed}
    low = {}
    for i in range(4):
        names = {n: n for n in specification("gf_spec_lane").inputs} | lane("a_i", i) | lane("b_i", i)
        given = {n: known[word] for n, word in names.items()}
        made = built.add(specification("gf_spec_lane"), given)
        low |= {word: made[n] for n, word in lane("lo_o", i).items()}
    return built.graph({n: low[n] for n in sorted(low)})


def operation(name: str, unit: Aig) -> str | None:
    """The operations by lane: each lane as defined, for every operand, every matrix, every degree."""
    settings = [{**bits("op_i", OPERATIONS[name], 3), **bits("m_i", m, 4)} for m in DEGREES]
    pairs = [(unit.fixed(s, LOW), four_lanes(s, unit.inputs)) for s in settings]
    for m, (is_, should), found in zip(DEGREES, pairs, abc.differences(pairs), strict=True):
        if found:
            got, want = (number("lo_o", graph.value(found), 32) for graph in (is_, should))
            return f"{name} of {_operands(found)}, m = {m}: the unit gives 0x{got:08x}, the definition 0x{want:08x}."
    return None


def inverse(unit: Aig) -> str | None:
    """a * inv(a) = 1 in each of the fields. With the descriptor fixed, a lane has only eight inputs left."""
    every = {f"a_i[{k}]": sum(1 << a for a in range(256) if a >> k % 8 & 1) for k in range(32)}
    chain = {m: unit.fixed({**bits("op_i", OPERATIONS["gfinv"], 3), **bits("m_i", m, 4)}, LOW) for m in DEGREES}
    for poly in (entry.poly for entry in load.fields().small):
        graph = _inverse_check(chain[polynomial.degree(poly)], poly)
        for i in range(4):
            foreign = graph.fixed({}, [f"wrong[{i}]"]).support() - set(lane("a_i", i).values())
            if foreign:
                return f"gfinv modulo {poly:#x}: lane {i} depends on {sorted(foreign)[0]}."
        for i, wrong in enumerate(graph.value(every, 256).values()):
            if wrong:
                a = (wrong & -wrong).bit_length() - 1
                return f"gfinv modulo {poly:#x}: a * inv(a) is not 1 in lane {i} for a = 0x{a:02x}."
    return None


def _inverse_check(unit: Aig, poly: int) -> Aig:
    """The unit's lanes, each followed by gf_spec_inverse, with a field's descriptor."""
    descriptor = lanes.descriptor(poly)
    setting = bits("m_i", descriptor[7], 4) | bits("cols_i", int.from_bytes(descriptor[:7], "little"), 56)
    built = Builder(unit.inputs)
    low = built.add(unit, {**built.literals, **setting}, LOW)
    wrong = {}
    for i in range(4):
        given = {n: built.literals[word] for n, word in lane("a_i", i).items()}
        given |= {n.replace("a_i", "y_i"): low[word.replace("a_i", "lo_o")] for n, word in lane("a_i", i).items()}
        (wrong[f"wrong[{i}]"],) = built.add(specification("gf_spec_inverse"), {**setting, **given}).values()
    return built.graph(wrong)


def product32(unit: Aig) -> str | None:
    """gfmul32: bit k is the sum of a_i b_j over i + j = k, 0..62; bit 63 is zero."""
    graph = unit.fixed(bits("op_i", OPERATIONS["gfmul32"], 3))
    node = {name: i + 1 for i, name in enumerate(graph.inputs)}
    found = graph.polynomials()
    for k, output in enumerate([*LOW, *HIGH]):
        definition = frozenset(frozenset((node[f"a_i[{i}]"], node[f"b_i[{k - i}]"]))
                               for i in range(32) if 0 <= k - i < 32)  # fmt: skip
        if found[output] != definition:
            terms = sorted(found[output] ^ definition, key=sorted)
            names = " ".join(graph.inputs[n - 1] for n in sorted(terms[0])) or "1"
            return f"gfmul32: bit {k} differs from its definition in {len(terms)} terms, among them {names}."
    return None


def idle_lanes(unit: Aig) -> str | None:
    """A lane's result does not depend on the other lanes' operands."""
    cases = [(name, i) for name in isa_unit.field_users(machine("gfp")) for i in range(4)]
    pairs = []
    for name, i in cases:
        setting = bits("op_i", OPERATIONS[name], 3)
        others = {f"{port}[{k}]": 0 for port in ("a_i", "b_i") for k in range(32) if k // 8 != i}
        outputs = list(lane("lo_o", i).values())
        graph = unit.fixed(setting, outputs)
        pairs.append((graph, graph.fixed(others, outputs)))
    for (name, i), (graph, alone), found in zip(cases, pairs, abc.differences(pairs), strict=True):
        if found:
            got, want = (number("lo_o", g.value(found), 32) for g in (graph, alone))
            return (f"{name}: lane {i} of {_operands(found)} gives 0x{got:08x}, "
                    f"and 0x{want:08x} when the other lanes are zero.")  # fmt: skip
    return None


def quiet(unit: Aig) -> str | None:
    """With both operands zero, both results are zero for every operation, matrix and m: constant folding shows it."""
    still = {**bits("a_i", 0, 32), **bits("b_i", 0, 32), **bits("step_i", 0, 4)}
    for code in range(8):  # what no operation has among them
        silent = unit.fixed({**still, **bits("op_i", code, 3)}, [*LOW, *HIGH])
        loud = [name for name, literal in silent.outputs.items() if literal]
        if loud:
            return f"with operands of zero, {loud[0]} is not always zero."
    return None


def fewer_lanes(lanes: int, inverse: int, unit: Aig, sources: Iterable[Path] = proof.sources("rtl/gf")) -> str | None:
    """gf_unit_serial with its operands held: the results of its last step are those of the unit."""
    return _in_steps("gf_unit_serial", {"LANES": lanes, "INVERSE_CYCLES": inverse},
                     lambda name: 4 // lanes * (inverse if name in CHAINED else 1),
                     f"with {lanes} lanes", unit, sources)  # fmt: skip


def several_cycles(inverse: int, unit: Aig, sources: Iterable[Path] = proof.sources("rtl/gf")) -> str | None:
    """gf_unit with an inverse in several cycles: its results are those of the unit, whatever its registers held
    before. Operands of zero give zero, but for the later steps of an inverse or a power."""
    parameters = {"INVERSE_CYCLES": inverse}
    wrong = _in_steps("gf_unit", parameters, lambda name: inverse if name in CHAINED else 1,
                      f"with an inverse in {inverse} cycles", unit, sources)  # fmt: skip
    design = unroll.read(proof.graph("gf_unit", sources, parameters, passes=proof.FLAT))
    return wrong or quiet(design.graph) or _quiet_later(design)


def _in_steps(top: str, parameters: dict[str, int], steps: Callable[[str], int], how: str, unit: Aig,
              sources: Iterable[Path]) -> str | None:  # fmt: skip
    """Another form of the unit, its steps laid out side by side from any state: equal to the unit after the last."""
    design = unroll.read(proof.graph(top, sources, parameters, passes=proof.FLAT))
    inputs = [*design.state, *unit.inputs]
    pairs = []
    for name, code in OPERATIONS.items():
        known = bits("op_i", code, 3)
        wanted = [*LOW, *(HIGH if name == "gfmul32" else ())]
        one, other = Builder(inputs), Builder(inputs)
        given = {**one.literals, **known}
        state = {n: given[n] for n in design.state}
        for step in range(steps(name)):
            now = {**given, "clk_i": 0, **bits("step_i", step, 4)}
            made = one.add(design.graph, {**now, **state}, [*wanted, *design.state.values()])
            state = {n: made[after] for n, after in design.state.items()}
        whole = other.add(unit, {n: given[n] for n in unit.inputs}, wanted)
        pairs.append((one.graph({n: made[n] for n in whole}), other.graph(whole)))
    for name, (_, whole), found in zip(OPERATIONS, pairs, abc.differences(pairs), strict=True):
        if found:
            return f"{name} of {_operands(found)} {how}: not 0x{number('lo_o', whole.value(found), 32):08x}."
    return None


def _quiet_later(design: unroll.Design) -> str | None:
    """Operands of zero give zero after the first cycle, too: in an operation of one step the core may count on."""
    still = {**bits("a_i", 0, 32), **bits("b_i", 0, 32), "clk_i": 0}
    for code in set(range(8)) - {OPERATIONS[name] for name in CHAINED}:
        built = Builder(design.graph.inputs)
        given = {**built.literals, **still, **bits("op_i", code, 3)}
        first = built.add(design.graph, {**given, **bits("step_i", 0, 4)}, list(design.state.values()))
        after = {n: first[name] for n, name in design.state.items()}
        loud = [name for name, literal in built.add(design.graph, {**given, **after}, [*LOW, *HIGH]).items() if literal]
        if loud:
            return f"with operands of zero, {loud[0]} is not always zero in a later cycle."
    return None


def no_state(unit: Aig) -> str | None:
    """Reading the graph has refused flip-flops; Yosys' `check -assert` loops, open wires and latches."""
    foreign = {name.partition("[")[0] for name in unit.support()} - {"op_i", "a_i", "b_i", "cols_i", "m_i"}
    return f"the unit's results depend on {sorted(foreign)[0]}." if foreign else None


def _operands(values: dict[str, int]) -> str:
    a, b, columns = (number(port, values, width) for port, width in (("a_i", 32), ("b_i", 32), ("cols_i", 56)))
    return f"a = 0x{a:08x}, b = 0x{b:08x}, matrix 0x{columns:014x}"


_FORMULA = "gives in each lane what the manual's formula gives, for all operands, all 2^56 matrices, every degree"
QUESTIONS: dict[str, tuple[Callable[[Aig], str | None], str, str]] = {
    **{
        name: (partial(operation, name), "abc &cec", f"`{name}` {_FORMULA}")
        for name in isa_unit.by_lane(machine("gfp"))
    },
    "inverse": (inverse, "exhaustive", "a times `gfinv` of a is 1, and 0 for 0, in each field of degree 2 to 8"),
    "gfmul32": (product32, "polynomials", "`gfmul32` gives the 64-bit carry-less product for all operands"),
    "idle-lanes": (idle_lanes, "abc &cec", "a lane's result does not depend on the operands of the other lanes"),
    **{
        f"lanes-{lanes}": (partial(fewer_lanes, lanes, 1), "abc &cec", f"with {lanes} of the four lanes, "
                           f"{4 // lanes} cycles give the same results, from any state")
        for lanes in (1, 2)
    },
    **{
        f"inverse-{n}": (partial(several_cycles, n), "abc &cec", f"with `GF_INVERSE_CYCLES` = {n}, {n} cycles of "
                         "`gfinv` and `gfpow`, and one of the others, give the same results, from any state")
        for n in (2, 3, 4)
    },
    **{
        f"lanes-{lanes}.inverse-{n}": (partial(fewer_lanes, lanes, n), "abc &cec", f"with {lanes} of the four lanes "
                                       f"and `GF_INVERSE_CYCLES` = {n}: the same, from any state")
        for lanes in (1, 2)
        for n in (2, 4)
    },
    "quiet": (quiet, "structure", "operands of zero give results of zero, for every operation and field"),
    "no-state": (no_state, "structure", "the unit is combinational: one cycle, and a result depends on this "
                 "instruction's operands and the field alone"),
}  # fmt: skip


def proofs() -> list[Proof]:
    """All of them."""
    return [Proof(name, "arithmetic", states, engine, lambda ask=ask: ask(unit()), ("rtl/gf", SPECIFICATION))
            for name, (ask, engine, states) in QUESTIONS.items()]  # fmt: skip
