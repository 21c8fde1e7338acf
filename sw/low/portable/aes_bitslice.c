// SPDX-License-Identifier: Apache-2.0
// The steps of AES on bit planes; aes_bitslice.h says how the planes are laid out.
#include "aes_bitslice.h"

// The loops over planes are meant to be written out: as loops they cost half as much again.
#if defined __clang__
#define UNROLL _Pragma("unroll")
#elif defined __GNUC__
#define UNROLL _Pragma("GCC unroll 8")
#else
#define UNROLL
#endif

// Exchanges the bits of *a under mask << n with those of *b under mask.
static inline void swap_bits(uint32_t *a, uint32_t *b, uint32_t mask, unsigned n) {
    const uint32_t t = (*a >> n ^ *b) & mask;
    *b ^= t;
    *a ^= t << n;
}

void aes_planes(uint32_t q[8]) {
    UNROLL
    for (int i = 0; i < 8; i += 2) swap_bits(&q[i], &q[i + 1], 0x55555555, 1);
    UNROLL
    for (int i = 0; i < 8; i += i & 1 ? 3 : 1) swap_bits(&q[i], &q[i + 2], 0x33333333, 2);
    UNROLL
    for (int i = 0; i < 4; i++) swap_bits(&q[i], &q[i + 4], 0x0F0F0F0F, 4);
}

void aes_planes_sub_bytes(uint32_t q[8]) {
    const uint32_t x0 = q[7], x1 = q[6], x2 = q[5], x3 = q[4], x4 = q[3], x5 = q[2], x6 = q[1], x7 = q[0];
    // Top linear layer.
    const uint32_t y14 = x3 ^ x5, y13 = x0 ^ x6, y9 = x0 ^ x3, y8 = x0 ^ x5, t0 = x1 ^ x2, y1 = t0 ^ x7, y4 = y1 ^ x3;
    const uint32_t y12 = y13 ^ y14, y2 = y1 ^ x0, y5 = y1 ^ x6, y3 = y5 ^ y8, t1 = x4 ^ y12, y15 = t1 ^ x5;
    const uint32_t y20 = t1 ^ x1, y6 = y15 ^ x7, y10 = y15 ^ t0, y11 = y20 ^ y9, y7 = x7 ^ y11, y17 = y10 ^ y11;
    const uint32_t y19 = y10 ^ y8, y16 = t0 ^ y11, y21 = y13 ^ y16, y18 = x0 ^ y16;
    // Into GF(16).
    const uint32_t t2 = y12 & y15, t3 = y3 & y6, t4 = t3 ^ t2, t5 = y4 & x7, t6 = t5 ^ t2, t7 = y13 & y16, t8 = y5 & y1;
    const uint32_t t9 = t8 ^ t7, t10 = y2 & y7, t11 = t10 ^ t7, t12 = y9 & y11, t13 = y14 & y17, t14 = t13 ^ t12;
    const uint32_t t15 = y8 & y10, t16 = t15 ^ t12, t17 = t4 ^ t14, t18 = t6 ^ t16, t19 = t9 ^ t14, t20 = t11 ^ t16;
    const uint32_t t21 = t17 ^ y20, t22 = t18 ^ y19, t23 = t19 ^ y21, t24 = t20 ^ y18;
    // Inversion there.
    const uint32_t t25 = t21 ^ t22, t26 = t21 & t23, t27 = t24 ^ t26, t28 = t25 & t27, t29 = t28 ^ t22, t30 = t23 ^ t24;
    const uint32_t t31 = t22 ^ t26, t32 = t31 & t30, t33 = t32 ^ t24, t34 = t23 ^ t33, t35 = t27 ^ t33, t36 = t24 & t35;
    const uint32_t t37 = t36 ^ t34, t38 = t27 ^ t36, t39 = t29 & t38, t40 = t25 ^ t39, t41 = t40 ^ t37, t42 = t29 ^ t33;
    const uint32_t t43 = t29 ^ t40, t44 = t33 ^ t37, t45 = t42 ^ t41;
    // Products.
    const uint32_t z0 = t44 & y15, z1 = t37 & y6, z2 = t33 & x7, z3 = t43 & y16, z4 = t40 & y1, z5 = t29 & y7;
    const uint32_t z6 = t42 & y11, z7 = t45 & y17, z8 = t41 & y10, z9 = t44 & y12, z10 = t37 & y3, z11 = t33 & y4;
    const uint32_t z12 = t43 & y13, z13 = t40 & y5, z14 = t29 & y2, z15 = t42 & y9, z16 = t45 & y14, z17 = t41 & y8;
    // Bottom linear layer.
    const uint32_t t46 = z15 ^ z16, t47 = z10 ^ z11, t48 = z5 ^ z13, t49 = z9 ^ z10, t50 = z2 ^ z12, t51 = z2 ^ z5;
    const uint32_t t52 = z7 ^ z8, t53 = z0 ^ z3, t54 = z6 ^ z7, t55 = z16 ^ z17, t56 = z12 ^ t48, t57 = t50 ^ t53;
    const uint32_t t58 = z4 ^ t46, t59 = z3 ^ t54, t60 = t46 ^ t57, t61 = z14 ^ t57, t62 = t52 ^ t58, t63 = t49 ^ t58;
    const uint32_t t64 = z4 ^ t59, t65 = t61 ^ t62, t66 = z1 ^ t63;
    const uint32_t s0 = t59 ^ t63, s6 = t56 ^ t62, s7 = t48 ^ t60, t67 = t64 ^ t65, s3 = t53 ^ t66, s4 = t51 ^ t66;
    const uint32_t s5 = t47 ^ t65, s1 = t64 ^ s3, s2 = t55 ^ t67;
    q[7] = s0, q[6] = s1, q[5] = s2, q[4] = s3, q[3] = s4, q[2] = s5, q[1] = s6, q[0] = s7;
}

// The inverse of the S-box's affine map, without its constant: bit k is the sum of bits k+2, k+5 and k+7.
static void inverse_affine(uint32_t q[8]) {
    uint32_t p[8];
    UNROLL
    for (int k = 0; k < 8; k++) p[k] = q[(k + 2) & 7] ^ q[(k + 5) & 7] ^ q[(k + 7) & 7];
    UNROLL
    for (int k = 0; k < 8; k++) q[k] = p[k];
}

// With S = A o inverse, the inverse of S is A^-1 o S o A^-1.
void aes_planes_inv_sub_bytes(uint32_t q[8]) {
    inverse_affine(q);
    aes_planes_sub_bytes(q);
    inverse_affine(q);
}

static inline uint32_t rotate_right(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

// Columns move down by `columns` within each row, that is each byte rotates right.
static inline uint32_t columns_down(uint32_t x, unsigned columns) {
    switch (columns) {
    case 1: return (x >> 2 & 0x3F3F3F3F) | (x & 0x03030303) << 6;
    case 2: return (x >> 4 & 0x0F0F0F0F) | (x & 0x0F0F0F0F) << 4;
    case 3: return (x >> 6 & 0x03030303) | (x & 0x3F3F3F3F) << 2;
    default: return x;
    }
}

// What MixColumns sees one row and two rows further down.
static inline uint32_t next_row(uint32_t x, unsigned shift) { return columns_down(rotate_right(x, 8), shift); }
static inline uint32_t opposite_row(uint32_t x, unsigned shift) {
    return columns_down(rotate_right(x, 16), 2 * shift & 3);
}

// With n the next row and t = x + n: out = 2t + n + (t two rows down).
static inline void mix(uint32_t q[8], unsigned shift) {
    uint32_t t[8];
    UNROLL
    for (int k = 0; k < 8; k++) {
        const uint32_t n = next_row(q[k], shift);
        t[k] = q[k] ^ n;
        q[k] = n ^ opposite_row(t[k], shift);
    }
    q[0] ^= t[7];
    q[1] ^= t[0] ^ t[7];
    q[2] ^= t[1];
    q[3] ^= t[2] ^ t[7];
    q[4] ^= t[3] ^ t[7];
    q[5] ^= t[4];
    q[6] ^= t[5];
    q[7] ^= t[6];
}

// Adding 4(x + x two rows down) first makes MixColumns of its inverse.
static inline void prepare_inverse(uint32_t q[8], unsigned shift) {
    uint32_t t[8];
    UNROLL
    for (int k = 0; k < 8; k++) t[k] = q[k] ^ opposite_row(q[k], shift);
    q[0] ^= t[6];
    q[1] ^= t[6] ^ t[7];
    q[2] ^= t[0] ^ t[7];
    q[3] ^= t[1] ^ t[6];
    q[4] ^= t[2] ^ t[6] ^ t[7];
    q[5] ^= t[3] ^ t[7];
    q[6] ^= t[4];
    q[7] ^= t[5];
}

void aes_planes_mix_columns(uint32_t q[8], unsigned shift) {
    switch (shift) {
    case 0: mix(q, 0); break;
    case 1: mix(q, 1); break;
    case 2: mix(q, 2); break;
    default: mix(q, 3); break;
    }
}

void aes_planes_inv_mix_columns(uint32_t q[8], unsigned shift) {
    if (shift & 1)
        prepare_inverse(q, 1);
    else
        prepare_inverse(q, 0);
    aes_planes_mix_columns(q, shift);
}

void aes_planes_shift(uint32_t q[8], unsigned shift) {
    if (shift == 0) return;
    UNROLL
    for (int k = 0; k < 8; k++)
        q[k] = (q[k] & 0x00FF00FF) | (q[k] >> 4 & 0x0F000F00) | (q[k] & 0x0F000F00) << 4;
}
