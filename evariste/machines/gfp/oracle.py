# SPDX-License-Identifier: Apache-2.0
"""An independent machine for random programs: the Unicorn emulator runs ARMv6-M, Python does the rest.

Unicorn (QEMU's Cortex-M0) executes every base instruction. Python code here does exception entry and return by the
ARMv6-M Architecture Reference Manual (ARM DDI 0419, B1.5). The Galois-field instructions are evariste.gf's reference
arithmetic. No code and no table is shared with the simulator. Not modelled: cycles, devices, and bits that should read
as zero but that Unicorn keeps (nPRIV, SP bits 1:0, APSR bit 27). Random programs of the recipe `common` avoid these.
"""

import struct
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import pairwise
from operator import xor

import numpy as np
import unicorn as uc
from unicorn import arm_const as arm

from evariste.gf import lanes, polynomial
from evariste.machines.gfp import DEFAULT, MACHINE
from evariste.machines.gfp.recipes import Program, layout
from evariste.machines.gfp.recipes.assembler import ISA
from evariste.sim import Machine
from evariste.verification.randprog import run

REGISTERS = [*(arm.UC_ARM_REG_R0 + i for i in range(13)), arm.UC_ARM_REG_SP, arm.UC_ARM_REG_LR, arm.UC_ARM_REG_PC]
SVCALL, HARDFAULT = 11, 3
T = 1 << 24
PREFIX_GF = 0b111011
SECOND, ACCUMULATE, TEST, HIGH = 1 << 5, 1 << 6, 1 << 7, 1 << 8  # of the opcode
OPCODES = {1: "gfmul", 2: "gfinv", 3: "gfsq", 4: "gfpow", 5: "gfadd", 8: "gfmul32", 16: "gfcfg", 17: "gfst",
           ACCUMULATE | 1: "gfma", ACCUMULATE | 8: "gfmac32", TEST: "gftst", TEST | 5: "gfcmp",
           **{SECOND | code: f"{name}b" for code, name in
              {1: "gfmul", 2: "gfinv", 3: "gfsq", 4: "gfpow", 16: "gfcfg", 17: "gfst"}.items()}}  # fmt: skip
EXTENDED = 0x3E0  # bits of the opcode that only extensions have
INTERRUPT_SVC, INTERRUPT_BKPT, INTERRUPT_RETURN = 2, 7, 8  # Unicorn's numbers
SIZES = {"ldr": 4, "str": 4, "ldrh": 2, "strh": 2, "ldrsh": 2, "ldm": 4, "stm": 4}
RECIPES = ("common", "base", "extended")  # whose programs it can run
TIMEOUT = 20_000_000  # microseconds; a program runs for some milliseconds


@dataclass
class State:
    """The state when a program has ended. `ended` is bkpt, lockup, or a sentence."""

    ended: str
    registers: list[int]
    xpsr: int
    memory: dict[int, bytes]


class Field:
    """The configured field as tables, all from evariste.gf.lanes."""

    def __init__(self, descriptor: bytes) -> None:
        unit = lanes.Lanes(descriptor)
        every = np.arange(256, dtype=np.uint8)
        # The unit's product is linear in the 15-bit carry-less product c: these are the products with c = 2^i.
        a = np.array([1 << min(i, 7) for i in range(15)], np.uint8)
        b = np.array([1 << max(i - 7, 0) for i in range(15)], np.uint8)
        self.power_of_x = unit.multiply(a, b).tolist()
        self.squares = unit.square(every).tolist()
        self.inverses = unit.inverse(every).tolist()

    def multiply(self, a: int, b: int) -> int:
        c = polynomial.multiply(a, b)
        return reduce(xor, (p for i, p in enumerate(self.power_of_x) if c >> i & 1), 0)

    def power(self, a: int, e: int) -> int:
        total = 0
        for i in range(8):
            if e >> i & 1:
                total ^= a
            a = self.squares[a]
        return total


@lru_cache(maxsize=4096)
def field(descriptor: bytes) -> Field:
    return Field(descriptor)


class Emulator:
    """Runs random programs, one after the other."""

    def __init__(self) -> None:
        self.uc = uc.Uc(uc.UC_ARCH_ARM, uc.UC_MODE_THUMB | uc.UC_MODE_MCLASS)
        self.uc.ctl_set_cpu_model(arm.UC_CPU_ARM_CORTEX_M0)
        self.uc.mem_map(layout.ROM, layout.ROM_END - layout.ROM, uc.UC_PROT_READ | uc.UC_PROT_EXEC)
        self.uc.mem_map(layout.RAM, layout.RAM_END - layout.RAM)
        self.uc.hook_add(uc.UC_HOOK_INTR, self._interrupt)
        self.uc.hook_add(uc.UC_HOOK_MEM_INVALID, self._refused)
        self.lacks: tuple[str, ...] = ()
        self.descriptor = [bytes(7) + b"\x08"] * 2  # of both fields
        self.event: tuple[str, int] | None = None
        self.gf_count = 0

    def run(self, program: Program, configuration: str = DEFAULT) -> State:
        """Runs the program from reset to its end."""
        self.lacks = MACHINE.configurations[configuration].lacks
        self.descriptor = [bytes(7) + b"\x08"] * 2
        write = self.uc.mem_write
        write(layout.ROM, bytes(layout.DATA_ROM.end - layout.ROM))
        write(layout.RAM, bytes(layout.CODE_WRITTEN.end - layout.RAM))
        for address, data in program.segments:
            write(address, data)
        self.uc.ctl_flush_tb()
        hooks = [self.uc.hook_add(uc.UC_HOOK_CODE, self._illegal_site, None, a, a) for a in program.sites.illegal]
        hooks += [self.uc.hook_add(uc.UC_HOOK_CODE, self._aligned_site, None, a, a) for a in program.sites.misaligned]
        hooks += [self.uc.hook_add(uc.UC_HOOK_CODE, self._access_site, None, a, a) for a in program.sites.accesses]
        hooks += [self.uc.hook_add(uc.UC_HOOK_CODE, self._hint_site, None, a, a) for a in program.sites.hints]
        hooks += [self.uc.hook_add(uc.UC_HOOK_CODE, self._coprocessor_site, None, a, a) for a in self._taken(program)]
        try:
            ended = self._run()
        finally:
            for hook in hooks:
                self.uc.hook_del(hook)
        kept = (layout.SAVED, layout.DATA_RAM_EDGE)
        memory = {r.first: bytes(self.uc.mem_read(r.first, r.end - r.first)) for r in kept}
        return State(ended, [self._get(r) for r in REGISTERS], self._get(arm.UC_ARM_REG_XPSR), memory)

    def _run(self) -> str:
        for r in range(13):
            self._set(REGISTERS[r], 0)
        self._set(arm.UC_ARM_REG_CONTROL, 0)
        self._set(arm.UC_ARM_REG_PRIMASK, 0)
        self._set(arm.UC_ARM_REG_XPSR, T)
        self._set(arm.UC_ARM_REG_LR, 0xFFFFFFFF)
        self._set(arm.UC_ARM_REG_MSP, self._word(0) & ~3)
        self._set(arm.UC_ARM_REG_PSP, 0)
        self._set(arm.UC_ARM_REG_PC, self._word(4))
        while True:
            pc = self._get(arm.UC_ARM_REG_PC)
            self.event = None
            failure = 0
            if not self._get(arm.UC_ARM_REG_XPSR) & T:
                self.event = ("fault", pc)
            else:
                try:
                    self.uc.emu_start(pc | 1, 0xFFFFFFFF, timeout=TIMEOUT)
                except uc.UcError as error:
                    failure = error.errno
            pc = self._get(arm.UC_ARM_REG_PC)
            kind, at = self.event or ("", pc)
            if kind == "bkpt":
                return "bkpt"
            if kind == "return":
                self._leave(at | 1)
                continue
            if kind == "svc":
                blocked = self._get(arm.UC_ARM_REG_PRIMASK) & 1 or self._ipsr() in (SVCALL, HARDFAULT)
                if not blocked:
                    self._enter(SVCALL, at + 2)
                    continue
                kind = "fault"
            if not kind and failure == uc.UC_ERR_INSN_INVALID and self._executed(pc):
                continue
            if not kind and not failure:
                return f"stopped at {pc:#x} for no reason"
            if self._ipsr() == HARDFAULT:
                return "lockup"
            self._enter(HARDFAULT, at)

    # ---- exceptions (ARM DDI 0419, B1.5.6 and B1.5.8) ----

    def _enter(self, number: int, return_address: int) -> None:
        xpsr, sp = self._get(arm.UC_ARM_REG_XPSR), self._get(arm.UC_ARM_REG_SP)
        frame = sp - 32 & ~7
        align = sp >> 2 & 1
        words = [self._get(REGISTERS[r]) for r in (0, 1, 2, 3, 12, 14)]
        words += [return_address, xpsr & ~(1 << 9) | align << 9]
        self.uc.mem_write(frame, struct.pack("<8I", *words))
        self._set(arm.UC_ARM_REG_SP, frame)
        process = self._get(arm.UC_ARM_REG_CONTROL) >> 1 & 1
        self._set(arm.UC_ARM_REG_LR, 0xFFFFFFF1 if xpsr & 0x3F else 0xFFFFFFFD if process else 0xFFFFFFF9)
        self._set(arm.UC_ARM_REG_CONTROL, 0)
        vector = self._word(4 * number)
        self._set(arm.UC_ARM_REG_XPSR, xpsr & 0xF0000000 | (vector & 1) << 24 | number)
        self._set(arm.UC_ARM_REG_PC, vector)

    def _leave(self, exc_return: int) -> None:
        process = exc_return == 0xFFFFFFFD
        stack = arm.UC_ARM_REG_PSP if process else arm.UC_ARM_REG_MSP
        frame = self._get(stack)
        words = struct.unpack("<8I", self.uc.mem_read(frame, 32))
        for r, value in zip((0, 1, 2, 3, 12, 14), words[:6], strict=True):
            self._set(REGISTERS[r], value)
        xpsr = words[7]
        self._set(arm.UC_ARM_REG_XPSR, xpsr & (0xF100003F))
        self._set(stack, frame + 32 | (xpsr >> 9 & 1) << 2)
        self._set(arm.UC_ARM_REG_CONTROL, 2 if process else 0)
        self._set(arm.UC_ARM_REG_PC, words[6] | 1)

    # ---- hooks ----

    def _interrupt(self, _uc: object, number: int, _data: object) -> None:
        pc = self._get(arm.UC_ARM_REG_PC)
        if number == INTERRUPT_SVC:
            self.event = ("svc", pc - 2)
        elif number == INTERRUPT_BKPT:
            self.event = ("bkpt", pc)
        elif number == INTERRUPT_RETURN and self._ipsr():
            self.event = ("return", pc)
        else:
            if number != INTERRUPT_RETURN and self._executed(pc):
                return
            self.event = ("fault", pc)
        self.uc.emu_stop()

    def _refused(self, _uc: object, _access: int, _address: int, _size: int, _value: int, _data: object) -> bool:
        """An access where no memory is."""
        self.event = ("fault", self._get(arm.UC_ARM_REG_PC))
        return False

    def _access_site(self, _uc: object, _address: int, _size: int, _data: object) -> None:
        """An access that may fault. A hook there makes Unicorn report this instruction and not an earlier one."""

    def _illegal_site(self, _uc: object, address: int, _size: int, _data: object) -> None:
        """An instruction that Unicorn may accept and ARMv6-M does not have."""
        self.event = ("fault", address)
        self.uc.emu_stop()

    def _hint_site(self, _uc: object, address: int, _size: int, _data: object) -> None:
        """yield, wfe and wfi, at which Unicorn ends emulation; they do nothing here."""
        self._set(arm.UC_ARM_REG_PC, address + 2 | 1)

    def _taken(self, program: Program) -> list[int]:
        """Where instructions of extensions stand that Unicorn executes as its own: those with r10 or r11 as Rd."""
        found = []
        for address, data in program.segments:
            halves = struct.unpack(f"<{len(data) // 2}H", data[: len(data) & ~1])
            found += [
                address + 2 * i
                for i, (first, second) in enumerate(pairwise(halves))
                if first >> 10 == PREFIX_GF and first & EXTENDED and second >> 8 & 15 in (10, 11)
            ]
        return found

    def _coprocessor_site(self, _uc: object, address: int, _size: int, _data: object) -> None:
        if not self._executed(address):
            self.event = ("fault", address)
            self.uc.emu_stop()

    def _aligned_site(self, _uc: object, address: int, _size: int, _data: object) -> None:
        """A load or store that may be misaligned, which Unicorn does not notice."""
        found = ISA.decode(struct.unpack("<H", self.uc.mem_read(address, 2))[0], 2)
        if found is None:
            return  # gfcfg and gfst, which check for themselves
        o = found.operands
        where = self._get(REGISTERS[o["rn"]]) + (self._get(REGISTERS[o["rm"]]) if "rm" in o else o.get("imm", 0))
        if where % SIZES[found.insn.name.split("_")[0]]:
            self.event = ("fault", address)
            self.uc.emu_stop()

    # ---- Galois-field instructions ----

    def _executed(self, pc: int) -> bool:
        """Executes a Galois-field instruction and steps over it; False when it is something else, or faults.

        Unicorn takes the destinations r10 and r11 for floating-point coprocessors and reports these instructions as
        invalid. The others come as interrupts.
        """
        if not self._get(arm.UC_ARM_REG_XPSR) & T:
            return False
        try:
            halfword = struct.unpack("<H", self.uc.mem_read(pc, 2))[0]
        except uc.UcError:
            return False
        if halfword >> 10 != PREFIX_GF or not self._galois(halfword, pc):
            return False
        self._set(arm.UC_ARM_REG_PC, pc + 4 | 1)
        return True

    def _galois(self, first: int, pc: int) -> bool:
        """Executes the instruction; False when it is illegal or faults."""
        try:
            second = struct.unpack("<H", self.uc.mem_read(pc + 2, 2))[0]
        except uc.UcError:
            return False
        opcode, h, d, n, m = first & 0x3FF, second >> 12, second >> 8 & 15, second >> 4 & 15, second & 15
        three, two, address = (d, n, m), (d, n), (n,)
        second, operation = bool(opcode & SECOND), opcode & 31
        used = {1: three, 2: two, 3: two, 4: three, 5: three, 8: (h, *three), 16: address, 17: address}.get(operation)
        zero = {1: h, 2: h | m, 3: h | m, 4: h, 5: h, 8: 0, 16: h | d | m, 17: h | d | m}.get(operation)
        if opcode & SECOND == 0 and opcode & ACCUMULATE:
            used, zero = (h, *three), 0
        if opcode & TEST:
            used, zero = {0: ((n,), h | d | m), 5: ((n, m), h | d)}.get(operation, (None, 0))
        if opcode & HIGH:
            return self._high(opcode, h << 12 | d << 8 | n << 4 | m)
        if opcode not in OPCODES or OPCODES[opcode] in self.lacks or used is None or zero or {13, 15} & set(used):
            return False
        self.gf_count += 1
        a, b = self._get(REGISTERS[n]), self._get(REGISTERS[m])
        if opcode & TEST:
            equal = [x == y for x, y in zip(a.to_bytes(4), (b if operation else 0).to_bytes(4), strict=True)]
            xpsr = self._get(arm.UC_ARM_REG_XPSR) & ~(3 << 30)
            self._set(arm.UC_ARM_REG_XPSR, xpsr | all(equal) << 31 | any(equal) << 30)
            return True
        if operation == 16:
            return self._configure(a, second)
        if operation == 17:
            return self._store_field(a, second)
        if opcode == 5:
            result = a ^ b
        elif operation == 8:
            product = polynomial.multiply(a, b)
            if opcode & ACCUMULATE:
                product ^= self._get(REGISTERS[h]) << 32 | self._get(REGISTERS[d])
            self._set(REGISTERS[h], product >> 32)
            result = product & 0xFFFFFFFF
        else:
            unit = field(self.descriptor[second])
            pairs = zip(a.to_bytes(4, "little"), b.to_bytes(4, "little"), strict=True)
            match operation:
                case 1:
                    by_lane = [unit.multiply(x, y) for x, y in pairs]
                case 2:
                    by_lane = [unit.inverses[x] for x, _ in pairs]
                case 3:
                    by_lane = [unit.squares[x] for x, _ in pairs]
                case _:
                    by_lane = [unit.power(x, y) for x, y in pairs]
            result = int.from_bytes(bytes(by_lane), "little")
            if opcode & ACCUMULATE:
                result ^= self._get(REGISTERS[h])
        self._set(REGISTERS[d], result)
        return True

    def _high(self, opcode: int, word: int) -> bool:
        """gfldr, gfstr, gfror."""
        h, d, n, m = word >> 12, word >> 8 & 15, word >> 4 & 15, word & 15
        code = opcode ^ HIGH
        if "gfldr" in self.lacks or code not in (0, 1, 4, 5) or d in (13, 15) or n == 15:
            return False
        base = self._get(REGISTERS[n])
        if code & 4:
            if n == 13 or h:
                return False
            amount = (code & 1) << 4 | m
            self._set(REGISTERS[d], (base >> amount | base << 32 - amount) & 0xFFFFFFFF)
            return True
        address = base + 4 * (h << 4 | m) & 0xFFFFFFFF
        if address % 4:
            return False
        try:
            if not code:
                self._set(REGISTERS[d], self._word(address))
            elif address < layout.ROM_END:
                return False
            else:
                self.uc.mem_write(address, self._get(REGISTERS[d]).to_bytes(4, "little"))
        except uc.UcError:
            return False
        return True

    def _configure(self, address: int, second: bool) -> bool:
        if address % 4:
            return False
        try:
            descriptor = bytes(self.uc.mem_read(address, 8))
        except uc.UcError:
            return False
        if not 2 <= descriptor[7] <= 8:
            return False
        self.descriptor[second] = descriptor
        return True

    def _store_field(self, address: int, second: bool) -> bool:
        """Word by word: the first stays when the second cannot be written."""
        if address % 4:
            return False
        try:
            for at in (0, 4):
                if address + at < layout.ROM_END:
                    return False
                self.uc.mem_write(address + at, self.descriptor[second][at : at + 4])
        except uc.UcError:
            return False
        return True

    # ---- access ----

    def _get(self, register: int) -> int:
        return self.uc.reg_read(register)

    def _set(self, register: int, value: int) -> None:
        self.uc.reg_write(register, value)

    def _word(self, address: int) -> int:
        return struct.unpack("<I", self.uc.mem_read(address, 4))[0]

    def _ipsr(self) -> int:
        return self._get(arm.UC_ARM_REG_XPSR) & 0x3F


def unlike(machine: Machine, program: Program, emulator: Emulator | None = None) -> list[str]:
    """Where the registers, flags and memory of a machine that ran the program differ from the oracle's: one line each.
    Empty if all agree.
    """
    oracle = (emulator or Emulator()).run(program, machine.configuration)
    if oracle.ended != "bkpt":
        return [f"the oracle's run ended thus: {oracle.ended}"]
    found = [
        f"r{i}: {ours:#010x}, not {theirs:#010x}"
        for i, (ours, theirs) in enumerate(zip(machine.regs[:15], oracle.registers[:15], strict=True))
        if ours != theirs
    ]
    if machine.reg("xpsr") != oracle.xpsr:
        found.append(f"xPSR: {machine.reg('xpsr'):#010x}, not {oracle.xpsr:#010x}")
    return found + run.unlike_memory(machine, oracle.memory)
