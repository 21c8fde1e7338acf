# SPDX-License-Identifier: Apache-2.0
"""Mutants of the pipeline, in the design of its proofs: decoder, issue with its interlocks, counters, operands with
their forwarding, and what joins the stages.

They meet random instructions, results and hosts from reset on, beside the second machine of the proofs and beside the
original. A mutant is killed if the second machine finds something wrong, if the invariant breaks, or if the parts that
are cut out (units, memories, program, host's side) are given something else than in the original, in that cycle or in
the next. The prover is asked of the others, from every state of the invariant (evariste/verification/mutant_proofs.py).
A mutant with the same next state in all of them is no error.
"""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import astuple, replace
from pathlib import Path
from random import Random

import numpy as np

from evariste.cache import keys
from evariste.cache.keys import Store
from evariste.isa import machine
from evariste.machines.asip.assembler import NAME
from evariste.machines.asip.lockstep import word
from evariste.machines.asip.proofs import core
from evariste.machines.asip.proofs.core import HELD, PASSES, TO_GATES, WRONG
from evariste.verification import abc, mutant_proofs
from evariste.verification.aig import TRUE
from evariste.verification.mutant_proofs import (
    LANES,
    NEAR,
    OPEN,
    SECONDS,
    START,
    SURVIVES,
    Cycle,
    Hunt,
    Part,
    Prover,
    Source,
    Stimulus,
    pack,
)
from evariste.verification.mutation import Result, Sample, Say
from evariste.verification.unroll import Design

STORE = Store("mutation-asip")
TOP = "asip_core_harness"
MODULES = ("asip_core", "asip_decode", "asip_issue", "asip_counters", "asip_operands")
OUTPUTS = [f"wrong_{name}_o" for name in WRONG]
GIVEN = [f"given_o[{i}]" for i in range(117)]
WARM = 640  # cycles: everything is cleared after a reset, and lanes get keys and fields
CYCLES = 12  # of a round: what they leave, the prover decides in seconds
EACH = 12  # words of each instruction
# Tasks that need nothing; other numbers are refused, or need what these leave.
TASKS = np.array([4, 4, 7, 8, 9], np.uint32)
# Errors end a task, and 512 cycles of cleaning follow. These instructions make one if they come at a wrong time.
FRAIL = ("err", "call", "ret", "end")
PRODUCTS = ("mul", "sqr", "sqrn")


class Traffic(Stimulus):
    """Random instructions on few registers, results, fields, and hosts. Some lanes make few errors."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, OUTPUTS)
        draw, rng, self.cycle = Random(seed), self.rng, 0
        known = [*machine(NAME)]

        def words(names: Sequence[str], each: int = EACH) -> list[int]:
            return [word(draw, insn, 40) for insn in known if insn.name in names for _ in range(each)]

        calm = [insn.name for insn in known if insn.name not in FRAIL]
        self.first = np.array([*words([n for n in calm if n not in PRODUCTS and "aes" not in n]),
                               *words(["setf", "aeskey"], 5 * EACH)], np.uint32)  # fmt: skip
        self.calm = np.array([*words(calm), *words(["mul"], 5 * EACH), *words(["end"], 2 * EACH)], np.uint32)
        self.wild = np.array([*words([insn.name for insn in known]), *words(PRODUCTS, 3 * EACH)], np.uint32)
        self.calms, self.rates = rng.random(LANES) < 0.8, rng.choice((0.2, 0.6, 0.95), (2, LANES))
        self.kept = {"held_reg_i": rng.integers(0, 16, LANES), "held_word_i": rng.integers(0, 512, LANES)}
        self.fields = [(163, 7, 6, 3), (233, 74, 0, 0), (239, 158, 0, 0)]

    def instructions(self) -> np.ndarray:
        """Mostly instructions; some are one in all bits but one."""
        rng, count = self.rng, len(self.calm)
        found = self.calm[rng.integers(0, count, LANES)]
        if self.cycle < WARM:
            found = self.first[rng.integers(0, len(self.first), LANES)]
        wild = self.wild[rng.integers(0, len(self.wild), LANES)]
        near = wild ^ (np.uint32(1) << rng.integers(0, 32, LANES, np.uint32))
        return np.where(self.calms, found, np.where(rng.random(LANES) < 0.1, near, wild))

    def access(self) -> dict[str, np.ndarray]:
        """TASK most of all; words for IN and from OUT; CONTROL seldom; reads of registers."""
        rng, draw = self.rng, self.rng.random(LANES)
        offset = np.where(draw < 0.5, 0, np.where(draw < 0.7, 0x1000, np.where(draw < 0.9, 0x2000, 4)))
        offset = np.where(draw > 0.998, 8, offset)
        task = rng.choice(TASKS, LANES) | rng.integers(0, 256, LANES, np.uint32) << np.uint32(6)
        task |= rng.integers(0, 20, LANES, np.uint32) << np.uint32(16)
        task = np.where(rng.random(LANES) < 0.02, rng.integers(0, 1 << 32, LANES, np.uint32), task)
        control = rng.choice(np.array([1, 1, 1, 2, 4, 5], np.uint32), LANES)
        data = np.where(offset == 0, task, np.where(offset == 8, control, rng.integers(0, 1 << 32, LANES, np.uint32)))
        return {"access_offset_i": offset, "access_data_i": data, "access_write_i": (offset < 0x2000) & (offset != 4),
                "access_valid_i": rng.random(LANES) < 0.3}  # fmt: skip

    def field(self) -> np.ndarray:
        """A field, mostly legal, often one with a square network, mostly of few digits."""
        rng = self.rng
        some = rng.integers(0, 3, LANES)
        one = [np.where(rng.random(LANES) < 0.6, np.array([f[i] for f in self.fields])[some],
                        rng.integers(0, 257, LANES)) for i in range(4)]  # fmt: skip
        digits = np.where(rng.random(LANES) < 0.6, rng.integers(1, 5, LANES), rng.integers(0, 32, LANES))
        legal = (rng.random(LANES) < 0.98).astype(np.int64)
        found = legal << 41 | digits << 36
        for i, exponent in enumerate(one):
            found |= exponent.astype(np.int64) << 9 * i
        return np.asarray(found)

    def ports(self, seen: Mapping[str, int] | None, states: Mapping[str, int]) -> dict[str, int]:
        rng, ones = self.rng, (1 << LANES) - 1
        reset = ones if seen is None else self.bits(0.00005)
        past = (rng.random(LANES) < np.where(self.calms, 0.0, 0.01)).astype(np.int64)
        streams = rng.random((2, LANES)) < self.rates
        numbers = {**self.kept, **self.access(), "any_field_i": self.field(), "in_valid_i": streams[0],
                   "any_word_i": past << 32 | self.instructions(), "out_ready_i": streams[1]}  # fmt: skip
        self.cycle += 1
        widths = {"held_reg_i": 4, "held_word_i": 9, "access_offset_i": 14, "access_data_i": 32, "any_field_i": 42,
                  "any_word_i": 33}  # fmt: skip
        found = {"rst_ni": ones ^ reset}
        for name, values in numbers.items():
            width = widths.get(name, 1)
            whole = values.astype(np.int64)
            found |= {name if width == 1 else f"{name}[{i}]": pack((whole >> i & 1).astype(bool)) for i in range(width)}
        return found


class Compared(Hunt):
    """Random states. What the parts are given, now and in the next cycle, is also compared with the original."""

    def refuted(self, number: int, before: Cycle, reset: int, after: Cycle) -> str | None:
        if what := super().refuted(number, before, reset, after):
            return what
        select, ones = self.selected(number), (1 << LANES) - 1
        new = self.changed(before.table, select)
        runs = self.literal(before.table, "assume_o") & self.literal(before.table, "holds_o") & ~reset
        start = {self.place[name]: new[lit >> 1] ^ (ones if lit & 1 else 0)
                 for name, lit in self.state.items() if lit >> 1 in new}  # fmt: skip
        later = self.changed(after.table, select | start) if start else {}
        goes_on = runs & self.literal(after.table, "assume_o")
        nodes = [self.graph.outputs[name] >> 1 for name in self.stimulus.seen]
        unlike = any((new[n] ^ before.table[n]) & runs for n in nodes if n in new)
        return "given" if unlike or any((later[n] ^ after.table[n]) & goes_on for n in nodes if n in later) else None


class Asked(Prover):
    """Every state. What the second machine keeps stays the same in the next cycle."""

    def __init__(self, design: Design) -> None:
        outputs = design.graph.outputs
        # The prover asks for an output that is 1 in the mutant and 0 in the original.
        given = {f"given {way} {name}": outputs[name] ^ way for name in GIVEN for way in (0, 1)}
        whole = Design(replace(design.graph, outputs=outputs | given), design.state)
        super().__init__(whole, [*OUTPUTS, *given])
        self.given = [name for name in given if name.startswith("given 0")]
        self.later |= {name: self.now[name] for name in self.later if name.startswith(HELD)}
        self.was = self.holds(self.state(self.original), 0)

    def verdict(self, number: int) -> str:
        """As for any prover; one that survives may also give the parts something else in the next cycle."""
        if (found := super().verdict(number)) != SURVIVES:
            return found
        graph, original = self.graph, self.original
        mutant = self.table(self.now, number, self.outputs, NEAR)
        one = self.table(self.state(original), 0, self.given)
        other = self.table(self.state(mutant), number, self.given)
        starts = graph.land(*(self.output(original, name) for name in START))
        unlike = graph.some(graph.xor(self.output(one, n), self.output(other, n)) for n in self.given)
        same = abc.never(graph, graph.land(starts, unlike), SECONDS)
        return SURVIVES if same else OPEN if same is None else "given"


def build(sample: Sample) -> Part:
    """So many mutants of the pipeline's cells."""
    places = [f"{TOP}/a:src=rtl/asip/{name}.sv*" for name in MODULES]
    selection = " ".join([places[0], *(f"{place} %u" for place in places[1:]), f"{TOP}/t:* %i"])
    source = Source(TOP, core.files(), {"WIDTH": 256, "DIGIT": 16}, selection, PASSES, TO_GATES)
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        _, commands = source.choose(sample, Path(name))
        part = source.mutated(commands, 1, Path(name))
    graph = part.design.graph
    born = replace(graph, outputs=graph.outputs | {"born_alike_o": TRUE})  # reset leads to the invariant from any state
    return replace(part, design=Design(born, part.design.state))


def hunted(part: Part, seed: int, cycles: int, say: Say) -> dict[int, str]:
    """What random states refute, by number."""
    stimulus = Traffic(seed)
    stimulus.seen = GIVEN
    hunt = Compared(part.design, stimulus)
    for _ in range(WARM):
        hunt.step()
    return mutant_proofs.hunted(hunt, len(part.mutants), cycles, say)


def campaign(result: Result, rounds: int, say: Say) -> Result:
    """Mutate the pipeline: so many rounds of random cycles, then the prover."""
    sample = result.sample
    key = keys.digest(astuple(sample), rounds, [path.read_bytes() for path in core.files()],
                      keys.code(__name__))  # fmt: skip
    part = build(sample)
    result.total = len(part.mutants)
    verdicts = mutant_proofs.decided(STORE, key, part.mutants, lambda: hunted(part, sample.seed, CYCLES * rounds, say),
                                     lambda: Asked(part.design).verdict, say)  # fmt: skip
    return mutant_proofs.counted(result, part.mutants, verdicts, say)
