# SPDX-License-Identifier: Apache-2.0
"""`ev disasm`: disassembly that knows the Galois-field instructions."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from evariste.commands import machine_option
from evariste.console import INPUT
from evariste.machines import MachineDef

if TYPE_CHECKING:
    from evariste.isa.disasm import Line


@click.command()
@click.argument("program", type=INPUT)
@machine_option
@click.option("-f", "--function", "functions", multiple=True, help="Only this function; may be repeated.")
def command(program: Path, machine: MachineDef, functions: tuple[str, ...]) -> None:
    """Disassemble PROGRAM, an ELF program or object file.

    Each line shows the address, the halfwords, the instruction, and, after @, the data of a pc-relative load.
    """
    from evariste.errors import UserError

    code = machine.module("text").program(program)
    missing = set(functions) - code.functions()
    if missing:
        raise UserError(f"{program} has no function {', '.join(sorted(missing))}.")
    for section, lines in code.lines():
        wanted = not functions
        if wanted:
            click.echo(f"\nsection {section}")
        for line in lines:
            if line.label:
                wanted = not functions or line.label in functions
                if wanted:
                    click.echo(f"\n{line.address:08x} <{line.label}>:")
            if wanted:
                click.echo(_format(line, code.machine.unit_bytes))


def _format(line: "Line", unit: int) -> str:
    """One line of the listing; a word of an instruction is shown in units of so many bytes."""
    unit = len(line.raw) if line.text.startswith((".word", ".short", ".byte")) else unit
    shown = " ".join(line.raw[i : i + unit][::-1].hex() for i in range(0, len(line.raw), unit))
    mnemonic, _, operands = line.text.partition(" ")
    written = f"{line.address:8x}:  {shown:<10} {mnemonic:<7} {operands}"
    return written.rstrip() + (f"    @ {line.note}" if line.note else "")
