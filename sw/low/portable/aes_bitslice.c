// SPDX-License-Identifier: Apache-2.0
// The steps of AES on bit planes; aes_bitslice.h says how the planes are laid out.
#include "aes_bitslice.h"

// The loops over planes must be unrolled: as loops they cost half as much again.
#if defined __clang__
#define UNROLL _Pragma("unroll")
#define ALL_UNROLLED UNROLL
#elif defined __GNUC__
#define UNROLL _Pragma("GCC unroll 8")
#define ALL_UNROLLED _Pragma("GCC unroll 64")
#else
#define UNROLL
#define ALL_UNROLLED
#endif

// Exchanges the bits of *a under mask << n with those of *b under mask.
static inline void swap_bits(uint32_t *a, uint32_t *b, uint32_t mask, unsigned n) {
    const uint32_t t = (*a >> n ^ *b) & mask;
    *b ^= t;
    *a ^= t << n;
}

// Two layers of the transposition on four words, which fit the registers.
static inline void transpose_four(uint32_t q[4]) {
    uint32_t a = q[0], b = q[1], c = q[2], d = q[3];
    swap_bits(&a, &b, 0x55555555, 1);
    swap_bits(&c, &d, 0x55555555, 1);
    swap_bits(&a, &c, 0x33333333, 2);
    swap_bits(&b, &d, 0x33333333, 2);
    q[0] = a, q[1] = b, q[2] = c, q[3] = d;
}

void ev_aes_planes(uint32_t q[8]) {
    for (int i = 0; i < 8; i += 4) transpose_four(q + i);
    for (int i = 0; i < 4; i++) swap_bits(&q[i], &q[i + 4], 0x0F0F0F0F, 4);
}

// Many thousands of orders of the gates were tried. In this one gcc spills least to the stack of a Cortex-M0.
void ev_aes_planes_sub_bytes(uint32_t q[8]) {
    const uint32_t x1 = q[6], x2 = q[5], t0 = x1 ^ x2, x3 = q[4], x5 = q[2], y14 = x3 ^ x5, x7 = q[0], y1 = x7 ^ t0;
    const uint32_t x6 = q[1], y5 = x6 ^ y1, x0 = q[7], y13 = x6 ^ x0, y4 = x3 ^ y1, t8 = y5 & y1, y9 = x0 ^ x3;
    const uint32_t y12 = y14 ^ y13, x4 = q[3], t1 = x4 ^ y12, y15 = x5 ^ t1, y8 = x0 ^ x5, y20 = x1 ^ t1;
    const uint32_t t2 = y15 & y12, t5 = x7 & y4, y3 = y5 ^ y8, y11 = y20 ^ y9, y10 = t0 ^ y15, t15 = y8 & y10;
    const uint32_t y6 = y15 ^ x7, t3 = y3 & y6, y19 = y8 ^ y10, y16 = y11 ^ t0, y7 = x7 ^ y11, t12 = y9 & y11;
    const uint32_t t16 = t15 ^ t12, y21 = y13 ^ y16, y17 = y10 ^ y11, t13 = y14 & y17, t6 = t5 ^ t2, t4 = t2 ^ t3;
    const uint32_t y18 = y16 ^ x0, t14 = t12 ^ t13, y2 = x0 ^ y1, t17 = t14 ^ t4, t7 = y16 & y13, t9 = t7 ^ t8;
    const uint32_t t19 = t14 ^ t9, t21 = t17 ^ y20, t18 = t16 ^ t6, t10 = y7 & y2, t23 = y21 ^ t19, t22 = t18 ^ y19;
    const uint32_t t26 = t23 & t21, t11 = t7 ^ t10, t20 = t11 ^ t16, t31 = t26 ^ t22, t24 = t20 ^ y18;
    const uint32_t t27 = t24 ^ t26, t25 = t22 ^ t21, t28 = t25 & t27, t29 = t28 ^ t22, t30 = t24 ^ t23;
    const uint32_t t32 = t31 & t30, t33 = t32 ^ t24, z2 = x7 & t33, t35 = t33 ^ t27, t36 = t24 & t35, t34 = t23 ^ t33;
    const uint32_t t37 = t36 ^ t34, t38 = t36 ^ t27, t39 = t38 & t29, t44 = t37 ^ t33, z0 = y15 & t44;
    const uint32_t t40 = t25 ^ t39, t42 = t29 ^ t33, z13 = t40 & y5, z4 = y1 & t40, z15 = t42 & y9, z5 = t29 & y7;
    const uint32_t t48 = z13 ^ z5, t43 = t40 ^ t29, t41 = t37 ^ t40, t45 = t42 ^ t41, z17 = t41 & y8, z12 = t43 & y13;
    const uint32_t t51 = z5 ^ z2, z10 = y3 & t37, z16 = y14 & t45, z11 = t33 & y4, t55 = z16 ^ z17, z6 = t42 & y11;
    const uint32_t t50 = z12 ^ z2, z8 = t41 & y10, z7 = y17 & t45, z1 = y6 & t37, t56 = t48 ^ z12, z9 = y12 & t44;
    const uint32_t t46 = z16 ^ z15, t54 = z6 ^ z7, z14 = y2 & t29, z3 = t43 & y16, t59 = z3 ^ t54, t52 = z8 ^ z7;
    const uint32_t t53 = z3 ^ z0, t57 = t50 ^ t53, t58 = z4 ^ t46, t49 = z10 ^ z9, t63 = t49 ^ t58, t62 = t52 ^ t58;
    const uint32_t s0 = t63 ^ t59;
    q[7] = s0;
    const uint32_t t61 = z14 ^ t57, t64 = t59 ^ z4, t66 = z1 ^ t63, s3 = t66 ^ t53;
    q[4] = s3;
    const uint32_t t60 = t57 ^ t46, s6 = t62 ^ t56;
    q[1] = s6;
    const uint32_t s7 = t60 ^ t48;
    q[0] = s7;
    const uint32_t t65 = t62 ^ t61, t47 = z11 ^ z10, t67 = t65 ^ t64, s2 = t55 ^ t67;
    q[5] = s2;
    const uint32_t s4 = t51 ^ t66;
    q[3] = s4;
    const uint32_t s1 = s3 ^ t64;
    q[6] = s1;
    const uint32_t s5 = t47 ^ t65;
    q[2] = s5;
}

// With S = A o inverse, the inverse of S is A^-1 o S o A^-1: the same gates with A^-1 before and after (bit k is the
// sum of bits k+2, k+5 and k+7; the constant is in the round keys). The order was found in the same way.
void ev_aes_planes_inv_sub_bytes(uint32_t q[8]) {
    const uint32_t w5 = q[5], w0 = q[0], u3 = w5 ^ w0, w7 = q[7], w4 = q[4], u2 = w7 ^ w4, w1 = q[1], u7 = w4 ^ w1;
    const uint32_t w6 = q[6], v7 = w6 ^ u7, w2 = q[2], v3 = w2 ^ u3, w3 = q[3], u1 = w6 ^ w3, u5 = w7 ^ w2;
    const uint32_t v1 = w0 ^ u1, u0 = w5 ^ w2, u4 = w6 ^ w1, v5 = w4 ^ u5, v4 = u4 ^ w3, y13 = v7 ^ v1, v2 = w1 ^ u2;
    const uint32_t y9 = v7 ^ v4, y14 = v4 ^ v2, u6 = w0 ^ w3, v0 = u0 ^ w7, v6 = u6 ^ w5, y12 = y14 ^ y13;
    const uint32_t t1 = v3 ^ y12, t0 = v6 ^ v5, y20 = v6 ^ t1, y1 = v0 ^ t0, y5 = y1 ^ v1, y2 = y1 ^ v7;
    const uint32_t y11 = y20 ^ y9, y15 = t1 ^ v2, y16 = t0 ^ y11, y6 = v0 ^ y15, y4 = v4 ^ y1, y10 = y15 ^ t0;
    const uint32_t t2 = y12 & y15, t8 = y5 & y1, y7 = y11 ^ v0, y8 = v2 ^ v7, t15 = y8 & y10, y3 = y5 ^ y8;
    const uint32_t t7 = y16 & y13, t10 = y7 & y2, t12 = y11 & y9, y21 = y13 ^ y16, t3 = y3 & y6, y17 = y10 ^ y11;
    const uint32_t y18 = v7 ^ y16, t13 = y14 & y17, t14 = t12 ^ t13, t9 = t7 ^ t8, t5 = y4 & v0, t16 = t12 ^ t15;
    const uint32_t t6 = t5 ^ t2, y19 = y8 ^ y10, t19 = t14 ^ t9, t11 = t10 ^ t7, t4 = t3 ^ t2, t17 = t4 ^ t14;
    const uint32_t t20 = t16 ^ t11, t21 = t17 ^ y20, t23 = y21 ^ t19, t18 = t6 ^ t16, t24 = t20 ^ y18;
    const uint32_t t26 = t21 & t23, t22 = t18 ^ y19, t25 = t21 ^ t22, t27 = t24 ^ t26, t28 = t25 & t27;
    const uint32_t t29 = t22 ^ t28, t30 = t24 ^ t23, t31 = t26 ^ t22, z5 = y7 & t29, t32 = t31 & t30, t33 = t24 ^ t32;
    const uint32_t t34 = t23 ^ t33, t35 = t33 ^ t27, t36 = t24 & t35, t37 = t36 ^ t34, t38 = t27 ^ t36;
    const uint32_t t44 = t33 ^ t37, t39 = t38 & t29, t40 = t39 ^ t25, z9 = y12 & t44, z2 = t33 & v0, t41 = t37 ^ t40;
    const uint32_t z13 = y5 & t40, z11 = t33 & y4, z10 = t37 & y3, z4 = y1 & t40, t47 = z11 ^ z10, t42 = t33 ^ t29;
    const uint32_t z6 = t42 & y11, z0 = t44 & y15, t45 = t41 ^ t42, z7 = t45 & y17, t49 = z9 ^ z10, t48 = z13 ^ z5;
    const uint32_t z1 = t37 & y6, t43 = t29 ^ t40, t54 = z7 ^ z6, z14 = y2 & t29, z12 = y13 & t43, z3 = t43 & y16;
    const uint32_t t50 = z2 ^ z12, z16 = y14 & t45, t59 = t54 ^ z3, t53 = z0 ^ z3, z8 = t41 & y10, t57 = t53 ^ t50;
    const uint32_t t52 = z8 ^ z7, z15 = y9 & t42, t46 = z15 ^ z16, t60 = t46 ^ t57, s7 = t48 ^ t60, t58 = t46 ^ z4;
    const uint32_t t63 = t58 ^ t49, s0 = t63 ^ t59, z17 = y8 & t41, t55 = z16 ^ z17, t51 = z2 ^ z5, t64 = t59 ^ z4;
    const uint32_t t62 = t58 ^ t52, t61 = t57 ^ z14, t65 = t61 ^ t62, t66 = z1 ^ t63, s4 = t66 ^ t51, s5 = t65 ^ t47;
    const uint32_t s3 = t66 ^ t53, t67 = t65 ^ t64, t56 = z12 ^ t48, s6 = t56 ^ t62, f6 = s4 ^ s7, s2 = t67 ^ t55;
    const uint32_t f5 = s5 ^ s0, f2 = s3 ^ s0, r6 = f6 ^ s2;
    q[6] = r6;
    const uint32_t f0 = s2 ^ s5, r5 = s3 ^ f5;
    q[5] = r5;
    const uint32_t s1 = t64 ^ s3, f7 = s6 ^ s3, f4 = s1 ^ s6, r7 = f7 ^ s1;
    q[7] = r7;
    const uint32_t f3 = s7 ^ s2, r4 = f4 ^ s4;
    q[4] = r4;
    const uint32_t r2 = f2 ^ s6;
    q[2] = r2;
    const uint32_t f1 = s1 ^ s4, r3 = f3 ^ s5;
    q[3] = r3;
    const uint32_t r0 = f0 ^ s0;
    q[0] = r0;
    const uint32_t r1 = f1 ^ s7;
    q[1] = r1;
}

static inline uint32_t rotate_right(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

// Moves columns down by `columns` within each row: each byte rotates right.
static inline uint32_t columns_down(uint32_t x, unsigned columns) {
    switch (columns) {
    case 1: return (x >> 2 & 0x3F3F3F3F) | (x & 0x03030303) << 6;
    case 2: return (x >> 4 & 0x0F0F0F0F) | (x & 0x0F0F0F0F) << 4;
    case 3: return (x >> 6 & 0x03030303) | (x & 0x3F3F3F3F) << 2;
    default: return x;
    }
}

// The inputs of MixColumns one row and two rows further down.
static inline uint32_t next_row(uint32_t x, unsigned shift) { return columns_down(rotate_right(x, 8), shift); }
static inline uint32_t opposite_row(uint32_t x, unsigned shift) {
    return columns_down(rotate_right(x, 16), 2 * shift & 3);
}

// With n the next row and t = x + n: out = 2t + n + (t two rows down) + the round key. It goes from the top plane down,
// because 2t then needs only two planes of t at a time: the one before, and t7.
static inline void mix(uint32_t q[8], const uint32_t *key, unsigned shift) {
    uint32_t t7 = 0, above = 0;
    UNROLL
    for (int k = 7; k >= 0; k--) {
        const uint32_t n = next_row(q[k], shift), t = q[k] ^ n;
        if (k == 7)
            t7 = t;
        else
            q[k + 1] = above ^ t;
        above = n ^ opposite_row(t, shift) ^ key[k];
        if (k == 4 || k == 3 || k == 1) above ^= t7;
    }
    q[0] = above ^ t7;
}

// InvMixColumns: add 4(x + x two rows down) first, then do MixColumns. It goes from the bottom plane up, because t6 and
// t7 come first.
static inline void prepare_inverse(uint32_t q[8], unsigned shift) {
    const uint32_t t6 = q[6] ^ opposite_row(q[6], shift), t7 = q[7] ^ opposite_row(q[7], shift);
    uint32_t below[2] = {0, 0};    // t of planes k - 2 and k - 1
    UNROLL
    for (int k = 0; k < 8; k++) {
        const uint32_t t = k < 6 ? q[k] ^ opposite_row(q[k], shift) : 0;
        q[k] ^= below[k & 1];
        below[k & 1] = t;
        if (k == 0 || k == 1 || k == 3 || k == 4) q[k] ^= t6;
        if (k == 1 || k == 2 || k == 4 || k == 5) q[k] ^= t7;
    }
}

static void mix_columns(uint32_t q[8], const uint32_t *key, unsigned shift) {
    switch (shift) {
    case 0: mix(q, key, 0); break;
    case 1: mix(q, key, 1); break;
    case 2: mix(q, key, 2); break;
    default: mix(q, key, 3); break;
    }
}

void ev_aes_planes_mix_columns(uint32_t q[8], const uint32_t *key, unsigned shift) { mix_columns(q, key, shift); }

void ev_aes_planes_inv_mix_columns(uint32_t q[8], unsigned shift) {
    static const uint32_t no_key[8];
    if (shift & 1)
        prepare_inverse(q, 1);
    else
        prepare_inverse(q, 0);
    mix_columns(q, no_key, shift);
}

void ev_aes_planes_exchange(uint32_t q[8], uint32_t mask) {
    for (int k = 0; k < 8; k++) {
        const uint32_t t = (q[k] >> 4 ^ q[k]) & mask;
        q[k] ^= t ^ t << 4;
    }
}

void ev_aes_planes_shift(uint32_t q[8], unsigned shift) {
    if (shift > 0) ev_aes_planes_exchange(q, 0x0F000F00);
}

// One store a word costs less than a loop: this follows each call of the block cipher.
void ev_aes_planes_clear(uint32_t q[8]) {
    volatile uint32_t below[44], *const planes = q, *const word = below;
    ALL_UNROLLED
    for (int i = 0; i < 44; i++) word[i] = 0;
    ALL_UNROLLED
    for (int k = 0; k < 8; k++) planes[k] = 0;
}
