# SPDX-License-Identifier: Apache-2.0
"""Gated clocks: where they stand, what they cost and save, and that the circuit behind them is the same."""

from pathlib import Path

import pytest

from evariste import yosys
from evariste.errors import UserError
from evariste.silicon import activity, gating, glitches, liberty, power, sta
from evariste.silicon.circuit import Circuit, Net
from evariste.silicon.synth import synthesise
from evariste.verification import equivalence as same
from evariste.verification import gates
from verify.needs import needs
from verify.silicon.test_synth import job

pytestmark = needs("osu018")

CYCLES = 40
ENABLED = 0b1100_1111_0000_0101_0011_1110_0000_0001_1111_0000  # cycle 0 is the last bit


def text(width: int, enable: str = "en") -> str:
    return (f"module held(input logic clk, en, input logic [{width - 1}:0] d, output logic [{width - 1}:0] value_q);\n"
            f"always_ff @(posedge clk) if ({enable}) value_q <= d + {width}'d3;\nendmodule\n")  # fmt: skip


@pytest.fixture
def held(tmp_path: Path) -> Circuit:
    return Circuit(synthesise(job(tmp_path, text(8), "held")))


def values(circuit: Circuit, enabled: int = ENABLED) -> dict[Net, int]:
    """All nets, the data counting up by 29."""
    known: dict[Net, int] = {circuit.inputs["en"][0]: enabled, circuit.inputs["clk"][0]: 0}
    data = [29 * t & 255 for t in range(CYCLES)]
    state, now = [], 0
    for t in range(CYCLES):
        state.append(now)
        now = data[t] + 3 & 255 if enabled >> t & 1 else now
    for i in range(8):
        known[circuit.inputs["d"][i]] = sum((data[t] >> i & 1) << t for t in range(CYCLES))
        known[circuit.outputs["value_q"][i]] = sum((state[t] >> i & 1) << t for t in range(CYCLES))
    return activity.evaluate(circuit, known, CYCLES)


def test_a_wide_register_with_an_enable_gets_a_clock_of_its_own(tmp_path: Path) -> None:
    wide, narrow = (synthesise(job(tmp_path, text(n), "held")) for n in (gating.LEAST, gating.LEAST - 1))
    names = [cell.name for cell in liberty.read().clock_gate]
    assert wide.counts["LATCH"] == 1 and all(wide.counts[name] for name in names) and not wide.counts["MUX2X1"]
    assert narrow.counts["LATCH"] == 0 and len(Circuit(narrow).clock_gates) == 0
    assert len(Circuit(wide).clock_gates) == 1 and Circuit(wide).clocks == set(Circuit(wide).inputs["clk"])


def test_the_latch_has_the_area_of_its_outline() -> None:
    """The Liberty file says 0; 5.6 by 10 um stand in the LEF file, where an inverter of area 16 is 1.6 by 10."""
    assert liberty.read().cells["LATCH"].area == 56


def test_two_simulators_agree_on_the_states_and_on_the_clock(held: Circuit) -> None:
    known = values(held)
    activity.check_states(held, known, CYCLES)
    moved = glitches.replay(held, known, [(0, CYCLES - 1)]).toggles
    counted = activity.count(held, known, CYCLES, "").toggles
    (gate,) = held.clock_gates
    assert moved[gate.gated] == counted[gate.gated] == 2 * (ENABLED & (1 << CYCLES - 1) - 1).bit_count()
    wrong = known | {held.outputs["value_q"][0]: known[held.outputs["value_q"][0]] ^ 1 << 12}
    with pytest.raises(UserError, match="does not follow"):
        activity.check_states(held, wrong, CYCLES)
    with pytest.raises(UserError, match="against the trace"):
        glitches.replay(held, wrong, [(0, CYCLES - 1)])


def test_a_register_at_rest_takes_the_clock_of_its_gate_only(held: Circuit) -> None:
    def clock(enabled: int) -> float:
        found = activity.count(held, values(held, enabled), CYCLES, "")
        return power.energy(held, sta.delays(held), found, 40.0)[""].clock

    _, inverter, gate = liberty.read().clock_gate
    pins = (inverter.pins[inverter.inputs[0]], gate.pins[gate.inputs[0]])
    least = CYCLES * 1.8**2 * sum(pin.capacitance for pin in pins)  # of the pins at the clock itself
    own = held.library.cells["DFFPOSX1"].pins["CLK"]
    each = 8 * (2 * own.energies[0].mean(0.0, 0.06) + own.capacitance * 1.8**2)  # the register's pins, a cycle
    rest, half, full = clock(0), clock(ENABLED), clock(2**CYCLES - 1)
    assert least < rest < 0.5 * (full - rest)
    assert full - rest > (CYCLES - 1) * each  # and the gate's own energy
    share = (ENABLED & 2**39 - 1).bit_count() / 39
    assert (half - rest) / (full - rest) == pytest.approx(share, rel=0.05)  # and what the latch's changes take


TWICE = """module gate(input logic clk_i, enable_i, output logic clk_o);
logic enable_q;
always_latch if (!clk_i) enable_q = enable_i;
assign clk_o = clk_i & enable_q;
endmodule
module held(input logic clk, on, en, input logic [7:0] d, output logic [7:0] value_q, other_q);
logic gated;
gate u_gate(.clk_i(clk), .enable_i(on), .clk_o(gated));
always_ff @(posedge gated) begin
  if (en) value_q <= d + 8'd3;
  other_q <= d;
end
endmodule
"""


def test_a_gate_behind_a_gate_rests_with_it(tmp_path: Path) -> None:
    """A register with an enable in a part whose clock stops. The event-driven simulation counts as many changes."""
    circuit = Circuit(synthesise(job(tmp_path, TWICE, "held")))
    assert len(circuit.clock_gates) == 2 and circuit.clocks == set(circuit.inputs["clk"])
    (on,), (en,) = circuit.inputs["on"], circuit.inputs["en"]
    assert sorted(len(circuit.enables(flop)) for flop in circuit.flops) == [1] * 8 + [2] * 8

    def known(running: int) -> dict[Net, int]:
        given: dict[Net, int] = {on: running, en: ENABLED, circuit.inputs["clk"][0]: 0}
        now = {"value_q": 0, "other_q": 0}
        for t in range(CYCLES):
            data = 29 * t & 255
            for i in range(8):
                given[circuit.inputs["d"][i]] = given.get(circuit.inputs["d"][i], 0) | (data >> i & 1) << t
                for name, value in now.items():
                    given[circuit.outputs[name][i]] = given.get(circuit.outputs[name][i], 0) | (value >> i & 1) << t
            if running >> t & 1:
                now = {"value_q": data + 3 & 255 if ENABLED >> t & 1 else now["value_q"], "other_q": data}
        return activity.evaluate(circuit, given, CYCLES)

    running = 0b0111_0110_1011_0101_0011_0010_0000_1111_1010_0110
    some = known(running)
    activity.check_states(circuit, some, CYCLES)
    moved = glitches.replay(circuit, some, [(0, CYCLES - 1)]).toggles
    counted = activity.count(circuit, some, CYCLES, "").toggles
    for gate in circuit.clocking:
        if not gate.cell.latch:
            assert [moved.get(net, 0) for _, net in gate.outputs] == [counted[net] for _, net in gate.outputs]
    delays = sta.delays(circuit)
    rest, half, full = (power.energy(circuit, delays, activity.count(circuit, known(r), CYCLES, ""), 40.0)[""].clock
                        for r in (0, running, 2**CYCLES - 1))  # fmt: skip
    pins = 16 * circuit.library.cells["DFFPOSX1"].pins["CLK"].capacitance * 1.8**2 * CYCLES
    assert rest < half < full and rest < 0.25 * full and rest < pins


def test_a_late_enable_makes_the_longest_path(tmp_path: Path, held: Circuit) -> None:
    plain = sta.longest(held, tmp_path)
    late = sta.longest(held, tmp_path, late={"en__0": 20.0})
    assert plain.delay < 5
    assert 20.1 < late.delay < 21.5  # it has to be through the latch when the clock rises
    assert late.end == f"c{next(g.index for g in held.clocking if len(g.inputs) == 2 and not g.cell.latch)}"


@pytest.mark.parametrize(("enable", "alike"), [("en", True), ("~en", False)])
def test_without_its_clock_gates_the_netlist_is_proved_to_be_its_source(
    tmp_path: Path, enable: str, alike: bool
) -> None:
    assert proved(tmp_path, text(8), text(8, enable)) is alike


@pytest.mark.parametrize(("enable", "alike"), [("on & en", True), ("en", False)])
def test_so_it_is_without_gates_behind_gates(tmp_path: Path, enable: str, alike: bool) -> None:
    source = f"""module held(input logic clk, on, en, input logic [7:0] d, output logic [7:0] value_q, other_q);
always_ff @(posedge clk) begin
  if ({enable}) value_q <= d + 8'd3;
  if (on) other_q <= d;
end
endmodule
"""
    assert proved(tmp_path, TWICE, source) is alike


def proved(folder: Path, gated: str, source: str) -> bool:
    """Whether the netlist of a text without its clock gates is proved to be another text."""
    made = synthesise(job(folder, gated, "held"))
    gating.write_ungated("held", made.module, made.library, folder / "ungated.json")
    (folder / "other.sv").write_text(source)
    reads = {
        "gates": [f"read_liberty -ignore_miss_func {made.library.path}", f"read_json {folder / 'ungated.json'}"],
        "source": [f"read_slang --top held {folder / 'other.sv'}"],
    }
    both = []
    for name, read in reads.items():
        path = folder / f"{name}.json"
        passes = [*read, "hierarchy -check -top held", *gates.FLATTEN, *gates.TO_GATES]
        yosys.run(*passes, f"write_json {path}")
        both.append(gates.read(path, "held"))
    found = same.compare(*both)
    assert not found.unmatched and found.pairs >= 8
    return found.proved


def test_a_latch_with_a_clock_of_another_kind_is_refused() -> None:
    library = liberty.read()
    latch, inverter, gate = (cell.name for cell in library.clock_gate)

    def module(clock: int) -> dict:
        cells = {
            "i": {"type": inverter, "connections": {"A": [clock], "Y": [3]}},
            "l": {"type": latch, "connections": {"CLK": [3], "D": [4], "Q": [5]}},
            "g": {"type": gate, "connections": {"A": [2], "B": [5], "Y": [6]}},
        }
        return {"cells": cells, "ports": {}}

    assert [g.gated for g in gating.find(module(2), library)] == [6]
    with pytest.raises(UserError, match="another clock"):
        gating.find(module(7), library)
