# SPDX-License-Identifier: Apache-2.0
"""Inverses by the chain of Itoh and Tsujii: a^(2^m - 2) from the bits of m - 1."""


def chain(m: int) -> list[tuple[int, bool]]:
    """The steps from a on: so many squarings, then a product by what was squared, or by a if this is so."""
    steps, n = list[tuple[int, bool]](), 1
    for bit in bin(m - 1)[3:]:
        steps.append((n, False))
        n *= 2
        if bit == "1":
            steps.append((1, True))
            n += 1
    return steps


def cycles(m: int, digit: int) -> int:
    """From one inverse to the next, with the operand in a register: products and squarings, one after another."""
    steps = chain(m)
    return len(steps) * -(-m // digit) + sum(times for times, _ in steps) + 1
