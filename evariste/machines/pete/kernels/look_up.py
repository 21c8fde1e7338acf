# SPDX-License-Identifier: Apache-2.0
"""Reading a table at a secret index: every entry is read.

Half of the entries are multiplied by 1 or 0, the others go through a mask. So neither one pass nor four leave the
multiplier or the pipeline idle. A word takes 40 cycles.
"""

SIZES = (6, 7, 8, 9, 12, 13, 17, 18)  # words of a coordinate
HALF = 8  # of the entries
ENTRY, TABLE, INDEX, END = 4, 5, 6, 25
BITS, MASKS = range(7, 15), range(16, 24)  # one for each entry of a half
PRODUCT, MASKED = 2, (3, 15, 24)


def function(words: int) -> list[str]:
    """The instructions of void ev_ec_look_up_W(uint32_t *entry, const uint32_t *table, uint32_t index)."""
    lines = ["addiu $29, $29, -32", *(f"sw ${m}, {4 * e}($29)" for e, m in enumerate(MASKS))]
    for e in range(HALF):
        lines += [f"xori ${BITS[e]}, ${INDEX}, {e}", f"xori ${MASKS[e]}, ${INDEX}, {HALF + e}",
                  f"addiu ${BITS[e]}, ${BITS[e]}, -1", f"addiu ${MASKS[e]}, ${MASKS[e]}, -1",
                  f"srl ${BITS[e]}, ${BITS[e]}, 31", f"sra ${MASKS[e]}, ${MASKS[e]}, 31"]  # fmt: skip
    return [*lines, f"addiu ${END}, ${TABLE}, {8 * words}", "multu $0, $0", "1:", *_word(8 * words),
            *(f"lw ${m}, {4 * e}($29)" for e, m in enumerate(MASKS)), "jr $31", "addiu $29, $29, 32"]  # fmt: skip


def _word(stride: int) -> list[str]:
    """One word of the entry. The accumulator is empty before and after."""

    def load(register: int, entry: int) -> str:
        return f"lw ${register}, {entry * stride}(${TABLE})"

    lines = [load(PRODUCT, 0), load(MASKED[0], HALF)]
    for e in range(HALF):
        masked, following = MASKED[e % 3], MASKED[(e + 1) % 3]
        lines.append(f"maddu ${PRODUCT}, ${BITS[e]}")
        if e + 1 < HALF:
            lines.append(load(PRODUCT, e + 1))
        lines.append(f"and ${masked}, ${masked}, ${MASKS[e]}")
        if e + 1 < HALF:
            lines.append(load(following, HALF + e + 1))
        if e % 2:
            lines.append(f"addau ${MASKED[(e - 1) % 3]}, ${masked}")
    last = lines.pop()
    return [*lines, f"addiu ${TABLE}, ${TABLE}, 4", f"addiu ${ENTRY}, ${ENTRY}, 4", last, f"sha ${PRODUCT}",
            f"bne ${TABLE}, ${END}, 1b", f"sw ${PRODUCT}, -4(${ENTRY})"]  # fmt: skip
