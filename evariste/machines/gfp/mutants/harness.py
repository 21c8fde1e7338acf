# SPDX-License-Identifier: Apache-2.0
"""The design of the core's proofs with errors in it, each selected by its number, and random states of it.

A state is reached from reset on a bus that answers at random, with instructions, addresses, frames and other data. An
error is refuted there if an output is wrong in that cycle, or if the invariant does not hold in the next. This is a
counterexample of the proofs, found without a prover. Only what an error changes is computed again.
"""

import heapq
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from evariste import yosys
from evariste.isa import machine
from evariste.isa.model import Instruction
from evariste.machines.gfp.proofs import core
from evariste.paths import ROOT
from evariste.verification import unroll
from evariste.verification.aig import Aig
from evariste.verification.mutation import SELECT, Mutant, choose, parsed, put_in
from evariste.verification.unroll import Design

MODES = ("locked_o", "entry_o", "return_o", "reset_o")
LANES = 1024  # states at once
WRONG = [f"wrong_{name}_o" for name in core.WRONG]
SEEN = ["assume_o", "holds_o", "born_alike_o", "locked_o", "entry_o", "return_o", "reset_o", *WRONG]


@dataclass(frozen=True)
class Part:
    """A design of the proofs with mutants in it, and the description of each. 0 on its input `mutant` selects the
    original.
    """

    design: Design
    mutants: list[Mutant]


def build(count: int, seed: int) -> tuple[Part, Part]:
    """So many mutants, divided between the core and its register file in proportion to their cells. The file is proved
    separately.
    """
    harness = _Source("gfp_harness", core.files(), core.parameters(), _cells("gfp_harness"))
    check = "gfp_regfile_check"
    file = _Source(check, core.file_check(), {}, f"{check}/a:src=rtl/gfp/* {check}/t:* %i")
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        chosen = [source.choose(count, seed, Path(name)) for source in (harness, file)]
        cells = [size for size, _ in chosen]
        share = round(count * cells[1] / sum(cells))
        parts, first = list[Part](), 1
        for source, (_, commands), many in zip((harness, file), chosen, (count - share, share), strict=True):
            picked = Random(seed).sample(commands, min(many, len(commands)))
            parts.append(source.mutated(picked, first, Path(name)))
            first += len(picked)
        return parts[0], parts[1]


def _cells(top: str) -> str:
    """The cells of the core: of rtl/gfp, and of the generated functions that the reference machine does not use."""
    package = "gen/gfp/gfp_isa_pkg.sv"
    shared = 2 + next(i for i, line in enumerate((ROOT / package).read_text().splitlines()) if "is_wide(" in line)
    cells = f"{top}/t:* %i"
    generated = f"{top}/a:src={package}* {cells} %u {top}/a:src={package}:{shared}.* %d"
    return f"{top}/a:src=rtl/gfp/* {cells} {generated}"


@dataclass(frozen=True)
class _Source:
    top: str
    files: list[Path]
    parameters: dict[str, int]
    selection: str

    def choose(self, count: int, seed: int, folder: Path) -> tuple[int, list[str]]:
        """How many cells there are, and mutants. The design stays in the folder."""
        given = " ".join(f"-G{name}={value}" for name, value in self.parameters.items())
        files = " ".join(str(path.relative_to(ROOT)) for path in self.files)
        kept, sized = folder / f"{self.top}.il", folder / "cells"
        elaborate = [f"read_slang --top {self.top} {given} {files}", f"hierarchy -check -top {self.top}", *core.PASSES,
                     f"write_rtlil {kept}", f"tee -q -o {sized} select -count {self.selection}"]  # fmt: skip
        commands = choose(elaborate, self.selection, count, seed, self.top, folder)
        return int(sized.read_text().split()[0]), commands

    def mutated(self, commands: list[str], first: int, folder: Path) -> Part:
        """The design with these mutants; they are numbered from `first`, and selected from 1."""
        path = folder / f"{self.top}.aig"
        mutate = put_in(commands, folder)
        yosys.run(f"read_rtlil {folder}/{self.top}.il", mutate, *core.TO_GATES, f"write_aiger -symbols {path}")
        return Part(unroll.read(path), [parsed(n, c) for n, c in enumerate(commands, first)])


class Stimulus:
    """Random inputs of the bus, a lane each."""

    def __init__(self, seed: int) -> None:
        self.rng, draw = np.random.default_rng(seed), Random(seed)
        self.words = np.array(list(_instructions(draw)), np.uint32)

    def bits(self, share: float) -> int:
        return _pack(self.rng.random(LANES) < share)

    def instructions(self) -> np.ndarray:
        """A word of two short instructions, a long one, or halves of two."""
        rng = self.rng
        words = rng.choice(self.words, (2, LANES))
        short, wide = words[0] < 0x10000, words[1]
        swapped = wide >> 16 | wide << 16  # the first halfword is the lower one in memory
        both = np.where(short, words[0] | (rng.choice(self.words, LANES) & 0xFFFF) << 16, swapped)
        split = words[0] & 0xFFFF | (wide >> 16) << 16
        found = np.where(wide < 0x10000, both, np.where(rng.random(LANES) < 0.5, swapped, split))
        other, draw = rng.integers(0, 1 << 32, LANES, np.uint32), rng.random(LANES)
        near = found ^ (np.uint32(1) << rng.integers(0, 32, LANES, np.uint32))
        return np.where(draw < 0.03, other, np.where(draw < 0.2, near, found))

    def data(self, vector: np.ndarray, frame: np.ndarray) -> np.ndarray:
        """Random data: multiples of four, odd addresses, EXC_RETURN, descriptors, xPSR. Mostly an odd address if a lane
        reads vectors, mostly an xPSR with T if it reads a frame.
        """
        rng = self.rng
        word = rng.integers(0, 1 << 32, LANES, np.uint32)
        few = word & rng.integers(0, 1 << 32, LANES, np.uint32) & rng.integers(0, 1 << 32, LANES, np.uint32)
        kind = rng.integers(0, 8, LANES)
        back = 0xFFFFFFE1 | word & 0x1C
        field = word & 0xFFFFFF | (rng.integers(0, 11, LANES, np.uint32) << 24)
        status = word & 0xF0000204 | 0x01000000 | rng.choice(np.array([0, 0, 3, 11, 12], np.uint32), LANES)
        choices = [word, word & ~np.uint32(3), word & ~np.uint32(3), word | 1, back, field, status, few]
        found = np.choose(kind, choices).astype(np.uint32)
        often = rng.random(LANES) < 0.9
        return np.where(vector & often, word | 1, np.where(frame & often, status, found))


def _instructions(draw: Random) -> Iterator[int]:
    for insn in machine("gfp"):
        for _ in range(12):
            yield _legal(draw, insn)


def _legal(draw: Random, insn: Instruction) -> int:
    while True:
        word = insn.match | draw.getrandbits(8 * insn.size) & ~insn.mask
        if (found := machine("gfp").decode(word, insn.size)) is not None and found.insn is insn:
            return word


def _pack(flags: np.ndarray) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def _unpack(mask: int) -> np.ndarray:
    return np.unpackbits(np.frombuffer(mask.to_bytes(LANES // 8, "little"), np.uint8), bitorder="little").astype(bool)


class Cycle:
    """One cycle in all lanes: the value of every node, for the original."""

    def __init__(self, graph: Aig, inputs: dict[str, int]) -> None:
        ones = (1 << LANES) - 1
        table = [0, *(inputs.get(name, 0) for name in graph.inputs)]
        for a, b in graph.gates:
            table.append((table[a >> 1] ^ (ones if a & 1 else 0)) & (table[b >> 1] ^ (ones if b & 1 else 0)))
        self.table = table


class Hunt:
    """Looks for refutations in random states."""

    def __init__(self, design: Design, seed: int = 1) -> None:
        wanted = [*SEEN, "instr_out_o", "data_out_o", *design.state.values()]
        self.graph = graph = design.graph.fixed({}, wanted)
        self.state = {name: graph.outputs[after] for name, after in design.state.items()}
        self.place = {name: i + 1 for i, name in enumerate(graph.inputs)}
        self.readers: list[list[int]] = [[] for _ in range(graph.first_gate + len(graph.gates))]
        for gate, (a, b) in enumerate(graph.gates, graph.first_gate):
            self.readers[a >> 1].append(gate)
            if b >> 1 != a >> 1:
                self.readers[b >> 1].append(gate)
        self.invariant = graph.cone([graph.outputs["holds_o"], graph.outputs["born_alike_o"]])
        self.outstanding = {name: self._state_of(name) for name in ("instr_out_o", "data_out_o")}
        self.stimulus = Stimulus(seed)
        self.values = dict.fromkeys(design.state, 0)  # with all zeros, both machines are in the same state
        self.quick = self.stimulus.bits(0.5)  # lanes with a bus that answers at once
        self.modes: dict[str, int] | None = None
        self.cycle, self.reset = self._cycle()

    def _state_of(self, output: str) -> str:
        """The bit of state that an output is."""
        inputs = [self.graph.inputs[n - 1] for n in self.graph.cone([self.graph.outputs[output]])
                  if 0 < n < self.graph.first_gate]  # fmt: skip
        return next(name for name in inputs if name in self.state)

    def literal(self, table: list[int], name: str, ones: int = (1 << LANES) - 1) -> int:
        lit = self.graph.outputs[name]
        return table[lit >> 1] ^ (ones if lit & 1 else 0)

    def _cycle(self) -> tuple[Cycle, int]:
        """The next cycle, and the lanes that are reset in it."""
        s, ones = self.stimulus, (1 << LANES) - 1
        reset = ones if self.modes is None else s.bits(0.004) | (self.modes["locked_o"] & s.bits(0.5))
        modes = self.modes or dict.fromkeys(MODES, 0)
        out = {name: self.values[state] for name, state in self.outstanding.items()}
        vector = _unpack(modes["entry_o"] | modes["reset_o"])
        words, data = s.instructions(), s.data(vector, _unpack(modes["return_o"]))
        ports: dict[str, int] = {"rst_ni": ones ^ reset}
        quick = self.quick
        ports["instr_gnt_i"] = s.bits(0.7) | quick
        ports["data_gnt_i"] = s.bits(0.6) | quick
        ports["instr_rvalid_i"] = out["instr_out_o"] & (s.bits(0.6) | quick)
        ports["data_rvalid_i"] = out["data_out_o"] & (s.bits(0.5) | quick)
        ports["instr_err_i"], ports["data_err_i"] = s.bits(0.03), s.bits(0.03)
        for i in range(32):
            ports[f"instr_rdata_i[{i}]"] = _pack((words >> i & 1).astype(bool))
            ports[f"data_rdata_i[{i}]"] = _pack((data >> i & 1).astype(bool))
        for name in self.place:
            if name not in ports and name not in self.values and not name.startswith((SELECT, "control_i")):
                ports[name] = s.bits(0.5)
        cycle = Cycle(self.graph, {**self.values, **ports})
        self.modes = {name: self.literal(cycle.table, name) for name in MODES}
        return cycle, reset

    def step(self) -> tuple[Cycle, int, Cycle]:
        """A cycle, the lanes reset in it, and the cycle after it."""
        before, reset = self.cycle, self.reset
        ones = (1 << LANES) - 1
        self.values = {name: before.table[lit >> 1] ^ (ones if lit & 1 else 0) for name, lit in self.state.items()}
        self.cycle, self.reset = self._cycle()
        return before, reset, self.cycle

    def changed(self, table: list[int], start: dict[int, int], inside: set[int] | None = None) -> dict[int, int]:
        """The nodes that change when some nodes get these values."""
        ones, gates, first = (1 << LANES) - 1, self.graph.gates, self.graph.first_gate
        new = dict(start)
        todo = [g for n in start for g in self.readers[n]]
        heapq.heapify(todo)
        last = -1
        while todo:
            gate = heapq.heappop(todo)
            if gate == last:
                continue
            last = gate
            if inside is not None and gate not in inside:
                continue
            a, b = gates[gate - first]
            x, y = new.get(a >> 1), new.get(b >> 1)
            x = table[a >> 1] if x is None else x
            y = table[b >> 1] if y is None else y
            value = (x ^ ones if a & 1 else x) & (y ^ ones if b & 1 else y)
            if value != table[gate]:
                new[gate] = value
                for reader in self.readers[gate]:
                    heapq.heappush(todo, reader)
        return new

    def selected(self, number: int) -> dict[int, int]:
        ones = (1 << LANES) - 1
        return {node: ones for name, node in self.place.items()
                if name.partition("[")[0] == SELECT and number >> _index(name) & 1}  # fmt: skip

    def refuted(self, number: int, before: Cycle, reset: int, after: Cycle) -> str | None:
        """What this mutant does wrong in one of the lanes."""
        ones = (1 << LANES) - 1
        select = self.selected(number)
        new = self.changed(before.table, select)

        def seen(values: dict[int, int], table: list[int], name: str) -> int:
            lit = self.graph.outputs[name]
            value = values.get(lit >> 1)
            value = table[lit >> 1] if value is None else value
            return value ^ (ones if lit & 1 else 0)

        runs = self.literal(before.table, "assume_o") & self.literal(before.table, "holds_o") & (ones ^ reset)
        for name in WRONG:
            if self.graph.outputs[name] >> 1 in new and seen(new, before.table, name) & runs:
                return name.removeprefix("wrong_").removesuffix("_o")
        start = dict(select)
        for name, lit in self.state.items():
            if (value := new.get(lit >> 1)) is not None:
                start[self.place[name]] = value ^ (ones if lit & 1 else 0)
        if len(start) == len(select):
            return None
        later = self.changed(after.table, start, self.invariant)
        broken = ones ^ seen(later, after.table, "holds_o")
        if broken & runs:
            return "invariant"
        if broken & reset & seen(later, after.table, "born_alike_o"):
            return "reset"
        return None


def _index(name: str) -> int:
    return int(name.partition("[")[2].rstrip("]") or 0)
