// SPDX-License-Identifier: Apache-2.0
// Inversion modulo an odd number in slices, for a backend of a machine that computes beside its core: its core does a slice
// whenever it would wait. What a slice does, and how many there are, depends on the length of the modulus only.
#ifndef EC_INVERSION_H
#define EC_INVERSION_H

#include <stdint.h>

enum { EC_INVERSION_WORDS = 5 * 22 + 20 };  // five numbers of 22 limbs, and the rest

typedef struct {
    uint32_t words[EC_INVERSION_WORDS];
} ev_ec_inversion_t;

// As ev_ec_inverse_modulo of ec_scalar.h, for numerator / a. The numerator is below the modulus; 0 means 1.
void ev_ec_inversion_begin(ev_ec_inversion_t *at, const uint32_t *numerator, const uint32_t *a, const uint32_t *modulus,
                           int words, uint16_t bits, uint32_t inverse);
unsigned ev_ec_inversion_slice(ev_ec_inversion_t *at);                       // 0 if none was left
void ev_ec_inversion_end(uint32_t *r, ev_ec_inversion_t *at, int words);     // does what is left

// For a caller that may have nothing to invert.
static inline void ec_inversion_beside(ev_ec_inversion_t *at) {
    if (at) ev_ec_inversion_slice(at);
}

#endif
