# SPDX-License-Identifier: Apache-2.0
"""What models of the accelerators foretold before the circuits were there, and what is reached.

The models executed the arithmetic with the timing of the commands. They had no calls, no copies of tables, no checks.
"""

from collections.abc import Mapping, Sequence

from evariste.tables import markdown

MISSED = 1.01  # of what was foretold: less is a matter of calls


def rows(name: str, sizes: Sequence[object], thousands: Sequence[float]) -> dict[str, float]:
    """Workloads by name, where {} is the size, and the thousands of cycles that were foretold."""
    return {name.format(size): cycles for size, cycles in zip(sizes, thousands, strict=True)}


def missed(found: Mapping[str, int], foretold: Mapping[str, float]) -> str:
    """The table of the workloads that take longer than foretold."""
    late = [(name, cycles) for name, cycles in foretold.items() if found[name] > 1000 * cycles * MISSED]
    return f"{len(foretold)} figures were foretold. These take longer, by more than 1 %:\n\n" + markdown(
        ("workload", "foretold, thousands of cycles", "cycles", "times"),
        [(f"`{name}`", cycles, found[name], f"{found[name] / 1000 / cycles:.2f}") for name, cycles in late],
    )
