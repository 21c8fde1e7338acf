# SPDX-License-Identifier: Apache-2.0
"""The ELF loader takes a whole program or refuses with a sentence; no file makes it read or write elsewhere."""

import random
import struct

import pytest

from evariste.errors import UserError
from evariste.machines.gfp.recipes import layout
from evariste.sim import Machine

VECTORS = struct.pack("<II", 0x20001000, 0x101) + bytes(0xF8)
CODE = b"\xfe\xe7" * 32  # branches to themselves
DATA = bytes(range(64))
WHOLE = layout.image([(0, VECTORS + CODE), (0x20000100, DATA)], 0x101, {"_start": 0x100, "other": 0x104})
HEADER, PROGRAM_HEADER = 52, 32
RAM_END = 0x20100000


@pytest.fixture(scope="module")
def machine() -> Machine:
    return Machine(engine="iss")


@pytest.fixture
def load(machine: Machine, tmp_path):
    """Load these bytes; the sentence of the refusal, or nothing."""

    def load(content: bytes) -> str:
        path = tmp_path / "program.elf"
        path.write_bytes(content)
        try:
            machine.load(path)
        except UserError as refused:
            said = refused.message
            assert said.startswith(str(path)) and said.endswith(".") and not said.endswith(".."), said
            assert "\n" not in said
            return said
        return ""

    return load


def patched(offset: int, form: str, value: int, content: bytes = WHOLE) -> bytes:
    return content[:offset] + struct.pack(form, value) + content[offset + struct.calcsize(form) :]


def segment(index: int, field: int) -> int:
    """The file offset of a word of a program header: type, offset, vaddr, paddr, filesz, memsz, flags, align."""
    return HEADER + PROGRAM_HEADER * index + 4 * field


def test_a_whole_program_is_loaded_where_it_belongs(load, machine: Machine) -> None:
    assert load(WHOLE) == ""
    assert machine.read(0, 0x140) == VECTORS + CODE
    assert machine.read(0x20000100, 64) == DATA
    assert machine.regs[13] == 0x20001000 and machine.regs[15] == 0x100


def test_every_shorter_file_is_refused(load) -> None:
    for length in range(len(WHOLE)):
        assert load(WHOLE[:length]), f"{length} of {len(WHOLE)} bytes were taken for a program"


def test_a_truncated_file_is_told_so_at_every_boundary(load) -> None:
    ends = [HEADER - 1, HEADER + 1, HEADER + PROGRAM_HEADER - 1, HEADER + 2 * PROGRAM_HEADER - 1]
    first = HEADER + 2 * PROGRAM_HEADER
    ends += [first, first + len(VECTORS), first + len(VECTORS + CODE) - 1, first + len(VECTORS + CODE + DATA) - 1]
    ends += [len(WHOLE) - 1, len(WHOLE) - 40]
    for length in ends:
        assert "truncated" in load(WHOLE[:length]), length


WRONG = {
    "text": (b"hello, world\n", "looks like text"),
    "binary": (b"\x80\x00\x00\x01" * 64, "not an ELF file"),
    "x86": (patched(18, "<H", 3), "x86"),
    "x86-64": (patched(18, "<H", 62, patched(4, "B", 2)), "64-bit"),
    "AArch64": (patched(18, "<H", 183, patched(4, "B", 2)), "AArch64"),
    "RISC-V": (patched(18, "<H", 243), "RISC-V"),
    "no class": (patched(4, "B", 0), "class 0"),
    "big-endian": (patched(18, ">H", 40, patched(5, "B", 2)), "big-endian"),
    "no byte order": (patched(5, "B", 7), "byte order 7"),
    "object file": (patched(16, "<H", 1), "not an executable"),
    "shared library": (patched(16, "<H", 3), "not an executable"),
    "core dump": (patched(16, "<H", 4), "not an executable"),
    "no program headers": (patched(44, "<H", 0), "nothing to load"),
    "program headers of another size": (patched(42, "<H", 56), "56 bytes"),
    "too many program headers": (patched(44, "<H", 0xFFFF), "65535 program headers"),
    "program headers at the end of the address space": (patched(28, "<I", 0xFFFFFFF0), "0xfffffff0"),
    "program headers in the ELF header": (patched(28, "<I", 16), "overlap"),
    "segment that begins beyond the file": (patched(segment(0, 1), "<I", 0xFFFFFF00), "reaches beyond"),
    "segment that ends beyond the file": (
        patched(segment(0, 5), "<I", 0x10000, patched(segment(0, 4), "<I", 0x10000)),
        "reaches beyond",
    ),
    "segment larger in the file than in memory": (patched(segment(1, 5), "<I", 8), "in memory"),
    "segment that wraps around the address space": (
        patched(segment(1, 2), "<I", 0xFFFFFFF0, patched(segment(1, 3), "<I", 0xFFFFFFF0)),
        "outside memory",
    ),
    "segment over the end of RAM": (patched(segment(1, 2), "<I", RAM_END - 32), "outside memory"),
    "segment loaded outside memory": (patched(segment(1, 3), "<I", 0x10000000), "outside memory"),
    "segment of four gigabytes": (patched(segment(1, 5), "<I", 0xFFFFFFFF), "outside memory"),
    "overlapping segments": (patched(segment(1, 2), "<I", 0x80, patched(segment(1, 3), "<I", 0x80)), "overlap"),
    "no segment to load": (patched(segment(0, 0), "<I", 4, patched(segment(1, 0), "<I", 4)), "without a segment"),
    "nothing at the vectors": (
        patched(segment(0, 2), "<I", 0x1000, patched(segment(0, 3), "<I", 0x1000)),
        "no vector table",
    ),
    "section headers beyond the file": (patched(32, "<I", len(WHOLE) - 60), "section headers"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_file_that_is_no_program_for_this_machine_is_refused_with_the_reason(case: str, load) -> None:
    content, reason = WRONG[case]
    assert reason in load(content)


def test_a_segment_that_is_only_zeros_takes_no_bytes_of_the_file(load, machine: Machine) -> None:
    content = patched(segment(1, 4), "<I", 0, patched(segment(1, 5), "<I", 0x1000))
    assert load(content) == ""
    assert machine.read(0x20000100, 0x1000) == bytes(0x1000)


def test_damaged_files_are_refused_or_loaded_and_nothing_else(load) -> None:
    rng = random.Random(20240607)
    refused = 0
    for _ in range(400):
        content = bytearray(WHOLE)
        for _ in range(rng.randint(1, 4)):
            head = rng.random() < 0.8
            at = rng.randrange(segment(2, 0)) if head else rng.randrange(len(content))
            content[at] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))
        refused += bool(load(bytes(content)))
    assert 50 < refused < 400


@pytest.mark.parametrize(
    "path, reason", [("/dev/zero", "larger than 256 MiB"), (".", "directory"), ("none", "No such file")]
)
def test_what_is_not_a_file_of_a_sensible_size_is_refused(path: str, reason: str, machine: Machine, tmp_path) -> None:
    with pytest.raises(UserError, match=reason):
        machine.load(tmp_path / path)
