# SPDX-License-Identifier: Apache-2.0
"""What is fuzzed: everything that reads other people's bytes."""

from evariste.machines.gfp import VERIFY
from evariste.verification.fuzz import Suite, Target

SUITE = Suite(
    f"{VERIFY}/fuzz",
    {
        "elf": Target("ELF loader: file to image and symbols", 6985, 2048),
        "packet": Target("debugger: bytes to packets and back", 800, 1024),
        "gdb": Target("GDB server: sessions on the interpreter", 200, 512),
        "disassembler": Target("disassembler: words to text and accesses", 2000, 512),
        "listing": Target("`ev disasm`: file to listing", 5, 2048, python=True),
        "isa": Target("loader of isa/: text to machine", 10, 2048, python=True),
    },
)
