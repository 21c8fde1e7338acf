// SPDX-License-Identifier: Apache-2.0
// The frame of a measurement of other people's elliptic curves (evariste/bench/peers.py). A file of this folder defines
// `measure` for one library, and includes its headers from the user's own copy.
//
// In: a private key, the other side's public key, a digest, a signature. Out: what the operation makes. All numbers are
// octets, most significant first. WHAT_public, WHAT_ecdh, WHAT_sign or WHAT_verify says which operation, BYTES the size.
#ifndef EVARISTE_PEER_H
#define EVARISTE_PEER_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"

enum { DIGEST = 32 };

static uint8_t in[5 * BYTES + DIGEST], out[2 * BYTES];
static const uint8_t *const private_key = in, *const public_key = in + BYTES;  // x, y
static const uint8_t *const digest = in + 3 * BYTES, *const signature = in + 3 * BYTES + DIGEST;  // r, s

// Measures with bench_begin and bench_end("curve"). Returns how many octets of `out` count, 0 for a failure.
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
