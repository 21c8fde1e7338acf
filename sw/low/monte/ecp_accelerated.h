// SPDX-License-Identifier: Apache-2.0
// Points times scalars on the accelerator, if the machine has one; else, or if a command fails (slots outside RAM), by the
// library's own functions. Part of ecp_engine.h: W words to a coordinate. The methods are those of ecp_secret.h and
// ecp_vartime.h.
//
// A secret digit goes into `index` and `flag`: ptsel reads its whole table, pcswap always stores both slots.
#define MONTE_LABEL FP_LABEL
#include "monte_slots.h"

#define HERE(function) here_##function

#if FP_LABEL == 192
#include "monte/commands/monte_p192.h"
#define MONTE_TABLE_(name) ECP_TABLE(P192, name)
#elif FP_LABEL == 224
#include "monte/commands/monte_p224.h"
#define MONTE_TABLE_(name) ECP_TABLE(P224, name)
#elif FP_LABEL == 256
#include "monte/commands/monte_p256.h"
#define MONTE_TABLE_(name) ECP_TABLE(P256, name)
#elif FP_LABEL == 384
#include "monte/commands/monte_p384.h"
#define MONTE_TABLE_(name) ECP_TABLE(P384, name)
#else
#include "monte/commands/monte_p521.h"
#define MONTE_TABLE_(name) ECP_TABLE(P521, name)
#endif

// A table of 16 points in RAM is 16 x, and then 16 y. The comb has several of them.
enum {
    BLOCKS = MONTE_TABLE_(COMB_BLOCKS),
    COLUMNS = MONTE_TABLE_(COMB_COLUMNS),
    COMB_SLOTS = S_TX + 2 * BLOCKS * ENTRIES
};
_Static_assert((TEETH * BLOCKS - 1) * COLUMNS + 4 <= FP_FACT(_BITS), "here_mul_base_beside relies on it");
_Static_assert((int)SLOTS <= (int)COMB_SLOTS, "the comb has the slots of the others");
#define HERE_BASE_STACK_WORDS (ECP_STACK_WORDS(W) + (COMB_SLOTS - SLOTS + 2) * W)
#define HERE_SIGN_STACK_WORDS (HERE_BASE_STACK_WORDS + 300)

// i = 0, 1: x, y of the entry in a block's table.
#define SELECT(d, i)                            \
    switch (block) {                            \
        case 0: PTSEL(d, (i)); break;           \
        case 1: PTSEL(d, 2 + (i)); break;       \
        case 2: PTSEL(d, 4 + (i)); break;       \
        default: PTSEL(d, 6 + (i)); break;      \
    }

#define NEGATE_ENTRY(minus)           \
    PSUB(S_NEG, S_ZERO, S_EY);        \
    MONTE_SET(MONTE_FLAG, minus);     \
    PCSWAP(S_EY, S_NEG);

static void monte_take_tables(uint32_t slots[][W]) {
    MONTE_SET(MONTE_TABLE, (uintptr_t)slots[S_TX]);
    MONTE_SET(MONTE_COUNT, ENTRIES);
}

// (EX, EY) = the entry for a digit, negated if the digit is negative.
static void monte_select_entry(unsigned block, uint32_t index, uint32_t minus) {
    MONTE_SET(MONTE_INDEX, index);
    SELECT(S_EX, 0)
    SELECT(S_EY, 1)
    NEGATE_ENTRY(minus)
}

// X Y Z + that entry, for different points, no infinity. Begins and ends in front of ev_monte_end_y. A table is read while
// a product is computed, which takes longer than anything else.
static void monte_add_entry(unsigned block, uint32_t index, uint32_t minus, ev_ec_inversion_t *beside) {
    MONTE_SET(MONTE_INDEX, index);
    SELECT(S_EX, 0)
    ev_monte_end_y();
    PSQR(S_T2, S_Z);
    PMUL(S_T3, S_T2, S_Z);
    PMUL(S_T0, S_EX, S_T2);
    SELECT(S_EY, 1)
    ec_inversion_beside(beside);
    PSUB(S_T0, S_T0, S_X);   // E = x Z^2 - X
    PMUL(S_Z, S_Z, S_T0);    // Z3 = Z E
    NEGATE_ENTRY(minus)
    PSQR(S_T2, S_T0);
    PMUL(S_T1, S_EY, S_T3);
    PSUB(S_T1, S_T1, S_Y);   // F = y Z^3 - Y
    ev_monte_add_but_y();
    ec_inversion_beside(beside);
}

static void monte_set_point(void) {
    PCPY(S_X, S_EX);
    PCPY(S_Y, S_EY);
    PCPY(S_Z, S_ONE);
}

// The point as a result, negated if `even` is 1. Returns 0 if a command has failed; then `r`, which may be the point that is
// to be multiplied, is as before.
static unsigned monte_finish(ev_ec_point_t *r, uint32_t slots[][W], uint32_t even, unsigned *infinite,
                             ev_ec_inversion_t *beside) {
    PCPY(S_OLD_Z, S_Z);
    ev_monte_invert_beside(monte_modulus, W, beside);
    ev_monte_to_affine();
    PSUB(S_NEG, S_ZERO, S_Y);
    MONTE_SET(MONTE_FLAG, even);
    PCSWAP(S_Y, S_NEG);
    PEQ(S_OLD_Z, S_ZERO);
    MONTE_SET(MONTE_INDEX, 0);  // a digit
    if (!monte_end()) return 0;
    MONTE_GET(*infinite, MONTE_FLAG);
    COPY(r->x, slots[S_X]);
    COPY(r->y, slots[S_Y]);
    return 1;
}

// The point in (X, Y), in the domain, and S_ONE is 1 there.
static void monte_take_point(uint32_t slots[][W], const ev_ec_point_t *p) {
    COPY(slots[S_X], p->x);
    COPY(slots[S_Y], p->y);
    PMUL(S_X, S_X, S_ONE);
    PMUL(S_Y, S_Y, S_ONE);
    PMUL(S_ONE, S_ONE, S_PLAIN);
}

// k p; whether it is infinity goes to `infinite`. Returns 0 if a command has failed. Its slots are gone when another method
// takes the same stack.
static __attribute__((noinline)) unsigned monte_mul(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k,
                                                    const ev_ec_point_t *p, unsigned there, unsigned *infinite) {
    const unsigned digits = (c->order_bits + TEETH - 1u) / TEETH;
    uint32_t slots[SLOTS][W], signs[EV_CURVE_WORDS_MAX + 1];
    monte_begin(slots, there);
    monte_take_tables(slots);
    monte_take_point(slots, p);
    ev_monte_odd_16(monte_modulus, W);
    const uint32_t even = to_signs(c, signs, k, digits * TEETH) & 1;
    for (int i = (int)digits - 1; i >= 0; i--) {
        uint32_t minus;
        const uint32_t index = signed_digit(signs, (unsigned)i * TEETH, 1, &minus);
        if (i == (int)digits - 1) {
            monte_select_entry(0, index, minus);
            monte_set_point();
            PCPY(S_T0, S_ZERO);  // for ev_monte_end_y
            continue;
        }
        for (int j = 0; j < TEETH; j++) {
            ev_monte_end_y();
            ev_monte_double_but_y(0);
        }
        if (i > 0) {
            monte_add_entry(0, index, minus, 0);
        } else {
            ev_monte_end_y();
            monte_select_entry(0, index, minus);
            ev_monte_add_to_any();
        }
    }
    return monte_finish(r, slots, even, infinite, 0);
}

static unsigned here_mul(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p) {
    const unsigned there = monte_present();
    unsigned good = 0, infinite;
    if (there) good = monte_mul(c, r, k, p, there, &infinite);
    return good ? infinite : mul(c, r, k, p);
}

// k G without a unit: the tables of the base point are in the domain, so it is a point as any other.
static void mul_base(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k) {
    ev_ec_point_t g;
    COPY(g.x, c->g);
    COPY(g.y, c->g + W);
    mul(c, r, k, &g);
}

// X Y 1 + (EX, EY), in front of ev_monte_end_y.
static void monte_add_to_affine(void) {
    PSUB(S_T0, S_EX, S_X);
    PSUB(S_T1, S_EY, S_Y);
    PCPY(S_Z, S_T0);
    PSQR(S_T2, S_T0);
    ev_monte_add_but_y();
}

// A block's tables.
static void monte_take_block(uint32_t slots[][W], const uint32_t *comb, unsigned block) {
    enum { WORDS = 2 * ENTRIES * W, AT_ONCE = 8 };
    uint32_t *to = slots[S_TX + 2 * ENTRIES * block];
    comb += WORDS * block;
    for (const uint32_t *const end = comb + WORDS; comb != end; comb += AT_ONCE, to += AT_ONCE) {
        uint32_t some[AT_ONCE];
        _Pragma("GCC unroll 8") for (int i = 0; i < AT_ONCE; i++) some[i] = comb[i];
        _Pragma("GCC unroll 8") for (int i = 0; i < AT_ONCE; i++) to[i] = some[i];
    }
}

// The entries of one column, added to what is in X Y Z; `first`: to nothing. Takes the tables that are not there yet from
// `comb`, each beside the addition in front of it.
static void monte_add_column(uint32_t slots[][W], const uint32_t *comb, const uint32_t *signs, unsigned columns,
                             unsigned column, int first, ev_ec_inversion_t *beside) {
    for (unsigned block = 0; block < BLOCKS; block++) {
        uint32_t minus;
        if (comb) monte_take_block(slots, comb, block);
        const uint32_t index = signed_digit(signs, block * columns + column, BLOCKS * columns, &minus);
        if (!first || block > 1) {
            monte_add_entry(block, index, minus, beside);
            continue;
        }
        monte_select_entry(block, index, minus);
        if (block == 0) monte_set_point();
        else monte_add_to_affine();
    }
}

// As mul_base of ecp_secret.h, but for the number of blocks, and for the last column: its entries make a sum of their own.
//
// As integers, with d for the largest sum of a column's entries: what is added to in column c > 0 is at most n / 2^c + 2 d,
// and d is below n / 6. So no two points are equal or opposite: their integers would differ by n, or be equal, but one of
// them is odd. Nor are the entries of the last column. Only the last addition takes any points: for the scalars next to n.
// Returns 0 if a command has failed.
static __attribute__((noinline)) unsigned monte_mul_base(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k,
                                                         unsigned there, ev_ec_inversion_t *beside) {
    const unsigned columns = c->comb_columns;
    uint32_t slots[COMB_SLOTS][W], signs[EV_CURVE_WORDS_MAX + 1];
    unsigned infinite;
    monte_begin(slots, there);
    monte_take_tables(slots);
    PMUL(S_ONE, S_ONE, S_PLAIN);
    const uint32_t even = to_signs(c, signs, k, BLOCKS * TEETH * columns) & 1;
    monte_add_column(slots, c->comb, signs, columns, columns - 1, 1, beside);
    for (unsigned column = columns - 1; column-- > 0;) {
        ev_monte_end_y();
        ev_monte_double_but_y(beside);
        if (column > 0) monte_add_column(slots, 0, signs, columns, column, 0, beside);
    }
    ev_monte_end_y();
    PCPY(S_SAVED_X, S_X);
    PCPY(S_SAVED_Y, S_Y);
    PCPY(S_SAVED_Z, S_Z);
    monte_add_column(slots, 0, signs, columns, 0, 1, beside);
    ev_monte_end_y();
    ev_monte_add_saved();
    return monte_finish(r, slots, even, &infinite, beside);
}

static void here_mul_base_beside(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, ev_ec_inversion_t *beside) {
    const unsigned there = monte_present();
    unsigned good = 0;
    if (there) good = monte_mul_base(c, r, k, there, beside);
    if (!good) mul_base(c, r, k);
}

static void here_mul_base(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k) { here_mul_base_beside(c, r, k, 0); }

#include "ecp_accelerated_vartime.h"
