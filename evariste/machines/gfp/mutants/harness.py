# SPDX-License-Identifier: Apache-2.0
"""The design of the core's proofs with errors in it, each selected by its number, and a bus that answers at random:
with instructions, addresses, frames and other data."""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import numpy as np

from evariste.isa import machine
from evariste.isa.model import Instruction
from evariste.machines.gfp.proofs import core
from evariste.paths import ROOT
from evariste.verification.mutant_proofs import LANES, Part, Source, Stimulus, pack, unpack
from evariste.verification.mutation import Sample

MODES = ("locked_o", "entry_o", "return_o", "reset_o")
WRONG = [f"wrong_{name}_o" for name in core.WRONG]


def build(sample: Sample) -> tuple[Part, Part]:
    """So many mutants, divided between the core and its register file in proportion to their cells. The file is proved
    separately.
    """
    harness = Source("gfp_harness", core.files(), core.parameters(), _cells("gfp_harness"), core.PASSES, core.TO_GATES)
    count, whole = sample.count, Sample(sample.count, sample.seed)
    check = "gfp_regfile_check"
    file = Source(check, core.file_check(), {}, f"{check}/a:src=rtl/gfp/* {check}/t:* %i", core.PASSES, core.TO_GATES)
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        chosen = [source.choose(whole, Path(name)) for source in (harness, file)]
        cells = [size for size, _ in chosen]
        share = round(count * cells[1] / sum(cells))
        parts, first = list[Part](), 1
        for source, (_, commands), many in zip((harness, file), chosen, (count - share, share), strict=True):
            picked = sample.of(Random(sample.seed).sample(commands, min(many, len(commands))))
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


class Bus(Stimulus):
    """Random inputs of the bus."""

    seen, states = MODES, ("instr_out_o", "data_out_o")

    def __init__(self, seed: int) -> None:
        super().__init__(seed, WRONG)
        self.words = np.array(list(_instructions(Random(seed))), np.uint32)
        self.quick = self.bits(0.5)  # lanes with a bus that answers at once

    def ports(self, seen: Mapping[str, int] | None, states: Mapping[str, int]) -> dict[str, int]:
        ones = (1 << LANES) - 1
        reset = ones if seen is None else self.bits(0.004) | (seen["locked_o"] & self.bits(0.5))
        modes = seen or dict.fromkeys(MODES, 0)
        vector = unpack(modes["entry_o"] | modes["reset_o"])
        words, data = self.instructions(), self.data(vector, unpack(modes["return_o"]))
        ports: dict[str, int] = {"rst_ni": ones ^ reset}
        quick = self.quick
        ports["instr_gnt_i"] = self.bits(0.7) | quick
        ports["data_gnt_i"] = self.bits(0.6) | quick
        ports["instr_rvalid_i"] = states["instr_out_o"] & (self.bits(0.6) | quick)
        ports["data_rvalid_i"] = states["data_out_o"] & (self.bits(0.5) | quick)
        ports["instr_err_i"], ports["data_err_i"] = self.bits(0.03), self.bits(0.03)
        for i in range(32):
            ports[f"instr_rdata_i[{i}]"] = pack((words >> i & 1).astype(bool))
            ports[f"data_rdata_i[{i}]"] = pack((data >> i & 1).astype(bool))
        return ports

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
