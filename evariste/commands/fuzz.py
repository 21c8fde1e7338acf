# SPDX-License-Identifier: Apache-2.0
"""`ev fuzz`: feed random bytes to everything that reads other people's bytes."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from evariste.commands import machine_option
from evariste.console import lines, records_option
from evariste.machines import MachineDef
from evariste.record import put, record


@click.command()
@click.argument("names", nargs=-1)
@machine_option
@click.option("--runs", default=1_000_000, show_default=True, type=click.IntRange(1000), help="Executions in total.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(1, 2**32 - 1))
@records_option
def command(names: tuple[str, ...], machine: MachineDef, runs: int, seed: int, json_file: Path | None) -> None:
    """Fuzz the loaders, the disassemblers, the GDB server and the library's parsers: NAMES, or all.

    The executions are shared out as the machine and the library say. An input that fails is kept in
    .build/fuzz/found, and the exit status is 1.
    """
    from rich.console import Console
    from rich.progress import Progress

    from evariste.errors import UserError
    from evariste.verification.fuzz import LIBRARY

    suites = (machine.module("fuzz").SUITE, LIBRARY)
    suite_of = {name: suite for suite in suites for name in suite.targets}
    unknown = set(names) - suite_of.keys()
    if unknown:
        raise UserError(f"there is nothing to fuzz called {min(unknown)}; there are {', '.join(suite_of)}.")
    chosen = {name: suite.targets[name] for name, suite in suite_of.items() if not names or name in names}
    whole = sum(target.share for target in chosen.values())
    results = []
    screen = Console(stderr=True)
    with Progress(console=screen, disable=not screen.is_terminal) as progress:
        building = progress.add_task("building", total=None)
        for suite in suites:
            suite.build(*(name for name in suite.targets if name in chosen and not chosen[name].python))
        progress.remove_task(building)
        for name, target in chosen.items():
            share = -(-runs * target.share // whole)
            told = _teller(progress, name, share)
            results.append(suite_of[name].run(name, share, seed, progress=told))
            told(share)
    for result in results:
        click.echo(
            f"{result.name:14} {result.executions:>10,} executions {result.seconds:8.1f} s {result.edges:>6,} edges"
            f"{'' if result.passed else '  ' + result.finding}"
        )
    if json_file:
        records = [_record(machine.name, chosen[result.name], result, seed) for result in results]
        put(json_file, records)
    sys.exit(not all(result.passed for result in results))


def _teller(bar: Any, name: str, share: int) -> Callable[[int], object]:
    """Call it with the executions so far. It moves the bar; off a terminal it prints a line every ten seconds."""
    if bar.disable:
        tell = lines(name, "executions")
        return lambda done: tell(done, share)
    task = bar.add_task(name, total=share)
    return lambda done: bar.update(task, completed=done)


def _record(machine: str, target: Any, result: Any, seed: int) -> dict[str, Any]:
    return record(
        workload=f"fuzz.{result.name}",
        engine="atheris" if target.python else "libFuzzer, ASan, UBSan",
        machine=machine,
        configuration=None,
        cycles=None,
        params={
            "about": target.about, "executions": result.executions, "seconds": round(result.seconds, 1),
            "edges": result.edges, "inputs": result.inputs, "seed": seed,
        },
        passed=result.passed,
        checked=result.finding or "no finding",
    )  # fmt: skip
