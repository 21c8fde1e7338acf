# SPDX-License-Identifier: Apache-2.0
"""The stock assembler knows every word of the accumulator under a name of its own; our macros give the same words."""

import subprocess
from pathlib import Path
from random import Random

from evariste.build import cc
from evariste.isa import machine
from evariste.machines import named
from evariste.paths import ROOT
from evariste.sim import disassemble

ISA = machine("pete")
# As the assembler calls them.
STOCK = {
    "maddu": "maddu {rs}, {rt}", "m2addu": "udi1 {rs}, {rt}, $0, 0", "addau": "udi2 {rs}, {rt}, $0, 0",
    "sha": "mflhxu {rd}", "mtlhx": "mtlhx {rs}", "mul": "mul {rd}, {rs}, {rt}", "mulgf2": "multp {rs}, {rt}",
    "maddgf2": "maddp {rs}, {rt}",
}  # fmt: skip
NAMES = [f"${n}" for n in range(32)]
NAMES_OF_CALLS = [f"${name}" for name in ISA.register_names("r").values()]


def words(text: str, folder: Path) -> list[int]:
    """What the assembler makes of the lines."""
    chain = named("pete").compiler()
    source, made, binary = (folder / f"words.{kind}" for kind in ("S", "o", "bin"))
    source.write_text(text)
    for command in (
        [cc.tool("gcc", chain), *chain.flags, f"-I{ROOT}/gen", "-c", "-o", made, source],
        [cc.tool("objcopy", chain), "-O", "binary", "-j", ".text", made, binary],
    ):
        done = subprocess.run([*map(str, command)], capture_output=True, text=True)
        assert done.returncode == 0 and not done.stderr, done.stderr
    data = binary.read_bytes()
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]


def test_the_stock_assembler_and_our_macros_give_our_words(tmp_path: Path) -> None:
    assert {insn.name for insn in ISA if insn.extension} == STOCK.keys()
    rng = Random(1)
    cases = [(name, {o: rng.randrange(32) for o in ISA.by_name[name].fields}) for name in STOCK for _ in range(20)]
    ours = [int.from_bytes(ISA.encode(name, **operands), "little") for name, operands in cases]
    lines = [STOCK[name].format(**{o: f"${n}" for o, n in operands.items()}) for name, operands in cases]
    stock = "\n".join([".set mips32r2", ".set smartmips", ".set noat", *lines, ""])
    found = words(stock, tmp_path)
    assert found[: len(ours)] == ours and not any(found[len(ours) :])
    for names in (NAMES, NAMES_OF_CALLS):
        shown = [f"{n} {', '.join(names[operands[o]] for o in ('rd', 'rs', 'rt') if o in operands)}"
                 for n, operands in cases]  # fmt: skip
        macros = words("\n".join(['#include "pete/pete_asm.h"', *shown, ""]), tmp_path)
        assert macros[: len(ours)] == ours and not any(macros[len(ours) :])


def test_a_word_is_listed_by_its_name() -> None:
    assert disassemble(0x70850001, 0, "pete") == "maddu $a0, $a1"
