// SPDX-License-Identifier: Apache-2.0
// GF(2^GF2M_DEGREE) by the accelerator if it has this field, else by portable code. Included once for each field.
//
// Operands go through slots on the stack. If a command fails (the stack is not in the accelerator's RAM), portable code
// computes instead.
#include <string.h>

#define GF2M_PORTABLE(type, n) static type portable##n
#include "gf2m_portable.h"

#include "billie_points.h"
#include "ec_signed_digits.h"

#define BILLIE__(m, n) ev_billie_##m##n
#define BILLIE_(m, n) BILLIE__(m, n)
#define BILLIE(n) BILLIE_(GF2M_DEGREE, n)

static void put(uint32_t slot[W], const uint32_t *a) {
    for (int i = 0; i < W; i++) slot[i] = a[i];
}

void GF2M(_mul_k)(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    if (GF2M(_accelerated_i)()) {
        uint32_t slots[2][W];
        put(slots[0], a);
        put(slots[1], b);
        ev_billie_begin(slots, W);
        GLD(G_T, 0);
        GLD(G_U, 1);
        GMUL(G_T, G_T, G_U);
        GST(G_T, 0);
        if (ev_billie_end()) {
            put(r, slots[0]);
            return;
        }
    }
    portable_mul_k(r, a, b);
}

void GF2M(_sqrn_k)(uint32_t *r, const uint32_t *a, unsigned n) {
    if (GF2M(_accelerated_i)()) {
        uint32_t slot[W];
        put(slot, a);
        ev_billie_begin(slot, W);
        GLD(G_T, 0);
        for (unsigned left = n; left != 0; left--) GSQR(G_T, G_T, 1);
        GST(G_T, 0);
        if (ev_billie_end()) {
            put(r, slot);
            return;
        }
    }
    portable_sqr_k(r, a);
    while (--n) portable_sqr_k(r, r);
}

void GF2M(_sqr_k)(uint32_t *r, const uint32_t *a) { GF2M(_sqrn_k)(r, a, 1); }

// --------------------------------------------------------------------------------------------------------------------
// Inversion: G_D = G_D^(2^m - 2) by the addition chain of the bits of m - 1 (Itoh-Tsujii). G_A is a^(2^n - 1).

#define TWICE_(n) GSQR(G_W, G_A, n); GMUL(G_A, G_A, G_W);
#define ONE_ GSQR(G_A, G_A, 1); GMUL(G_A, G_A, G_D);
#if GF2M_DEGREE == 163
#define CHAIN_ TWICE_(1) TWICE_(2) ONE_ TWICE_(5) TWICE_(10) TWICE_(20) TWICE_(40) ONE_ TWICE_(81)
#elif GF2M_DEGREE == 233
#define CHAIN_ TWICE_(1) ONE_ TWICE_(3) ONE_ TWICE_(7) TWICE_(14) ONE_ TWICE_(29) TWICE_(58) TWICE_(116)
#elif GF2M_DEGREE == 239
#define CHAIN_ TWICE_(1) ONE_ TWICE_(3) TWICE_(6) ONE_ TWICE_(14) TWICE_(28) ONE_ TWICE_(59) ONE_ TWICE_(119)
#elif GF2M_DEGREE == 283
#define CHAIN_ TWICE_(1) TWICE_(2) TWICE_(4) TWICE_(8) ONE_ TWICE_(17) ONE_ TWICE_(35) TWICE_(70) ONE_ TWICE_(141)
#elif GF2M_DEGREE == 409
#define CHAIN_ TWICE_(1) ONE_ TWICE_(3) TWICE_(6) TWICE_(12) ONE_ TWICE_(25) ONE_ TWICE_(51) TWICE_(102) TWICE_(204)
#elif GF2M_DEGREE == 571
#define CHAIN_                                                                                                     \
    TWICE_(1) TWICE_(2) TWICE_(4) TWICE_(8) ONE_ TWICE_(17) ONE_ TWICE_(35) ONE_ TWICE_(71) TWICE_(142) ONE_ TWICE_(285)
#else
#error "There are chains for m = 163, 233, 239, 283, 409 and 571."
#endif

// The same by portable code.
static void core_inverse(uint32_t *r, const uint32_t *a) {
    uint32_t b[W], s[W];
    unsigned n = 1;
    put(b, a);
    for (int i = 30 - __builtin_clz(GF2M_DEGREE - 1); i >= 0; i--) {
        put(s, b);
        for (unsigned j = 0; j < n; j++) portable_sqr_k(s, s);
        portable_mul_k(b, b, s);
        n *= 2;
        if ((GF2M_DEGREE - 1) >> i & 1) {
            portable_sqr_k(b, b);
            portable_mul_k(b, b, a);
            n++;
        }
    }
    portable_sqr_k(r, b);
}

// The accelerator's slots are at `slots`. With EV_CORE_INVERTS, which is there to measure it, the core inverts.
static void invert(uint32_t slots[][W]) {
#ifdef EV_CORE_INVERTS
    uint32_t slot[1][W], status;
    BILLIE_SET(BILLIE_BASE, (uintptr_t)slot);
    GST(G_D, 0);
    BILLIE_GET(status, BILLIE_WAIT);
    (void)status;  // an error is kept until the end
    core_inverse(slot[0], slot[0]);
    GLD(G_D, 0);
    BILLIE_SET(BILLIE_BASE, (uintptr_t)slots);
#else
    (void)slots;
    GADD(G_A, G_D, G_ZERO);
    CHAIN_
    GSQR(G_D, G_A, 1);
#endif
}

static void put_one(uint32_t one[W]) {
    one[0] = 1;
    for (int i = 1; i < W; i++) one[i] = 0;
}

void BILLIE(_inv)(uint32_t *r, const uint32_t *a) {
    uint32_t slot[1][W];
    put(slot[0], a);
    ev_billie_begin(slot, W);
    GLD(G_D, 0);
    GADD(G_ZERO, G_ZERO, G_ZERO);
    invert(slot);
    GST(G_D, 0);
    if (ev_billie_end()) put(r, slot[0]);
    else core_inverse(r, a);
}

void BILLIE(_half_trace)(uint32_t *r, const uint32_t *a) {
    uint32_t slot[W], h[W];
    put(slot, a);
    ev_billie_begin(slot, W);
    GLD(G_A, 0);
    GLD(G_T, 0);
    for (int i = 0; i < (GF2M_DEGREE - 1) / 2; i++) {
        GSQR(G_T, G_T, 2);
        GADD(G_T, G_T, G_A);
    }
    GST(G_T, 0);
    if (ev_billie_end()) {
        put(r, slot);
        return;
    }
    put(h, a);
    for (int i = 0; i < (GF2M_DEGREE - 1) / 2; i++) {
        portable_sqr_k(h, h);
        portable_sqr_k(h, h);
        for (int j = 0; j < W; j++) h[j] ^= a[j];
    }
    put(r, h);
}

// --------------------------------------------------------------------------------------------------------------------
// Points. Results are x, and y from word EV_CURVE_WORDS_MAX on. 2 is an error of the accelerator.

enum { S_X, S_Y, S_ROOT, S_ONE, LADDER_SLOTS, S_BA = S_ROOT, COMB_SLOTS = LADDER_SLOTS };

static unsigned finish(uint32_t *r, uint32_t slots[][W]) {
    uint32_t flag;
    const unsigned good = ev_billie_end();
    BILLIE_GET(flag, BILLIE_FLAG);
    if (!good) return 2;
    put(r, slots[S_X]);
    put(r + EV_CURVE_WORDS_MAX, slots[S_Y]);
    return flag;
}

unsigned BILLIE(_point)(uint32_t *r, const uint32_t *k, unsigned bits, const uint32_t *p, const uint32_t *sqrt_b) {
    uint32_t slots[LADDER_SLOTS][W], before = 0;
    put_one(slots[S_ONE]);
    put(slots[S_X], p);
    ev_billie_begin(slots, W);
    GADD(G_ZERO, G_ZERO, G_ZERO);
    GADD(G_Z1, G_ZERO, G_ZERO);
    GLD(G_ONE, S_ONE);
    GLD(G_X, S_X);
    GADD(G_X1, G_ONE, G_ZERO);  // infinity
    GADD(G_X2, G_X, G_ZERO);    // P
    GADD(G_Z2, G_ONE, G_ZERO);
    if (sqrt_b) {
        put(slots[S_ROOT], sqrt_b);
        GLD(G_ROOT, S_ROOT);
    }
    for (int i = (int)bits - 1; i >= 0; i--) {
        const uint32_t bit = k[i >> 5] >> (i & 31) & 1;
        if (sqrt_b) ev_billie_step(bit ^ before);
        else ev_billie_step1(bit ^ before);
        before = bit;
    }
    // The queue is full: what the core does here takes no time.
    put(slots[S_Y], p + EV_CURVE_WORDS_MAX);
    GLD(G_Y, S_Y);
    BILLIE_SET(BILLIE_FLAG, before);
    GCSWAP(G_X1, G_X2);
    GCSWAP(G_Z1, G_Z2);
    ev_billie_ladder_end();
    invert(slots);
    ev_billie_ladder_affine();
    GST(G_X1, S_X);
    GST(G_Z1, S_Y);
    return finish(r, slots);
}

unsigned BILLIE(_comb)(uint32_t *r, const uint32_t *signs, unsigned columns, uint32_t even, const uint32_t *comb,
                       const uint32_t *b, unsigned a, unsigned koblitz, ev_ec_inversion_t *beside) {
    uint32_t slots[COMB_SLOTS][W], tables[2][ENTRIES][W];
    put_one(slots[S_ONE]);
    put(slots[S_BA], b);
    slots[S_BA][0] ^= a;
    for (int e = 0; e < ENTRIES; e++) {
        put(tables[0][e], comb + 2 * W * e);
        put(tables[1][e], comb + 2 * W * e + W);
    }
    ev_billie_begin(slots, W);
    BILLIE_SET(BILLIE_TABLE, (uintptr_t)tables);
    BILLIE_SET(BILLIE_COUNT, ENTRIES);
    GADD(G_ZERO, G_ZERO, G_ZERO);
    GLD(G_ONE, S_ONE);
    GLD(C_BA, S_BA);
    for (int column = (int)columns - 1; column >= 0; column--) {
        uint32_t minus;
        const uint32_t index = signed_digit(signs, (unsigned)column, columns, &minus);
        ev_billie_entry(index, minus);
        if (column == (int)columns - 1) {
            ev_billie_set_entry();
            continue;
        }
        ev_billie_double(a, koblitz);
        ec_inversion_beside(beside);
        if (column > 0) ev_billie_add();
        else ev_billie_add_to_any(a);
        ec_inversion_beside(beside);
    }
    GADD(G_D, C_Z, G_ZERO);
    invert(slots);
    GMUL(C_X, C_X, G_D);
    GMUL(C_L, C_L, G_D);
    GADD(C_L, C_L, C_X);
    GMUL(C_L, C_L, C_X);        // y = (lambda + x) x
    GADD(C_T, C_L, C_X);        // of the negative
    BILLIE_SET(BILLIE_FLAG, even);
    GCSWAP(C_L, C_T);
    GST(C_X, S_X);
    GST(C_L, S_Y);
    BILLIE_SET(BILLIE_FLAG, 0);
    return finish(r, slots);
}
