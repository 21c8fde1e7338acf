// SPDX-License-Identifier: Apache-2.0
// Square roots of public numbers, for points in compressed form. Part of fp_field.h.

// r = a^((p + add) >> shift), by squaring and multiplying. The exponent is public.
static void power(uint32_t *r, const uint32_t *a, uint32_t add, int shift) {
    uint32_t e[W + 1], t[W];
    uint64_t s = add;
    for (int i = 0; i < W; i++) {
        s += prime[i];
        e[i] = (uint32_t)s;
        s >>= 32;
    }
    e[W] = (uint32_t)s;
    int i = 32 * W;
    while (!(e[i >> 5] >> (i & 31) & 1)) i--;
    memcpy(t, a, sizeof t);
    for (i--; i >= shift; i--) {
        FP(_sqr_i)(t, t);
        if (e[i >> 5] >> (i & 31) & 1) FP(_mul_i)(t, t, a);
    }
    memcpy(r, t, sizeof t);
}

#if FP_LABEL == 224
static int is_one(const uint32_t *a) {
    uint32_t t = a[0] ^ 1;
    for (int i = 1; i < W; i++) t |= a[i];
    return t == 0;
}
#endif

// a^((p + 1) / 4) where p is 3 modulo 4. P-224 has 2^96 as a factor of p - 1: Tonelli and Shanks.
unsigned FP(_sqrt_vartime)(uint32_t *r, const uint32_t *a) {
    uint32_t root[W], t[W];
#if FP_LABEL == 224
    enum { TWOS = 96 };
    static const uint32_t eleven[W] = {11};  // not a square
    uint32_t c[W];
    uint32_t odd[W] = {0};  // a^((q - 1) / 2), where p - 1 = 2^96 q
    power(odd, a, 0, TWOS + 1);
    FP(_mul_i)(root, a, odd);
    FP(_mul_i)(t, root, odd);
    power(c, eleven, 0, TWOS);
    int left = TWOS;  // c has the order 2^left, and t a smaller one if a is a square
    while (!is_one(t)) {
        uint32_t u[W];
        int order = 0;
        memcpy(u, t, sizeof u);
        for (; order < left && !is_one(u); order++) FP(_sqr_i)(u, u);
        if (order >= left) break;
        for (int i = left - order - 1; i > 0; i--) FP(_sqr_i)(c, c);
        left = order;
        FP(_mul_i)(root, root, c);
        FP(_sqr_i)(c, c);
        FP(_mul_i)(t, t, c);
    }
#else
    power(root, a, 1, 2);
#endif
    FP(_sqr_i)(t, root);
    if (memcmp(t, a, sizeof t) != 0) return 0;
    memcpy(r, root, sizeof root);
    return 1;
}
