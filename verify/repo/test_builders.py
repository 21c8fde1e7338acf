# SPDX-License-Identifier: Apache-2.0
"""Each builder of the house, four times at once on an empty .build, with one of the four killed half-way.

The other three end with one and the same right result, and a later call gives it too. A process that is killed
leaves what it had begun; its tools may live on for a while.
"""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from evariste.paths import ROOT
from verify.needs import needs

HEAD = """
import hashlib, subprocess, sys
from pathlib import Path
from evariste import cache
cache.BUILD = Path(sys.argv[1])
def shown(path):
    print(hashlib.sha256(path.read_bytes()).hexdigest())
"""
# What each process does: it builds, checks that the result works, and prints what must be the same in all.
BUILDERS = {
    "simulator of gates": """
from evariste import build
build._build(["gates"])
assert cache.whole(build._place("gates"))
sys.path.insert(0, str(build._place("gates")))
import _gates
print(_gates.LANES)
""",
    "proof": """
from evariste import machines
catalogue = machines.default().module("proofs").catalogue
from evariste.verification import proof
shown(proof.graph("gf_unit", proof.sources("rtl/gf")))
assert catalogue()["register-file"].answer().holds
""",
    "netlist": """
from evariste.silicon.synth import Job, synthesise
from evariste.yosys import sources
made = synthesise(Job("gf_sq", (), sources("gf")))
assert made.cells == sum(made.counts.values()) and made.mapped[0]
shown(made.verilog)
""",
    "firmware": """
from evariste.build import cc
shown(cc.compile(["sw/apps/board_hello.c"]))
""",
}
EXPENSIVE = {
    "libraries for this computer": """
from evariste.codes import hostlib
assert hostlib.Rs(0x11D, 255, 239).encode(bytes(239)) == bytes(255)
from evariste.ecc import vectors
subprocess.run([vectors.host_program()], check=False)
print(vectors.host_program().name)
""",
    "scheduler": """
from importlib import import_module
from evariste import machines
package = machines.default().generators["kernels"].rpartition(".")[0]
shown(import_module(f"{package}.emit").scheduler())
""",
    "board": """
from evariste.fpga import boards, simulate
board = boards.board("ulx3s")
image = "20000400\\n00000009\\n0000de00\\n" + "00000000\\n" * (board.rom // 4 - 3)
try:
    simulate.run(image, board.settings, board.divider, "end", board.machine, cycles=3000)
except Exception as refused:
    print(refused)
""",
    "firmware of every builder": """
from evariste import machines
from evariste.build import cc
kinds = {str(m.builder or m.toolchain): m for m in machines.all() if m.builder or m.toolchain}
for m in kinds.values():
    shown(cc.compile(["sw/apps/hash_statuses.c"], machine=m.name))
""",
    "recorded circuit": """
from evariste import build, machines
part = next(part for m in machines.all() if not m.default for part in m.simulated.values() if part)
with build.recording():
    shown(build.sim(part)[part])
""",
    "fuzzer": """
from evariste import machines
suite = machines.default().module("fuzz").SUITE
suite.build("packet")
assert suite.run("packet", 100).passed
""",
    "book": """
from evariste.commands.doc import command
command.main([], standalone_mode=False)
assert "The book" in (cache.BUILD / "book/index.html").read_text()
""",
    "board's bitstream": """
from evariste.fpga import boards, implement, program
board = boards.board("hx8k")
print(implement.implement(board, program.image(program.elf(board), board), lambda _: None).fmax)
""",
    "netlist with delays, and its layout": """
from evariste.machines import DEFAULT
from evariste.silicon import activity, glitches, layout, layout_records
from evariste.silicon.circuit import Circuit
from evariste.silicon.synth import synthesise
circuit = Circuit(synthesise(layout_records.job("sq", DEFAULT)))
inputs = [net for direction, _, net in circuit.ports() if direction == "input"]
values = activity.evaluate(circuit, {net: 0x5A3C96 >> i & 0xFFFF for i, net in enumerate(inputs)}, 16)
print(sorted(glitches.replay(circuit, values, [(0, 15)]).toggles.items()))
print(layout.laid(circuit, lambda _: None).core)
""",
    "netlist with firmware": """
from evariste.machines import DEFAULT, NATIVE
from evariste.silicon import designs, firmware, measure
circuit = measure.built(designs.configuration("lanes1", DEFAULT)).circuit
print(firmware.trace(circuit, firmware.region("gf2_233.mul", NATIVE, DEFAULT), slower=True).cycles)
""",
    "simulator": """
from evariste.sim import Machine
machine = Machine(engine="rtl", configuration="baseline")
print(machine.run(max_cycles=100).reason)
""",
}

NEEDS = {
    "netlist": ("osu018",),
    "netlist with delays, and its layout": ("osu018", "qflow"),
    "netlist with firmware": ("osu018",),
}


def start(body: str, place: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", HEAD + body, str(place)], cwd=ROOT, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)  # fmt: skip


def four_at_once(body: str, place: Path) -> None:
    processes = [start(body, place) for _ in range(4)]
    until = time.monotonic() + 120
    while time.monotonic() < until and not [*place.glob("work/*/"), *place.glob("*/tree-*/*")]:
        time.sleep(0.01)
    time.sleep(0.1)
    killed = maker(processes, place)
    killed.kill()
    said = [p.communicate(timeout=1200) for p in processes if p is not killed]
    killed.communicate()
    left = [p for p in processes if p is not killed]
    assert [p.returncode for p in left] == [0, 0, 0], said
    assert len({out for out, _ in said}) == 1 and said[0][0], said
    again = subprocess.run([sys.executable, "-c", HEAD + body, str(place)], cwd=ROOT, capture_output=True, text=True)
    assert (again.returncode, again.stdout) == (0, said[0][0]), again.stderr
    sweep = "cache.built('kind', 'name', 'key', lambda folder: None)"
    subprocess.run([sys.executable, "-c", HEAD + sweep, str(place)], cwd=ROOT, check=True)
    assert not [*place.glob("work/*/")]


def maker(processes: "list[subprocess.Popen[str]]", place: Path) -> "subprocess.Popen[str]":
    """The process that builds: its number is in the name of the folder it works in; else any."""
    for path in place.glob("work/*/"):
        for process in processes:
            if f"-{process.pid}-" in path.name:
                return process
    return processes[0]


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(*NEEDS.get(name, ()))) for name in BUILDERS])
def test_four_builders_at_once_and_one_killed(name: str, tmp_path: Path) -> None:
    four_at_once(BUILDERS[name], tmp_path / "build")


@pytest.mark.full
@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(*NEEDS.get(name, ()))) for name in EXPENSIVE])
def test_four_builders_at_once_and_one_killed_where_it_takes_long(name: str, tmp_path: Path) -> None:
    four_at_once(EXPENSIVE[name], tmp_path / "build")
