// SPDX-License-Identifier: Apache-2.0
// Sources as in ecp_jacobian.h: Guide to Elliptic Curve Cryptography (2004), 3.2.2; Meloni (2007).
#include "monte_points.h"

void ev_monte_double_but_y(ev_ec_inversion_t *beside) {
    PSQR(S_T1, S_Z);
    PSUB(S_T2, S_X, S_T1);
    PADD(S_T0, S_X, S_T1);
    PMUL(S_T0, S_T2, S_T0);
    PADD(S_T2, S_T0, S_T0);
    PADD(S_T2, S_T2, S_T0);  // M = 3 (X - Z^2)(X + Z^2)
    PMUL(S_Z, S_Y, S_Z);
    PADD(S_Z, S_Z, S_Z);     // Z3 = 2 Y Z
    PSQR(S_T0, S_Y);
    PADD(S_T0, S_T0, S_T0);
    ec_inversion_beside(beside);
    PMUL(S_T1, S_X, S_T0);
    PADD(S_T1, S_T1, S_T1);  // S = 4 X Y^2
    PSQR(S_X, S_T2);
    PSUB(S_X, S_X, S_T1);
    PSUB(S_X, S_X, S_T1);    // X3 = M^2 - 2 S
    PSQR(S_T0, S_T0);
    PADD(S_T0, S_T0, S_T0);  // 8 Y^4
    PSUB(S_T1, S_T1, S_X);
    PMUL(S_Y, S_T2, S_T1);   // Y3 = M (S - X3) - 8 Y^4
    ec_inversion_beside(beside);
}

void ev_monte_double(void) {
    ev_monte_double_but_y(0);
    ev_monte_end_y();
}

void ev_monte_add(void) {
    PSQR(S_T2, S_Z);
    PMUL(S_T3, S_T2, S_Z);
    PMUL(S_T0, S_EX, S_T2);
    PSUB(S_T0, S_T0, S_X);   // E = x Z^2 - X
    PMUL(S_T1, S_EY, S_T3);
    PSUB(S_T1, S_T1, S_Y);   // F = y Z^3 - Y
    PMUL(S_Z, S_Z, S_T0);    // Z3 = Z E
    PSQR(S_T2, S_T0);
    ev_monte_add_but_y();
    ev_monte_end_y();
}

void ev_monte_add_but_y(void) {
    PMUL(S_T0, S_T0, S_T2);  // E^3
    PMUL(S_T2, S_X, S_T2);   // X E^2
    PSQR(S_X, S_T1);
    PSUB(S_X, S_X, S_T0);
    PSUB(S_X, S_X, S_T2);
    PSUB(S_X, S_X, S_T2);    // X3 = F^2 - E^3 - 2 X E^2
    PMUL(S_T0, S_Y, S_T0);
    PSUB(S_T2, S_T2, S_X);
    PMUL(S_Y, S_T1, S_T2);   // Y3 = F (X E^2 - X3) - Y E^3
}

void ev_monte_end_y(void) { PSUB(S_Y, S_Y, S_T0); }

// T3 is 0 exactly if Z is 0 and X is.
static void see_same(void) {
    PCPY(S_V, S_Z);
    PCPY(S_T3, S_ONE);
    PEQ(S_X, S_ZERO);
    PCSWAP(S_T3, S_V);
}

void ev_monte_add_saved(void) {
    PCPY(S_SX, S_X);
    PCPY(S_SY, S_Y);
    PCPY(S_SZ, S_Z);
    // Both points with the product of both Z.
    PSQR(S_T2, S_SAVED_Z);
    PMUL(S_EX, S_X, S_T2);
    PMUL(S_T2, S_T2, S_SAVED_Z);
    PMUL(S_EY, S_Y, S_T2);
    PSQR(S_T2, S_Z);
    PMUL(S_X, S_SAVED_X, S_T2);
    PMUL(S_T2, S_T2, S_Z);
    PMUL(S_Y, S_SAVED_Y, S_T2);
    PMUL(S_Z, S_Z, S_SAVED_Z);
    PSUB(S_T0, S_EX, S_X);
    PSUB(S_T1, S_EY, S_Y);
    PMUL(S_Z, S_Z, S_T0);
    PSQR(S_T2, S_T0);
    ev_monte_add_but_y();
    ev_monte_end_y();
    see_same();
    PCPY(S_EX, S_X);
    PCPY(S_EY, S_Y);
    PCPY(S_NEG, S_Z);
    PCPY(S_X, S_SX);
    PCPY(S_Y, S_SY);
    PCPY(S_Z, S_SZ);
    ev_monte_double();
    PEQ(S_T3, S_ZERO);
    PCSWAP(S_X, S_EX);
    PCSWAP(S_Y, S_EY);
    PCSWAP(S_Z, S_NEG);      // the sum, or twice the point, is in E
    PEQ(S_SAVED_Z, S_ZERO);
    PCSWAP(S_EX, S_SX);
    PCSWAP(S_EY, S_SY);
    PCSWAP(S_NEG, S_SZ);
    PCPY(S_X, S_EX);
    PCPY(S_Y, S_EY);
    PCPY(S_Z, S_NEG);
}

// The sum, twice (EX, EY), or (EX, EY): all are computed, and exchanges choose.
void ev_monte_add_to_any(void) {
    PCPY(S_OLD_Z, S_Z);
    ev_monte_add();
    PCPY(S_SX, S_X);
    PCPY(S_SY, S_Y);
    PCPY(S_SZ, S_Z);
    see_same();
    PCPY(S_X, S_EX);
    PCPY(S_Y, S_EY);
    PCPY(S_Z, S_ONE);
    ev_monte_double();
    PEQ(S_T3, S_ZERO);
    PCSWAP(S_X, S_SX);
    PCSWAP(S_Y, S_SY);
    PCSWAP(S_Z, S_SZ);       // the sum is in S, unless it is twice the point
    PCPY(S_T3, S_ONE);
    PEQ(S_OLD_Z, S_ZERO);
    PCSWAP(S_SX, S_EX);
    PCSWAP(S_SY, S_EY);
    PCSWAP(S_SZ, S_T3);
    PCPY(S_X, S_SX);
    PCPY(S_Y, S_SY);
    PCPY(S_Z, S_SZ);
}

// --------------------------------------------------------------------------------------------------------------------
// Inversion: powers a^(2^n - 1) for n a power of two, and from them the exponent's runs of ones

enum { POWERS = 10, S_POWER = S_EX, MOST_WORDS = 18 };

#define EACH_POWER(F) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9)
_Static_assert(S_POWER + POWERS <= S_PLAIN, "the powers have slots of their own");

enum { RUN = 8 };  // squares in front of a slice

// Z = Z^(2^n)
static void square(unsigned n, ev_ec_inversion_t *beside) {
    while (n--) {
        PSQR(S_Z, S_Z);
        if (n % RUN == 0) ec_inversion_beside(beside);
    }
}

// Power i, of 2^(2^i) - 1, from the one before.
static void make_power(int i, ev_ec_inversion_t *beside) {
    unsigned n = (1u << (i - 1)) - 1;
    switch (i) {
#define MAKE(i)                                           \
    case i:                                               \
        PSQR(S_POWER + (i), S_POWER + (i) - 1);           \
        while (n--) {                                     \
            PSQR(S_POWER + (i), S_POWER + (i));           \
            if (n % RUN == 0) ec_inversion_beside(beside); \
        }                                                 \
        PMUL(S_POWER + (i), S_POWER + (i), S_POWER + (i) - 1); \
        break;
        EACH_POWER(MAKE)
    }
}

static void multiply(int i) {
    switch (i) {
#define MULTIPLY(i)                      \
    case i:                              \
        PMUL(S_Z, S_Z, S_POWER + (i));   \
        break;
        MULTIPLY(0)
        EACH_POWER(MULTIPLY)
    }
}

static void begin_with(int i) {
    switch (i) {
#define BEGIN(i)                   \
    case i:                        \
        PCPY(S_Z, S_POWER + (i));  \
        break;
        BEGIN(0)
        EACH_POWER(BEGIN)
    }
}

static unsigned bit_of(const uint32_t *e, int i) { return e[i >> 5] >> (i & 31) & 1; }

// How many ones there are in a row from bit i down. The accelerator waits for the number, so whole words count at once.
static int ones_from(const uint32_t *e, int i) {
    for (int n = 0;;) {
        const int left = (i & 31) + 1;
        uint32_t t = e[i >> 5] << (32 - left);
        int m = left;
        if (t != 0xffffffffu << (32 - left))
            for (m = 0; (int32_t)t < 0; t <<= 1) m++;
        n += m;
        i -= m;
        if (m < left || i < 0) return n;
    }
}

void ev_monte_invert(const uint32_t *prime, int words) { ev_monte_invert_beside(prime, words, 0); }

void ev_monte_invert_beside(const uint32_t *prime, int words, ev_ec_inversion_t *beside) {
    uint32_t e[MOST_WORDS], borrow = 2;
    int made = 0, begun = 0, i = 32 * words - 1;
    for (int j = 0; j < words; j++) {
        e[j] = prime[j] - borrow;
        borrow = prime[j] < borrow;
    }
    PCPY(S_POWER, S_Z);
    while (i >= 0) {
        if (!bit_of(e, i)) {
            if (begun) square(1, 0);
            i--;
            continue;
        }
        const int ones = ones_from(e, i);
        i -= ones;
        for (int n = POWERS - 1; n >= 0; n--) {
            if (!(ones >> n & 1)) continue;
            while (made < n) make_power(++made, beside);
            if (begun) {
                square(1u << n, beside);
                multiply(n);
            } else {
                begin_with(n);
                begun = 1;
            }
        }
    }
}

void ev_monte_to_affine(void) {
    PSQR(S_T0, S_Z);
    PMUL(S_T0, S_T0, S_PLAIN);
    PMUL(S_X, S_X, S_T0);
    PMUL(S_T0, S_T0, S_Z);
    PMUL(S_Y, S_Y, S_T0);
}

// --------------------------------------------------------------------------------------------------------------------
// Odd multiples of a point, with a common Z: as odd_multiples in ecp_jacobian.h

static void begin_multiples(void) {
    PCPY(S_TX, S_X);
    PCPY(S_TY, S_Y);
    PCPY(S_Z, S_ONE);
    ev_monte_double();
    PSQR(S_T1, S_Z);         // the point itself with the Z of its double
    PMUL(S_EX, S_TX, S_T1);
    PMUL(S_T1, S_T1, S_Z);
    PMUL(S_EY, S_TY, S_T1);
}

// (EX, EY) = (X, Y) + (EX, EY), and both with the new Z.
#define NEXT_MULTIPLE(i)                     \
    PSUB(S_RATIO(i), S_X, S_EX);          \
    PMUL(S_Z, S_Z, S_RATIO(i));           \
    PSQR(S_T1, S_RATIO(i));               \
    PMUL(S_X, S_X, S_T1);                    \
    PMUL(S_EX, S_EX, S_T1);                  \
    PSUB(S_T0, S_Y, S_EY);                   \
    PSUB(S_T1, S_X, S_EX);                   \
    PMUL(S_Y, S_Y, S_T1);                    \
    PSQR(S_T1, S_T0);                        \
    PSUB(S_T1, S_T1, S_X);                   \
    PSUB(S_EX, S_T1, S_EX);                  \
    PSUB(S_T1, S_X, S_EX);                   \
    PMUL(S_EY, S_T0, S_T1);                  \
    PSUB(S_EY, S_EY, S_Y);                   \
    PCPY(S_TX + (i), S_EX);                  \
    PCPY(S_TY + (i), S_EY);

#define DIVIDE_MULTIPLE(i)                   \
    PSQR(S_T1, S_Z);                         \
    PMUL(S_TX + (i), S_TX + (i), S_T1);      \
    PMUL(S_T1, S_T1, S_Z);                   \
    PMUL(S_TY + (i), S_TY + (i), S_T1);      \
    PMUL(S_Z, S_Z, S_RATIO(i));

void ev_monte_odd_8(const uint32_t *prime, int words) {
    begin_multiples();
    NEXT_MULTIPLE(1) NEXT_MULTIPLE(2) NEXT_MULTIPLE(3) NEXT_MULTIPLE(4) NEXT_MULTIPLE(5) NEXT_MULTIPLE(6)
    NEXT_MULTIPLE(7)
    ev_monte_invert(prime, words);
    DIVIDE_MULTIPLE(7) DIVIDE_MULTIPLE(6) DIVIDE_MULTIPLE(5) DIVIDE_MULTIPLE(4) DIVIDE_MULTIPLE(3) DIVIDE_MULTIPLE(2)
    DIVIDE_MULTIPLE(1)
}

void ev_monte_odd_16(const uint32_t *prime, int words) {
    begin_multiples();
    NEXT_MULTIPLE(1) NEXT_MULTIPLE(2) NEXT_MULTIPLE(3) NEXT_MULTIPLE(4) NEXT_MULTIPLE(5) NEXT_MULTIPLE(6)
    NEXT_MULTIPLE(7) NEXT_MULTIPLE(8) NEXT_MULTIPLE(9) NEXT_MULTIPLE(10) NEXT_MULTIPLE(11) NEXT_MULTIPLE(12)
    NEXT_MULTIPLE(13) NEXT_MULTIPLE(14) NEXT_MULTIPLE(15)
    ev_monte_invert(prime, words);
    DIVIDE_MULTIPLE(15) DIVIDE_MULTIPLE(14) DIVIDE_MULTIPLE(13) DIVIDE_MULTIPLE(12) DIVIDE_MULTIPLE(11)
    DIVIDE_MULTIPLE(10) DIVIDE_MULTIPLE(9) DIVIDE_MULTIPLE(8) DIVIDE_MULTIPLE(7) DIVIDE_MULTIPLE(6) DIVIDE_MULTIPLE(5)
    DIVIDE_MULTIPLE(4) DIVIDE_MULTIPLE(3) DIVIDE_MULTIPLE(2) DIVIDE_MULTIPLE(1)
}
