# SPDX-License-Identifier: Apache-2.0
"""The measurements: areas, paths, energies of operations and of workloads."""

import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache as once
from functools import cached_property
from pathlib import Path

from evariste import cache, machines
from evariste.cache import keys
from evariste.cache.keys import Store
from evariste.gf.lanes import descriptor
from evariste.isa import machine as specification
from evariste.isa import unit
from evariste.silicon import activity, designs, firmware, glitches, power, scaling, sta
from evariste.silicon.circuit import Circuit, Net
from evariste.silicon.liberty import DEFAULT, read
from evariste.silicon.synth import Job, Netlist, synthesise

CLOCK = 40.0  # ns, 25 MHz: a clock that every configuration meets; but for the leakage no energy depends on it
FIELD = 0x11B  # of the operations measured by themselves: AES
SAMPLES = 24  # cycles with delays for each operation
WINDOWS, WINDOW = 3, 24  # windows with delays in a workload, evenly spread, and the cycles of each


@dataclass
class Built:
    """A netlist with what is found from it."""

    netlist: Netlist

    @cached_property
    def circuit(self) -> Circuit:
        return Circuit(self.netlist)

    @cached_property
    def delays(self) -> sta.Delays:
        return sta.delays(self.circuit)

    def longest(self, **options) -> sta.LongestPath:
        with cache.scratch("sta") as folder:
            return sta.longest(self.circuit, folder, **options)

    def size(self) -> dict:
        """The figures of area: after mapping, and in the netlist with its buffers."""
        cells, ge = self.netlist.mapped
        return {"cells": cells, "ge": round(ge, 1), "buffered_cells": self.netlist.cells,
                "buffered_ge": round(self.netlist.ge, 1)}  # fmt: skip


@once
def built(job: Job, library: Path = DEFAULT) -> Built:
    """The job's netlist, made once."""
    return Built(synthesise(job, read(library)))


def parts(netlist: Netlist, machine: str) -> dict[str, dict[str, float]]:
    """Cells and gate equivalents of a core's parts, with buffers."""
    found: dict[str, dict[str, float]] = {}
    for instance, (cells, ge) in netlist.blocks().items():
        at = found.setdefault(designs.part(instance, machine), {"cells": 0, "ge": 0.0})
        at["cells"] += cells
        at["ge"] = round(at["ge"] + ge, 1)
    return found


def operations(machine: str) -> dict[str, int]:
    """What a machine asks of the unit: instructions with their codes."""
    return unit.operations(specification(machine))


def unit_cases(operation: str, machine: str) -> dict[str, int]:
    """The unit's inputs that say which operation."""
    return {f"op_i__{i}": operations(machine)[operation] >> i & 1 for i in range(3)}


def unit_values(circuit: Circuit, operation: str, cycles: int, machine: str, degree: int = 8) -> dict[Net, int]:
    """Inputs of the unit by itself: random operands in every cycle, one operation, one field."""
    rng = random.Random(operation)
    columns = int.from_bytes(descriptor(FIELD), "little")
    every = (1 << cycles) - 1
    fixed = {"op_i": operations(machine)[operation], "cols_i": columns & (1 << 56) - 1, "m_i": degree}
    values: dict[Net, int] = {}
    for name, bits in circuit.inputs.items():
        for i, net in enumerate(bits):
            values[net] = every * (fixed[name] >> i & 1) if name in fixed else rng.getrandbits(cycles)
    return values


def unit_energy(what: Built, operation: str, machine: str) -> tuple[float, float]:
    """pJ of one operation of the unit by itself, each following another one: without delays, and with glitches."""
    cycles = SAMPLES + 1
    asked = unit_values(what.circuit, operation, cycles, machine)
    values = activity.evaluate(what.circuit, asked, cycles)
    still = activity.count(what.circuit, values, cycles, "")
    moved = glitches.replay(what.circuit, values, [(0, SAMPLES)])
    return tuple(
        sum(p.total for p in power.energy(what.circuit, what.delays, a, CLOCK).values()) / SAMPLES
        for a in (still, moved)
    )  # type: ignore[return-value]


def _by_part(energies: dict[str, power.Parts], machine: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for instance, energy in energies.items():
        part = designs.part(instance, machine)
        found[part] = found.get(part, 0.0) + energy.total
    return found


KEPT = Store("silicon/work")
# What makes the region, which is in the key itself.
REGION = tuple(f"evariste.{name}" for name in ("bench", "cc", "sim", "build", "workloads", "isa"))


@dataclass(frozen=True)
class Work:
    """A workload on a core: cycles as the bench records them, and pJ of each part, with and without glitches."""

    cycles: int
    still: dict[str, float]
    moved: dict[str, float]
    memory: tuple[float, float] | None  # pJ, and its upper end; None where the process is not known
    accesses: dict[str, int]
    window: int  # cycles simulated with delays
    factors: list[float]  # what all parts together take more with delays, in each window

    @property
    def energy(self) -> float:
        """pJ without glitches."""
        return sum(self.still.values())

    def memories(self, digits: int = 1) -> tuple[float, float] | tuple[None, None]:
        """The memories' pJ and their upper end, as records have them."""
        return (round(self.memory[0], digits), round(self.memory[1], digits)) if self.memory else (None, None)


def work(
    what: Built, workload: str, backend: str, machine: str, windows: int = WINDOWS, slower: bool = False,
    node: str | None = "180", configuration: str | firmware.Unnamed | None = None,
) -> Work:  # fmt: skip
    """Run a workload's measured region on the netlist; refused unless it ends as the interpreter does.

    The whole region is counted without delays. Windows spread over it are simulated with delays, and each part's energy
    is raised by what it took more there. The cycles of the measurement itself are subtracted in proportion. A result
    for the same netlist and memories is kept. `slower`: see firmware.trace. `node`: the process, for the memories;
    without it they are left out. `configuration`: see firmware.region.
    """
    region = firmware.region(workload, backend, machine, configuration)
    run = [region.rom, region.ram, region.begin, region.end]
    key = keys.digest(what.netlist.folder.name, *run, windows, WINDOW, CLOCK, node,
                      keys.tree(*machines.named(machine).sources), keys.code(__name__, without=REGION),
                      glitches.tools(), firmware.tools())  # fmt: skip
    if kept := KEPT.get(key):
        return Work(**kept)
    done = _work(what, region, windows, slower, node)
    KEPT.put(key, vars(done))
    return done


def _work(what: Built, region: firmware.Region, windows: int, slower: bool, node: str | None) -> Work:
    trace = firmware.trace(what.circuit, region, slower)
    values = activity.evaluate(what.circuit, trace.values, trace.cycles)
    activity.check_states(what.circuit, values, trace.cycles)

    def energy(found: activity.Activity) -> dict[str, float]:
        return _by_part(power.energy(what.circuit, what.delays, found, CLOCK), region.machine)

    cycles = trace.cycles - region.cost
    own = cycles / trace.cycles
    still = {part: pj * own for part, pj in energy(activity.count(what.circuit, values, trace.cycles, "")).items()}
    length = min(WINDOW, (trace.cycles - 1) // windows - 1)
    without: Counter[str] = Counter()
    with_: Counter[str] = Counter()
    factors = []
    parts = [((trace.cycles - length - 1) * (2 * i + 1) // (2 * windows), length) for i in range(windows)]
    for (first, _), moved in zip(parts, glitches.replays(what.circuit, values, parts), strict=True):
        some = {net: v >> first & (1 << length + 1) - 1 for net, v in values.items()}
        calm = energy(replace(activity.count(what.circuit, some, length + 1, ""), cycles=length))
        restless = energy(moved)
        without.update(calm)
        with_.update(restless)
        factors.append(sum(restless.values()) / sum(calm.values()))
    raised = {part: pj * with_[part] / without[part] for part, pj in still.items()}
    scaled = None
    if node:
        memory = scaling.energy(trace.accesses, node, what.netlist.library.voltage)
        scaled = (memory[0] * own, memory[1] * own)
    return Work(cycles, still, raised, scaled, trace.accesses, windows * length, factors)
