// SPDX-License-Identifier: Apache-2.0
// The positions of a locator's roots. One or two roots are solved for; up to eight in GF(2^8) are searched for by
// rs_search8 until two are left, which are solved for; otherwise the Chien search, twenty positions at a time.

#include "gfp.h"
#include "rs_low8.h"

enum { SPLAT = 0x01010101 };

static __attribute__((noinline)) unsigned chien(const rs_code_t *code, const rs_state_t *state, unsigned end) {
    const unsigned degree = state->degree;
    uint32_t splat[256];
    for (unsigned i = 0; i <= degree; i++) splat[i] = gf_mul32_lo(state->locator[degree - i], SPLAT);
    // points: beta^-p for p = 0 .. 19, four a word; back is beta^-1, and so on.
    uint32_t points[5], values[5];
    const uint32_t back = SPLAT * code->exp[code->order - code->step];
    const uint32_t back2 = gf_sq(back), back4 = gf_sq(back2), back16 = gf_sq(gf_sq(back4));
    const uint32_t back20 = gf_mul(back16, back4);
    points[0] = 1 | (back & 0xFF00) | (back2 & 0xFF0000) | (gf_mul(back, back2) & 0xFF000000u);
    for (unsigned w = 1; w < 5; w++) points[w] = gf_mul(points[w - 1], back4);
    unsigned found = 0;
    for (unsigned p = 0; p < end; p += 20) {
        gf_values20(splat, splat + degree + 1, points, values);
        for (unsigned w = 0; w < 5; w++) {
            points[w] = gf_mul(points[w], back20);
            const uint32_t v = values[w];
            if (((v - SPLAT) & ~v & 0x80808080u) == 0) continue;   // no lane is zero
            for (unsigned lane = 0; lane < 4; lane++) {
                const unsigned position = p + 4 * w + lane;
                if (v << (24 - 8 * lane) < 1u << 24 && position < end) {
                    state->positions[found++] = (uint8_t)position;
                    if (found == degree) return found;
                }
            }
        }
    }
    return found;
}

static inline uint32_t lane_sum(uint32_t a) { return gf_mul32_lo(a, SPLAT) >> 24; }

// The roots of x^2 + sum x + product, sum and product in all lanes, sum != 0; 0 when there are none.
static inline uint32_t one_root(const uint32_t *low, uint32_t sum, uint32_t product) {
    const uint32_t over = gf_inv(sum), c = gf_mul(product, gf_sq(over));   // y^2 + y = c, x = sum * y
    const uint32_t y = gf_mul32_lo(lane_sum(gf_mul(gf_pow(c, 0x08040201), low[RS_LOW_HALF]) ^
                                            gf_mul(gf_pow(c, 0x80402010), low[RS_LOW_HALF + 1])), SPLAT);
    return (gf_sq(y) ^ y) == c ? gf_mul(sum, y) : 0;
}

unsigned rs_low_roots(const rs_code_t *code, rs_state_t *state) {
    const uint32_t *const low = code->low;
    const unsigned degree = state->degree, end = (unsigned)code->n + code->punctured;
    const uint32_t *const from = (const uint32_t *)state->locator;
    uint32_t locator[3] = {from[0], from[1], from[2]};
    unsigned zero = 0;   // a root 0 multiplied in, to have a term x^6
    if (degree > 2 && degree < 6) {
        const unsigned up = 8 * (6 - degree);
        locator[1] = locator[1] << up | locator[0] >> (32 - up);
        locator[0] <<= up;
        zero = 1;
    }
    if (low[RS_LOW_SEARCH] == 0 || degree > 8 || (degree > 2 && (locator[1] & 0xFF0000) == 0))
        return chien(code, state, end);
    const uint8_t *const place = (const uint8_t *)(low + low[RS_LOW_SEARCH] + 64);
    uint8_t *const elements = state->values;   // where rs_low_values wants them
    ((uint32_t *)elements)[0] = ((uint32_t *)elements)[1] = 0;
    state->solved = 1;
    unsigned found = 0;
    const uint32_t over = gf_inv(gf_mul32_lo(state->locator[degree], SPLAT));
    uint32_t product = over;                                                       // of the roots not found yet
    uint32_t sum = gf_mul(gf_mul32_lo(state->locator[degree - 1], SPLAT), over);   // likewise
    if (degree == 1) {
        elements[0] = (uint8_t)over;
    } else {
        if (degree > 2) {
            uint32_t setup[14], seen[2] = {0, 0};
            rs_search8_setup(locator, setup);
            found = rs_search8(low + low[RS_LOW_SEARCH], setup, (uint8_t *)seen, degree - 2 + zero) - zero;
            if (found < degree - 2) return found;
            if (zero) {   // it comes first
                seen[0] = seen[0] >> 8 | seen[1] << 24;
                seen[1] >>= 8;
            }
            ((uint32_t *)elements)[0] = seen[0];
            ((uint32_t *)elements)[1] = seen[1];
            const uint64_t sums = gf_mul32(seen[0] ^ seen[1], SPLAT);
            sum ^= (uint32_t)sums ^ (uint32_t)(sums >> 32);
            seen[found / 4] |= (uint32_t)SPLAT << (8 * (found % 4));   // 1 where there is no root
            if (found < 4) seen[1] = SPLAT;
            uint32_t all = gf_mul(seen[0], seen[1]);
            all = gf_mul(all, all >> 16 | all << 16);
            all = gf_mul(all, all >> 8 | all << 24);
            product = gf_mul(product, gf_inv(all));
        }
        if (sum == 0) return found;   // a double root
        const uint32_t x = one_root(low, sum, product);
        if (x == 0) return found;
        elements[found] = (uint8_t)x;
        elements[found + 1] = (uint8_t)(x ^ sum);
    }
    for (unsigned i = 0; i < degree; i++) {
        const unsigned position = place[elements[i]];
        if (position >= end) return 0;
        state->positions[i] = (uint8_t)position;
    }
    return degree;
}
