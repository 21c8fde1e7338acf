# SPDX-License-Identifier: Apache-2.0
"""The C header and the assembler macros of an instance."""

from evariste.machines.vword.instance import FIELD, FUSED, LEVELS, Instance

GUARD = "VWORD_INSTANCE_H"
_PAPER = """\
/* A row: the memory of one register, VWORD_PARTS words from the lowest. */
typedef struct {
    uint32_t word[VWORD_ROW / 32];
} __attribute__((aligned(VWORD_ROW / 8))) vword_t;

/* Intrinsics name registers by number, 0 to 31; the compiler allocates none. Numbers are constants. */
#define VW_OPERATION(function, k, vt, vs, vd)                                                      \\
    do {                                                                                           \\
        _Static_assert((vd) >= 0 && (vd) < 32 && (vs) >= 0 && (vs) < 32, "v0 to v31");             \\
        _Static_assert((vt) >= 0 && (vt) < 32, "v0 to v31");                                       \\
        __asm__ volatile("c2 %0" ::"i"((k) << 21 | (vt) << 16 | (vs) << 11 | (vd) << 6 | (function))); \\
    } while (0)
#define VW_PART_OF(part) _Static_assert((part) >= 0 && (part) < VWORD_PARTS, "a part of the word")
#define VW_AMOUNT_OF(k) _Static_assert((k) >= 0 && (k) < VWORD_AMOUNTS, "an amount of the instance")

/* v[vd] = *row; *row = v[vt] */
#define vw_load(vd, row) __asm__ volatile("ldc2 $%0, %1" ::"i"(vd), "m"(*(const vword_t *)(row)))
#define vw_store(vt, row) __asm__ volatile("sdc2 $%1, %0" : "=m"(*(vword_t *)(row)) : "i"(vt))
/* 32-bit part `part` of v[vd] = bits; to = part `part` of v[vs] */
#define vw_set_part(vd, part, bits)                                                                  \\
    do {                                                                                             \\
        VW_PART_OF(part);                                                                            \\
        register uint32_t vw_moved __asm__("$8") = (bits);                                           \\
        __asm__ volatile(".word %1" ::"d"(vw_moved), "i"(0x48880000 | (vd) << 11 | (part)));         \\
    } while (0)
#define vw_get_part(to, vs, part)                                                                    \\
    do {                                                                                             \\
        VW_PART_OF(part);                                                                            \\
        register uint32_t vw_moved __asm__("$8");                                                    \\
        __asm__ volatile(".word %1" : "=d"(vw_moved) : "i"(0x48080000 | (vs) << 11 | (part)));       \\
        (to) = vw_moved;                                                                             \\
    } while (0)
/* v[vd] = v[vs] ^ v[vt] */
#define vw_xor(vd, vs, vt) VW_OPERATION(0, 0, vt, vs, vd)
/* v[vd] = v[vs] shifted by amount k; VW_AMOUNTS_TEXT lists them */
#define vw_shift(vd, vs, k)             \\
    do {                                \\
        VW_AMOUNT_OF(k);                \\
        VW_OPERATION(1, k, 0, vs, vd);  \\
    } while (0)
"""
_FUSED = """\
/* v[vd] = v[vt] ^ (v[vs] shifted by amount k) */
#define vw_shift_xor(vd, vs, vt, k)     \\
    do {                                \\
        VW_AMOUNT_OF(k);                \\
        VW_OPERATION(2, k, vt, vs, vd); \\
    } while (0)
/* v[vd] = the bits of v[vs] below x^m */
#define vw_mask(vd, vs) VW_OPERATION(3, 0, 0, vs, vd)
"""
_FIELD = """\
/* v[vd] = the highest bit of COND is 1 ? v[vs] : v[vt] */
#define vw_select(vd, vs, vt) VW_OPERATION(4, 0, vt, vs, vd)
/* v[vd] = the product before, and v[vs] v[vt] begins; v[vd] = the product */
#define vw_multiply(vd, vs, vt) VW_OPERATION(8, 0, vt, vs, vd)
#define vw_product(vd) VW_OPERATION(9, 0, 0, 0, vd)
/* v[vd] = v[vs]^2 */
#define vw_square(vd, vs) VW_OPERATION(10, 0, 0, vs, vd)
/* v[vd] = v[vs] x^w + v[vt] mod f */
#define vw_reduce(vd, vs, vt) VW_OPERATION(11, 0, vt, vs, vd)
static inline void vw_set_condition(uint32_t bits) { __asm__ volatile("ctc2 %z0, $31" ::"d"(bits)); }
"""
_CHECK = """\
/* Control register `number`: 0 checksum, 1 bits of a word, 2 of a row, 3 degree, 4 level, 5 digit. */
#define VW_CONTROL(name, number)                                            \\
    static inline uint32_t name(void) {                                     \\
        uint32_t found;                                                     \\
        __asm__ volatile("cfc2 %0, $" #number "\\n\\tnop" : "=d"(found));   \\
        return found;                                                       \\
    }
VW_CONTROL(vw_fingerprint, 0)
VW_CONTROL(vw_bits, 1)
VW_CONTROL(vw_degree, 3)
VW_CONTROL(vw_level, 4)

/* Switches the accelerator on. 1: it is the instance that this header describes; 0: another; -1: there is none. */
static inline int vword_check(void) {
    uint32_t status;
    __asm__ volatile("mfc0 %0, $12\\n\\tnop" : "=d"(status));
    __asm__ volatile("mtc0 %z0, $12\\n\\tnop" ::"d"(status | 1u << 30));
    __asm__ volatile("mfc0 %0, $12\\n\\tnop" : "=d"(status));
    if (!(status >> 30 & 1)) return -1;
    return vw_fingerprint() == VWORD_FINGERPRINT;
}

/* *result = product mod f; VWORD_WORDS_IN and VWORD_WORDS_OUT rows. The result may be over the product. */
void vword_reduce(vword_t *result, const vword_t *product);

/* Between arrays of 32-bit words, the lowest first, and rows: a product of 2m - 1 bits, a result of m bits. */
void vword_pack(vword_t *product, const uint32_t *words);
void vword_unpack(uint32_t *words, const vword_t *result);
"""


def header(made: Instance, said: str) -> str:
    """The text of vword.h."""
    f, kept = made.polynomial, made.reduction
    amounts = " ".join(f"{k}:{amount:+d}" for k, amount in enumerate(made.amounts))
    facts = {
        "VWORD_POLYNOMIAL": f'"{f}"',
        "VWORD_DEGREE": f.degree,
        "VWORD_BITS": made.word,
        "VWORD_ROW": made.row,
        "VWORD_PARTS": made.parts,
        "VWORD_LEVEL": made.level,
        "VWORD_LEVEL_NAME": f'"{LEVELS[made.level]}"',
        "VWORD_DIGIT": made.digit,
        "VWORD_AMOUNTS": len(made.amounts),
        "VW_AMOUNTS_TEXT": f'"{amounts}"',
        "VWORD_FINGERPRINT": f"0x{made.fingerprint:08x}u",
        "VWORD_WORDS_IN": kept.words_in,
        "VWORD_WORDS_OUT": kept.words_out,
    }
    out = [f"/* {said} */", "/* SPDX-License-Identifier: Apache-2.0 */", f"/* The accelerator for {made.about}. */",
           f"#ifndef {GUARD}", f"#define {GUARD}", "", "#include <stdint.h>", ""]  # fmt: skip
    out += [f"#define {name} {value}" for name, value in facts.items()]
    out += [f"#define VWORD_SHIFT{k} ({amount})" for k, amount in enumerate(made.amounts)]
    parts = [_PAPER, *([_FUSED] if made.level >= FUSED else []), *([_FIELD] if made.level >= FIELD else []), _CHECK]
    return "\n".join([*out, "", *parts, "#endif", ""])


def macros(made: Instance, said: str) -> str:
    """The text of vword_asm.h: a macro of the stock assembler for each instruction."""
    level = made.level
    rows = [("vl", "vd, address", "ldc2 $\\\\vd, \\\\address"), ("vs", "vt, address", "sdc2 $\\\\vt, \\\\address")]
    rows += [("vxor", "vd, vs, vt", _word(0)), ("vsh", "vd, vs, k", _word(1, k=True, vt=False))]
    if level >= FUSED:
        rows += [("vshx", "vd, vs, vt, k", _word(2, k=True)), ("vmask", "vd, vs", _word(3, vt=False))]
    if level >= FIELD:
        rows += [("vsel", "vd, vs, vt", _word(4)), ("vfmul", "vd, vs, vt", _word(8)),
                 ("vfmf", "vd", _word(9, vt=False, vs=False)), ("vfsq", "vd, vs", _word(10, vt=False)),
                 ("vred", "vd, vs, vt", _word(11))]  # fmt: skip
    out = [f"# {said}", "# SPDX-License-Identifier: Apache-2.0",
           "# Registers are numbers, amounts those of the instance: vsh 3, 1, 0; vl 1, 0($4)"]  # fmt: skip
    for name, arguments, body in rows:
        out += [f".macro {name} {arguments}", f"    {body}".replace("\\\\", "\\"), ".endm"]
    return "\n".join([*out, ""])


def _word(function: int, k: bool = False, vt: bool = True, vs: bool = True) -> str:
    parts = [*(["\\\\k << 21"] if k else []), *(["\\\\vt << 16"] if vt else []), *(["\\\\vs << 11"] if vs else [])]
    return "c2 " + " | ".join([*parts, "\\\\vd << 6", str(function)])
