// SPDX-License-Identifier: Apache-2.0
// One row of the tables of Chen et al. 2017. Runs the function named by WHAT on the words of the file "in" and writes
// the result to "out". "in" has a, b, a scalar, and an affine point, 8 words each.
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "chen2017.h"

#ifndef HOW
#define HOW CHEN_DIRECT
#endif

static uint32_t in[40], out[24];
static ev_chen_point_t p;

static inline void affine(void) {
    uint32_t x[8], y[8];
    ev_chen_affine(HOW, x, y, &p);
    memcpy(out, x, 32);
    memcpy(out + 8, y, 32);
}

int main(void) {
    uint32_t c[16], high[8];
    const uint32_t *a = in, *b = in + 8, *k = in + 16, *x = in + 24, *y = in + 32;
    static const uint32_t one[8] = {1};
    FILE *f = fopen("in", "rb");
    if (!f || fread(in, 4, 40, f) != 40) {
        puts("bench_chen: the file `in` does not hold 40 words.");
        return 1;
    }
    fclose(f);
    (void)a, (void)b, (void)k, (void)x, (void)y, (void)one, (void)high, (void)c;
#if defined WHAT_product
    bench_report("row", ev_chen_time_product(c, a, b));
    ev_chen_rearrange(high, c);
    ev_chen_reduce(out, c, high);
#elif defined WHAT_rearrange || defined WHAT_reduce
    ev_chen_product_only(c, a, b);
#ifdef WHAT_rearrange
    bench_begin();
    ev_chen_rearrange(high, c);
    bench_end("row");
    ev_chen_reduce(out, c, high);
#else
    ev_chen_rearrange(high, c);
    bench_begin();
    ev_chen_reduce(out, c, high);
    bench_end("row");
#endif
#elif defined WHAT_sqr_high
    bench_begin();
    ev_chen_sqr_high(high, a);
    bench_end("row");
    ev_chen_sqr_low(out, a, high);
#elif defined WHAT_sqr_low
    ev_chen_sqr_high(high, a);
    bench_begin();
    ev_chen_sqr_low(out, a, high);
    bench_end("row");
#elif defined WHAT_point_double || defined WHAT_point_add
    // twice the point, so that Z is not 1
    memcpy(p.x, x, 32), memcpy(p.y, y, 32), p.z[0] = 1;
    ev_chen_double(HOW, &p, one);
    bench_begin();
#ifdef WHAT_point_double
    ev_chen_double(HOW, &p, one);
#else
    ev_chen_add_point(HOW, &p, x, y);
#endif
    bench_end("row");
    affine();
#elif defined WHAT_kp113
    bench_begin();
    ev_chen_multiply(HOW, &p, k, 112, x, y);
    bench_end("row");
    affine();
#elif defined WHAT_kp113_affine || defined WHAT_kp233_affine
#ifdef WHAT_kp113_affine
    const int top = 112;
#else
    const int top = 232;
#endif
    bench_begin();
    ev_chen_multiply(HOW, &p, k, top, x, y);
    ev_chen_affine(HOW, out, out + 8, &p);
    bench_end("row");
#else
    bench_begin();
#if defined WHAT_mul
    ev_chen_mul(HOW, out, a, b);
#elif defined WHAT_sqr
    ev_chen_sqr(out, a);
#elif defined WHAT_add
    ev_chen_add(out, a, b);
#elif defined WHAT_inv
    ev_chen_inv(HOW, out, a);
#else
#error "WHAT_<row> says which row to run."
#endif
    bench_end("row");
#endif
    f = fopen("out", "wb");
    return !f || fwrite(out, 4, 16, f) != 16 || fclose(f);
}
