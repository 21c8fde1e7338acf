// SPDX-License-Identifier: Apache-2.0
// Dual-basis conversion (see codes_backend.h) by the programmable reduction matrix: four symbols in 4 instructions.
//
// The product with x^7 moves bits 1 to 7 of a symbol to x^8 .. x^14. There the columns of the field descriptor replace
// them by their images, which may be anything. Bit 0 goes to x^7, below the reduction, so a second product with a
// constant corrects its image.

#include "codes_backend.h"
#include "gfp.h"

static const gf_field_t dual = {{{0xAF, 0x99, 0xFA, 0x86, 0xEC, 0xEF, 0x8D}, 8}};
static const gf_field_t conventional = {{{0xAC, 0x79, 0xF0, 0xFD, 0x2E, 0x42, 0xC5}, 8}};

enum { LOW_BITS = 0x01010101 };
static const uint32_t X7 = 0x80808080u;

static inline uint32_t image(uint32_t symbols, uint32_t first) {
    return gf_mul(symbols, X7) ^ gf_mul(symbols & LOW_BITS, first);
}

// `first`: the image of bit 0, in all lanes, plus x^7.
static void map(const gf_field_t *images, uint32_t first, uint8_t *symbols, size_t count) {
    gf_cfg(images);
    for (; count && (uintptr_t)symbols & 3; count--, symbols++) *symbols = (uint8_t)image(*symbols, first);
    uint32_t *words = (uint32_t *)symbols;
    for (; count >= 4; count -= 4, words++) *words = image(*words, first);
    symbols = (uint8_t *)words;
    for (; count; count--, symbols++) *symbols = (uint8_t)image(*symbols, first);
}

void ev_ccsds_low_to_dual(uint8_t *symbols, size_t count) { map(&dual, 0xFBFBFBFBu, symbols, count); }

void ev_ccsds_low_to_conventional(uint8_t *symbols, size_t count) { map(&conventional, 0x4C4C4C4Cu, symbols, count); }
