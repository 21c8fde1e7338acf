# SPDX-License-Identifier: Apache-2.0
"""Changes of nets: two simulators against one another, with delays and without, on blocks and on firmware."""

import dataclasses
import random
import re
from pathlib import Path

import pytest

from evariste.errors import UserError
from evariste.gf.field import Field
from evariste.silicon import activity, designs, firmware, glitches, measure, sta
from evariste.silicon.circuit import Circuit
from evariste.silicon.synth import synthesise
from verify.needs import needs

pytestmark = needs("osu018")

CYCLES = 40
COUNTER = """module counter(input logic clk, input logic step, output logic [7:0] count, output logic parity);
always_ff @(posedge clk) count <= count + 8'(step);
assign parity = ^count;
endmodule
"""


def multiplier() -> tuple[Circuit, dict]:
    """The multiplier with random inputs, its control inputs too, and all that follows from them."""
    circuit = Circuit(synthesise(designs.block("mul", 2)))
    rng = random.Random(5)
    known = {net: rng.getrandbits(CYCLES) for bits in circuit.inputs.values() for net in bits}
    return circuit, activity.evaluate(circuit, known, CYCLES)


def test_without_delays_both_simulators_count_the_same(tmp_path: Path) -> None:
    circuit, values = multiplier()
    sta.write_sdf(circuit, tmp_path / "a.sdf", tmp_path)
    still = re.sub(r"\(-?[\d.]+:-?[\d.]+:-?[\d.]+\)", "(0:0:0)", (tmp_path / "a.sdf").read_text())
    (tmp_path / "zero.sdf").write_text(still)
    counted = activity.count(circuit, values, CYCLES, "").toggles
    moved = glitches.replay(circuit, values, [(0, CYCLES - 1)], sdf=tmp_path / "zero.sdf").toggles
    assert {net: moved[net] for net in circuit.load} == {net: counted[net] for net in circuit.load}


def test_delays_add_glitches_and_other_delays_other_ones(tmp_path: Path) -> None:
    circuit, values = multiplier()
    sta.write_sdf(circuit, tmp_path / "a.sdf", tmp_path)
    text = (tmp_path / "a.sdf").read_text()
    assert not [line for line in text.splitlines() if "IOPATH" in line and "::" in line]
    (tmp_path / "slow.sdf").write_text(re.sub(r"\([\d.]+:[\d.]+:[\d.]+\)", "(2:2:2)", text))
    runs = [
        sum(glitches.replay(circuit, values, [(0, CYCLES - 1)], sdf=sdf).toggles.values())
        for sdf in (None, tmp_path / "slow.sdf")
    ]
    still = sum(activity.count(circuit, values, CYCLES, "").toggles.values())
    assert runs[0] > still and runs[1] > still and runs[0] != runs[1]


def test_windows_count_as_the_cycles_they_are(tmp_path: Path) -> None:
    circuit, values = multiplier()
    whole = glitches.replay(circuit, values, [(0, 20), (20, 19)])
    assert whole.cycles == 39
    one = glitches.replay(circuit, values, [(0, 39)])
    assert abs(sum(whole.toggles.values()) / sum(one.toggles.values()) - 1) < 0.02


def test_the_netlist_multiplies() -> None:
    """What is evaluated is the circuit: its product is the field's."""
    circuit = Circuit(synthesise(designs.block("unit", 2)))
    values = activity.evaluate(circuit, measure.unit_values(circuit, "gfmul", CYCLES, "gfp"), CYCLES)
    field = Field(measure.FIELD)

    def word(bits: list, t: int) -> int:
        return sum((values[net] >> t & 1) << i for i, net in enumerate(bits))

    for t in range(CYCLES):
        a, b, lo = (word(ports[name], t) for ports, name in
                    ((circuit.inputs, "a_i"), (circuit.inputs, "b_i"), (circuit.outputs, "lo_o")))  # fmt: skip
        for lane in range(0, 32, 8):
            assert lo >> lane & 255 == field.multiply(a >> lane & 255, b >> lane & 255)


def test_a_state_that_does_not_follow_is_noticed(tmp_path: Path) -> None:
    from verify.silicon.test_synth import job

    circuit = Circuit(synthesise(job(tmp_path, COUNTER, "counter")))
    rows = range(CYCLES)
    known = {circuit.inputs["step"][0]: (1 << CYCLES) - 1, circuit.inputs["clk"][0]: 0}
    for i, net in enumerate(circuit.outputs["count"]):
        known[net] = sum((t >> i & 1) << t for t in rows)
    values = activity.evaluate(circuit, known, CYCLES)
    activity.check_states(circuit, values, CYCLES)
    glitches.replay(circuit, values, [(3, 20)])
    wrong = values | {circuit.outputs["count"][0]: values[circuit.outputs["count"][0]] ^ 1 << 12}
    with pytest.raises(UserError, match="does not follow"):
        activity.check_states(circuit, wrong, CYCLES)
    with pytest.raises(UserError, match="against the trace"):
        glitches.replay(circuit, wrong, [(3, 20)])


@pytest.fixture(scope="module")
def baseline() -> Circuit:
    return Circuit(synthesise(designs.configuration("baseline", "gfp")))


def test_firmware_runs_on_the_netlist_as_on_the_interpreter(baseline: Circuit) -> None:
    region = firmware.region("gf2_233.sqr", "portable", "gfp")
    trace = firmware.trace(baseline, region)
    assert trace.cycles == region.end - region.begin
    values = activity.evaluate(baseline, trace.values, trace.cycles)
    activity.check_states(baseline, values, trace.cycles)
    assert trace.accesses["fetch_rom"] > trace.accesses["load_ram"] > 0


def test_a_memory_that_comes_out_wrong_is_noticed(baseline: Circuit) -> None:
    region = firmware.region("gf2_233.sqr", "portable", "gfp")
    after = bytearray(region.after)
    after[0x100] ^= 1
    with pytest.raises(UserError, match="another memory"):
        firmware.trace(baseline, dataclasses.replace(region, after=bytes(after)))
    with pytest.raises(UserError, match="it is wrong"):
        firmware.trace(baseline, dataclasses.replace(region, end=region.end + 1))


@pytest.mark.full
@pytest.mark.parametrize("workload", ["aes128.encrypt", "rs255_239.encode", "gf2_233.mul", "bch31_11.decode.e5"])
def test_the_whole_machine_runs_its_workloads_as_a_netlist(workload: str) -> None:
    circuit = Circuit(synthesise(designs.configuration("full", "gfp")))
    trace = firmware.trace(circuit, firmware.region(workload, "gfp", "gfp"))
    activity.check_states(circuit, activity.evaluate(circuit, trace.values, trace.cycles), trace.cycles)
