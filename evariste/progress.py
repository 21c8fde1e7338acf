# SPDX-License-Identifier: Apache-2.0
"""How far long work is, where no bar can be drawn: a line on the standard error now and then."""

import time
from collections.abc import Callable

import click

from evariste.cache import about

EVERY = 10  # seconds between two lines


def lines(what: str, unit: str = "words", every: float = EVERY) -> Callable[[int, int], None]:
    """A function to call with what is done and what there is in all; short work stays silent."""
    begin = said = time.monotonic()

    def tell(done: int, count: int) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said < every or not 0 < done < count:
            return
        said = now
        left = (now - begin) * (count - done) / done
        click.echo(f"ev: {what}: {done:,} of {count:,} {unit}, {about(left)} to go.", err=True)

    return tell
