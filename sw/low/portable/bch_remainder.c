// SPDX-License-Identifier: Apache-2.0
// The remainder by the generator, a byte a step, from a table of x^checks * byte mod the generator, as CRCs are
// computed (Linux' lib/bch.c does the same). The register is kept at the top of its words, so the next byte is the
// topmost one for any degree of the generator.

#include "codes_backend.h"

// The remainder is kept shifted left by this, to end at a word's top bit.
static unsigned slack(const ev_bch_code_t *code) { return (0u - code->checks) & 31u; }

void ev_bch_low_init(ev_bch_code_t *code, uint32_t *memory) {
    const unsigned words = (code->checks + 31u) / 32u, shift = slack(code);
    uint32_t generator[EV_BCH_GENERATOR_WORDS(14, 255)];
    for (unsigned w = 0; w < words; w++)
        generator[w] = code->generator[w] << shift | (shift && w ? code->generator[w - 1] >> (32 - shift) : 0);
    for (unsigned byte = 0; byte < 256; byte++) {
        uint32_t *const row = memory + byte * words;
        for (unsigned w = 0; w < words; w++) row[w] = 0;
        row[words - 1] = byte << 24;
        for (unsigned bit = 0; bit < 8; bit++) {
            const uint32_t out = row[words - 1] >> 31;
            for (unsigned w = words; w-- > 1;) row[w] = row[w] << 1 | row[w - 1] >> 31;
            row[0] <<= 1;
            if (out)
                for (unsigned w = 0; w < words; w++) row[w] ^= generator[w];
        }
    }
    code->low = memory;
}

// Multiplies by x^32, reduces, and adds the next 32 bits of the dividend, x^checks above.
static void absorb(const ev_bch_code_t *code, uint32_t *r, unsigned words, uint32_t next) {
    for (unsigned bit = 0; bit < 32; bit += 8) {
        const uint32_t byte = (r[words - 1] ^ next << bit) >> 24;
        const uint32_t *const row = code->low + byte * words;
        for (unsigned w = words - 1; w > 0; w--) r[w] = (r[w] << 8 | r[w - 1] >> 24) ^ row[w];
        r[0] = r[0] << 8 ^ row[0];
    }
}

static void absorb1(const ev_bch_code_t *code, uint32_t *r, uint32_t next) {
    const uint32_t *const low = code->low;
    uint32_t x = r[0] ^ next;
    x = x << 8 ^ low[x >> 24];
    x = x << 8 ^ low[x >> 24];
    x = x << 8 ^ low[x >> 24];
    r[0] = x << 8 ^ low[x >> 24];
}

uint32_t ev_bch_low_remainder(const ev_bch_code_t *code, const uint32_t *word, uint32_t *remainder) {
    const unsigned words = (code->checks + 31u) / 32u, shift = slack(code);
    // word = high * x^checks + low; the register divides high * x^checks.
    const unsigned from = code->checks / 32u, bit = code->checks % 32u, top = (code->n + 31u) / 32u;
    for (unsigned w = 0; w < words; w++) remainder[w] = 0;
    for (unsigned w = top - from; w-- > 0;) {
        uint32_t next = word[from + w] >> bit;
        if (bit && from + w + 1 < top) next |= word[from + w + 1] << (32 - bit);
        if (words == 1)
            absorb1(code, remainder, next);
        else
            absorb(code, remainder, words, next);
    }
    uint32_t any = 0;
    for (unsigned w = 0; w < words; w++) {
        uint32_t r = remainder[w] >> shift;
        if (shift && w + 1 < words) r |= remainder[w + 1] << (32 - shift);
        r ^= w == from ? word[w] & ((1u << bit) - 1) : word[w];
        remainder[w] = r;
        any |= r;
    }
    return any;
}
