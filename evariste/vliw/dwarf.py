# SPDX-License-Identifier: Apache-2.0
"""The line table of an executable, as other tools read it: DWARF 4, with one compilation unit for the program."""

import struct
from collections.abc import Sequence

Row = tuple[int, str, int]  # an address, and the file and the line from there on; no file: code without a line
_PRODUCER = "evariste"
_STEP = 4  # bytes of the shortest instruction
# How many operands each standard opcode has.
_OPERANDS = bytes((0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1))
_COPY, _ADVANCE_PC, _ADVANCE_LINE, _SET_FILE = 1, 2, 3, 4
_END, _SET_ADDRESS = 1, 2  # extended
# Attributes of the unit with their forms: producer, name, line table, first address, bytes.
_ATTRIBUTES = ((0x25, 0x08), (0x03, 0x08), (0x10, 0x17), (0x11, 0x01), (0x12, 0x06))
_UNIT, _LEAF = 0x11, 0


def sections(rows: Sequence[Row], end: int, name: str) -> dict[str, bytes]:
    """The sections for rows in the order of their addresses; `end` is the address behind the last code."""
    if not any(file for _, file, _ in rows):
        return {}
    abbreviation = bytes((1, _UNIT, _LEAF, *(byte for pair in _ATTRIBUTES for byte in pair), 0, 0, 0))
    first = rows[0][0]
    unit = struct.pack("<HIB", 4, 0, 4) + b"\1" + _text(_PRODUCER) + _text(name)
    unit += struct.pack("<III", 0, first, end - first)
    return {".debug_line": _lines(rows, end), ".debug_info": _sized(unit), ".debug_abbrev": abbreviation}


def _lines(rows: Sequence[Row], end: int) -> bytes:
    files = list(dict.fromkeys(file for _, file, _ in rows if file))
    number = {file: i for i, file in enumerate(files, 1)}
    names = b"".join(_text(file) + bytes(3) for file in files) + b"\0"
    rest = bytes((_STEP, 1, 1, 0, 1, len(_OPERANDS) + 1)) + _OPERANDS + b"\0" + names
    program = b""
    open_at: int | None = None  # a sequence is open, and got to this address
    file = line = 1
    for address, name, at in rows:
        if open_at is not None and not name:
            program += _ended(address - open_at)
            open_at = None
        if not name:
            continue
        if open_at is None:
            program += bytes((0, 5, _SET_ADDRESS)) + struct.pack("<I", address)
            open_at, file, line = address, 1, 1
        if number[name] != file:
            file = number[name]
            program += bytes((_SET_FILE,)) + _unsigned(file)
        program += bytes((_ADVANCE_LINE,)) + _signed(at - line)
        program += bytes((_ADVANCE_PC,)) + _unsigned((address - open_at) // _STEP) + bytes((_COPY,))
        open_at, line = address, at
    if open_at is not None:
        program += _ended(end - open_at)
    return _sized(struct.pack("<HI", 4, len(rest)) + rest + program)


def _ended(distance: int) -> bytes:
    return bytes((_ADVANCE_PC,)) + _unsigned(distance // _STEP) + bytes((0, 1, _END))


def _sized(content: bytes) -> bytes:
    return struct.pack("<I", len(content)) + content


def _text(text: str) -> bytes:
    return text.encode() + b"\0"


def _unsigned(value: int) -> bytes:
    """LEB128."""
    made = bytearray()
    while value >= 0x80:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*made, value))


def _signed(value: int) -> bytes:
    """LEB128 with a sign."""
    made = bytearray()
    while not -0x40 <= value < 0x40:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*made, value & 0x7F))
