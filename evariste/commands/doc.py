# SPDX-License-Identifier: Apache-2.0
"""`ev doc`: the documentation as a book with search, as HTML files that need no network."""

import subprocess
import sys
import tempfile
from pathlib import Path

import click


@click.command()
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The folder; by default .build/book.")
def command(out: Path | None) -> None:
    """Build the book. Fail if a link inside it is broken. Open index.html in a browser."""
    from evariste import cache

    if out is None:
        out = cache.published("book", _make)
    else:
        _make(out)
    click.echo(f"ev: the book is in {out}; open index.html.")


def _make(out: Path) -> None:
    from evariste.errors import UserError
    from evariste.paths import ROOT

    with tempfile.TemporaryDirectory(prefix="evariste-") as trees:
        strict = ["--fresh-env", "--fail-on-warning", "--keep-going", "--quiet"]
        arguments = ["-b", "html", *strict, "-c", "doc/book", "-d", trees, str(ROOT), str(out.resolve())]
        done = subprocess.run([sys.executable, "-m", "sphinx", *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise UserError(f"the book has faults:\n{done.stderr.replace(f'{ROOT}/', '').strip()}")
    (out / "index.html").write_text(
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Evariste</title>\n'
        '<meta http-equiv="refresh" content="0; url=doc/index.html"></head>\n'
        '<body><a href="doc/index.html">The book</a></body></html>\n'
    )
