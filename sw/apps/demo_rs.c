// SPDX-License-Identifier: Apache-2.0
// Decodes a file of Reed-Solomon codewords, one byte a symbol.
//
//     demo_rs IN OUT STATUS N K POLYNOMIAL FIRST_ROOT STEP
//
// Writes the words (corrected, or unchanged) to OUT and one byte per word to STATUS: the number of symbols corrected,
// or 255 for a word beyond correction. Prints "setup" (tables, once) and "cycles decode" (all words together, without
// the file access).

#include <evariste/rs.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

static uint32_t word[64], work[EV_RS_WORK_BYTES(254) / 4];
static uint32_t tables[EV_RS_TABLE_BYTES_MAX / 4];

static unsigned number(const char *text) { return (unsigned)strtoul(text, NULL, 0); }

int main(int argc, char **argv) {
    if (argc != 9) {
        fputs("usage: demo_rs IN OUT STATUS N K POLYNOMIAL FIRST_ROOT STEP\n", stderr);
        return 2;
    }
    const ev_rs_parameters_t parameters = {.polynomial = (uint16_t)number(argv[6]),
                                        .n = (uint16_t)number(argv[4]),
                                        .k = (uint16_t)number(argv[5]),
                                        .first_root = (uint16_t)number(argv[7]),
                                        .step = (uint16_t)number(argv[8])};
    ev_rs_code_t code;
    bench_begin();
    const ev_status_t made = ev_rs_init(&code, tables, sizeof tables, &parameters);
    const uint32_t setup = bench_stop();
    if (made != EV_OK) {
        fprintf(stderr, "%s\n", ev_status_text(made));
        return 2;
    }
    printf("setup %lu\n", (unsigned long)(setup - bench_empty()));
    FILE *in = fopen(argv[1], "rb"), *out = fopen(argv[2], "wb"), *status = fopen(argv[3], "wb");
    if (!in || !out || !status) {
        fputs("a file cannot be opened\n", stderr);
        return 1;
    }
    uint32_t cycles = 0, words = 0;
    const uint32_t empty = bench_empty();
    while (fread(word, 1, code.n, in) == code.n) {
        size_t corrected = 0;
        bench_begin();
        const ev_status_t decoded =
            ev_rs_decode(&code, (uint8_t *)word, code.n, &corrected, NULL, NULL, 0, work, sizeof work);
        cycles += bench_stop() - empty;
        fwrite(word, 1, code.n, out);
        fputc(decoded == EV_OK ? (int)corrected : 0xFF, status);
        if (++words % 16 == 0) fflush(status);   // shows the progress
    }
    fclose(in);
    if (fclose(out) || fclose(status)) {
        fputs("a file cannot be written\n", stderr);
        return 1;
    }
    printf("cycles decode %lu\n", (unsigned long)cycles);
    return 0;
}
