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

enum { TEETH = 5, ENTRIES = 1 << (TEETH - 1) };

static inline uint32_t bit_of(const uint32_t *k, unsigned i, unsigned bits) { return i < bits ? k[i >> 5] >> (i & 31) & 1 : 0; }

// entry = table[index]. Reads every entry, a few words of all of them at a time.
static __attribute__((noinline)) void look_up(uint32_t entry[2 * W], const uint32_t *table, uint32_t index) {
    enum { FEW = W % 2 ? 2 : 4 };
    uint32_t mask[ENTRIES];
    for (uint32_t e = 0; e < ENTRIES; e++) mask[e] = secret_mask_of_equal(e, index);
    for (int i = 0; i < 2 * W; i += FEW) {
        uint32_t sum[FEW] = {0};
        const uint32_t *row = table + i;
        for (const uint32_t *m = mask; m < mask + ENTRIES; m++, row += 2 * W)
            UNROLLED for (int j = 0; j < FEW; j++) sum[j] |= row[j] & *m;
        UNROLLED for (int j = 0; j < FEW; j++) entry[i + j] = sum[j];
    }
}

static void comb(const ev_curve_t *c, ev_ec2_point_t *r, const uint32_t *k) {
    const int words = c->order_words, columns = c->comb_columns, bits = columns * TEETH;
    uint32_t odd[EV_CURVE_WORDS_MAX + 1];
    const uint32_t even = secret_mask(~k[0] & 1);
    uint32_t borrow = 0;
    for (int i = 0; i < words; i++) {  // n - k when k is even
        const uint64_t d = (uint64_t)c->order[i] - k[i] - borrow;
        borrow = (uint32_t)(d >> 32) & 1;
        odd[i] = secret_select(even, k[i], (uint32_t)d);
    }
    odd[words] = 0;
    // odd = sum of +-2^i, i < bits: bit i of (odd + 2^bits - 1) / 2 is the sign; the topmost is +
    projective q, twice;
    uint32_t entry[2 * W];
    for (int column = columns - 1; column >= 0; column--) {
        uint32_t index = 0, top = 1;
        for (int tooth = 0; tooth < TEETH; tooth++) {
            const unsigned i = (unsigned)(tooth * columns + column);
            const uint32_t plus = i == (unsigned)bits - 1 ? 1 : bit_of(odd, i + 1, 32 * (unsigned)words);
            if (tooth < TEETH - 1) index |= plus << tooth;
            else top = plus;
        }
        index ^= secret_mask(top ^ 1) & (ENTRIES - 1);  // the entry of the opposite sign
        look_up(entry, c->comb, index);
        entry[W] ^= top ^ 1;
        if (column == columns - 1) {
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
