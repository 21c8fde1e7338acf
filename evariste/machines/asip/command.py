# SPDX-License-Identifier: Apache-2.0
"""`ev asip`: assemble programs, run a task, measure the tasks."""

from collections import Counter
from pathlib import Path

import click

from evariste.console import INPUT, OUTPUT, records_option
from evariste.record import put

ENGINE = click.option("--engine", type=click.Choice(("iss", "rtl", "lockstep")), default="iss", show_default=True)


@click.group(name="asip")
def command() -> None:
    """The coprocessor alone, behind a host that always has words and room for it."""


@command.command(name="as")
@click.argument("sources", nargs=-1, type=INPUT)
@click.option("--hex", "path", type=OUTPUT, help="File for the words, one a line.")
def as_(sources: tuple[Path, ...], path: Path | None) -> None:
    """Assemble SOURCES, by default the tasks, and show the listing."""
    from evariste.machines.asip import assembler

    program = assembler.assemble(assembler.read(sources)) if sources else assembler.image()
    if path:
        path.write_text("".join(f"{word:08x}\n" for word in program.words), encoding="utf-8")
    click.echo(program.listing(), nl=False)
    click.echo(f"; {len(program.words)} words")


@command.command()
@click.argument("tasks", nargs=-1, required=True, metavar="TASK[:COUNT[:FLAGS]][=HEX]...")
@click.option("--configuration", default="full", show_default=True)
@ENGINE
@click.option("--trace", is_flag=True, help="Show each step of the last task: cycle, address, instruction.")
@click.option("--profile", is_flag=True, help="Show the cycles of each part of a task's program.")
def run(tasks: tuple[str, ...], configuration: str, engine: str, trace: bool, profile: bool) -> None:
    """Run tasks one after the other, and show what each gives: `aes_key128=00112233445566778899aabbccddeeff`.

    HEX is the operands as bytes, the first byte of each word first. The status is 1 when a task ends with an error.
    """
    from evariste.errors import UserError
    from evariste.machines.asip.host import Host, error_names

    host, wrong = Host(configuration, engine=engine), False
    for i, given in enumerate(tasks):
        head, _, digits = given.partition("=")
        name, *numbers = head.split(":")
        try:
            data = bytes.fromhex(digits)
            count, flags = (*(int(n, 0) for n in numbers), 0, 0)[:2]
        except ValueError:
            raise UserError(f"'{given}' is not a task, its count and flags, and bytes in hexadecimal digits.") from None
        if trace and i == len(tasks) - 1:
            _show_steps(host.trace(name, data, count, flags))
            continue
        steps: list[tuple[int, int]] = []
        if profile:
            result, steps = host.traced(name, data, count, flags)
        else:
            result = host.task(name, data, count, flags)
        said = f"error {error_names()[result.error]}" if result.error else result.bytes.hex() or "done"
        click.echo(f"{name}: {said}, {result.cycles} cycles")
        if profile:
            _show_parts(steps)
        wrong |= result.error != 0
    if wrong:
        raise SystemExit(1)


def _show_steps(steps: list[tuple[int, int]]) -> None:
    from evariste.machines.asip import assembler

    lines, before = assembler.image().lines, -1
    for cycle, place in steps:
        if place != before:
            click.echo(f"{cycle:7}  {place:03x}  {lines[place].text}")
        before = place


def _show_parts(steps: list[tuple[int, int]]) -> None:
    """The labels of the program with the cycles of the steps behind each, waits included."""
    from evariste.machines.asip import assembler

    spent, program, before = Counter[str](), assembler.image(), 0
    for cycle, place in steps:
        spent[program.part(place)] += cycle - before
        before = cycle
    for part, cycles in spent.most_common():
        click.echo(f"{cycles:9}  {100 * cycles / before:5.1f} %  {part}")


@command.command()
@click.argument("configurations", nargs=-1)
@records_option
@click.option("--engine", type=click.Choice(("iss", "rtl")), default="rtl", show_default=True)
def measure(configurations: tuple[str, ...], json_file: Path | None, engine: str) -> None:
    """Measure the tasks on CONFIGURATIONS, by default on all that have records."""
    from evariste.errors import UserError
    from evariste.machines.asip import measure as work

    for name in configurations:
        if name not in work.CURVES:
            raise UserError(f"Nothing is measured on '{name}'; there are {', '.join(work.CURVES)}.")
    work.write(json_file, configurations, engine, click.echo)


@command.command()
@click.option("--instructions", default=100_000, show_default=True, type=click.IntRange(1), help="How many at least.")
@click.option("--first", default=0, show_default=True, help="The first seed.")
@records_option
def lockstep(instructions: int, first: int, json_file: Path | None) -> None:
    """Run random programs and tasks on the circuit and the interpreter, and compare them in each cycle.

    The status is 1 if they differ. The seeds of programs are those of the tests.
    """
    from evariste.machines.asip import lockstep as work

    passed = True
    for one in work.campaign(instructions, first, lambda said: click.echo(said, err=True)):
        click.echo(f"{one['workload'].rpartition('.')[2]}: {one['instructions']:,} instructions, "
                   f"{one['params']['steps']:,} steps, {one['verdict']['checked']}")
        passed &= one["verdict"]["passed"]
        if json_file:
            put(json_file, [one])
    if not passed:
        raise SystemExit(1)
