# SPDX-License-Identifier: Apache-2.0
"""The carry-less product of two words on the core alone, in constant time.

A mask keeps every fourth bit of an operand. So at most eight partial products meet in a column of an integer product,
and their carries stay in the three empty bits above it. Sixteen products of such parts make the whole.
"""

from __future__ import annotations

from evariste.parts.mips.kernels.code import Code
from evariste.parts.mips.kernels.plain import PlainCode

MASK = 0x11111111


def product() -> Code:
    """r[0], r[1] = a b, for words a and b that are arguments."""
    code = PlainCode()
    masks = [code.constant(MASK)]
    masks += [code.add("sll", masks[0], immediate=i) for i in (1, 2, 3)]
    x = [code.add("and", "a", m) for m in masks]
    y = [code.add("and", "b", m) for m in masks]
    sums: list[list[str]] = []
    waiting: tuple[list[str], list[str]] | None = None

    def combine() -> None:
        """Adds the product that was made last to its class of bits."""
        if waiting:
            group, words = waiting
            group[:] = [code.add("xor", *pair) for pair in zip(group, words, strict=True)] if group else words

    for place in range(4):
        group: list[str] = []
        for i in range(4):
            code.operate("multu", x[i], y[(place - i) % 4])
            combine()
            waiting = group, [code.add("mflo"), code.add("mfhi")]
        sums.append(group)
    combine()
    for word in range(2):
        parts = [code.add("and", group[word], m) for group, m in zip(sums, masks, strict=True)]
        code.store(code.add("or", code.add("or", *parts[:2]), code.add("or", *parts[2:])), "r", word)
    return code
