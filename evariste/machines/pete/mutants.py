# SPDX-License-Identifier: Apache-2.0
"""Mutants of the core with its interlocks, of the instruction cache, and of the accumulator's unit.

Those of the core are in the design of its proofs, together with the unit (evariste/parts/mips/mutants.py). All others
of a block run side by side with the original, as one graph, on random requests or instructions that follow
the rules of the block's ports. A mutant is killed in the first cycle in which an output that somebody looks at differs:
what lock-step compares, cycles and counters among it. One that survives is asked of the prover: can a difference be
seen in any state? The modules around the blocks (AROUND) say when nobody looks at an output or a register.
"""

from random import Random
from typing import Any

from evariste.isa import load
from evariste.machines.pete import MACHINE
from evariste.machines.pete.proofs import core
from evariste.parts.mips import mutants as core_mutants
from evariste.paths import ROOT
from evariste.verification import mutation
from evariste.verification.blocks import Block, Ports, campaign, fields
from evariste.verification.mutation import Result, Sample, Say

TARGETS = ("core", "cache", "unit")
PROVED: tuple[str, ...] = ()  # the proofs are not asked about mutants
NEEDED = 0.98  # of the mutants that are errors
REASONS = ROOT / MACHINE.verify / "mutation/survivors.yaml"
ISA = load.machine("pete")
DIV = int.from_bytes(ISA.encode("div", rs=0, rt=0), "little")
PORTS = (ROOT / "rtl/mips/mips_pkg.sv").read_text()


# ---- the cache ----


class Cache:
    """A fetch stage that asks for words of few lines, and a bus with wait states and errors."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.waits, self.pending = rng, False, False
        # Lines of which many differ in one bit; many or few, so that a line is here seldom or often.
        lines = [rng.getrandbits(28) for _ in range(2)]
        lines += [rng.choice(lines) ^ 1 << rng.choice((0, *range(28))) for _ in range(rng.choice((2, 4, 10)))]
        self.addresses = [16 * line + 4 * word for line in lines for word in range(4)]
        words = {address: rng.getrandbits(32) for address in self.addresses}
        self.memory = [words[address] for address in self.addresses]
        self.wrong = {rng.randrange(len(self.memory)) for _ in range(2)}
        self.asked, self.place = 0, 0

    def ask(self) -> dict[str, int]:
        rng = self.rng
        self.answers = self.pending and rng.random() < 0.8
        self.inputs = {
            "rst_ni": 1, "drop_i": int(rng.random() < 0.1), "invalidate_i": int(rng.random() < 0.02),
            "instr_gnt_i": int(rng.random() < 0.8), "instr_rvalid_i": int(self.answers),
            "instr_rdata_i": self.memory[self.asked] if self.answers else rng.getrandbits(32),
            "instr_err_i": int(self.answers and self.asked in self.wrong),
            "addr_i": self.addresses[self.place],
        }  # fmt: skip
        return self.inputs

    def go(self, answers: Ports) -> dict[str, int]:
        free = not self.waits or answers("rvalid_o")
        near = self.rng.random() < 0.7
        self.place = (self.place + 1 if near else self.rng.randrange(len(self.memory))) % len(self.memory)
        asks = bool(free and self.rng.random() < 0.9)
        self.inputs |= {"req_i": int(asks), "addr_i": self.addresses[self.place]}
        self.waits = asks or not free
        if answers("instr_req_o"):
            bus = answers("instr_addr_o", 32)
            self.next = self.addresses.index(bus)
        granted = bool(answers("instr_req_o") and self.inputs["instr_gnt_i"])
        self.pending = granted or (self.pending and not self.answers)
        if granted:
            self.asked = self.next
        return self.inputs

    def seen(self, answers: Ports) -> list[tuple[str, int]]:
        found = [(name, 1) for name in ("gnt_o", "rvalid_o", "instr_req_o", "hit_o", "miss_o", "stall_o", "busy_o")]
        if answers("rvalid_o") and not self.inputs["drop_i"]:
            found += [("err_o", 1), ("rdata_o", 0 if answers("err_o") else 0xFFFFFFFF)]
        if answers("instr_req_o"):
            found.append(("instr_addr_o", 0xFFFFFFFF))
        return found


# ---- the unit ----


class Unit:
    """Instructions of the accumulator in d, x and m, one behind the other, that stop and are dropped at random."""

    NAMES = ("mult", "multu", "maddu", "m2addu", "addau", "sha", "mtlhx", "mul", "mulgf2", "maddgf2", "mfhi", "mflo",
             "mthi", "mtlo")  # fmt: skip

    def __init__(self, rng: Random) -> None:
        self.rng, self.requests, self.responses = rng, fields("unit_req_t", PORTS), fields("unit_rsp_t", PORTS)
        self.divisions = rng.choice((0.005, 0.3))  # their share
        self.leaps = rng.random() < 0.3  # most divisions are short
        self.nearly = rng.choice((0.02, 0.4))  # the share of words that are changed in a bit
        self.d: tuple[int, int, int] | None = None  # word, operands
        self.x: tuple[int, int, bool] | None = None  # operands, whether it has a result in m
        self.m: bool | None = None

    def field(self, answers: Ports, name: str) -> int:
        low, width = self.responses[name]
        return answers("rsp_o", width, low)

    def packed(self) -> dict[str, int]:
        number = 0
        for name, value in self.request.items():
            low, width = self.requests[name]
            number |= (value & (1 << width) - 1) << low
        return {"rst_ni": 1, "req_i": number}

    def word(self) -> int:
        rng = self.rng
        if rng.random() < 0.08:
            return rng.choice((0, rng.getrandbits(32), 0x70000000 | rng.getrandbits(26)))
        name = rng.choice(("div", "divu") if rng.random() < self.divisions else self.NAMES)
        operands = {field: rng.randrange(32) for field in ISA.by_name[name].fields}
        number = int.from_bytes(ISA.encode(name, **operands), "little")
        return number ^ 1 << rng.randrange(32) if rng.random() < self.nearly else number

    def ask(self) -> dict[str, int]:
        rng = self.rng
        if self.d is None and rng.random() < 0.9:
            values = [rng.choice((0, 1, 0xFFFFFFFF, *(1 << rng.randrange(32) for _ in range(3)), rng.getrandbits(32)))
                      for _ in range(2)]  # fmt: skip
            word = self.word()
            if word & ~(0x3FF << 16) == DIV and rng.random() < 0.5:  # each power of two divides negative numbers
                values = [rng.getrandbits(31) | 1 << 31, 1 << rng.randrange(31)]
            self.d = word, values[0], values[1]
        word, a, b = self.d or (0, 0, 0)
        total = self.x[0] + self.x[1] if self.x else 0
        self.request = {"d_insn": word, "d_a": a, "d_b": b, "x_sum": total, "x_carry": total >> 32}
        return self.packed()

    def go(self, answers: Ports) -> dict[str, int]:
        rng, of = self.rng, lambda name: self.field(answers, name)
        done = self.m is not None and not (self.m and of("m_wait")) and rng.random() < 0.95
        self.ends, self.waits = done and bool(self.m), bool(self.m)
        free = self.m is None or done
        drop = rng.random() < 0.03
        x_go = self.x is not None and free and not drop and rng.random() < 0.95
        d_go = (self.d is not None and not drop and not of("d_wait") and not of("d_hold") and (self.x is None or x_go)
                and rng.random() < 0.9)  # fmt: skip
        self.request |= {"d_go": int(d_go), "x_go": int(x_go), "x_drop": int(drop)}
        if self.x is None and self.m is None and not of("busy") and not d_go and rng.random() < 0.2:
            self.request |= {rng.choice(("dbg_upper", "dbg_hi", "dbg_lo")): 1, "dbg_data": rng.getrandbits(32)}
        if free:
            self.m = None
        if x_go and self.x:
            self.m = self.x[2]
        if x_go or drop:
            self.x = None
        if d_go and self.d:
            self.x = self.d[1], self.d[2], bool(of("d_result"))
        if d_go or drop:
            self.d = None
        return self.packed()

    def seen(self, answers: Ports) -> list[tuple[str, int]]:
        names = ["d_decoded", "d_result", "d_wait", "d_hold", "busy"]
        names += ["m_wait"] if self.waits else []
        names += ["m_data"] if self.ends else []
        names += [] if self.field(answers, "busy") else ["upper", "hi", "lo"]
        mask = 0
        for name in names:
            low, width = self.responses[name]
            mask |= (1 << width) - 1 << low
        return [("rsp_o", mask)]

    def leap(self, answers: Ports) -> dict[str, int]:
        """Leaves out most steps of a division, in all lanes alike."""
        return {"left": 4} if self.leaps and answers("left_o", 6) == 33 and self.rng.random() < 0.8 else {}


PACKAGES = ("gen/mips/mips_isa_pkg.sv", "gen/pete/pete_isa_pkg.sv", "rtl/mips/mips_pkg.sv", "rtl/pete/pete_pkg.sv")
AROUND = ROOT / MACHINE.verify / "mutation"
BLOCKS: dict[str, tuple[Block, type]] = {
    "cache": (
        Block("cache_mutated", ("rtl/cache",), (), {}, AROUND / "cache_mutated.sv", cycles=1000,
              registers={"asked": "asked_o", "word": "word_o", "valid": "valid_o", "read": "read_o", "line": "line_o"},
              dead={**{f"asked[{i}]": f"asked_unread_o[{i}]" for i in range(3)}, "word": "word_unread_o",
                    **{f"valid[{i}]": f"valid_unread_o[{i}]" for i in range(4)}, "read": "read_unread_o",
                    "line": "line_unread_o"},
              holds="holds_o"),
        Cache,
    ),
    "unit": (
        Block("unit_mutated", ("rtl/mips", "rtl/gf/mac", "rtl/cache", "rtl/pete"), PACKAGES, {},
              AROUND / "unit_mutated.sv", cycles=1000,
              registers={"left": "left_o", "a": "a_o", "b": "b_o", "addend": "addend_o", "negate": "negate_o",
                         "high": "high_o", "low": "low_o", "dividing": "dividing_o",
                         "divide": "divide_o"},
              dead={"a": "operands_unread_o", "b": "operands_unread_o", "addend": "addend_unread_o",
                    "negate": "negate_unread_o", "high": "high_unread_o", "dividing": "rests_o",
                    "divide": "never_read_o", **{f"low[{i}]": f"low_unread_o[{i}]" for i in range(32)}},
              loose=("left",), holds="holds_o"),
        Unit,
    ),
}  # fmt: skip
CONFIGURATIONS = {"core": "bise", "cache": "bise_icache2", "unit": "bise"}


# ---- a campaign ----


def run(target: str, sample: Sample, rounds: int = 6, more: int = 0, say: Say = print) -> Result:
    """Mutate the `core`, the `cache` or the `unit`. `rounds` come before the proofs; `more` after them, on the
    survivors of a block."""
    result = Result(target, CONFIGURATIONS[target], sample)
    if target == "core":
        made = core.of(result.configuration)
        return core_mutants.campaign(made, result, rounds + more, say, ("mips", "pete"), ("pete_accumulator",))
    block, drives = BLOCKS[target]
    return campaign(block, drives, result, rounds, more, say)


def record(result: Result) -> dict[str, Any]:
    """The campaign as a record."""
    return mutation.record(MACHINE, result, REASONS, NEEDED)
