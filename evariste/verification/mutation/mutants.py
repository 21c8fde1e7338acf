# SPDX-License-Identifier: Apache-2.0
"""Mutants of a flattened design, chosen and put in by Yosys' `mutate`.

All mutants are in one netlist; its input `mutant` selects one by its number, and 0 selects none.
"""

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evariste import yosys
from evariste.paths import ROOT
from evariste.verification.gates.netlist import TO_GATES, Netlist
from evariste.verification.gates.netlist import read as read_netlist

SELECT = "mutant"  # the input
_MUTATE = re.compile(r"mutate -mode (\w+).* -cell (\S+) -port (\S+) -portbit (\d+)(?: -ctrlbit (\d+))?")
_SOURCE = re.compile(r"-src ((?:rtl|gen)/\S+?):(\d+)\.(\d+)(?:-(\d+)\.(\d+))?(?=\s|$)")
_REGISTER = re.compile(r"\$driver\$(\w+)$")
LONGEST = 90  # of the source that is shown


@dataclass(frozen=True)
class Mutant:
    """`mode`: inv (inverted), const0, const1, cnot0 and cnot1 (inverted where bit `control` of the port is 0, 1).
    `text`: the expression in `file` that the cell computes, or its register. `line`: the line of the expression. So a
    mutant keeps its name when code around it moves.
    """

    number: int
    mode: str
    cell: str
    port: str
    bit: int
    control: int | None
    file: str
    text: str
    line: str

    def __str__(self) -> str:
        what = {"inv": "inverted", "const0": "stuck at 0", "const1": "stuck at 1"}.get(self.mode)
        what = what or f"inverted where bit {self.control} is {self.mode[-1]}"
        place = "" if self.text == self.line else f" in `{self.line}`"
        return f"{self.file}: `{self.text}`{place}, bit {self.bit} of {self.port} {what}"


def choose(elaborate: Sequence[str], selection: str, count: int, seed: int, top: str, folder: Path) -> list[str]:
    """`count` commands of Yosys, one mutant each. `selection` names the cells. Clock pins are not logic, so their
    mutants are left out.
    """
    listed = folder / "chosen.txt"
    yosys.run(*elaborate, f"select {selection}", f"mutate -list {count + count // 20 + 20} -seed {seed} -o {listed}")
    commands = [line for line in listed.read_text().splitlines() if " -port CLK " not in line]
    return commands[:count]


def put_in(commands: Sequence[str], folder: Path) -> str:
    """The pass that puts these mutants into a design."""
    width = len(commands).bit_length()
    script = folder / "mutate.ys"
    script.write_text(
        "".join(
            f"mutate -ctrl {SELECT} {width} {number} {command.removeprefix('mutate ')}\n"
            for number, command in enumerate(commands, 1)
        )
    )
    return f"tee -q -o {folder}/log script {script}"


def build(elaborate: Sequence[str], selection: str, count: int, seed: int, top: str) -> tuple[Netlist, list[Mutant]]:
    """The netlist with all mutants, and what each of them is."""
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        folder = Path(name)
        commands = choose(elaborate, selection, count, seed, top, folder)
        path = folder / "mutated.json"
        yosys.run(*elaborate, put_in(commands, folder), *TO_GATES, f"write_json {path}")
        return read_netlist(path, top, [SELECT]), [parsed(n, c) for n, c in enumerate(commands, 1)]


def parsed(number: int, command: str) -> Mutant:
    found = _MUTATE.match(command)
    assert found, command
    mode, cell, port, bit, control = found.groups()
    file, text, line = "", "", ""
    if sources := _SOURCE.findall(command):
        file, *span = sources[-1]
        first, *rest = (int(n or 0) for n in span)
        text, line = _excerpt(file, first, *rest), _short(_lines(file)[first - 1])
    if register := _REGISTER.search(cell):
        text = line = register[1]
    return Mutant(number, mode, cell, port, int(bit), int(control) if control else None, file, text, line)


@cache
def _lines(file: str) -> list[str]:
    return (ROOT / file).read_text().splitlines()


def _excerpt(file: str, line: int, column: int, last: int, end: int) -> str:
    """The source from one place to another, in one line. The whole line if there is no second place."""
    lines = _lines(file)[line - 1 : last or line]
    if last:
        lines[-1] = lines[-1][: end - 1]
    lines[0] = lines[0][column - 1 :]
    return _short(" ".join(lines))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
