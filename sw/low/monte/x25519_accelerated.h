// SPDX-License-Identifier: Apache-2.0
// The ladder of x25519.c on the accelerator, if the machine has one. Part of x25519.c.
#define MONTE_LABEL FP_LABEL
#include "monte_slots.h"

#define HERE(function) here_##function

// The fractions low and high; the point; (a - 2) / 4; others.
enum { L_X = S_X, L_Z = S_Y, H_X = S_Z, H_Z = S_EX, S_U = S_EY, S_A24 = S_NEG, S_S = S_T0, S_T = S_T1, S_D = S_T2 };

// 1 if no command has failed.
static unsigned monte_multiply(uint32_t *r, const uint32_t *k, const uint32_t *u, unsigned there) {
    static const uint32_t a24[W] = {X25519_A24};
    uint32_t slots[S_TX][W], before = 0;
    monte_begin(slots, there);
    ev_fp_25519_canonical(slots[S_U], u);
    monte_put(slots[S_A24], a24);
    PMUL(S_U, S_U, S_ONE);
    PMUL(S_A24, S_A24, S_ONE);
    PMUL(S_ONE, S_ONE, S_PLAIN);
    PCPY(L_X, S_ONE);
    PCPY(L_Z, S_ZERO);
    PCPY(H_X, S_U);
    PCPY(H_Z, S_ONE);
    for (int i = 254; i >= 0; i--) {
        const uint32_t bit = k[i >> 5] >> (i & 31) & 1;
        MONTE_SET(MONTE_FLAG, bit ^ before);
        before = bit;
        PCSWAP(L_X, H_X);
        PCSWAP(L_Z, H_Z);
        // high = low + high
        PSUB(S_S, H_X, H_Z);
        PADD(S_T, L_X, L_Z);
        PMUL(S_S, S_S, S_T);
        PADD(S_D, H_X, H_Z);
        PSUB(H_Z, L_X, L_Z);
        PMUL(S_D, S_D, H_Z);
        PADD(H_X, S_S, S_D);
        PSQR(H_X, H_X);
        PSUB(S_D, S_S, S_D);
        PSQR(S_D, S_D);
        // low = 2 low: S_T is x + z, H_Z is x - z
        PSQR(S_T, S_T);
        PSQR(S_S, H_Z);
        PMUL(H_Z, S_D, S_U);
        PMUL(L_X, S_T, S_S);
        PSUB(S_D, S_T, S_S);
        PMUL(L_Z, S_A24, S_D);
        PADD(L_Z, L_Z, S_T);
        PMUL(L_Z, L_Z, S_D);
    }
    MONTE_SET(MONTE_FLAG, before);
    PCSWAP(L_X, H_X);
    PCSWAP(L_Z, H_Z);
    PCPY(S_SX, L_X);
    PCPY(S_Z, L_Z);
    ev_monte_invert(monte_modulus, W);
    PMUL(S_Z, S_Z, S_SX);
    PMUL(S_Z, S_Z, S_PLAIN);
    const unsigned good = monte_end();
    memcpy(r, slots[S_Z], sizeof slots[S_Z]);
    return good;
}

static __attribute__((noinline)) void here_multiply(uint32_t *r, const uint32_t *k, const uint32_t *u) {
    const unsigned there = monte_present();
    unsigned good = 0;
    if (there) good = monte_multiply(r, k, u, there);
    if (!good) multiply(r, k, u);
}
