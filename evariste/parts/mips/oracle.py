# SPDX-License-Identifier: Apache-2.0
"""An independent core for random programs: the Unicorn emulator runs MIPS32, Python does exceptions and CP0.

Unicorn (QEMU's MIPS32) executes every instruction that is not of CP0 and raises no exception. Python code here sees
each instruction before, raises its exception, and does `eret`, `mfc0` and `mtc0`, by MIPS32 Architecture For
Programmers, volumes II and III. No code and no table is shared with the simulator. Not modelled: cycles, devices, what
the architecture leaves open. Programs of the recipe `common` have none of it.

Unicorn runs in a process of its own (`Oracle`), so that a crash of its library is a sentence.
"""

import pickle
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from evariste.errors import UserError
from evariste.parts.mips.recipes import Program, layout
from evariste.sim import Machine
from evariste.verification.randprog import run

RECIPES = ("common",)  # whose programs it can run
BEV, EXL, WRITABLE = 1 << 22, 1 << 1, 1 << 22 | 0xFF << 8 | 3
BD, PRID = 1 << 31, 0x4500
BADVADDR, STATUS, CAUSE, EPC, IDENTITY = 8, 12, 13, 14, 15
ADEL, ADES, IBE, DBE, SYS, BP, RI, OV, TR = 4, 5, 6, 7, 8, 9, 10, 12, 13  # codes of Cause
LOADS = {0x20: 1, 0x21: 2, 0x22: 1, 0x23: 4, 0x24: 1, 0x25: 2, 0x26: 1, 0x30: 4}  # bytes that have to be aligned
STORES = {0x28: 1, 0x29: 2, 0x2A: 1, 0x2B: 4, 0x2E: 1, 0x38: 4}
JUMPS, LIKELY = (2, 3, 4, 5, 6, 7), (0x14, 0x15, 0x16, 0x17)
JR, JALR = 8, 9
ERET, SDBBP_END = 0x42000018, 0x700000BF
FIRST = 1 << 20  # instructions of a program at the most
PAGE = 0x1000
PHYSICAL = 0x1FFFFFFF  # of an address in kseg0 or kseg1


@dataclass
class State:
    """The state when a program has ended: "breakpoint", or a sentence that says why it ended otherwise."""

    ended: str
    registers: list[int]  # $0 to $31
    lo: int
    hi: int
    cp0: dict[str, int]
    memory: dict[int, bytes]
    more: dict[str, int]  # registers that a machine has beside those of the core


Raised = tuple[int, int, int | None]  # code, coprocessor, address for BadVAddr
NOWHERE = layout.ROM + 0x200  # where Unicorn goes in place of an address that cannot be fetched


class Emulator:
    """Runs random programs, one after the other, in this process."""

    def __init__(self) -> None:
        import unicorn as uc
        from unicorn import mips_const as mips

        self.unicorn, self.uc = uc, uc.Uc(uc.UC_ARCH_MIPS, uc.UC_MODE_MIPS32)
        self.general = [mips.UC_MIPS_REG_0 + n for n in range(32)]
        self.file = [*self.general, mips.UC_MIPS_REG_LO, mips.UC_MIPS_REG_HI]
        rom, ram = layout.ROM & PHYSICAL, layout.RAM & PHYSICAL
        # A page more, for control that runs over the end.
        self.uc.mem_map(rom, layout.ROM_END - layout.ROM + PAGE)
        self.uc.mem_map(ram, layout.RAM_END - layout.RAM + PAGE)
        self.uc.hook_add(uc.UC_HOOK_CODE, self._before)
        self.fresh = self.uc.context_save()

    # What a machine does that Unicorn does not know; Python does it, too.

    def begin(self, lacks: tuple[str, ...]) -> None:
        """Before a program. `lacks` are instructions that the configuration does not have."""

    def knows(self, word: int) -> bool:
        """Whether the word is an instruction of the machine, but not of the core."""
        return False

    def perform(self, word: int) -> None:
        """Executes such an instruction."""

    def beside(self, word: int) -> None:
        """What an instruction of the core does to registers that the core does not have."""

    def more(self) -> dict[str, int]:
        """Those registers."""
        return {}

    def run(self, program: Program, lacks: tuple[str, ...] = ()) -> State:
        """Runs the program from reset to its end."""
        self.begin(lacks)
        self.cp0 = {BADVADDR: 0, STATUS: BEV, CAUSE: 0, EPC: 0, IDENTITY: PRID}
        self.reserved = program.sites.reserved
        self.words: dict[int, int] = {}  # instructions to look at before
        self.hidden: set[int] = set()  # of them, those that Unicorn sees as nop
        self.at = self.skipped = -1  # the instruction before; a slot that is not executed
        self.wild: tuple[int, int, bool] | None = None  # a jump: its target, register, whether to put that back
        self._clear()
        for base, data in program.segments:
            self._write(base, data)
        for code in program.codes:
            self._prepare(code.base, bytes(code.data))
        self.uc.ctl_flush_tb()
        self._continue(layout.ROM, [0] * len(self.file))
        ended = self._run()
        values = [self.uc.reg_read(n) & 0xFFFFFFFF for n in self.file]
        memory = {r.first: bytes(self.uc.mem_read(r.first & PHYSICAL, r.end - r.first)) for r in layout.SAVED}
        named = {"status": STATUS, "badvaddr": BADVADDR, "cause": CAUSE, "epc": EPC}
        cp0 = {n: self.cp0[r] for n, r in named.items()}
        return State(ended, values[:32], *values[32:], cp0, memory, self.more())

    def _clear(self) -> None:
        self._write(layout.ROM, bytes(layout.DATA_ROM.end - layout.ROM))
        self._write(layout.RAM, bytes(layout.CODE_RAM.end - layout.RAM))

    def _write(self, address: int, data: bytes) -> None:
        self.uc.mem_write(address & PHYSICAL, data)

    def _prepare(self, base: int, code: bytes) -> None:
        """Remembers the instructions; takes those of CP0 and the end out of Unicorn's memory."""
        for offset in range(0, len(code), 4):
            word, at = int.from_bytes(code[offset : offset + 4], "little"), base + offset
            self.words[at] = word
            if word >> 26 == 0x10 or word == SDBBP_END or at in self.reserved or self.knows(word):
                self.hidden.add(at)
                self._write(at, bytes(4))

    def _run(self) -> str:
        for _ in range(FIRST):
            self.event: tuple[Any, ...] = ()
            try:
                self.uc.emu_start(self.where, 0, count=FIRST)
            except self.unicorn.UcError as error:
                if not self.event:  # else it has tried the instruction at which it was stopped
                    return f"Unicorn stopped at {self.at:#x}: {error}"
            match self.event:
                case ("end",):
                    return "breakpoint"  # never in a delay slot
                case ("eret",):
                    self.cp0[STATUS] &= ~EXL
                    self._continue(self.cp0[EPC])
                case ("exception", pc, slot, code, unit, address):
                    if self.cp0[STATUS] & EXL:
                        return f"an exception {code} while EXL is 1, at {pc:#x}"
                    self._enter(pc, slot, code, unit, address)
                case _:
                    return f"Unicorn stopped at {self.at:#x} for no reason"
        return "it does not end"

    def _continue(self, where: int, values: list[int] | None = None) -> None:
        """Go on elsewhere, as after a reset of all that Unicorn knows of branches and links. An instruction in a delay
        slot, at which it was stopped, has been executed all the same: undone here.
        """
        if values is None:
            values, place, content = self.kept
            self.uc.mem_write(place, content) if content else None
        self.uc.context_restore(self.fresh)
        for register, value in zip(self.file, values, strict=True):
            self.uc.reg_write(register, value)
        self.where, self.at, self.skipped, self.wild = where, -1, -1, None

    def _enter(self, pc: int, slot: bool, code: int, unit: int, address: int | None) -> None:
        """An exception, by volume III, section 5.2."""
        self.cp0[EPC] = pc - 4 if slot else pc
        self.cp0[CAUSE] = (BD if slot else 0) | unit << 28 | code << 2
        if address is not None:
            self.cp0[BADVADDR] = address
        self.cp0[STATUS] |= EXL
        self._continue(layout.VECTORS[0] if self.cp0[STATUS] & BEV else layout.VECTORS[1])

    def _before(self, _uc: object, address: int, _size: int, _data: object) -> None:
        """Before each instruction."""
        address &= 0xFFFFFFFF
        skipped, self.skipped = self.skipped, -1
        if address == skipped:  # Unicorn calls for it all the same
            return
        branch = self.words.get(self.at, 0) if self.at == address - 4 else 0
        slot, self.at = _branches(branch), address
        word = self.words.get(address, 0)
        if self.wild and (event := self._went_wild(address)):
            self.event = event
        elif not (layout.ROM <= address < layout.ROM_END or layout.RAM <= address < layout.RAM_END):
            self.event = "exception", address, slot, IBE, 0, None
        elif raised := self.reserved.get(address):
            self.event = "exception", address, slot, *raised, None
        elif word == SDBBP_END:
            self.event = ("end",)
        elif word == ERET:
            self.event = ("eret",)
        elif raised := self._raises(word):
            self.event = "exception", address, slot, *raised
        else:
            self._prepares(address, word)
            return
        self.kept = [self.uc.reg_read(n) for n in self.file], *self._place(word)
        self.uc.emu_stop()

    def _place(self, word: int) -> tuple[int, bytes]:
        """Memory that this instruction would write if it were executed."""
        at = self._value(word >> 21 & 31) + (word & 0x7FFF) - (word & 0x8000) & PHYSICAL & ~3
        try:
            return at, bytes(self.uc.mem_read(at, 8)) if word >> 26 in STORES else b""
        except self.unicorn.UcError:
            return at, b""

    def _prepares(self, address: int, word: int) -> None:
        """What is to be done before Unicorn executes this instruction, which raises no exception."""
        opcode, function = word >> 26, word & 63
        self.beside(word)
        if self.knows(word):
            self.perform(word)
        elif address in self.hidden:
            self._move(self.general[word >> 16 & 31], word >> 11 & 31, word >> 21 & 31)
        elif _is_likely(word) and not self._taken(word):
            self.skipped = address + 4
        elif opcode == 0 and function in (JR, JALR):
            register = word >> 21 & 31
            target = self._value(register)
            if target % 4 or not self._inside(target, False):
                linked = function == JALR and word >> 11 & 31 == register
                self.wild = target, register, not linked
                self.uc.reg_write(self.general[register], NOWHERE)

    def _went_wild(self, address: int) -> tuple[Any, ...]:
        """In the delay slot of such a jump: puts the register back. Then: the exception of its target."""
        assert self.wild
        target, register, back = self.wild
        if address != NOWHERE:
            if back:
                self.uc.reg_write(self.general[register], target)
            return ()
        return "exception", target, False, *((ADEL, 0, target) if target % 4 else (IBE, 0, None))

    def _raises(self, word: int) -> Raised | None:
        """The exception that this instruction raises now."""
        opcode, function, a, b = word >> 26, word & 63, word >> 21 & 31, word >> 16 & 31
        immediate = (word & 0xFFFF ^ 0x8000) - 0x8000
        if size := LOADS.get(opcode) or STORES.get(opcode):
            where, store = self._value(a) + immediate & 0xFFFFFFFF, opcode in STORES
            if where % size:
                return ADES if store else ADEL, 0, where
            return None if self._inside(where, store) else (DBE, 0, None)
        if opcode == 8 or (opcode == 0 and function in (0x20, 0x22)):
            other = immediate if opcode else _signed(self._value(b))
            total = _signed(self._value(a)) + (-other if opcode == 0 and function == 0x22 else other)
            return (OV, 0, None) if total != _signed(total) else None
        if opcode == 0 and function in (0xC, 0xD):
            return SYS if function == 0xC else BP, 0, None
        if opcode == 0 and function in (0x30, 0x31, 0x32, 0x33, 0x34, 0x36):
            return self._traps(function - 0x30, self._value(a), self._value(b))
        if opcode == 1 and b in (8, 9, 10, 11, 12, 14):
            return self._traps(b - 8, self._value(a), immediate & 0xFFFFFFFF)
        return None

    def _traps(self, condition: int, a: int, b: int) -> Raised | None:
        if condition in (0, 2):
            a, b = _signed(a), _signed(b)
        taken = (a >= b, a >= b, a < b, a < b, a == b, False, a != b)[condition]
        return (TR, 0, None) if taken else None

    def _taken(self, word: int) -> bool:
        """Of a likely branch."""
        a, b = (_signed(self._value(word >> n & 31)) for n in (21, 16))
        opcode = word >> 26
        if opcode == 1:
            return (a < 0) != bool(word >> 16 & 1)
        return {0x14: a == b, 0x15: a != b, 0x16: a <= 0, 0x17: a > 0}[opcode]

    def _value(self, register: int) -> int:
        return self.uc.reg_read(self.general[register]) & 0xFFFFFFFF

    def _inside(self, address: int, store: bool) -> bool:
        """In RAM, or in ROM unless it is stored to."""
        return layout.RAM <= address < layout.RAM_END or (not store and layout.ROM <= address < layout.ROM_END)

    def _move(self, register: int, number: int, way: int) -> None:
        """mfc0 and mtc0."""
        if way == 0:
            if register != self.general[0]:
                self.uc.reg_write(register, self.cp0.get(number, 0))
        elif number == STATUS:
            self.cp0[STATUS] = self.uc.reg_read(register) & WRITABLE
        elif number == EPC:
            self.cp0[EPC] = self.uc.reg_read(register) & 0xFFFFFFFF


def _branches(word: int) -> bool:
    """Whether a delay slot is behind this word."""
    opcode = word >> 26
    return opcode in (*JUMPS, *LIKELY) or _is_by_sign(word) or (opcode == 0 and word & 63 in (JR, JALR))


def _is_likely(word: int) -> bool:
    """Whether the word is a branch that does not execute its slot when it is not taken."""
    return word >> 26 in LIKELY or (_is_by_sign(word) and bool(word >> 17 & 1))


def _is_by_sign(word: int) -> bool:
    """Whether the word is a branch on the sign of a register. The traps on an immediate have the same opcode."""
    return word >> 26 == 1 and word >> 16 & 0xC == 0


def _signed(value: int) -> int:
    return (value & 0xFFFFFFFF ^ 1 << 31) - (1 << 31)


class Oracle:
    """An Emulator in another process. `module` has the function that serves there."""

    module = __name__

    def __init__(self) -> None:
        self._process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        text = f"import evariste.machines, {self.module}; {self.module}.serve()"
        return subprocess.Popen([sys.executable, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, program: Program, lacks: tuple[str, ...] = ()) -> State:
        """As Emulator.run."""
        process = self._process
        assert process.stdin and process.stdout
        plain = [(code.base, bytes(code.data)) for code in program.codes]
        try:
            pickle.dump((program.segments, plain, program.sites, lacks), process.stdin)
            process.stdin.flush()
            state: State = pickle.load(process.stdout)
        except (EOFError, BrokenPipeError):
            self._process = self._start()
            raise UserError(f"Unicorn ended with status {process.wait()} while it ran {program.name}.") from None
        return state

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


@dataclass
class _Plain:
    """A program as it comes through a pipe."""

    segments: list[tuple[int, bytes]]
    codes: list[Any]
    sites: Any


@dataclass
class _Piece:
    base: int
    data: bytes


def serve(kind: type[Emulator] = Emulator) -> None:
    """Runs the programs that standard input has; the states go to standard output."""
    emulator = kind()
    while True:
        try:
            segments, codes, sites, lacks = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        program: Any = _Plain(segments, [_Piece(*code) for code in codes], sites)
        pickle.dump(emulator.run(program, lacks), sys.stdout.buffer)
        sys.stdout.buffer.flush()


def unlike(
    machine: Machine, program: Program, oracle: Oracle | None = None, lacks: tuple[str, ...] = ()
) -> list[str]:
    """Where the registers and memory of a machine that ran the program differ from the oracle's: one line each. Empty
    if all agree.
    """
    state = (oracle or Oracle()).run(program, lacks)
    if state.ended != "breakpoint":
        return [f"the oracle's run ended thus: {state.ended}"]
    pairs = [(name, value) for name, value in zip(machine.registers[1:32], state.registers[1:], strict=True)]
    pairs += [("lo", state.lo), ("hi", state.hi), *state.cp0.items(), *state.more.items()]
    found = [f"{name}: {machine.reg(name):#010x}, not {theirs:#010x}" for name, theirs in pairs
             if machine.reg(name) != theirs]  # fmt: skip
    return found + run.unlike_memory(machine, state.memory)
