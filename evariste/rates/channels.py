# SPDX-License-Identifier: Apache-2.0
"""Channels that flip bits: binary symmetric, BPSK in white noise with hard decisions, and a burst channel.

A channel's `quality` is what its curves are drawn against:
    bsc     the probability that a bit is flipped
    awgn    Eb/N0 in decibels, energy per *message* bit; a hard decision then flips a sent bit with
            Q(sqrt(2 R Eb/N0)), R the code's rate (Proakis, "Digital Communications", sec. 4.2)
    burst   the mean probability that a bit is flipped, of a Gilbert-Elliott channel (Elliott, BSTJ 1963): a chain of a
            good and a bad state, bursts of BURST bits in the mean, in which a bit is flipped with BAD; in the good
            state with a tenth of the mean
"""

from dataclasses import dataclass

import numpy as np

from evariste.codes.named import Code
from evariste.codes.reference import ReedSolomon

BURST = 20  # bits, the mean length of the bad state
BAD = 0.3  # probability of a flipped bit in it
GRID: dict[str, tuple[float, ...]] = {
    "bsc": (1e-4, 3e-4, 1e-3, 2e-3, 3e-3, 5e-3, 7e-3, 1e-2, 1.5e-2, 2e-2, 3e-2, 5e-2, 8e-2),
    "awgn": (2.0, 3.0, 4.0, 5.0, 5.5, 6.0, 6.5, 7.0, 8.0, 9.0),
    "burst": (1e-4, 3e-4, 1e-3, 2e-3, 3e-3, 5e-3, 7e-3, 1e-2, 2e-2, 3e-2, 5e-2),
}


@dataclass(frozen=True)
class Shape:
    """A code for a channel: n symbols of m bits are sent, k of them are message, t of them may be wrong."""

    n: int
    k: int
    m: int
    t: int

    @property
    def bits(self) -> int:
        return self.n * self.m

    @property
    def rate(self) -> float:
        return self.k / self.n


def shape(code: Code) -> Shape:
    """Symbols sent, message symbols, bits of a symbol, symbols that bounded-distance decoding corrects."""
    if isinstance(code, ReedSolomon):
        return Shape(code.n, code.k, code.field.m, (code.n - code.k) // 2)
    return Shape(code.length, code.k, 1, code.t)


@dataclass(frozen=True)
class Chain:
    """A Gilbert-Elliott channel: chances of leaving the good and the bad state, and of a flipped bit in each."""

    leave_good: float
    leave_bad: float
    good: float
    bad: float

    @property
    def share_bad(self) -> float:
        """The share of the time that it spends in the bad state."""
        return self.leave_good / (self.leave_good + self.leave_bad)


def chain(kind: str, quality: float, rate: float) -> Chain:
    """The channel of that kind and quality for a code of that rate; the memoryless ones stay in the good state."""
    from scipy.special import ndtr

    match kind:
        case "bsc":
            return Chain(0.0, 1.0, quality, quality)
        case "awgn":
            p = float(ndtr(-np.sqrt(2 * rate * 10 ** (quality / 10))))
            return Chain(0.0, 1.0, p, p)
        case "burst":
            good = quality / 10
            share = (quality - good) / (BAD - good)
            return Chain(share / (1 - share) / BURST, 1 / BURST, good, BAD)
    raise ValueError(f"no channel is called {kind}")


def _positions(p: float, length: int, rng: np.random.Generator) -> np.ndarray:
    """Where a sequence of `length` independent trials of probability p succeeds: sums of geometric gaps."""
    if p <= 0:
        return np.empty(0, np.int64)
    found, at = [], -1
    while at < length:
        gaps = rng.geometric(p, size=int((length - at) * p * 1.1) + 16)
        places = at + np.cumsum(gaps)
        found.append(places)
        at = int(places[-1])
    every = np.concatenate(found)
    return every[every < length]


def flipped(channel: Chain, length: int, rng: np.random.Generator) -> np.ndarray:
    """The places, in rising order, at which a stream of `length` bits is flipped."""
    good = _positions(channel.good, length, rng)
    if channel.leave_good <= 0:
        return good
    starts_bad = rng.random() < channel.share_bad
    leave = (channel.leave_bad, channel.leave_good) if starts_bad else (channel.leave_good, channel.leave_bad)
    ends, at = [], 0
    while at < length:  # ends of alternate stays in the two states
        stays = np.stack([rng.geometric(p, size=256) for p in leave], axis=1).ravel()
        ends.append(at + np.cumsum(stays))
        at = int(ends[-1][-1])
    borders = np.concatenate(ends)

    def is_bad(places: np.ndarray) -> np.ndarray:
        return (np.searchsorted(borders, places, side="right") % 2 == 0) == starts_bad

    bad = _positions(channel.bad, length, rng)
    return np.sort(np.concatenate([good[~is_bad(good)], bad[is_bad(bad)]]))
