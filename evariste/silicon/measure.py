# SPDX-License-Identifier: Apache-2.0
"""What is measured, and in which figures: areas, paths, energies of operations and of workloads."""

import random
from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from evariste.bench.store import Store, digest
from evariste.gf.lanes import descriptor
from evariste.silicon import activity, delays, designs, firmware, glitches, memories, power, sta
from evariste.silicon.circuit import Circuit, Net
from evariste.silicon.liberty import DEFAULT, read
from evariste.silicon.synth import Job, Netlist, synthesise

CLOCK = 40.0  # ns, 25 MHz: a clock that every configuration meets; but for the leakage no energy depends on it
OPERATIONS = {"gfadd": 1, "gfsq": 2, "gfpow": 3, "gfinv": 4, "gfmul": 5, "gfmul32": 6}  # gf_pkg::gf_op_e
FIELD = 0x11B  # of the operations measured by themselves: AES
SAMPLES = 24  # cycles with delays for each operation
WINDOWS, WINDOW = 2, 24  # cycles with delays in a workload, evenly spread


@dataclass
class Built:
    """A netlist with what is found from it."""

    netlist: Netlist

    @cached_property
    def circuit(self) -> Circuit:
        return Circuit(self.netlist)

    @cached_property
    def delays(self) -> delays.Delays:
        return delays.delays(self.circuit)

    @property
    def folder(self) -> Path:
        return self.netlist.folder / "sta"

    def longest(self, **options) -> sta.LongestPath:
        return sta.longest(self.circuit, self.folder, **options)

    def size(self) -> dict:
        """The figures of area: after mapping, and in the netlist with its buffers."""
        cells, ge = self.netlist.mapped
        return {"cells": cells, "ge": round(ge, 1), "buffered_cells": self.netlist.cells,
                "buffered_ge": round(self.netlist.ge, 1)}  # fmt: skip


@cache
def built(job: Job, library: Path = DEFAULT) -> Built:
    """The job's netlist, made once."""
    return Built(synthesise(job, read(library)))


def parts(netlist: Netlist) -> dict[str, dict[str, float]]:
    """Cells and gate equivalents of a core's parts, with buffers."""
    found: dict[str, dict[str, float]] = {}
    for instance, (cells, ge) in netlist.blocks().items():
        at = found.setdefault(designs.part(instance), {"cells": 0, "ge": 0.0})
        at["cells"] += cells
        at["ge"] = round(at["ge"] + ge, 1)
    return found


def nets_called(circuit: Circuit, *names: str) -> list[Net]:
    """The bits of named vectors of the source, found by their names in the flat netlist."""
    return [net for net, name in circuit.names.items() if any(name == n or name.startswith(f"{n}_") for n in names)]


def unit_cases(operation: str) -> dict[str, int]:
    """The unit's inputs that say which operation."""
    return {f"op_i__{i}": OPERATIONS[operation] >> i & 1 for i in range(3)}


def unit_values(circuit: Circuit, operation: str, cycles: int, degree: int = 8) -> dict[Net, int]:
    """Inputs of the unit by itself: random operands in every cycle, one operation, one field."""
    rng = random.Random(operation)
    columns = int.from_bytes(descriptor(FIELD), "little")
    every = (1 << cycles) - 1
    fixed = {"op_i": OPERATIONS[operation], "cols_i": columns & (1 << 56) - 1, "m_i": degree}
    values: dict[Net, int] = {}
    for name, bits in circuit.inputs.items():
        for i, net in enumerate(bits):
            values[net] = every * (fixed[name] >> i & 1) if name in fixed else rng.getrandbits(cycles)
    return values


def unit_energy(what: Built, operation: str) -> tuple[float, float]:
    """pJ of one operation of the unit by itself, each following another one: without delays, and with glitches."""
    cycles = SAMPLES + 1
    values = activity.evaluate(what.circuit, unit_values(what.circuit, operation, cycles), cycles)
    still = activity.count(values, cycles, "")
    moved = glitches.replay(what.circuit, values, [(0, SAMPLES)])
    return tuple(
        sum(p.total for p in power.energy(what.circuit, what.delays, a, CLOCK).values()) / SAMPLES
        for a in (still, moved)
    )  # type: ignore[return-value]


def _by_part(energies: dict[str, power.Parts]) -> dict[str, float]:
    found: dict[str, float] = {}
    for instance, energy in energies.items():
        found[designs.part(instance)] = found.get(designs.part(instance), 0.0) + energy.total
    return found


KEPT = Store("silicon/work")
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Work:
    """A workload on a core: cycles as the bench records them, and pJ of each part, with and without glitches."""

    cycles: int
    still: dict[str, float]
    moved: dict[str, float]
    memory: tuple[float, float]
    accesses: dict[str, int]
    window: int  # cycles simulated with delays


def work(what: Built, workload: str, backend: str, node: str = "180") -> Work:
    """Run a workload's measured region on the netlist; refused unless it ends as the interpreter does.

    All of it is counted without delays; with delays, windows spread over it, and each part's energy is then raised by
    what that part took more in them. The measurement's own few cycles are taken off in proportion. What was measured
    once on the same netlist with the same memories is kept.
    """
    region = firmware.region(workload, backend)
    code = [(FOLDER / f"{name}.py").read_bytes() for name in ("circuit", "delays", "glitches", "power")]
    run = [region.rom, region.ram, region.begin, region.end]
    key = digest(what.netlist.folder.name, *run, WINDOWS, WINDOW, CLOCK, node, *code)
    if kept := KEPT.get(key):
        return Work(**kept)
    done = _work(what, region, node)
    KEPT.put(key, vars(done))
    return done


def _work(what: Built, region: firmware.Region, node: str) -> Work:
    trace = firmware.trace(what.circuit, region)
    values = activity.evaluate(what.circuit, trace.values, trace.cycles)
    activity.check_states(what.circuit, values, trace.cycles)

    def energy(found: activity.Activity) -> dict[str, float]:
        return _by_part(power.energy(what.circuit, what.delays, found, CLOCK))

    own = region.cycles / trace.cycles
    still = {part: pj * own for part, pj in energy(activity.count(values, trace.cycles, "")).items()}
    length = min(WINDOW, (trace.cycles - 1) // WINDOWS - 1)
    windows = [((trace.cycles - length - 1) * (2 * i + 1) // (2 * WINDOWS), length) for i in range(WINDOWS)]
    calm: Counter[Net] = Counter()
    for first, count in windows:
        some = {net: v >> first & (1 << count + 1) - 1 for net, v in values.items()}
        calm.update(activity.count(some, count + 1, "").toggles)
    without = energy(activity.Activity(WINDOWS * length, calm, ""))
    with_ = energy(glitches.replay(what.circuit, values, windows))
    moved = {part: pj * with_[part] / without[part] for part, pj in still.items()}
    memory = memories.energy(trace.accesses, node, what.netlist.library.voltage)
    scaled = (memory[0] * own, memory[1] * own)
    return Work(region.cycles, still, moved, scaled, trace.accesses, WINDOWS * length)
