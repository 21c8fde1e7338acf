// SPDX-License-Identifier: Apache-2.0
#include "ec2_recode.h"

#include <string.h>

#include "curves/tau.h"
#include "wide_mul.h"

enum { HALF_MAX = 11 };  // words of a component of a residue modulo delta: half a field element, and room

static int zero(const uint32_t *a, int n) {
    uint32_t t = 0;
    for (int i = 0; i < n; i++) t |= a[i];
    return t == 0;
}

static void shift_right(uint32_t *a, int n) {  // arithmetic, by one
    for (int i = 0; i < n - 1; i++) a[i] = a[i] >> 1 | a[i + 1] << 31;
    a[n - 1] = (uint32_t)((int32_t)a[n - 1] >> 1);
}

static void add_small(uint32_t *a, int n, int32_t v) {
    uint32_t carry = 0;
    for (int i = 0; i < n; i++) {
        const uint64_t s = (uint64_t)a[i] + (uint32_t)(i ? v >> 31 : v) + carry;
        a[i] = (uint32_t)s;
        carry = (uint32_t)(s >> 32);
    }
}

int ec2_recode_naf(int8_t *digits, const uint32_t *k, int words, int width) {
    uint32_t t[EC2_ORDER_WORDS_MAX + 1];
    memcpy(t, k, 4 * (size_t)words);
    t[words] = 0;
    const int size = 1 << width;
    int n = 0;
    while (!zero(t, words + 1)) {
        int d = 0;
        if (t[0] & 1) {
            d = (int)(t[0] & (uint32_t)(size - 1));
            if (d >= size / 2) d -= size;
            add_small(t, words + 1, -d);
        }
        digits[n++] = (int8_t)d;
        shift_right(t, words + 1);
    }
    return n;
}

// r += sign a b, modulo 2^(32 n).
static void multiply_add(uint32_t *r, int n, const uint32_t *a, int an, const uint32_t *b, int bn, int sign) {
    uint32_t p[HALF_MAX] = {0};
    for (int i = 0; i < an && i < n; i++) {
        uint32_t carry = 0;
        int j = 0;
        for (; j < bn && i + j < n; j++) {
            const uint64_t s = mul_wide(a[i], b[j]) + p[i + j] + carry;
            p[i + j] = (uint32_t)s;
            carry = (uint32_t)(s >> 32);
        }
        for (; i + j < n; j++) {
            const uint64_t s = (uint64_t)p[i + j] + carry;
            p[i + j] = (uint32_t)s;
            carry = (uint32_t)(s >> 32);
        }
    }
    const uint32_t flip = sign < 0 ? 0xffffffff : 0;
    uint32_t carry = flip & 1;
    for (int i = 0; i < n; i++) {
        const uint64_t s = (uint64_t)r[i] + (p[i] ^ flip) + carry;
        r[i] = (uint32_t)s;
        carry = (uint32_t)(s >> 32);
    }
}

// |k g| 2^(-32 shift), rounded; returns the number of words.
static int quotient(uint32_t *q, const uint32_t *k, int kn, const uint32_t *g, int gn, int shift) {
    uint32_t p[2 * EC2_ORDER_WORDS_MAX + 2] = {0};
    for (int i = 0; i < kn; i++) {
        uint32_t carry = 0;
        for (int j = 0; j < gn; j++) {
            const uint64_t s = mul_wide(k[i], g[j]) + p[i + j] + carry;
            p[i + j] = (uint32_t)s;
            carry = (uint32_t)(s >> 32);
        }
        p[i + gn] = carry;
    }
    const int n = kn + gn - shift;
    uint32_t carry = p[shift - 1] >> 31;
    for (int i = 0; i < n; i++) {
        const uint64_t s = (uint64_t)p[shift + i] + carry;
        q[i] = (uint32_t)s;
        carry = (uint32_t)(s >> 32);
    }
    return n;
}

// Whether a number fits one word less, with two bits to spare for what one digit can add.
static int short_of(const uint32_t *a, int n) {
    return a[n - 1] == (uint32_t)((int32_t)a[n - 2] >> 31) && a[n - 2] + 0x20000000u < 0x40000000u;
}

int ec2_recode_tau(const ec2_curve *c, int8_t *digits, const uint32_t *k, int width) {
    static const int8_t alpha5[2][8][2] = {EC2_TAU_A0_W5_ALPHA, EC2_TAU_A1_W5_ALPHA};
    static const int8_t alpha6[2][16][2] = {EC2_TAU_A0_W6_ALPHA, EC2_TAU_A1_W6_ALPHA};
    const int t5 = c->a ? EC2_TAU_A1_W5_T : EC2_TAU_A0_W5_T, t6 = c->a ? EC2_TAU_A1_W6_T : EC2_TAU_A0_W6_T;
    const int8_t(*alpha)[2] = width == 5 ? alpha5[c->a] : alpha6[c->a];
    const uint32_t t = (uint32_t)(width == 5 ? t5 : t6);
    const int mu = c->a ? 1 : -1, n = c->degree / 64 + 2;
    const ec2_tau *z = c->tau;

    // the residue is short, so that its words above n need not be known: k - q0 d0 + 2 q1 d1, -(q0 d1 + q1 d0 + mu q1 d1)
    uint32_t q0[2 * EC2_ORDER_WORDS_MAX], q1[2 * EC2_ORDER_WORDS_MAX];
    const int n0 = quotient(q0, k, c->order_words, z->g0, z->g0_words, z->shift_words);
    const int n1 = quotient(q1, k, c->order_words, z->g1, z->g1_words, z->shift_words);
    const int s0 = z->g0_sign, s1 = z->g1_sign;
    uint32_t r0[HALF_MAX] = {0}, r1[HALF_MAX] = {0};
    memcpy(r0, k, 4 * (size_t)(n < c->order_words ? n : c->order_words));
    multiply_add(r0, n, q0, n0, z->d0, z->d0_words, -s0 * z->d0_sign);
    multiply_add(r0, n, q1, n1, z->d1, z->d1_words, s1 * z->d1_sign);
    multiply_add(r0, n, q1, n1, z->d1, z->d1_words, s1 * z->d1_sign);
    multiply_add(r1, n, q0, n0, z->d1, z->d1_words, -s0 * z->d1_sign);
    multiply_add(r1, n, q1, n1, z->d0, z->d0_words, -s1 * z->d0_sign);
    multiply_add(r1, n, q1, n1, z->d1, z->d1_words, -mu * s1 * z->d1_sign);

    // Dividing by tau takes (r0, r1) to (r1 + mu r0/2, -r0/2). With c = +-r0, the sign alternating when mu = -1, and
    // h = -+r1 that is c' = c/2 - h, h' = c/2, one subtraction a digit; both shrink by a bit every two digits.
    const uint32_t size = 1u << width;
    uint32_t *a = r0, *h = r1;
    int count = 0, sign = 1, used = n;
    for (int i = 0; i < n; i++) h[i] = ~h[i];
    add_small(h, n, 1);
    if (mu < 0) {
        for (int i = 0; i < n; i++) h[i] = ~h[i];
        add_small(h, n, 1);
    }
    for (;;) {
        while (used > 1 && short_of(a, used) && short_of(h, used)) used--;
        if (used == 1 && a[0] == 0 && h[0] == 0) return count;
        int d = 0;
        if (a[0] & 1) {
            const uint32_t u = sign > 0 ? a[0] : -a[0], v = (mu < 0) == (sign > 0) ? h[0] : -h[0];
            d = (int)((u + v * t) & (size - 1));
            if (d >= (int)(size / 2)) d -= (int)size;
            const int8_t *e = alpha[(d < 0 ? -d : d) / 2];
            const int first = (d < 0) == (sign > 0) ? e[0] : -e[0];
            const int second = (d < 0) == ((mu < 0) == (sign > 0)) ? e[1] : -e[1];
            add_small(a, used, first);
            add_small(h, used, second);
        }
        digits[count++] = (int8_t)d;
        uint32_t borrow = 0, low = a[0];
        for (int i = 0; i < used; i++) {
            const uint32_t high = i + 1 < used ? a[i + 1] : (uint32_t)((int32_t)low >> 31), half = low >> 1 | high << 31;
            const uint32_t p = h[i], difference = half - p;
            const uint32_t out = (half < p) | (difference < borrow);
            a[i] = difference - borrow;
            borrow = out;
            h[i] = half;
            low = high;
        }
        if (mu < 0) sign = -sign;
    }
}
