// SPDX-License-Identifier: Apache-2.0
// Inversion modulo an odd number by divsteps (Bernstein and Yang, "Fast constant-time gcd computation", 2019). This form
// starts at delta = 1/2 and needs at most (45907 bits + 26313) / 19929 steps. It takes many steps at a time, as
// libsecp256k1 does, one limb for each round of them. ARMv6-M has no long products, so its limbs have 14 bits: a product is
// one instruction, and sums fit a word. Elsewhere limbs have 28 bits, and a round is twice 14 steps.
#include "ec_scalar.h"
#include "secret.h"

#ifndef EC_INVERSE_PORTABLE  // another backend may include this file, and have another way for some numbers
#define EC_INVERSE_PORTABLE ev_ec_inverse_modulo
#endif

enum { STEPS = 14 };
#ifdef __ARM_ARCH_6M__
enum { BITS = STEPS, LIMBS_MAX = 42 };
typedef int32_t sum;
#else
enum { BITS = 2 * STEPS, LIMBS_MAX = 22 };
typedef int64_t sum;
#endif
#define MASK ((1 << BITS) - 1)

typedef struct {
    int32_t v[LIMBS_MAX];  // the topmost is signed, the others are below 2^BITS
} limbs;

typedef struct {
    int32_t u, v, q, r;
} matrix;  // the matrix of BITS steps on (f, g), times 2^BITS; |u| + |v| and |q| + |r| are at most 2^BITS

typedef struct {
    uint32_t f, g;  // the lowest bits of f and g
    int32_t zeta;
} state;

// A part of a product of t and a vector: what the limbs so far carry, and in update_de the multiples of m.
typedef struct {
    sum first, second, first_m, second_m;
} carries;

#define INLINE static inline __attribute__((always_inline))

#ifdef EC_INVERSE_MIPS
#include "ec_inverse_mips.h"
#else
// STEPS steps. u and v share a word, u + 2^16 v, and so do q and r: every operation on them is linear.
static void steps(state *s, matrix *t) {
    uint32_t f = s->f, g = s->g, uv = 1, qr = 1u << 16;
    int32_t zeta = s->zeta;
    for (int i = 0; i < STEPS; i++) {
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
    *s = (state){f, g, zeta};
}
#endif

// BITS steps on the lowest limbs.
static int32_t limb_of_steps(int32_t zeta, int32_t f, int32_t g, matrix *t) {
    state s = {(uint32_t)f, (uint32_t)g, zeta};
    steps(&s, t);
    if ((int)BITS > (int)STEPS) {
        const matrix one = *t;
        matrix two;
        steps(&s, &two);
        *t = (matrix){two.u * one.u + two.v * one.q, two.u * one.v + two.v * one.r,
                      two.q * one.u + two.r * one.q, two.q * one.v + two.r * one.r};
    }
    return s.zeta;
}

// All ones for a negative number, else 0.
static int32_t sign_of(const limbs *a, int n) { return (int32_t)secret_mask_of_sign((uint32_t)a->v[n - 1]); }

// (f, g) = t (f, g) / 2^BITS, exact. begin_fg is for the first limb, fg_limbs for those from `from` on.
INLINE carries begin_fg(const limbs *f, const limbs *g, const matrix *t) {
    const sum u = t->u, v = t->v, q = t->q, r = t->r;
    return (carries){(u * f->v[0] + v * g->v[0]) >> BITS, (q * f->v[0] + r * g->v[0]) >> BITS, 0, 0};
}

#ifndef EC_INVERSE_MIPS
INLINE carries fg_limbs(limbs *f, limbs *g, const matrix *t, carries c, int from, int to) {
    const sum u = t->u, v = t->v, q = t->q, r = t->r;
    sum cf = c.first, cg = c.second;
    for (int i = from; i < to; i++) {
        const int32_t fi = f->v[i], gi = g->v[i];
        cf += u * fi + v * gi;
        cg += q * fi + r * gi;
        f->v[i - 1] = (int32_t)cf & MASK;
        g->v[i - 1] = (int32_t)cg & MASK;
        cf >>= BITS;
        cg >>= BITS;
    }
    return (carries){cf, cg, 0, 0};
}
#endif

INLINE void end_limbs(limbs *a, limbs *b, carries c, int n) {
    a->v[n - 1] = (int32_t)c.first;
    b->v[n - 1] = (int32_t)c.second;
}

static void update_fg(limbs *f, limbs *g, const matrix *t, int n) {
    end_limbs(f, g, fg_limbs(f, g, t, begin_fg(f, g, t), 1, n), n);
}

// (d, e) = t (d, e) / 2^BITS modulo m. Multiples of m are added so that the division is exact. d and e stay in (-2m,
// m).
INLINE carries begin_de(const limbs *d, const limbs *e, const matrix *t, const limbs *m, uint32_t inverse, int n) {
    const sum u = t->u, v = t->v, q = t->q, r = t->r;
    const int32_t sd = sign_of(d, n), se = sign_of(e, n);
    int32_t kd = (t->u & sd) + (t->v & se), ke = (t->q & sd) + (t->r & se);
    sum cd = u * d->v[0] + v * e->v[0], ce = q * d->v[0] + r * e->v[0];
    kd -= (int32_t)((inverse * (uint32_t)cd + (uint32_t)kd) & MASK);
    ke -= (int32_t)((inverse * (uint32_t)ce + (uint32_t)ke) & MASK);
    const sum md = kd, me = ke;
    cd = (cd + md * m->v[0]) >> BITS;  // below 2^(2 BITS) + 2^(2 BITS + 1) in size before they are shifted
    ce = (ce + me * m->v[0]) >> BITS;
    return (carries){cd, ce, md, me};
}

#ifndef EC_INVERSE_MIPS
INLINE carries de_limbs(limbs *d, limbs *e, const matrix *t, const limbs *m, carries c, int from, int to) {
    const sum u = t->u, v = t->v, q = t->q, r = t->r, md = c.first_m, me = c.second_m;
    sum cd = c.first, ce = c.second;
    for (int i = from; i < to; i++) {
        const int32_t di = d->v[i], ei = e->v[i], mi = m->v[i];
        cd += u * di + v * ei + md * mi;
        ce += q * di + r * ei + me * mi;
        d->v[i - 1] = (int32_t)cd & MASK;
        e->v[i - 1] = (int32_t)ce & MASK;
        cd >>= BITS;
        ce >>= BITS;
    }
    return (carries){cd, ce, md, me};
}
#endif

static void update_de(limbs *d, limbs *e, const matrix *t, const limbs *m, uint32_t inverse, int n) {
    end_limbs(d, e, de_limbs(d, e, t, m, begin_de(d, e, t, m, inverse, n), 1, n), n);
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

// The inverse from d, where g = 0, f = +-gcd, and d is the inverse with f's sign, in (-2m, m). Changes d.
static inline __attribute__((always_inline)) void inverse_of(uint32_t *r, limbs *d, const limbs *f, const limbs *m, int words, int n) {
    for (int pass = 0; pass < 2; pass++) {
        const int32_t low = sign_of(d, n), minus = pass == 0 ? sign_of(f, n) : 0;
        for (int i = 0; i < n; i++) d->v[i] = ((d->v[i] + (m->v[i] & low)) ^ minus) - minus;
        carry(d, n);
    }
    from_limbs(r, d, words, n);
}

void EC_INVERSE_PORTABLE(uint32_t *r, const uint32_t *a, const uint32_t *modulus, int words, uint16_t bits, uint32_t inverse) {
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
        zeta = limb_of_steps(zeta, s.f.v[0], s.g.v[0], &s.t);
        update_de(&s.d, &s.e, &s.t, &s.m, inverse, n);
        update_fg(&s.f, &s.g, &s.t, n);
    }
    inverse_of(r, &s.d, &s.f, &s.m, words, n);
}
