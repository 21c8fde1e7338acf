# SPDX-License-Identifier: Apache-2.0
"""A program of ours on unicorn (QEMU's translator as a library), the baseline for the simulator's speed.

Just enough semihosting for a program that prints: command line, console output, exit. unicorn knows neither our
cycles nor the Galois-field instructions; it runs the integer instructions of the same ELF.
"""

import struct
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from evariste.errors import UserError
from evariste.isa import load

if TYPE_CHECKING:
    from unicorn import Uc

# Semihosting operations (Arm, "Semihosting for AArch32 and AArch64").
OPEN, CLOSE, WRITE, ISTTY, GET_CMDLINE, EXIT, EXIT_EXTENDED = 0x01, 0x02, 0x05, 0x09, 0x15, 0x18, 0x20
BREAKPOINT = 7  # QEMU's number of the exception
FAILED = 0xFFFFFFFF


def run(program: Path, arguments: str) -> tuple[bytes, float]:
    """The program's output, and the CPU seconds of the run."""
    try:
        import unicorn
        from unicorn import arm_const as arm
    except ImportError:
        raise UserError("unicorn, the baseline of the speed measurement, is missing; `ev setup` installs it.") from None
    machine = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS)
    machine.ctl_set_cpu_model(arm.UC_CPU_ARM_CORTEX_M0)
    for memory in load.soc("gfp").memories:
        machine.mem_map(memory.base, memory.size)
    _load(machine, program)
    host = _Host(f"{program.stem} {arguments}".encode())
    machine.hook_add(unicorn.UC_HOOK_INTR, host.interrupt)
    stack, entry = struct.unpack("<2I", machine.mem_read(0, 8))
    machine.reg_write(arm.UC_ARM_REG_MSP, stack)
    began = process_time()
    machine.emu_start(entry, FAILED)
    return bytes(host.printed), process_time() - began


def _load(machine: "Uc", program: Path) -> None:
    from elftools.elf.elffile import ELFFile

    with program.open("rb") as file:
        for segment in ELFFile(file).iter_segments("PT_LOAD"):
            machine.mem_write(segment["p_paddr"], segment.data())


class _Host:
    """The host's side of semihosting."""

    def __init__(self, command_line: bytes) -> None:
        self.command_line = command_line
        self.printed = bytearray()

    def interrupt(self, machine: "Uc", number: int, _: Any) -> None:
        from unicorn import arm_const as arm

        pc = machine.reg_read(arm.UC_ARM_REG_PC)
        operation, block = (machine.reg_read(r) for r in (arm.UC_ARM_REG_R0, arm.UC_ARM_REG_R1))
        if number != BREAKPOINT or operation in (EXIT, EXIT_EXTENDED):
            machine.emu_stop()
            return
        machine.reg_write(arm.UC_ARM_REG_R0, self._call(machine, operation, block))
        machine.reg_write(arm.UC_ARM_REG_PC, pc + 2 | 1)

    def _call(self, machine: "Uc", operation: int, block: int) -> int:
        if operation == GET_CMDLINE:
            buffer = struct.unpack("<I", machine.mem_read(block, 4))[0]
            machine.mem_write(buffer, self.command_line + b"\0")
            machine.mem_write(block + 4, struct.pack("<I", len(self.command_line)))
            return 0
        if operation == WRITE:
            _, buffer, length = struct.unpack("<3I", machine.mem_read(block, 12))
            self.printed += machine.mem_read(buffer, length)
            return 0
        # The console opens as handle 1 and says that it is one; nothing else is there.
        return {OPEN: 1, CLOSE: 0, ISTTY: 1}.get(operation, FAILED)
