# SPDX-License-Identifier: Apache-2.0
"""Other cell libraries: what each cell is for is found from its functions and tables. `plain.lib` is made by hand."""

import re
from pathlib import Path

import pytest

from evariste.commands.silicon import command
from evariste.errors import UserError
from evariste.machines.gfp.silicon import Evaluation
from evariste.silicon import activity, designs, firmware, glitches, liberty, power, sta, synth
from evariste.silicon.circuit import Circuit, Net, wire
from evariste.silicon.measure import Work
from evariste.silicon.synth import synthesise
from evariste.verification import equivalence as same
from evariste.verification import netlists
from verify.silicon.test_synth import job

PLAIN = Path(__file__).with_name("plain.lib")
CYCLES = 40
# A register that is 1 after reset, one of eight bits with an enable, and a constant output.
TEXT = """module parts(input logic clk, rst_ni, en, input logic [7:0] d, output logic [7:0] y, output logic one, odd);
logic [7:0] held_q;
logic [1:0] turn_q;
always_ff @(posedge clk) if (en) held_q <= d + held_q;
always_ff @(posedge clk or negedge rst_ni) if (!rst_ni) turn_q <= 2'b10; else turn_q <= turn_q ^ d[1:0];
assign y = held_q, odd = ^turn_q, one = 1'b1;
endmodule
"""


@pytest.fixture(scope="module")
def library() -> liberty.Library:
    return liberty.read(PLAIN)


@pytest.fixture(scope="module")
def parts(library: liberty.Library, tmp_path_factory: pytest.TempPathFactory) -> synth.Netlist:
    return synthesise(job(tmp_path_factory.mktemp("parts"), TEXT, "parts"), library)


def test_roles_are_found_whatever_the_cells_are_called(library: liberty.Library) -> None:
    library.check()
    assert (library.nand2.name, library.inverter.name, library.driver.name) == ("not_both", "turn", "turn_four")
    assert library.flop.name == "keep" and not library.presets
    assert [cell.name for cell in library.clock_gate] == ["stop"]  # though logic must not use it
    assert (library.full_adder[0].name, library.full_adder[1], library.half_adder) == ("add", ["two", "one"], None)
    assert [(cell.name, pin) for cell, pin in library.ties] == [("ever", "one"), ("never", "zero")]
    assert library.unused == ["pass_late", "stop", "bus", "gap"]
    assert library.steepest == 0.02


def test_an_inverse_output_is_the_state_inverted(library: liberty.Library) -> None:
    outputs = library.cells["keep"].pins
    assert [outputs[pin].function.value({"IS": 1}) & 1 for pin in ("now", "not_now")] == [1, 0]


def test_an_input_that_has_tables_for_conditions_takes_their_mean(library: liberty.Library) -> None:
    pins = library.cells["keep"].pins
    assert pins["next"].own_energy(0.02) == pytest.approx((0.001 + 0.003) / 2)
    assert pins["tick"].own_energy(0.5) == pytest.approx(0.006)
    assert pins["alive"].own_energy(0.5) == 0


def test_wires_are_as_much_shorter_as_the_cells(library: liberty.Library, parts: synth.Netlist) -> None:
    assert wire(3, 6.0) == wire(3) / 2
    circuit = Circuit(parts)
    net = next(net for net, count in circuit.fanouts.items() if count == 1)
    assert circuit.wire_load[net] == pytest.approx(wire(1) * (library.nand2.area / 24) ** 0.5)


def test_a_circuit_of_such_cells_is_its_source(parts: synth.Netlist, tmp_path: Path) -> None:
    """Bits that are 1 after reset are held inverted: no flip-flop has a preset."""
    assert parts.counts["stop"] == 1 and parts.counts["ever"] == 1 and parts.counts["keep"] == 10
    assert netlists.equivalence(parts.job, tmp_path, parts.library) == 20
    wrong = TEXT.replace("2'b10", "2'b11")
    (tmp_path / "parts.sv").write_text(wrong)
    other = synth.Job("parts", sources=(str(tmp_path / "parts.sv"),))
    assert same.compare(netlists.rtl(other, tmp_path), netlists.netlist(parts.job, tmp_path, parts.library)).differs


def run(circuit: Circuit, inputs: dict[str, list[int]]) -> dict[Net, int]:
    """All nets over the cycles, from flip-flops at 0; a bit of each input's numbers is a cycle."""
    state = dict.fromkeys((gate.index for gate in circuit.flops), 0)
    found: dict[Net, int] = {}
    for t in range(CYCLES):
        known = {net: column >> t & 1 for name, bits in circuit.inputs.items()
                 for net, column in zip(bits, inputs[name], strict=True)}  # fmt: skip
        for gate in circuit.flops:
            for pin, net in gate.outputs:
                known[net] = gate.cell.pins[pin].function.value({gate.cell.flop.state: state[gate.index]}) & 1
        now = activity.evaluate(circuit, known, 1)
        for net, value in now.items():
            found[net] = found.get(net, 0) | value << t
        for gate in circuit.flops:
            if all(now[enable] for enable in circuit.enables(gate)):
                pins = {pin: now[net] for pin, net in gate.inputs if pin not in gate.cell.flop.clock.names}
                state[gate.index] = gate.cell.flop.next.value(pins) & ~gate.cell.flop.clear.value(pins) & 1
    return found


def test_two_simulators_agree_on_such_cells(parts: synth.Netlist, tmp_path: Path) -> None:
    circuit = Circuit(parts)
    (gate,) = circuit.clock_gates
    assert gate.held is None and circuit.clocks == set(circuit.inputs["clk"])
    every, enabled = (1 << CYCLES) - 1, 0b1100_1111_0000_0101_0011_1110_0000_0001_1111_0000
    data = [29 * t & 255 for t in range(CYCLES)]
    columns = [sum((d >> i & 1) << t for t, d in enumerate(data)) for i in range(8)]
    values = run(circuit, {"clk": [0], "rst_ni": [every], "en": [enabled], "d": columns})
    held = 0
    for t in range(CYCLES):
        assert sum((values[net] >> t & 1) << i for i, net in enumerate(circuit.outputs["y"])) == held
        held = held + data[t] & 255 if enabled >> t & 1 else held
    activity.check_states(circuit, values, CYCLES)
    moved = glitches.replay(circuit, values, [(0, CYCLES - 1)])  # refuses states that are not these
    counted = activity.count(circuit, values, CYCLES, "")
    assert moved.toggles[gate.gated] == counted.toggles[gate.gated] == 2 * (enabled & every >> 1).bit_count()
    pj = power.energy(circuit, sta.delays(circuit), counted, 10.0)[""]
    assert min(pj.clock, pj.internal, pj.switching) > 0


def test_the_analyser_and_an_own_calculation_agree_on_such_cells(library: liberty.Library, tmp_path: Path) -> None:
    circuit = Circuit(synthesise(designs.block("sq", 2), library))
    arrival = sta.delays(circuit).arrival
    own = max(max(arrival[net].values()) for bits in circuit.outputs.values() for net in bits)
    assert sta.longest(circuit, tmp_path).delay == pytest.approx(own, rel=0.02)


def test_an_enable_has_to_be_at_its_clock_gate_before_the_clock(parts: synth.Netlist, tmp_path: Path) -> None:
    assert 20 < sta.longest(Circuit(parts), tmp_path, late={"en__0": 20.0}).delay < 20.2


def without(names: list[str], folder: Path) -> Path:
    """The library without these cells."""
    parts = re.split(r"(?=^  cell \()", PLAIN.read_text(), flags=re.MULTILINE)
    path = folder / "less.lib"
    path.write_text("".join(part for part in parts if not part.startswith(tuple(f"  cell ({n})" for n in names))))
    return path


@pytest.mark.parametrize(("cells", "sentence"), [
    (["not_both"], "has no NAND of two inputs"), (["keep"], "has no flip-flop that takes one input at the rising edge"),
    (["turn", "turn_four"], "has no inverter"), (["pass", "pass_four", "pass_late"], "has no buffer"),
])  # fmt: skip
def test_a_library_that_lacks_what_every_circuit_needs_is_refused(
    tmp_path: Path, cells: list[str], sentence: str
) -> None:
    """Before anything is made."""
    with pytest.raises(UserError, match=f"{sentence}.*; name another library.$"):
        command.main(["area", "--liberty", str(without(cells, tmp_path))], standalone_mode=False)


def test_a_clock_gate_that_cannot_be_used_is_left_out(tmp_path: Path) -> None:
    text = PLAIN.read_text().replace("latch_posedge_precontrol", "latch_negedge")
    (tmp_path / "other.lib").write_text(text)
    assert liberty.read(tmp_path / "other.lib").clock_gate is None


def test_a_layout_is_made_with_one_library_only() -> None:
    with pytest.raises(UserError, match="qflow's own technology"):
        command.main(["layout", "--liberty", str(PLAIN)], standalone_mode=False)


def test_memories_and_28_nm_are_left_out_where_the_process_is_not_known() -> None:
    evaluation = Evaluation(PLAIN)
    assert evaluation.node is None
    assert Work(1, {}, {}, None, {}, 1, [1.0]).memories() == (None, None)


@pytest.mark.full
def test_the_core_of_such_cells_is_its_rtl_and_runs_firmware(library: liberty.Library, tmp_path: Path) -> None:
    core = designs.configuration("full", "gfp")
    assert netlists.equivalence(core, tmp_path, library) > 500
    circuit, region = Circuit(synthesise(core, library)), firmware.region("gf2_233.mul", "gfp", "gfp")
    assert firmware.trace(circuit, region).cycles == region.end - region.begin
