// SPDX-License-Identifier: Apache-2.0
// Public scalars on the accelerator: as in ecp_vartime.h. Part of ecp_accelerated.h.

// Multiples of the point and of the base point are in the halves of the table.
enum { G_X = S_TX + POINTS, G_Y = S_TY + POINTS };
_Static_assert(2 * POINTS == S_TY - S_TX, "two tables of odd multiples have room for each other");

// The sum and entry d / 2 of the table that begins at x and y, or its negative.
#define TAKE_(x, y, e)                              \
    case e:                                         \
        PCPY(S_EX, (x) + (e));                      \
        if (d < 0) PSUB(S_EY, S_ZERO, (y) + (e));   \
        else PCPY(S_EY, (y) + (e));                 \
        break;
#define ADD_MULTIPLE_(name, x, y)                                                                          \
    static void name(int d, int first) {                                                                   \
        switch ((d < 0 ? -d : d) / 2) {                                                                    \
            TAKE_(x, y, 0) TAKE_(x, y, 1) TAKE_(x, y, 2) TAKE_(x, y, 3)                                    \
            TAKE_(x, y, 4) TAKE_(x, y, 5) TAKE_(x, y, 6) TAKE_(x, y, 7)                                    \
        }                                                                                                  \
        if (first) monte_set_point();                                                                      \
        else ev_monte_add();                                                                               \
    }
ADD_MULTIPLE_(add_multiple_vartime, S_TX, S_TY)
ADD_MULTIPLE_(add_base_multiple_vartime, G_X, G_Y)

// u G + v p, or v p for n1 = 0. Sums of the same point, or of a point and its negative, make Z 0 for good: then the library's own
// functions find out what the sum is. Returns 0 then, and if a command has failed.
static unsigned monte_evaluate_vartime(const ev_curve_t *c, ev_ec_point_t *r, unsigned there, const int8_t *d1, int n1,
                                       const int8_t *d2, int n2, const ev_ec_point_t *p) {
    uint32_t slots[SLOTS][W];
    unsigned infinite, begun = 0;
    monte_begin(slots, there);
    if (n1 != 0) {
        for (int e = 0; e < POINTS; e++) {
            COPY(slots[G_X + e], c->base + 2 * W * e);
            COPY(slots[G_Y + e], c->base + 2 * W * e + W);
        }
#define BASE_TO_DOMAIN_(i) PMUL(G_X + (i), G_X + (i), S_ONE); PMUL(G_Y + (i), G_Y + (i), S_ONE);
        BASE_TO_DOMAIN_(0) BASE_TO_DOMAIN_(1) BASE_TO_DOMAIN_(2) BASE_TO_DOMAIN_(3)
        BASE_TO_DOMAIN_(4) BASE_TO_DOMAIN_(5) BASE_TO_DOMAIN_(6) BASE_TO_DOMAIN_(7)
    }
    monte_take_point(slots, p);
    ev_monte_odd_8(monte_modulus, W);
    for (int i = (n1 > n2 ? n1 : n2) - 1; i >= 0; i--) {
        const int u = i < n1 ? d1[i] : 0, v = i < n2 ? d2[i] : 0;
        if (begun) ev_monte_double();
        if (u) add_base_multiple_vartime(u, !begun), begun = 1;
        if (v) add_multiple_vartime(v, !begun), begun = 1;
    }
    // Commands store into `slots`, so none may be left.
    if (!begun) return monte_end(), 0;
    return monte_finish(r, slots, 0, &infinite) && !infinite;
}

static unsigned here_mul_vartime(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p) {
    const unsigned there = monte_present();
    int8_t digits[DIGITS_MAX];
    if (there) {
        const int n = ev_ec_recode_naf_vartime(digits, k, c->order_words, WIDTH);
        if (monte_evaluate_vartime(c, r, there, 0, 0, digits, n, p)) return 0;
    }
    return mul_vartime(c, r, k, p);
}

static unsigned here_mul2_vartime(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *u, const uint32_t *v,
                                  const ev_ec_point_t *p) {
    const unsigned there = monte_present();
    int8_t first[DIGITS_MAX], second[DIGITS_MAX];
    if (there) {
        const int n1 = ev_ec_recode_naf_vartime(first, u, c->order_words, WIDTH);
        const int n2 = ev_ec_recode_naf_vartime(second, v, c->order_words, WIDTH);
        if (monte_evaluate_vartime(c, r, there, first, n1, second, n2, p)) return 0;
    }
    return mul2_vartime(c, r, u, v, p);
}
