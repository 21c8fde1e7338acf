# SPDX-License-Identifier: Apache-2.0
"""Functional coverage of random programs, with the goals derived from isa/gfp/isa.yaml.

A bin is a tuple whose first entry is its kind:

    executed    instruction
    operand     instruction, operand, its value (a register, a condition taken or not, a special register) or its class
    alignment   32-bit instruction, its address modulo 4
    hazard      kind of producer, instruction, operand: a register that the instruction just before has written
    arrival     what transferred control, kind of target: 16 or 32 bits long, at an address that is 0 or 2 modulo 4
    fault       cause, where it happened: thread on the main or the process stack, or the SVC handler
    before      cause, class of the instruction executed just before the faulting one
    field       Galois-field instruction, degree of the configured field

Programs run on the interpreter one instruction at a time. Lock-step runs of the same programs show that the RTL takes
the same path.
"""

from collections.abc import Iterator
from functools import cache

from evariste.isa import unit
from evariste.isa.model import Decoded, Instruction
from evariste.machines.gfp import NAME
from evariste.machines.gfp.recipes import Program
from evariste.machines.gfp.recipes.assembler import CORE, ISA
from evariste.sim import Machine
from evariste.verification.randprog import run
from evariste.verification.randprog.run import Bin

REGISTERS = [*(f"r{i}" for i in range(13)), "sp", "lr", "pc"]
PRODUCERS = ("alu", "load", "multiple", "gf", "high word", "special")
JUMPS = ("b", "b_cond", "bl", "bx", "blx", "mov_hi", "add_hi", "pop")
ENTRIES = ("svc", "fault")
RETURNS = ("bx return", "pop return")
TARGETS = ("16 at 0", "32 at 0", "16 at 2", "32 at 2")
LEVELS = ("main stack", "process stack", "svc handler")
CAUSES = ("illegal instruction", "misaligned", "data bus error", "fetch bus error", "invalid state", "svc escalation",
          "illegal field")  # fmt: skip
FIELD_USERS = unit.field_users(ISA)
CONDITIONS = ISA.operands["cond"].values
SPECIAL = ISA.register_names("special")
UNBOUNDED = 2**64 - 1
END = 0xBE00  # bkpt #0

# Bins that no program can reach, with the reason.
WAIVED: dict[Bin, str] = {
    ("executed", "bkpt"): "ends the program",
    **{("operand", "bkpt", "imm", c): "ends the program" for c in ("lowest", "between", "highest")},
    **{("before", "invalid state", c): "only a branch or pop loses the T bit" for c in ("alu", "gf", "store", "other")},
    **{("before", "fetch bus error", c): "the last code of ROM has neither" for c in ("gf", "store")},
}


# ---- goals ----


def goals() -> set[Bin]:
    """All bins that a campaign should hit."""
    bins: set[Bin] = set()
    for insn in CORE:
        bins.add(("executed", insn.name))
        if insn.size == 4:
            bins |= {("alignment", insn.name, 0), ("alignment", insn.name, 2)}
        for name in insn.fields:
            bins |= {("operand", insn.name, name, c) for c in operand_classes(insn, name)}
        for name in read_operands(insn):
            bins |= {("hazard", producer, insn.name, name) for producer in PRODUCERS}
    bins |= {("arrival", how, target) for how in (*JUMPS, *ENTRIES, *RETURNS) for target in TARGETS}
    bins |= {("fault", cause, level) for cause in CAUSES for level in LEVELS}
    bins |= {("before", cause, cls) for cause in CAUSES for cls in ISA.spec.classes}
    bins |= {("field", insn, m) for insn in FIELD_USERS for m in range(2, 9)}
    return bins - WAIVED.keys()


def operand_classes(insn: Instruction, name: str) -> list[str]:
    """The values of an operand, or classes of values, that count separately."""
    field = insn.fields[name]
    if name == "cond":
        return [f"{c} {how}" for c in CONDITIONS for how in ("taken", "not taken")]
    if name == "list":
        return ["one", "some", "all"] + (["with base", "without base"] if "rn" in insn.fields else [])
    if field.kind == "special":
        return list(SPECIAL.values())
    raws = [raw for raw in range(1 << min(field.width, 12)) if not alone_excluded(insn, name, raw)]
    if name == "imm":
        return ["lowest", "between", "highest"] if len(raws) > 2 else [str(field.value(raw)) for raw in raws]
    return [REGISTERS[raw] for raw in raws]


def alone_excluded(insn: Instruction, name: str, raw: int) -> bool:
    """True when no word of the instruction has this operand."""
    return any(entry.keys() == {name} and raw in entry[name] for entry in insn.excluded)


def read_operands(insn: Instruction) -> list[str]:
    """The register operands that an instruction certainly reads."""
    return [n for n in insn.fields if n in ("rn", "rm") or (n == "rd" and insn.spec.class_ == "store")]


# ---- what one executed instruction hits ----


@cache
def static_bins(word: int, size: int, address: int) -> tuple[Bin, ...]:
    """The bins that the word and its address alone decide."""
    found = ISA.decode(word, size)
    if found is None:
        return ()
    insn = found.insn
    bins: list[Bin] = [("executed", insn.name)]
    if size == 4:
        bins.append(("alignment", insn.name, address))
    for name, value in found.operands.items():
        bins += [("operand", insn.name, name, c) for c in classes_of(found, name, value)]
    return tuple(bins)


def classes_of(found: Decoded, name: str, value: int) -> Iterator[str]:
    field = found.insn.fields[name]
    if name == "cond":
        return  # depends on the flags
    if name == "list":
        registers = [r for r in range(16) if value >> r & 1]
        yield "one" if len(registers) == 1 else "all" if len(registers) >= 8 else "some"
        if "rn" in found.operands:
            yield "with base" if found.operands["rn"] in registers else "without base"
    elif field.kind == "special":
        yield SPECIAL[value]
    elif name == "imm":
        yield imm_class(found.insn.name, value)
    else:
        yield REGISTERS[value]


@cache
def imm_class(name: str, value: int) -> str:
    insn = ISA.by_name[name]
    field = insn.fields["imm"]
    if field.kind == "branch24":
        return "lowest" if value < -0x100 else "highest" if value > 0x100 else "between"
    values = [field.value(raw) for raw in range(1 << field.width) if not alone_excluded(insn, "imm", raw)]
    if len(values) <= 2:
        return str(value)
    if field.kind == "signed_x2":  # programs are shorter than the branch reaches
        reach = 40
        return "lowest" if value < -reach else "highest" if value > reach else "between"
    return "lowest" if value == min(values) else "highest" if value == max(values) else "between"


@cache
def written(word: int, size: int) -> dict[int, str]:
    """The registers that an instruction writes, and the kind of producer it is."""
    found = ISA.decode(word, size)
    if found is None:
        return {}
    cls, o = found.insn.spec.class_, found.operands
    if found.insn.name == "mrs":
        return {o["rd"]: "special"}
    if cls in ("alu", "gf") and "rd" in o:
        high = {o["rh"]: "high word"} if o.get("rh", o["rd"]) != o["rd"] else {}
        return {**high, o["rd"]: cls}
    if cls == "load":
        return {o["rd"]: "load"} if "rd" in o else {r: "multiple" for r in range(15) if o["list"] >> r & 1}
    return {}


class Coverage(run.Coverage):
    """What programs of the machine hit."""

    def goals(self) -> set[Bin]:
        return goals()

    def add(self, program: Program, machine: Machine | None = None) -> None:
        """Runs the program and counts what it hits."""
        machine = machine or run.machine(NAME, "iss")
        run.start(machine, program)
        session = machine._session
        handlers = {program.symbols["hardfault"]: "fault", program.symbols["svcall"]: "svc"}
        previous, previous_size = 0xBF00, 2
        pc, xpsr = session.read_register(15), session.read_register(16)
        count = 0
        while True:
            word, size = fetch(machine, pc) if xpsr >> 24 & 1 else (0, 0)
            if word == END:
                break
            count += 1
            control = session.read_register(20)
            if session.run(UNBOUNDED, count, 10.0) != "stopped" or session.instructions() != count:
                break
            next_pc, next_xpsr = session.read_register(15), session.read_register(16)
            entered = handlers.get(next_pc) if next_xpsr & 63 and next_xpsr & 63 != xpsr & 63 else None
            if entered == "fault":
                self._fault(machine, word, size, pc, xpsr, control, previous, previous_size)
            else:
                self._executed(machine, word, size, pc, next_pc, xpsr, previous, previous_size)
            if entered:
                self.hits["arrival", entered, target(machine, next_pc)] += 1
            previous, previous_size = word, size
            pc, xpsr = next_pc, next_xpsr
        self.instructions += count
        self.programs += 1

    def _executed(
        self,
        machine: Machine,
        word: int,
        size: int,
        pc: int,
        next_pc: int,
        xpsr: int,
        previous: int,
        previous_size: int,
    ) -> None:
        self.hits.update(static_bins(word, size, pc & 2))
        found = ISA.decode(word, size)
        if found is None:
            return
        name, o = found.insn.name, found.operands
        before = written(previous, previous_size)
        for operand in read_operands(found.insn):
            if o[operand] in before:
                self.hits["hazard", before[o[operand]], name, operand] += 1
        if name == "b_cond":
            taken = "taken" if next_pc != pc + 2 or o["imm"] == -2 else "not taken"
            self.hits["operand", name, "cond", f"{CONDITIONS[o['cond']]} {taken}"] += 1
        if name in FIELD_USERS:
            self.hits["field", name, machine._session.read_register(22) >> 24] += 1
        if next_pc != pc + size and name in JUMPS:
            back = xpsr & 63 and machine._session.read_register(16) & 63 != xpsr & 63
            if name in ("bx", "pop") and back:
                name += " return"
            self.hits["arrival", name, target(machine, next_pc)] += 1

    def _fault(
        self,
        machine: Machine,
        word: int,
        size: int,
        pc: int,
        xpsr: int,
        control: int,
        previous: int,
        previous_size: int,
    ) -> None:
        found = ISA.decode(word, size) if size else None
        name = found.insn.name if found else ""
        if not xpsr >> 24 & 1:
            cause = "invalid state"
        elif not size:
            cause = "fetch bus error"
        elif found is None or name.startswith("udf"):
            cause = "illegal instruction"
            self.hits.update(static_bins(word, size, pc & 2))
        elif name == "svc":
            cause = "svc escalation"
        else:
            cause = self._access_cause(machine, found)
        level = "svc handler" if xpsr & 63 else "process stack" if control & 2 else "main stack"
        self.hits["fault", cause, level] += 1
        before = ISA.decode(previous, previous_size) if previous_size else None
        if before:
            self.hits["before", cause, before.insn.spec.class_] += 1

    def _access_cause(self, machine: Machine, found: Decoded) -> str:
        """Why a load, store, gfcfg or gfst faulted; its base register still has its value."""
        session, o = machine._session, found.operands
        frame = session.read_register(17 + (session.read_register(14) >> 2 & 1))
        stacked = {0: 0, 1: 4, 2: 8, 3: 12, 12: 16, 14: 20}

        def register(r: int) -> int:
            if r in stacked:
                return int.from_bytes(machine.read(frame + stacked[r], 4), "little")
            return session.read_register(r)

        name = found.insn.name
        address = register(o["rn"]) + (register(o["rm"]) if "rm" in o else o.get("imm", 0))
        size = 4 if name in ("gfcfg", "gfst", "ldm", "stm") else {"h": 2, "b": 1}.get(name.split("_")[0][-1], 4)
        if address % size:
            return "misaligned"
        if name == "gfcfg" and machine._session.read_memory(address & 0xFFFFFFFF, 8) is not None:
            return "illegal field"
        return "data bus error"


def fetch(machine: Machine, pc: int) -> tuple[int, int]:
    """The instruction at pc and its size; (0, 0) where it cannot be fetched."""
    first = machine._session.read_memory(pc, 2)
    if first is None:
        return 0, 0
    word = int.from_bytes(first, "little")
    if not ISA.is_long(word):
        return word, 2
    second = machine._session.read_memory(pc + 2, 2)
    return (0, 0) if second is None else (word << 16 | int.from_bytes(second, "little"), 4)


def target(machine: Machine, pc: int) -> str:
    """The kind of place that control arrives at."""
    size = fetch(machine, pc)[1] or 2
    return f"{8 * size} at {pc & 2}"
