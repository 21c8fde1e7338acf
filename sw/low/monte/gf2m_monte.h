// SPDX-License-Identifier: Apache-2.0
// GF(2^GF2M_DEGREE) by the accelerator if it computes in binary fields, else by portable code. Included once for each
// field.
//
// Operands go through slots on the stack. If a command fails (the stack is not in the accelerator's RAM), portable code
// computes instead.
#define GF2M_PORTABLE(type, n) static type portable##n
#include "gf2m_portable.h"

#include "ec_signed_digits.h"
#include "monte_binary.h"
#define MONTE_LABEL GF2M_DEGREE
#include "monte_slots.h"

#define OURS__(m, n) ev_monte_##m##n
#define OURS_(m, n) OURS__(m, n)
#define OURS(n) OURS_(GF2M_DEGREE, n)

// Slot V = the element, in the domain.
static void begin_with(uint32_t slots[][W], const uint32_t *a, unsigned there) {
    monte_put(slots[B_V], a);
    monte_begin(slots, there);
    PMUL(B_V, B_V, S_ONE);
}

// r = slot V, from the domain. 0 if a command has failed.
static unsigned end_with(uint32_t *r, uint32_t slots[][W]) {
    PMUL(B_V, B_V, S_PLAIN);
    if (!monte_end()) return 0;
    monte_put(r, slots[B_V]);
    return 1;
}

void GF2M(_mul_k)(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    const unsigned there = monte_present();
    if (there & MONTE_HAS_BINARY) {
        uint32_t slots[BINARY_SLOTS][W];
        monte_put(slots[B_U], b);
        begin_with(slots, a, there);
        PMUL(B_V, B_V, B_U);
        if (monte_end()) {
            monte_put(r, slots[B_V]);
            return;
        }
    }
    portable_mul_k(r, a, b);
}

void GF2M(_sqrn_k)(uint32_t *r, const uint32_t *a, unsigned n) {
    const unsigned there = monte_present();
    if (there & MONTE_HAS_BINARY) {
        uint32_t slots[BINARY_SLOTS][W];
        begin_with(slots, a, there);
        ev_monte_squares(n);
        if (end_with(r, slots)) return;
    }
    portable_sqr_k(r, a);
    while (--n) portable_sqr_k(r, r);
}

void GF2M(_sqr_k)(uint32_t *r, const uint32_t *a) { portable_sqr_k(r, a); }

void OURS(_inv)(uint32_t *r, const uint32_t *a) {
    uint32_t slots[BINARY_SLOTS][W], b[W];
    begin_with(slots, a, monte_present());
    PCPY(B_D, B_V);
    ev_monte_invert_binary(GF2M_DEGREE);
    PCPY(B_V, B_D);
    if (end_with(r, slots)) return;
    monte_put(b, a);
    for (int i = 0; i < GF2M_DEGREE - 2; i++) {
        portable_sqr_k(b, b);
        portable_mul_k(b, b, a);
    }
    portable_sqr_k(r, b);
}

void OURS(_half_trace)(uint32_t *r, const uint32_t *a) {
    uint32_t slots[BINARY_SLOTS][W], h[W];
    begin_with(slots, a, monte_present());
    PCPY(B_U, B_V);
    for (int i = 0; i < (GF2M_DEGREE - 1) / 2; i++) {
        PSQR(B_V, B_V);
        PSQR(B_V, B_V);
        PADD(B_V, B_V, B_U);
    }
    if (end_with(r, slots)) return;
    monte_put(h, a);
    for (int i = 0; i < (GF2M_DEGREE - 1) / 2; i++) {
        portable_sqr_k(h, h);
        portable_sqr_k(h, h);
        for (int j = 0; j < W; j++) h[j] ^= a[j];
    }
    monte_put(r, h);
}

// --------------------------------------------------------------------------------------------------------------------
// Points. Results are x, and y from word EV_CURVE_WORDS_MAX on. 2 is an error of the accelerator.

unsigned OURS(_point)(uint32_t *r, const uint32_t *k, unsigned bits, const uint32_t *p, const uint32_t *sqrt_b) {
    uint32_t slots[BINARY_SLOTS][W], before = 0, infinite;
    monte_put(slots[B_X], p);
    monte_put(slots[B_Y], p + EV_CURVE_WORDS_MAX);
    if (sqrt_b) monte_put(slots[B_ROOT], sqrt_b);
    monte_begin(slots, monte_present());
    PMUL(B_X, B_X, S_ONE);
    PMUL(B_Y, B_Y, S_ONE);
    if (sqrt_b) PMUL(B_ROOT, B_ROOT, S_ONE);
    PMUL(S_ONE, S_ONE, S_PLAIN);
    PCPY(B_X1, S_ONE);  // infinity
    PCPY(B_Z1, S_ZERO);
    PCPY(B_X2, B_X);    // P
    PCPY(B_Z2, S_ONE);
    for (int i = (int)bits - 1; i >= 0; i--) {
        const uint32_t bit = k[i >> 5] >> (i & 31) & 1;
        if (sqrt_b) ev_monte_step(bit ^ before);
        else ev_monte_step1(bit ^ before);
        before = bit;
    }
    MONTE_SET(MONTE_FLAG, before);
    PCSWAP(B_X1, B_X2);
    PCSWAP(B_Z1, B_Z2);
    ev_monte_ladder_end();
    ev_monte_invert_binary(GF2M_DEGREE);
    ev_monte_ladder_affine();
    const unsigned good = monte_end();
    MONTE_GET(infinite, MONTE_FLAG);
    if (!good) return 2;
    monte_put(r, slots[B_X1]);
    monte_put(r + EV_CURVE_WORDS_MAX, slots[B_Z1]);
    return infinite;
}

// The table of the comb and b + a, in the domain.
static void take_comb(uint32_t slots[][W], const uint32_t *comb, const uint32_t *b, unsigned a) {
    for (int e = 0; e < ENTRIES; e++) {
        monte_put(slots[C_TABLE + e], comb + 2 * W * e);
        monte_put(slots[C_TABLE + ENTRIES + e], comb + 2 * W * e + W);
    }
    monte_put(slots[C_BA], b);
    slots[C_BA][0] ^= a;
    monte_begin(slots, monte_present());
    PMUL(C_BA, C_BA, S_ONE);
#define TO_DOMAIN_(i) PMUL(C_TABLE + (i), C_TABLE + (i), S_ONE);
#define TO_DOMAIN_8_(i)                                                                         \
    TO_DOMAIN_(i) TO_DOMAIN_((i) + 1) TO_DOMAIN_((i) + 2) TO_DOMAIN_((i) + 3) TO_DOMAIN_((i) + 4) \
    TO_DOMAIN_((i) + 5) TO_DOMAIN_((i) + 6) TO_DOMAIN_((i) + 7)
    TO_DOMAIN_8_(0) TO_DOMAIN_8_(8) TO_DOMAIN_8_(16) TO_DOMAIN_8_(24)
    PMUL(S_ONE, S_ONE, S_PLAIN);
    MONTE_SET(MONTE_TABLE, (uintptr_t)slots[C_TABLE]);
    MONTE_SET(MONTE_COUNT, ENTRIES);
}

unsigned OURS(_comb)(uint32_t *r, const uint32_t *signs, unsigned columns, uint32_t even, const uint32_t *comb,
                     const uint32_t *b, unsigned a, unsigned koblitz, ev_ec_inversion_t *beside) {
    uint32_t slots[COMB_BINARY_SLOTS][W];
    take_comb(slots, comb, b, a);
    for (int column = (int)columns - 1; column >= 0; column--) {
        uint32_t minus;
        const uint32_t index = signed_digit(signs, (unsigned)column, columns, &minus);
        if (column == (int)columns - 1) {
            ev_monte_set_entry(index, minus);
            continue;
        }
        ev_monte_double_binary(index, a, koblitz);
        ec_inversion_beside(beside);
        if (column > 0) ev_monte_add_entry(minus);
        else ev_monte_add_entry_to_any(minus, a);
        ec_inversion_beside(beside);
    }
    PCPY(B_D, C_Z);
    ev_monte_invert_binary(GF2M_DEGREE);
    PMUL(C_X, C_X, B_D);
    PMUL(C_L, C_L, B_D);
    PADD(C_L, C_L, C_X);
    PMUL(C_L, C_L, C_X);        // y = (lambda + x) x
    PADD(C_T, C_L, C_X);        // of the negative
    MONTE_SET(MONTE_FLAG, even);
    PCSWAP(C_L, C_T);
    PMUL(C_X, C_X, S_PLAIN);
    PMUL(C_L, C_L, S_PLAIN);
    MONTE_SET(MONTE_FLAG, 0);
    MONTE_SET(MONTE_INDEX, 0);
    if (!monte_end()) return 2;
    monte_put(r, slots[C_X]);
    monte_put(r + EV_CURVE_WORDS_MAX, slots[C_L]);
    return 0;
}
