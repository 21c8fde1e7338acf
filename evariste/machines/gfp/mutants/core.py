# SPDX-License-Identifier: Apache-2.0
"""Mutants of the core, all but its Galois-field unit, against random programs on all of them at once.

A mutant is killed in the first cycle in which it retires, writes to a register, stores, prints, halts or locks up
differently from the original beside it. This is what lock-step compares.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from evariste.machines.gfp import recipes, soc
from evariste.machines.gfp.recipes import words
from evariste.machines.gfp.recipes.assembler import EXTENSIONS
from evariste.verification import gates
from evariste.verification.aig import Builder
from evariste.verification.gates import Netlist

SELECTION = r"gfp_soc/c:$flatten\u_core.* c:*u_gf_unit* %d"
ELABORATE = soc.read()
TOP = soc.TOP
CYCLES, WORDS_CYCLES, DEBUGGED = 100_000, 500, 8000  # at most; a debugger may change the course of a program
SHORT_CYCLES = 100
WORDS = 20


@dataclass(frozen=True)
class Run:
    """A program and what happens around it. `name` is what `ev replay` takes, or words/SEED."""

    name: str
    segments: list[tuple[int, bytes]]
    waits: tuple[int, int] = (0, 0)
    late: int = 0
    debugger: str = "idle"
    pulse: int = 0
    lines: list[tuple[int, int]] = field(default_factory=list)
    cycles: int = CYCLES
    seed: int = 1


def plan(first: int, rounds: int) -> Iterator[Run]:
    """The programs of so many rounds: long and short, with wait states and late answers, with or without a
    debugger that interferes, lock-ups, frames that cannot be stored or loaded, words that are almost instructions.
    """
    for seed in range(first, first + rounds):
        yield program("long" if seed % 4 == 0 else "timed", seed)
        yield program("timed", 1000 + seed, waits=(60, 60), late=60)
        yield program("timed", 2000 + seed, debugger="active", cycles=DEBUGGED)
        yield program("lockup", seed, late=60 * (seed % 2))
        yield program("timed", 3000 + seed, waits=(100, 30), late=100, debugger="active", cycles=DEBUGGED)
        yield program("timed", 4000 + seed, waits=(30, 100), late=30, pulse=4)
        yield program("frames", seed, late=60 * (seed % 2))
        yield Run(f"near/{seed}", words.near(seed), seed=seed + 1)
        yield Run(f"near extensions/{seed}", words.near(seed, EXTENSIONS), seed=seed + 1)
        for i, segments in enumerate(words.short(seed)):
            yield Run(f"short/{seed}.{i}", segments, cycles=SHORT_CYCLES, seed=seed + 1)
        for i in range(WORDS * seed, WORDS * (seed + 1)):
            waits, late = ((0, 0), 0) if i % 2 else ((50, 50), 50)
            debugger = ("idle", "absent", "active", "active")[i // 2 % 4]
            yield Run(f"words/{i}", words.program(i).segments, waits, late, debugger, cycles=WORDS_CYCLES, seed=i + 1)


def program(recipe: str, seed: int, **around: object) -> Run:
    """A run of the program of this recipe and seed."""
    return Run(f"{recipe}/{seed}", recipes.generate(seed, recipe).segments, seed=seed + 1, **around)


class Hunt:
    """Runs programs on mutants."""

    def __init__(self, netlist: Netlist) -> None:
        self.soc = soc.Soc(netlist)
        self.select = netlist.ports["mutant"]
        self.work = 0

    def kill(self, run: Run, numbers: list[int]) -> dict[int, str]:
        """The mutants among these that the program kills, and what killed each."""
        killed: dict[int, str] = {}
        step = gates.lanes() - 1
        for i in range(0, len(numbers), step):
            batch = numbers[i : i + step]
            for lane in range(gates.lanes()):
                number = batch[lane - 1] if 0 < lane <= len(batch) else 0
                self.soc.simulator.set(self.select, lane, number)
            self.soc.clear()
            self.soc.load(run.segments)
            outcome = self.soc.run(
                range(len(batch) + 1), run.cycles, waits=run.waits, late=run.late, debugger=run.debugger,
                pulse=run.pulse, lines=run.lines, seed=run.seed, preset=run.seed,
            )  # fmt: skip
            self.work += outcome.clocks
            killed |= {batch[lane - 1]: self.soc.by(lane) for lane in outcome.different}
        return killed


def observe(netlist: Netlist, graph: Builder, one: dict[int, int], other: dict[int, int]) -> int:
    """True where two equal states lead to different outputs or next states."""
    ports = soc.ports(netlist)
    differ = 0

    def unlike(nodes: list[int]) -> int:
        found = 0
        for n in nodes:
            found = graph.lor(found, graph.xor(one[n], other[n]))
        return found

    for d, _ in netlist.flops.tolist():
        differ = graph.lor(differ, graph.xor(one[d], other[d]))
    groups = [(ports[valid][0], [n for name in names for n in ports[name]]) for valid, names in soc.OBSERVED.items()]
    address, data = ports["u_ram.data_addr_i"], ports["u_ram.data_wdata_i"]
    groups += [(we, [*address, *data[8 * i : 8 * i + 8]]) for i, we in enumerate(ports["u_ram.data_we_i"])]
    for valid, nodes in groups:
        differ = graph.lor(differ, graph.xor(one[valid], other[valid]))
        differ = graph.lor(differ, graph.land(one[valid], unlike(nodes)))
    return differ
