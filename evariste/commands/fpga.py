# SPDX-License-Identifier: Apache-2.0
"""`ev fpga`: simulate the core on a board, seen from its serial port, and build its bitstream."""

from pathlib import Path
from typing import Any

import click

from evariste.commands import machine_option
from evariste.console import INPUT, records_option
from evariste.errors import UserError
from evariste.fpga import boards, implement, program, simulate
from evariste.machines import MachineDef


@click.command()
@click.argument("names", metavar="[BOARD]...", nargs=-1)
@machine_option
@click.option("--program", "elf", type=INPUT, help="This program instead of the board's own.")
@click.option("--end", default="done\n", help="What the program sends last, where the simulation stops.")
@click.option("--simulate", "only", is_flag=True, help="Simulate the board; build no bitstream.")
@click.option("--configuration", "configurations", metavar="NAME", multiple=True,
              help="Size and clock with this configuration of the core instead; may be repeated.")  # fmt: skip
@records_option
def command(names: tuple[str, ...], machine: MachineDef, elf: Path | None, end: str, only: bool,
            configurations: tuple[str, ...],
            json_file: Path | None) -> None:  # fmt: skip
    """Simulate each BOARD (all by default) until its program ends, then build its bitstream.

    The program's output is decoded from the bits of the serial line. nextpnr reports size and clock. If timing fails,
    no bitstream is written, and the command ends with status 2.
    """
    from rich.console import Console

    from evariste.record import put

    if configurations and (elf or only):
        raise UserError("A --configuration is not simulated: it goes without --program and --simulate.")
    console = Console(stderr=True)
    records, slow = [], []
    usual = [board.name for board in boards.boards(machine).values() if board.program or configurations]
    chosen = [boards.board(name, machine) for name in names or usual]
    variants = [board.configured(name) for board in chosen for name in configurations]
    for board in variants or chosen:
        if variants:
            program_file, session, image = None, None, program.filler(board)
        else:
            program_file = elf or program.elf(board)
            image = program.image(program_file, board)
            with console.status(f"{board.name}: simulating"):
                session = simulate.run(image, board.settings, board.divider, end.replace("\\n", "\n"),
                                       machine=board.machine)  # fmt: skip
            click.echo(f"{board.name}: {board.about}\n{session.text}({session.cycles // board.divide} cycles)")
            if only:
                continue
        with console.status(board.called) as status:
            made = implement.implement(board, image, lambda said, name=board.called: status.update(f"{name}: {said}"))
        click.echo(_told(made))
        records.append(_record(made, session, program_file))
        if not (made.meets or variants):
            slow.append(board.name)
        if json_file:
            put(json_file, records)
    if slow:
        raise UserError(f"{' and '.join(slow)} cannot keep up with the clock: divide it further (`divide` in "
                      f"evariste/machines/{machine.name}/boards.py), or leave out parts of the core.")  # fmt: skip


def _told(made: implement.Implementation) -> str:
    board = made.board
    used = ", ".join(f"{count:,} of {made.available[name]:,} {name}" if name in made.available else f"{count:,} {name}"
                     for name, count in made.used.items())  # fmt: skip
    clock = f"{'meets' if made.meets else 'does not meet'} its clock of {board.core_clock / 1e6:g} MHz"
    return f"{board.called}: {used}; {clock}, reaching {made.fmax:.1f} MHz; {made.bitstream or 'no bitstream'}"


def _record(made: implement.Implementation, session: simulate.Session | None, elf: Path | None) -> dict[str, Any]:
    """One record: `cycles` are those of the core in the simulated session, the rest is in the parameters."""
    from evariste.record import record

    board = made.board
    return record(
        workload=f"fpga.{board.called}",
        engine="nextpnr",
        machine=board.machine,
        configuration=board.configuration,
        cycles=session.cycles // board.divide if session else None,
        params={
            "board": board.about,
            "core": board.core,
            "program": elf and (board.program if elf.stem.startswith(Path(board.program).stem) else elf.name),
            "used": made.used,
            "available": made.available,
            "fmax_mhz": round(made.fmax, 2),
            "clock_mhz": board.clock / 1e6,
            "divide": board.divide,
            "seed": made.seed,
            "path": made.path,
            "bitstream_bytes": made.bitstream.stat().st_size if made.bitstream else None,
        },
        passed=made.meets or bool(board.variant),
        checked="placed and routed" if board.variant else
        "the board's clock" + ("; the simulated board's serial line" if session else ""),
    )
