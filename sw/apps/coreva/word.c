// SPDX-License-Identifier: Apache-2.0
// Cycles of a carry-less product of two words, by MEASURED: a kernel, `clmul32` with
// CLMUL32, or `paper` with PAPER. Reads pairs of words from the file "in", writes
// their products to "out". A call is measured with its return.
#include <stdio.h>

#include "bench.h"
#ifdef CLMUL32
#include "clmul32.h"
#endif

enum { PAIRS = 32 };

#ifdef PAPER
#include "paper.h"
#elif !defined CLMUL32
uint64_t MEASURED(uint32_t a, uint32_t b);
#endif

static uint32_t in[2 * PAIRS];
static uint64_t out[PAIRS];

int main(void) {
    FILE *f = fopen("in", "rb");
    if (f == NULL || fread(in, sizeof in, 1, f) != 1) return 1;
    fclose(f);
    for (int i = 0; i < PAIRS; i++) {
        const uint32_t a = in[2 * i], b = in[2 * i + 1];
        bench_begin();
        const uint64_t product = MEASURED(a, b);
        bench_end("word");
        out[i] = product;
    }
    f = fopen("out", "wb");
    if (f == NULL || fwrite(out, sizeof out, 1, f) != 1) return 1;
    return fclose(f) ? 1 : 0;
}
