// SPDX-License-Identifier: Apache-2.0
// Multiplication by secret scalars, in signed digits that are never 0. Part of ecp_engine.h.

// entry = the table's entry for a digit, negated if the digit is negative.
static void digit(uint32_t entry[2 * W], const uint32_t *table, const uint32_t *signs, unsigned first, unsigned stride) {
    uint32_t minus, negative[W];
    const uint32_t zero[W] = {0};
    const uint32_t index = signed_digit(signs, first, stride, &minus);
    look_up(entry, table, index);
    SUB(negative, zero, entry + W);
    secret_select_words(entry + W, secret_mask(minus), entry + W, negative, W);
}

static unsigned finish(ev_ec_point_t *r, const jacobian *q, uint32_t even) {
    uint32_t negative[W];
    const uint32_t zero[W] = {0};
    const unsigned infinite = to_affine(r->x, r->y, q);
    SUB(negative, zero, r->y);
    secret_select_words(r->y, even, r->y, negative, W);
    return infinite;
}

// k P by digits of TEETH bits, from the top (Joye and Tunstall 2009): for each, TEETH doublings and an addition of an odd
// multiple.
//
// Before the last digit d is added, 32 m + d = k for the sum m so far, and |d| < 32 <= 32 m. So 32 m P = d P only if 32 m
// = d + n, k = n - 2 (n mod 32). Before an earlier digit, the integers are too small. 32 m P = -d P never: k is not 0. So only
// the last addition takes any points.
static unsigned mul(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p) {
    uint32_t table[ENTRIES][2 * W], signs[EV_CURVE_WORDS_MAX + 1], entry[2 * W];
    const unsigned digits = (c->order_bits + TEETH - 1u) / TEETH;
    const uint32_t even = to_signs(c, signs, k, digits * TEETH);
    jacobian q;
    odd_multiples(table, ENTRIES, p);
    for (int i = (int)digits - 1; i >= 0; i--) {
        digit(entry, table[0], signs, (unsigned)i * TEETH, 1);
        if (i == (int)digits - 1) {
            set_affine(&q, entry, entry + W);
            continue;
        }
        for (int j = 0; j < TEETH; j++) double_point(&q);
        if (i > 0) add_affine(&q, entry, entry + W);
        else add_affine_to_any(&q, entry, entry + W);
    }
    return finish(r, &q, even);
}

// k G by a signed comb (Hedabou, Pinel, Bénéteau 2005) of BLOCKS tables: a doubling and BLOCKS additions for each column.
//
// As integers, the sum before block 0's entry is even and the entry odd; the sum before block 1's entry is odd, and the
// entry even. So equal points, or points that add to infinity, are equal modulo n only. In all columns but the last, the
// integers are too small for that. So only the last column's additions take any points.
#ifndef ECP_TABLE
static void mul_base(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k) {
    enum { BLOCKS = 2 };
    uint32_t signs[EV_CURVE_WORDS_MAX + 1], entry[2 * W];
    const unsigned columns = c->comb_columns, stride = BLOCKS * columns;
    const uint32_t even = to_signs(c, signs, k, stride * TEETH);
    jacobian q;
    for (int column = (int)columns - 1; column >= 0; column--) {
        if (column < (int)columns - 1) double_point(&q);
        for (unsigned block = 0; block < BLOCKS; block++) {
            const uint32_t *const table = c->comb + block * ENTRIES * 2 * W;
            digit(entry, table, signs, block * columns + (unsigned)column, stride);
            if (column == (int)columns - 1 && block == 0) set_affine(&q, entry, entry + W);
            else if (column > 0) add_affine(&q, entry, entry + W);
            else add_affine_to_any(&q, entry, entry + W);
        }
    }
    finish(r, &q, even);
}
#endif
