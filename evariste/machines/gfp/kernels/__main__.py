# SPDX-License-Identifier: Apache-2.0
"""`python -m evariste.machines.gfp.kernels`: write gen/gfp/kernels, check it, or search for better schedules."""

import click

from evariste.machines.gfp.kernels import files
from evariste.machines.gfp.kernels.table import body, kernels


@click.group(invoke_without_command=True)
@click.option("--check", is_flag=True, help="Change nothing; fail when a file is out of date.")
@click.pass_context
def main(context: click.Context, check: bool) -> None:
    """Write the generated kernels from isa/fields.yaml and the stored schedules."""
    if context.invoked_subcommand:
        return
    stale = files.stale()
    if check and stale:
        raise click.ClickException(f"{', '.join(stale)} out of date; run `python -m evariste.machines.gfp.kernels`.")
    for path in files.write(stale):
        click.echo(path)


@main.command("list")
def list_kernels() -> None:
    """Every kernel with its cycles."""
    for name, kernel in kernels().items():
        b = body(kernel)
        click.echo(f"{name:25} {b.cycles:5} cycles  {b.slots:3} spill slots")


@main.command()
@click.argument("names", nargs=-1, required=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--steps", default=1_000_000, show_default=True)
@click.option("--hot", default=1.1, show_default=True, help="Starting temperature, in cycles.")
@click.option("--cold", default=0.15, show_default=True, help="Final temperature.")
@click.option("--fresh", is_flag=True, help="Start from the order of the problem, not from the stored schedule.")
def search(names: tuple[str, ...], seed: int, steps: int, hot: float, cold: float, fresh: bool) -> None:
    """Anneal the order of kernels and keep what is better than the stored schedule."""
    from evariste.machines.gfp.kernels.emit import allocate, search

    for name in names:
        kernel = kernels()[name]
        before = body(kernel).cycles
        start = "" if fresh else kernel.schedule()
        found = search(kernel.problem(), start, seed, steps, hot, cold)
        after = allocate(kernel.problem(), found)
        click.echo(f"{name}: {before} -> {after.cycles} (seed {seed}, {steps} steps)")
        if after.cycles < before and not after.moves:
            kernel.schedule_file.parent.mkdir(exist_ok=True, parents=True)
            origin = "the order of the problem" if fresh or not kernel.schedule() else "the schedule stored before"
            how = f"--seed {seed} --steps {steps} --hot {hot} --cold {cold} from {origin}"
            note = f"# {after.cycles} cycles; search {how}\n"
            kernel.schedule_file.write_text(note + found)


if __name__ == "__main__":
    main()
