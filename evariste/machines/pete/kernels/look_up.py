# SPDX-License-Identifier: Apache-2.0
"""Reading a table at a secret index: every entry is read.

Half of the entries are multiplied by 1 or 0, the others go through a mask. So neither one pass nor four leave the
multiplier or the pipeline idle. A word takes 42 cycles.
"""

from evariste.parts.mips.kernels.look_up import ENTRIES, ENTRY, LOWER, SIZES, TABLE, UPPER, framed, load, mask

__all__ = ["SIZES", "function"]
HALF = ENTRIES // 2
PRODUCT, MASKED = 2, (3, 15, 24)


def function(words: int) -> list[str]:
    """The instructions of void ev_ec_look_up_W(uint32_t *entry, const uint32_t *table, uint32_t index)."""
    masks = [line for e in range(HALF) for line in (*mask(LOWER[e], e, False), *mask(UPPER[e], HALF + e, True))]
    return framed(words, [*masks, "multu $0, $0"], _word(words))


def _word(words: int) -> list[str]:
    """The accumulator is empty before and after."""
    lines = [load(PRODUCT, 0, words), load(MASKED[0], HALF, words)]
    for e in range(HALF):
        masked, following = MASKED[e % 3], MASKED[(e + 1) % 3]
        lines.append(f"maddu ${PRODUCT}, ${LOWER[e]}")
        if e + 1 < HALF:
            lines.append(load(PRODUCT, e + 1, words))
        lines.append(f"and ${masked}, ${masked}, ${UPPER[e]}")
        if e + 1 < HALF:
            lines.append(load(following, HALF + e + 1, words))
        if e % 2:
            lines.append(f"addau ${MASKED[(e - 1) % 3]}, ${masked}")
    last = lines.pop()
    return [*lines, f"addiu ${TABLE}, ${TABLE}, 4", f"addiu ${ENTRY}, ${ENTRY}, 4", last, f"sha ${PRODUCT}"]
