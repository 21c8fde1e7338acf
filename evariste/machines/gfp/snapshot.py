# SPDX-License-Identifier: Apache-2.0
"""How a netlist goes on where the interpreter stopped: memories with code that restores the registers."""

import subprocess
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from evariste.errors import UserError
from evariste.isa import load
from evariste.machines.gfp import CHAIN, NAME
from evariste.sim import Machine

HARNESS = "sim/gfp/silicon"  # the netlist's memories, and what is traced
RAM = 0x20000000
STUB = 0xFFE00  # in the ROM: code that restores the registers
# Of each field: the instruction that loads it, and its two words among the registers of a core that has it.
FIELDS = (("gfcfg", "field0", "field1"), ("gfcfgb", "second0", "second1"))


def snapshot(machine: Machine) -> tuple[bytes, bytes, int]:
    """ROM and RAM, with the code that brings a machine from reset to where this one is, and the word it uses.

    The flags stay: a measurement begins in a call, where nobody reads them, and a core may lack MSR.
    """
    rom, ram = bytearray(machine.read(0, 0x100000)), bytearray(machine.read(RAM, 0x100000))
    regs, special = machine.regs, machine.special
    sp = regs[13] - 4
    ram[sp - RAM : regs[13] - RAM] = (regs[15] | 1).to_bytes(4, "little")
    values = [*regs[:13], regs[14], STUB + 256]
    banks = [bank for bank in FIELDS if bank[1] in special]
    code = _restore(tuple(loads for loads, *_ in banks))
    table = b"".join(v.to_bytes(4, "little") for v in values)
    fields = b"".join(special[name].to_bytes(4, "little") for _, *names in banks for name in names)
    if any(rom[STUB : STUB + 512]):
        raise UserError("the program reaches the end of the ROM, which the restoring code needs.")
    rom[STUB : STUB + len(code)] = code
    rom[STUB + 128 : STUB + 128 + len(table)] = table
    rom[STUB + 256 : STUB + 256 + len(fields)] = fields
    rom[0:8] = sp.to_bytes(4, "little") + (STUB | 1).to_bytes(4, "little")
    return bytes(rom), bytes(ram), sp - RAM


@cache
def _restore(loads: tuple[str, ...]) -> bytes:
    """Code that loads the fields by these instructions, the registers from the table 128 bytes after it, and pops the
    PC."""
    high = "".join(f"ldr r1, [r0, #{32 + 4 * i}]\nmov r{8 + i}, r1\n" for i in range(5))
    field = "adds r1, #8\n".join(f".hword {_halfwords(name)}\n" for name in loads)
    field = field and f"ldr r1, [r0, #56]\n{field}"
    text = (f".syntax unified\n.thumb\nadr r0, table\n{high}ldr r1, [r0, #52]\nmov lr, r1\n{field}"
            "ldm r0, {r0-r7}\npop {pc}\n"
            ".org 128\ntable:\n.word 0\n")  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="evariste-") as folder:
        source, thing, binary = Path(folder, "a.S"), Path(folder, "a.o"), Path(folder, "a.bin")
        source.write_text(text)
        subprocess.run([f"{CHAIN.prefix}gcc", *CHAIN.flags, "-c", source, "-o", thing], check=True)
        subprocess.run([f"{CHAIN.prefix}objcopy", "-O", "binary", thing, binary], check=True)
        return binary.read_bytes()[:128]


def _halfwords(name: str) -> str:
    """The instruction on r1, for the assembler."""
    code = load.machine(NAME).encode(name, rn=1)
    return ", ".join(hex(int.from_bytes(code[i : i + 2], "little")) for i in range(0, len(code), 2))


def unit(retired: np.ndarray, end: int) -> frozenset[str]:
    """The instructions of the unit among what retired before a cycle."""
    isa, found = load.machine(NAME), set()
    for word in {int(w) for w in retired["insn"][retired["cycle"] <= end]}:
        known = isa.decode(word)
        if known and known.insn.name.startswith("gf"):
            found.add(known.insn.name)
    return frozenset(found)
