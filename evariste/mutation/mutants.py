# SPDX-License-Identifier: Apache-2.0
"""Mutants of a flattened design, chosen and put in by Yosys' `mutate`.

All mutants are in one netlist; its input `mutant` selects one by its number, and 0 selects none.
"""

import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evariste import yosys
from evariste.gates.netlist import TO_GATES, Netlist
from evariste.gates.netlist import read as read_netlist

SELECT = "mutant"  # the input
_MUTATE = re.compile(r"mutate -mode (\w+).* -cell (\S+) -port (\S+) -portbit (\d+)(?: -ctrlbit (\d+))?")
_SOURCE = re.compile(r"-src (rtl/\S+?|gen/\S+?)\.\d[-.\d]*(?=\s|$)")


@dataclass(frozen=True)
class Mutant:
    """`mode`: inv (inverted), const0, const1, cnot0 and cnot1 (inverted where bit `control` of the port is 0, 1)."""

    number: int
    mode: str
    cell: str
    port: str
    bit: int
    control: int | None
    source: str  # file:line

    def __str__(self) -> str:
        what = {"inv": "inverted", "const0": "stuck at 0", "const1": "stuck at 1"}.get(self.mode)
        what = what or f"inverted where bit {self.control} is {self.mode[-1]}"
        return f"{self.source}: bit {self.bit} of {self.port} of {self.cell} {what}"


def choose(elaborate: Sequence[str], selection: str, count: int, seed: int, top: str, folder: Path) -> list[str]:
    """`count` commands of Yosys, each one mutant; `selection` names the cells. Clock pins are no logic: their
    mutants are left out."""
    listed = folder / "chosen.txt"
    yosys.run(*elaborate, f"select {selection}", f"mutate -list {count + count // 20 + 20} -seed {seed} -o {listed}")
    commands = [line for line in listed.read_text().splitlines() if " -port CLK " not in line]
    return commands[:count]


def build(elaborate: Sequence[str], selection: str, count: int, seed: int, top: str) -> tuple[Netlist, list[Mutant]]:
    """The netlist with all mutants, and what each of them is."""
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        folder = Path(name)
        commands = choose(elaborate, selection, count, seed, top, folder)
        width = len(commands).bit_length()
        script = folder / "mutate.ys"
        script.write_text(
            "".join(
                f"mutate -ctrl {SELECT} {width} {number} {command.removeprefix('mutate ')}\n"
                for number, command in enumerate(commands, 1)
            )
        )
        path = folder / "mutated.json"
        yosys.run(*elaborate, f"tee -q -o {folder}/log script {script}", *TO_GATES, f"write_json {path}")
        return read_netlist(path, top, [SELECT]), [_parsed(n, c) for n, c in enumerate(commands, 1)]


def _parsed(number: int, command: str) -> Mutant:
    found = _MUTATE.match(command)
    assert found, command
    mode, cell, port, bit, control = found.groups()
    sources = _SOURCE.findall(command)
    return Mutant(number, mode, cell, port, int(bit), int(control) if control else None, sources[-1] if sources else "")


Kill = Callable[[list[int]], set[int]]
