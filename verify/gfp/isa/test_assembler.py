# SPDX-License-Identifier: Apache-2.0
"""The assembler macros give the right words; the disassembler gives them back, and agrees with objdump elsewhere."""

import random
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from elftools.elf.elffile import ELFFile

from evariste.build import cc
from evariste.commands.disasm import command as disasm
from evariste.errors import UserError
from evariste.isa import Decoded, machine
from evariste.isa.model import Instruction
from evariste.isa.text import text
from evariste.machines.gfp.text import program as listed
from evariste.paths import ROOT

GFP = machine("gfp")

GALOIS = [i for i in GFP if i.group in GFP.spec.macros.groups]
NAMES = {f"r{i}": i for i in range(13)} | {"lr": 14, "r14": 14, "sb": 9, "sl": 10, "fp": 11, "ip": 12}
NAMES |= {"R3": 3, "LR": 14}
FLAGS = [*cc.usual().flags, f"-I{ROOT}/gen/gfp"]


def assemble(source: str, folder: Path, name: str = "a.S", machine: str = "") -> tuple[int, str, Path]:
    """Exit status, messages, object file."""
    (folder / name).write_text(source)
    done = subprocess.run(
        [cc.tool("gcc"), *FLAGS, *([machine] if machine else []), "-c", folder / name, "-o", folder / "a.o"],
        capture_output=True, text=True,
    )  # fmt: skip
    return done.returncode, done.stderr, folder / "a.o"


def code(path: Path) -> bytes:
    with path.open("rb") as stream:
        return ELFFile(stream).get_section_by_name(".text").data()


def takes_sp(insn: Instruction, place: str) -> bool:
    """Whether sp can be this operand: it is the base of an access."""
    return place != "imm" and not any(13 in entry.get(place, ()) for entry in insn.excluded)


def lines(rng: random.Random, count: int) -> tuple[list[str], list[bytes]]:
    """Instructions with every register name in every place, and what they should assemble to."""
    shown, expected = [], []
    for insn in GALOIS:
        for name in [*NAMES, "sp"]:
            for place in insn.fields:
                if (name == "sp" or place == "imm") and not takes_sp(insn, place):
                    continue
                for _ in range(count):
                    chosen = {o: name if o == place else rng.choice(list(NAMES)) for o in insn.fields}
                    numbers = {o: {**NAMES, "sp": 13}[n] for o, n in chosen.items()}
                    if "imm" in chosen:
                        field = insn.fields["imm"]
                        chosen["imm"] = numbers["imm"] = field.value(rng.randrange(1 << field.width))
                    shown.append(insn.spec.syntax.format_map(chosen))
                    expected.append(GFP.encode(insn.name, **numbers))
    return shown, expected


@pytest.mark.parametrize("header", ["gfp_asm.h", "gfp.h"])
def test_the_macros_assemble_to_the_right_words_for_all_registers(header: str, tmp_path: Path) -> None:
    shown, expected = lines(random.Random(header), 5)
    source = f'#include "{header}"\n.text\n.thumb\n' + "\n".join(shown) + "\n"
    status, messages, built = assemble(source, tmp_path)
    assert (status, messages) == (0, "")
    assert code(built) == b"".join(expected)


def test_the_macros_work_in_c(tmp_path: Path) -> None:
    shown, expected = lines(random.Random(3), 1)
    asm = "".join(f'  __asm__("{line}");\n' for line in shown)
    source = f'#include "gfp.h"\n__attribute__((naked)) void all(void) {{\n{asm}}}\n'
    status, messages, built = assemble(source, tmp_path, "a.c")
    assert (status, messages) == (0, "")
    assert code(built)[: sum(map(len, expected))] == b"".join(expected)


@pytest.mark.parametrize("register", ["sp", "pc", "r13", "r15", "r16", "7"])
@pytest.mark.parametrize("insn", GALOIS, ids=lambda i: i.name)
def test_a_register_that_cannot_be_an_operand_is_refused_in_words(insn, register: str, tmp_path: Path) -> None:
    for place in insn.fields:
        if place == "imm" or (register in ("sp", "r13") and takes_sp(insn, place)):
            continue
        operands = {o: 4 if o == "imm" else register if o == place else "r1" for o in insn.fields}
        source = '#include "gfp_asm.h"\n.thumb\n' + insn.spec.syntax.format_map(operands) + "\n"
        status, messages, _ = assemble(source, tmp_path)
        assert status != 0
        bracketed = "[" in insn.spec.syntax
        said = f"{insn.name} takes a register in brackets" if bracketed else f"{register} cannot be "
        assert said in messages


def test_including_the_macros_twice_is_harmless(tmp_path: Path) -> None:
    twice = '#include "gfp_asm.h"\n#undef GFP_ASM_H\n#include "gfp.h"\n.thumb\ngfsq r0, r1\n'
    assert assemble(twice, tmp_path)[:2] == (0, "")


def test_two_files_with_intrinsics_link_with_link_time_optimisation(tmp_path: Path) -> None:
    one = '#include "gfp.h"\nuint32_t g(uint32_t);\nint main(void) { return (int)(gf_sq(5) + g(7)); }\n'
    two = '#include "gfp.h"\nuint32_t g(uint32_t a) { return gf_inv(a); }\n'
    (tmp_path / "one.c").write_text(one)
    (tmp_path / "two.c").write_text(two)
    flags = [*FLAGS, "-O2", "-flto", "-nostdlib", "-Wl,-emain", "-Werror"]
    program = tmp_path / "program.elf"
    done = subprocess.run(
        [cc.tool("gcc"), *flags, tmp_path / "one.c", tmp_path / "two.c", "-o", program], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    shown = [line.text.split()[0] for _, section in listed(program).lines() for line in section]
    assert {"gfsq", "gfinv"} <= set(shown)


def test_the_macros_leave_no_symbols(tmp_path: Path) -> None:
    _, _, built = assemble('#include "gfp.h"\n.thumb\ngfsq r0, r1\n', tmp_path)
    names = subprocess.run([cc.tool("nm"), built], capture_output=True, text=True, check=True).stdout
    assert names == ""


NEWLIB = r"""
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static int up(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static jmp_buf env;
int main(int argc, char **argv) {
  int v[64];
  double d = argc;
  for (int i = 0; i < 64; i++) v[i] = rand();
  qsort(v, 64, sizeof v[0], up);
  if (!setjmp(env)) longjmp(env, 1);
  printf("%d %lld %g %s\n", v[0], (long long)v[1] * v[2] / (v[3] + 1), sin(d) * sqrt(d), strchr(argv[0], '/'));
  printf("%f %s", strtod(argv[0], &argv[1]), ctime(&(time_t){v[4]}));
  return (int)(strtoul(argv[0], 0, 16) % 1000u);
}
"""


@pytest.fixture(scope="module")
def newlib_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("newlib") / "newlib.c"
    source.write_text(NEWLIB)
    return cc.compile([source], backend="portable", extra=["-lm"])


def test_a_newlib_program_is_disassembled_as_objdump_does(newlib_program: Path) -> None:
    listing = subprocess.run(
        [cc.tool("objdump"), "-d", "-Mreg-names-std", newlib_program], capture_output=True, text=True, check=True
    ).stdout
    theirs = dict(re.findall(r"^ *([0-9a-f]+):\t[0-9a-f ]+\t(.*)$", listing, re.MULTILINE))
    compared = 0
    for _, section in listed(newlib_program).lines():
        for line in section:
            if f"{line.address:x}" in theirs:  # objdump -d leaves data objects out
                assert spelled(line.text) == spelled(theirs[f"{line.address:x}"]), f"{line.address:#x}"
                compared += 1
            else:
                assert line.text.startswith("."), f"{line.address:#x}: {line.text}"
    assert compared > 15000


def spelled(shown: str) -> str:
    """One spelling: objdump writes numbers of bkpt, udf, svc in hexadecimal, and some mnemonics by other names."""
    shown = re.sub(r"\s*[@;].*|<.*>", "", shown)
    mnemonic, _, operands = re.sub(r"\s+", " ", shown).strip().partition(" ")
    if mnemonic in ("bkpt", "udf", "svc"):
        operands = str(int(operands.lstrip("#"), 0))
    if mnemonic == "negs":
        mnemonic, operands = "rsbs", operands + ", #0"
    if mnemonic == "nop" or (mnemonic, operands) == ("mov", "r8, r8"):
        mnemonic, operands = "nop", ""
    if mnemonic == "b" or mnemonic == "bl" or re.fullmatch(r"b[a-z][a-z](\.n)?", mnemonic):
        operands = operands.removeprefix("0x")
    mnemonic = {"ldmia": "ldm", "stmia": "stm"}.get(mnemonic, mnemonic).removesuffix(".n")
    return f"{mnemonic} {operands.strip()}"


def gas_differs(decoded: Decoded) -> bool:
    """gas writes hints in its own way, and adds r1, r1, #2 as adds r1, #2."""
    operands = decoded.operands
    return decoded.insn.name == "hint" or (
        decoded.insn.name in ("adds_imm3", "subs_imm3") and operands["rd"] == operands["rn"]
    )


def test_what_the_disassembler_writes_assembles_to_the_same_words(tmp_path: Path) -> None:
    """Every instruction, with many random operands; branches as an offset from here."""
    rng = random.Random(1)
    shown, expected = [], b""
    for insn in GFP:
        free = [bit for bit in range(8 * insn.size) if not insn.mask >> bit & 1]
        for _ in range(60):
            word = insn.match | sum(rng.getrandbits(1) << bit for bit in free)
            decoded = GFP.decode(word, insn.size)
            if decoded is None or decoded.insn is not insn or gas_differs(decoded):
                continue
            line = text(GFP, decoded, 0)
            if insn.name in ("b_cond", "b", "bl"):
                line = f"{line.split()[0]} . + {decoded.operands['imm'] + 4}"
            shown.append(line)
            expected += GFP.encode(insn.name, **decoded.operands)
    source = '#include "gfp_asm.h"\n.text\n.thumb\n.balign 4\n' + "\n".join(shown) + "\n"
    status, messages, built = assemble(source, tmp_path, machine="-mcpu=cortex-m3")  # has udf.w as well
    assert status == 0, messages
    assert code(built) == expected


SOURCE = """
#include "gfp.h"
uint32_t constant(void) { return 0x12345678; }
uint32_t four(uint32_t a, uint32_t b) { return gf_mul(a, gf_inv(b)) + constant(); }
"""


def test_a_listing_shows_functions_instructions_and_literals(tmp_path: Path) -> None:
    _, _, built = assemble(SOURCE, tmp_path, "a.c")
    result = CliRunner().invoke(disasm, [str(built)])
    assert result.exit_code == 0
    assert "<constant>:" in result.output
    assert re.search(r"ec02 \d\d\d0 +gfinv +r\d, r\d\n", result.output)
    assert re.search(r"ldr +r\d, \[pc, #\d+\]    @ 0x[0-9a-f]+: 0x12345678", result.output)
    assert ".word   0x12345678" in result.output
    only = CliRunner().invoke(disasm, [str(built), "-f", "four"])
    assert "<four>:" in only.output
    assert "<constant>:" not in only.output


def test_a_function_that_is_not_there_is_refused(tmp_path: Path) -> None:
    _, _, built = assemble(SOURCE, tmp_path, "a.c")
    result = CliRunner().invoke(disasm, [str(built), "-f", "five"])
    assert result.exit_code == 2
    assert "has no function five" in result.output


def test_what_is_no_arm_program_is_refused(tmp_path: Path, newlib_program: Path) -> None:
    host = tmp_path / "host.o"
    subprocess.run(["gcc", "-c", "-o", host, "-xc", "-"], input=b"int x = 1;", check=True)
    for name, contents, said in [
        ("empty", b"", "is not a whole ELF file"),
        ("text", b"hello\n" * 100, "is not a whole ELF file"),
        ("short", newlib_program.read_bytes()[:3000], "is not a whole ELF file"),
        ("x86", host.read_bytes(), "not for a little-endian Arm machine"),
    ]:
        path = tmp_path / name
        path.write_bytes(contents)
        with pytest.raises(UserError, match=said):
            for _, section in listed(path).lines():
                list(section)
    with pytest.raises(UserError, match="cannot be read"):
        listed(tmp_path / "missing")
