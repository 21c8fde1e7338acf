// SPDX-License-Identifier: Apache-2.0
// Times the decoders of the short BCH codes, word by word.
//
//     bench_bch_short CODE IN OUT [quiet|cycles]        CODE: 31 for BCH(31,11), 63 for BCH(63,51), 19 for BCH(31,19),
//                                                   4 for BCH(63,51) four words at a time
//
// IN holds words of 4 bytes (8 for 63 and 4; a multiple of four words for 4). Writes to OUT, for each, a 32-bit status and the word. Prints "cycles setup N"
// once and, without a last argument, "cycles decode N" for each word (each four); with `cycles` these 32 bits follow the
// status in OUT, the measuring's own taken off.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bch_short.h"
#include "bench.h"

int main(int argc, char **argv) {
    if (argc != 4 && argc != 5) {
        fputs("usage: bench_bch_short CODE IN OUT [quiet|cycles]\n", stderr);
        return 2;
    }
    const int code = atoi(argv[1]);
    FILE *in = fopen(argv[2], "rb"), *out = fopen(argv[3], "wb");
    if (!in || !out || (code != 31 && code != 63 && code != 19 && code != 4)) {
        fputs("a file cannot be opened, or there is no such code\n", stderr);
        return 1;
    }
    const int with_cycles = argc == 5 && strcmp(argv[4], "cycles") == 0;
    const uint32_t empty = bench_empty();
    bench_begin();
    if (code == 31)
        ev_bch31_11_start();
    else
        ev_bch63_51_start();
    bench_end("setup");
    const unsigned bytes = code == 4 ? 32 : code == 63 ? 8 : 4;
    uint32_t word[8];
    int32_t status;
    while (fread(word, 1, bytes, in) == bytes) {
        uint32_t cycles;
        if (code == 31) {
            bench_begin();
            status = ev_bch31_11_decode(word);
            cycles = bench_stop();
        } else if (code == 63) {
            bench_begin();
            status = ev_bch63_51_decode(word);
            cycles = bench_stop();
        } else if (code == 4) {
            bench_begin();
            status = (int32_t)ev_bch63_51_decode4(word);
            cycles = bench_stop();
        } else {
            bench_begin();
            status = ev_bch31_19_decode(word);
            cycles = bench_stop();
        }
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
