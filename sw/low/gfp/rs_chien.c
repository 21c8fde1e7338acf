// SPDX-License-Identifier: Apache-2.0
// The positions of a locator's roots, and the roots, which are the inverse locators. One or two roots are solved for.
// For up to eight roots in GF(2^8), ev_rs_search8 searches until two are left, and these are solved for. Otherwise a Chien
// search takes twenty positions at a time. Erasures are already known.

#include "gfp.h"
#include "rs_low8.h"

enum { SPLAT = 0x01010101 };

static __attribute__((noinline)) unsigned chien(const ev_rs_code_t *code, ev_rs_state_t *state) {
    const uint8_t *const locator = state->locator;
    const unsigned degree = state->degree, end = (unsigned)code->n + code->punctured;
    uint32_t splat[257];
    const unsigned count = (degree + 1) | 1;
    splat[0] = 0;   // before an even number of coefficients
    for (unsigned i = 0; i <= degree; i++) splat[count - 1 - i] = gf_mul32_lo(locator[i], SPLAT);
    // points: beta^-p for p = -20 .. -1, four a word, then beta^-20; back is beta^-1, and so on.
    uint32_t points[6];
    const uint32_t back = SPLAT * code->exp[code->order - code->step];
    const uint32_t back2 = gf_sq(back), back4 = gf_sq(back2), back16 = gf_sq(gf_sq(back4));
    points[5] = gf_mul(back16, back4);
    points[0] = gf_mul(gf_inv(points[5]), 1 | (back & 0xFF00) | (back2 & 0xFF0000) | (gf_mul(back, back2) & 0xFF000000u));
    for (unsigned w = 1; w < 5; w++) points[w] = gf_mul(points[w - 1], back4);
    const unsigned found = ev_rs_chien20(splat, splat + count, points, (end + 19) / 20, state->values, degree);
    const uint8_t *const place = (const uint8_t *)(code->low + code->low[EV_RS_LOW_PLACE]);
    const uint8_t *const values = state->values;
    uint8_t *const positions = state->positions;
    unsigned least = 0;   // positions rise, but the last block may repeat some of the first
    for (unsigned i = 0; i < found; i++) {
        const unsigned position = place[values[i]];
        if (position < least || position >= end) return i;
        positions[i] = (uint8_t)position;
        least = position + 1;
    }
    return found;
}

// The sum of the lanes, in all lanes.
static inline uint32_t lanes_sum(uint32_t a) {
    const uint64_t sums = gf_mul32(a, SPLAT);
    return (uint32_t)sums ^ (uint32_t)(sums >> 32);
}

// The product of the lanes, in all lanes.
static inline uint32_t lanes_product(uint32_t a) {
    a = gf_mul(a, __builtin_bswap32(a));
    return gf_mul(a, a >> 16 | a << 16);
}

// The roots of x^2 + sum x + product, with sum != 0; sum and product are in all lanes. Returns 0 if there are none.
static inline uint32_t one_root(const uint32_t *low, uint32_t sum, uint32_t product) {
    const uint32_t over = gf_inv(sum), c = gf_mul(product, gf_sq(over));   // y^2 + y = c, x = sum * y
    const uint32_t y = lanes_sum(gf_mul(gf_pow(c, 0x08040201), low[EV_RS_LOW_HALF]) ^
                                 gf_mul(gf_pow(c, 0x80402010), low[EV_RS_LOW_HALF + 1]));
    return (gf_sq(y) ^ y) == c ? gf_mul(sum, y) : 0;
}

// Up to eight roots in GF(2^8), as elements; bytes beyond the degree are 0. Returns how many: the degree, or fewer.
static inline unsigned solve(const uint32_t *low, const uint32_t *coefficients, unsigned degree, uint32_t elements[2]) {
    const uint8_t *const bytes = (const uint8_t *)coefficients;
    uint32_t top = gf_mul32_lo(bytes[degree], SPLAT);   // over it, the product of the roots not found yet, and their sum
    uint32_t sum = gf_mul32_lo(bytes[degree - 1], SPLAT);
    elements[0] = elements[1] = 0;
    if (degree == 1) {
        elements[0] = gf_inv(top) & 0xFF;
        return 1;
    }
    sum = gf_mul(sum, gf_inv(top));
    unsigned found = 0;
    if (degree > 2) {
        uint32_t shifted[3];
        const uint32_t *locator = coefficients;
        unsigned zero = 0;   // multiply by x, which adds a root 0, to have a term x^6
        if (degree < 6) {
            const unsigned up = 8 * (6 - degree);
            shifted[1] = coefficients[1] << up | coefficients[0] >> (32 - up);
            shifted[0] = coefficients[0] << up;
            shifted[2] = 0;
            locator = shifted;
            zero = 1;
        }
        found = ev_rs_search8(low + low[EV_RS_LOW_SEARCH], locator, (uint8_t *)elements, degree - 2 + zero) - zero;
        if (found < degree - 2) return found;
        uint32_t low4 = elements[0], high4 = elements[1];
        if (zero) {   // it comes first
            low4 = low4 >> 8 | high4 << 24;
            high4 >>= 8;
            elements[0] = low4;
            elements[1] = high4;
        }
        sum ^= lanes_sum(low4 ^ high4);
        // 1 where there is no root
        if (found < 4) {
            low4 |= (uint32_t)SPLAT << (8 * found);
            high4 = SPLAT;
        } else {
            high4 |= (uint32_t)SPLAT << (8 * found - 32);
        }
        top = gf_mul(top, lanes_product(gf_mul(low4, high4)));
    }
    if (sum == 0) return found;   // a double root
    const uint32_t x = one_root(low, sum, gf_inv(top));
    if (x == 0) return found;
    ((uint8_t *)elements)[found] = (uint8_t)x;
    ((uint8_t *)elements)[found + 1] = (uint8_t)(x ^ sum);
    return degree;
}

// The positions of four elements.
static inline uint32_t four_places(const uint8_t *place, uint32_t elements) {
    const uint32_t p0 = place[elements & 0xFF], p1 = place[elements >> 8 & 0xFF], p2 = place[elements >> 16 & 0xFF],
                   p3 = place[elements >> 24];
    return p0 | p1 << 8 | p2 << 16 | p3 << 24;
}

// How many positions come before the first one that the word does not have.
static __attribute__((noinline)) unsigned within(const ev_rs_code_t *code, const ev_rs_state_t *state) {
    const unsigned end = (unsigned)code->n + code->punctured;
    unsigned i = 0;
    while (i < state->degree && state->positions[i] < end) i++;
    return i;
}

// The errors' positions and inverse locators go after those of the erasures.
static __attribute__((noinline)) unsigned roots_with_erasures(const ev_rs_code_t *code, ev_rs_state_t *state) {
    const unsigned erased = state->erased;
    uint32_t elements[64], positions[64];   // aligned, as the state's behind the erasures may not be
    ev_rs_state_t errors = *state;
    errors.locator = state->previous;
    errors.positions = (uint8_t *)positions;
    errors.values = (uint8_t *)elements;
    errors.degree -= erased;
    errors.erased = 0;
    const unsigned found = errors.degree ? ev_rs_low_chien(code, &errors) : 0;
    for (unsigned i = 0; i < found; i++) {
        state->positions[erased + i] = errors.positions[i];
        state->values[erased + i] = errors.values[i];
    }
    return erased + found;
}

unsigned ev_rs_low_chien(const ev_rs_code_t *code, ev_rs_state_t *state) {
    const uint32_t *const low = code->low;
    const unsigned degree = state->degree;
    if (state->erased) return roots_with_erasures(code, state);
    if (low[EV_RS_LOW_SEARCH] == 0 || degree > 8) return chien(code, state);
    uint32_t *const values = (uint32_t *)state->values, *const positions = (uint32_t *)state->positions;
    const unsigned found = solve(low, (const uint32_t *)state->locator, degree, values);
    if (found < degree) return found;
    const uint8_t *const place = (const uint8_t *)(low + low[EV_RS_LOW_PLACE]);
    positions[0] = four_places(place, values[0]);
    if (degree > 4) positions[1] = four_places(place, values[1]);
    // Of a whole word every element but 0 has a position, and 0 is not a root.
    return code->n < 255 ? within(code, state) : degree;
}
