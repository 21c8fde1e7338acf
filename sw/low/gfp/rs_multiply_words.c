// SPDX-License-Identifier: Apache-2.0
// The product of two polynomials mod x^(4 * words), four coefficients a word. There is always memory for four words.

#include "gfp.h"
#include "rs_low8.h"

void ev_rs_multiply_words(const uint32_t *a, unsigned words, const uint8_t *b, unsigned count, uint32_t *product) {
    if (words <= 4) {
        ev_rs_multiply16(a, b, b + count, product);
        return;
    }
    uint32_t shifted[65];   // a * x^i
    for (unsigned w = 0; w < words; w++) {
        shifted[w] = a[w];
        product[w] = 0;
    }
    for (unsigned i = 0; i < count; i++) {
        const uint32_t factor = gf_mul32_lo(b[i], 0x01010101);
        uint32_t carry = 0;
        for (unsigned w = i / 4; w < words; w++) {   // the words below are zero
            const uint32_t x = shifted[w];
            product[w] ^= gf_mul(factor, x);
            shifted[w] = x << 8 | carry;
            carry = x >> 24;
        }
    }
}
