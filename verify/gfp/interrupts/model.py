# SPDX-License-Identifier: Apache-2.0
"""The order of exceptions as the ARMv6-M manual states it (B1.5.4), and nothing else: no cycles, no registers.

Written from the manual's ExecutionPriority() and its rules for pending exceptions, with one set for the pending and a
list for the active ones; it shares nothing with the interpreter's controller.
"""

from dataclasses import dataclass, field

NMI, HARDFAULT, THREAD = 2, 3, 0
LOWEST = 4  # of thread mode: less urgent than every exception


@dataclass
class Order:
    """What is pending, and what is active, innermost last."""

    priorities: dict[int, int]
    pending: set[int] = field(default_factory=set)
    active: list[tuple[int, int]] = field(default_factory=list)  # exception, the priority it began with
    primask: bool = False

    def priority(self, exception: int) -> int:
        return {NMI: -2, HARDFAULT: -1}.get(exception, self.priorities.get(exception, 0))

    def execution_priority(self) -> int:
        boosted = min((priority for _, priority in self.active), default=LOWEST)
        return min(boosted, 0) if self.primask else boosted

    def next(self) -> int | None:
        """The exception to be taken now, if any."""
        if not self.pending:
            return None
        best = min(self.pending, key=lambda e: (self.priority(e), e))
        return best if self.priority(best) < self.execution_priority() else None

    def take(self, exception: int) -> None:
        self.pending.discard(exception)
        self.active.append((exception, self.priority(exception)))

    def leave(self) -> None:
        self.active.pop()
