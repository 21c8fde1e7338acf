// SPDX-License-Identifier: Apache-2.0
// Cycles of the accelerator's routines themselves: WHAT_mul_row, WHAT_sqr_row, WHAT_inv_row on rows, WHAT_point or
// WHAT_pointb for k P on BITS bits of k, in GF(2^DEGREE). Reads the file "in", writes "out". "cycles field" is from the
// routine's first instruction to its last one: a call of a routine of two instructions is measured, too.
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "ec2.h"
#include "gf2m_kernels.h"

#define PASTE_(a, b, c) a##b##c
#define PASTE(a, b, c) PASTE_(a, b, c)
#define ROUTINE(name) PASTE(ev_vword_, DEGREE, name)
#define W ((DEGREE + 31) / 32)

typedef struct {
    uint32_t words[32];
} __attribute__((aligned(128))) row;  // of the longest field

static uint32_t in[4 * W], out[2 * W];

#if defined WHAT_point || defined WHAT_pointb
static ev_ec_point_t p, r;
static uint32_t d[W + 1];
enum { LAST = (BITS + 31) / 32 };
static void take(void) {
    memcpy(p.x, in, 4 * W);
    memcpy(p.y, in + W, 4 * W);
    vword_differences(d, in + 3 * W, BITS, LAST);
}
static size_t give(void) {
    memcpy(out, r.x, 4 * W);
    memcpy(out + W, r.y, 4 * W);
    return 8 * W;
}
#if defined WHAT_point
#define MEASURED ROUTINE(_point)
#define ARGUMENTS r.x, d + LAST, p.x, BITS
void nothing(uint32_t *r, const uint32_t *d, const uint32_t *p, unsigned bits);
#else
#define MEASURED ROUTINE(_pointb)
#define ARGUMENTS r.x, d + LAST, p.x, in + 2 * W, BITS
void nothing(uint32_t *r, const uint32_t *d, const uint32_t *p, const uint32_t *sqrt_b, unsigned bits);
#endif
#else
static row a, b, r;
static void take(void) {
    memcpy(a.words, in, 4 * W);
    memcpy(b.words, in + W, 4 * W);
}
static size_t give(void) {
    memcpy(out, r.words, 4 * W);
    return 4 * W;
}
#if defined WHAT_mul_row
#define MEASURED ROUTINE(_mul_row)
#define ARGUMENTS &r, &a, &b
void ROUTINE(_mul_row)(row *r, const row *a, const row *b);
void nothing(row *r, const row *a, const row *b);
#else
#define ARGUMENTS &r, &a
void nothing(row *r, const row *a);
#if defined WHAT_sqr_row
#define MEASURED ROUTINE(_sqr_row)
#else
#define MEASURED ROUTINE(_inv_row)
#endif
void MEASURED(row *r, const row *a);
#endif
#endif

enum { NOTHING = 2 };  // cycles
__asm__(".text; .balign 4; nothing: .set push; .set noreorder; jr $ra; nop; .set pop");

int main(void) {
    FILE *f = fopen("in", "rb");
    if (!f || fread(in, 1, sizeof in, f) == 0) {
        puts("vword_field: there is no file `in`.");
        return 1;
    }
    fclose(f);
    take();
    bench_begin();
    nothing(ARGUMENTS);
    const uint32_t call = bench_stop() - NOTHING;
    bench_report("call", call);
    bench_begin();
    MEASURED(ARGUMENTS);
    const uint32_t cycles = bench_stop() - call + bench_empty();
    bench_report("field", cycles);
    const size_t n = give();
    f = fopen("out", "wb");
    return !f || fwrite(out, 1, n, f) != n || fclose(f);
}
