// SPDX-License-Identifier: Apache-2.0
// Forney's formula, twenty positions at a time: X^(1 - first_root) * evaluator(1/X) / locator'(1/X) at X = beta^p.

#include "gfp.h"
#include "rs_low8.h"

enum { SPLAT = 0x01010101 };

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

// Up to four positions. ev_rs_low_chien has left their inverse locators in state->values.
static __attribute__((noinline)) unsigned values4(const ev_rs_code_t *code, ev_rs_state_t *state) {
    const unsigned degree = state->degree;
    const uint32_t l0 = *(const uint32_t *)state->locator;
    uint32_t *const values = (uint32_t *)state->values;
    uint32_t shifted = *(const uint32_t *)state->syndromes, evaluator = shifted;
    for (unsigned lane = 1; lane < 4; lane++) {
        shifted <<= 8;
        evaluator ^= gf_mul(byte(l0, lane), shifted);
    }
    // Mod x^degree. Above that are zeros up to x^checks, then products with unknown syndromes.
    evaluator &= 0xFFFFFFFFu >> (32 - 8 * degree);
    const uint32_t x = values[0];
    uint32_t above = byte(evaluator, 3);
    above = gf_mul(above, x) ^ byte(evaluator, 2);
    above = gf_mul(above, x) ^ byte(evaluator, 1);
    above = gf_mul(above, x) ^ byte(evaluator, 0);
    const uint32_t slope = gf_mul(byte(l0, 3), gf_sq(x)) ^ byte(l0, 1), over = gf_inv(slope);
    // A derivative of 0 means a double root. Lanes beyond the degree hold the element 0 and are not examined.
    const uint32_t full = SPLAT >> (32 - 8 * degree);
    if (gf_mul(gf_mul(over, slope), full) != full) return 0;
    values[0] = gf_mul(gf_mul(above, over), power(gf_inv(x), code->low[EV_RS_LOW_FORNEY]));
    return 1;
}

// Five to eight positions of a code whose first root is not the first power: ev_rs_forney8 divides by x, X^scale is wanted.
static __attribute__((noinline)) unsigned scaled8(ev_rs_state_t *state, uint32_t mask, unsigned scale) {
    uint32_t *const values = (uint32_t *)state->values;
    const uint32_t x0 = values[0], x1 = values[1];
    if (ev_rs_forney8((const uint32_t *)state->syndromes, (const uint32_t *)state->locator, values, mask)) return 0;
    values[0] = gf_mul(values[0], scale ? power(gf_inv(x0), scale - 1) : x0);
    values[1] = gf_mul(values[1], scale ? power(gf_inv(x1), scale - 1) : x1);
    return 1;
}

// Five to eight positions.
static inline unsigned values8(const ev_rs_code_t *code, ev_rs_state_t *state) {
    const uint32_t mask = 0xFFFFFFFFu >> (64 - 8 * state->degree);
    const unsigned scale = code->low[EV_RS_LOW_FORNEY];
    if (scale != 1) return scaled8(state, mask, scale);
    return !ev_rs_forney8((const uint32_t *)state->syndromes, (const uint32_t *)state->locator, (uint32_t *)state->values, mask);
}

// Any number of positions, with erasures or without.
static __attribute__((noinline)) unsigned any_values(const ev_rs_code_t *code, ev_rs_state_t *state) {
    const unsigned degree = state->degree, words = (degree + 3) / 4, scale = code->low[EV_RS_LOW_FORNEY];
    const uint8_t *const errors = state->erased ? state->previous : state->locator;
    uint32_t above[255], below[128], points[5], squares[5], values[5], slopes[5];
    // Mod x^degree, as in values4.
    ev_rs_multiply_words((const uint32_t *)state->syndromes, words, errors, degree - state->erased + 1,
                      (uint32_t *)state->evaluator);
    for (unsigned i = 0; i < degree; i++) above[i] = gf_mul32_lo(state->evaluator[degree - 1 - i], SPLAT);
    const unsigned odd = (degree + 1) / 2;   // the derivative has the odd coefficients, in powers of x^2
    for (unsigned i = 0; i < odd; i++) below[i] = gf_mul32_lo(state->locator[2 * (odd - i) - 1], SPLAT);
    for (unsigned i = degree; i < 4 * words; i++) state->values[i] = 0;
    uint32_t *elements = (uint32_t *)state->values;
    for (unsigned rest = degree; rest;) {
        const unsigned now = rest < 20 ? (rest + 3) / 4 : 5;
        for (unsigned w = 0; w < now; w++) {
            points[w] = elements[w];
            squares[w] = gf_sq(points[w]);
        }
        ev_gf_values20(above, above + degree, points, values);
        ev_gf_values20(below, below + odd, squares, slopes);
        for (unsigned w = 0; w < now; w++) {
            const uint32_t over = gf_inv(slopes[w]), full = rest < 4 ? SPLAT >> (32 - 8 * rest) : SPLAT;
            if (gf_mul(gf_mul(over, slopes[w]), full) != full) return 0;   // a double root, or an erasure found as error
            const uint32_t value = gf_mul(values[w], over), inverse = gf_inv(points[w]);
            *elements++ = gf_mul(value, scale == 1 ? inverse : power(inverse, scale));
            rest -= rest < 4 ? rest : 4;
        }
    }
    return 1;
}

unsigned ev_rs_low_forney(const ev_rs_code_t *code, ev_rs_state_t *state) {
    if (state->erased || state->degree > 8) return any_values(code, state);
    return state->degree > 4 ? values8(code, state) : values4(code, state);
}
