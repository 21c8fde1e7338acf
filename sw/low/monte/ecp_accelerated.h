// SPDX-License-Identifier: Apache-2.0
// Points times scalars on the accelerator, if the machine has one; else, or if a command fails (slots outside RAM), by the
// library's own functions. Part of ecp_engine.h: W words to a coordinate. The methods are those of ecp_secret.h and
// ecp_vartime.h.
//
// A secret digit goes into `index` and `flag`: ptsel reads its whole table, pcswap always stores both slots.
#define MONTE_LABEL FP_LABEL
#include "monte_slots.h"

#define HERE(function) here_##function

// Tables in RAM behind the slots of commands: those of the comb are two of S_TX and S_TY.
enum { COMB_SLOTS = S_TX + 4 * ENTRIES, COMB_R2 = COMB_SLOTS, BLOCK_SLOTS = 2 * ENTRIES };
#define HERE_BASE_STACK_WORDS (ECP_STACK_WORDS(W) + 24 * W)
#define HERE_SIGN_STACK_WORDS (HERE_BASE_STACK_WORDS + 300)

// (EX, EY) = the table's entry for a digit, negated if the digit is negative.
#define SELECT_ENTRY(table, index, minus) \
    MONTE_SET(MONTE_INDEX, index);        \
    MONTE_SET(MONTE_FLAG, minus);         \
    PTSEL(S_EX, 2 * (table));             \
    PTSEL(S_EY, 2 * (table) + 1);         \
    PSUB(S_NEG, S_ZERO, S_EY);            \
    PCSWAP(S_EY, S_NEG);

// X Y Z + that entry. A table is read while a product is computed, which takes longer than a square.
#define ADD_ENTRY(table, index, minus, beside) \
    MONTE_SET(MONTE_INDEX, index);        \
    MONTE_SET(MONTE_FLAG, minus);         \
    PSQR(S_T2, S_Z);                      \
    PMUL(S_T3, S_T2, S_Z);                \
    PTSEL(S_EX, 2 * (table));             \
    PMUL(S_T0, S_EX, S_T2);               \
    PTSEL(S_EY, 2 * (table) + 1);         \
    PSUB(S_NEG, S_ZERO, S_EY);            \
    PCSWAP(S_EY, S_NEG);                  \
    ec_inversion_beside(beside);          \
    ev_monte_add_rest();

static void monte_set_point(void) {
    PCPY(S_X, S_EX);
    PCPY(S_Y, S_EY);
    PCPY(S_Z, S_ONE);
}

// The point as a result, negated if `even` is 1. Returns 0 if a command has failed.
static unsigned monte_finish(ev_ec_point_t *r, uint32_t slots[][W], uint32_t even, unsigned *infinite) {
    PCPY(S_OLD_Z, S_Z);
    ev_monte_invert(monte_modulus, W);
    ev_monte_to_affine();
    PSUB(S_NEG, S_ZERO, S_Y);
    MONTE_SET(MONTE_FLAG, even);
    PCSWAP(S_Y, S_NEG);
    PMUL(S_X, S_X, S_PLAIN);
    PMUL(S_Y, S_Y, S_PLAIN);
    PEQ(S_OLD_Z, S_ZERO);
    const unsigned good = monte_end();
    MONTE_GET(*infinite, MONTE_FLAG);
    COPY(r->x, slots[S_X]);
    COPY(r->y, slots[S_Y]);
    return good;
}

// The point in (X, Y), in the domain, and S_ONE is 1 there.
static void monte_take_point(uint32_t slots[][W], const ev_ec_point_t *p) {
    COPY(slots[S_X], p->x);
    COPY(slots[S_Y], p->y);
    PMUL(S_X, S_X, S_ONE);
    PMUL(S_Y, S_Y, S_ONE);
    PMUL(S_ONE, S_ONE, S_PLAIN);
}

static unsigned here_mul(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p) {
    const unsigned there = monte_present(), digits = (c->order_bits + TEETH - 1u) / TEETH;
    if (!there) return mul(c, r, k, p);
    uint32_t slots[SLOTS][W], signs[EV_CURVE_WORDS_MAX + 1];
    unsigned infinite;
    monte_begin(slots, there);
    MONTE_SET(MONTE_TABLE, (uintptr_t)slots[S_TX]);
    MONTE_SET(MONTE_COUNT, ENTRIES);
    monte_take_point(slots, p);
    ev_monte_odd_16(monte_modulus, W);
    const uint32_t even = to_signs(c, signs, k, digits * TEETH) & 1;
    for (int i = (int)digits - 1; i >= 0; i--) {
        uint32_t minus;
        const uint32_t index = signed_digit(signs, (unsigned)i * TEETH, 1, &minus);
        if (i < (int)digits - 1)
            for (int j = 0; j < TEETH; j++) ev_monte_double();
        if (i < (int)digits - 1 && i > 0) {
            ADD_ENTRY(0, index, minus, 0)
            continue;
        }
        SELECT_ENTRY(0, index, minus)
        if (i > 0) monte_set_point();
        else ev_monte_add_to_any();
    }
    const unsigned good = monte_finish(r, slots, even, &infinite);
    return good ? infinite : mul(c, r, k, p);
}

// An entry of the comb: x and y into slots of the tables.
static void monte_put_entry(uint32_t slots[][W], const uint32_t *comb, int e) {
    uint32_t *const to = slots[S_TX + e / ENTRIES * BLOCK_SLOTS + e % ENTRIES];
    COPY(to, comb + 2 * W * e);
    COPY(to + ENTRIES * W, comb + 2 * W * e + W);
}

// The tables of the comb, in the domain. An entry is copied while the one before is computed. Commands reach 64 slots, so
// the second block has a base of its own.
static void monte_take_comb(uint32_t slots[][W], const uint32_t *comb) {
    COPY(slots[COMB_R2], monte_r2);
#define ENTRY_(block, e, r2)                                \
    monte_put_entry(slots, comb, ENTRIES * (block) + (e)); \
    PMUL(S_TX + (e), S_TX + (e), r2);                       \
    PMUL(S_TY + (e), S_TY + (e), r2);
#define FOUR_(block, e, r2) \
    ENTRY_(block, e, r2) ENTRY_(block, (e) + 1, r2) ENTRY_(block, (e) + 2, r2) ENTRY_(block, (e) + 3, r2)
#define BLOCK_(block, r2) FOUR_(block, 0, r2) FOUR_(block, 4, r2) FOUR_(block, 8, r2) FOUR_(block, 12, r2)
    BLOCK_(0, S_ONE)
    MONTE_SET(MONTE_BASE, (uintptr_t)slots[BLOCK_SLOTS]);
    BLOCK_(1, COMB_R2 - BLOCK_SLOTS)
    MONTE_SET(MONTE_BASE, (uintptr_t)slots);
}

static void here_mul_base_beside(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, ev_ec_inversion_t *beside) {
    const unsigned there = monte_present(), columns = c->comb_columns, stride = 2 * columns;
    if (!there) {
        mul_base(c, r, k);
        return;
    }
    uint32_t slots[COMB_SLOTS + 1][W], signs[EV_CURVE_WORDS_MAX + 1];
    unsigned infinite;
    monte_begin(slots, there);
    monte_take_comb(slots, c->comb);
    MONTE_SET(MONTE_TABLE, (uintptr_t)slots[S_TX]);
    MONTE_SET(MONTE_COUNT, ENTRIES);
    PMUL(S_ONE, S_ONE, S_PLAIN);
    const uint32_t even = to_signs(c, signs, k, stride * TEETH) & 1;
    for (int column = (int)columns - 1; column >= 0; column--) {
        if (column < (int)columns - 1) ev_monte_double_beside(beside);
        for (unsigned block = 0; block < 2; block++) {
            uint32_t minus;
            const uint32_t index = signed_digit(signs, block * columns + (unsigned)column, stride, &minus);
            if (column == (int)columns - 1 && block == 0) {
                SELECT_ENTRY(0, index, minus)
                monte_set_point();
            } else if (column > 0 && block == 0) {
                ADD_ENTRY(0, index, minus, beside)
            } else if (column > 0) {
                ADD_ENTRY(1, index, minus, beside)
            } else {
                if (block == 0) {
                    SELECT_ENTRY(0, index, minus)
                } else {
                    SELECT_ENTRY(1, index, minus)
                }
                ev_monte_add_to_any();
            }
            ec_inversion_beside(beside);
        }
    }
    const unsigned good = monte_finish(r, slots, even, &infinite);
    if (!good) mul_base(c, r, k);
}

static void here_mul_base(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k) { here_mul_base_beside(c, r, k, 0); }

#include "ecp_accelerated_vartime.h"
