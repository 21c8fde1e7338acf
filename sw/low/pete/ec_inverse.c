// SPDX-License-Identifier: Apache-2.0
// Inversion modulo an odd number by divsteps (Bernstein and Yang 2019; delta starts at 1/2), 30 at a time. Numbers are
// words in two's complement. ec_divsteps.S has the loops: it multiplies and accumulates.
//
// d and e stay in (-2m, m), and |f| and |g| are at most m. So a word more than m has is enough. The loops take an odd
// number of words.
#include "ec_scalar.h"
#include "secret.h"

enum { STEPS = 30, WORDS = EV_CURVE_WORDS_MAX + 1 };

typedef struct {
    int32_t u, v, q, r;  // the matrix of STEPS steps on (f, g), times 2^STEPS; |u| + |v| and |q| + |r| are at most 2^STEPS
} matrix;

// STEPS steps for f and g with these lowest words. Returns zeta.
int32_t ev_ec_divsteps(matrix *t, uint32_t f, uint32_t g, int32_t zeta);

// r = (c[0] x + c[1] y) / 2^STEPS, which is exact. r may be y.
void ev_ec_divsteps_row(uint32_t *r, const uint32_t *x, const uint32_t *y, const int32_t *c, int n);

// r = (c[0] x + c[1] y + k m) / 2^STEPS, which is exact; |k| < 2^31.
void ev_ec_divsteps_row_modulo(uint32_t *r, const uint32_t *x, const uint32_t *y, const int32_t *c, int n,
                               const uint32_t *m, int32_t k);

// What times m makes the lowest STEPS bits of c[0] d + c[1] e zero, and keeps the sum in its bounds.
static int32_t multiple(const int32_t *c, const uint32_t *d, const uint32_t *e, uint32_t inverse, int n) {
    const uint32_t k = ((uint32_t)c[0] & secret_mask_of_sign(d[n - 1])) + ((uint32_t)c[1] & secret_mask_of_sign(e[n - 1]));
    const uint32_t low = (uint32_t)c[0] * d[0] + (uint32_t)c[1] * e[0];
    return (int32_t)(k - ((inverse * low + k) & ((1u << STEPS) - 1)));
}

static void exchange(uint32_t **a, uint32_t **b) {
    uint32_t *const t = *a;
    *a = *b;
    *b = t;
}

// d + m for a negative d, else d; then the same with the other sign if `minus` is all ones.
static void correct(uint32_t *d, const uint32_t *m, uint32_t minus, int n) {
    const uint32_t low = secret_mask_of_sign(d[n - 1]);
    uint32_t carry = 0, more = minus & 1;
    for (int i = 0; i < n; i++) {
        uint64_t s = (uint64_t)d[i] + (m[i] & low) + carry;
        carry = (uint32_t)(s >> 32);
        s = (uint64_t)((uint32_t)s ^ minus) + more;
        more = (uint32_t)(s >> 32);
        d[i] = (uint32_t)s;
    }
}

void ev_ec_inverse_modulo(uint32_t *r, const uint32_t *a, const uint32_t *modulus, int words, uint16_t bits, uint32_t inverse) {
    const int n = (bits / 32 + 1) | 1;
    const int rounds = ((45907 * bits + 26313) / 19929 + STEPS - 1) / STEPS;
    struct {
        uint32_t room[6][WORDS], m[WORDS];
        matrix t;
    } s = {0};
    uint32_t *d = s.room[0], *e = s.room[1], *f = s.room[2], *g = s.room[3], *next_d = s.room[4], *next_f = s.room[5];
    for (int i = 0; i < words; i++) {
        s.m[i] = f[i] = modulus[i];
        g[i] = a[i];
    }
    e[0] = 1;
    int32_t zeta = -1;
    for (int i = 0; i < rounds; i++) {
        zeta = ev_ec_divsteps(&s.t, f[0], g[0], zeta);
        const int32_t kd = multiple(&s.t.u, d, e, inverse, n), ke = multiple(&s.t.q, d, e, inverse, n);
        ev_ec_divsteps_row_modulo(next_d, d, e, &s.t.u, n, s.m, kd);
        ev_ec_divsteps_row_modulo(e, d, e, &s.t.q, n, s.m, ke);
        exchange(&d, &next_d);
        ev_ec_divsteps_row(next_f, f, g, &s.t.u, n);
        ev_ec_divsteps_row(g, f, g, &s.t.q, n);
        exchange(&f, &next_f);
    }
    // now g = 0, f = +-gcd, and d is the inverse with f's sign, in (-2m, m)
    correct(d, s.m, secret_mask_of_sign(f[n - 1]), n);
    correct(d, s.m, 0, n);
    for (int i = 0; i < words; i++) r[i] = d[i];
}
