# SPDX-License-Identifier: Apache-2.0
"""Reading a table at a secret index: every entry is read, through a mask for each. A word takes 51 cycles."""

SIZES = (6, 7, 8, 9, 12, 13, 17, 18)  # words of a coordinate
ENTRIES = 16
ENTRY, TABLE, INDEX, END = 4, 5, 6, 25
LOWER, UPPER = tuple(range(7, 15)), tuple(range(16, 24))  # registers for each entry of a half; the upper ones are kept


def framed(words: int, masks: list[str], body: list[str]) -> list[str]:
    """A whole function: `masks` puts what the body needs into the registers, and the body makes one word of the entry.

    It ends with the word in $2, and the address of the table's next word.
    """
    lines = ["addiu $29, $29, -32", *(f"sw ${r}, {4 * i}($29)" for i, r in enumerate(UPPER)), *masks]
    return [*lines, f"addiu ${END}, ${TABLE}, {8 * words}", "1:", *body, f"bne ${TABLE}, ${END}, 1b",
            f"sw $2, -4(${ENTRY})", *(f"lw ${r}, {4 * i}($29)" for i, r in enumerate(UPPER)), "jr $31",
            "addiu $29, $29, 32"]  # fmt: skip


def mask(register: int, entry: int, all_ones: bool) -> list[str]:
    """All ones, or 1, if the index is that of the entry, else 0."""
    return [f"xori ${register}, ${INDEX}, {entry}", f"addiu ${register}, ${register}, -1",
            f"{'sra' if all_ones else 'srl'} ${register}, ${register}, 31"]  # fmt: skip


def load(register: int, entry: int, words: int) -> str:
    return f"lw ${register}, {entry * 8 * words}(${TABLE})"


def function(words: int) -> list[str]:
    """The instructions of void ev_ec_look_up_mips_W(uint32_t *entry, const uint32_t *table, uint32_t index)."""
    registers = (*LOWER, *UPPER)
    masks = [line for entry, register in enumerate(registers) for line in mask(register, entry, True)]
    temporary = (3, 15, 24)
    body = [load(2, 0, words), load(temporary[1], 1, words), f"and $2, $2, ${registers[0]}"]
    for entry in range(1, ENTRIES):
        if entry + 1 < ENTRIES:
            body.append(load(temporary[(entry + 1) % 3], entry + 1, words))
        else:
            body.append(f"addiu ${TABLE}, ${TABLE}, 4")
        word = temporary[entry % 3]
        body += [f"and ${word}, ${word}, ${registers[entry]}", f"or $2, $2, ${word}"]
    return framed(words, masks, [*body, f"addiu ${ENTRY}, ${ENTRY}, 4"])
