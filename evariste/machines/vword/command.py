# SPDX-License-Identifier: Apache-2.0
"""`ev vword`: choose a word size for a polynomial, look at the program, write the accelerator."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from evariste.console import jobs_option, records_option, scheduler_option
from evariste.errors import UserError
from evariste.record import put

if TYPE_CHECKING:
    from evariste.machines.vword.instance import Instance
    from evariste.machines.vword.sweep import Point

LEVEL = click.Choice(["paper", "fused", "field"])


@click.group(name="vword")
def command() -> None:
    """Reduce modulo a polynomial on words as long as it likes. POLYNOMIAL is written as x^283+x^12+x^7+x^5+1."""


@command.command()
@click.argument("polynomial")
@click.option("--words", default="32:320", show_default=True, help="Word sizes, LOW:HIGH in bits.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Folder for the table and the drawings.")
@click.option("--fmax", is_flag=True, help="Measure size and clock of some words on an FPGA: minutes for each.")
@records_option
@jobs_option
@scheduler_option
def sweep(polynomial: str, words: str, out: Path | None, fmax: bool, json_file: Path | None,
          processes: int | None, dask: str | None) -> None:  # fmt: skip
    """Count operations and cycles for each word size, and name the best.

    With --fmax, words on both sides of each width of the memory are placed and routed, and the least time is named,
    too.
    """
    from evariste.console import lines
    from evariste.machines.vword import sweep as work
    from evariste.machines.vword.polynomial import parse

    f, sizes = parse(polynomial), work.words(words)
    if (factor := f.factor_degree()) is not None:
        click.echo(f"ev: {f} has a factor of degree {factor}: a ring, and not a field.", err=True)
    points, refused = work.sweep(f, sizes, lines("sweeping", "word sizes"), processes, dask)
    for word, why in refused.items():
        click.echo(f"ev: words of {word} bits are left out: {why}", err=True)
    made = work.chosen(points)
    first = points[0].paper
    click.echo(f"{f}: {_cost(made)}. {work.reason(points)}")
    if first.word != made.word:
        click.echo(f"For comparison: {_cost(first)}.")
    measured = _clocked(points, json_file) if fmax else []
    for file in work.write(out, points, measured) if out else ():
        click.echo(str(file))


def _clocked(points: list["Point"], json_file: Path | None) -> list[dict]:
    """Size and clock of some of the points. Each is reported, and put into the file, as soon as it is there."""
    from rich.console import Console

    from evariste.machines.vword import size
    from evariste.machines.vword import sweep as work

    chosen, found = [p.paper for p in points if p.word in size.CLOCKED], list[dict]()
    if not chosen:
        raise UserError(f"--fmax measures the words {', '.join(map(str, size.CLOCKED))}; --words has none of them.")
    with Console(stderr=True).status("measuring") as status:
        for one in size.clocked(chosen, lambda said: status.update(said)):
            found.append(one)
            click.echo(size.told(one))
            if json_file:
                put(json_file, [one])
    word, ns = work.quickest(points, found)
    click.echo(f"The least time: {ns:.0f} ns, with words of {word} bits.")
    return found


@command.command(name="size")
@click.argument("configurations", nargs=-1)
@click.option("--synthesis", is_flag=True, help="Only count cells, in seconds for each. The default is then all.")
@records_option
def size_(configurations: tuple[str, ...], synthesis: bool, json_file: Path | None) -> None:
    """Size and clock of CONFIGURATIONS on an FPGA; `none` is the core alone. Minutes for each."""
    from rich.console import Console

    from evariste import machines
    from evariste.machines.vword import size

    for name in configurations:
        machines.named(size.NAME).has(name)
    with Console(stderr=True).status("measuring") as status:
        for name in configurations or (size.every() if synthesis else size.USUAL):
            one = size.named(name, lambda said: status.update(said), not synthesis)
            click.echo(size.told(one))
            if json_file:
                put(json_file, [one])


@command.command()
@click.argument("polynomial")
@click.option("--word", required=True, type=int, help="Bits of a word.")
@click.option("--level", type=LEVEL, default="paper", show_default=True)
@click.option("--digit", type=int, help="Bits of a product a cycle (level field).")
@click.option("--ring", is_flag=True, help="Accept a reducible polynomial at level field.")
@click.option("--check", "checked", is_flag=True, help="Run it on the interpreter, for every unit vector.")
def reduce(polynomial: str, word: int, level: str, digit: int | None, ring: bool, checked: bool) -> None:
    """Show the program that reduces a product, with the cycle of each instruction."""
    from evariste.machines.vword import check
    from evariste.machines.vword.assembly import listing
    from evariste.machines.vword.convert import costs
    from evariste.machines.vword.instance import FIELD, LEVELS, instance
    from evariste.machines.vword.polynomial import parse

    made = instance(parse(polynomial), word, LEVELS.index(level), digit, ring)
    if checked and word > check.WIDEST:
        raise UserError(f"The simulator runs words of up to {check.WIDEST} bits, not {word}.")
    program = made.reducer if made.level == FIELD else made.program
    amounts = ", ".join(f"{i}: {amount:+d}" for i, amount in enumerate(made.amounts))
    click.echo(f"# {made.about}")
    click.echo(f"# rows of {made.row} bits; amounts {amounts or 'none'}; fingerprint {made.fingerprint:#010x}")
    click.echo("# $a0 is the result, $a1 the product: words from the lowest, one in each row")
    click.echo(listing(program.instructions))
    click.echo(f"# {program.cycles} cycles, {_operations(program.operations)}")
    click.echo(f"# {costs(made)}")
    if checked:
        check.check(made, program)
        check.check_conversions(made)
        click.echo(f"# right for every product: {2 * made.polynomial.degree - 1} unit vectors, zero and all ones")


@command.command()
@click.argument("polynomial")
@click.option("--word", default="best", show_default=True, help="Bits of a word, or best.")
@click.option("--level", type=LEVEL, default="paper", show_default=True)
@click.option("--digit", type=int, help="Bits of a product a cycle (level field).")
@click.option("--ring", is_flag=True, help="Accept a reducible polynomial at level field.")
@click.option("--test", "tested", is_flag=True, help="Run the folder's own test, in Icarus Verilog and Verilator.")
@click.option("-o", "folder", required=True, type=click.Path(path_type=Path), help="The folder to write.")
def generate(polynomial: str, word: str, level: str, digit: int | None, ring: bool, tested: bool, folder: Path) -> None:
    """Write core and accelerator for POLYNOMIAL as Verilog, with header, macros, program, and a test of its own."""
    from evariste.machines.vword import deliver, sweep
    from evariste.machines.vword.instance import FIELD, LEVELS, instance
    from evariste.machines.vword.polynomial import parse

    f, number = parse(polynomial), LEVELS.index(level)
    if word != "best" and not word.isdecimal():
        raise UserError(f"--word is a number of bits, or best, and not '{word}'.")
    best = f.degree if number == FIELD else 0
    bits = int(word) if word != "best" else best or sweep.best_word(f, number)
    made = instance(f, bits, number, digit, ring)
    if number == FIELD and len(f.lower) not in (2, 4):
        raise UserError(f"Level field needs a polynomial of 3 or 5 terms, and {f} has {len(f.lower) + 1}.")
    _ = made.program
    for path in deliver.deliver(made, folder, lambda said: click.echo(f"ev: {said}", err=True)):
        click.echo(str(path))
    if tested:
        click.echo(deliver.simulate(folder).strip())
        click.echo(f"{folder}: its own test passes.")


@command.command()
@click.argument("configurations", nargs=-1)
@click.option("--engine", type=click.Choice(["iss", "rtl", "lockstep"]), default="rtl", show_default=True)
@records_option
def measure(configurations: tuple[str, ...], engine: str, json_file: Path | None) -> None:
    """Measure the reduction of CONFIGURATIONS, by default of all; `none` is C on the core alone."""
    from evariste.machines.vword import measure as work

    work.write(json_file, engine, configurations or ("none", *work.accelerated()), click.echo)


def _cost(made: "Instance") -> str:
    """Of a reduction, in words."""
    return (f"words of {made.word} bits, {_operations(made.reduction.operations)}, {made.program.cycles} cycles from "
            f"memory to memory, rows of {made.row} bits")  # fmt: skip


def _operations(count: int) -> str:
    return f"{count} operation{'s' * (count != 1)}"
