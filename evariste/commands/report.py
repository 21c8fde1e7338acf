# SPDX-License-Identifier: Apache-2.0
"""`ev report`: fill the documents' tables and figures from the records, and write the page of results."""

import json
from pathlib import Path

import click

from evariste.commands import need_repository
from evariste.console import OUTPUT


@click.command()
@click.option("--measure", is_flag=True, help="Measure anew first what `ev bench` measured.")
@click.option("--check", is_flag=True, help="Write nothing; fail if a table or figure is not what the records say.")
@click.option("--html", "page", type=OUTPUT,
              help="Write the results as one page that needs no network, and nothing else.")  # fmt: skip
def command(measure: bool, check: bool, page: Path | None) -> None:
    """Write every table of README.md and doc/, and the figures of doc/img, from the records in doc/records."""
    from evariste import tables
    from evariste.errors import UserError
    from evariste.paths import ROOT
    from evariste.report import figures

    if check and (measure or page):
        raise UserError("--check writes nothing; it goes with neither --measure nor --html.")
    if measure or not page:
        need_repository("ev report", "without --html it writes its documents")
    if measure:
        _measure()
    known = tables.records()
    if page:
        from evariste.report.page import build

        page.write_text(build(known))
        click.echo(f"ev: wrote {page}.")
        return
    for document in tables.documents():
        text = document.read_text()
        if (new := tables.filled(text, known)) == text:
            continue
        name = document.relative_to(ROOT)
        if check:
            old = " and ".join(tables.changed(text, new))
            raise UserError(f"{name}: the table {old} is not what doc/records says; `ev report` fills it.")
        document.write_text(new)
        click.echo(f"ev: wrote the tables of {name}.")
    for name in figures.FIGURES:
        if figures.is_current(name, known):
            continue
        if check:
            raise UserError(f"doc/img/{name}.svg does not show what doc/records says; `ev report` draws it.")
        figures.draw(name, known)
        click.echo(f"ev: drew doc/img/{name}.svg.")


def _measure() -> None:
    """Run again every workload that a committed record names; the records of other commands stay as they are."""
    from evariste import record, tables
    from evariste.bench import registry
    from evariste.bench.runner import again

    known = registry()
    for path in sorted(tables.FOLDER.glob("*.json")):
        old = json.loads(path.read_text())
        if not any(r["workload"] in known for r in old):
            click.echo(f"ev: kept {path.name}, which `ev bench` did not make.")
            continue
        path.write_text(record.text([again(r) for r in old]))
