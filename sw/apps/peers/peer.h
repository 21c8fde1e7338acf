// SPDX-License-Identifier: Apache-2.0
// The frame of a measurement of other people's software (evariste/bench/peers.py): it reads the file "in", measures,
// and writes the file "out".
//
// A header for each kind of task (peer_aes.h, peer_code.h, peer_curve.h, peer_hash.h) says what is in the two files. It
// defines `in`, `out` and `measure`. A .c file of this folder calls one library for one kind, and includes the
// library's headers from the user's own copy.
#ifndef EVARISTE_PEER_H
#define EVARISTE_PEER_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"

static uint8_t in[IN_BYTES], out[OUT_BYTES];

// Measures with bench_begin and bench_end("peer"). Returns how many octets of `out` count, 0 for a failure.
static size_t measure(void);

// A fixed sequence in place of random numbers: each run is the same.
__attribute__((unused)) static void fill(uint8_t *to, size_t bytes) {
    static uint32_t state = 0x2545f491;
    while (bytes--) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        *to++ = (uint8_t)state;
    }
}

int main(void) {
    FILE *f = fopen("in", "rb");
    if (f == NULL || fread(in, 1, sizeof in, f) != sizeof in) return 1;
    fclose(f);
    const size_t length = measure();
    if (length == 0) return 1;
    f = fopen("out", "wb");
    return f == NULL || fwrite(out, 1, length, f) != length || fclose(f) != 0;
}

#endif
