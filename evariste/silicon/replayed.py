# SPDX-License-Identifier: Apache-2.0
"""Energy of a region that was replayed on a netlist: without glitches in all recorded cycles, with them in some."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from evariste.silicon import activity, glitches, memories, power, scaling
from evariste.silicon.circuit import Circuit, Net
from evariste.silicon.measure import CLOCK, Built
from evariste.silicon.replay import Region, Trace, settled

DELAYED, SPAN = 4, 24  # windows with delays, and the cycles of each


@dataclass(frozen=True)
class Energy:
    """pJ of a region by part, without glitches and with them, and of its memories with their upper end."""

    cycles: int
    recorded: int  # cycles
    windows: int
    error: float  # of the energy without glitches, in percent: a standard error over the windows; 0 for one window
    still: dict[str, float]
    moved: dict[str, float]
    memory: tuple[float, float] | None
    accesses: dict[str, int]  # words, scaled to the region
    factors: list[float]  # what all parts together take more with delays, in each of these windows
    delayed: int  # cycles


def energy(what: Built, region: Region, part: Callable[[str], str], node: str | None,
           sizes: Mapping[str, int] | None = None) -> Energy:  # fmt: skip
    """The energy of a region; refused if the netlist does not do what the RTL does. `sizes`: in bytes, of the memories
    of some kinds of accesses. All other memories are taken as the published one."""
    circuit, trace = what.circuit, region.trace
    values = settled(circuit, trace)

    def parts(found: activity.Activity) -> dict[str, float]:
        sums: dict[str, float] = {}
        for instance, taken in power.energy(circuit, what.delays, found, CLOCK).items():
            sums[part(instance)] = sums.get(part(instance), 0.0) + taken.total
        return sums

    counted = activity.count(circuit, values, trace.cycles, "", trace.followed)
    scale = region.cycles / counted.cycles
    still = {name: pj * scale for name, pj in parts(counted).items()}
    with_, without, factors = Counter[str](), Counter[str](), []
    spans = delayed(trace)
    for (first, length), moved in zip(spans, glitches.replays(circuit, values, spans, given=trace.given), strict=True):
        some = {net: v >> first & (1 << length + 1) - 1 for net, v in values.items()}
        calm = parts(replace(activity.count(circuit, some, length + 1, ""), cycles=length))
        restless = parts(moved)
        without.update(calm)
        with_.update(restless)
        factors.append(sum(restless.values()) / sum(calm.values()))
    accesses = {kind: round(count * region.cycles / trace.cycles) for kind, count in trace.accesses.items()}
    weighed = {kind: count * memories.part(sizes[kind]) if sizes and kind in sizes else count
               for kind, count in accesses.items()}  # fmt: skip
    return Energy(
        cycles=region.cycles, recorded=trace.cycles, windows=len(trace.windows), error=_error(what, trace, values),
        still=still, moved={name: pj * with_[name] / without[name] for name, pj in still.items()},
        memory=scaling.energy(weighed, node, circuit.library.voltage) if node else None, accesses=accesses,
        factors=factors, delayed=sum(length for _, length in spans),
    )  # fmt: skip


def delayed(trace: Trace) -> list[tuple[int, int]]:
    """Which cycles are simulated with delays, as the first and their number: spread evenly, each span in one window."""
    spans = []
    for i in range(DELAYED):
        middle, start = trace.cycles * (2 * i + 1) // (2 * DELAYED), 0
        for length in trace.windows:
            if middle < start + length:
                break
            start += length
        span = min(SPAN, length - 1)
        spans.append((min(max(middle - span // 2, start), start + length - 1 - span), span))
    return list(dict.fromkeys(spans))


def _error(what: Built, trace: Trace, values: dict[Net, int]) -> float:
    if len(trace.windows) < 2:
        return 0.0
    taken = by_window(what.circuit, power.linear(what.circuit, what.delays, CLOCK), trace, values)
    return ratio_error(taken, [length - 1 for length in trace.windows])


def ratio_error(taken: Sequence[float], cycles: Sequence[int]) -> float:
    """The standard error of energy a cycle, in percent, from windows of any length: that of a ratio (Cochran, Sampling
    techniques, 6.3)."""
    many, mean = len(taken), sum(taken) / sum(cycles)
    spread = sum((pj - mean * n) ** 2 for pj, n in zip(taken, cycles, strict=True)) / (many - 1)
    return 100 * (many * spread) ** 0.5 / sum(taken)


def by_window(circuit: Circuit, linear: tuple[float, dict[Net, float]], trace: Trace, values: dict[Net, int]
              ) -> list[float]:  # fmt: skip
    """pJ of each window, without glitches and but for its last cycle."""
    import numpy

    still, each = linear
    starts = [sum(trace.windows[:i]) for i in range(len(trace.windows))]
    total = numpy.zeros(len(starts))
    for net, (when, often) in activity.changes(circuit, values, trace.followed).items():
        if when and (pj := each.get(net)):
            data = numpy.frombuffer(when.to_bytes((trace.cycles + 7) // 8, "little"), numpy.uint8)
            bits = numpy.unpackbits(data, bitorder="little", count=trace.cycles)
            total += often * pj * numpy.add.reduceat(bits, starts, dtype=numpy.int64)
    return [float(pj) + still * (length - 1) for pj, length in zip(total, trace.windows, strict=True)]
