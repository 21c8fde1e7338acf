// SPDX-License-Identifier: Apache-2.0
// Secret scalars as signed digits that are never 0, and the table that such a digit selects from. Part of the engines:
// W is the number of words of a coordinate.
//
// k is made odd: it is replaced by n - k if it is even, and the result is negated at the end. An odd k is a sum of
// +-2^i over all i < bits. Bit i of (k + 2^bits - 1) / 2 is the sign of term i; the topmost is +. TEETH terms make a digit:
// a nonzero signed table entry, so there is nothing to skip.
#ifndef EVARISTE_EC_SIGNED_DIGITS_H
#define EVARISTE_EC_SIGNED_DIGITS_H

#include "ec.h"
#include "secret.h"

enum { TEETH = 5, ENTRIES = 1 << (TEETH - 1) };

// The signs of k or n - k: bit 1 means +. `bits` is at most one word more than the order has. Returns all ones if k is
// even, else 0.
static inline uint32_t to_signs(const ev_curve_t *c, uint32_t signs[EV_CURVE_WORDS_MAX + 1], const uint32_t *k, unsigned bits) {
    const int words = c->order_words;
    const uint32_t even = secret_mask(~k[0] & 1);
    uint32_t borrow = 0;
    for (int i = 0; i < words; i++) {
        const uint64_t d = (uint64_t)c->order[i] - k[i] - borrow;
        borrow = (uint32_t)(d >> 32) & 1;
        signs[i] = secret_select(even, k[i], (uint32_t)d);
    }
    signs[words] = 0;
    for (int i = 0; i < words; i++) signs[i] = signs[i] >> 1 | signs[i + 1] << 31;
    signs[(bits - 1) >> 5] |= 1u << ((bits - 1) & 31);
    return even;
}

static inline uint32_t is_plus(const uint32_t *signs, unsigned i) { return signs[i >> 5] >> (i & 31) & 1; }

// The index of the table entry that the terms first, first + stride, ... select, and whether it is subtracted. Entry e
// has a + where bit j of e is set, and for the last term.
static inline uint32_t signed_digit(const uint32_t *signs, unsigned first, unsigned stride, uint32_t *minus) {
    uint32_t index = 0;
    for (unsigned tooth = 0; tooth < TEETH - 1; tooth++)
        index |= is_plus(signs, first + tooth * stride) << tooth;
    *minus = is_plus(signs, first + (TEETH - 1) * stride) ^ 1;
    return index ^ (secret_mask(*minus) & (ENTRIES - 1));  // the entry of the opposite sign
}

// entry = table[index]. Reads every entry. A backend may define EC_HAS_LOOK_UP and provide
// ev_ec_look_up_i(entry, table, index, W), which does the same.
#ifdef EC_HAS_LOOK_UP
static inline void look_up(uint32_t entry[2 * W], const uint32_t *table, uint32_t index) {
    ev_ec_look_up_i(entry, table, index, W);
}
#else
// A few words of all entries at a time.
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

#endif
