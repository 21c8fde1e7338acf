// SPDX-License-Identifier: Apache-2.0
// Makes the gfp kernels' tables (rs_tables.h) from the logarithm tables.

#include "rs_tables.h"

enum { SPLAT = 0x01010101 };

static unsigned alpha(const rs_code_t *code, uint32_t exponent) { return code->exp[exponent % code->order]; }

// x^(start - lane) in each lane, x = alpha^e.
static uint32_t lane_weights(const rs_code_t *code, unsigned e, unsigned start) {
    uint32_t weights = 0;
    for (unsigned lane = 0; lane < 4; lane++) {
        const uint32_t exponent = (uint32_t)e * (start + 4u * code->order - lane);
        weights |= (uint32_t)alpha(code, exponent) << (8 * lane);
    }
    return weights;
}

// One pass of the folded kernel: `size` syndromes from `first`, every third.
static uint32_t *folded_pass(const rs_code_t *code, uint32_t *to, unsigned first, unsigned size) {
    const unsigned class = rs_beta_log(code, code->first_root + first) % 3;
    *to++ = (4 * class) | first << 8 | (6 - size) << 16;
    for (unsigned i = 0; i < size; i++)
        *to++ = SPLAT * alpha(code, 4u * rs_beta_log(code, code->first_root + first + 3 * i));
    for (unsigned i = 0; i < size; i++)
        *to++ = lane_weights(code, rs_beta_log(code, code->first_root + first + 3 * i), code->n);   // x^(n - 255 - lane)
    return to;
}

static uint32_t *folded_passes(const rs_code_t *code, uint32_t *to) {
    uint32_t *last = to;
    *to++ = SPLAT * alpha(code, 85);
    for (unsigned class = 0; class < 3; class++) {
        const unsigned count = (code->checks - class + 2) / 3;
        for (unsigned done = 0; done < count;) {
            const unsigned rest = count - done;
            const unsigned size = rest == 5 || rest == 10 || rest < 5 ? 5 : 6;
            if (rest < size) done = count - size;   // some syndromes once more
            last = to;
            to = folded_pass(code, to, class + 3 * done, size);
            done += size;
        }
    }
    *last |= 1u << 24;
    return to;
}

static uint32_t *direct_passes(const rs_code_t *code, uint32_t *to, unsigned body) {
    const unsigned passes = (code->checks + 4u) / 5u;
    *to++ = passes;
    for (unsigned pass = 0; pass < passes; pass++) {
        for (unsigned i = 5 * pass; i < 5 * pass + 5; i++)
            *to++ = i < code->checks ? SPLAT * alpha(code, 4u * rs_beta_log(code, code->first_root + i)) : 0;
        for (unsigned i = 5 * pass; i < 5 * pass + 5; i++) {
            const unsigned start = (code->n + 7u * code->order - 1u - 4u * body) % code->order;
            *to++ = i < code->checks ? lane_weights(code, rs_beta_log(code, code->first_root + i), start) : 0;
        }
    }
    return to;
}

// The encoder's matrix: row i is the polynomial of degree < checks that is 1 at root i and 0 at the others, highest
// coefficient first, times root_i^punctured. Stored in blocks of 16 columns, rows padded to a multiple of four.
static uint32_t *matrix(const rs_code_t *code, uint32_t *to) {
    const unsigned checks = code->checks, rows = (checks + 3u) & ~3u, blocks = (checks + 15u) / 16u;
    for (unsigned i = 0; i < 4 * rows * blocks; i++) to[i] = 0;
    for (unsigned i = 0; i < checks; i++) {
        const unsigned root = rs_beta_log(code, code->first_root + i);
        uint8_t quotient[RS_LOW_MATRIX_LIMIT];
        unsigned carry = 1, norm = 0;
        for (unsigned j = checks; j-- > 0;) {   // generator / (x - root), and its value at the root
            quotient[j] = (uint8_t)carry;
            norm = code->exp[code->log[norm] + root] ^ carry;
            carry = code->exp[code->log[carry] + root] ^ code->exp[code->generator[j]];
        }
        const unsigned scale = (code->order - code->log[norm] + (uint32_t)root * code->punctured) % code->order;
        for (unsigned j = 0; j < checks; j++) {
            const unsigned column = checks - 1 - j;
            uint32_t *const word = to + 4 * ((column / 16) * rows + i) + (column % 16) / 4;
            *word |= (uint32_t)code->exp[code->log[quotient[j]] + scale] << (8 * (column % 4));
        }
    }
    return to + 4 * rows * blocks;
}

// The cubes of all elements in the order of rs_search8.
static uint32_t *cubes(const rs_code_t *code, uint32_t *to) {
    for (unsigned i = 0; i < 64; i++) {
        uint32_t cubes = 0;
        for (unsigned lane = 0; lane < 4; lane++) {
            const unsigned element = 4 * rs_gray(i) + lane;
            if (element) cubes |= (uint32_t)alpha(code, 3u * code->log[element]) << (8 * lane);
        }
        *to++ = cubes;
    }
    return to;
}

// For every element x the position p with x = beta^-p, 255 for 0.
static void places(const rs_code_t *code, uint8_t *to) {
    to[0] = 255;
    unsigned e = 0;
    for (unsigned p = 0; p < code->order; p++) {
        to[code->exp[e]] = (uint8_t)p;
        e = e >= code->step ? e - code->step : e + code->order - code->step;
    }
}

// y = sum of k_i c^(2^i), k_i = sum of theta^(2^j) for j < i, solves y^2 + y = c when c has trace 0; theta has trace 1.
static void half(const rs_code_t *code, uint32_t *to) {
    unsigned theta = 0, trace = 0;
    while (trace != 1) {
        unsigned power = ++theta;
        trace = 0;
        for (unsigned i = 0; i < code->m; i++) {
            trace ^= power;
            power = code->exp[2u * code->log[power]];
        }
    }
    to[0] = to[1] = 0;
    unsigned factor = 0;
    for (unsigned i = 0; i < code->m; i++) {
        to[i / 4] |= (uint32_t)factor << (8 * (i % 4));
        factor ^= theta;
        theta = code->exp[2u * code->log[theta]];
    }
}

void rs_low_init(rs_code_t *code, uint32_t *memory) {
    const unsigned body = (code->n - 1u) / 4u;
    uint32_t *to = memory + RS_LOW_PASSES;
    memory[RS_LOW_FOLDED] = code->m == 8 && code->n >= 150 && code->checks >= 15;
    memory[RS_LOW_BODY] = body;
    memory[RS_LOW_MASK] = 0xFFFFFFFFu >> (8 * (4 * body + 4 - code->n));
    to = memory[RS_LOW_FOLDED] ? folded_passes(code, to) : direct_passes(code, to, body);
    memory[RS_LOW_MATRIX] = 0;
    if (code->checks <= RS_LOW_MATRIX_LIMIT) {
        memory[RS_LOW_MATRIX] = (uint32_t)(to - memory);
        to = matrix(code, to);
    }
    memory[RS_LOW_SEARCH] = 0;
    if (code->m == 8) {
        memory[RS_LOW_SEARCH] = (uint32_t)(to - memory);
        to = cubes(code, to);
    }
    memory[RS_LOW_PLACE] = (uint32_t)(to - memory);
    places(code, (uint8_t *)to);
    memory[RS_LOW_FORNEY] = (code->order + 1u - code->first_root) % code->order;
    half(code, memory + RS_LOW_HALF);
    code->low = memory;
}
