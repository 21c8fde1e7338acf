// SPDX-License-Identifier: Apache-2.0
#include "chen2017.h"

#include <string.h>

void chen_add(uint32_t *r, const uint32_t *a, const uint32_t *b) {
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++) r[i] = a[i] ^ b[i];
}

void chen_inv(chen_product how, uint32_t *r, const uint32_t *a) {
    uint32_t b[8], t[8];
    int n = 1;  // b = a^(2^n - 1)
    memcpy(b, a, sizeof b);
    for (int bit = 6; bit >= 0; bit--) {
        memcpy(t, b, sizeof t);
        for (int i = 0; i < n; i++) chen_sqr(t, t);
        chen_mul(how, b, b, t);
        n *= 2;
        if (232 >> bit & 1) {
            chen_sqr(b, b);
            chen_mul(how, b, b, a);
            n++;
        }
    }
    chen_sqr(r, b);
}

void chen_double(chen_product how, chen_point *p, const uint32_t *b) {
    uint32_t t[8], u[8];
    chen_sqr(t, p->z);
    chen_sqr(u, p->x);
    chen_mul(how, p->z, t, u);      // Z3 = Z^2 X^2
    chen_sqr(t, t);
    chen_mul(how, t, t, b);         // b Z^4
    chen_sqr(u, u);
    chen_add(p->x, u, t);      // X3 = X^4 + b Z^4
    chen_sqr(u, p->y);
    chen_add(u, u, t);         // a Z3 + Y^2 + b Z^4 with a = 0
    chen_mul(how, u, u, p->x);
    chen_mul(how, t, t, p->z);
    chen_add(p->y, t, u);
}

void chen_add_point(chen_product how, chen_point *p, const uint32_t *x, const uint32_t *y) {
    uint32_t a[8], b[8], c[8], d[8];
    chen_sqr(a, p->z);
    chen_mul(how, a, a, y);
    chen_add(a, a, p->y);      // A = y Z^2 + Y
    chen_mul(how, b, x, p->z);
    chen_add(b, b, p->x);      // B = x Z + X
    chen_mul(how, c, p->z, b);      // C = Z B
    chen_sqr(d, b);
    chen_mul(how, d, d, c);         // D = B^2 (C + a Z^2) with a = 0
    chen_sqr(p->z, c);              // Z3 = C^2
    chen_mul(how, c, a, c);         // E = A C
    chen_sqr(a, a);
    chen_add(a, a, d);
    chen_add(p->x, a, c);      // X3 = A^2 + D + E
    chen_mul(how, a, x, p->z);
    chen_add(a, a, p->x);      // F = X3 + x Z3
    chen_mul(how, b, y, p->z);
    chen_add(b, b, p->x);      // G = X3 + y Z3
    chen_mul(how, c, c, a);
    chen_mul(how, b, b, p->z);
    chen_add(p->y, c, b);      // Y3 = E F + Z3 G
}

void chen_multiply(chen_product how, chen_point *r, const uint32_t *k, int top, const uint32_t *x, const uint32_t *y) {
    static const uint32_t b[8] = {1};
    memset(r, 0, sizeof *r);
    memcpy(r->x, x, 32);
    memcpy(r->y, y, 32);
    r->z[0] = 1;
    for (int i = top - 1; i >= 0; i--) {
        chen_double(how, r, b);
        if (k[i >> 5] >> (i & 31) & 1) chen_add_point(how, r, x, y);
    }
}

void chen_affine(chen_product how, uint32_t *x, uint32_t *y, const chen_point *p) {
    uint32_t t[8];
    chen_inv(how, t, p->z);
    chen_mul(how, x, p->x, t);
    chen_sqr(t, p->z);
    chen_inv(how, t, t);
    chen_mul(how, y, p->y, t);
}
