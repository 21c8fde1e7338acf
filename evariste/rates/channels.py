# SPDX-License-Identifier: Apache-2.0
"""Channels that flip bits: binary symmetric, BPSK in white noise with hard decisions, and a burst channel. What theory
says of the errors behind them.

A channel's `quality` is what its curves are drawn against:
    bsc     the probability that a bit is flipped
    awgn    Eb/N0 in decibels, energy per *message* bit; a hard decision then flips a sent bit with
            Q(sqrt(2 R Eb/N0)), R the code's rate (Proakis, "Digital Communications", sec. 4.2)
    burst   the mean probability that a bit is flipped, of a Gilbert-Elliott channel (Elliott, BSTJ 1963): a chain of a
            good and a bad state, bursts of BURST bits in the mean, in which a bit is flipped with BAD; in the good
            state with a tenth of the mean

The theory is that of bounded-distance decoding, for the two families of codes that a radio chooses from; intervals say
how far a counted rate can be trusted. A word of n symbols is lost when more than t are wrong. Over a memoryless channel
their number is binomial; over the burst channel it is counted along the chain, symbol by symbol. This is exact for
every channel here.
"""

import math
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


def symbol_error_counts(code: Shape, channel: Chain) -> np.ndarray:
    """P(e symbols of a word are wrong) for e = 0 .. n."""
    from scipy.special import gammaln, xlog1py, xlogy

    if channel.leave_good <= 0:
        wrong = -np.expm1(code.m * np.log1p(-channel.good))
        e = np.arange(code.n + 1)
        ways = gammaln(code.n + 1) - gammaln(e + 1) - gammaln(code.n - e + 1)
        return np.exp(ways + xlogy(e, wrong) + xlog1py(code.n - e, -wrong))
    step = np.array([[1 - channel.leave_good, channel.leave_good], [channel.leave_bad, 1 - channel.leave_bad]])
    right_bit = np.diag([1 - channel.good, 1 - channel.bad]) @ step
    right, every = np.linalg.matrix_power(right_bit, code.m), np.linalg.matrix_power(step, code.m)
    counts = np.zeros((code.n + 1, 2))
    counts[0] = [1 - channel.share_bad, channel.share_bad]
    for _ in range(code.n):
        wrong_now = counts[:-1] @ (every - right)
        counts = counts @ right
        counts[1:] += wrong_now
    return counts.sum(axis=1)


def word_error_rate(code: Shape, channel: Chain) -> float:
    """P(more than t symbols are wrong), summed from the small end so that a tiny rate keeps its digits."""
    return min(1.0, float(np.sum(symbol_error_counts(code, channel)[: code.t : -1])))


def taken_for_another(code: Shape) -> float:
    """Of the words with more than t wrong symbols, about how many lie within t symbols of another codeword.

    This is the share of all words that the decoding spheres fill, the bound of McEliece and Swanson, "On the decoder
    error probability for Reed-Solomon codes" (1986). The weight of the error pattern is neglected.
    """
    symbols = 1 << code.m
    sphere = sum(math.comb(code.n, i) * (symbols - 1) ** i for i in range(code.t + 1))
    return min(1.0, sphere / symbols ** (code.n - code.k))


def bit_error_rate(code: Shape, channel: Chain) -> float | None:
    """Message bits wrong after decoding, about: memoryless channels only.

    A lost word stays as received, or it is taken for another codeword and t more symbols change to wrong values.
    """
    if channel.leave_good > 0:
        return None
    counts = symbol_error_counts(code, channel)
    p = channel.good
    if p == 0:
        return 0.0
    of_a_wrong_symbol = p / -np.expm1(code.m * np.log1p(-p))
    share = np.arange(code.n + 1) / code.n
    as_received = float(np.sum((counts * share)[: code.t : -1]) * of_a_wrong_symbol)
    of_a_changed_symbol = (1 << code.m - 1) / ((1 << code.m) - 1)
    changed = taken_for_another(code) * code.t / code.n * of_a_changed_symbol
    return as_received + word_error_rate(code, channel) * changed


FAMILY = {
    **{f"rs:n=255,k={255 - 2 * t},poly=0x11d": f"RS(255, {255 - 2 * t})" for t in (1, 2, 4, 8, 16)},
    **{f"bch:n=63,t={t},poly=0x43": f"BCH(63, {k})" for t, k in ((1, 57), (2, 51), (3, 45), (5, 36), (7, 24))},
}


CONFIDENCE = 0.95


def of_words(errors: int, words: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The exact interval of Clopper and Pearson for a rate of which `errors` out of `words` were seen."""
    from scipy.special import betaincinv  # the quantile of the beta distribution

    outside = (1 - confidence) / 2
    low = betaincinv(errors, words - errors + 1, outside) if errors else 0.0
    high = betaincinv(errors + 1, words - errors, 1 - outside) if errors < words else 1.0
    return float(low), float(high)


def of_bits(errors: int, squares: int, words: int, bits: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The interval of a bit-error rate whose errors come together in words.

    `squares` is the sum of the squares of the errors of each word. The variance comes from the words, which are
    independent, and not from the bits, which are not (normal approximation).
    """
    from scipy.special import ndtri

    mean = errors / words
    deviation = math.sqrt(max(0.0, squares / words - mean * mean) / words) * ndtri((1 + confidence) / 2)
    return max(0.0, mean - deviation) * words / bits, (mean + deviation) * words / bits
