// SPDX-License-Identifier: Apache-2.0
// The functions of ec_inversion.h, made of those of ec_inverse.c. A backend's own ec_inverse.c includes both. A round has
// five slices that take about the same time. EC_INVERSION_SLICES is 5, or 4 if two of them are one, which takes less time and
// longer turns.
#include "ec_inversion.h"

enum { SLICES = EC_INVERSION_SLICES };

typedef struct {
    limbs d, e, f, g, m;
    matrix t;
    carries c;
    state lowest;
    uint32_t inverse;
    int32_t limbs, left;
} slices;

_Static_assert(sizeof(slices) <= sizeof(ev_ec_inversion_t), "room for the state");

void ev_ec_inversion_begin(ev_ec_inversion_t *at, const uint32_t *numerator, const uint32_t *a, const uint32_t *modulus,
                           int words, uint16_t bits, uint32_t inverse) {
    slices *const s = (slices *)(void *)at->words;
    *s = (slices){.lowest.zeta = -1, .inverse = inverse, .limbs = bits / BITS + 1};
    s->left = SLICES * (((45907 * bits + 26313) / 19929 + BITS - 1) / BITS);
    to_limbs(&s->m, modulus, words, s->limbs);
    to_limbs(&s->g, a, words, s->limbs);
    s->f = s->m;
    if (numerator) to_limbs(&s->e, numerator, words, s->limbs);
    else s->e.v[0] = 1;
}

static matrix product(const matrix *two, const matrix *one) {
    return (matrix){two->u * one->u + two->v * one->q, two->u * one->v + two->v * one->r,
                    two->q * one->u + two->r * one->q, two->q * one->v + two->r * one->r};
}

unsigned ev_ec_inversion_slice(ev_ec_inversion_t *at) {
    slices *const s = (slices *)(void *)at->words;
    const int n = s->limbs;
    matrix more;
    if (s->left == 0) return 0;
    switch (s->left-- % SLICES) {
        case 0:
            s->lowest = (state){(uint32_t)s->f.v[0], (uint32_t)s->g.v[0], s->lowest.zeta};
            steps(&s->lowest, &s->t);
            break;
        case SLICES - 1:
            steps(&s->lowest, &more);
            s->t = product(&more, &s->t);
            break;
#if EC_INVERSION_SLICES == 5
        case 3:
            s->c = de_limbs(&s->d, &s->e, &s->t, &s->m, begin_de(&s->d, &s->e, &s->t, &s->m, s->inverse, n), 1, n / 2);
            break;
        case 2:
            end_limbs(&s->d, &s->e, de_limbs(&s->d, &s->e, &s->t, &s->m, s->c, n / 2, n), n);
            break;
#else
        case 2:
            update_de(&s->d, &s->e, &s->t, &s->m, s->inverse, n);
            break;
#endif
        default:
            update_fg(&s->f, &s->g, &s->t, n);
    }
    return 1;
}

void ev_ec_inversion_end(uint32_t *r, ev_ec_inversion_t *at, int words) {
    slices *const s = (slices *)(void *)at->words;
    while (ev_ec_inversion_slice(at)) {}
    inverse_of(r, &s->d, &s->f, &s->m, words, s->limbs);
}
