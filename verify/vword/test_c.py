# SPDX-License-Identifier: Apache-2.0
"""C programs: compiled with newlib, run with console, files and arguments; and how a wrong one ends."""

import re
import struct
from pathlib import Path

import pytest

from evariste.build import cc
from evariste.errors import UserError
from evariste.machines import PORTABLE
from evariste.sim import Machine, Stop

HERE = Path(__file__).parent
PRINTED = """\
hello has 2 arguments
[a b]
[c]
-42 -1234567890123456789 fedcba9876543210 2635249153387078802
3.141593 1.41421 2.71828182845905 0x1.999999999999ap-4
0.333333343 -1000000 9007199254740992
2500 -99999999999
read back: two 2
length 10
typed x
typed y
1 1
1
"""


def compiled(source: Path, **how: object) -> Path:
    return cc.compile([source], machine="vword", backend=PORTABLE, **how)  # type: ignore[arg-type]


def run(program: Path, machine: Machine | None = None, **host: object) -> tuple[Stop, str, str]:
    """How it ended, and what it printed and complained."""
    said: tuple[list[bytes], list[bytes]] = ([], [])
    machine = machine or Machine("vword")
    machine.load(program)
    machine.host(stdout=said[0].append, stderr=said[1].append, **host)  # type: ignore[arg-type]
    stop = machine.run(max_cycles=100_000_000)
    out, errors = (b"".join(part).decode() for part in said)
    return stop, out, errors


def small(folder: Path, body: str) -> Path:
    """A program whose main is `body`."""
    source = folder / "small.c"
    head = "#include <stdlib.h>\n#include <stdint.h>\n"
    source.write_text(f"{head}int main(int n, char **v) {{ (void)n, (void)v; {body} }}\n")
    return compiled(source)


def test_a_program_prints_computes_and_has_files_and_arguments(tmp_path: Path) -> None:
    program = compiled(HERE / "hello.c")
    stop, out, errors = run(program, root=tmp_path, args=["a b", "c"], stdin=b"x\ny\n")
    assert (stop.reason, stop.status) == ("exit", 7), stop.sentence
    assert (out, errors) == (PRINTED, "")
    assert (tmp_path / "notes.txt").read_text() == "one\ntwo 2\n"


def test_a_program_without_a_folder_has_no_files() -> None:
    machine = Machine("vword")
    stop, _, errors = run(compiled(HERE / "hello.c"), machine)
    assert stop.status == 7
    assert errors == "notes.txt: Permission denied\n"
    assert machine.refused_file == "notes.txt"


@pytest.mark.full
@pytest.mark.parametrize("level", ["-O0", "-O1", "-Os", "-O3"])
def test_it_does_the_same_at_every_level(level: str, tmp_path: Path) -> None:
    program = compiled(HERE / "hello.c", opt=level)
    assert run(program, root=tmp_path, args=["a b", "c"], stdin=b"x\ny\n")[1] == PRINTED


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("volatile uintptr_t at = 2; return *(volatile int *)at;", "misaligned load or fetch .*address 0x00000002"),
        ("volatile uintptr_t at = 0x80050001; *(volatile short *)at = 1; return 0;", "misaligned store .*0x80050001"),
        ("return *(volatile int *)0x40000000;", "data bus error .*address 0x40000000"),
        ("*(volatile int *)0xbfc00000 = 1; return 0;", "data bus error .*address 0xbfc00000"),
        ("((void (*)(void))0x40000000)(); return 0;", "instruction bus error .*0x40000000"),
        ("((void (*)(void))0x80050002)(); return 0;", "misaligned load or fetch .*address 0x80050002"),
        ('__asm__ volatile(".word 0x7c03e83b"); return 0;', "reserved instruction .*0x7c03e83b at"),
        ('__asm__ volatile(".word 0x46000000"); return 0;', "coprocessor unusable .*0x46000000 at"),
        ("return 7 / (n - 1);", r"trap .*\(main\+"),
    ],
)
def test_an_exception_without_a_handler_ends_the_run_with_its_cause(body: str, sentence: str, tmp_path: Path) -> None:
    stop, _, _ = run(small(tmp_path, body))
    assert stop.reason == "fault" and stop.status == 1
    assert re.search(sentence, stop.sentence), stop.sentence


@pytest.mark.parametrize("address", ["0x40000000", "0xbfc00000", "0x800fffff"])
def test_the_host_writes_to_ram_alone(address: str, tmp_path: Path) -> None:
    body = f"extern int read(int, void *, size_t); return read(0, (void *){address}, 4);"
    stop, _, _ = run(small(tmp_path, body), stdin=b"four")
    assert stop.reason == "semihosting"
    assert f"4 bytes at {address}, which are not in memory" in stop.sentence


def test_a_call_that_uhi_does_not_have_fails(tmp_path: Path) -> None:
    head, test = '#include "uhi.h"\n#include <errno.h>\n', "uhi(99, 0, 0, 0) == -1 && errno == ENOSYS"
    source = tmp_path / "call.c"
    source.write_text(f"{head}int main(void) {{ return {test}; }}\n")
    stop, _, _ = run(compiled(source))
    assert (stop.reason, stop.status) == ("exit", 1)


def test_an_abort_ends_with_the_status_of_its_signal(tmp_path: Path) -> None:
    stop, _, _ = run(small(tmp_path, "abort();"))
    assert (stop.reason, stop.status) == ("exit", 128 + 6)


def test_a_stack_that_overflows_leaves_memory(tmp_path: Path) -> None:
    source = tmp_path / "deep.c"
    source.write_text("int deep(volatile int *p) { volatile int a[64]; a[0] = *p; return deep(a) + a[0]; }\n"
                      "int main(void) { volatile int x = 0; return deep(&x); }\n")  # fmt: skip
    stop, _, _ = run(compiled(source))
    assert stop.reason == "fault" and "data bus error" in stop.sentence and "deep" in stop.sentence


def test_a_branch_to_itself_ends_the_run(tmp_path: Path) -> None:
    stop, _, _ = run(small(tmp_path, "for (;;) {}"))
    assert stop.reason == "loop" and "main" in stop.sentence


HANDLER = """\
    .set noreorder
    .global exception_entry
exception_entry:
    mfc0 $k0, $14
    lui $k1, %hi(taken)
    addiu $k0, $k0, 4
    mtc0 $k0, $14
    lw $k0, %lo(taken)($k1)
    nop
    addiu $k0, $k0, 1
    sw $k0, %lo(taken)($k1)
    .word 0x42000018        # eret
"""


def test_a_program_may_handle_exceptions(tmp_path: Path) -> None:
    """The handler counts them and goes on behind the instruction."""
    main, entry = tmp_path / "main.c", tmp_path / "entry.S"
    entry.write_text(HANDLER)
    calls = 'for (int i = 0; i < 5; i++) __asm__ volatile("syscall\\n\\tbreak");'
    main.write_text(f"int taken;\nint main(void) {{ {calls} return taken; }}\n")
    stop, _, _ = run(cc.compile([main, entry], machine="vword", backend=PORTABLE))
    assert (stop.reason, stop.status) == ("exit", 10), stop.sentence


def test_an_exception_inside_a_handler_ends_the_run_with_both(tmp_path: Path) -> None:
    main, entry = tmp_path / "main.c", tmp_path / "entry.S"
    entry.write_text(".set noreorder\n.global exception_entry\nexception_entry:\n lw $k0, 1($zero)\n nop\n")
    main.write_text("int main(void) { return *(volatile int *)0x40000000; }\n")
    stop, _, _ = run(cc.compile([main, entry], machine="vword", backend=PORTABLE))
    assert stop.reason == "lockup"
    assert "data bus error" in stop.sentence and "misaligned load" in stop.sentence


def test_a_program_for_another_machine_is_refused(tmp_path: Path) -> None:
    program = tmp_path / "big.elf"
    header = bytearray(compiled(HERE / "hello.c").read_bytes())
    struct.pack_into("<H", header, 18, 40)
    program.write_bytes(header)
    with pytest.raises(UserError, match=r"Arm|another processor"):
        Machine("vword").load(program)


def test_there_is_no_small_c_library() -> None:
    with pytest.raises(UserError, match="no small C library"):
        compiled(HERE / "hello.c", libc="nano")
