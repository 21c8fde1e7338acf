# SPDX-License-Identifier: Apache-2.0
"""`ev release --check`: is this tree fit to be published?"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator

import click

from evariste import __version__, record, tables
from evariste.errors import UserError
from evariste.paths import ROOT
from evariste.silicon.energies import outdated

SHOWN = 5  # faults of one kind
WALK = 10  # numbers of the family's page that are made again


def tree() -> Iterator[str]:
    """What differs from the commit."""
    said = subprocess.run(["git", "-C", ROOT, "status", "--porcelain"], capture_output=True, text=True)
    yield from said.stdout.splitlines() if said.returncode == 0 else ["this is no clone of the repository"]


def version() -> Iterator[str]:
    """Files that speak of another version than the package."""
    for name, pattern in (("CHANGELOG.md", r"^## (\S+)"), ("CITATION.cff", r"^version: (\S+)")):
        found = re.search(pattern, (ROOT / name).read_text(), re.MULTILINE)
        if found is None or found[1] != __version__:
            yield f"{name} says {found[1] if found else 'nothing'}, the package {__version__}"


def generated() -> Iterator[str]:
    """Files that differ from what their sources make of them."""
    for what in ("gen", "report"):
        command = [sys.executable, "-m", "evariste", what, "--check"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            yield from (done.stdout + done.stderr).strip().splitlines()[-1:]


def records() -> Iterator[str]:
    """Records whose commit is not in the history of this one, and energies of programs as they were before."""
    known = record.history()
    if known is None:
        yield "the history is not here; a complete clone has it"
    yield from record.unfounded(tables.records(), known)
    yield from outdated(tables.records())


def claims() -> Iterator[str]:
    """Papers with claims that no record answers."""
    from evariste.papers import names
    from evariste.papers.rows import judged

    for name in names():
        words = [verdict.word for _, verdict in judged(name)]
        if left := words.count("unanswered"):
            yield f"{name}: {left} of {len(words)} claims are unanswered"


def numbers() -> Iterator[str]:
    """Numbers of doc/family.md that their own command does not make again. The commit decides which are drawn."""
    from evariste.family import walk

    yield from walk.faults(walk.drawn(tables.records(), WALK, record.commit()))


def delivered() -> Iterator[str]:
    """Tests that use the project as a stranger does: the wheel, the library, the cores, the links of the book."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "package", "verify"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        yield from re.findall(r"^(?:FAILED|ERROR) (.*)", done.stdout, re.MULTILINE) or [done.stdout[-200:]]


CHECKS: dict[str, Callable[[], Iterator[str]]] = {
    "the tree is a commit": tree,
    "the version is the same everywhere": version,
    "generated files are up to date": generated,
    "every record is of this history": records,
    "every claim is answered": claims,
    f"{WALK} numbers of the family's page come out again": numbers,
    "wheel, library, cores and links work from outside": delivered,
}


@click.command()
@click.option("--check", is_flag=True, required=True, help="Say what is missing. Nothing is published.")
def command(check: bool) -> None:
    """Check that this tree can be published: commit, version, generated files, records, claims, packages.

    Takes some minutes. The exit status is 1 if anything is missing.
    """
    failed = 0
    for name, faults in CHECKS.items():
        try:
            found = list(faults())
        except UserError as wrong:
            found = [wrong.message]
        failed += bool(found)
        click.echo(f"{'no ' if found else 'yes'}  {name}")
        for fault in found[:SHOWN]:
            click.echo(f"       {fault}")
        if len(found) > SHOWN:
            click.echo(f"       and {len(found) - SHOWN} more")
    if failed:
        raise click.ClickException(f"{failed} of {len(CHECKS)} checks say no: this tree is not a release.")
