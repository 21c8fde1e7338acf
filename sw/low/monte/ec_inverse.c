// SPDX-License-Identifier: Apache-2.0
// Inversion modulo a prime: a power (Fermat) by the accelerator if it has squares and the prime is short. Its time grows
// with the cube of the length, that of portable's divsteps with the square.
//
// The operand stays outside of Montgomery's domain. So it is (a R) / R there, and its inverse comes out as R^2 / a. Two
// products with 1 make 1 / a of it.
#include "ec_scalar.h"

static void portable_inverse(uint32_t *r, const uint32_t *a, const uint32_t *modulus, int words, uint16_t bits, uint32_t inverse);
#define EC_INVERSE_PORTABLE portable_inverse
#define EC_INVERSE_MIPS 1
#define EC_INVERSION_SLICES 5
#include "../portable/ec_inverse.c"
#include "ec_inverse_slices.h"

#include "monte_points.h"

enum { POWER_WORDS = 10, POWER_SLOTS = S_PLAIN + 1 };

// Returns 0 if a command has failed.
static unsigned monte_inverse(uint32_t *r, const uint32_t *a, const uint32_t *modulus, int words, uint32_t inverse) {
    uint32_t slots[POWER_SLOTS * POWER_WORDS];
    for (int i = 0; i < words; i++) {
        slots[S_P * words + i] = modulus[i];
        slots[S_Z * words + i] = a[i];
        slots[S_PLAIN * words + i] = i == 0;
    }
    MONTE_SET(MONTE_STATUS, 0);
    MONTE_SET(MONTE_BASE, (uintptr_t)slots);
    MONTE_SET(MONTE_N0, ~inverse + 1);
    MONTE_SET(MONTE_CONFIG, (unsigned)words | (unsigned)words << 9);
    PSETP(S_P);
    ev_monte_invert(modulus, words);
    PMUL(S_Z, S_Z, S_PLAIN);
    PMUL(S_Z, S_Z, S_PLAIN);
    if (!monte_end()) return 0;
    for (int i = 0; i < words; i++) r[i] = slots[S_Z * words + i];
    return 1;
}

void ev_ec_inverse_modulo(uint32_t *r, const uint32_t *a, const uint32_t *modulus, int words, uint16_t bits, uint32_t inverse) {
    const unsigned there = words <= POWER_WORDS && monte_present() & MONTE_HAS_SQUARES;
    if (there && monte_inverse(r, a, modulus, words, inverse)) return;
    portable_inverse(r, a, modulus, words, bits, inverse);
}
