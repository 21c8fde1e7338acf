# SPDX-License-Identifier: Apache-2.0
"""The workload library for the bench. Each module registers its cases with `evariste.bench.workload`.

A case has always the same inputs, so that its cycles can be compared. A test may ask for others.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_chosen: ContextVar[str] = ContextVar("chosen", default="")


def drawn(seed: int | str) -> random.Random:
    """Where a case takes its inputs from."""
    chosen = _chosen.get()
    return random.Random(f"{chosen} {seed}" if chosen else seed)


@contextmanager
def other_inputs(name: str) -> Iterator[None]:
    """Cases that are built inside have the inputs of this name."""
    before = _chosen.set(name)
    try:
        yield
    finally:
        _chosen.reset(before)
