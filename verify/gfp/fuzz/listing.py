# SPDX-License-Identifier: Apache-2.0
"""`ev disasm`: any bytes in place of an ELF file are refused in one sentence, or give lines of text."""

import sys

import atheris

with atheris.instrument_imports(include=["evariste.isa", "elftools"]):
    from evariste.machines.gfp.text import program

from evariste.errors import UserError
from evariste.verification.fuzz import PLANTED, own_file

FILE = own_file("input.elf")


def one(data: bytes) -> None:
    FILE.write_bytes(data)
    try:
        listed = program(FILE)
    except UserError as refused:
        assert refused.message.endswith("."), refused.message
        return
    for _, lines in listed.lines():
        for line in lines:
            assert line.text and line.raw and 0 <= line.address < 2**33
            assert PLANTED not in sys.argv or "bkpt" not in line.text


if __name__ == "__main__":
    atheris.Setup([a for a in sys.argv if a != PLANTED], one)
    atheris.Fuzz()
