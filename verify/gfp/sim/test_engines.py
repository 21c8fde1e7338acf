# SPDX-License-Identifier: Apache-2.0
"""One program, three engines, one answer: console, devices, counters, regions, trace."""

import json
import re
from pathlib import Path

import pytest

from evariste.record import MIX, record
from evariste.sim import Machine
from verify.gfp.sim.tools import ENGINES, ev_run, program, run

REGION = {"load": 1, "store": 1, "gf": 2, "alu": 8, "branch": 6, "other": 1}
REGION_CYCLES = 26


def test_console_and_cycle_counter_are_the_same_on_every_engine() -> None:
    seen = []
    for engine in ENGINES:
        stop, text, machine = run(program("devices.c"), engine=engine)
        assert (stop.reason, stop.status) == ("exit", 7), stop.sentence
        seen.append((text, stop.cycles, stop.instructions, machine.counters(), machine.regs))
    assert seen[0] == seen[1] == seen[2]
    device, numbers = seen[0][0].splitlines()
    first, between, work, high, wrong = map(int, numbers.split())
    assert device == "device" and high == 0 and wrong == 0
    assert 0 < first < first + between + work < seen[0][1]
    assert between == 2 and work > 100 * 5  # a load takes two cycles


def test_counters_add_up_to_the_instructions() -> None:
    stop, _, machine = run(program("devices.c"))
    counters = machine.counters()
    assert counters.pop("instructions") == stop.instructions == sum(counters.values())
    assert set(counters) == set(MIX)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_region_holds_the_instructions_between_its_marks(engine: str) -> None:
    machine, output = Machine(engine=engine), []
    machine.load(program("region.S"))
    machine.host(stdout=output.append)
    machine.watch(regions=True)
    assert machine.run().reason == "exit"
    assert b"".join(output) == b"cycles region %d\n" % REGION_CYCLES
    assert machine.regions() == [{"instructions": sum(REGION.values()), **REGION}]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_record_of_a_run_has_the_shape_of_every_record(engine: str, tmp_path: Path) -> None:
    file = tmp_path / "stats.json"
    done = ev_run(program("devices.c"), "--engine", engine, "--stats", file)
    assert done.returncode == 7, done.stderr
    made = json.loads(file.read_text())
    assert set(made) == set(record(workload="", engine="", configuration="full", cycles=0, machine="gfp"))
    assert made["engine"] == engine and made["config"] == "full"
    assert made["params"] == {"end": "exit", "status": 7}
    assert made["cycles"] > made["instructions"] == sum(made["mix"].values()) > 0
    assert set(made["mix"]) == set(MIX)
    assert made["code_bytes"] > 1000 and made["data_bytes"] > 0
    # MachineInfo of the program, not of the engine:
    stop, _, machine = run(program("devices.c"))
    assert (made["cycles"], made["instructions"]) == (stop.cycles, stop.instructions)
    assert machine.counters() == {"instructions": made["instructions"], **made["mix"]}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_trace_has_a_line_for_every_instruction(engine: str, tmp_path: Path) -> None:
    trace, stats = tmp_path / "trace.txt", tmp_path / "stats.json"
    done = ev_run(program("calls.c", "calls_asm.S"), "--engine", engine, "--trace", trace, "--stats", stats)
    assert done.returncode == 0, done.stderr
    made = json.loads(stats.read_text())
    lines = trace.read_text().splitlines()
    assert len(lines) == made["instructions"]
    cycles = [int(line.split()[0]) for line in lines]
    assert cycles == sorted(set(cycles)) and cycles[-1] <= made["cycles"]
    assert sum("svc" in line.split("  ;")[0] for line in lines) == 4
    assert sum(bool(re.search(r"; leaf calls_asm\.S:\d+$", line)) for line in lines) == 4


@pytest.mark.parametrize("sources", [("region.S",), ("devices.c",), ("calls.c", "calls_asm.S")])
def test_every_engine_writes_the_same_trace(sources: tuple[str, ...], tmp_path: Path) -> None:
    texts = []
    for engine in ENGINES:
        trace = tmp_path / f"{engine}.txt"
        ev_run(program(*sources), "--engine", engine, "--trace", trace)
        texts.append(trace.read_text())
    assert texts[0] and texts[0] == texts[1] == texts[2]


def test_waveforms_are_written_as_fst(tmp_path: Path) -> None:
    wave = tmp_path / "run.fst"
    done = ev_run(program("region.S"), "--engine", "rtl", "--wave", wave)
    assert done.returncode == 0, done.stderr
    content = wave.read_bytes()
    assert content[0] == 0 and int.from_bytes(content[1:9], "big") == 329  # FST's header block
    assert len(content) > 10_000


def test_what_is_stored_over_the_next_instruction_needs_a_barrier() -> None:
    """The RTL has fetched it, the interpreter has not; ARMv6-M asks for an ISB. Lock-step says what differs."""
    assert [run(program("overwrite.S"), engine=engine)[0].status for engine in ("iss", "rtl")] == [0, 1]
    stop, _, _ = run(program("overwrite.S"), engine="lockstep")
    assert stop.reason == "difference"
    assert "stored over after it was fetched" in stop.sentence
    assert stop.sentence.splitlines()[-1].endswith("movs r0, #1")  # the first two pieces were the same on both


def test_rtl_engines_end_in_any_order() -> None:
    """Verilator keeps one context a thread, which must not be that of an engine already gone."""
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        machines = {i: Machine(engine="rtl") for i in range(3)}
        for i in order:
            del machines[i]
            Machine(engine="iss").write(0, bytes(range(256)) * 4096)  # something else where it was
