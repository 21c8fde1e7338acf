# SPDX-License-Identifier: Apache-2.0
"""`ev report`: fill the tables of the documents from the records."""

import json

import click


@click.command()
@click.option("--measure", is_flag=True, help="Measure every committed record anew first.")
@click.option("--check", is_flag=True, help="Write nothing; fail if a table is not what the records say.")
def command(measure: bool, check: bool) -> None:
    """Write every table block of README.md and doc/ from the records in doc/records."""
    from evariste import report
    from evariste.errors import Refusal
    from evariste.paths import ROOT

    if measure:
        from evariste.bench.runner import again

        for path in sorted(report.FOLDER.glob("*.json")):
            path.write_text(json.dumps([again(r) for r in json.loads(path.read_text())], indent=1) + "\n")
    known = report.records()
    for document in report.documents():
        text = document.read_text()
        if (new := report.filled(text, known)) == text:
            continue
        name = document.relative_to(ROOT)
        if check:
            raise Refusal(f"a table of {name} is not what doc/records says; `ev report` fills it.")
        document.write_text(new)
        click.echo(f"ev: wrote the tables of {name}.")
