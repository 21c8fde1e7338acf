// SPDX-License-Identifier: Apache-2.0
// The locator of errors and erasures. The positions of erasures are known, so their locator G is a product. The
// syndromes times G, from x^erased on, are Forney's syndromes: those of the errors alone (Blahut 2003, sec. 7.4). So
// Berlekamp-Massey only has to find the errors' locator.

#include "gfp.h"
#include "rs_low8.h"

enum { SPLAT = 0x01010101 };

static inline uint32_t shift_in(uint32_t *words, unsigned last, uint32_t carry) {
    for (unsigned w = 0; w <= last; w++) {
        const uint32_t x = words[w];
        words[w] = x << 8 | carry;
        carry = x >> 24;
    }
    return carry;
}

// Berlekamp-Massey without erasures, four coefficients a word, for any number of syndromes. A window of syndromes
// shifts up by one byte a step, so the discrepancy is a sum of lane products. The previous locator keeps its scale, and
// the inverse of its discrepancy is stored beside it.
static __attribute__((noinline)) unsigned any_locator(const uint8_t *syndromes, unsigned checks, uint32_t *locator,
                                                      uint32_t *previous) {
    uint32_t window[65];
    for (unsigned w = 0; w <= checks / 4; w++) window[w] = locator[w] = previous[w] = 0;
    locator[0] = previous[0] = 1;
    unsigned length = 0, span = 1;
    uint32_t inverse = SPLAT;
    for (unsigned r = 0; r < checks; r++) {
        shift_in(window, r / 4, syndromes[r]);
        shift_in(previous, span / 4, 0);
        if (span < checks) span++;
        uint32_t sum = 0;
        for (unsigned w = 0; w <= length / 4; w++) sum ^= gf_mul(locator[w], window[w]);
        const uint64_t sums = gf_mul32(sum, SPLAT);
        const uint32_t discrepancy = (uint32_t)sums ^ (uint32_t)(sums >> 32);
        if (discrepancy == 0) continue;
        const uint32_t factor = gf_mul(discrepancy, inverse);
        if (2 * length <= r) {
            for (unsigned w = 0; w <= span / 4; w++) {
                const uint32_t old = locator[w];
                locator[w] = old ^ gf_mul(factor, previous[w]);
                previous[w] = old;
            }
            length = r + 1 - length;
            if (span < length) span = length;
            inverse = gf_inv(discrepancy);
        } else {
            for (unsigned w = 0; w <= span / 4; w++) locator[w] ^= gf_mul(factor, previous[w]);
        }
    }
    return length;
}

static __attribute__((noinline)) unsigned massey(const uint8_t *syndromes, unsigned checks, uint32_t *locator, uint32_t *previous) {
    if (checks < 16 || (checks == 16 && ((uintptr_t)syndromes & 3) == 0))
        return ev_rs_berlekamp_massey8((const uint32_t *)syndromes, locator, checks);
    if (checks <= 32) return ev_rs_berlekamp_massey16(syndromes, locator, checks);
    return any_locator(syndromes, checks, locator, previous);
}

// The erasures' locator. Also stores the inverse locators, which ev_rs_low_forney needs.
static void erasures_locator(const ev_rs_code_t *code, ev_rs_state_t *state) {
    uint32_t *const locator = (uint32_t *)state->locator;
    for (unsigned w = 0; w <= code->checks / 4u + 1; w++) locator[w] = 0;
    locator[0] = 1;
    for (unsigned e = 0; e < state->erased; e++) {
        const unsigned log = ev_rs_beta_log(code, state->positions[e]);
        state->values[e] = code->exp[code->order - log];
        const uint32_t factor = gf_mul32_lo(code->exp[log], SPLAT);
        for (unsigned w = (e + 1) / 4; w > 0; w--)
            locator[w] ^= gf_mul(factor, locator[w] << 8 | locator[w - 1] >> 24);
        locator[0] ^= gf_mul(factor, locator[0] << 8);
    }
}

// Multiplies `syndromes` by the erasures' locator. Leaves the errors' locator in `previous`.
static __attribute__((noinline)) unsigned locator_with_erasures(const ev_rs_code_t *code, ev_rs_state_t *state) {
    const unsigned erased = state->erased;
    uint32_t *const locator = (uint32_t *)state->locator;
    uint32_t *const syndromes = (uint32_t *)state->syndromes;
    uint32_t *const errors = (uint32_t *)state->previous;
    erasures_locator(code, state);
    ev_rs_multiply_words(syndromes, (code->checks + 3u) / 4u, state->locator, erased + 1, syndromes);
    const unsigned rest = code->checks - erased;
    errors[0] = 1;
    if (rest == 0) return erased;
    const unsigned length = massey(state->syndromes + erased, rest, errors, (uint32_t *)state->evaluator);
    if (length && 2 * length <= rest)
        ev_rs_multiply_words(locator, (erased + length) / 4 + 1, state->previous, length + 1, locator);
    return erased + length;
}

unsigned ev_rs_low_berlekamp_massey(const ev_rs_code_t *code, ev_rs_state_t *state) {
    if (state->erased) return locator_with_erasures(code, state);
    if (code->checks <= 16)
        return ev_rs_berlekamp_massey8((const uint32_t *)state->syndromes, (uint32_t *)state->locator, code->checks);
    return massey(state->syndromes, code->checks, (uint32_t *)state->locator, (uint32_t *)state->previous);
}
