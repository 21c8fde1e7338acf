// SPDX-License-Identifier: Apache-2.0
// Chien search, twenty positions at a time: the locator by Horner's rule at beta^-p for five words of positions p.

#include "gfp.h"
#include "rs_low8.h"

enum { SPLAT = 0x01010101 };

unsigned rs_low_roots(const rs_code_t *code, rs_state_t *state) {
    const unsigned degree = state->degree, end = (unsigned)code->n + code->punctured;
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
