# SPDX-License-Identifier: Apache-2.0
"""The proofs of the Galois-field unit hold, and each is refuted by one gate changed.

Whether a changed gate changes the function is decided by simulation, without the prover: then the proof must fail.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from evariste.errors import UserError
from evariste.gf import lanes
from evariste.isa import load
from evariste.machines.gfp.proofs import arithmetic, catalogue
from evariste.paths import ROOT
from evariste.verification import aig
from evariste.verification import proof as elaborate
from evariste.verification.aig import Aig, bits

PROOFS = [name for name, proof in catalogue().items() if proof.group == "arithmetic"]
PATTERNS = 256
CONTROLS = 3


@pytest.mark.parametrize("name", PROOFS)
def test_it_is_proved(name: str) -> None:
    answer = catalogue()[name].answer()
    assert answer.holds, answer.counterexample


def stimulus(name: str, chance: random.Random) -> dict[str, int]:
    """Random inputs of the kind the proof is about: its operation, a degree, any matrix, or a field's."""
    inputs = {n: chance.getrandbits(PATTERNS) for n in arithmetic.unit().inputs}
    m = chance.choice(arithmetic.DEGREES)
    ones = (1 << PATTERNS) - 1
    fixed = bits("op_i", arithmetic.OPERATIONS["gfinv" if name == "inverse" else name], 3)
    if name == "inverse":
        field = lanes.descriptor(chance.choice(load.fields().small).poly)
        m = field[7]
        fixed |= bits("cols_i", int.from_bytes(field[:7], "little"), 56)
        fixed |= {f"a_i[{k}]": 0 for k in range(32) if k % 8 >= m}
    return inputs | {n: bit * ones for n, bit in (fixed | bits("m_i", m, 4)).items()}


def damaged(name: str, seed: int) -> Iterator[tuple[Aig, str]]:
    """Units with one gate changed, so that simulation sees a difference where the proof looks."""
    chance, unit = random.Random(f"{name} {seed}"), arithmetic.unit()
    while True:
        mutant, what = unit.with_one_gate_changed(chance)
        for _ in arithmetic.DEGREES:
            inputs = stimulus(name, chance)
            right, wrong = unit.value(inputs, PATTERNS), mutant.value(inputs, PATTERNS)
            if any(right[n] != wrong[n] for n in right if name == "gfmul32" or n.startswith("lo_o")):
                yield mutant, what
                break


@pytest.mark.parametrize("name", [*arithmetic.OPERATIONS, "inverse"])
@pytest.mark.parametrize("seed", [0, *(pytest.param(s, marks=pytest.mark.full) for s in range(1, CONTROLS))])
def test_one_gate_changed_is_noticed(name: str, seed: int) -> None:
    mutant, what = next(damaged(name, seed))
    ask, _, _ = arithmetic.QUESTIONS[name]
    counterexample = ask(mutant)
    assert counterexample and name.replace("inverse", "gfinv") in counterexample, what


@pytest.mark.parametrize(
    ("old", "new"),
    [("(group == '0 ? '0 : sum_q)", "sum_q"), ("<< (8 * LANES * group)", "<< (8 * group)")],
)
def test_steps_that_do_not_add_up_are_noticed(old: str, new: str, tmp_path: Path) -> None:
    """With two lanes: the first step adds to what was there; the second puts its bytes in a wrong place."""
    serial = ROOT / "rtl/gf/gf_unit_serial.sv"
    text = serial.read_text()
    assert text.count(old) == 1
    wrong = tmp_path / serial.name
    wrong.write_text(text.replace(old, new))
    files = [wrong if path.name == serial.name else path for path in elaborate.sources("rtl/gf")]
    assert "with 2 lanes" in (arithmetic.fewer_lanes(2, 1, arithmetic.unit(), files) or "")


@pytest.mark.parametrize(
    ("cycles", "file", "old", "new", "complaint"),
    [
        (2, "gf_cut.sv", "if (load_i) kept_q", "if (~load_i) kept_q", "gfpow"),  # what the last operation left
        (3, "gf_pkg.sv", "turn_of_mul += 2'(cuts.m3);", "turn_of_mul += 2'd2;", "gfpow"),  # never
        (4, "gf_control.sv", "{inv_q, pow_q} <= {inv, pow}", "{inv_q, pow_q} <= {inv, inv}", "gf"),
        (3, "gf_control.sv", "lane_ctrl_o.tap6 = INVERSE & mul_inv[4]", "lane_ctrl_o.tap6 = INVERSE & inv", "zero"),
    ],
)
def test_registers_that_hold_something_else_are_noticed(
    cycles: int, file: str, old: str, new: str, complaint: str, tmp_path: Path
) -> None:
    text = (ROOT / "rtl/gf" / file).read_text()
    assert text.count(old) == 1
    wrong = tmp_path / file
    wrong.write_text(text.replace(old, new))
    files = [wrong if path.name == file else path for path in elaborate.sources("rtl/gf")]
    assert complaint in (arithmetic.several_cycles(cycles, arithmetic.unit(), files) or "")


def test_a_lane_that_listens_to_another_is_noticed() -> None:
    unit = arithmetic.unit()
    literals = aig.Builder(unit.inputs).literals
    foreign = unit.fixed({})
    built = aig.Builder(unit.inputs)
    made = built.add(foreign, built.literals)
    one = made["lo_o[3]"]
    made["lo_o[3]"] = built.land(one, built.land(literals["a_i[31]"], literals["a_i[17]"]) ^ 1)
    counterexample = arithmetic.idle_lanes(built.graph(made))
    assert counterexample and "lane 0" in counterexample and "when the other lanes are zero" in counterexample


def test_a_unit_that_is_not_quiet_is_noticed() -> None:
    graph = arithmetic.unit().fixed({})
    graph.outputs["hi_o[5]"] ^= 1
    assert arithmetic.quiet(graph) == "with operands of zero, hi_o[5] is not always zero."


def test_a_unit_that_remembers_is_noticed(tmp_path: Path) -> None:
    module = tmp_path / "remembers.sv"
    module.write_text(
        "module remembers(input logic clk_i, d_i, output logic q_o); always_ff @(posedge clk_i) q_o <= d_i; endmodule\n"
    )
    with pytest.raises(UserError, match="1 bits of state"):
        aig.read(elaborate.graph("remembers", [module]))


def test_a_loop_is_noticed(tmp_path: Path) -> None:
    module = tmp_path / "turns.sv"
    module.write_text("module turns(input logic d_i, output logic q_o); assign q_o = ~(q_o & d_i); endmodule\n")
    with pytest.raises(UserError, match="Yosys could not finish"):
        elaborate.graph("turns", [module])


def test_the_product_of_polynomials_is_computed_as_a_graph_computes() -> None:
    """The expansion by which gfmul32 is proved, against evaluation: (a or b) and not c."""
    built = aig.Builder(["a", "b", "c"])
    a, b, c = built.literals.values()
    graph = built.graph({"y": built.land(built.land(a ^ 1, b ^ 1) ^ 1, c ^ 1)})
    (terms,) = graph.polynomials().values()
    for word in range(8):
        inputs = {name: word >> i & 1 for i, name in enumerate("abc")}
        set_nodes = {i + 1 for i in range(3) if word >> i & 1}
        assert graph.value(inputs)["y"] == sum(term <= set_nodes for term in terms) % 2
