// SPDX-License-Identifier: Apache-2.0
// Inversion modulo an odd number by divsteps (Bernstein and Yang, "Fast constant-time gcd computation", 2019). This form
// starts at delta = 1/2 and needs at most (45907 bits + 26313) / 19929 steps. It takes many steps at a time, as
// libsecp256k1 does. Limbs have 14 bits: a processor without long products then needs one instruction for each product,
// and sums still fit a word.
#include "ec_scalar.h"
#include "secret.h"

enum { BITS = 14, LIMBS_MAX = 42 };
#define MASK ((1 << BITS) - 1)

typedef struct {
    int32_t v[LIMBS_MAX];  // the topmost is signed, the others are below 2^BITS
} limbs;

typedef struct {
    int32_t u, v, q, r;
} matrix;  // the matrix of BITS steps on (f, g), times 2^BITS; |u| + |v| and |q| + |r| are at most 2^BITS

// u and v share a word, u + 2^16 v, and so do q and r: every operation on them is linear.
static int32_t steps(int32_t zeta, uint32_t f, uint32_t g, matrix *t) {
    uint32_t uv = 1, qr = 1u << 16;
    for (int i = 0; i < BITS; i++) {
        uint32_t swap = secret_mask_of_sign((uint32_t)zeta);
        const uint32_t odd = secret_mask(g & 1);
        g += ((f ^ swap) - swap) & odd;
        qr += ((uv ^ swap) - swap) & odd;
        swap &= odd;
        zeta = (int32_t)((uint32_t)zeta ^ swap) - 1;
        f += g & swap;
        uv += qr & swap;
        g >>= 1;
        uv <<= 1;
    }
    const int32_t u = (int16_t)uv, q = (int16_t)qr;
    *t = (matrix){u, (int32_t)(uv - (uint32_t)u) >> 16, q, (int32_t)(qr - (uint32_t)q) >> 16};
    return zeta;
}

// All ones for a negative number, else 0.
static int32_t sign_of(const limbs *a, int n) { return (int32_t)secret_mask_of_sign((uint32_t)a->v[n - 1]); }

// (f, g) = t (f, g) / 2^BITS, exact.
static void update_fg(limbs *f, limbs *g, const matrix *t, int n) {
    int32_t cf = (t->u * f->v[0] + t->v * g->v[0]) >> BITS, cg = (t->q * f->v[0] + t->r * g->v[0]) >> BITS;
    for (int i = 1; i < n; i++) {
        const int32_t fi = f->v[i], gi = g->v[i];
        cf += t->u * fi + t->v * gi;
        cg += t->q * fi + t->r * gi;
        f->v[i - 1] = cf & MASK;
        g->v[i - 1] = cg & MASK;
        cf >>= BITS;
        cg >>= BITS;
    }
    f->v[n - 1] = cf;
    g->v[n - 1] = cg;
}

// (d, e) = t (d, e) / 2^BITS modulo m. Multiples of m are added so that the division is exact. d and e stay in (-2m,
// m).
static void update_de(limbs *d, limbs *e, const matrix *t, const limbs *m, uint32_t inverse, int n) {
    const int32_t sd = sign_of(d, n), se = sign_of(e, n);
    int32_t md = (t->u & sd) + (t->v & se), me = (t->q & sd) + (t->r & se);
    int32_t cd = t->u * d->v[0] + t->v * e->v[0], ce = t->q * d->v[0] + t->r * e->v[0];
    md -= (int32_t)((inverse * (uint32_t)cd + (uint32_t)md) & MASK);
    me -= (int32_t)((inverse * (uint32_t)ce + (uint32_t)me) & MASK);
    cd = (cd + md * m->v[0]) >> BITS;  // below 2^28 + 2^29 in size before they are shifted
    ce = (ce + me * m->v[0]) >> BITS;
    for (int i = 1; i < n; i++) {
        const int32_t di = d->v[i], ei = e->v[i], mi = m->v[i];
        cd += t->u * di + t->v * ei + md * mi;
        ce += t->q * di + t->r * ei + me * mi;
        d->v[i - 1] = cd & MASK;
        e->v[i - 1] = ce & MASK;
        cd >>= BITS;
        ce >>= BITS;
    }
    d->v[n - 1] = cd;
    e->v[n - 1] = ce;
}

static void carry(limbs *a, int n) {
    for (int i = 0; i < n - 1; i++) {
        a->v[i + 1] += a->v[i] >> BITS;
        a->v[i] &= MASK;
    }
}

static void to_limbs(limbs *r, const uint32_t *a, int words, int n) {
    for (int i = 0; i < n; i++) {
        const int at = BITS * i, w = at >> 5, s = at & 31;
        uint32_t t = w < words ? a[w] >> s : 0;
        if (s && w + 1 < words) t |= a[w + 1] << (32 - s);
        r->v[i] = (int32_t)(t & MASK);
    }
}

static void from_limbs(uint32_t *r, const limbs *a, int words, int n) {
    for (int i = 0; i < words; i++) r[i] = 0;
    for (int i = 0; i < n; i++) {
        const int at = BITS * i, w = at >> 5, s = at & 31;
        const uint32_t v = (uint32_t)a->v[i];
        if (w < words) r[w] |= v << s;
        if (s > 32 - BITS && w + 1 < words) r[w + 1] |= v >> (32 - s);
    }
}

void ev_ec_inverse_modulo(uint32_t *r, const uint32_t *a, const uint32_t *modulus, int words, uint16_t bits, uint32_t inverse) {
    const int n = bits / BITS + 1;
    const int rounds = ((45907 * bits + 26313) / 19929 + BITS - 1) / BITS;
    struct {
        limbs d, e, f, g, m;
        matrix t;
    } s = {0};
    to_limbs(&s.m, modulus, words, n);
    to_limbs(&s.g, a, words, n);
    s.f = s.m;
    s.e.v[0] = 1;
    int32_t zeta = -1;
    for (int i = 0; i < rounds; i++) {
        zeta = steps(zeta, (uint32_t)s.f.v[0], (uint32_t)s.g.v[0], &s.t);
        update_de(&s.d, &s.e, &s.t, &s.m, inverse, n);
        update_fg(&s.f, &s.g, &s.t, n);
    }
    // now g = 0, f = +-gcd, and d is the inverse with f's sign, in (-2m, m)
    for (int pass = 0; pass < 2; pass++) {
        const int32_t low = sign_of(&s.d, n), minus = pass == 0 ? sign_of(&s.f, n) : 0;
        for (int i = 0; i < n; i++) s.d.v[i] = ((s.d.v[i] + (s.m.v[i] & low)) ^ minus) - minus;
        carry(&s.d, n);
    }
    from_limbs(r, &s.d, words, n);
}
