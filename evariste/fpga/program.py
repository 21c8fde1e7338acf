# SPDX-License-Identifier: Apache-2.0
"""A program as the image of a board's ROM: the loaded words of its ELF file, in hexadecimal, for $readmemh."""

import random
from pathlib import Path

from evariste.build import cc
from evariste.errors import UserError
from evariste.fpga.boards import Board
from evariste.paths import ROOT

STACK = 4  # a quarter of the RAM; the rest is the program's data


def elf(board: Board) -> Path:
    """The board's program, compiled for its RAM."""
    if not board.program:
        raise UserError(f"{board.name} has no program here; its size and clock come with --configuration NAME.")
    stack = f"-Wl,--defsym=__stack_size={board.ram // STACK}"
    return cc.compile([ROOT / "sw/apps" / board.program], backend=board.backend, extra=[stack],
                      opt="-Os", machine=board.machine)  # fmt: skip


def filler(board: Board) -> str:
    """A ROM's image with contents that do not matter, but have no pattern that synthesis could exploit."""
    rng = random.Random(0)
    return "".join(f"{rng.getrandbits(32):08x}\n" for _ in range(0, board.rom, 4))


def image(path: Path, board: Board) -> str:
    """The ROM's contents from the ELF, a word a line. Refused if it does not fit the board's ROM or RAM."""
    from elftools.common.exceptions import ELFError
    from elftools.elf.elffile import ELFFile

    try:
        with path.open("rb") as stream:
            file = ELFFile(stream)
            segments = [s for s in file.iter_segments() if s["p_type"] == "PT_LOAD"]
            parts = [(s["p_paddr"], s.data()) for s in segments if s["p_filesz"]]
            ends = [s["p_vaddr"] + s["p_memsz"] for s in segments if s["p_vaddr"] >= 0x20000000]
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from None
    except ELFError:
        raise UserError(f"{path} is not an ELF file.") from None
    size = max((at + len(data) for at, data in parts), default=0)
    if size > board.rom:
        raise UserError(f"{path.name} needs {size} bytes of ROM; {board.name} has {board.rom}.")
    if (top := max(ends, default=0x20000000) - 0x20000000) > board.ram:
        raise UserError(f"{path.name} needs {top} bytes of RAM; {board.name} has {board.ram}.")
    memory = bytearray(board.rom)
    for at, data in parts:
        memory[at : at + len(data)] = data
    return "".join(f"{int.from_bytes(memory[i : i + 4], 'little'):08x}\n" for i in range(0, board.rom, 4))
