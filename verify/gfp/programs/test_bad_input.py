# SPDX-License-Identifier: Apache-2.0
"""What a user does wrong, or a program does, ends `ev run` in one sentence with the fault and the address.

Every case goes through the command line. The exit status is not zero, nothing but the sentence is printed, and there is
neither a Python traceback nor a hang.
"""

import re
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from evariste.build import cc
from evariste.machines.gfp.recipes import layout
from evariste.machines.gfp.recipes.assembler import Code
from evariste.paths import ROOT
from verify.gfp.sim.tools import prepare

EV = [sys.executable, "-m", "evariste"]
ADDRESS = re.compile(r"0x[0-9a-f]{8}")


def run(program: Path, *options: str) -> subprocess.CompletedProcess[str]:
    prepare(*options)
    return subprocess.run(
        [*EV, "run", str(program), *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence that a failed run prints."""
    assert done.returncode not in (0, None) and done.returncode > 0, done
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert re.search(r"\.$", lines[0]), f"not a sentence: {lines[0]}"
    return lines[0]


def image(code: Code | None = None, machine: int = layout.EM_ARM) -> bytes:
    """A small program: vectors with one bkpt as HardFault handler, and the code at 0x100."""
    code = code or nothing()
    vectors = struct.pack("<IIII", 0x20001000, 0x101, 0, 0x41) + bytes(0x30) + b"\x01\xbe" * 2
    return layout.image([(0, vectors), (code.base, bytes(code.data))], 0x101, {"_start": 0x100}, machine)


def nothing() -> Code:
    code = Code(0x100, 0x200)
    code.put("b", imm=-4)
    return code


HELLO = image()
X86 = image(machine=3)

FILES: dict[str, tuple[bytes, str]] = {
    "text": (b"int main(void) { return 0; }\n" * 10, "not an ELF file"),
    "empty": (b"", "empty|not an ELF file"),
    "magic-alone": (b"\x7fELF", "truncated|ends|short"),
    "cut-in-the-header": (HELLO[:40], "truncated|ends|short"),
    "cut-in-the-program-headers": (HELLO[:70], "truncated|ends|outside|beyond"),
    "cut-in-a-segment": (HELLO[: 52 + 64 + 20], "truncated|ends|outside|beyond"),
    "x86": (X86, "x86|80386|machine 3|not for Arm|Arm"),
    "x86-64": (Path("/proc/self/exe").resolve().read_bytes()[:4096], "64|x86"),
    "big-endian": (HELLO[:5] + b"\x02" + HELLO[6:], "big.endian"),
    "object-file": (HELLO[:16] + struct.pack("<H", 1) + HELLO[18:], "executable|relocatable|object"),
    "segment-outside-memory": (layout.image([(0x30000000, b"abcd" * 4)], 0x101, {}), "0x30000000"),
    "segment-over-the-end-of-rom": (layout.image([(0xFFFF8, bytes(32))], 0x101, {}), "0x000ffff8"),
    "segment-on-the-console": (layout.image([(0x40000000, bytes(4))], 0x101, {}), "0x40000000"),
    "no-segments": (layout.image([], 0x101, {}), "no|nothing"),
    "segment-table-beyond-the-file": (
        HELLO[:28] + struct.pack("<I", 0xFFFFFFF0) + HELLO[32:],
        "beyond|outside|ends|truncated",
    ),
}


@pytest.mark.parametrize("case", FILES)
def test_a_file_that_is_no_program_is_refused(case: str, tmp_path: Path) -> None:
    content, expected = FILES[case]
    path = tmp_path / f"{case}.elf"
    path.write_bytes(content)
    said = sentence(run(path))
    assert path.name in said
    assert re.search(expected, said, re.IGNORECASE), said


def test_a_file_that_is_not_there_or_a_directory_is_refused(tmp_path: Path) -> None:
    assert "absent.elf" in sentence(run(tmp_path / "absent.elf"))
    assert tmp_path.name in sentence(run(tmp_path))


@pytest.mark.parametrize("engine", ["iss", "rtl", "lockstep"])
def test_an_endless_loop_ends_at_the_limit_of_cycles(engine: str, tmp_path: Path) -> None:
    code = Code(0x100, 0x200)
    code.put("adds_imm8", rd=0, imm=1)
    code.put("b", imm=-6)
    path = tmp_path / "endless.elf"
    path.write_bytes(image(code))
    said = sentence(run(path, "--max-cycles", "20000", "--engine", engine))
    assert re.search(r"20,?000 cycles", said) and ADDRESS.search(said), said


def test_a_branch_to_itself_is_told_without_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "stuck.elf"
    path.write_bytes(HELLO)
    said = sentence(run(path))
    assert "0x00000100" in said and "itself" in said, said


def test_a_program_without_vectors_is_told(tmp_path: Path) -> None:
    path = tmp_path / "zeros.elf"
    path.write_bytes(layout.image([(0, bytes(64))], 1, {}))
    assert ADDRESS.search(sentence(run(path)))


@dataclass(frozen=True)
class Wrong:
    """C that does something wrong, what the sentence must call it, and the address it must give."""

    body: str
    fault: str
    address: str = ""
    gf: bool = True


WRONG = {
    "illegal-instruction": Wrong('__asm volatile("udf #7");', "illegal instruction"),
    "unassigned-gf-opcode": Wrong('__asm volatile(".inst.w 0xEC7F0000");', "illegal instruction"),
    "instruction-of-a-larger-core": Wrong('__asm volatile(".inst.w 0xFB90F0F1");', "illegal instruction"),
    "misaligned-load": Wrong("volatile int *volatile p = (void *)0x20000101; sink = *p;", "misaligned", "0x20000101"),
    "misaligned-store": Wrong("volatile short *volatile p = (void *)0x20000103; *p = 1;", "misaligned", "0x20000103"),
    "load-from-nowhere": Wrong("sink = *(volatile int *)0x60000000;", "bus error", "0x60000000"),
    "store-to-rom": Wrong("*(volatile int *)0x100 = 1;", "bus error", "0x00000100"),
    "jump-to-nowhere": Wrong("((void (*)(void))0x70000001)();", "bus error|fetch", "0x70000000"),
    "jump-to-an-even-address": Wrong("((void (*)(void))0x20000200)();", "even address|Thumb", "0x20000200"),
    "illegal-field": Wrong(
        "static gf_field_t bad = {.byte = {0, 0, 0, 0, 0, 0, 0, 9}}; gf_cfg(&bad);", "field descriptor"
    ),
    "stack-overflow": Wrong("sink = deep(1);", "bus error|lockup"),
    "gf-without-the-unit": Wrong("sink = gf_mul(1, 2);", "illegal instruction", gf=False),
}

TEMPLATE = """
#include <stdlib.h>
#include "gfp.h"
volatile int sink;
__attribute__((noinline)) int deep(int n) {{ volatile int big[64]; big[n & 63] = n; return deep(n + 1) + big[n & 63]; }}
int main(void) {{ {body} return 0; }}
"""


@pytest.mark.parametrize("engine", ["iss", "rtl"])
@pytest.mark.parametrize("case", WRONG)
def test_a_program_that_faults_is_told_with_the_fault_and_the_address(case: str, engine: str, tmp_path: Path) -> None:
    wrong = WRONG[case]
    source = tmp_path / f"{case}.c"
    source.write_text(TEMPLATE.format(body=wrong.body))
    program = cc.compile([source], tmp_path / f"{case}.elf", opt="-O1", extra=["-w"])
    said = sentence(run(program, "--engine", engine, *([] if wrong.gf else ["--configuration", "baseline"])))
    assert re.search(wrong.fault, said, re.IGNORECASE), said
    assert wrong.address in said and ADDRESS.search(said), said


@pytest.mark.parametrize("engine", ["iss", "rtl", "lockstep"])
def test_a_stack_overflow_names_the_access_that_left_the_stack(engine: str, tmp_path: Path) -> None:
    """The frame of its HardFault cannot be stored either, so the core locks up; the first fault is told first."""
    source = tmp_path / "deep.c"
    source.write_text(TEMPLATE.format(body="sink = deep(1);"))
    program = cc.compile([source], tmp_path / "deep.elf", opt="-O1", extra=["-w"])
    said = sentence(run(program, "--engine", engine))
    assert re.search(r"lockup: .*bus error: address 0x1f\w+, by the instruction 0x\w+ at 0x\w+ \(deep", said), said
    first, _, last = said.partition(", then, on entry to the exception handler from ")
    assert first and re.search(r"bus error on the stack at 0x1f\w+\.$", last), said


def test_a_program_that_aborts_gives_a_nonzero_status(tmp_path: Path) -> None:
    source = tmp_path / "aborts.c"
    source.write_text(TEMPLATE.format(body="abort();"))
    done = run(cc.compile([source], tmp_path / "aborts.elf", extra=["-w"]))
    assert done.returncode == 134 and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "options", [("--engine", "qemu"), ("--max-cycles", "0"), ("--max-cycles", "many"), ("--nonsense",)], ids=" ".join
)
def test_an_option_that_does_not_exist_is_refused(options: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "hello.elf"
    path.write_bytes(HELLO)
    done = run(path, *options)
    assert done.returncode == 2 and "Traceback" not in done.stderr and options[-1] in done.stderr
