# SPDX-License-Identifier: Apache-2.0
"""Mutants of the core in the design of its proofs, for each machine that has it. How they are judged is in
evariste/verification/mutant_proofs.py.

They meet random instructions on random buses from reset on, beside the second machine of the proofs, which says what is
right. The proofs judge those that nothing refutes there. The register file, and a unit that is cut out, are not in this
design; they have proofs of their own. Verdicts are kept as they come, so that an interrupted campaign goes on.
"""

import re
import tempfile
from collections.abc import Mapping
from dataclasses import astuple
from pathlib import Path
from random import Random

import numpy as np

from evariste import cache
from evariste.cache import keys
from evariste.cache.keys import Store
from evariste.isa import machine
from evariste.isa.model import Instruction
from evariste.parts.mips.proofs.core import PASSES, TO_GATES, WRONG, Core
from evariste.paths import ROOT
from evariste.verification import mutant_proofs
from evariste.verification.mutant_proofs import LANES, Hunt, Part, Prover, Source, Stimulus, hunted, pack
from evariste.verification.mutation import Result, Sample, Say

STORE = Store("mutation-mips")
OUTPUTS = [f"wrong_{name}_o" for name in WRONG]
TOP = "mips_harness"
EACH = 12  # words of each instruction
REGISTERS = np.array([0, 1, 2, 3, 31], np.uint32)  # that most operands name
CYCLES = 5  # of a round
_INSTANCE = re.compile(r"^  (\w+)(?: #\(.*| u_\w+) ?\(?", re.M)


class Bus(Stimulus):
    """Random instructions and data. Most instructions use few registers, so that they depend on one another."""

    states = ("instr_out_o", "data_out_o")

    def __init__(self, seed: int, isa: str) -> None:
        super().__init__(seed, OUTPUTS)
        draw = Random(seed)
        self.words = np.array([_word(draw, isa, insn) for insn in machine(isa) for _ in range(EACH)], np.uint32)
        self.quick = self.bits(0.5)  # lanes with a bus that answers at once

    def instructions(self) -> np.ndarray:
        """Mostly instructions, words that are one in all bits but one, and any word."""
        rng = self.rng
        found = rng.choice(self.words, LANES)
        other, draw = rng.integers(0, 1 << 32, LANES, np.uint32), rng.random(LANES)
        near = found ^ (np.uint32(1) << rng.integers(0, 32, LANES, np.uint32))
        return np.where(draw < 0.02, other, np.where(draw < 0.08, near, found))

    def data(self) -> np.ndarray:
        """Random words, small ones, those with few bits, and multiples of four."""
        rng = self.rng
        word = rng.integers(0, 1 << 32, LANES, np.uint32)
        few = word & rng.integers(0, 1 << 32, LANES, np.uint32) & rng.integers(0, 1 << 32, LANES, np.uint32)
        edge = rng.choice(np.array([0, 1, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF], np.uint32), LANES)
        kinds = [word, few, edge, word & ~np.uint32(3), word & 0xFF]
        return np.choose(rng.integers(0, len(kinds), LANES), kinds).astype(np.uint32)

    def ports(self, seen: Mapping[str, int] | None, states: Mapping[str, int]) -> dict[str, int]:
        ones, quick = (1 << LANES) - 1, self.quick
        reset = ones if seen is None else self.bits(0.002)
        words, data = self.instructions(), self.data()
        ports = {
            "rst_ni": ones ^ reset,
            "instr_gnt_i": self.bits(0.8) | quick,
            "data_gnt_i": self.bits(0.7) | quick,
            "instr_rvalid_i": states["instr_out_o"] & (self.bits(0.7) | quick),
            "data_rvalid_i": states["data_out_o"] & (self.bits(0.6) | quick),
            "instr_err_i": self.bits(0.01),
            "data_err_i": self.bits(0.03),
        }
        for i in range(32):
            ports[f"instr_rdata_i[{i}]"] = pack((words >> i & 1).astype(bool))
            ports[f"data_rdata_i[{i}]"] = pack((data >> i & 1).astype(bool))
        return ports


def _word(draw: Random, isa: str, insn: Instruction) -> int:
    """A word of this instruction; its registers are mostly of the few."""
    while True:
        word = insn.match | draw.getrandbits(32) & ~insn.mask
        for name in ("rs", "rt", "rd"):
            if name in insn.fields and draw.random() < 0.9:
                number = int(draw.choice(REGISTERS))
                for place, bit in enumerate(reversed(insn.fields[name].bits)):
                    word = word & ~(1 << bit) | (number >> place & 1) << bit
        if (found := machine(isa).decode(word)) is not None and found.insn is insn:
            return word


def build(core: Core, rtl: tuple[str, ...], unit: tuple[str, ...], sample: Sample) -> Part:
    """So many mutants of the core's cells, those from these folders. `unit`: modules of it that the second machine
    holds."""
    selection = " ".join([f"{TOP}/a:src=rtl/{rtl[0]}/*", *(f"{TOP}/a:src=rtl/{room}/* %u" for room in rtl[1:]),
                          f"{TOP}/t:* %i"])  # fmt: skip
    parameters = {"HIT_LAST": core.semantics.last, **dict(core.parameters)}
    source = Source(TOP, apart(core.files(), unit), parameters, selection, PASSES, TO_GATES)
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        _, commands = source.choose(sample, Path(name))
        return source.mutated(commands, 1, Path(name))


def apart(files: list[Path], unit: tuple[str, ...]) -> list[Path]:
    """The files, with copies of the core's modules that the second machine has, too, under other names. So a cell is
    known by its source to be the core's."""
    texts = {path: path.read_text() for path in files}
    users = [path for path in files if path.stem in ("mips_harness", "mips_unit_reference")]
    known = {path.stem: path for path in files if path.is_relative_to(ROOT / "rtl") and not path.stem.endswith("_pkg")}
    used = {name for path in users for name in _INSTANCE.findall(texts[path]) if name in known} - {"mips_core", *unit}
    todo = [*used]
    while todo:
        new = {name for name in _INSTANCE.findall(texts[known[todo.pop()]]) if name in known} - used
        used |= new
        todo += new

    def renamed(path: Path) -> str:
        return re.sub(rf"\b({'|'.join(sorted(used))})\b", r"second_\1", texts[path])

    made = {**{path.name: renamed(path) for path in users}, **{f"second_{n}.sv": renamed(known[n]) for n in used}}

    def write(folder: Path) -> None:
        for name, text in made.items():
            (folder / name).write_text(text)

    folder = cache.built("prove", "second", keys.digest(made), write)
    return [*(path for path in files if path not in users), *(folder / name for name in made)]


def campaign(core: Core, result: Result, rounds: int, say: Say, rtl: tuple[str, ...] = ("mips",),
             unit: tuple[str, ...] = ()) -> Result:  # fmt: skip
    """Mutate the core: so many rounds of random cycles, then the prover. `rtl` and `unit`: as for `build`."""
    sample = result.sample
    key = keys.digest("mutants", astuple(sample), rounds, [path.read_bytes() for path in core.files()],
                      keys.code(__name__))  # fmt: skip
    part = build(core, rtl, unit, sample)
    result.total = len(part.mutants)
    verdicts = mutant_proofs.decided(
        STORE, key, part.mutants,
        lambda: hunted(Hunt(part.design, Bus(sample.seed, core.semantics.isa)), result.total, CYCLES * rounds, say),
        lambda: Prover(part.design, OUTPUTS).verdict, say)  # fmt: skip
    return mutant_proofs.counted(result, part.mutants, verdicts, say)
