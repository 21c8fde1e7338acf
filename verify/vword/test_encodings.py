# SPDX-License-Identifier: Apache-2.0
"""GNU binutils as the oracle of every encoding: they disassemble our words as we do, and assemble our text.

They also know instructions that the core does not have; random words show which, and there may be no others.
"""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from evariste.build import cc
from evariste.isa import Instruction, machine
from evariste.isa.text import text
from evariste.machines import named
from evariste.sim import disassemble

ISA = machine("vword")
BASE = machine("mips")
OWN = [insn for insn in ISA if insn.name not in BASE.by_name]  # those of the accelerator
CORE = [insn for insn in ISA if insn.name in BASE.by_name]
AT = 0xBFC00000
# MIPS32 has ERET and SDBBP. Every other instruction is of MIPS II.
MIPS2, MIPS32 = "mips:6000", "mips:isa32"
OF_MIPS32 = ("eret", "sdbbp")
# What MIPS II has and the core has not: floating point, other coprocessors, address translation.
ABSENT = re.compile(
    r"\.word|.*\.[sdw]$|.*\.[sdw]\.[sdw]$|[lsmcbd]\w*c[123]x?\d?|c[ft]c0|c[0123]|bc[0123][tf]l?|tlb\w+|rfe|jalx|nop|ssnop"
)


def tool(name: str, *arguments: str | Path, text: str | None = None) -> str:
    command = [cc.tool(name, named("vword").compiler()), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, input=text)
    assert done.returncode == 0, done.stderr
    return done.stdout


def disassembled(words: Sequence[int], folder: Path, architecture: str) -> list[str]:
    """Their text of each word, at successive addresses from AT on."""
    binary = folder / "words.bin"
    binary.write_bytes(b"".join(word.to_bytes(4, "little") for word in words))
    out = tool("objdump", "-D", "-b", "binary", "-m", architecture, "-EL", "-z", "-M", "no-aliases,cp0-names=mips32",
               f"--adjust-vma={AT:#x}", binary)  # fmt: skip
    return re.findall(r"^\s*[0-9a-f]+:\t[0-9a-f]{8} \t(.*)$", out, re.M)


def plain(line: str) -> tuple[str, ...]:
    """A mnemonic and operands, with numbers as 32 bits, without what only one side writes."""
    line = re.sub(r"\s*[<#].*", "", line.replace("$", "").replace("c0_count0", "c0_count"))
    mnemonic, *operands = re.split(r"[\s,()]+", line.strip(" )"))
    return mnemonic, *(_number(o) for o in operands)


def _number(operand: str) -> str:
    try:
        return hex(int(operand, 0) & 0xFFFFFFFF)
    except ValueError:
        return operand


def theirs(insn: Instruction, line: str) -> tuple[str, ...]:
    """Their text in our form: they leave out a code that is 0, and the register 31 of jalr."""
    mnemonic, *operands = plain(line)
    if insn.name == "jalr" and len(operands) == 1:
        operands.insert(0, "ra")
    if mnemonic in ("neg", "negu"):  # they have no word for not wanting these
        mnemonic = mnemonic.replace("neg", "sub")
        operands.insert(1, "zero")
    wanted = len(plain(insn.spec.syntax)) - 1
    return mnemonic, *operands, *["0x0"] * (wanted - len(operands))


def ours(word: int, address: int) -> tuple[str, ...]:
    decoded = ISA.decode(word)
    assert decoded is not None
    return plain(text(ISA, decoded, address))


def samples(insn: Instruction, rng: Random, count: int = 40) -> list[int]:
    """Words of an instruction: all operands at both ends, and random ones."""
    free = ~insn.mask & 0xFFFFFFFF
    words = [insn.match, insn.match | free, *(insn.match | rng.getrandbits(32) & free for _ in range(50 * count))]
    return [word for word in dict.fromkeys(words) if insn.accepts(word)][:count]


@pytest.mark.parametrize("architecture", [MIPS2, MIPS32])
def test_binutils_disassemble_every_instruction_as_we_do(architecture: str, tmp_path: Path) -> None:
    pairs = [(i, w) for i in CORE if architecture == MIPS32 or i.name not in OF_MIPS32
             for w in samples(i, Random(i.name))]  # fmt: skip
    assert len({i.name for i, _ in pairs}) >= len(CORE) - len(OF_MIPS32)
    lines = disassembled([word for _, word in pairs], tmp_path, architecture)
    for n, ((insn, word), line) in enumerate(zip(pairs, lines, strict=True)):
        if insn.name == "nop":
            line = "nop"  # they name it by what it is: sll with zeros
        assert theirs(insn, line) == ours(word, AT + 4 * n), f"{insn.name} {word:08x}: {line}"


def test_binutils_assemble_our_text_to_our_words(tmp_path: Path) -> None:
    pairs = [(i, w) for i in CORE for w in samples(i, Random(i.name), 20)]
    lines = [".set noreorder", ".set noat", ".set nomacro", ".set mips32", ".text"]
    for n, (insn, word) in enumerate(pairs):
        decoded = ISA.decode(word)
        assert decoded is not None
        shown = text(ISA, decoded, 4 * n, lambda address: f".text + {address & 0xFFFFFFFF:#x}")
        if insn.name in ("mfc0", "mtc0"):  # they want the number
            shown = re.sub(r"c0_\w+", f"${decoded.operands['cd']}", shown)
        # A branch's target outside the section would be a relocation; jalr with one register is refused.
        same = insn.name == "jalr" and decoded.operands["rd"] == decoded.operands["rs"]
        left_out = same or "{target}" in insn.spec.syntax
        lines.append(f".word {word:#x}" if left_out else shown.replace("$s8", "$fp"))
    source, made, binary = (tmp_path / f"words.{kind}" for kind in ("s", "o", "bin"))
    source.write_text("\n".join(lines) + "\n")
    tool("as", "-mno-fix-loongson3-llsc", "-EL", "-mabi=32", "-march=mips2", "-o", made, source)
    tool("objcopy", "-O", "binary", "-j", ".text", made, binary)
    found = binary.read_bytes()
    for n, (insn, word) in enumerate(pairs):
        assert int.from_bytes(found[4 * n : 4 * n + 4], "little") == word, f"{insn.name}: {lines[n + 5]}"


def coprocessor(insn: Instruction, word: int) -> tuple[str, ...]:
    """What binutils call an accelerator's word: an operation of coprocessor 2 by its number, a move, a load, store."""
    rs, rt, rd = word >> 21 & 31, word >> 16 & 31, word >> 11 & 31
    if insn.name in ("vl", "vs"):
        offset = (word & 0xFFFF ^ 0x8000) - 0x8000
        return {"vl": "ldc2", "vs": "sdc2"}[insn.name], f"${rt}", hex(offset & 0xFFFFFFFF), f"${rs}"
    if insn.name in ("mtc2", "mfc2", "cfc2", "ctc2"):
        sel = (hex(word & 7),) if word & 7 else ()
        return insn.name, f"${rt}", f"${rd}", *sel
    return "c2", hex(word & 0x1FFFFFF)


def test_binutils_see_an_accelerators_word_as_one_of_coprocessor_2(tmp_path: Path) -> None:
    pairs = [(i, w) for i in OWN for w in samples(i, Random(i.name))]
    pairs = [(i, w) for i, w in pairs if i.name not in ("mtc2", "mfc2") or w & 0x18 == 0]  # they know eight parts
    assert {i.name for i, _ in pairs} == {i.name for i in OWN}
    binary = tmp_path / "words.bin"
    binary.write_bytes(b"".join(word.to_bytes(4, "little") for _, word in pairs))
    out = tool("objdump", "-D", "-b", "binary", "-m", MIPS32, "-EL", "-z", "-M", "no-aliases,gpr-names=numeric",
               binary)  # fmt: skip
    lines = re.findall(r"^\s*[0-9a-f]+:\t[0-9a-f]{8} \t(.*)$", out, re.M)
    for (insn, word), line in zip(pairs, lines, strict=True):
        mnemonic, *operands = re.split(r"[\s,()]+", line.strip(" )"))
        found = mnemonic, *(o if o.startswith("$") else _number(o) for o in operands)
        assert found == coprocessor(insn, word), f"{insn.name} {word:08x}: {line}"


def test_binutils_assemble_branches_to_our_words(tmp_path: Path) -> None:
    """To a label before and one behind the branch."""
    jumps = [i for i in ISA if "{target}" in i.spec.syntax and i.name not in ("j", "jal")]
    lines, words = [".set noreorder", ".set mips2", "back: nop"], [0]
    for insn in jumps:
        for label, target in (("back", 0), ("next", None)):
            at = 4 * len(words)
            operands = {o: n + 8 for n, o in enumerate(insn.fields) if o != "imm"}
            distance = (4 * (2 * len(jumps) + 1) if target is None else target) - at - 4
            words.append(insn.encode(**operands, imm=distance))
            decoded = ISA.decode(words[-1])
            assert decoded is not None
            lines.append(text(ISA, decoded, at, lambda _, label=label: label))
    source, made, binary = (tmp_path / f"branches.{kind}" for kind in ("s", "o", "bin"))
    source.write_text("\n".join([*lines, "next: nop", ""]))
    tool("as", "-mno-fix-loongson3-llsc", "-EL", "-mabi=32", "-march=mips2", "-o", made, source)
    tool("objcopy", "-O", "binary", "-j", ".text", made, binary)
    found = binary.read_bytes()
    assert [int.from_bytes(found[4 * n : 4 * n + 4], "little") for n in range(len(words))] == words


def test_a_word_that_binutils_know_is_ours_unless_the_core_lacks_it(tmp_path: Path) -> None:
    rng = Random(17)
    words = [rng.getrandbits(32) for _ in range(30_000)]
    words += [rng.getrandbits(26) & 0x03FFFFFF & ~0x7C0 | rng.choice((0, 0x40000000)) for _ in range(30_000)]
    wrong = []
    for word, line in zip(words, disassembled(words, tmp_path, MIPS2), strict=True):
        mine = BASE.decode(word)
        absent = line.startswith(("mfc0", "mtc0")) and (word >> 11 & 31 not in ISA.register_names("c0") or word & 7)
        known = not (absent or ABSENT.fullmatch(line.split()[0]))
        if (mine is not None) != known and not (mine and mine.insn.name in ("nop", *OF_MIPS32)):
            wrong.append(f"{word:08x} {line}: {mine.insn.name if mine else 'reserved'}")
    assert not wrong, wrong[:20]


def test_the_simulator_decodes_every_word_as_the_facts_say() -> None:
    rng = Random(4)
    words = [word for insn in ISA for word in samples(insn, rng)]
    words += [word ^ 1 << bit for word in words for bit in rng.sample(range(32), 2)]
    words += [rng.getrandbits(32) for _ in range(20_000)]
    for word in words:
        decoded = ISA.decode(word)
        wanted = text(ISA, decoded, AT) if decoded else f".word {word:#x}"
        assert disassemble(word, AT, "vword") == wanted
