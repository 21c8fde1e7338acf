// SPDX-License-Identifier: Apache-2.0
#include "chen2017.h"

#include <string.h>

void ev_chen_add(uint32_t *r, const uint32_t *a, const uint32_t *b) {
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++) r[i] = a[i] ^ b[i];
}

void ev_chen_inv(ev_chen_product_t how, uint32_t *r, const uint32_t *a) {
    uint32_t b[8], t[8];
    int n = 1;  // b = a^(2^n - 1)
    memcpy(b, a, sizeof b);
    for (int bit = 6; bit >= 0; bit--) {
        memcpy(t, b, sizeof t);
        for (int i = 0; i < n; i++) ev_chen_sqr(t, t);
        ev_chen_mul(how, b, b, t);
        n *= 2;
        if (232 >> bit & 1) {
            ev_chen_sqr(b, b);
            ev_chen_mul(how, b, b, a);
            n++;
        }
    }
    ev_chen_sqr(r, b);
}

void ev_chen_double(ev_chen_product_t how, ev_chen_point_t *p, const uint32_t *b) {
    uint32_t t[8], u[8];
    ev_chen_sqr(t, p->z);
    ev_chen_sqr(u, p->x);
    ev_chen_mul(how, p->z, t, u);      // Z3 = Z^2 X^2
    ev_chen_sqr(t, t);
    ev_chen_mul(how, t, t, b);         // b Z^4
    ev_chen_sqr(u, u);
    ev_chen_add(p->x, u, t);      // X3 = X^4 + b Z^4
    ev_chen_sqr(u, p->y);
    ev_chen_add(u, u, t);         // a Z3 + Y^2 + b Z^4 with a = 0
    ev_chen_mul(how, u, u, p->x);
    ev_chen_mul(how, t, t, p->z);
    ev_chen_add(p->y, t, u);
}

void ev_chen_add_point(ev_chen_product_t how, ev_chen_point_t *p, const uint32_t *x, const uint32_t *y) {
    uint32_t a[8], b[8], c[8], d[8];
    ev_chen_sqr(a, p->z);
    ev_chen_mul(how, a, a, y);
    ev_chen_add(a, a, p->y);      // A = y Z^2 + Y
    ev_chen_mul(how, b, x, p->z);
    ev_chen_add(b, b, p->x);      // B = x Z + X
    ev_chen_mul(how, c, p->z, b);      // C = Z B
    ev_chen_sqr(d, b);
    ev_chen_mul(how, d, d, c);         // D = B^2 (C + a Z^2) with a = 0
    ev_chen_sqr(p->z, c);              // Z3 = C^2
    ev_chen_mul(how, c, a, c);         // E = A C
    ev_chen_sqr(a, a);
    ev_chen_add(a, a, d);
    ev_chen_add(p->x, a, c);      // X3 = A^2 + D + E
    ev_chen_mul(how, a, x, p->z);
    ev_chen_add(a, a, p->x);      // F = X3 + x Z3
    ev_chen_mul(how, b, y, p->z);
    ev_chen_add(b, b, p->x);      // G = X3 + y Z3
    ev_chen_mul(how, c, c, a);
    ev_chen_mul(how, b, b, p->z);
    ev_chen_add(p->y, c, b);      // Y3 = E F + Z3 G
}

void ev_chen_multiply(ev_chen_product_t how, ev_chen_point_t *r, const uint32_t *k, int top, const uint32_t *x, const uint32_t *y) {
    static const uint32_t b[8] = {1};
    memset(r, 0, sizeof *r);
    memcpy(r->x, x, 32);
    memcpy(r->y, y, 32);
    r->z[0] = 1;
    for (int i = top - 1; i >= 0; i--) {
        ev_chen_double(how, r, b);
        if (k[i >> 5] >> (i & 31) & 1) ev_chen_add_point(how, r, x, y);
    }
}

void ev_chen_affine(ev_chen_product_t how, uint32_t *x, uint32_t *y, const ev_chen_point_t *p) {
    uint32_t t[8];
    ev_chen_inv(how, t, p->z);
    ev_chen_mul(how, x, p->x, t);
    ev_chen_sqr(t, p->z);
    ev_chen_inv(how, t, t);
    ev_chen_mul(how, y, p->y, t);
}
