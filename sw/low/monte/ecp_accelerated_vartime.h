// SPDX-License-Identifier: Apache-2.0
// Public scalars on the accelerator: as in ecp_vartime.h. Part of ecp_accelerated.h.

// The table has odd multiples of the point. A multiple of the base point has a slot behind each half of it. The core writes it
// there, and the commands that read it are gone before it writes the next one: digits of a scalar that are not 0 are so far
// apart that more commands come between them than the queue holds.
enum { G_X = S_TX + POINTS, G_Y = S_TY + POINTS };

// The sum and entry d / 2 of the table, or its negative.
#define TAKE_(e)                                    \
    case e:                                         \
        PCPY(S_EX, S_TX + (e));                     \
        if (d < 0) PSUB(S_EY, S_ZERO, S_TY + (e));  \
        else PCPY(S_EY, S_TY + (e));                \
        break;
static void add_multiple_vartime(int d, int first) {
    switch ((d < 0 ? -d : d) / 2) {
        TAKE_(0) TAKE_(1) TAKE_(2) TAKE_(3) TAKE_(4) TAKE_(5) TAKE_(6) TAKE_(7)
    }
    if (first) monte_set_point();
    else ev_monte_add();
}

static void add_base_multiple_vartime(const ev_curve_t *c, uint32_t slots[][W], int d, int first) {
    const uint32_t *const entry = c->base + (d < 0 ? -d : d) / 2 * 2 * W;
    COPY(slots[G_X], entry);
    COPY(slots[G_Y], entry + W);
    PCPY_FETCH(S_EX, G_X, 1);
    if (d < 0) PSUB_FETCH(S_EY, S_ZERO, G_Y, 2);
    else PCPY_FETCH(S_EY, G_Y, 1);
    if (first) monte_set_point();
    else ev_monte_add();
}

// u G + v p, or v p for n1 = 0. Sums of the same point, or of a point and its negative, make Z 0 for good: then the library's own
// functions find out what the sum is. Returns 0 then, and if a command has failed.
static unsigned monte_evaluate_vartime(const ev_curve_t *c, ev_ec_point_t *r, unsigned there, const int8_t *d1, int n1,
                                       const int8_t *d2, int n2, const ev_ec_point_t *p) {
    uint32_t slots[SLOTS][W];
    unsigned infinite, begun = 0;
    monte_begin(slots, there);
    monte_take_point(slots, p);
    ev_monte_odd_8(monte_modulus, W);
    for (int i = (n1 > n2 ? n1 : n2) - 1; i >= 0; i--) {
        const int u = i < n1 ? d1[i] : 0, v = i < n2 ? d2[i] : 0;
        if (begun) ev_monte_double();
        if (u) add_base_multiple_vartime(c, slots, u, !begun), begun = 1;
        if (v) add_multiple_vartime(v, !begun), begun = 1;
    }
    // Commands store into `slots`, so none may be left.
    if (!begun) return monte_end(), 0;
    return monte_finish(r, slots, 0, &infinite, 0) && !infinite;
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
        const int n1 = ev_ec_recode_naf_vartime(first, u, c->order_words, MONTE_TABLE_(BASE_WIDTH));
        const int n2 = ev_ec_recode_naf_vartime(second, v, c->order_words, WIDTH);
        if (monte_evaluate_vartime(c, r, there, first, n1, second, n2, p)) return 0;
    }
    return mul2_vartime(c, r, u, v, p);
}
