# SPDX-License-Identifier: Apache-2.0
"""Firmware on a mapped netlist: the measured region of a workload, simulated without delays by Verilator.

A workload runs once on the interpreter. This gives the beginning and end of its slowest measurement, and the registers
and memories there. The netlist starts from these and runs to the end of the region. It must arrive with the same memory
after the same number of cycles. This check comes before any measurement.
"""

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache as once
from pathlib import Path

from evariste import cache, machines, verilator
from evariste.bench import registry
from evariste.bench.region import slowest
from evariste.build import cc
from evariste.cache import keys
from evariste.errors import UserError
from evariste.paths import ROOT
from evariste.silicon.circuit import Circuit, Gate, Net
from evariste.silicon.synth import KEEP, KIND

_LARGEST = 400_000  # cycles of a region


@dataclass(frozen=True)
class Region:
    """The slowest measurement of a workload: its memories and counter at the begin, its RAM at the end."""

    workload: str
    backend: str
    begin: int  # cycle counts
    end: int
    cost: int  # cycles of an empty measurement, which begin and end include
    rom: bytes
    ram: bytes
    after: bytes
    ignored: int  # offset in the RAM of a word that the restoring code used
    unit: frozenset[str]  # instructions of the unit that are executed
    machine: str

    @property
    def cycles(self) -> int:
        """What the bench records."""
        return self.end - self.begin - self.cost


@dataclass(frozen=True)
class Unnamed:
    """A core that is no configuration: its parameters, and words for the compiler that say what it has."""

    parameters: tuple[tuple[str, int], ...]
    words: tuple[str, ...]


@dataclass(frozen=True)
class Trace:
    """Every net that is not computed, in each cycle: bit t of a number is cycle t. Memory accesses by kind."""

    cycles: int
    values: dict[Net, int]
    accesses: dict[str, int]


@once
def region(workload: str, backend: str, machine: str, configuration: str | Unnamed | None = None) -> Region:
    """The region of a registered workload on the interpreter, in the configuration that the backend's programs are
    measured on, or in another that the interpreter counts the cycles of. That may have no name."""
    from evariste.sim import Machine

    core, known = machines.named(machine), registry()
    start = core.module("snapshot")
    if workload not in known:
        raise UserError(f"there is no workload {workload}; `ev bench --list` names them.")
    case = known[workload].build(backend, "iss")
    own = configuration if isinstance(configuration, Unnamed) else None
    elf = cc.compile([ROOT / source for source in case.sources], backend=backend, defines=case.defines, opt=case.opt,
                     extra=own.words if own else (), machine=machine)  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        for file, content in case.files.items():
            Path(name, file).write_bytes(content)

        def started() -> Machine:
            fresh = (Machine(machine, parameters=dict(own.parameters)) if own
                     else Machine(machine, configuration or core.runs(backend)))  # fmt: skip
            fresh.load(elf)
            fresh.host(root=name, args=case.args, stdout=lines.append)
            fresh.watch(regions=True)
            return fresh

        lines: list[bytes] = []
        run = started()
        run.run()
        begin, end, cost = slowest(run, b"".join(lines).decode(errors="replace"), case.label)
        if end - begin > _LARGEST:
            raise UserError(f"{workload} takes {end - begin:,} cycles; more than {_LARGEST:,} are not traced.")
        run = started()
        run.run(max_cycles=begin)
        rom, ram, ignored = start.snapshot(run)
        run.run(max_cycles=end)
        if run.cycles != end:
            raise UserError(f"{workload} does not stop at the end of its measurement.")
        after = run.read(start.RAM, len(ram))
        run = started()
        run.run(max_cycles=begin)
        used = start.unit(run.record(end - begin), end)
        return Region(workload, backend, begin, end, cost, rom, ram, after, ignored, used, machine)


def simulator(circuit: Circuit, machine: str) -> Path:
    """The program that simulates the circuit, built now or kept."""
    text, core = circuit.behaviour(), machines.named(machine)
    harness = core.module("snapshot").HARNESS
    key = keys.digest(text, keys.tree(harness, core.generated, __file__), tools())
    name = circuit.netlist.job.top
    return cache.built(KIND, "firmware", key, lambda folder: _make(text, folder, ROOT / harness, ROOT / core.generated),
                       f"building the simulator of the netlist of {name}", 60, KEEP) / "firmware"  # fmt: skip


def tools() -> list[object]:
    """For keys: the programs that make the simulator."""
    compiler = os.environ.get("CXX", "g++")
    return [compiler, keys.compiler(shutil.which(compiler) or compiler), keys.tool(verilator.program())]


def _make(text: str, folder: Path, harness: Path, generated: Path) -> None:
    root = verilator.root()
    (folder / "netlist.v").write_text(text)
    log = folder / "build.log"
    commands = [
        [str(verilator.program()), "--cc", "-O3", "-Wno-fatal", "-Wno-lint", "--x-assign", "fast", "--x-initial",
         "fast", "--output-split", "0", "--top-module", "netlist", "--Mdir", folder / "v", folder / "netlist.v"],
        ["sh", "-c", 'exec ${OBJCACHE-$(command -v ccache)} ${CXX-g++} "$@"', "sh", "-std=c++20", "-O0", "-w", "-c",
         f"-I{folder}/v", f"-I{root}/include", f"-I{root}/include/vltstd", f"-I{generated}", "-DVM_TRACE=0",
         "-o", f"{folder}/all.o", f"{folder}/all.cpp"],
        ["sh", "-c", 'exec ${CXX-g++} -pthread -o "$@"', "sh", f"{folder}/firmware", f"{folder}/all.o"],
    ]  # fmt: skip
    with log.open("w") as out:
        for i, command in enumerate(commands):
            if i == 1:
                parts = [*sorted((folder / "v").glob("V*.cpp")), *(root / "include" / f for f in
                         ("verilated.cpp", "verilated_threads.cpp")), harness / "firmware.cpp"]  # fmt: skip
                (folder / "all.cpp").write_text("".join(f'#include "{part}"\n' for part in parts))
            done = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, env=verilator.environment())
            if done.returncode:
                raise UserError(f"the netlist's simulator could not be built; the tools' output is in {log}.")


def trace(circuit: Circuit, what: Region, slower: bool = False) -> Trace:
    """Run the region on the netlist. Refused if it does not end as the interpreter did. It may take more cycles if it
    is `slower` by design.
    """
    program = simulator(circuit, what.machine)
    length = what.end - what.begin
    limit = (6 if slower else 1) * length + 2000
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        files = {n: Path(name, n) for n in ("rom", "ram", "trace", "after")}
        files["rom"].write_bytes(what.rom)
        files["ram"].write_bytes(what.ram)
        done = subprocess.run([program, files["rom"], files["ram"], str(what.begin), str(limit),
                               files["trace"], files["after"]], capture_output=True, text=True)  # fmt: skip
        if done.returncode:
            raise UserError(f"the netlist does not come to the end of {what.workload} on {what.backend}: it is wrong.")
        counted = {line.split()[0]: int(line.split()[1]) for line in done.stdout.splitlines()}
        after, data = bytearray(files["after"].read_bytes()), files["trace"].read_bytes()
    after[what.ignored : what.ignored + 4] = what.after[what.ignored : what.ignored + 4]
    cycles = counted.pop("cycles")
    if cycles < length if slower else cycles != length:
        raise UserError(f"the netlist takes {cycles} cycles for {what.workload} instead of {length}: it is wrong.")
    if bytes(after) != what.after:
        raise UserError(f"the netlist leaves another memory than {what.workload} should: it is wrong.")
    return Trace(cycles, _columns(circuit, data, cycles), counted)


def _columns(circuit: Circuit, data: bytes, cycles: int) -> dict[Net, int]:
    """Bit by bit over the cycles, from the simulator's rows of 32-bit words."""
    import numpy

    rows = numpy.frombuffer(data, numpy.uint8).reshape(cycles, -1)
    bits = numpy.unpackbits(rows, axis=1, bitorder="little").T
    packed = numpy.packbits(bits, axis=1, bitorder="little")
    values: dict[Net, int] = {}
    for what, column in zip(circuit.sampled, packed, strict=False):
        number = int.from_bytes(column.tobytes(), "little")
        if isinstance(what, Gate):
            state = what.cell.flop.state
            for pin, net in what.outputs:
                found = what.cell.pins[pin].function.value({state: number})
                values[net] = found & ((1 << cycles) - 1)
        else:
            values[what] = number
    return values
