// SPDX-License-Identifier: Apache-2.0
// k G for secret k by a signed fixed-base comb (Hedabou, Pinel, Bénéteau 2005). Part of ec2_engine.h.
//
// k is made odd: it is replaced by n - k if it is even, and the result is negated at the end. An odd k is a sum of
// +-2^i over all i. So every column of the comb is a nonzero signed table entry, and there is nothing to skip. Every
// entry is read for every column.
//
// A sum can meet its own summand only in the last column, when k = n - 2e for an entry e G. Before that column the
// integers are too small to be equal modulo n without being equal. So the last column also computes the double of its
// entry, and selects the right one of both.

#include "ec_signed_digits.h"

static void comb(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k) {
    const unsigned columns = c->comb_columns;
    uint32_t signs[EV_CURVE_WORDS_MAX + 1];
    const uint32_t even = to_signs(c, signs, k, columns * TEETH);
    projective q, twice;
    uint32_t entry[2 * W];
    for (int column = (int)columns - 1; column >= 0; column--) {
        uint32_t minus;
        const uint32_t index = signed_digit(signs, (unsigned)column, columns, &minus);
        look_up(entry, c->comb, index);
        entry[W] ^= minus;
        if (column == (int)columns - 1) {
            set_affine(&q, entry, entry + W);
            continue;
        }
        double_point(c, &q);
        if (column == 0) double_affine(c, &twice, entry, entry + W);
        add_affine(&q, entry, entry + W);
    }
    const uint32_t same = secret_mask(is_zero(q.z));  // k G is never infinity
    secret_select_words(q.x, same, q.x, twice.x, W);
    secret_select_words(q.l, same, q.l, twice.l, W);
    secret_select_words(q.z, same, q.z, twice.z, W);
    to_affine(r->x, r->y, &q);
    for (int i = 0; i < W; i++) r->y[i] ^= r->x[i] & even;
}
