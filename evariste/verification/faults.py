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
from typing import Any

from evariste import machines
from evariste.machines import NATIVE
from evariste.sim import Machine
from evariste.verification import gates
from evariste.verification.gates import bare
from evariste.verification.gates.soc import Soc

OUTCOMES = ("masked", "detected", "silent", "hang")
PATIENCE = 3
UNCORRECTABLE = 0xFF  # the status that bare_rs leaves in its last byte for a word beyond correction: -1
LIMIT = 10_000_000


def of_galois_field(name: str) -> bool:
    """Whether a flip-flop belongs to the Galois-field part of the core."""
    return ".u_field." in name or ".u_gf_unit." in name


def of_core(name: str) -> bool:
    return name.startswith("u_core.") and ".u_retire." not in name


def register(name: str) -> str:
    """The register that a flip-flop is a bit of."""
    return name.rsplit("[", 1)[0].removeprefix("u_core.")


@dataclass
class Campaign:
    """Outcomes by register. `window`: the clocks, from and to, in which faults fell."""

    program: str
    flops: int
    each: int
    window: tuple[int, int]
    outcomes: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    @property
    def total(self) -> Counter[str]:
        return sum(self.outcomes.values(), Counter())


def says_no(program: bare.Bare, result: bytes) -> bool:
    """Whether the program itself reports that it has no result."""
    return program.name == "rs" and result[-1] == UNCORRECTABLE


def inject(
    soc: Soc,
    program: bare.Bare,
    which: Callable[[str], bool] = of_galois_field,
    each: int = 10,
    seed: int = 1,
    say: Callable[[str], object] = lambda text: None,
) -> Campaign:
    """Flip every flip-flop with a name that `which` accepts, in `each` random cycles of the program's work."""
    names = sorted(name for name in soc.netlist.names if which(name))
    first, last = work(program)
    rng = Random(f"faults/{program.name}/{seed}")
    faults = [(name, clock) for name in names for clock in rng.sample(range(first, last), each)]
    campaign = Campaign(program.name, len(names), each, (first, last))
    step = gates.lanes() - 1
    for i in range(0, len(faults), step):
        batch = faults[i : i + step]
        for (name, _), outcome in zip(batch, _run(soc, program, batch, last), strict=True):
            campaign.outcomes[register(name)][outcome] += 1
        say(f"{program.name}: {min(i + step, len(faults))} of {len(faults)} faults")
    return campaign


def _run(soc: Soc, program: bare.Bare, batch: list[tuple[str, int]], last: int) -> Iterable[str]:
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


def work(program: bare.Bare) -> tuple[int, int]:
    """The clocks, from reset on, in which the program's work begins and in which it ends, from the interpreter."""
    machine = Machine(engine="iss")
    machine.clear()
    for address, data in program.segments:
        machine.write(address, data)
    machine.reset()
    trace = machine.record(LIMIT)
    begins = trace["cycle"][trace["pc"] == program.work]
    assert len(begins), f"{program.name} never gets to its work"
    return int(begins[0]), int(trace["cycle"][-1])


def record(campaign: Campaign, part: str) -> dict[str, Any]:
    """The campaign as a record; the verdict is about the run without a fault, which every batch has."""
    from evariste.record import record as a_record

    total = campaign.total
    return a_record(
        workload=f"faults.{part}.{campaign.program}", engine="gates",
        configuration=machines.default().runs(NATIVE), backend=NATIVE,
        cycles=campaign.window[1] - campaign.window[0],
        params={"flops": campaign.flops, "cycles_each": campaign.each}, passed=True,
        checked=f"{sum(total.values())} faults beside a run without one",
    ) | {
        "outcomes": {o: total[o] for o in OUTCOMES},
        "registers": {r: {o: c[o] for o in OUTCOMES} for r, c in sorted(campaign.outcomes.items())},
    }  # fmt: skip
