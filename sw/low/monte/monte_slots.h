// SPDX-License-Identifier: Apache-2.0
// The accelerator in front of a computation in the field MONTE_LABEL, of W words: registers, modulus, constants. Included
// once for each field.
#include "monte_points.h"

#define MONTE_PASTE3_(a, b, c) a##b##c
#define MONTE_FACT_(label, n) MONTE_PASTE3_(MONTE_, label, n)
#define MONTE_FACT(n) MONTE_FACT_(MONTE_LABEL, n)

static const uint32_t monte_modulus[] = MONTE_FACT(_MODULUS), monte_r2[] = MONTE_FACT(_R2);

static void monte_put(uint32_t slot[W], const uint32_t *a) {
    for (int i = 0; i < W; i++) slot[i] = a[i];
}

// `there` is what monte_present() has found.
static void monte_begin(uint32_t slots[][W], unsigned there) {
    static const uint32_t one[W] = {1}, zero[W] = {0};
    MONTE_SET(MONTE_STATUS, 0);
    MONTE_SET(MONTE_BASE, (uintptr_t)slots);
    MONTE_SET(MONTE_N0, MONTE_FACT(_N0));
    MONTE_SET(MONTE_DIGITS0, MONTE_FACT(_DIGITS0));
    MONTE_SET(MONTE_DIGITS1, MONTE_FACT(_DIGITS1));
    MONTE_SET(MONTE_CONFIG, there & MONTE_HAS_DIGITS ? MONTE_FACT(_CONFIG) : MONTE_FACT(_GENERIC_CONFIG));
    monte_put(slots[S_P], monte_modulus);
    monte_put(slots[S_ONE], monte_r2);
    monte_put(slots[S_ZERO], zero);
    monte_put(slots[S_PLAIN], one);
    PSETP(S_P);
}
