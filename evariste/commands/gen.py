# SPDX-License-Identifier: Apache-2.0
"""`ev gen`: write gen/ from isa/, or check that it is up to date."""

from importlib import import_module
from importlib.util import find_spec

import click

from evariste import machines

# Each part generates some files of gen/. Its module has stale(), the paths that are out of date, and write(paths). A
# part is skipped if its package has been removed.
PARTS = {
    "isa": "evariste.isa.generate",
    "curves": "evariste.ecc.headers",
    **{part: module for machine in machines.all() for part, module in machine.generators.items()},
    "codes": "evariste.codes.constants",
    "lists": "evariste.filelist",
}


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice(list(PARTS)))
@click.option("--check", is_flag=True, help="Change nothing; fail when a file is out of date.")
def command(parts: tuple[str, ...], check: bool) -> None:
    """Write the generated files (gen/) from the specification (isa/), and the lists of RTL files from rtl/.

    PARTS selects: isa is quick. curves is the constants of elliptic curves. kernels is their arithmetic (some ten
    seconds), field and accumulator are the same for other machines. codes is the error-correcting codes as constants.
    lists is the RTL's file list and evariste.core, for projects that use the core.
    """
    out_of_date: list[str] = []
    for part in parts or PARTS:
        if find_spec(PARTS[part].rpartition(".")[0]) is None:
            continue
        generator = import_module(PARTS[part])
        stale = generator.stale()
        out_of_date += stale
        if stale and not check:
            for path in generator.write(stale):
                click.echo(path)
    if check and out_of_date:
        raise click.ClickException(f"out of date with isa/ or rtl/: {', '.join(out_of_date)}; run `ev gen`.")
