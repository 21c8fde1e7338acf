# SPDX-License-Identifier: Apache-2.0
"""`ev cc` takes the words that a user of gcc writes, and each of them means what it means there."""

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evariste.build import cc
from evariste.commands.cc import command
from evariste.errors import UserError
from evariste.sim import Machine


def ev_cc(*words: str | Path) -> Result:
    return CliRunner().invoke(command, [str(w) for w in words], standalone_mode=False)


def build(*words: str | Path) -> str:
    result = ev_cc(*words)
    assert result.exception is None, result.exception
    return result.output


def status(elf: Path) -> int:
    machine = Machine(engine="iss")
    machine.load(elf)
    machine.host()
    stop = machine.run(max_cycles=1_000_000)
    assert stop.reason == "exit", stop.sentence
    return stop.status


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, text: str) -> Path:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text)
    return Path(name)


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("int main(void) { return N; }", ["-DN=7"], 7),
        ("int main(void) { return N; }", ["-D", "N=8"], 8),
        ("int main(void) { return N; }", ["-DN=1", "-UN", "-DN=9"], 9),
        ('#include "v.h"\nint main(void) { return V; }', ["-I", "inc"], 40),
        ('#include "v.h"\nint main(void) { return V; }', ["-isysteminc"], 40),
        ("int main(void) { return V; }", ["-include", "inc/v.h"], 40),
        ("int main(void) { return __OPTIMIZE_SIZE__; }", ["-Os"], 1),
        ("#ifdef __OPTIMIZE__\n#error optimised\n#endif\nint main(void) { return 3; }", ["-O0"], 3),
        ("int main(void) { return __STDC_VERSION__ == 199901L; }", ["-std=c99"], 1),
        ("int main(void) { char c = -1; return c > 0; }", ["-fsigned-char", "-Wno-type-limits"], 0),
        ("int main(void) { return sizeof(enum { A }); }", ["-fshort-enums", "-mlong-calls", "-g3", "-w"], 1),
        ("int main(void) { extern char there[]; return (int)there; }", ["-Wl,--defsym=there=77"], 77),
        ("int main(void) { extern char there[]; return (int)there; }", ["-Xlinker", "--defsym=there=78"], 78),
        ("int main(void) { return 11; }", ["-flto", "-O3", "-mcpu=cortex-m0plus", "-mthumb", "--specs=nano.specs"], 11),
    ],
)  # fmt: skip
def test_an_option_of_gcc_means_what_it_means_there(here: Path, text: str, options: list[str], expected: int) -> None:
    write("inc/v.h", "#define V 40\n")
    build(write("p.c", text), *options, "-o", "p.elf")
    assert status(here / "p.elf") == expected


def test_warnings_are_errors_on_demand_in_the_users_sources(here: Path) -> None:
    result = ev_cc(write("p.c", "int main(void) { int unused; return 0; }"), "-Werror", "-o", "p.elf")
    assert isinstance(result.exception, UserError) and "unused" in result.exception.message


def test_sources_of_every_kind_objects_and_archives_make_one_program(here: Path) -> None:
    write("main.c", "int s(void), S(void), cpp(void), o(void), a(void);\n"
          "int main(void) { return s() + S() + cpp() + o() + a(); }")  # fmt: skip
    label = ".syntax unified\n.thumb\n.global {0}\n.thumb_func\n.type {0}, %function\n{0}: movs r0, #{1}\n bx lr\n"
    write("one.s", label.format("s", 1))
    write("two.S", "#define TWO 2\n" + label.format("S", "TWO"))
    write("three.cpp", 'extern "C" int cpp() { return 4; }')
    write("four.c", "int o(void) { return 8; }")
    write("five.c", "int deep(void); int a(void) { return deep(); }")
    write("six.c", "int deep(void) { return 16; }")
    build("-c", "four.c", "five.c", "six.c")
    for member in ("five", "six"):
        subprocess.run([cc.tool("ar"), "rcs", f"lib{member}.a", f"{member}.o"], check=True)
    # lib six stands before lib five, which needs it: with one pass the linker would not find deep().
    build("main.c", "one.s", "two.S", "three.cpp", "four.o", "libsix.a", "-L.", "-lfive", "-o", "p.elf")
    assert status(here / "p.elf") == 31


def test_a_changed_archive_and_a_file_that_assembly_includes_are_noticed(here: Path) -> None:
    write("main.c", "int f(void), g(void); int main(void) { return 10 * f() + g(); }")
    write("g.s", '.thumb\n.global g\n.thumb_func\n.type g, %function\ng: .include "value.inc"\n bx lr\n')
    for value in (3, 4):
        write("f.c", f"int f(void) {{ return {value}; }}")
        write("value.inc", f"mov r0, #{value}\n".replace("mov ", ".syntax unified\nmovs "))
        build("-c", "f.c", "-o", "f.o")
        subprocess.run([cc.tool("ar"), "rcs", "libf.a", "f.o"], check=True)
        build("main.c", "g.s", "-Wa,-I.", "-L", ".", "-l", "f", "-o", "p.elf")
        assert status(here / "p.elf") == 11 * value


def test_a_linker_script_of_the_users_replaces_ours(here: Path) -> None:
    ours = (cc.ROOT / "sw/rt/gfp/link.ld").read_text()
    write("my.ld", ours.replace("ENTRY(", "mine = 123;\nENTRY("))
    write("p.c", "int main(void) { extern char mine[]; return (int)mine; }")
    build("p.c", "-T", "my.ld", "-o", "p.elf")
    assert status(here / "p.elf") == 123
    assert "mine" in str(ev_cc("p.c", "-o", "q.elf").exception)


def test_a_users_own_start_up_code_replaces_ours(here: Path) -> None:
    text = """
    .syntax unified
    .section .vectors, "a"
    .word 0x20001000, Reset_Handler
    .text
    .thumb
    .global Reset_Handler
    .thumb_func
    .type Reset_Handler, %function
Reset_Handler:
    movs r0, #0x18
    ldr r1, =0x20026
    bkpt 0xab
    """
    build(write("start.s", text), "-nostartfiles", "-o", "p.elf")
    assert status(here / "p.elf") == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["p.c"], "needs a name: -o"),
        (["p.c", "-S", "-o", "p.elf"], "-S is not among the options"),
        (["p.c", "-shared", "-o", "p.elf"], "-shared is not among"),
        (["p.c", "-mcpu=cortex-m4", "-o", "p.elf"], "names another machine"),
        (["p.c", "-mfloat-abi=hard", "-o", "p.elf"], "without floating point"),
        (["p.c", "-fno-such-thing", "-o", "p.elf"], "does not compile"),
        (["p.c", "-lnothing", "-o", "p.elf"], "does not link"),
        (["p.c", "-o", "p.elf", "-L"], "-L needs a value"),
        (["-c", "p.c", "q.c", "-o", "p.o"], "-c with -o takes one source"),
        (["-lm", "-o", "p.elf"], "at least one source file"),
        (["p.c", "-o", "lib.a"], "would overwrite a source file"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(here: Path, words: list[str], reason: str) -> None:
    write("p.c", "int main(void) { return 0; }")
    assert reason in str(ev_cc(*words).exception)
