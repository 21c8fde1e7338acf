// SPDX-License-Identifier: Apache-2.0
// CRCs by carry-less products, a word at a time: Barrett's reduction.
//
// Let x be state + word. The new state is x times x^32 modulo the polynomial. q is the upper half of x times the
// quotient of x^64 by the polynomial. The new state is the lower half of q times the polynomial. This takes two gfmul32
// a word. In reflected order, upper and lower change places.
#include "codes_backend.h"
#include "gfp.h"

// Four words at a time, to keep the loop overhead small.
#define EACH_WORD(step)                     \
    for (; count >= 4; count -= 4) {        \
        const uint32_t a = *words++;        \
        const uint32_t b = *words++;        \
        const uint32_t d = *words++;        \
        const uint32_t e = *words++;        \
        step(a) step(b) step(d) step(e)     \
    }                                       \
    for (; count > 0; count--) {            \
        const uint32_t a = *words++;        \
        step(a)                             \
    }

static uint32_t upper(uint32_t a, uint32_t b) { return (uint32_t)(gf_mul32(a, b) >> 32); }

uint32_t ev_crc_low_words(const ev_crc_t *c, const uint32_t *words, size_t count) {
    const uint32_t modulus = c->modulus, quotient = c->quotient;
    uint32_t state = c->state;
    if (!c->kind.reflected) {
#define STEP(word)                                             \
    {                                                          \
        const uint32_t x = state ^ __builtin_bswap32(word);    \
        state = gf_mul32_lo(upper(x, quotient) ^ x, modulus);  \
    }
        EACH_WORD(STEP)
#undef STEP
    } else if (c->kind.width == 32) {
#define STEP(word)                                             \
    {                                                          \
        const uint32_t q = gf_mul32_lo(state ^ word, quotient); \
        state = upper(q, modulus) ^ q;                         \
    }
        EACH_WORD(STEP)
#undef STEP
    } else {
#define STEP(word) state = upper(gf_mul32_lo(state ^ word, quotient), modulus);
        EACH_WORD(STEP)
#undef STEP
    }
    return state;
}
