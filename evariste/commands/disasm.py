# SPDX-License-Identifier: Apache-2.0
"""`ev disasm`: disassembly that knows the Galois-field instructions."""

from pathlib import Path

import click

from evariste.console import INPUT


@click.command()
@click.argument("program", type=INPUT)
@click.option("-f", "--function", "functions", multiple=True, help="Only this function; may be repeated.")
def command(program: Path, functions: tuple[str, ...]) -> None:
    """Disassemble PROGRAM, an ELF program or object file.

    Each line gives the address, the halfwords, the instruction, and, after @, what a pc-relative load reads.
    """
    from evariste.errors import UserError
    from evariste.isa.disasm import Program

    code = Program(program)
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
                click.echo(_format(line.address, line.raw, line.text, line.note))


def _format(address: int, raw: bytes, text: str, note: str) -> str:
    unit = len(raw) if text.startswith((".word", ".short", ".byte")) else 2
    halfwords = " ".join(raw[i : i + unit][::-1].hex() for i in range(0, len(raw), unit))
    mnemonic, _, operands = text.partition(" ")
    line = f"{address:8x}:  {halfwords:<10} {mnemonic:<8}{operands}"
    return line.rstrip() + (f"    @ {note}" if note else "")
