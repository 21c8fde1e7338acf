# SPDX-License-Identifier: Apache-2.0
"""Replay of a small circuit: its RTL runs in Verilator with every signal recorded, its netlist has to do the same."""

import ctypes
import os
import statistics
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from evariste import build, verilator
from evariste.errors import UserError
from evariste.paths import ROOT
from evariste.silicon import activity, glitches, liberty, power, replay, replayed
from evariste.silicon.circuit import Circuit
from evariste.silicon.measure import CLOCK, Built
from evariste.silicon.recording import Recorder
from evariste.silicon.replay import Place, Probe, Trace, settled
from evariste.silicon.synth import Netlist, synthesise
from verify.needs import needs
from verify.silicon.changed import changed, swappable
from verify.silicon.test_synth import job

pytestmark = needs("osu018")

# A register file of an array, a struct, a gated register, a register with an odd lowest index, and a memory, of which
# the netlist has only the register at the output.
SMALL = """
module little_memory(input logic clk_i, input logic [3:0] at, input logic [7:0] in, output logic [7:0] out);
ARRAY
endmodule
module little(input logic clk_i, rst_n, en, input logic [7:0] d, output logic [7:0] y, output logic z);
typedef struct packed { logic [2:0] count; logic [4:0] rest; } pair_t;
pair_t pair_q;
logic [7:0] words_q[4], held_q, read;
logic [9:2] odd_q;
always_ff @(posedge clk_i or negedge rst_n) if (!rst_n) pair_q <= '0;
else begin pair_q.count <= pair_q.count + 3'd1; pair_q.rest <= {pair_q.rest[3:0], d[0]}; end
always_ff @(posedge clk_i) begin
words_q[d[1:0]] <= d ^ y;
odd_q <= odd_q + d;
if (en) held_q <= words_q[pair_q.count[1:0]] + held_q;
end
little_memory u_memory(.clk_i, .at(d[3:0]), .in(odd_q), .out(read));
assign y = held_q ^ read;
assign z = pair_q.rest[4] & en;
endmodule
"""
ARRAY = "logic [7:0] mem[16]; always_ff @(posedge clk_i) begin mem[at] <= in; out <= mem[at]; end"
STUB = "always_ff @(posedge clk_i) out <= in ^ {8{^at}};"
TOP = """
module little_sim(input logic clk_i, rst_n, en, input logic [7:0] d, output logic [7:0] y, output logic z);
little u_little(.clk_i, .rst_n, .en, .d, .y, .z);
endmodule
"""
DRIVER = """
#include "Vlittle_sim.h"
#include "verilated.h"
static Vlittle_sim* top;
static unsigned seed;
extern "C" void begin() {
  seed = 7;
  top = new Vlittle_sim(new VerilatedContext, "little");
  top->rst_n = 0;
  top->eval();
  top->rst_n = 1;
}
extern "C" void run(unsigned cycles) {
  while (cycles--) {
    seed = seed * 1664525 + 1013904223;
    top->en = seed >> 20 & 1; top->d = seed >> 24;
    top->eval();
    top->clk_i = 1; top->eval();
    top->clk_i = 0; top->eval();
  }
}
"""
PLACE = Place("little_sim.u_little", arrays=("read",),
              accesses={"enabled": (("en", "rst_n"), 2), "not": (("~en",), 1)})  # fmt: skip
BEFORE, CYCLES = 40, (30, 50)  # cycles before the first window, and of the windows; 25 lie between them


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The RTL as a shared object. Its signals are recorded as a machine's are."""
    folder, root = tmp_path_factory.mktemp("little"), verilator.root()
    (folder / "small.sv").write_text(SMALL.replace("ARRAY", ARRAY) + TOP)
    (folder / "driver.cpp").write_text(DRIVER)
    environment = verilator.environment() | {"EVARISTE_VERILATOR": str(verilator.program())}
    subprocess.run([sys.executable, ROOT / build.RECORDED / "verilator.py", "--cc", "-Wno-fatal", "-Wno-lint",
                    "--output-split", "0", "--top-module", "little_sim", "--prefix", "Vlittle_sim", "--Mdir",
                    folder / "v", folder / "small.sv"], check=True, env=environment, capture_output=True)  # fmt: skip
    parts = [*sorted((folder / "v").glob("V*.cpp")), root / "include/verilated.cpp",
             root / "include/verilated_threads.cpp", folder / "driver.cpp"]  # fmt: skip
    (folder / "all.cpp").write_text("".join(f'#include "{part}"\n' for part in parts))
    subprocess.run([os.environ.get("CXX", "c++"), "-std=c++20", "-O0", "-w", "-shared", "-fPIC", "-DVM_TRACE=0",
                    f"-I{folder}/v", f"-I{root}/include", f"-I{root}/include/vltstd",
                    folder / "all.cpp", "-pthread", "-o", folder / "small.so"], check=True)  # fmt: skip
    return folder / "small.so"


@pytest.fixture(scope="session")
def netlist(tmp_path_factory: pytest.TempPathFactory) -> Netlist:
    text = SMALL.replace("ARRAY", STUB)
    return synthesise(job(tmp_path_factory.mktemp("netlist"), text, "little", keep=("little_memory",)))


def trace(model: Path, circuit: Circuit, place: Place = PLACE) -> Trace:
    """A run of the RTL, recorded in windows."""
    library = ctypes.CDLL(str(model))
    library.begin()
    probe = Probe(circuit, place, Recorder(model))
    probe.recorder.choose(probe.names())
    library.run(BEFORE)
    for cycles in CYCLES:
        probe.recorder.record(True)
        library.run(cycles)
        probe.recorder.record(False)
        library.run(25)
    assert probe.recorder.cycles == sum(CYCLES)
    return probe.trace(CYCLES)


def test_a_place_has_the_names_of_the_simulation() -> None:
    place = Place("sim.u_soc", inside={"u_core": "sim.u_soc.u_system.u_core"}, ports={"irq_i": "sim.lines"},
                  fields={"mem_we_o": ("sim.request", 64)},
                  copies={"$rdreg[1]$q": "u_core.place_q", "$rdreg[2]$q_0_": "word_q_3_"})  # fmt: skip
    assert place.path("u_core.pc_q") == "sim.u_soc.u_system.u_core.pc_q" and place.path("y") == "sim.u_soc.y"
    assert (place.path("irq_i"), place.first("irq_i")) == ("sim.lines", 0)
    assert (place.path("mem_we_o"), place.first("mem_we_o")) == ("sim.request", 64)
    assert place.register("$rdreg[1]$q_3_") == "u_core.place_q_3_" and place.register("pc_q") == "pc_q"
    assert place.register("$rdreg[2]$q_0_") == "word_q_3_"


def test_a_netlist_does_what_the_rtl_does(model: Path, netlist: Netlist) -> None:
    circuit = Circuit(netlist)
    found = trace(model, circuit)
    values = settled(circuit, found)
    assert len(found.given) == 8 and len(circuit.flops) == 8 * 7 + 7 and circuit.clock_gates
    assert found.accesses == {"enabled": 2 * values[circuit.inputs["en"][0]].bit_count(),
                              "not": sum(CYCLES) - values[circuit.inputs["en"][0]].bit_count()}  # fmt: skip
    count = sum((values[net] >> 31 & 1) << i for i, net in enumerate(circuit.outputs["y"]))
    assert 0 <= count < 256 and values[circuit.outputs["y"][0]].bit_count() not in (0, sum(CYCLES))


def test_cycles_in_which_a_core_is_halted_are_left_out(model: Path, netlist: Netlist) -> None:
    """Here those in which a register is enabled. What is left between two of them is a window of its own."""
    circuit = Circuit(netlist)
    whole, some = trace(model, circuit), trace(model, circuit, replace(PLACE, halted="en"))
    net, start, kept = circuit.inputs["en"][0], 0, list[int]()
    for cycles in CYCLES:
        runs = f"{whole.values[net] >> start & (1 << cycles) - 1:0{cycles}b}"[::-1].split("1")
        kept += [len(run) for run in runs if len(run) > 1]
        start += cycles
    assert some.windows == tuple(kept) and some.values[net] == 0 and len(kept) > len(CYCLES)
    settled(circuit, some)


def test_every_changed_gate_is_found(model: Path, netlist: Netlist) -> None:
    """The control: another gate of the same pins, one after the other. Gates in front of the memory's register cannot
    be judged."""
    circuit = Circuit(netlist)
    found = trace(model, circuit)
    judged = [gate for gate in swappable(circuit) if gate.block != "u_memory"]
    assert len(judged) > 40
    for gate in judged:
        with changed(circuit, gate), pytest.raises(UserError, match=r"does not follow|is wrong"):
            settled(circuit, found)
    settled(circuit, found)


def test_a_wrong_state_is_found(model: Path, netlist: Netlist) -> None:
    circuit = Circuit(netlist)
    found = trace(model, circuit)
    for gate in circuit.flops:
        _, net = gate.outputs[0]
        wrong = replace(found, values=found.values | {net: found.values[net] ^ 1 << 45})
        with pytest.raises(UserError):
            settled(circuit, wrong)


def test_another_circuit_of_the_same_registers_is_refused(model: Path, netlist: Netlist, tmp_path: Path) -> None:
    """It adds one more for a single operand, which the run has."""
    circuit = Circuit(netlist)
    found = trace(model, circuit)
    operand = sum((found.values[net] >> 12 & 1) << i for i, net in enumerate(circuit.inputs["d"]))
    text = SMALL.replace("ARRAY", STUB).replace("odd_q + d", f"odd_q + d + 8'(d == 8'd{operand})")
    other = Circuit(synthesise(job(tmp_path, text, "little", keep=("little_memory",))))
    with pytest.raises(UserError, match="does not follow"):
        settled(other, trace(model, other))


def test_what_the_simulation_does_not_show_is_refused(model: Path, netlist: Netlist, tmp_path: Path) -> None:
    circuit = Circuit(netlist)
    for place, sentence in (
        (replace(PLACE, top="little_sim.u_other"), "does not show"),
        (replace(PLACE, ports={"z": "little_sim.nothing"}), "the port z, which"),
        (replace(PLACE, accesses={"read": (("nothing",), 1)}), "the port nothing, which"),
    ):
        with pytest.raises(UserError, match=sentence):
            trace(model, circuit, place)
    renamed = SMALL.replace("ARRAY", STUB).replace("held_q", "other_q")
    with pytest.raises(UserError, match="does not show the flip-flop other_q"):
        trace(model, Circuit(synthesise(job(tmp_path, renamed, "little"))))


def test_without_the_place_of_its_memory_a_circuit_is_refused(model: Path, netlist: Netlist) -> None:
    circuit = Circuit(netlist)
    with pytest.raises(UserError, match="does not follow"):
        settled(circuit, trace(model, circuit, replace(PLACE, arrays=())))


def test_windows_do_not_count_what_lies_between_them(model: Path, netlist: Netlist) -> None:
    circuit = Circuit(netlist)
    found = trace(model, circuit)
    assert found.followed.bit_count() == sum(CYCLES) - len(CYCLES)
    values = settled(circuit, found)
    joined = activity.count(circuit, values, found.cycles, "", found.followed)
    apart = [activity.count(circuit, {net: v >> first & (1 << length) - 1 for net, v in values.items()}, length, "")
             for first, length in ((0, CYCLES[0]), (CYCLES[0], CYCLES[1]))]  # fmt: skip
    assert joined.cycles == sum(a.cycles - 1 for a in apart)
    assert all(count == sum(a.toggles[net] for a in apart) for net, count in joined.toggles.items())


def test_energies_by_window_add_up(model: Path, netlist: Netlist) -> None:
    built = Built(netlist)
    found = trace(model, built.circuit)
    values = settled(built.circuit, found)
    counted = activity.count(built.circuit, values, found.cycles, "", found.followed)
    whole = sum(p.total for p in power.energy(built.circuit, built.delays, counted, CLOCK).values())
    each = replayed.by_window(built.circuit, power.linear(built.circuit, built.delays, CLOCK), found, values)
    assert sum(each) == pytest.approx(whole, rel=1e-9)


def test_the_error_of_windows_is_that_of_a_ratio() -> None:
    alike = [3.0, 5.0, 4.0, 8.0]
    expected = 100 * statistics.stdev(alike) / len(alike) ** 0.5 / statistics.mean(alike)
    assert replayed.ratio_error(alike, [7] * 4) == pytest.approx(expected)
    assert replayed.ratio_error([2.0, 20.0, 6.0], [1, 10, 3]) == pytest.approx(0, abs=1e-9)
    assert replayed.ratio_error([2.0, 20.0, 9.0], [1, 10, 3]) > 1


def test_a_window_within_a_wait_of_the_one_before_is_none() -> None:
    """The simulation stops between instructions: here every 1,000 cycles."""

    class Clock:
        now = cycles = on = 0

        def choose(self, _: object) -> None:
            pass

        def record(self, on: bool) -> None:
            self.on = on

        def to(self, cycle: int) -> None:
            there = -(-cycle // 1000) * 1000
            self.cycles += self.on * (there - self.now)
            self.now = there

    clock = Clock()
    probe = SimpleNamespace(recorder=clock, names=tuple)
    lengths = replay.record(probe, clock.to, 0, 2 * replay.WHOLE)  # type: ignore[arg-type]
    assert len(lengths) < replay.WINDOWS and set(lengths) == {1000}


def test_with_delays_the_memorys_register_takes_what_was_read(model: Path, netlist: Netlist) -> None:
    circuit = Circuit(netlist)
    found = trace(model, circuit)
    values = settled(circuit, found)
    (moved,) = glitches.replays(circuit, values, [(2, 24)], given=found.given)
    still = activity.count(circuit, {net: v >> 2 & (1 << 25) - 1 for net, v in values.items()}, 25, "")
    assert sum(moved.toggles.values()) > sum(still.toggles.values())
    for gate in circuit.flops:
        net = gate.outputs[0][1]
        assert moved.toggles[net] == still.toggles[net]
    with pytest.raises(UserError, match="against the trace"):
        glitches.replays(circuit, values, [(2, 24)])


def test_a_region_costs_what_its_cycles_cost(model: Path, netlist: Netlist) -> None:
    built = Built(netlist)
    found = trace(model, built.circuit)
    done = replayed.energy(built, replay.Region("little", None, "only", 160, found), lambda name: name or "rest", "180")
    again = replayed.energy(built, replay.Region("little", None, "only", 80, found), lambda name: name or "rest", "180")
    assert done.still.keys() == {"rest", "u_memory"} and min(done.factors) > 1
    assert sum(done.still.values()) == pytest.approx(2 * sum(again.still.values()))
    assert done.accesses["enabled"] == round(found.accesses["enabled"] * 160 / 80) and done.memory[0] > 0
    assert sum(done.moved.values()) > sum(done.still.values()) and 0 < done.error < 100
    assert liberty.read().voltage == 1.8
