// SPDX-License-Identifier: Apache-2.0
// k P for a secret k: the Montgomery ladder of López and Dahab (CHES 1999), on x alone, with y recovered at the end. Part
// of ec2_engine.h.
//
// The ladder keeps two points P, Q with a fixed Q - P. Each step replaces one by P + Q and the other by its own double.
// The sum does not depend on which is which, so only the doubling selects. The code keeps A, the last sum, and D, the
// last double. A step takes 5M + 4S with b = 1, else 6M + 4S.

typedef struct {
    uint32_t sx[W], sz[W], dx[W], dz[W];  // the chosen point's coordinates (or their squares), then D, for the kernel
    uint32_t ax[W], az[W], t[W], u[W], x[W], sqrt_b[W];
} ladder_state;

#ifdef GF2M_HAS_LADDER_STEPS
static void steps(ladder_state *v, const uint32_t *k, int bits) { GF2M(_steps_i)(v->sx, k, (unsigned)bits); }
static void stepsb(ladder_state *v, const uint32_t *k, int bits) { GF2M(_stepsb_i)(v->sx, k, (unsigned)bits); }
#else
static void steps(ladder_state *v, const uint32_t *k, int bits) {  // b = 1
    uint32_t before = 0;
    for (int i = bits - 1; i >= 0; i--) {
        const uint32_t bit = k[i >> 5] >> (i & 31) & 1, other = bit ^ before;
        before = bit;
        MUL(v->t, v->ax, v->dz);
        MUL(v->u, v->az, v->dx);
        GF2M(_ladder_i)(v->sx, v->dx, v->ax, other);  // writes sx, sz and dx = (sx + sz)^4
        GF2M(_mulsqr_i)(v->dz, v->sx, v->sz);
        SUMSQR(v->az, v->t, v->u);
        MUL(v->t, v->t, v->u);
        MULADD(v->ax, v->az, v->x, v->t);
    }
}

static void stepsb(ladder_state *v, const uint32_t *k, int bits) {  // any b
    uint32_t before = 0;
    for (int i = bits - 1; i >= 0; i--) {
        const uint32_t bit = k[i >> 5] >> (i & 31) & 1, other = bit ^ before;
        before = bit;
        MUL(v->t, v->ax, v->dz);
        MUL(v->u, v->az, v->dx);
        GF2M(_ladderb_i)(v->sx, v->dx, v->ax, other);  // writes the squares
        MUL(v->dz, v->sx, v->sz);
        MULADD(v->dx, v->sz, v->sqrt_b, v->sx);
        SQR(v->dx, v->dx);
        SUMSQR(v->az, v->t, v->u);
        MUL(v->t, v->t, v->u);
        MULADD(v->ax, v->az, v->x, v->t);
    }
}
#endif

static unsigned ladder_of(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k,
                          const ev_ec_point_t *p, int koblitz) {
    ladder_state v;
    memset(&v, 0, sizeof v);
    v.dx[0] = 1;  // D = infinity = 0 P
    v.az[0] = 1;  // A = P
    COPY(v.ax, p->x);
    COPY(v.x, p->x);
    COPY(v.sqrt_b, c->sqrt_b);
    if (koblitz) steps(&v, k, c->order_bits);
    else stepsb(&v, k, c->order_bits);
    const uint32_t odd = secret_mask(k[0] & 1);
    // R0 = k P = X1 : Z1 and R1 = (k + 1) P = X2 : Z2
    secret_select_words(v.sx, odd, v.dx, v.ax, W);
    secret_select_words(v.sz, odd, v.dz, v.az, W);
    secret_select_words(v.t, odd, v.ax, v.dx, W);
    secret_select_words(v.u, odd, v.az, v.dz, W);
    const uint32_t infinite = is_zero(v.sz), minus = secret_mask(is_zero(v.u));  // k = 0, k = n - 1
    // y = (x + x1) ((X1 + x Z1)(X2 + x Z2) + (x^2 + y) Z1 Z2) / (x Z1 Z2) + y
    MUL(v.dx, v.sz, v.u);                // Z1 Z2
    MUL(v.dz, v.dx, v.x);
    GF2M(_inv)(v.dz, v.dz);              // 1 / (x Z1 Z2)
    MULADD(v.ax, v.x, v.sz, v.sx);       // X1 + x Z1
    MULADD(v.t, v.x, v.u, v.t);          // X2 + x Z2
    MUL(v.ax, v.ax, v.t);
    SQR(v.az, v.x);
    add(v.az, v.az, p->y);
    MULADD(v.ax, v.az, v.dx, v.ax);
    MUL(v.ax, v.ax, v.dz);               // the bracket / (x Z1 Z2)
    MUL(v.dz, v.dz, v.x);
    MUL(v.dz, v.dz, v.u);                // 1 / Z1
    MUL(v.sx, v.sx, v.dz);               // x1
    add(v.t, v.sx, v.x);
    MULADD(v.ax, v.ax, v.t, p->y);
    add(v.az, p->x, p->y);
    secret_select_words(r->x, minus, v.sx, v.x, W);
    secret_select_words(r->y, minus, v.ax, v.az, W);
    return infinite;
}

static unsigned ladder(const ev_curve_t *c, ev_ec_point_t *r, const uint32_t *k, const ev_ec_point_t *p) {
    return c->tau ? ladder_of(c, r, k, p, 1) : ladder_of(c, r, k, p, 0);
}
