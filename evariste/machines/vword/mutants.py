# SPDX-License-Identifier: Apache-2.0
"""Mutants of the core, and of the accelerator: of a small instance with two parts in a word.

Those of the core are in the design of its proofs (evariste/parts/mips/mutants.py). Those of the accelerator meet random
instructions in d, x and m, one behind the other, that stop and are dropped at random, as the port allows. What
lock-step compares has to differ: what the core reads, waits for and refuses, rows, registers, COND. The module around
the accelerator (AROUND) says when nobody looks at an output or a register.
"""

from random import Random
from typing import Any

from evariste.isa import load
from evariste.machines.vword import MACHINE, NAME
from evariste.machines.vword.proofs import operations
from evariste.machines.vword.proofs.core import CORE
from evariste.parts.mips import mutants as core_mutants
from evariste.paths import ROOT
from evariste.verification import mutation
from evariste.verification.blocks import Block, Ports, campaign, fields
from evariste.verification.mutation import Result, Sample, Say

TARGETS = ("core", "accelerator")
PROVED: tuple[str, ...] = ()  # the proofs are not asked about mutants
REASONS = ROOT / MACHINE.verify / "mutation/survivors.yaml"
NEEDED = {"core": 0.98, "accelerator": 1.0}  # of the mutants that are errors in some state, reached or not
ISA = load.machine(NAME)
PORTS = (ROOT / "rtl/mips/mips_pkg.sv").read_text()
SHIFTS = 3
AROUND = ROOT / MACHINE.verify / "mutation/vword_mutated.sv"
# What is known of registers: see Block.
KNOWN: dict[str, Any] = {
    "cycles": 1000,
    "registers": {"result": "result_o", "part": "part_o", "number": "number_o", "zero": "zero_o", "digits": "digits_o",
                  "left": "left_o", "digits_left": "digits_left_o"},
    "dead": {**{f"result[{i}]": "high_unread_o" if i >= 32 else "low_unread_o" for i in range(64)},
             "part": "part_unread_o", "number": "number_unread_o", "zero": "never_read_o",
             **{f"digits[{i}]": f"past_o[{i}]" for i in range(32)}},
    "loose": ("left", "digits_left"),
    "holds": "holds_o",
}  # fmt: skip
# How often an instruction occurs; those that a word of random bits seldom is.
NAMES = ("vl", "vl", "vs", "vs", "mtc2", "mtc2", "mfc2", "mfc2", "cfc2", "ctc2", "vxor", "vsh", "vsh", "vshx", "vmask",
         "vsel", "vfmul", "vfmul", "vfmf", "vfsq", "vred")  # fmt: skip
LIMITS = {"amount": SHIFTS, "part": 2}
READS, STORES, LOADS = ("mfc2", "cfc2"), ("vs",), ("vl",)


def block() -> Block:
    """The accelerator with its parameters, and the core's side of its port."""
    return Block("vword_mutated", operations.FOLDERS, operations.PACKAGES, {}, AROUND, **KNOWN)


class Drive:
    """A core with instructions of coprocessor 2 in d, x and m."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.requests, self.responses = rng, fields("c2_req_t", PORTS), fields("c2_rsp_t", PORTS)
        self.near = [0]  # the registers that most instructions use
        self.last = 0  # what one of the last instructions writes
        self.nearly = rng.choice((0.02, 0.3))  # the share of words that are changed in a bit
        self.loaded: int | None = None  # what the last word loads
        self.hurry = rng.choice((0.97, 0.7, 0.4))  # the share of cycles in which what can move does
        self.d: tuple[int, str] | None = None  # word, name
        self.x: str | None = None
        self.m: str | None = None
        self.lost = False  # what is in x is behind an error

    def operand(self, field: str) -> int:
        rng = self.rng
        if field in LIMITS:
            return rng.randrange(LIMITS[field]) if rng.random() < 0.95 else rng.randrange(16)
        if field == "control":
            return rng.choice((0, 1, 2, 3, 4, 5, 16, 17, 18, 19, 31))
        if rng.random() < (0.2 if field == "vd" else 0.4):
            return self.last
        return rng.choice(self.near) if rng.random() < 0.85 else rng.randrange(32)

    def word(self) -> tuple[int, str]:
        rng = self.rng
        if rng.random() < 0.03:
            self.near = [0, *rng.sample(range(1, 32), 3)]
        name = rng.choice(NAMES)
        operands = {field: self.operand(field) for field in ISA.by_name[name].fields}
        if self.loaded is not None and rng.random() < 0.3:  # a store of what was loaded just before
            name, operands = "vs", {"vt": self.loaded, "rs": 8, "imm": 0}
        self.loaded = operands["vd"] if name in LOADS else None
        number = int.from_bytes(ISA.encode(name, **operands), "little")
        if rng.random() < 0.7:
            self.last = operands.get("vd", self.last)
        other = 0  # bits of a word that is nearly an instruction
        if rng.random() < self.nearly:
            other = 1 << rng.randrange(26)
        elif "control" in operands and rng.random() < 0.4:
            other = rng.randrange(32) << 11
        if other:
            number ^= other
            found = ISA.decode(number)
            return number, found.insn.name if found else ""
        return number, name

    def packed(self) -> dict[str, int]:
        number = 0
        for name, value in self.request.items():
            low, width = self.requests[name]
            number |= (value & (1 << width) - 1) << low
        return {"rst_ni": 1, "c2_i": number, "row_i": self.row}

    def of(self, answers: Ports, name: str) -> int:
        low, width = self.responses[name]
        return answers("c2_o", width, low)

    def ask(self) -> dict[str, int]:
        rng = self.rng
        if self.d is None and rng.random() < 0.95:
            self.d = self.word()
        word, _ = self.d or (rng.getrandbits(32), "")
        ends = self.m is not None and rng.random() < self.hurry
        error = ends and self.m in (*LOADS, *STORES) and rng.random() < 0.05
        self.m_go, self.m_drop = ends and not error, ends and error
        free = self.m is None or self.m_go
        self.x_drop = self.x is not None and (self.lost or self.m_drop or (free and rng.random() < 0.03))
        self.x_go = self.x is not None and free and not self.x_drop and rng.random() < self.hurry
        self.row = rng.getrandbits(64)
        self.request = {"d_valid": int(self.d is not None), "d_insn": word, "x_go": int(self.x_go),
                        "x_drop": int(self.x_drop), "m_go": int(self.m_go), "m_drop": int(self.m_drop),
                        "x_data": rng.choice((0, 1 << 31, rng.getrandbits(32)))}  # fmt: skip
        return self.packed()

    def go(self, answers: Ports) -> dict[str, int]:
        legal = self.d is not None and not self.of(answers, "d_illegal")
        d_go = (legal and not self.of(answers, "d_wait") and (self.x is None or self.x_go) and not self.m_drop
                and not self.x_drop and self.rng.random() < self.hurry)  # fmt: skip
        self.request["d_go"] = int(d_go)
        self.was, self.sees = self.m, (self.d is not None, legal)
        if self.m_go or self.m_drop:
            self.m = None
        if self.x_go:
            self.m = self.x
        if self.x_go or self.x_drop:
            self.x = None
        self.lost = False
        if d_go and self.d:
            self.x = self.d[1]
        if d_go or not legal or self.rng.random() < 0.02:
            self.d = None
        return self.packed()

    def seen(self, answers: Ports) -> list[tuple[str, int]]:
        valid, legal = self.sees
        names = [*(["d_illegal"] if valid else []), *(["d_wait"] if legal else [])]
        names += ["m_data"] if self.m_go and self.was in READS else []
        found, mask = [("x_row_o", 1), ("retire_vd_o", 31), ("cond_o", (1 << 32) - 1), ("product_busy_o", 1)], 0
        for name in names:
            low, width = self.responses[name]
            mask |= (1 << width) - 1 << low
        found.append(("c2_o", mask))
        if self.was in STORES:
            found += [("row_o", (1 << 64) - 1), ("bytes_o", 255)]
        if answers("retire_vd_o", 5):
            found.append(("retire_word_o", (1 << 33) - 1))
        return found


def run(target: str, sample: Sample, rounds: int = 6, more: int = 0, say: Say = print) -> Result:
    """Mutate the `core` or the `accelerator`. `rounds` come before the proofs; `more` after them, on the survivors of
    the accelerator."""
    if target == "core":
        alone = Result(target, MACHINE.configuration, sample)
        return core_mutants.campaign(CORE, alone, rounds + more, say)
    return campaign(block(), Drive, Result(target, None, sample), rounds, more, say)


def record(result: Result) -> dict[str, Any]:
    """The campaign as a record."""
    return mutation.record(MACHINE, result, REASONS, NEEDED[result.target])
