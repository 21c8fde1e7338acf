# SPDX-License-Identifier: Apache-2.0
"""A campaign of mutation in shares: processes of this computer, or workers of a Dask cluster, take one at a time.

Each share builds the design with its own mutants and runs the whole campaign on them. All shares together have the
mutants of a campaign in one piece, each of them once, and put them to the same runs and proofs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import click

from evariste import machines
from evariste.bench.pool import each, progress
from evariste.errors import UserError
from evariste.verification.mutation import Mutant, Result, Sample, Say

EACH = 250  # mutants of a share at most, so that a worker that dies loses little


@dataclass(frozen=True)
class Campaign:
    """Which mutants, and what has to notice them. `rounds`: runs before and after the proofs; None: the proofs."""

    machine: str
    target: str
    sample: Sample
    rounds: tuple[int, int] | None

    def run(self, say: Say) -> Result:
        module = machines.named(self.machine).module("mutants")
        if self.rounds is None:
            return module.against_proofs(self.target, self.sample, say=say)
        return module.run(self.target, self.sample, *self.rounds, say=say)


def divided(whole: Campaign, processes: int) -> list[Campaign]:
    """Shares for so many processes at least, but no empty ones."""
    count = whole.sample.count
    shares = min(count, max(processes, -(-count // EACH)))
    return [replace(whole, sample=replace(whole.sample, share=n, shares=shares)) for n in range(shares)]


def run(shares: Sequence[Campaign], processes: int, dask: str | None) -> Result:
    """The shares side by side, as one result."""
    found = dict[int, Result]()
    with progress("mutants", len(shares)) as tick:
        for share, result in each(_one, shares, processes, dask):
            if isinstance(result, UserError):
                raise result
            found[share.sample.share] = result
            tick(shares[0].target)
    return merged([found[n] for n in sorted(found)])


def _one(share: Campaign) -> Result:
    which = f"share {share.sample.share + 1} of {share.sample.shares}"
    return share.run(lambda text: click.echo(f"{which}: {text}", err=True))


def merged(results: Sequence[Result]) -> Result:
    """The results of all shares as that of the whole, in which each mutant has its number among all."""

    def all_of(kind: str) -> list[Mutant]:
        every = [replace(m, number=r.sample.number(m.number)) for r in results for m in getattr(r, kind)]
        return sorted(every, key=lambda mutant: mutant.number)

    first = results[0]
    return Result(
        first.target, first.configuration, Sample(first.sample.count, first.sample.seed),
        total=sum(r.total for r in results),
        killed=dict(sorted((r.sample.number(n), what) for r in results for n, what in r.killed.items())),
        equivalent=all_of("equivalent"), unreachable=all_of("unreachable"), survivors=all_of("survivors"),
        unproved=sum(r.unproved for r in results), work=sum(r.work for r in results),
    )  # fmt: skip
