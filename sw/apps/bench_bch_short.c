// SPDX-License-Identifier: Apache-2.0
// Times the decoders of the short BCH codes, word by word: the backend's kernels, with the field loaded before. The
// library's functions, which check their arguments and load the field, then decode the same words. If they differ, the
// exit status is 3.
//
//     bench_bch_short CODE IN OUT [quiet|cycles]    CODE: 31 for BCH(31,11), 63 for BCH(63,51), 19 for BCH(31,19), 4 for
//                                                   BCH(63,51) four words at a time; 131, 163, 104: the library's
//                                                   functions are timed instead
//
// IN holds words of 4 bytes (8 for 63 and 4; a multiple of four words for 4). Writes to OUT, for each, a 32-bit status
// and the word. The status is the number of bits corrected, or -1; for 4, one byte a word. Prints "cycles setup N" once
// and, without a last argument, "cycles decode N" for each word (each four); with `cycles` these 32 bits follow the
// status in OUT, the measuring's own taken off.

#include <evariste/bch_short.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "codes_backend.h"

static int32_t number(ev_status_t status, size_t corrected) { return status == EV_OK ? (int32_t)corrected : -1; }

// By the library.
static int32_t decode(int code, uint32_t *word) {
    size_t corrected = 0;
    ev_status_t status;
    if (code == 4) {
        uint8_t each[4];
        int32_t all;
        ev_bch63_51_decode4(word, each);
        memcpy(&all, each, 4);
        return all;
    }
    if (code == 31)
        status = ev_bch31_11_decode(word, &corrected);
    else if (code == 63)
        status = ev_bch63_51_decode(word, &corrected);
    else
        status = ev_bch31_19_decode(word, &corrected);
    return number(status, corrected);
}

// By the kernel, with its cycles.
static inline __attribute__((always_inline)) int32_t timed_kernel(int code, uint32_t *word, uint32_t *cycles) {
    int32_t status;
    if (code == 31) {
        bench_begin();
        status = ev_bch31_11_low_decode(word);
        *cycles = bench_stop();
    } else if (code == 63) {
        bench_begin();
        status = ev_bch63_51_low_decode(word);
        *cycles = bench_stop();
    } else if (code == 4) {
        bench_begin();
        status = (int32_t)ev_bch63_51_low_decode4(word);
        *cycles = bench_stop();
    } else {
        status = -1;
    }
    return status;
}

static inline __attribute__((always_inline)) int32_t timed_function(int code, uint32_t *word, uint32_t *cycles) {
    size_t corrected = 0;
    ev_status_t status;
    if (code == 31) {
        bench_begin();
        status = ev_bch31_11_decode(word, &corrected);
        *cycles = bench_stop();
    } else if (code == 63) {
        bench_begin();
        status = ev_bch63_51_decode(word, &corrected);
        *cycles = bench_stop();
    } else if (code == 19) {
        bench_begin();
        status = ev_bch31_19_decode(word, &corrected);
        *cycles = bench_stop();
    } else {
        uint8_t each[4];
        int32_t all;
        bench_begin();
        ev_bch63_51_decode4(word, each);
        *cycles = bench_stop();
        memcpy(&all, each, 4);
        return all;
    }
    return number(status, corrected);
}

int main(int argc, char **argv) {
    if (argc != 4 && argc != 5) {
        fputs("usage: bench_bch_short CODE IN OUT [quiet|cycles]\n", stderr);
        return 2;
    }
    int code = atoi(argv[1]);
    const int function = code > 100 || code == 19;
    if (code > 100) code -= 100;
    FILE *in = fopen(argv[2], "rb"), *out = fopen(argv[3], "wb");
    if (!in || !out || (code != 31 && code != 63 && code != 19 && code != 4)) {
        fputs("a file cannot be opened, or there is no such code\n", stderr);
        return 1;
    }
    const int with_cycles = argc == 5 && strcmp(argv[4], "cycles") == 0;
    const uint32_t empty = bench_empty();
    bench_begin();
    if (code == 31)
        ev_bch31_11_low_start();
    else
        ev_bch63_51_low_start();
    bench_end("setup");
    const unsigned bytes = code == 4 ? 32 : code == 63 ? 8 : 4;
    uint32_t word[8], again[8];
    while (fread(word, 1, bytes, in) == bytes) {
        uint32_t cycles;
        memcpy(again, word, bytes);
        const int32_t status = function ? timed_function(code, word, &cycles) : timed_kernel(code, word, &cycles);
        if (decode(code, again) != status || memcmp(again, word, bytes) != 0) return 3;
        if (argc == 4) bench_report("decode", cycles);
        fwrite(&status, sizeof status, 1, out);
        if (with_cycles) {
            cycles -= empty;
            fwrite(&cycles, sizeof cycles, 1, out);
        }
        fwrite(word, 1, bytes, out);
    }
    fclose(in);
    return fclose(out) ? 1 : 0;
}
