# SPDX-License-Identifier: Apache-2.0
"""Questions a user of `ev cc` asks: does my program build, and what am I told when it does not?"""

from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from evariste import cache, machines
from evariste.build import cc
from evariste.errors import UserError
from evariste.sim import Machine

CLEAN = {"gfp_fast", machines.PORTABLE}  # the others share most files with these


def run(elf: Path, *args: str) -> tuple[str, int]:
    said: list[bytes] = []
    machine = Machine(engine="iss")
    machine.load(elf)
    machine.host(args=list(args), stdout=said.append)
    stop = machine.run(max_cycles=10_000_000)
    assert stop.reason == "exit", stop.sentence
    return b"".join(said).decode(), stop.status


def program(folder: Path, text: str, name: str = "program.c") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def loaded(elf: Path) -> int:
    """Bytes that go to the machine."""
    with elf.open("rb") as file:
        return sum(segment["p_filesz"] for segment in ELFFile(file).iter_segments("PT_LOAD"))


def test_a_program_of_two_files_with_a_macro_builds_and_runs(tmp_path: Path) -> None:
    main = program(tmp_path, '#include <stdio.h>\nint f(int);\nint main(void) { printf("%d\\n", f(N)); return 3; }')
    other = program(tmp_path, "int f(int x) { return x * x; }", "other.c")
    assert run(cc.compile([main, other], defines={"N": 12})) == ("144\n", 3)


def test_an_assembly_program_may_use_galois_field_instructions(tmp_path: Path) -> None:
    text = """
    #include "gfp_asm.h"
    .cpu cortex-m0plus
    .thumb
    .text
    .global main
    .thumb_func
    .type main, %function
main:
    movs r0, #3
    movs r1, #5
    gfmul32 r0, r0, r0, r1
    bx lr
    """
    assert run(cc.compile([program(tmp_path, text, "program.S")])) == ("", 15)


def test_the_small_c_library_can_be_chosen(tmp_path: Path) -> None:
    source = program(tmp_path, '#include <stdio.h>\nint main(void) { printf("%.2f %d\\n", 1.25, 7); return 0; }')
    small, full = cc.compile([source], libc="nano"), cc.compile([source])
    assert run(small) == run(full) == ("1.25 7\n", 0)
    assert loaded(small) < loaded(full)


def test_a_second_build_is_the_same_file_and_a_changed_header_is_noticed(tmp_path: Path) -> None:
    header = program(tmp_path, "#define VALUE 1\n", "value.h")
    source = program(tmp_path, '#include "value.h"\nint main(void) { return VALUE; }')
    first = cc.compile([source])
    assert cc.compile([source]) == first
    header.write_text("#define VALUE 22\n")
    assert run(cc.compile([source])) == ("", 22)


def test_what_was_deleted_or_cut_is_built_again(tmp_path: Path) -> None:
    source = program(tmp_path, "int main(void) { return 7; }")
    first = cc.compile([source])
    object_ = compiled(source)
    archive = max(cache.BUILD.glob("fw/lib-*/lib.a"), key=lambda path: path.stat().st_mtime)
    for path in (first, object_, archive):
        path.unlink() if path == object_ else path.write_bytes(b"")
        assert cc.compile([source]) == first and run(first) == ("", 7), path
        assert compiled(source) == object_


def compiled(source: Path) -> Path:
    return cc._object(source, ["-O2"], [])


def test_another_compiler_or_place_for_headers_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiler that the environment names is replaced by a later one under the same name."""
    source = program(tmp_path, "#include <value.h>\nconst char *const value = VALUE;")
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        program(tmp_path / name, f'#define VALUE "value {name}"\n', "value.h")
    real = cc.tool("gcc")
    (tmp_path / "my-gcc").symlink_to(real)
    monkeypatch.setenv("EVARISTE_ARM_PREFIX", f"{tmp_path}/my-")
    monkeypatch.setenv("CPATH", str(tmp_path / "one"))
    first = compiled(source)
    assert compiled(source) == first and b"value one" in first.read_bytes()
    monkeypatch.setenv("CPATH", str(tmp_path / "two"))
    assert b"value two" in compiled(source).read_bytes()

    (tmp_path / "my-gcc").unlink()
    (tmp_path / "my-gcc").write_text(f'#!/bin/sh\nexec {real} -DVALUE=\'"value three"\' "$@"\n')
    (tmp_path / "my-gcc").chmod(0o755)
    (tmp_path / "two/value.h").write_text("")
    assert b"value three" in compiled(source).read_bytes()
    (tmp_path / "my-gcc").write_text(f'#!/bin/sh\nexec {real} -DVALUE=\'"value four"\' "$@"\n')
    assert b"value four" in compiled(source).read_bytes()


def test_exhausted_memory_is_told_and_a_deep_recursion_stops(tmp_path: Path) -> None:
    heap = "#include <stdlib.h>\nint main(void) { int n = 0; while (malloc(10000)) n++; return n > 50 && n < 100; }"
    assert run(cc.compile([program(tmp_path, heap)]))[1] == 1
    deep = "volatile int a[9];\nint f(int n) { volatile char big[1000]; big[0] = (char)n; return f(n + 1) + big[0]; }\n"
    machine = Machine(engine="iss")
    machine.load(cc.compile([program(tmp_path, deep + "int main(void) { return f(a[0]); }")], opt="-O1"))
    assert machine.run(max_cycles=10_000_000).reason in ("fault", "lockup")


def test_abort_ends_with_the_shells_status(tmp_path: Path) -> None:
    assert run(cc.compile([program(tmp_path, "#include <stdlib.h>\nint main(void) { abort(); }")]))[1] == 134


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("int main(void) { return x; }", "program.c", "program.c does not compile"),
        ("int main(void) { return missing(); }\nint missing(void);", "program.cc", "does not compile"),
        ("int missing(void);\nint main(void) { return missing(); }", "program.c", "does not link"),
        ("", "program.txt", "is not a source file"),
        ('#include "gfp_asm.h"\n gfmul sp, r0, r1\n', "program.S", "cannot be an operand"),
    ],
)
def test_what_cannot_be_built_is_refused_with_the_reason(tmp_path: Path, text: str, name: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        cc.compile([program(tmp_path, text, name)])


def test_a_missing_file_and_a_missing_backend_are_refused() -> None:
    with pytest.raises(UserError, match="There is no source file nowhere"):
        cc.compile(["nowhere.c"])
    with pytest.raises(UserError, match=r"There is no backend 'fast'; there are .*gfp, "):
        cc.compile(["sw/apps/codec.c"], backend="fast")


def test_an_empty_measurement_takes_no_cycles_and_two_instructions_take_two(tmp_path: Path) -> None:
    source = program(tmp_path, """
#include "bench.h"
int main(void) {
    bench_begin();
    bench_end("empty");
    bench_begin();
    __asm volatile("mov r0, r0\\n mov r0, r0\\n mov r0, r0\\n mov r0, r0" : : : "r0");
    bench_end("four");
    return 0;
}
""")  # fmt: skip
    said, _ = run(cc.compile([source]))
    empty, four = (int(line.split()[2]) for line in said.splitlines())
    assert empty in (0, 1)  # 1 when the compiler puts the calls across a word's border
    assert four - empty in (3, 4, 5)


@pytest.mark.parametrize(
    "backend",
    [b if b in CLEAN else pytest.param(b, marks=pytest.mark.full) for b in machines.default().backends],
)
def test_every_library_file_compiles_cleanly(backend: str) -> None:
    for source in cc.library_sources(backend):
        house = cc.HOUSE.get(source.suffix, ())
        cc._object(source, [*cc.LANGUAGE[source.suffix], *house, "-O2", "-Werror"], cc.include_dirs(backend))
