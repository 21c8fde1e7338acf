# SPDX-License-Identifier: Apache-2.0
"""The effects of flipped bits: single faults in the flip-flops of the machine, one at a time, while a program runs.

Every fault ends as one of

    masked      the program ends with the right result
    detected    a fault exception or a lock-up; or the program itself says that there is no result
    silent      the program ends with a wrong result and says nothing
    hang        the program has not ended after three times its time

The machines run as gates, 511 faults at a time beside one without.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from evariste.machines import MachineDef
from evariste.verification import gates
from evariste.verification.tables import OUTCOMES

PATIENCE = 3


def register(name: str) -> str:
    """The register that a flip-flop is a bit of; the system's core is `u_core`."""
    return name.rsplit("[", 1)[0].removeprefix("u_core.")


class Program(Protocol):
    """A program that runs by itself: its memory; where its result is, with the result's length in bytes."""

    name: str
    segments: list[tuple[int, bytes]]
    result: int
    length: int


@dataclass
class Campaign:
    """Outcomes by register. `window`: the clocks, from and to, in which faults fell. `engine`: what ran."""

    program: str
    flops: int
    each: int
    window: tuple[int, int]
    outcomes: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    engine: str = "gates"

    @property
    def total(self) -> Counter[str]:
        return sum(self.outcomes.values(), Counter())


def inject(
    system: Any,
    program: Program,
    which: Callable[[str], bool],
    window: tuple[int, int],
    says_no: Callable[[Any, bytes], bool],
    each: int = 10,
    seed: int = 1,
    say: Callable[[str], object] = lambda text: None,
) -> Campaign:
    """Flip every flip-flop with a name that `which` accepts, in `each` random clocks of the program's work, which is in
    this window from reset on. `says_no`: whether the program itself reports that it has no result. `system` is the
    machine's, as gates.
    """
    names = sorted(name for name in system.netlist.names if which(name))
    first, last = window
    rng = Random(f"faults/{program.name}/{seed}")
    faults = [(name, clock) for name in names for clock in rng.sample(range(first, last), each)]
    campaign = Campaign(program.name, len(names), each, (first, last))
    step = gates.lanes() - 1
    for i in range(0, len(faults), step):
        batch = faults[i : i + step]
        for (name, _), outcome in zip(batch, _run(system, program, batch, last, says_no), strict=True):
            campaign.outcomes[register(name)][outcome] += 1
        say(f"{program.name}: {min(i + step, len(faults))} of {len(faults)} faults")
    return campaign


def _run(soc: Any, program: Program, batch: list[tuple[str, int]], last: int, says_no: Callable[[Any, bytes], bool]
         ) -> Iterable[str]:  # fmt: skip
    """The outcome of each fault, a lane each from lane 1 on."""
    soc.clear()
    soc.load(program.segments)
    flips = [(clock, soc.netlist.names[name], lane) for lane, (name, clock) in enumerate(batch, 1)]
    ended = soc.run(range(len(batch) + 1), PATIENCE * last, follow=True, flips=flips)
    right = soc.read(0, program.result, program.length)
    assert soc.when(0) and 0 not in ended.trapped, f"{program.name} does not end without a fault"
    alarmed = set(ended.trapped) | set(ended.locked_up)
    for lane in range(1, len(batch) + 1):
        result = soc.read(lane, program.result, program.length)
        if lane in alarmed:
            yield "detected"
        elif not soc.when(lane):
            yield "hang"
        elif result == right:
            yield "masked"
        else:
            yield "detected" if says_no(program, result) else "silent"


def record(machine: MachineDef, campaign: Campaign, part: str) -> dict[str, Any]:
    """The campaign as a record; the verdict is about the run without a fault, which every batch has."""
    from evariste.record import record as a_record

    total = campaign.total
    return a_record(
        workload=f"faults.{part}.{campaign.program}", engine=campaign.engine,
        machine=machine.name, configuration=machine.runs() if machine.backends else machine.configuration,
        backend=machine.native if machine.backends else None,
        cycles=campaign.window[1] - campaign.window[0],
        params={"flops": campaign.flops, "cycles_each": campaign.each}, passed=True,
        checked=f"{sum(total.values())} faults beside a run without one",
    ) | {
        "outcomes": {o: total[o] for o in OUTCOMES},
        "registers": {r: {o: c[o] for o in OUTCOMES} for r, c in sorted(campaign.outcomes.items())},
    }  # fmt: skip
