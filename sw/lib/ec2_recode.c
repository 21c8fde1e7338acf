// SPDX-License-Identifier: Apache-2.0
#include "ec2_recode.h"

#include <string.h>

#include "curves/tau.h"
#include "wide_mul.h"

enum { HALF_MAX = 11 };  // words of a component of a residue modulo delta: half a field element, plus headroom

// r += times a for times = 2, 1, -1.
static void add_multiple(uint32_t *r, int n, const uint32_t *a, int times) {
    for (; times > 1; times--) add_multiple(r, n, a, 1);
    const uint32_t flip = times < 0 ? 0xffffffff : 0;
    uint32_t carry = flip & 1;
    for (int i = 0; i < n; i++) {
        const uint64_t s = (uint64_t)r[i] + (a[i] ^ flip) + carry;
        r[i] = (uint32_t)s;
        carry = (uint32_t)(s >> 32);
    }
}

// p[n] = a[an] b[bn] modulo 2^(32 n).
static void multiply(uint32_t *p, int n, const uint32_t *a, int an, const uint32_t *b, int bn) {
    memset(p, 0, 4 * (size_t)n);
    for (int i = 0; i < an && i < n; i++) {
        uint32_t carry = 0;
        const int end = i + bn < n ? i + bn : n;
        for (int j = i; j < end; j++) {
            const uint64_t s = mul_wide(a[i], b[j - i]) + p[j] + carry;
            p[j] = (uint32_t)s;
            carry = (uint32_t)(s >> 32);
        }
        if (end < n) p[end] = carry;
    }
}

// r += sign a b, modulo 2^(32 n).
static void multiply_add(uint32_t *r, int n, const uint32_t *a, int an, const uint32_t *b, int bn, int sign) {
    uint32_t p[HALF_MAX];
    multiply(p, n, a, an, b, bn);
    add_multiple(r, n, p, sign);
}

// |k g| 2^(-32 shift), rounded; returns the number of words.
static int quotient(uint32_t *q, const uint32_t *k, int kn, const uint32_t *g, int gn, int shift) {
    uint32_t p[2 * EV_CURVE_WORDS_MAX + 2];
    multiply(p, kn + gn, k, kn, g, gn);
    const int n = kn + gn - shift;
    uint32_t carry = p[shift - 1] >> 31;
    for (int i = 0; i < n; i++) {
        const uint64_t s = (uint64_t)p[shift + i] + carry;
        q[i] = (uint32_t)s;
        carry = (uint32_t)(s >> 32);
    }
    return n;
}

// k modulo (tau^m - 1)/(tau - 1), as r0 + r1 tau of n words each. Both are short, so words above n are not needed.
static void residue(const ev_curve_t *c, uint32_t *r0, uint32_t *r1, int n, const uint32_t *k) {
    const ev_ec2_tau_t *z = c->tau;
    uint32_t q0[2 * EV_CURVE_WORDS_MAX], q1[2 * EV_CURVE_WORDS_MAX], both[HALF_MAX] = {0};
    const uint32_t *top = k + z->drop_words;
    const int words = c->order_words - z->drop_words, s0 = z->g0_sign, s1 = z->g1_sign;
    const int n0 = quotient(q0, top, words, z->g0, z->g0_words, z->shift_words);
    const int n1 = quotient(q1, top, words, z->g1, z->g1_words, z->shift_words);
    memset(r0, 0, 4 * (size_t)n);
    memset(r1, 0, 4 * (size_t)n);
    memcpy(r0, k, 4 * (size_t)(n < c->order_words ? n : c->order_words));
    // k - q0 d0 + 2 q1 d1 and -(q0 d1 + q1 d0 + mu q1 d1)
    multiply_add(both, n, q1, n1, z->d1, z->d1_words, s1 * z->d1_sign);
    multiply_add(r0, n, q0, n0, z->d0, z->d0_words, -s0 * z->d0_sign);
    multiply_add(r1, n, q0, n0, z->d1, z->d1_words, -s0 * z->d1_sign);
    multiply_add(r1, n, q1, n1, z->d0, z->d0_words, -s1 * z->d0_sign);
    add_multiple(r0, n, both, 2);
    add_multiple(r1, n, both, c->a ? -1 : 1);
}

static int vanishes(const uint16_t *a, int n) {
    unsigned t = 0;
    for (int i = 0; i < n; i++) t |= a[i];
    return t == 0;
}

static int is_sign_of(uint16_t top, uint16_t below) { return top == (uint16_t)-(below >> 15); }

// tau^2 = mu tau - 2, with mu = -1 for a = 0 and 1 for a = 1. A block of digits needs only the lowest words. Then its
// value e is subtracted, and the rest is divided by tau^16: multiplied by the conjugate and shifted by one half-word.
int ev_ec2_recode_tau_vartime(const ev_curve_t *c, int8_t *digits, const uint32_t *k, int width) {
    static const int8_t digits5[2][16][3] = {EC2_TAU_A0_W5_DIGITS, EC2_TAU_A1_W5_DIGITS};
    static const int8_t digits6[2][32][3] = {EC2_TAU_A0_W6_DIGITS, EC2_TAU_A1_W6_DIGITS};
    static const int16_t powers[2][EC2_TAU_BLOCK][2] = {EC2_TAU_A0_POWERS, EC2_TAU_A1_POWERS};
    static const int16_t conjugates[2][2] = {EC2_TAU_A0_CONJUGATE, EC2_TAU_A1_CONJUGATE};
    const uint32_t t5 = c->a ? EC2_TAU_A1_W5_T : EC2_TAU_A0_W5_T, t6 = c->a ? EC2_TAU_A1_W6_T : EC2_TAU_A0_W6_T;
    const int8_t(*const of)[3] = width == 5 ? digits5[c->a] : digits6[c->a];
    const int16_t(*const power)[2] = powers[c->a];
    const uint32_t t = width == 5 ? t5 : t6, mask = (1u << width) - 1;
    const int32_t mu = c->a ? 1 : -1, t0 = conjugates[c->a][0], t1 = conjugates[c->a][1], both = t0 + mu * t1;
    const int n = c->degree / 64 + 2;
    uint32_t r0[HALF_MAX], r1[HALF_MAX];
    uint16_t a[2 * HALF_MAX], b[2 * HALF_MAX];
    residue(c, r0, r1, n, k);
    for (int i = 0; i < n; i++) {
        a[2 * i] = (uint16_t)r0[i];
        a[2 * i + 1] = (uint16_t)(r0[i] >> 16);
        b[2 * i] = (uint16_t)r1[i];
        b[2 * i + 1] = (uint16_t)(r1[i] >> 16);
    }
    int count = 0;
    for (int used = 2 * n; used > 2 || !vanishes(a, used) || !vanishes(b, used); count += EC2_TAU_BLOCK) {
        uint32_t u = a[0] | (uint32_t)a[1] << 16, v = b[0] | (uint32_t)b[1] << 16;
        int32_t e0 = 0, e1 = 0;
        for (int i = 0; i < EC2_TAU_BLOCK; i++) {
            digits[count + i] = 0;
            if (u & 1) {
                const int8_t *d = of[((u + v * t) & mask) >> 1];
                const int32_t p = power[i][0], q = power[i][1], f = d[1], g = d[2];
                digits[count + i] = d[0];
                u -= (uint32_t)f;
                v -= (uint32_t)g;
                e0 += f * p - 2 * g * q;
                e1 += f * q + g * (p + mu * q);
            }
            const uint32_t half = (uint32_t)((int32_t)u >> 1);
            u = mu < 0 ? v - half : v + half;
            v = -half;
        }
        int32_t s0 = 2 * e1 * t1 - e0 * t0, s1 = -(e0 * t1 + e1 * both);
        for (int i = 0; i < used; i++) {
            const int32_t x = i < used - 1 ? a[i] : (int16_t)a[i], y = i < used - 1 ? b[i] : (int16_t)b[i];
            s0 += x * t0 - 2 * y * t1;
            s1 += x * t1 + y * both;
            if (i) {
                a[i - 1] = (uint16_t)s0;
                b[i - 1] = (uint16_t)s1;
            }
            s0 >>= 16;
            s1 >>= 16;
        }
        a[used - 1] = (uint16_t)s0;
        b[used - 1] = (uint16_t)s1;
        while (used > 2 && is_sign_of(a[used - 1], a[used - 2]) && is_sign_of(b[used - 1], b[used - 2])) used--;
    }
    while (count && !digits[count - 1]) count--;
    return count;
}
