# SPDX-License-Identifier: Apache-2.0
"""What bounded-distance decoding does to a word, the two families of codes that a radio chooses from, and how far a
counted rate can be trusted.

A word of n symbols is lost when more than t are wrong. Over a memoryless channel their number is binomial; over the
burst channel it is counted along the chain, symbol by symbol. This is exact for every channel here.
"""

import math

import numpy as np

from evariste.rates.channels import Chain, Shape


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
