# SPDX-License-Identifier: Apache-2.0
"""`ev claims`: every number of the papers beside our records."""

import json
from pathlib import Path

import click

from evariste.console import OUTPUT
from evariste.errors import UserError

_COLOURS = {"reproduced": "green", "exceeded": "bold green", "contradicted": "bold red", "explained": "cyan"}


@click.command()
@click.argument("paper", required=False)
@click.option("--verdict", "words", multiple=True, help="Only claims with this verdict; may be repeated.")
@click.option("--why", "with_reason", is_flag=True, help="Show the reason for each verdict too.")
@click.option("--json", "json_file", type=OUTPUT, help="Write the claims here.")
def command(paper: str | None, words: tuple[str, ...], with_reason: bool, json_file: Path | None) -> None:
    """List the claims of PAPER, or count those of every paper, with their verdicts.

    A claim is reproduced, exceeded or contradicted by a record in doc/records, or explained by a reason, or unanswered
    because no machine or record answers it yet.
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    from evariste.papers import WORDS, names
    from evariste.papers.rows import judged, row

    for word in words:
        if word not in WORDS:
            raise UserError(f"no verdict is called {word}; they are {', '.join(WORDS)}.")
    chosen = [paper] if paper else names()
    known = {name: judged(name) for name in chosen}
    if json_file:
        entries = [row(name, c, v) for name, pairs in known.items() for c, v in pairs if not words or v.word in words]
        json_file.write_text(json.dumps(entries, indent=1) + "\n")
    if paper or words:
        table = Table(box=SIMPLE_HEAD)
        table.add_column("claim", no_wrap=True)
        table.add_column("what", ratio=3)
        table.add_column("paper", justify="right", ratio=1)
        table.add_column("here", justify="right", ratio=1)
        table.add_column("verdict", no_wrap=True)
        if with_reason:
            table.add_column("why", ratio=3)
        for name, pairs in known.items():
            for claim, verdict in pairs:
                if words and verdict.word not in words:
                    continue
                entry = row(name, claim, verdict)
                ours = f"{entry['ours']} ({entry['ratio']})" if entry["ratio"] else entry["ours"]
                reason = [verdict.why] if with_reason else []
                table.add_row(
                    claim.id if paper else f"{name} {claim.id}", claim.quantity, entry["printed"], ours, verdict.word,
                    *reason, style=_COLOURS.get(verdict.word),
                )  # fmt: skip
    else:
        table = Table(box=None, pad_edge=False)
        table.add_column("paper", no_wrap=True)
        for heading in ("claims", *WORDS):
            table.add_column(heading, justify="right", no_wrap=True)
        for name, pairs in known.items():
            counts = [sum(v.word == word for _, v in pairs) for word in WORDS]
            table.add_row(name, str(len(pairs)), *map(str, counts))
    Console().print(table)
