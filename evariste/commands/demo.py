# SPDX-License-Identifier: Apache-2.0
"""`ev demo`: damage a real file, decode it on the processor, and get it back byte for byte."""

import json
from pathlib import Path

import click

from evariste.commands import machine_option
from evariste.console import INPUT, OUTPUT, read
from evariste.machines import PORTABLE, MachineDef

LONG = 60  # seconds, from which on they are told before the work


@click.command()
@click.argument("file", required=False, type=INPUT)
@click.option("--engine", type=click.Choice(["rtl", "iss", "lockstep"]), default="rtl", show_default=True)
@machine_option
@click.option("--seed", type=int, default=1, show_default=True, help="Of the damage.")
@click.option("--overload", type=click.IntRange(0), default=0, help="Damage this many words beyond repair.")
@click.option("--output", type=OUTPUT, help="Write the recovered file here.")
@click.option("--json", "json_file", type=OUTPUT, help="Write a record here.")
def command(
    file: Path | None,
    engine: str,
    machine: MachineDef,
    seed: int,
    overload: int,
    output: Path | None,
    json_file: Path | None,
) -> None:
    """Send FILE (by default the project's LICENSE) through a noisy channel and decode it on the processor.

    An independent encoder encodes FILE as RS(255,239). Every codeword is damaged in up to eight symbols. The firmware
    decodes it on the core's RTL, on the simulator, and, with portable code, on the same core without its Galois-field
    unit.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
    from rich.table import Table

    from evariste import build, demo
    from evariste.cache import about
    from evariste.console import lines
    from evariste.paths import ROOT
    from evariste.record import record

    source = file or ROOT / "LICENSE"
    content = read(source)
    machine.compiler()  # before anything is built
    build.sim(machine.name)
    other = "iss" if engine != "iss" else "rtl"
    runs = [(engine, machine.native), (other, machine.native), (engine, PORTABLE)]
    words = max(1, -(-len(content) // demo.K))
    if (needed := demo.seconds(words, runs, machine.name)) > LONG:
        faster = "" if engine == "iss" else "; --engine iss is faster"
        click.echo(f"ev: {source} makes {words:,} codewords, which take {about(needed)}{faster}.", err=True)
    sent = demo.transmit(content, seed, overload)
    results = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        for on, backend in runs:
            task = progress.add_task(f"decoding on {on}, {backend}", total=len(sent.sent))
            tell = lines(f"decoding on {on}, {backend}")

            def show_done(done: int, count: int, task: TaskID = task, tell: demo.Progress = tell) -> None:
                progress.update(task, completed=done)
                if not progress.console.is_terminal:
                    tell(done, count)

            results.append(demo.decode(sent.received, backend, on, show_done, machine.name))
            progress.update(task, completed=len(sent.sent))
    wrong = [fault for result in results for fault in demo.faults(sent, result)]
    main, check, baseline = results
    if main.cycles_per_codeword != check.cycles_per_codeword:
        wrong.append(f"{engine} and {other} disagree on cycles: {main.cycles} and {check.cycles}.")
    restored = demo.restore(sent, main)
    recovered = restored == content
    corrected = sum(s for s in main.status if s != demo.UNCORRECTABLE)
    uncorrectable = sum(s == demo.UNCORRECTABLE for s in main.status)
    speedup = baseline.cycles_per_codeword / main.cycles_per_codeword

    def show(path: Path) -> str:
        return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)

    table = Table(title=f"{show(source)}: {len(content):,} bytes as RS(255,239)", show_header=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_row("codewords", f"{len(sent.sent):,}")
    table.add_row("symbol errors put in", f"{sum(sent.damage):,}")
    table.add_row("symbol errors corrected", f"{corrected:,}")
    table.add_row("words uncorrectable, left as they came", f"{uncorrectable:,}")
    verdict = "recovered, byte for byte" if recovered else f"not recovered: {_damage(content, restored)}"
    table.add_row("the file", verdict)
    table.add_row(f"cycles a codeword, {engine}", f"{main.cycles_per_codeword:,.1f}")
    table.add_row(f"cycles a codeword, {other}", f"{check.cycles_per_codeword:,.1f}")
    table.add_row("cycles a codeword, no GF unit, portable", f"{baseline.cycles_per_codeword:,.1f}")
    table.add_row("speed-up", f"{speedup:,.1f}")
    Console().print(table)
    if output:
        output.write_bytes(restored)
    if json_file:
        facts = {
            "recovered": recovered,
            "codewords": len(sent.sent),
            "corrected": corrected,
            "uncorrectable": uncorrectable,
            "overloaded": len(sent.overloaded),
            "cycles_per_codeword": main.cycles_per_codeword,
            f"{other}_cycles_per_codeword": check.cycles_per_codeword,
            "baseline_cycles_per_codeword": baseline.cycles_per_codeword,
            "speedup": speedup,
        }
        kind = record(
            workload="demo.rs255_239", engine=engine, machine=machine.name, configuration=machine.runs(machine.native),
            backend=machine.native, cycles=main.cycles,
            params={"file": source.name, "seed": seed, "overload": overload},
            passed=not wrong, checked="reedsolo encoded, sent words compared",
        )  # fmt: skip
        json_file.write_text(json.dumps(kind | facts, indent=1) + "\n")
    if wrong:
        raise click.ClickException(" ".join(wrong[:3]))
    if not recovered and not overload:
        raise click.ClickException("the file was not recovered.")


def _damage(content: bytes, restored: bytes) -> str:
    """The number of bytes of the file that are still wrong."""
    wrong = sum(a != b for a, b in zip(content, restored, strict=True))
    return f"{wrong:,} of {len(content):,} bytes still wrong"
