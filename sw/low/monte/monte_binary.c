// SPDX-License-Identifier: Apache-2.0
// Methods and sources as in ec2_ladder.h, ec2_projective.h and ec2_comb.h.
#include "monte_binary.h"

// Itoh and Tsujii: A is D^(2^n - 1).
void ev_monte_invert_binary(unsigned degree) {
    unsigned n = 1;
    PCPY(B_A, B_D);
    for (int bit = 30 - __builtin_clz(degree - 1); bit >= 0; bit--) {
        PSQR(B_W, B_A);
        for (unsigned left = n - 1; left != 0; left--) PSQR(B_W, B_W);
        PMUL(B_A, B_A, B_W);
        n *= 2;
        if ((degree - 1) >> bit & 1) {
            PSQR(B_A, B_A);
            PMUL(B_A, B_A, B_D);
            n++;
        }
    }
    PSQR(B_D, B_A);
}

void ev_monte_squares(unsigned n) {
    while (n--) PSQR(B_V, B_V);
}

// The sum does not depend on which of the points is which, so its products go before the exchange.
void ev_monte_step(uint32_t other) {
    PMUL(B_T, B_X1, B_Z2);
    PMUL(B_U, B_X2, B_Z1);
    MONTE_SET(MONTE_FLAG, other);
    PCSWAP(B_Z1, B_Z2);
    PCSWAP(B_X1, B_X2);
    PSQR(B_Z1, B_Z1);
    PMUL(B_V, B_ROOT, B_Z1);
    PSQR(B_X1, B_X1);
    PMUL(B_Z1, B_X1, B_Z1);     // Z3 = X1^2 Z1^2
    PADD(B_X1, B_X1, B_V);
    PSQR(B_X1, B_X1);           // X3 = (X1^2 + sqrt(b) Z1^2)^2
    PADD(B_Z2, B_T, B_U);
    PSQR(B_Z2, B_Z2);           // Z4 = (X1 Z2 + X2 Z1)^2
    PMUL(B_T, B_T, B_U);
    PMUL(B_X2, B_X, B_Z2);
    PADD(B_X2, B_X2, B_T);      // X4 = x Z4 + X1 Z2 X2 Z1
}

void ev_monte_step1(uint32_t other) {
    PMUL(B_T, B_X1, B_Z2);
    PMUL(B_U, B_X2, B_Z1);
    MONTE_SET(MONTE_FLAG, other);
    PCSWAP(B_Z1, B_Z2);
    PCSWAP(B_X1, B_X2);
    PADD(B_V, B_X1, B_Z1);
    PMUL(B_Z1, B_X1, B_Z1);
    PSQR(B_X1, B_V);
    PSQR(B_X1, B_X1);           // X3 = (X1 + Z1)^4
    PSQR(B_Z1, B_Z1);           // Z3 = (X1 Z1)^2
    PADD(B_Z2, B_T, B_U);
    PSQR(B_Z2, B_Z2);
    PMUL(B_T, B_T, B_U);
    PMUL(B_X2, B_X, B_Z2);
    PADD(B_X2, B_X2, B_T);
}

void ev_monte_ladder_end(void) {
    PMUL(B_C, B_Z1, B_Z2);
    PMUL(B_D, B_C, B_X);
}

// y = (x + x1) ((X1 + x Z1)(X2 + x Z2) + (x^2 + y) Z1 Z2) / (x Z1 Z2) + y
void ev_monte_ladder_affine(void) {
    PMUL(B_T, B_X, B_Z1);
    PADD(B_T, B_T, B_X1);
    PMUL(B_U, B_X, B_Z2);
    PADD(B_V, B_U, B_X2);
    PMUL(B_T, B_T, B_V);
    PSQR(B_V, B_X);
    PADD(B_V, B_V, B_Y);
    PMUL(B_V, B_V, B_C);
    PADD(B_T, B_T, B_V);
    PMUL(B_T, B_T, B_D);        // the bracket / (x Z1 Z2)
    PMUL(B_D, B_D, B_U);        // 1 / Z1
    PMUL(B_X1, B_X1, B_D);
    PADD(B_U, B_X1, B_X);
    PMUL(B_T, B_T, B_U);
    PADD(B_T, B_T, B_Y);
    PADD(B_U, B_X, B_Y);
    PEQ(B_Z2, S_ZERO);          // k = n - 1: the point is -P
    PCSWAP(B_X1, B_X);
    PCSWAP(B_T, B_U);
    PEQ(B_Z1, S_ZERO);
    PMUL(B_X1, B_X1, S_PLAIN);
    PMUL(B_Z1, B_T, S_PLAIN);
}

// The negative of a point has lambda + 1.
static void negate_entry(uint32_t minus) {
    MONTE_SET(MONTE_FLAG, minus);
    PADD(C_MINUS, C_EL, S_ONE);
    PCSWAP(C_EL, C_MINUS);
}

void ev_monte_set_entry(uint32_t index, uint32_t minus) {
    MONTE_SET(MONTE_INDEX, index);
    PTSEL(C_EX, 0);
    PTSEL(C_EL, 1);
    negate_entry(minus);
    PCPY(C_X, C_EX);
    PCPY(C_L, C_EL);
    PCPY(C_Z, S_ONE);
}

// The tables are read while products are computed.
void ev_monte_double_binary(uint32_t index, unsigned a, unsigned koblitz) {
    MONTE_SET(MONTE_INDEX, index);
    PADD(C_V, C_L, C_Z);
    PSQR(C_U, C_Z);
    PMUL(C_T, C_L, C_V);
    PTSEL(C_EX, 0);
    if (a) PADD(C_T, C_T, C_U); // T = L^2 + L Z + a Z^2
    PADD(C_V, C_L, C_X);
    PSQR(C_V, C_V);             // (L + X)^2
    PMUL(C_Z, C_T, C_U);        // Z3 = T Z^2
    PTSEL(C_EL, 1);
    PSQR(C_X, C_T);             // X3 = T^2
    PADD(C_W, C_T, C_U);
    PADD(C_W, C_W, C_V);
    PMUL(C_L, C_V, C_W);
    PADD(C_L, C_L, C_X);
    if (koblitz && a) return;
    PSQR(C_U, C_U);
    if (!koblitz) PMUL(C_U, C_BA, C_U);
    if (!a) PADD(C_U, C_U, C_Z);
    PADD(C_L, C_L, C_U);        // + (a + b) Z^4 + (a + 1) Z3
}

// Behind this, EL is lambda + 1.
static void add_entry(void) {
    PMUL(C_A, C_Z, C_EL);
    PMUL(C_B, C_Z, C_EX);
    PADD(C_A, C_A, C_L);        // A = L + lambda Z
    PMUL(C_T, C_A, C_B);        // A x Z
    PADD(C_B, C_B, C_X);
    PMUL(C_X, C_A, C_X);        // A X
    PSQR(C_B, C_B);             // B = (X + x Z)^2
    PMUL(C_A, C_A, C_B);
    PADD(C_L, C_X, C_B);
    PMUL(C_Z, C_Z, C_A);        // Z3 = A B Z
    PSQR(C_L, C_L);
    PMUL(C_X, C_X, C_T);        // X3 = A X A x Z
    PADD(C_EL, C_EL, S_ONE);
    PMUL(C_B, C_Z, C_EL);
    PADD(C_L, C_L, C_B);        // L3 = (A X + B)^2 + (lambda + 1) Z3
}

void ev_monte_add_entry(uint32_t minus) {
    negate_entry(minus);
    add_entry();
}

void ev_monte_add_entry_to_any(uint32_t minus, unsigned a) {
    negate_entry(minus);
    // Twice the entry, T = lambda^2 + lambda + a in C_W.
    PSQR(C_T, C_EL);
    PADD(C_W, C_T, C_EL);
    if (a) PADD(C_W, C_W, S_ONE);
    PADD(C_T, C_EL, C_EX);
    PSQR(C_T, C_T);
    PSQR(C_TX, C_W);
    PADD(C_U, C_T, C_W);
    PADD(C_U, C_U, S_ONE);
    PMUL(C_TL, C_T, C_U);
    PADD(C_TL, C_TL, C_TX);
    PADD(C_TL, C_TL, C_BA);
    if (!a) PADD(C_TL, C_TL, C_W);
    add_entry();
    PEQ(C_Z, S_ZERO);           // the points are the same
    PCSWAP(C_X, C_TX);
    PCSWAP(C_L, C_TL);
    PCSWAP(C_Z, C_W);
}
