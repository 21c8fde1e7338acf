// SPDX-License-Identifier: Apache-2.0
// Secret scalars as signed digits that are never 0, and the table that such a digit selects from. Part of the engines:
// W is the number of words of a coordinate.
//
// k is made odd: it is replaced by n - k if it is even, and the result is negated at the end. An odd k is a sum of
// +-2^i over all i. TEETH of these make a digit: a nonzero signed table entry, so there is nothing to skip.
#ifndef EVARISTE_EC_SIGNED_DIGITS_H
#define EVARISTE_EC_SIGNED_DIGITS_H

#include "ec.h"
#include "secret.h"

enum { TEETH = 5, ENTRIES = 1 << (TEETH - 1) };

// odd = k or n - k. Returns all ones if k is even, else 0.
static inline uint32_t make_odd(const ev_curve_t *c, uint32_t *odd, const uint32_t *k) {
    const uint32_t even = secret_mask(~k[0] & 1);
    uint32_t borrow = 0;
    for (int i = 0; i < c->order_words; i++) {
        const uint64_t d = (uint64_t)c->order[i] - k[i] - borrow;
        borrow = (uint32_t)(d >> 32) & 1;
        odd[i] = secret_select(even, k[i], (uint32_t)d);
    }
    return even;
}

// odd = sum of +-2^i, i < bits: bit i of (odd + 2^bits - 1) / 2 is the sign; the topmost is +.
static inline uint32_t is_plus(const ev_curve_t *c, const uint32_t *odd, unsigned i, unsigned bits) {
    const unsigned at = i + 1;
    if (at == bits) return 1;
    return at < 32u * c->order_words ? odd[at >> 5] >> (at & 31) & 1 : 0;
}

// The index of the table entry that the terms first, first + stride, ... select, and whether it is subtracted. Entry e
// has a + where bit j of e is set, and for the last term.
static inline uint32_t signed_digit(const ev_curve_t *c, const uint32_t *odd, unsigned first, unsigned stride, unsigned bits,
                                    uint32_t *minus) {
    uint32_t index = 0;
    for (unsigned tooth = 0; tooth < TEETH - 1; tooth++)
        index |= is_plus(c, odd, first + tooth * stride, bits) << tooth;
    *minus = is_plus(c, odd, first + (TEETH - 1) * stride, bits) ^ 1;
    return index ^ (secret_mask(*minus) & (ENTRIES - 1));  // the entry of the opposite sign
}

// entry = table[index]. Reads every entry, a few words of all of them at a time.
static __attribute__((noinline)) void look_up(uint32_t entry[2 * W], const uint32_t *table, uint32_t index) {
    enum { FEW = W % 2 ? 2 : 4 };
    uint32_t mask[ENTRIES];
    for (uint32_t e = 0; e < ENTRIES; e++) mask[e] = secret_mask_of_equal(e, index);
    for (int i = 0; i < 2 * W; i += FEW) {
        uint32_t sum[FEW] = {0};
        const uint32_t *row = table + i;
        for (const uint32_t *m = mask; m < mask + ENTRIES; m++, row += 2 * W)
            _Pragma("GCC unroll 4") for (int j = 0; j < FEW; j++) sum[j] |= row[j] & *m;
        _Pragma("GCC unroll 4") for (int j = 0; j < FEW; j++) entry[i + j] = sum[j];
    }
}

#endif
