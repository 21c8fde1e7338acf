# SPDX-License-Identifier: Apache-2.0
"""`ev fpga`: the core on a board, simulated from its serial port and built into a bitstream."""

from pathlib import Path
from typing import Any

import click

from evariste.fpga import boards, implement, program, simulate
from evariste.output import OUTPUT


@click.command()
@click.argument("names", metavar="[BOARD]...", nargs=-1)
@click.option("--program", "elf", type=click.Path(path_type=Path), help="This program instead of the board's own.")
@click.option("--end", default="done\n", help="What the program sends last, where the simulation stops.")
@click.option("--simulate", "only", is_flag=True, help="Simulate the board; build no bitstream.")
@click.option("--json", "file", type=OUTPUT, help="Write the results as records.")
def command(names: tuple[str, ...], elf: Path | None, end: str, only: bool, file: Path | None) -> None:
    """Simulate each BOARD (all by default) until its program ends, then build its bitstream.

    What the program sends is decoded from the bits of the serial line. Size and clock are what nextpnr reports.
    """
    from rich.console import Console

    from evariste.record import text

    console = Console(stderr=True)
    records = []
    for board in [boards.board(name) for name in names or boards.BOARDS]:
        chosen = elf or program.elf(board)
        image = program.image(chosen, board)
        with console.status(f"{board.name}: simulating"):
            session = simulate.run(image, board.settings, board.divider, end.replace("\\n", "\n"))
        click.echo(f"{board.name}: {board.about}\n{session.text}({session.cycles} cycles)")
        if only:
            continue
        with console.status(f"{board.name}: synthesising, placing and routing (minutes)"):
            made = implement.implement(board, image)
        used = ", ".join(f"{count} {name}" for name, count in made.used.items())
        click.echo(f"{board.name}: {used}; {made.fmax:.1f} MHz; {made.bitstream}")
        records.append(_record(made, session, chosen))
    if file and records:
        file.write_text(text(records))


def _record(made: implement.Implementation, session: simulate.Session, elf: Path) -> dict[str, Any]:
    """One record: `cycles` are those of the simulated session, the rest is in the parameters."""
    from evariste.record import record

    board = made.board
    return record(
        workload=f"fpga.{board.name}",
        engine="nextpnr",
        gf=True,
        cycles=session.cycles,
        params={
            "board": board.about,
            "core": dict(board.parameters),
            "program": board.program if elf.stem.startswith(Path(board.program).stem) else elf.name,
            "used": made.used,
            "available": made.available,
            "fmax_mhz": round(made.fmax, 2),
            "clock_mhz": board.clock / 1e6,
            "bitstream_bytes": made.bitstream.stat().st_size,
        },
        passed=made.fmax * 1e6 >= board.clock,
        checked="the simulated board's serial line; the board's clock",
    )
