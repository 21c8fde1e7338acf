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
    add_multiple(r, n, p, sign);
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

// What stays the same over all digits of one scalar.
typedef struct {
    const int8_t (*alpha)[2];
    uint32_t t, size;
    int mu;
} recoder;

// The next digit for the lowest words of c and h, and what to add to them for it; see below.
static inline int next_digit(const recoder *z, int sign, uint32_t c, uint32_t h, int32_t *first, int32_t *second) {
    *first = *second = 0;
    if (!(c & 1)) return 0;
    const int plus = sign > 0, same = (z->mu < 0) == plus;
    int d = (int)(((plus ? c : -c) + (same ? h : -h) * z->t) & (z->size - 1));
    if (d >= (int)(z->size / 2)) d -= (int)z->size;
    const int8_t *e = z->alpha[(d < 0 ? -d : d) / 2];
    *first = (d < 0) == plus ? e[0] : -e[0];
    *second = (d < 0) == same ? e[1] : -e[1];
    return d;
}

static int digits_64(const recoder *z, int8_t *digits, int sign, int64_t c, int64_t h) {
    int count = 0;
    while (c | h) {
        int32_t first, second;
        digits[count++] = (int8_t)next_digit(z, sign, (uint32_t)c, (uint32_t)h, &first, &second);
        c += first;
        h += second;
        const int64_t half = c >> 1;
        c = half - h;
        h = half;
        if (z->mu < 0) sign = -sign;
    }
    return count;
}

static inline int fits_62(uint64_t low, int64_t high) {
    return high == (int64_t)low >> 63 && low + (1ull << 61) < 1ull << 62;
}

static int digits_128(const recoder *z, int8_t *digits, int sign, const uint32_t *a, const uint32_t *b) {
    uint64_t c = a[0] | (uint64_t)a[1] << 32, h = b[0] | (uint64_t)b[1] << 32;
    int64_t ch = (int64_t)(a[2] | (uint64_t)a[3] << 32), hh = (int64_t)(b[2] | (uint64_t)b[3] << 32);
    int count = 0;
    while (!(fits_62(c, ch) && fits_62(h, hh))) {
        int32_t first, second;
        digits[count++] = (int8_t)next_digit(z, sign, (uint32_t)c, (uint32_t)h, &first, &second);
        if (first | second) {
            const uint64_t c1 = c + (uint64_t)(int64_t)first, h1 = h + (uint64_t)(int64_t)second;
            ch += (first >> 31) + (c1 < c);
            hh += (second >> 31) + (h1 < h);
            c = c1;
            h = h1;
        }
        const uint64_t half = c >> 1 | (uint64_t)ch << 63;
        ch >>= 1;
        c = half - h;
        const int64_t top = ch - hh - (half < h);
        h = half;
        hh = ch;
        ch = top;
        if (z->mu < 0) sign = -sign;
    }
    return count + digits_64(z, digits + count, sign, (int64_t)c, (int64_t)h);
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
    uint32_t both[HALF_MAX] = {0};  // q1 d1
    multiply_add(both, n, q1, n1, z->d1, z->d1_words, s1 * z->d1_sign);
    multiply_add(r0, n, q0, n0, z->d0, z->d0_words, -s0 * z->d0_sign);
    multiply_add(r1, n, q0, n0, z->d1, z->d1_words, -s0 * z->d1_sign);
    multiply_add(r1, n, q1, n1, z->d0, z->d0_words, -s1 * z->d0_sign);
    add_multiple(r0, n, both, 2);
    add_multiple(r1, n, both, -mu);

    // Dividing by tau takes (r0, r1) to (r1 + mu r0/2, -r0/2). With c = +-r0, the sign alternating when mu = -1, and
    // h = -+r1 that is c' = c/2 - h, h' = c/2, one subtraction a digit; both shrink by a bit every two digits.
    const recoder state = {alpha, t, 1u << width, mu};
    int count = 0, sign = 1, used = n;
    if (mu > 0) {
        for (int i = 0; i < n; i++) r1[i] = ~r1[i];
        add_small(r1, n, 1);
    }
    for (;;) {
        while (used > 1 && short_of(r0, used) && short_of(r1, used)) used--;
        if (used <= 4) {
            for (int i = used; i < 4; i++) {
                r0[i] = (uint32_t)((int32_t)r0[used - 1] >> 31);
                r1[i] = (uint32_t)((int32_t)r1[used - 1] >> 31);
            }
            return count + digits_128(&state, digits + count, sign, r0, r1);
        }
        int32_t first, second;
        digits[count++] = (int8_t)next_digit(&state, sign, r0[0], r1[0], &first, &second);
        if (first | second) {
            add_small(r0, used, first);
            add_small(r1, used, second);
        }
        uint32_t borrow = 0, low = r0[0];
        for (int i = 0; i < used; i++) {
            const uint32_t high = i + 1 < used ? r0[i + 1] : (uint32_t)((int32_t)low >> 31), half = low >> 1 | high << 31;
            const uint32_t difference = half - r1[i], out = (half < r1[i]) | (difference < borrow);
            r0[i] = difference - borrow;
            borrow = out;
            r1[i] = half;
            low = high;
        }
        if (mu < 0) sign = -sign;
    }
}
