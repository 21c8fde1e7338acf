// SPDX-License-Identifier: Apache-2.0
// Forney's formula, twenty positions at a time: X^(1 - first_root) * evaluator(1/X) / locator'(1/X) at X = beta^p.

#include "gfp.h"
#include "rs_low8.h"

enum { SPLAT = 0x01010101 };

// evaluator = syndromes * locator mod x^degree, four coefficients a word.
static void evaluator(const rs_state_t *state) {
    const unsigned words = (state->degree + 3) / 4;
    uint32_t shifted[65];
    const uint32_t *const from = (const uint32_t *)state->syndromes;
    uint32_t *const to = (uint32_t *)state->evaluator;
    for (unsigned w = 0; w < words; w++) shifted[w] = to[w] = from[w];
    for (unsigned i = 1; i < state->degree; i++) {
        const uint32_t factor = gf_mul32_lo(state->locator[i], SPLAT);
        uint32_t carry = 0;
        for (unsigned w = i / 4; w < words; w++) {   // the words below are zero from here on
            const uint32_t x = shifted[w - i / 4];
            const uint32_t placed = i % 4 ? x << 8 * (i % 4) | carry : x;
            carry = i % 4 ? x >> (32 - 8 * (i % 4)) : 0;
            to[w] ^= gf_mul(factor, placed);
        }
    }
}

// a^e in each lane, by squarings of up to 8 bits of e.
static uint32_t power(uint32_t a, unsigned e) {
    uint32_t product = SPLAT;
    for (; e; e >>= 1, a = gf_sq(a))
        if (e & 1) product = gf_mul(product, a);
    return product;
}

static inline uint32_t byte(uint32_t word, unsigned lane) {
    return gf_mul32_lo(lane == 3 ? word >> 24 : word >> (8 * lane) & 0xFF, SPLAT);
}

// Up to eight positions, whose inverse locators rs_low_roots has left in state->values.
static unsigned values8(const rs_code_t *code, rs_state_t *state) {
    const unsigned degree = state->degree;
    const uint32_t *const locator = (const uint32_t *)state->locator;
    const uint32_t *const syndromes = (const uint32_t *)state->syndromes;
    uint32_t *const values = (uint32_t *)state->values;
    const uint32_t l0 = locator[0], l1 = locator[1];
    uint32_t s0 = syndromes[0], s1 = syndromes[1], e0 = s0, e1 = s1;
    uint32_t factor, odd0, odd1;
#define TERM(word, lane)             \
    s1 = s1 << 8 | s0 >> 24;         \
    s0 <<= 8;                        \
    factor = byte(word, lane);       \
    e0 ^= gf_mul(factor, s0);        \
    e1 ^= gf_mul(factor, s1);
    TERM(l0, 1)
    TERM(l0, 2)
    TERM(l0, 3)
    if (degree > 4) {
        TERM(l1, 0)
        TERM(l1, 1)
        TERM(l1, 2)
        TERM(l1, 3)
    }
#undef TERM
    // Mod x^degree: above that come zeros up to x^checks, then products with syndromes that nobody knows.
    if (degree < 4) e0 &= 0xFFFFFFFFu >> (32 - 8 * degree);
    if (degree > 4) e1 &= 0xFFFFFFFFu >> (64 - 8 * degree);
    const uint32_t x0 = values[0], y0 = gf_sq(x0);
    const uint32_t scale = code->low[RS_LOW_FORNEY];
    uint32_t a0, n0, n1, a1 = 0, x1 = 0, y1 = 0;
    a0 = odd0 = odd1 = 0;
#define HORNER(coefficient)              \
    factor = coefficient;                \
    a0 = gf_mul(a0, x0) ^ factor;        \
    a1 = gf_mul(a1, x1) ^ factor;
#define HORNER_ODD(coefficient)          \
    factor = coefficient;                \
    odd0 = gf_mul(odd0, y0) ^ factor;    \
    odd1 = gf_mul(odd1, y1) ^ factor;
    if (degree > 4) {
        x1 = values[1];
        y1 = gf_sq(x1);
        a0 = a1 = byte(e1, 3);
        HORNER(byte(e1, 2))
        HORNER(byte(e1, 1))
        HORNER(byte(e1, 0))
        odd0 = odd1 = byte(l1, 3);
        HORNER_ODD(byte(l1, 1))
    }
    HORNER(byte(e0, 3))
    HORNER(byte(e0, 2))
    HORNER(byte(e0, 1))
    HORNER(byte(e0, 0))
    HORNER_ODD(byte(l0, 3))
    HORNER_ODD(byte(l0, 1))
#undef HORNER
#undef HORNER_ODD
    // A slope of 0 betrays a double root. Lanes beyond the degree hold the element 0: slope l1, not examined.
    n0 = gf_inv(odd0);
    n1 = gf_inv(odd1);
    const uint32_t full0 = degree >= 4 ? SPLAT : SPLAT >> (32 - 8 * degree);
    if (gf_mul(gf_mul(n0, odd0), full0) != full0) return 0;
    if (degree > 4) {
        const uint32_t full1 = SPLAT >> (64 - 8 * degree);
        if (gf_mul(gf_mul(n1, odd1), full1) != full1) return 0;
    }
    a0 = gf_mul(a0, n0);
    a1 = gf_mul(a1, n1);
    if (scale) {
        a0 = gf_mul(a0, power(gf_inv(x0), scale));
        if (degree > 4) a1 = gf_mul(a1, power(gf_inv(x1), scale));
    }
    values[0] = a0;
    values[1] = a1;
    return 1;
}

unsigned rs_low_values(const rs_code_t *code, rs_state_t *state) {
    if (state->solved) return values8(code, state);
    const unsigned degree = state->degree, order = code->order;
    uint32_t above[255], below[128], points[5], squares[5], values[5], slopes[5];
    evaluator(state);
    for (unsigned i = 0; i < degree; i++) above[i] = gf_mul32_lo(state->evaluator[degree - 1 - i], SPLAT);
    const unsigned odd = (degree + 1) / 2;   // the derivative has the odd coefficients, in powers of x^2
    for (unsigned i = 0; i < odd; i++) below[i] = gf_mul32_lo(state->locator[2 * (odd - i) - 1], SPLAT);
    for (unsigned e = 0; e < degree; e += 20) {
        for (unsigned w = 0; w < 5; w++) {
            uint32_t locators = 0;
            for (unsigned lane = 0; lane < 4; lane++) {
                const unsigned i = e + 4 * w + lane;
                const unsigned place = i < degree ? rs_beta_log(code, state->positions[i]) : 0;
                locators |= (uint32_t)code->exp[order - place] << (8 * lane);
            }
            points[w] = locators;
            squares[w] = gf_sq(locators);
        }
        gf_values20(above, above + degree, points, values);
        gf_values20(below, below + odd, squares, slopes);
        const unsigned end = degree - e < 20 ? degree - e : 20;
        for (unsigned w = 0; 4 * w < end; w++) {
            const uint32_t scale = power(gf_inv(points[w]), code->low[RS_LOW_FORNEY]);
            uint32_t value = gf_mul(gf_mul(values[w], scale), gf_inv(slopes[w]));
            for (unsigned lane = 0; lane < 4 && 4 * w + lane < end; lane++, value >>= 8)
                state->values[e + 4 * w + lane] = (uint8_t)value;
        }
    }
    return 1;
}
