// SPDX-License-Identifier: Apache-2.0
// Methods and sources as in ec2_ladder.h, ec2_projective.h and ec2_comb.h.
#include "billie_points.h"

void ev_billie_begin(const void *slots, unsigned words) {
    BILLIE_SET(BILLIE_STATUS, 0);
    BILLIE_SET(BILLIE_CONFIG, words << 9);
    BILLIE_SET(BILLIE_BASE, (uintptr_t)slots);
}

#define CLEAR_(i) GADD(i, i, i);
#define EACH_(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11) F(12) F(13) F(14) F(15)

unsigned ev_billie_end(void) {
    uint32_t status;
    BILLIE_SET(BILLIE_INDEX, 0);
    EACH_(CLEAR_)
    BILLIE_GET(status, BILLIE_WAIT);
    const unsigned good = (status & 15) == BILLIE_ERROR_NONE;
    if (!good) {  // what follows an error was ignored
        BILLIE_SET(BILLIE_STATUS, 0);
        BILLIE_SET(BILLIE_INDEX, 0);
        BILLIE_SET(BILLIE_FLAG, 0);
        EACH_(CLEAR_)
        BILLIE_GET(status, BILLIE_WAIT);
    }
    return good;
}

// The products are in an order in which none waits for the one before: the first two of the next step begin before X2 is
// there. The sum does not depend on which of the points is which, so it goes before the exchange.
void ev_billie_step(uint32_t other) {
    GMUL(G_T, G_X1, G_Z2);
    GMUL(G_U, G_X2, G_Z1);
    BILLIE_SET(BILLIE_FLAG, other);
    GCSWAP(G_Z1, G_Z2);
    GSQR(G_Z1, G_Z1, 1);
    GCSWAP(G_X1, G_X2);
    GSQR(G_X1, G_X1, 1);
    GMUL(G_V, G_ROOT, G_Z1);
    GMUL(G_Z1, G_X1, G_Z1);     // Z3 = X1^2 Z1^2
    GADD(G_Z2, G_T, G_U);
    GSQR(G_Z2, G_Z2, 1);        // Z4 = (X1 Z2 + X2 Z1)^2
    GMUL(G_T, G_T, G_U);
    GADD(G_X1, G_X1, G_V);
    GSQR(G_X1, G_X1, 1);        // X3 = (X1^2 + sqrt(b) Z1^2)^2
    GMUL(G_X2, G_X, G_Z2);
    GADD(G_X2, G_X2, G_T);      // X4 = x Z4 + X1 Z2 X2 Z1
}

void ev_billie_step1(uint32_t other) {
    GMUL(G_T, G_X1, G_Z2);
    GMUL(G_U, G_X2, G_Z1);
    BILLIE_SET(BILLIE_FLAG, other);
    GCSWAP(G_Z1, G_Z2);
    GCSWAP(G_X1, G_X2);
    GADD(G_V, G_X1, G_Z1);
    GMUL(G_Z1, G_X1, G_Z1);
    GSQR(G_X1, G_V, 2);         // X3 = (X1 + Z1)^4
    GADD(G_Z2, G_T, G_U);
    GSQR(G_Z2, G_Z2, 1);
    GMUL(G_T, G_T, G_U);
    GSQR(G_Z1, G_Z1, 1);        // Z3 = (X1 Z1)^2
    GMUL(G_X2, G_X, G_Z2);
    GADD(G_X2, G_X2, G_T);
}

void ev_billie_ladder_end(void) {
    GMUL(G_C, G_Z1, G_Z2);
    GMUL(G_D, G_C, G_X);
}

// y = (x + x1) ((X1 + x Z1)(X2 + x Z2) + (x^2 + y) Z1 Z2) / (x Z1 Z2) + y
void ev_billie_ladder_affine(void) {
    GMUL(G_T, G_X, G_Z1);
    GADD(G_T, G_T, G_X1);
    GMUL(G_U, G_X, G_Z2);
    GADD(G_V, G_U, G_X2);
    GMUL(G_T, G_T, G_V);
    GSQR(G_V, G_X, 1);
    GADD(G_V, G_V, G_Y);
    GMUL(G_V, G_V, G_C);
    GADD(G_T, G_T, G_V);
    GMUL(G_T, G_T, G_D);        // the bracket / (x Z1 Z2)
    GMUL(G_D, G_D, G_U);        // 1 / Z1
    GMUL(G_X1, G_X1, G_D);
    GADD(G_U, G_X1, G_X);
    GMUL(G_T, G_T, G_U);
    GADD(G_T, G_T, G_Y);
    GADD(G_U, G_X, G_Y);
    GEQ(G_Z2, G_ZERO);          // k = n - 1: the point is -P
    GCSWAP(G_X1, G_X);
    GCSWAP(G_T, G_U);
    GEQ(G_Z1, G_ZERO);
    GADD(G_Z1, G_T, G_ZERO);
}

void ev_billie_entry(uint32_t index, uint32_t minus) {
    BILLIE_SET(BILLIE_INDEX, index);
    GTSEL(C_EX, 0);
    GTSEL(C_EL, 1);
    BILLIE_SET(BILLIE_FLAG, minus);
}

// The negative of a point has lambda + 1.
static void negate_entry(void) {
    GADD(C_MINUS, C_EL, G_ONE);
    GCSWAP(C_EL, C_MINUS);
}

void ev_billie_set_entry(void) {
    negate_entry();
    GADD(C_X, C_EX, G_ZERO);
    GADD(C_L, C_EL, G_ZERO);
    GADD(C_Z, G_ONE, G_ZERO);
}

void ev_billie_double(unsigned a, unsigned koblitz) {
    GADD(C_V, C_L, C_Z);
    GSQR(C_U, C_Z, 1);
    GMUL(C_T, C_L, C_V);
    GADD(C_V, C_L, C_X);
    GSQR(C_V, C_V, 1);          // (L + X)^2
    if (a) GADD(C_T, C_T, C_U); // T = L^2 + L Z + a Z^2
    GMUL(C_Z, C_T, C_U);        // Z3 = T Z^2
    GADD(C_W, C_T, C_U);
    GADD(C_W, C_W, C_V);
    GMUL(C_L, C_V, C_W);
    GSQR(C_X, C_T, 1);          // X3 = T^2
    if (koblitz && a) {
        GADD(C_L, C_L, C_X);
        return;
    }
    GSQR(C_U, C_U, 1);
    if (!koblitz) GMUL(C_U, C_BA, C_U);
    if (!a) GADD(C_U, C_U, C_Z);
    GADD(C_L, C_L, C_X);
    GADD(C_L, C_L, C_U);        // + (a + b) Z^4 + (a + 1) Z3
}

// Behind this, EL is lambda + 1.
static void add_entry(void) {
    GMUL(C_A, C_Z, C_EL);
    GMUL(C_B, C_Z, C_EX);
    GADD(C_A, C_A, C_L);        // A = L + lambda Z
    GMUL(C_T, C_A, C_B);        // A x Z
    GADD(C_B, C_B, C_X);
    GSQR(C_B, C_B, 1);          // B = (X + x Z)^2
    GMUL(C_X, C_A, C_X);        // A X
    GMUL(C_A, C_A, C_B);
    GADD(C_L, C_X, C_B);
    GMUL(C_Z, C_Z, C_A);        // Z3 = A B Z
    GSQR(C_L, C_L, 1);
    GMUL(C_X, C_X, C_T);        // X3 = A X A x Z
    GADD(C_EL, C_EL, G_ONE);
    GMUL(C_B, C_Z, C_EL);
    GADD(C_L, C_L, C_B);        // L3 = (A X + B)^2 + (lambda + 1) Z3
}

void ev_billie_add(void) {
    negate_entry();
    add_entry();
}

void ev_billie_add_to_any(unsigned a) {
    negate_entry();
    // Twice the entry, T = lambda^2 + lambda + a in C_W.
    GSQR(C_T, C_EL, 1);
    GADD(C_W, C_T, C_EL);
    if (a) GADD(C_W, C_W, G_ONE);
    GADD(C_T, C_EL, C_EX);
    GSQR(C_T, C_T, 1);
    GSQR(C_TX, C_W, 1);
    GADD(C_U, C_T, C_W);
    GADD(C_U, C_U, G_ONE);
    GMUL(C_TL, C_T, C_U);
    GADD(C_TL, C_TL, C_TX);
    GADD(C_TL, C_TL, C_BA);
    if (!a) GADD(C_TL, C_TL, C_W);
    add_entry();
    GEQ(C_Z, G_ZERO);           // the points are the same
    GCSWAP(C_X, C_TX);
    GCSWAP(C_L, C_TL);
    GCSWAP(C_Z, C_W);
}
