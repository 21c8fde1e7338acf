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


def snapshot(machine: Machine, backend: str) -> tuple[bytes, bytes, int]:
    """ROM and RAM, with the code that brings a machine from reset to where this one is, and the word it uses."""
    rom, ram = bytearray(machine.read(0, 0x100000)), bytearray(machine.read(RAM, 0x100000))
    regs, special = machine.regs, machine.special
    sp = regs[13] - 4
    ram[sp - RAM : regs[13] - RAM] = (regs[15] | 1).to_bytes(4, "little")
    values = [*regs[:8], *regs[8:13], regs[14], machine.xpsr & 0xF0000000, STUB + 256, 0]
    code = _restore(backend)
    table = b"".join(v.to_bytes(4, "little") for v in values)
    field = b"".join(special.get(name, 0).to_bytes(4, "little") for name in ("field0", "field1"))
    if any(rom[STUB : STUB + 512]):
        raise UserError("the program reaches the end of the ROM, which the restoring code needs.")
    rom[STUB : STUB + len(code)] = code
    rom[STUB + 128 : STUB + 128 + len(table)] = table
    rom[STUB + 256 : STUB + 264] = field
    rom[0:8] = sp.to_bytes(4, "little") + (STUB | 1).to_bytes(4, "little")
    return bytes(rom), bytes(ram), sp - RAM


@cache
def _restore(backend: str) -> bytes:
    """Code that loads the registers from the table 128 bytes after it and pops the PC."""
    gfcfg = load.machine(NAME).encode("gfcfg", rn=1)
    words = [int.from_bytes(gfcfg[i : i + 2], "little") for i in range(0, len(gfcfg), 2)]
    high = "".join(f"ldr r1, [r0, #{32 + 4 * i}]\nmov r{8 + i}, r1\n" for i in range(5))
    field = f"ldr r1, [r0, #60]\n.hword {', '.join(map(hex, words))}\n" if backend == NAME else ""
    text = (f".syntax unified\n.thumb\nadr r0, table\n{high}ldr r1, [r0, #52]\nmov lr, r1\n{field}"
            "ldr r1, [r0, #56]\nmsr apsr_nzcvq, r1\nldm r0, {r0-r7}\npop {pc}\n"
            ".org 128\ntable:\n.word 0\n")  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="evariste-") as folder:
        source, thing, binary = Path(folder, "a.S"), Path(folder, "a.o"), Path(folder, "a.bin")
        source.write_text(text)
        subprocess.run([f"{CHAIN.prefix}gcc", *CHAIN.flags, "-c", source, "-o", thing], check=True)
        subprocess.run([f"{CHAIN.prefix}objcopy", "-O", "binary", thing, binary], check=True)
        return binary.read_bytes()[:128]


def unit(retired: np.ndarray, end: int) -> frozenset[str]:
    """The instructions of the unit among what retired before a cycle."""
    isa, found = load.machine(NAME), set()
    for word in {int(w) for w in retired["insn"][retired["cycle"] <= end]}:
        known = isa.decode(word)
        if known and known.insn.name.startswith("gf"):
            found.add(known.insn.name)
    return frozenset(found)
