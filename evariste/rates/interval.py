# SPDX-License-Identifier: Apache-2.0
"""How far a counted rate can be trusted."""

import math

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

    `squares` is the sum of the squares of the errors of each word, so that the words, which are independent, and not
    the bits, which are not, give the variance (normal approximation).
    """
    from scipy.special import ndtri

    mean = errors / words
    deviation = math.sqrt(max(0.0, squares / words - mean * mean) / words) * ndtri((1 + confidence) / 2)
    return max(0.0, mean - deviation) * words / bits, (mean + deviation) * words / bits
