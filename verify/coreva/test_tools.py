# SPDX-License-Identifier: Apache-2.0
"""The assembler, the disassembler, object files and the linker."""

import os
import re
import subprocess
import sys
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from evariste import cache
from evariste.build import cc
from evariste.errors import UserError
from evariste.isa import load
from evariste.isa.model import Instruction
from evariste.isa.text import text
from evariste.paths import ROOT
from evariste.sim import Machine
from evariste.vliw import build, compiler, objects
from evariste.vliw.assembler import Assembler, signed
from evariste.vliw.linker import Linker, member
from evariste.vliw.objects import Object

ISA, SOC = load.machine("coreva"), load.soc("coreva")
ASSEMBLER = Assembler(ISA)
STOP = 1 << 31
START = ".section .start\n.globl _start\n_start: nop ;;\n"


def some(insn: Instruction, operand: str) -> list[int]:
    """The bits of an operand: every one alone, none and all, or all values if there are few."""
    width = insn.fields[operand].width
    return [*range(1 << width)] if width <= 5 else [0, (1 << width) - 1, *(1 << bit for bit in range(width))]


def words(insn: Instruction) -> set[int]:
    """Legal words of an instruction: each operand runs through `some` while the others stay."""
    found = set()
    for changed in insn.fields:
        for raw, base in product(some(insn, changed), (1, 2)):
            word = insn.match | insn.fields[changed].place(raw)
            for other, field in insn.fields.items():
                if other != changed:
                    word |= field.place(base if field.width > 1 else 0)
            if insn.accepts(word):
                found.add(word)
    return found


def assembled(source: str) -> bytes:
    """The code of a text in one section."""
    return bytes(ASSEMBLER.assemble(source, "t").sections[".text"].data)


def test_operations_of_a_bundle_may_share_a_line() -> None:
    apart = "add r1, r2, r3\nlw r4, 8(r5)\n[p1] mul r6, r7, r8 ;;\n"
    assert assembled(apart.replace("\n", " | ", 2)) == assembled(apart)
    assert assembled('.section .rodata\n.ascii "a|b"\n.text\nnop ;;') == assembled("nop ;;")


def test_a_text_says_itself_that_it_has_no_bundles() -> None:
    text = "lw r4, 0(r10)\nlw r5, 4(r10)\nadd r6, r4, r5\nsub r7, r10, r11\njr r1\n"
    made = bytes(ASSEMBLER.assemble(text, "t", schedule=True).sections[".text"].data)
    assert assembled(f".schedule\n{text}") == made


@pytest.mark.parametrize("insn", [*ISA], ids=lambda i: i.name)
def test_every_legal_word_is_its_own_text_assembled(insn: Instruction) -> None:
    swept = words(insn)
    assert len(swept) > 1
    for word in swept:
        decoded = ISA.decode(word, 4)
        assert decoded is not None and decoded.insn is insn
        operation = ASSEMBLER.operation(text(ISA, decoded, 0))
        if operation.reference:
            operation.values[operation.reference.operand] = signed(operation.reference.addend)
        assert operation.insn.encode(**operation.values) == word, hex(word)


def test_the_share_of_the_opcodes_that_is_free() -> None:
    """An empty word is illegal, so that empty memory faults; the majors 0, 30 and 31 have no operations."""
    assert ISA.decode(0, 4) is None
    used = {i.match >> 22 & 31 for i in ISA}
    assert used == {*range(1, 30)}


@pytest.mark.parametrize(
    ("source", "slots"),
    [
        ("add r1, r2, r3\nlw r4, 0(r5)\nbr 0\nmul r6, r7, r8\n;;", ["add", "lw", "br", "mul"]),
        ("mul r6, r7, r8\nmul r9, r7, r8\nbr 0\nlw r4, 0(r5)\n;;", ["mul", "lw", "br", "mul"]),
        ("add r1, r2, r3\nadd r2, r2, r3\nadd r4, r5, r6\njr r1 ;;", ["jr", "add", "add", "add"]),
        ("divs r1, r2, r3\nmla r4, r5, r6\ndivs r7, r8, r9 ;;", ["divs", "mla", "divs"]),
    ],
)
def test_the_assembler_finds_slots(source: str, slots: list[str]) -> None:
    code = assembled(f"{source}\nnop ;;")[:-4]
    names = []
    for at in range(0, len(code), 4):
        decoded = ISA.decode(int.from_bytes(code[at : at + 4], "little") & ~STOP, 4)
        assert decoded is not None
        names.append(decoded.insn.name)
    assert sorted(names) == sorted(slots) and not ISA.illegal_bundle([ISA.by_name[n] for n in names])
    assert [at for at in range(0, len(code), 4) if int.from_bytes(code[at : at + 4], "little") & STOP] == [
        len(code) - 4
    ]


@pytest.mark.parametrize("address", ["0x4000fff0", "-65552", "0b11", "0xffffffff"])
def test_the_halves_of_a_number_are_those_of_its_symbol(address: str) -> None:
    """The address of a device has no symbol, but may have one."""
    halves = (".section .start\n.globl _start\n_start: movi r4, lo16({0}) | movi r5, hi16( {0} ) ;;\n"
              "movhi r4, hi16({0}) ;;")  # fmt: skip
    number, symbol = linked(halves.format(address)), linked(halves.format("X"), f".globl X\n.equ X, {address}")
    assert number.get_section_by_name(".text").data() == symbol.get_section_by_name(".text").data()


def test_tabs_strings_and_alignments() -> None:
    made = ASSEMBLER.assemble('.data\n.asciz\t"a;;b"\n.p2align 3\nhere: .word\t77\n.text\nadd\tr4, r5, r6\t;;', "a.s")
    assert bytes(made.sections[".data"].data) == b"a;;b\0\0\0\0" + (77).to_bytes(4, "little")
    assert made.symbols["here"].value == 8 and made.sections[".data"].align == 8 and made.sections[".text"].size == 4


def test_what_ends_with_a_branch_goes_on_behind_a_label_or_in_another_section() -> None:
    """A label may be that of a delay bundle, and a section may be left and entered again."""
    assert assembled("a: br a ;;\nb: nop ;;") == assembled("a: br a ;;\n.data\nb: .word 1\n.text\nnop ;;")


def test_two_writes_under_different_guards_keep_their_order() -> None:
    code = assembled("[p1] addi r4, r0, 1\n[p2] lw r4, 0(r5) ;;")
    first = ISA.decode(int.from_bytes(code[:4], "little") & ~STOP, 4)
    assert first is not None and first.insn.name == "addi"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("lw r1, 0(r2)\nsw r3, 0(r4) ;;",
         "line 2: a bundle has room for 1 of lw, lh, lhu, lb, lbu, sw, sh, sb, not for lw and sw"),
        ("mul r4, r5, r6\nmul r7, r5, r6\nmla r8, r5, r6 ;;",
         "3: a bundle has room for 2 of mul, mulh, mulhu, mla, clmul, clmulh, mul2, mla2, not for mul, mul and mla"),
        ("divs r4, r5, r6 | divs r7, r5, r6 | divs r8, r5, r6 ;;", "room for 2 of divi, divs, divq, not for divs"),
        ("jr r1\nrdcycle r4 ;;", "line 2: jr and rdcycle both need slot 0"),
        ("trap 1\njr r1\nrdcycle r4 ;;", "line 3: a bundle has room for 1 of trap, rdcycle, rdcycleh, not for"),
        ("nop\nnop\nnop\nnop\nnop ;;", "line 5: 5 operations are more than the 4 slots of a bundle"),
        ("add r4, r1, r2\nsub r4, r1, r2 ;;", "line 2: two operations of the bundle write r4"),
        ("br 0 ;;\nbr 0 ;;", "line 2: a delay bundle has a branch"),
        ("br 0 ;;\nhere: br 0 ;;", "line 2: a delay bundle has a branch"),
        ("jr r1\ndivs r7, r8, r9 ;;", "line 2: a single divs needs slot 0 or 2"),
        ("nop ;;\nbr 0 ;;", "line 2: the section .text ends with a branch"),
        ("a: br 0 ;;\n.section .text.b\nnop ;;", "line 1: the section .text ends with a branch"),
        ("a: [p1] br 0 ;;\n.type b, @function\nb: nop ;;", "line 1: the function before b ends with a branch"),
        ("a: call a ;;\n.globl b\nb: nop ;;", "line 1: the function before b ends with a branch"),
        ("a: nop ;;\njr r1 ;;\n.size a, .-a\nb: nop ;;", "line 2: a ends with a branch"),
        ("br 0x7ffffff0 ;;", "line 1: br reaches -8,388,608 to 8,388,604 bytes from itself, not 2,147,483,632"),
        ("nop ;;\nbr 2 ;;", "line 2: the target of br must be a multiple of 4 bytes away, not -2"),
        ("movi r4, lo16(0x100000000) ;;", "line 1: 0x100000000 does not fit in 32 bits"),
        ("addi r4, r4, lo16(0x1800) ;;", "line 1: addi takes -2048 to 2047 here, not 6144"),
        (".data\n.space -4", "line 2: there is no space of -4 bytes"),
        (".p2align -1", "line 1: an alignment is a power of two up to 4096, not .p2align -1"),
        (".align 99999999999", "line 1: an alignment is a power of two up to 4096, not .align 99999999999"),
        ("addi r1, r2, 2048 ;;", "line 1: addi takes -2048 to 2047 here, not 2048"),
        ("add r1, r2, r32 ;;", "line 1: add takes r0 to r31 here, not 'r32'"),
        ("add r1, r2 ;;", "line 1: 'add r1, r2' does not have the form 'add rd, rs1, rs2'"),
        ("frob r1 ;;", "line 1: there is no operation 'frob'"),
        ("[p15] add r1, r2, r3 ;;", "line 1: p15 is no flag"),
        ("[p9] add2 r1, r2, r3 ;;", "line 1: add2 does not exist with"),
        ("mvbits r1, r2, 3 ;;", "line 1: mvbits does not exist with"),
        ("add r1, r2, r3", "line 1: the last bundle has no end"),
        (";;", "line 1: the bundle is empty"),
        ("a: nop ;;\na: nop ;;", "line 2: a is defined twice"),
        (".frob 3", "line 1: there is no directive .frob"),
        (".data\nnop ;;", "line 2: .data is no section for code"),
        (".data\n.byte 256", "line 2: 256 does not fit in 8 bits"),
        ('.data\n.ascii "x', "is not a string"),
    ],
)
def test_a_wrong_text_is_refused_with_its_line(source: str, said: str) -> None:
    with pytest.raises(UserError) as refusal:
        ASSEMBLER.assemble(source, "t")
    assert said in refusal.value.message


def test_an_operation_that_the_configuration_lacks_is_refused() -> None:
    with pytest.raises(UserError, match="this configuration has no operation 'lslxor'"):
        Assembler(ISA, ["lslxor"]).assemble("lslxor r1, r2, r3, 4 ;;", "t")


@pytest.mark.parametrize(
    ("source", "configuration", "said"),
    [
        ("clmul r10, r4, r4 ;;", "base", "'base' has no clmul; choose one that has, with --configuration: clmul."),
        ("nop | lslxor r4, r5, r6, 2 ;;", "x", "no lslxor; choose one that has, with --configuration: ise, clmul."),
        ("lslxor r4, r5, r6, 2 | lsladd r7, r5, r6, 2 ;;", "base",
         "no lslxor and no lsladd; choose one that has, with --configuration: clmul."),
        (".word 0", "base", "illegal instruction at 0x00000004 (_start+0x4)."),
        ("clmul r10, r4, r4 | lw r4, 1(r0) ;;", "clmul", "at 0x00000004 (_start+0x4)."),
    ],
)  # fmt: skip
def test_a_fault_names_the_operation_that_the_configuration_lacks(
    source: str, configuration: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "a.elf").write_bytes(program(START + source))
    core = Machine("coreva", configuration)
    core.load(tmp_path / "a.elf")
    assert core.run(max_cycles=100).sentence.endswith(said), core.stop().sentence


def program(*sources: str, library: tuple[str, ...] = ()) -> bytes:
    """A program of these texts; each goes through an object file."""

    def object_of(source: str, name: str) -> Object:
        return objects.parse(objects.write(ASSEMBLER.assemble(source, name), ISA.spec.elf), name, ISA.spec.elf)

    own = [object_of(source, f"own{i}") for i, source in enumerate(sources)]
    members = [member(object_of(source, f"member{i}")) for i, source in enumerate(library)]
    return Linker(ISA, SOC, own, [lambda: members]).link()


def linked(*sources: str, library: tuple[str, ...] = ()) -> ELFFile:
    return ELFFile(BytesIO(program(*sources, library=library)))


def names(elf: ELFFile) -> dict[str, int]:
    """The symbols of a program."""
    return {s.name: s["st_value"] for s in elf.get_section_by_name(".symtab").iter_symbols()}


def test_addresses_are_put_into_code_and_data() -> None:
    elf = linked(
        ".section .start\n.globl _start\n_start: movi r4, lo16(x + 4) ;;\nmovhi r4, hi16(x + 4) ;;\n"
        "call far ;;\nnop ;;",
        ".section .data.x\n.globl x\nx: .word far, x, 7\n.text\n.globl far\nfar: nop ;;",
    )
    code, data, at = elf.get_section_by_name(".text").data(), elf.get_section_by_name(".data").data(), names(elf)
    half = [int.from_bytes(code[i : i + 4], "little") & 0x1FFFF for i in (0, 4)]
    assert half[1] << 16 | half[0] & 0xFFFF == at["x"] + 4
    assert int.from_bytes(code[8:12], "little") & 0x3FFFFF == (at["far"] - 8) // 4
    assert [int.from_bytes(data[i : i + 4], "little") for i in (0, 4, 8)] == [at["far"], at["x"], 7]


def test_what_nothing_needs_is_left_out() -> None:
    elf = linked(START + ".section .text.unused\nunused: nop ;;", library=(".text\n.globl other\nother: nop ;;",))
    assert not {"unused", "other"} & names(elf).keys()


def test_a_name_that_nothing_defines_is_refused_with_its_line(tmp_path: Path) -> None:
    source, made = tmp_path / "a.s", tmp_path / "a.o"
    source.write_text(".globl main\n.type main, @function\nmain: nop ;;\nadd r4, r4, r4\nbr gone ;;\nnop ;;\n")
    with pytest.raises(UserError, match=r"^a\.s, line 5: gone is not defined, but main uses it\.$"):
        cc.compile([source], machine="coreva")
    cc.compile_object(source, made, machine="coreva")
    with pytest.raises(UserError, match=r"a\.o, line 4 of a\.s: gone is not defined, but main uses it\.$"):
        cc.compile([made], machine="coreva")  # a bundle has one line there
    source.write_text(".globl main\nmain: movi r4, lo16(x) | jr r1 ;;\nnop ;;\n.data\nx: .word 1, gone\n")
    with pytest.raises(UserError, match=r"^a\.s, line 5: gone is not defined\.$"):
        cc.compile([source], machine="coreva")
    source = tmp_path / "a.c"
    source.write_text("int gone(void);\nint main(void) {\n  return\n    gone();\n}\n")
    with pytest.raises(UserError, match=r"^a\.c, line 4: gone is not defined, but main uses it\.$"):
        cc.compile([source], machine="coreva")


def test_a_weak_definition_gives_way() -> None:
    weak = ".section .data.a\n.globl a\n.weak x\n.section .data.x\nx: .word 1\n"
    strong = ".section .data.x\n.globl x\nx: .word 2\n.section .start\n.globl _start\n_start: movi r1, lo16(x) ;;"
    assert linked(weak, strong).get_section_by_name(".data").data()[:4] == b"\2\0\0\0"


@pytest.mark.parametrize(
    ("sources", "said"),
    [
        (["nop ;;"], "No object defines _start"),
        ([START, ".globl _start\n_start: nop ;;"], "_start is defined twice, in own0 and in own1"),
        (
            [".section .start\n.globl _start\n.type _start, @function\n_start: call gone ;;\nnop ;;"],
            "gone is not defined, but _start uses it",
        ),
        (
            [".section .start\n.globl _start\n_start: call x ;;\nnop ;;\n.data\nx: .word 1"],
            "x: call reaches ",
        ),
        ([".section .start\n.globl _start\n_start: movi r1, lo16(x) ;;\n.data\nx: .space 0x100000"], "Data and stack"),
        (
            [".section .start\n.globl _start\n_start: nop ;;\n.space 0x100000"],
            "The code has 1,048,580 bytes; the memory has 1,048,576.",
        ),
    ],
)
def test_a_wrong_program_is_refused_in_a_sentence(sources: list[str], said: str) -> None:
    with pytest.raises(UserError) as refusal:
        linked(*sources)
    assert said in refusal.value.message


@pytest.mark.parametrize(
    ("distance", "fits"), [(0x7FFFFC, True), (0x800000, False), (-0x800000, True), (-0x800004, False), (2, False)]
)
def test_a_branch_reaches_its_limits_and_not_more(distance: int, fits: bool) -> None:
    target = f".globl target\n.equ target, {distance & 0xFFFFFFFF}"
    sources = (".section .start\n.globl _start\n_start: br target ;;\nnop ;;", target)
    if fits:
        assert linked(*sources)
    else:
        said = "br reaches " if distance % 4 == 0 else "the target of br must be a multiple of 4 bytes away, not 2"
        with pytest.raises(UserError, match=said):
            linked(*sources)


def test_the_command_writes_objects_and_programs(tmp_path: Path) -> None:
    source = tmp_path / "a.s"
    source.write_text(".globl main\nmain: jr r1 ;;\nmovi r10, 7 ;;\n")
    made = cc.compile_object(source, tmp_path / "a.o", machine="coreva")
    assert objects.read(made, ISA.spec.elf).symbols["main"].binding == "global"
    assert cc.compile([made], out=tmp_path / "a.elf", machine="coreva").read_bytes()[:4] == b"\x7fELF"
    source.write_text("nop")
    with pytest.raises(UserError, match="has no end"):
        cc.compile([source], out=tmp_path / "b.elf", machine="coreva")
    assert not (tmp_path / "b.elf").exists()


def test_a_program_with_a_library_comes_out_the_same_each_time(tmp_path: Path) -> None:
    """Python gives sets of names another order in each run, but with PYTHONHASHSEED."""
    source = tmp_path / "main.c"
    source.write_text('#include <stdio.h>\n#include <stdlib.h>\nint main(void) { return printf("%d", atoi("7")); }')
    made = []
    for seed in ("1", "2", "3"):
        command = [sys.executable, "-m", "evariste", "cc", "--machine", "coreva", source, "-o", tmp_path / seed]
        subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
        made.append((tmp_path / seed).read_bytes())
    assert made[0] == made[1] == made[2]


def test_configurations_share_the_objects_of_sources_that_are_the_same_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "main.c"
    source.write_text("int named(int); int other(int); int same(void);\n"
                      "int main(void) { return named(1) + other(2) + same(); }")  # fmt: skip
    members = {"named.c": "int named(int x) {\n#ifdef __coreva_X233\nx++;\n#endif\nreturn x; }",
               "other.c": "int other(int x) { return x; }",
               "same.c": "#ifdef __coreva_X233\nstatic inline int unused(void) { return 1; }\n#endif\n"
                         "int same(void) { return 0; }"}  # fmt: skip
    for name, body in members.items():
        (tmp_path / name).write_text(body)
    paths = [tmp_path / name for name in members]
    monkeypatch.setattr(cache, "BUILD", tmp_path / "build")
    monkeypatch.setattr(build, "_library", lambda setting: build._compiled_members(paths, setting))
    start = member(ASSEMBLER.assemble(START + "br main ;;\nnop ;;", "start"))
    monkeypatch.setattr(build, "_runtime", lambda setting, in_c: [start])
    made, right = list[str](), compiler.Module
    monkeypatch.setattr(compiler, "Module", lambda *front: made.append(front[2]) or right(*front))
    for configuration, compiled in [
        ("base", {*members, "main.c"}), ("x", {"named.c"}), ("ff233", set()), ("ise", {*members, "main.c"}),
    ]:  # fmt: skip
        cc.compile([source], machine="coreva", extra=[f"-mcpu={configuration}"])
        assert {*made} == compiled, configuration
        made.clear()
    paths[1].write_text(members["other.c"].replace("return x", "return x + 1"))
    cc.compile([source], machine="coreva", extra=["-mcpu=x"])
    assert made == ["other.c"]


MACHINE_AT, SEGMENT_AT = 18, 52 + 8  # the file's machine, and where its first segment is in memory


@pytest.mark.parametrize(
    ("at", "value", "words", "said"),
    [
        (MACHINE_AT, 40, (), "an ELF file for machine 40 (another processor); this machine runs coreva"),
        (SEGMENT_AT, SOC.memories[0].size, (), "lies outside memory"),
        (0, 0x464C457F, ("--max-cycles", "1000"), "the limit of 1000 cycles is reached"),
    ],
    ids=["for another machine", "past the memories", "without an end"],
)
def test_a_program_that_cannot_run_is_refused_in_a_sentence(
    at: int, value: int, words: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    """The status is 2 for a file that is no program of this machine, 1 for a run that fails."""
    made = bytearray(program(START + "again: addi r4, r4, 1 ;;\nbr again ;;\nnop ;;"))
    size = 2 if at == MACHINE_AT else 4
    made[at : at + size] = value.to_bytes(size, "little")
    (tmp_path / "bad.elf").write_bytes(made)
    command = [sys.executable, "-m", "evariste", "run", "--machine", "coreva", tmp_path / "bad.elf", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == (1 if words else 2) and not done.stdout
    assert said in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr


@pytest.mark.parametrize("size", [0, 3, 40, 100, 200])
def test_a_cut_object_file_is_refused(size: int, tmp_path: Path) -> None:
    whole = objects.write(ASSEMBLER.assemble(START, "t"), ISA.spec.elf)
    (tmp_path / "cut.o").write_bytes(whole[:size])
    with pytest.raises(UserError, match=r"cut\.o is not a"):
        objects.read(tmp_path / "cut.o", ISA.spec.elf)


def test_text_without_bundles_means_its_operations_one_after_the_other(tmp_path: Path) -> None:
    """The sum of the squares of ten numbers, with a guard, a loop, a call and a product."""
    source = tmp_path / "sum.s"
    straight = """
        .section .text.main
        .globl main
main:   addi r2, r2, -16
        sw r1, 12(r2)
        movi r4, 10
        movi r10, 0
next:   mul r5, r4, r4
        cmpn.eq p1, r4, r0
        [p1] addi r10, r10, 1000
        [p8] add r10, r10, r5
        sw r10, 8(r2)
        lw r6, 8(r2)
        addi r4, r4, -1
        call same
        cmp.ne p3, r4, r0
        [p3] br next
        addi r10, r10, -300
        lw r1, 12(r2)
        addi r2, r2, 16
        jr r1
        .section .text.same
same:   addi r10, r6, 0
        jr r1
    """

    def ran(text: str, *words: str) -> tuple[int, int]:
        source.write_text(text)
        elf = cc.compile([source], tmp_path / "sum.elf", machine="coreva", extra=words)
        core = Machine("coreva", "base")
        core.load(elf)
        stop = core.run(max_cycles=10_000)
        assert stop.reason == "exit", stop.sentence
        return stop.status, stop.cycles

    lines = [f"{line} ;;" if re.match(r"\s*(\w+:)?\s+[a-z[]", line) else line for line in straight.splitlines()]
    alone = "\n".join(f"{line}\n nop ;;" if re.search(r"\b(br|jr|call)\b", line) else line for line in lines)
    status, cycles = ran(alone)
    scheduled, fewer = ran(straight, "-Wa,--schedule")
    assert status == scheduled == 85 and fewer < cycles
    with pytest.raises(UserError, match="the assembler makes them"):
        ran(alone, "-Wa,--schedule")
