// SPDX-License-Identifier: Apache-2.0
// The loops of ec_inverse.c for a MIPS core that has a multiplier beside its pipeline, and no more: sums are made while the
// next product is. Part of ec_inverse.c, for backends that define EC_INVERSE_MIPS.

// STEPS steps, as in ec_inverse.c.
static __attribute__((noinline)) void steps(state *s, matrix *t) {
    uint32_t f = s->f, g = s->g, uv = 1, qr = 1u << 16, swap, odd, a, b;
    int32_t zeta = s->zeta;
    for (int i = 0; i < 2; i++)
        __asm__(".rept %c[times]\n\t"
                "sra %[swap], %[zeta], 31\n\t"
                "andi %[odd], %[g], 1\n\t"
                "subu %[odd], $0, %[odd]\n\t"
                "xor %[a], %[f], %[swap]\n\t"
                "xor %[b], %[uv], %[swap]\n\t"
                "subu %[a], %[a], %[swap]\n\t"
                "subu %[b], %[b], %[swap]\n\t"
                "and %[a], %[a], %[odd]\n\t"
                "and %[b], %[b], %[odd]\n\t"
                "and %[swap], %[swap], %[odd]\n\t"
                "addu %[g], %[g], %[a]\n\t"
                "addu %[qr], %[qr], %[b]\n\t"
                "xor %[zeta], %[zeta], %[swap]\n\t"
                "and %[a], %[g], %[swap]\n\t"
                "and %[b], %[qr], %[swap]\n\t"
                "addiu %[zeta], %[zeta], -1\n\t"
                "addu %[f], %[f], %[a]\n\t"
                "addu %[uv], %[uv], %[b]\n\t"
                "srl %[g], %[g], 1\n\t"
                "sll %[uv], %[uv], 1\n\t"
                ".endr"
                : [f] "+&r"(f), [g] "+&r"(g), [uv] "+&r"(uv), [qr] "+&r"(qr), [zeta] "+&r"(zeta), [swap] "=&r"(swap),
                  [odd] "=&r"(odd), [a] "=&r"(a), [b] "=&r"(b)
                : [times] "i"(STEPS / 2));
    const int32_t u = (int16_t)uv, q = (int16_t)qr;
    *t = (matrix){u, (int32_t)(uv - (uint32_t)u) >> 16, q, (int32_t)(qr - (uint32_t)q) >> 16};
    *s = (state){f, g, zeta};
}

// A sum of 64 bits in two registers. What it was for the limb before is shifted while a product is made.
#define LOW(s) "%[" s "0]"
#define HIGH(s) "%[" s "1]"
#define TIMES(a, b) "mult %[" a "], %[" b "]\n\t"
#define SHIFT(s)                                      \
    "srl " LOW(s) ", " LOW(s) ", %[bits]\n\t"         \
    "sll %[x], " HIGH(s) ", 32 - %[bits]\n\t"         \
    "or " LOW(s) ", " LOW(s) ", %[x]\n\t"             \
    "sra " HIGH(s) ", " HIGH(s) ", %[bits]\n\t"
#define TAKE "mflo %[x]\n\tmfhi %[y]\n\t"
#define ADD_TO(s)                                     \
    "addu " LOW(s) ", " LOW(s) ", %[x]\n\t"           \
    "sltu %[x], " LOW(s) ", %[x]\n\t"                 \
    "addu " HIGH(s) ", " HIGH(s) ", %[y]\n\t"         \
    "addu " HIGH(s) ", " HIGH(s) ", %[x]\n\t"
#define SUM_OF(name, value) uint32_t name##0 = (uint32_t)(value) << BITS, name##1 = (uint32_t)((value) >> (32 - BITS))
#define VALUE_OF(name) ((sum)((uint64_t)name##1 << 32 | name##0) >> BITS)

// (f, g) = t (f, g) / 2^BITS, as in ec_inverse.c.
INLINE carries fg_limbs(limbs *f, limbs *g, const matrix *t, carries c, int from, int to) {
    uint32_t x, y;
    SUM_OF(s, c.first);
    SUM_OF(z, c.second);
    for (int i = from; i < to; i++) {
        __asm__(".set push\n\t.set noreorder\n\t"
                TIMES("u", "f") SHIFT("s") TAKE
                TIMES("v", "g") ADD_TO("s") TAKE
                TIMES("q", "f") ADD_TO("s") SHIFT("z") TAKE
                TIMES("r", "g") ADD_TO("z") TAKE ADD_TO("z")
                ".set pop"
                : [s0] "+&r"(s0), [s1] "+&r"(s1), [z0] "+&r"(z0), [z1] "+&r"(z1), [x] "=&r"(x), [y] "=&r"(y)
                : [u] "r"(t->u), [v] "r"(t->v), [q] "r"(t->q), [r] "r"(t->r), [f] "r"(f->v[i]), [g] "r"(g->v[i]),
                  [bits] "i"(BITS)
                : "hi", "lo");
        f->v[i - 1] = (int32_t)(s0 & MASK);
        g->v[i - 1] = (int32_t)(z0 & MASK);
    }
    return (carries){VALUE_OF(s), VALUE_OF(z), 0, 0};
}

// (d, e) = t (d, e) / 2^BITS modulo m, as in ec_inverse.c.
INLINE carries de_limbs(limbs *d, limbs *e, const matrix *t, const limbs *m, carries c, int from, int to) {
    const int32_t md = (int32_t)c.first_m, me = (int32_t)c.second_m;
    uint32_t x, y;
    SUM_OF(s, c.first);
    SUM_OF(z, c.second);
    for (int i = from; i < to; i++) {
        __asm__(".set push\n\t.set noreorder\n\t"
                TIMES("u", "d") SHIFT("s") TAKE
                TIMES("v", "e") ADD_TO("s") TAKE
                TIMES("a", "m") ADD_TO("s") TAKE
                TIMES("q", "d") ADD_TO("s") SHIFT("z") TAKE
                TIMES("r", "e") ADD_TO("z") TAKE
                TIMES("b", "m") ADD_TO("z") TAKE ADD_TO("z")
                ".set pop"
                : [s0] "+&r"(s0), [s1] "+&r"(s1), [z0] "+&r"(z0), [z1] "+&r"(z1), [x] "=&r"(x), [y] "=&r"(y)
                : [u] "r"(t->u), [v] "r"(t->v), [q] "r"(t->q), [r] "r"(t->r), [a] "r"(md), [b] "r"(me), [d] "r"(d->v[i]),
                  [e] "r"(e->v[i]), [m] "r"(m->v[i]), [bits] "i"(BITS)
                : "hi", "lo");
        d->v[i - 1] = (int32_t)(s0 & MASK);
        e->v[i - 1] = (int32_t)(z0 & MASK);
    }
    return (carries){VALUE_OF(s), VALUE_OF(z), md, me};
}

#undef LOW
#undef HIGH
#undef TIMES
#undef SHIFT
#undef TAKE
#undef ADD_TO
#undef SUM_OF
#undef VALUE_OF
