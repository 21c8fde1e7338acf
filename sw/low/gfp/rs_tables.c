// SPDX-License-Identifier: Apache-2.0
// Makes the logarithm tables, the generator and the gfp kernels' tables (rs_tables.h), four elements a step.

#include "rs_tables.h"

#include "gf_table.h"
#include "gfp.h"

enum { SPLAT = 0x01010101 };

void ev_rs_generator(uint32_t *product, unsigned roots, uint32_t root, uint32_t step);
void ev_rs_divide16(const uint32_t *coefficients, uint32_t *to, uint32_t division[3]);
void ev_rs_powers(uint32_t *exp, uint16_t *log, uint8_t *place, const uint32_t how[3]);

static inline uint32_t splat(unsigned element) { return gf_mul32_lo(element, SPLAT); }

// 1, x, x^2, x^3 in the lanes, x being in all of them.
static inline uint32_t powers(uint32_t x) {
    const uint32_t square = gf_sq(x);
    return (1 | (x & 0xFF00)) | ((square & 0xFF0000) | (gf_mul(square, x) & 0xFF000000u));
}

// beta^i in all lanes.
static uint32_t beta(const ev_rs_code_t *code, uint32_t i) { return splat(code->exp[ev_rs_beta_log(code, i)]); }

// Are the first powers of x, as many as the order, all different? It is enough to look at the order's greatest
// divisors.
static int primitive(const uint8_t *exp, unsigned m) {
    static const uint8_t divisors[9][3] = {{0},       {0},         {1, 1, 1}, {1, 1, 1},   {3, 5, 5},
                                           {1, 1, 1}, {9, 21, 21}, {1, 1, 1}, {15, 51, 85}};
    for (unsigned i = 0; i < 3; i++)
        if (exp[divisors[m][i]] == 1) return 0;
    return exp[(1u << m) - 1] == 1;
}

ev_status_t ev_rs_low_logarithms(ev_rs_code_t *code, uint8_t *exp, uint16_t *log, unsigned inverse_step, uint32_t *memory) {
    const unsigned order = code->order;
    uint32_t *const words = (uint32_t *)exp;
    memory[EV_RS_LOW_PLACE] = (uint32_t)((const uint32_t *)log - memory) - (order + 1) / 4;   // the last before log
    uint8_t *const place = (uint8_t *)(memory + memory[EV_RS_LOW_PLACE]);
    gf_cfg((const gf_field_t *)code->field);
    words[0] = powers(2 * SPLAT);
    const uint32_t how[3] = {order, inverse_step, splat(gf_sq(gf_sq(2)))};
    ev_rs_powers(words, log, place, how);
    words[(order - 1) / 2] &= 0xFFFF;   // the powers end at 2 * order
    if (!primitive(exp, code->m)) return ev_gf_table_init(exp, log, code->polynomial);   // says why
    log[0] = (uint16_t)(2 * order);
    log[1] = 0;
    place[0] = (uint8_t)order;
    place[1] = 0;
    return EV_OK;
}

// The product of (1 + root x), the generator from its highest coefficient.
void ev_rs_low_generator(const ev_rs_code_t *code, uint16_t *generator) {
    const unsigned checks = code->checks;
    uint32_t product[64];
    for (unsigned w = 0; w <= checks / 4; w++) product[w] = 0;
    product[0] = 1;
    ev_rs_generator(product, checks, beta(code, code->first_root), beta(code, 1));
    const uint8_t *from = (const uint8_t *)product + checks;
    const uint16_t *const log = code->log;
    for (unsigned i = 0; i < checks; i++) generator[i] = log[*from--];
}

// The syndromes' steps x^4 and lane weights x^(start - lane), x = beta^(i), `size` of them from `first`, every `stride`.
static void pass(const ev_rs_code_t *code, uint32_t *to, unsigned first, unsigned stride, unsigned size, unsigned start) {
    const unsigned log = ev_rs_beta_log(code, code->first_root + first), by = ev_rs_beta_log(code, stride);
    uint32_t root = splat(code->exp[log]), power = splat(code->exp[ev_rs_modulo(code, log * start)]);
    const uint32_t next = splat(code->exp[by]), next_power = splat(code->exp[ev_rs_modulo(code, by * start)]);
    for (unsigned i = 0; i < size; i++) {
        to[i] = gf_sq(gf_sq(root));
        to[size + i] = gf_mul(power, powers(gf_inv(root)));
        root = gf_mul(root, next);
        power = gf_mul(power, next_power);
    }
}

static uint32_t *folded_passes(const ev_rs_code_t *code, uint32_t *to) {
    static const uint8_t value_at[4] = {4, 0, 8, 4};   // of X0, X1, X2, X0: the logarithm modulo 3 comes out as 0 or 3
    *to++ = splat(code->exp[85]);
    uint32_t *control = to++;
    *control = (code->checks & ~3u) | ((code->checks + 3u) & ~3u) << 8 | (uint32_t)(code->checks % 4 != 0) << EV_RS_CONTROL_TAIL;
    for (unsigned class = 0; class < 3; class++) {
        unsigned count = 0;
        for (unsigned i = class; i < code->checks; i += 3) count++;
        for (unsigned done = 0; done < count;) {
            const unsigned rest = count - done;
            const unsigned size = rest == 5 || rest == 10 || rest < 5 ? 5 : 6;
            if (rest < size) done = count - size;   // some syndromes once more
            const unsigned first = class + 3 * done;
            // x^85 is 1, w or w^2, according to the root's logarithm modulo 3: the sum of its two-bit digits.
            unsigned third = ev_rs_beta_log(code, code->first_root + first);
            while (third > 3) third = (third & 3) + (third >> 2);
            *control |= (uint32_t)(size == 6) << EV_RS_CONTROL_SIX;
            *to++ = value_at[third];
            pass(code, to, first, 3, size, code->n);   // x^(n - 255 - lane)
            to += 2 * size;
            control = to++;
            *control = first;
            done += size;
        }
    }
    *control |= 1u << EV_RS_CONTROL_END;
    return to;
}

static uint32_t *direct_passes(const ev_rs_code_t *code, uint32_t *to, unsigned body) {
    const unsigned start = ev_rs_modulo(code, code->n + 7u * code->order - 1u - 4u * body);
    uint32_t *const passes = to++;
    *passes = 0;
    for (unsigned done = 0; done < code->checks; done += 5, to += 10) {
        const unsigned size = code->checks - done < 5 ? code->checks - done : 5;
        uint32_t some[10];
        pass(code, some, done, 1, size, start);
        for (unsigned i = 0; i < 5; i++) {
            to[i] = i < size ? some[i] : 0;
            to[5 + i] = i < size ? some[size + i] : 0;
        }
        ++*passes;
    }
    return to;
}

// The encoder's matrix. Row i is the polynomial of degree < checks that is 1 at root i and 0 at the others, highest
// coefficient first, times root_i^punctured. It is stored in blocks of 16 columns, with rows padded to a multiple of
// four. Four rows are computed at a time, in the lanes: synthetic division gives generator / (x - root), and this is
// divided by its value at the root, which is the generator's derivative there.
static uint32_t *matrix(const ev_rs_code_t *code, uint32_t *to) {
    const unsigned checks = code->checks, rows = (checks + 3u) & ~3u, columns = (checks + 15u) & ~15u;
    uint32_t coefficients[EV_RS_LOW_MATRIX_LIMIT];   // from that of x^(checks - 1)
    for (unsigned j = 0; j < checks; j++) coefficients[j] = splat(code->exp[code->generator[checks - 1 - j]]);
    for (unsigned j = checks; j < columns; j++) coefficients[j] = 0;
    const uint32_t step = beta(code, 4);
    uint32_t roots = gf_mul(beta(code, code->first_root), powers(beta(code, 1)));
    for (unsigned row = 0; row < rows; row += 4, roots = gf_mul(roots, step)) {
        const uint32_t squares = gf_sq(roots);
        uint32_t derivative = checks % 2 ? SPLAT : 0;
        for (unsigned j = checks % 2; j < checks; j += 2) derivative = gf_mul(derivative, squares) ^ coefficients[j];
        uint32_t scale = gf_inv(derivative);
        for (unsigned p = 0; p < code->punctured; p++) scale = gf_mul(scale, roots);
        if (row + 4 > checks) scale &= 0xFFFFFFFFu >> (8 * (row + 4 - checks));
        uint32_t division[3] = {roots, scale, SPLAT};
        for (unsigned j = 0; j < columns; j += 16)   // after the last coefficient the carry is 0
            ev_rs_divide16(coefficients + j, to + 4 * row + j / 4 * rows, division);
    }
    return to + rows * columns / 4;
}

// The cubes of all elements in the order of ev_rs_search8: 4 * gray(i) + lane.
static void cubes(uint32_t *to) {
    for (unsigned i = 0; i < 64; i += 4) {
        uint32_t x = splat(4 * ev_rs_gray(i)) ^ 0x03020100;
        *to++ = gf_mul(x, gf_sq(x));
        x ^= 4 * SPLAT;
        *to++ = gf_mul(x, gf_sq(x));
        x ^= 8 * SPLAT;
        *to++ = gf_mul(x, gf_sq(x));
        x ^= 4 * SPLAT;
        *to++ = gf_mul(x, gf_sq(x));
    }
}

// y = sum of k_i c^(2^i), with k_i = sum of theta^(2^j) for j < i, solves y^2 + y = c if c has trace 0. theta has trace
// 1.
static void half(const ev_rs_code_t *code, uint32_t *to) {
    uint32_t theta = 1;
    while ((gf_pow(theta, code->order) & 0xFF) != 1) theta *= 2;   // the trace; below the first such power it is 0
    uint8_t *const factors = (uint8_t *)to;
    to[0] = to[1] = 0;
    unsigned factor = 0;
    for (unsigned i = 0; i < code->m; i++) {
        factors[i] = (uint8_t)factor;
        factor ^= theta;
        theta = gf_sq(theta);
    }
}

void ev_rs_low_init(ev_rs_code_t *code, uint32_t *memory) {
    const unsigned body = (code->n - 1u) / 4u;
    uint32_t *to = memory + EV_RS_LOW_PASSES;
    memory[EV_RS_LOW_FOLDED] = EV_RS_FOLDED_NOT;
    if (code->m == 8 && code->n >= 150 && code->checks >= 15)
        memory[EV_RS_LOW_FOLDED] = code->n == 255 ? EV_RS_FOLDED_WHOLE : EV_RS_FOLDED_SHORTENED;
    memory[EV_RS_LOW_BODY] = body;
    memory[EV_RS_LOW_MASK] = 0xFFFFFFFFu >> (8 * (4 * body + 4 - code->n));
    to = memory[EV_RS_LOW_FOLDED] ? folded_passes(code, to) : direct_passes(code, to, body);
    memory[EV_RS_LOW_MATRIX] = 0;
    if (code->checks <= EV_RS_LOW_MATRIX_LIMIT) {
        memory[EV_RS_LOW_MATRIX] = (uint32_t)(to - memory);
        to = matrix(code, to);
    }
    memory[EV_RS_LOW_SEARCH] = 0;
    if (code->m == 8) {
        memory[EV_RS_LOW_SEARCH] = (uint32_t)(to - memory);
        cubes(to);
    }
    memory[EV_RS_LOW_FORNEY] = ev_rs_modulo(code, code->order + 1u - code->first_root);
    half(code, memory + EV_RS_LOW_HALF);
    code->low = memory;
}
