// SPDX-License-Identifier: Apache-2.0
// Inversion modulo the order by divsteps (Bernstein and Yang, "Fast constant-time gcd computation", 2019), in the form that
// starts at delta = 1/2 and needs at most (45907 bits + 26313) / 19929 steps; limbs of 30 bits, as in libsecp256k1.
#include "ec2_scalar.h"
#include "wide_mul.h"

enum { LIMBS_MAX = 20 };
#define M30 0x3fffffffu

typedef struct {
    int32_t v[LIMBS_MAX];
} limbs;

typedef struct {
    int32_t u, v, q, r;
} matrix;  // 2^30 times what thirty steps do to (f, g)

static int32_t thirty_steps(int32_t zeta, uint32_t f, uint32_t g, matrix *t) {
    uint32_t u = 1, v = 0, q = 0, r = 1;
    for (int i = 0; i < 30; i++) {
        uint32_t swap = (uint32_t)(zeta >> 31);
        const uint32_t odd = -(g & 1);
        g += ((f ^ swap) - swap) & odd;
        q += ((u ^ swap) - swap) & odd;
        r += ((v ^ swap) - swap) & odd;
        swap &= odd;
        zeta = (int32_t)((uint32_t)zeta ^ swap) - 1;
        f += g & swap;
        u += q & swap;
        v += r & swap;
        g >>= 1;
        u <<= 1;
        v <<= 1;
    }
    *t = (matrix){(int32_t)u, (int32_t)v, (int32_t)q, (int32_t)r};
    return zeta;
}

// (f, g) = t (f, g) / 2^30, exact.
static void update_fg(limbs *f, limbs *g, const matrix *t, int n) {
    int64_t cf = 0, cg = 0;
    for (int i = 0; i < n; i++) {
        const int32_t fi = f->v[i], gi = g->v[i];
        cf += mul_wide_signed(t->u, fi) + mul_wide_signed(t->v, gi);
        cg += mul_wide_signed(t->q, fi) + mul_wide_signed(t->r, gi);
        if (i) {
            f->v[i - 1] = (int32_t)((uint32_t)cf & M30);
            g->v[i - 1] = (int32_t)((uint32_t)cg & M30);
        }
        cf >>= 30;
        cg >>= 30;
    }
    f->v[n - 1] = (int32_t)cf;
    g->v[n - 1] = (int32_t)cg;
}

// (d, e) = t (d, e) / 2^30 modulo m, multiples of m chosen so that the division is exact; d and e stay in (-2m, m).
static void update_de(limbs *d, limbs *e, const matrix *t, const limbs *m, uint32_t inverse, int n) {
    const int32_t sd = d->v[n - 1] >> 31, se = e->v[n - 1] >> 31;
    int32_t md = (t->u & sd) + (t->v & se), me = (t->q & sd) + (t->r & se);
    int64_t cd = 0, ce = 0;
    for (int i = 0; i < n; i++) {
        const int32_t di = d->v[i], ei = e->v[i];
        cd += mul_wide_signed(t->u, di) + mul_wide_signed(t->v, ei);
        ce += mul_wide_signed(t->q, di) + mul_wide_signed(t->r, ei);
        if (i == 0) {
            md -= (int32_t)((inverse * (uint32_t)cd + (uint32_t)md) & M30);
            me -= (int32_t)((inverse * (uint32_t)ce + (uint32_t)me) & M30);
        }
        cd += mul_wide_signed(m->v[i], md);
        ce += mul_wide_signed(m->v[i], me);
        if (i) {
            d->v[i - 1] = (int32_t)((uint32_t)cd & M30);
            e->v[i - 1] = (int32_t)((uint32_t)ce & M30);
        }
        cd >>= 30;
        ce >>= 30;
    }
    d->v[n - 1] = (int32_t)cd;
    e->v[n - 1] = (int32_t)ce;
}

static void carry(limbs *a, int n) {
    for (int i = 0; i < n - 1; i++) {
        a->v[i + 1] += a->v[i] >> 30;
        a->v[i] &= (int32_t)M30;
    }
}

static void to_limbs(limbs *r, const uint32_t *a, int words, int n) {
    for (int i = 0; i < n; i++) {
        const int at = 30 * i, w = at >> 5, s = at & 31;
        uint32_t t = w < words ? a[w] >> s : 0;
        if (s && w + 1 < words) t |= a[w + 1] << (32 - s);
        r->v[i] = (int32_t)(t & M30);
    }
}

void ec2_scalar_inverse(const ec2_curve *c, uint32_t *r, const uint32_t *a) {
    const int n = c->order_bits / 30 + 1;
    const int rounds = ((45907 * c->order_bits + 26313) / 19929 + 29) / 30;
    struct {
        limbs d, e, f, g, m;
        matrix t;
    } s = {0};
    to_limbs(&s.m, c->order, c->order_words, n);
    to_limbs(&s.g, a, c->order_words, n);
    s.f = s.m;
    s.e.v[0] = 1;
    const uint32_t inverse = c->order_inverse & M30;
    int32_t zeta = -1;
    for (int i = 0; i < rounds; i++) {
        zeta = thirty_steps(zeta, (uint32_t)s.f.v[0] | (uint32_t)s.f.v[1] << 30, (uint32_t)s.g.v[0] | (uint32_t)s.g.v[1] << 30, &s.t);
        update_de(&s.d, &s.e, &s.t, &s.m, inverse, n);
        update_fg(&s.f, &s.g, &s.t, n);
    }
    // now g = 0, f = +-gcd, and d is the inverse with f's sign, in (-2m, m)
    for (int pass = 0; pass < 2; pass++) {
        const int32_t low = s.d.v[n - 1] >> 31, minus = pass == 0 ? s.f.v[n - 1] >> 31 : 0;
        for (int i = 0; i < n; i++) s.d.v[i] = ((s.d.v[i] + (s.m.v[i] & low)) ^ minus) - minus;
        carry(&s.d, n);
    }
    for (int i = 0; i < c->order_words; i++) {
        const int at = 32 * i, w = at / 30, sh = at % 30;
        uint32_t t = (uint32_t)s.d.v[w] >> sh;
        if (w + 1 < n) t |= (uint32_t)s.d.v[w + 1] << (30 - sh);
        if (sh > 28 && w + 2 < n) t |= (uint32_t)s.d.v[w + 2] << (60 - sh);
        r[i] = t;
    }
    ec2_wipe(&s, sizeof s);
}
