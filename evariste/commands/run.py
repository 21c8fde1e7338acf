# SPDX-License-Identifier: Apache-2.0
"""`ev run`: a program on the simulator or the RTL, with its console, files, arguments and exit status."""

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evariste.commands import machine_option
from evariste.console import INPUT, OUTPUT, SEEKABLE_OUTPUT, Output
from evariste.machines import MachineDef

if TYPE_CHECKING:
    from rich.table import Table

    from evariste.sim import Machine, Stop


def _file(name: str, kind: click.Path, what: str) -> Any:
    return click.option(name, type=kind, metavar="FILE", help=what)


@click.command()
@click.argument("program", type=INPUT)
@click.argument("args", nargs=-1, type=click.UNPROCESSED)
@click.option("--engine", type=click.Choice(["iss", "rtl", "lockstep"]), default="iss", show_default=True)
@machine_option
@click.option("--configuration", metavar="NAME",
              help="Of the machine; by default the full one, or with --lines the one with interrupts.")  # fmt: skip
@_file("--lines", INPUT, "Drive these lines: in each row a cycle and the levels from then on, 0x100000020 is NMI and "
       "line 5.")  # fmt: skip
@click.option("--waits", metavar="A,B", help="Wait states on the RTL's buses: their chance, out of 256, in a cycle of "
              "the instruction and of the data port.")  # fmt: skip
@click.option("--max-cycles", type=click.IntRange(1), help="Stop after so many cycles.")
@click.option("--files", type=click.Path(path_type=Path), metavar="DIR", help="The program may open files below DIR.")
@click.option(
    "--disk",
    metavar="SIZE",
    default="256M",
    show_default=True,
    help="The files below DIR may grow by SIZE: bytes, or with K, M or G.",
)
@click.option("--profile", is_flag=True, help="Show where the cycles went, by function and by line.")
@click.option("--gdb", "port", type=click.IntRange(0, 65535), metavar="PORT", help="Wait for a debugger at this port.")
@_file("--trace", OUTPUT, "Write a line for every retired instruction.")
@_file("--wave", SEEKABLE_OUTPUT, "Write the RTL's waveforms (FST).")
@_file("--stats", OUTPUT, "Write cycles, instructions and their mix as a JSON record.")
def command(
    program: Path, args: tuple[str, ...], engine: str, machine: MachineDef,
    configuration: str | None, lines: Path | None,
    waits: str | None, max_cycles: int | None, files: Path | None, disk: str, profile: bool, port: int | None,
    trace: Output | None, wave: Path | None, stats: Path | None,
) -> int:  # fmt: skip
    """Run PROGRAM, an ELF executable, with ARGS (behind `--`).

    The exit status is the program's own. A run that ends in another way says why in a sentence and ends with status 1.
    """
    from evariste.sim import Machine

    chances, quota = _chances(waits), _size(disk)
    configuration = configuration or (machine.interrupts if lines else None)
    core = Machine(machine.name, configuration, engine, wave, chances)
    core.load(program)
    if lines:
        core.drive(_changes(lines))
    core.host(root=files, args=args, stdin=sys.stdin.buffer, stdout=_print, stderr=_complain, disk=quota)
    core.watch(profile=profile, trace=trace and trace.for_others(), source=bool(profile or trace))
    try:
        stop = core.run(max_cycles=max_cycles) if port is None else _debug(core, port, max_cycles)
    except KeyboardInterrupt:
        where = core.where(core.regs[-1])
        raise click.ClickException(f"{program}: interrupted after {core.cycles:,} cycles at {where}.") from None
    finally:
        core.close_trace()
    if stop is None:
        raise click.ClickException(f"{program}: ended by the debugger after {core.cycles:,} cycles.")
    if stats:
        stats.write_text(json.dumps(_record(program, chances, core, stop), indent=1) + "\n")
    if profile:
        _show(core, stop)
    if stop.reason != "exit":
        more = f" --disk SIZE allows another size than {disk}." if stop.reason == "disk" else ""
        raise click.ClickException(f"{program}: {stop.sentence}{more}")
    return stop.status & 0xFF


def _debug(machine: "Machine", port: int, max_cycles: int | None) -> "Stop | None":
    from evariste.sim import gdb

    with gdb.listen(port) as listener:
        return gdb.serve(machine, listener, lambda text: click.echo(f"ev: {text}", err=True), max_cycles)


def _chances(waits: str | None) -> tuple[int, int]:
    """The probabilities of a wait state at the two ports: "3,10"."""
    from evariste.errors import UserError

    if waits is None:
        return 0, 0
    chances = [int(part) if part.strip().isdecimal() else 256 for part in waits.split(",")]
    if len(chances) != 2 or max(chances) > 255:
        raise UserError(f"--waits {waits[:40]} is not two numbers of 0 to 255 with a comma: --waits 64,64.")
    return chances[0], chances[1]


def _size(text: str) -> int:
    """A number of bytes: "4096", "64K", "10M", "1G"."""
    from evariste.errors import UserError

    if not (found := re.fullmatch(r"(\d{1,15})([KMG]?)", text)):
        raise UserError(f"--disk {text[:40]} is not a size: a number of bytes, or one with K, M or G behind it.")
    return int(found[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[found[2]]


def _changes(file: Path) -> list[tuple[int, int]]:
    """The rows of a file with changes of the interrupt lines: a cycle and a mask; # starts a comment."""
    from evariste.errors import UserError

    try:
        rows = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{file} cannot be read: {getattr(error, 'strerror', None) or 'it is not text'}.") from None
    changes = []
    for number, row in enumerate(rows, 1):
        fields = row.split("#")[0].split()
        try:
            if fields:
                cycle, lines = (int(field, 0) for field in fields)
                changes.append((cycle, lines))
        except ValueError:
            raise UserError(f"{file}, row {number}: '{row[:40]}' is not a cycle and a mask of lines.") from None
    return changes


def _print(text: bytes) -> None:
    sys.stdout.buffer.write(text)
    sys.stdout.buffer.flush()


def _complain(text: bytes) -> None:
    sys.stderr.buffer.write(text)
    sys.stderr.buffer.flush()


def _record(program: Path, waits: tuple[int, int], machine: "Machine", stop: "Stop") -> dict[str, Any]:
    from evariste.record import record

    params: dict[str, Any] = {"end": stop.reason, "status": stop.status}
    if any(waits):
        params["waits"] = list(waits)
    if counts := machine.event_counts():
        params["counts"] = counts
    mix = machine.counters()
    code, data = machine.sizes()
    return record(
        workload=program.stem, engine=machine.engine, machine=machine.name,
        configuration=machine.configuration, cycles=stop.cycles, instructions=mix.pop("instructions"), mix=mix,
        code_bytes=code, data_bytes=data, params=params,
    )  # fmt: skip


LINES = 20  # of the source, in a profile


def _of_lines(lines: list[tuple[str, int]], cycles: int) -> "Table":
    """The lines of the source that took most. What is left belongs to other lines, and to code without one."""
    from rich.table import Table

    table = Table("line")
    for heading in ("cycles", "%"):
        table.add_column(heading, justify="right", no_wrap=True)
    rows = [*lines, ("others", cycles - sum(own for _, own in lines))]
    for line, own in rows:
        table.add_row(line, f"{own:,}", f"{100 * own / max(cycles, 1):.1f}")
    return table


def _show(machine: "Machine", stop: "Stop") -> None:
    """The profile: the program from main() on, and below it the cycles of start-up before and after it."""
    from rich.console import Console
    from rich.table import Table

    everything = machine.profile()
    cycles, program = machine.profile_of_main()
    if not program:
        cycles, program = stop.cycles, everything
    spent = {name: (calls, own) for name, calls, own, _ in program}
    start_up = [
        (name, calls - spent.get(name, (0, 0))[0], own - spent.get(name, (0, 0))[1])
        for name, calls, own, _ in everything
    ]
    table = Table(title=f"{stop.cycles:,} cycles, {stop.instructions:,} instructions")
    table.add_column("function")
    for heading in ("calls", "own cycles", "%", "inclusive", "%"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, calls, own, inclusive in program:
        share = [f"{100 * part / max(cycles, 1):.1f}" for part in (own, inclusive)]
        table.add_row(name, f"{calls:,}", f"{own:,}", share[0], f"{inclusive:,}", share[1])
    if cycles != stop.cycles:
        table.add_section()
        table.add_row("before and after main", "", f"{stop.cycles - cycles:,}")
        for name, calls, own in sorted(start_up, key=lambda row: -row[2]):
            if own:
                table.add_row(f"  {name}", f"{calls:,}", f"{own:,}")
    console = Console(stderr=True)
    console.print(table)
    if lines := machine.profile_of_lines()[:LINES]:
        console.print(_of_lines(lines, stop.cycles))
    if counts := machine.event_counts():
        click.echo(", ".join(f"{count:,} {name}" for name, count in counts.items()), err=True)
