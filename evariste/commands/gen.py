# SPDX-License-Identifier: Apache-2.0
"""`ev gen`: write gen/ from isa/, or check that it is up to date."""

import click


@click.command()
@click.option("--check", is_flag=True, help="Change nothing; fail when a file is out of date.")
def command(check: bool) -> None:
    """Write the generated files (gen/) from the specification (isa/)."""
    from evariste.isa import generate

    if check:
        stale = generate.stale()
        if stale:
            raise click.ClickException(f"{', '.join(stale)} differs from what isa/ says; run `ev gen`.")
        return
    for path in generate.write():
        click.echo(path)
