// SPDX-License-Identifier: Apache-2.0
// Reed-Solomon codes of a peer: words of N octets with N - K checks, the roots of the generator are alpha^(STEP *
// FIRST_ROOT), alpha^(STEP * (FIRST_ROOT + 1)), ...
//
// In: WORDS words. Out: each word as `process` leaves it, measured one by one. WHAT_encode: `process` writes the
// checks. WHAT_decode: it corrects the word.
#ifndef EVARISTE_PEER_CODE_H
#define EVARISTE_PEER_CODE_H

enum { IN_BYTES = WORDS * N, OUT_BYTES = WORDS * N };

#include "peer.h"

// A file that includes this defines both; they return 0 for a failure. `prepare` is not measured.
static int prepare(void);
static int process(uint8_t *word);

static size_t measure(void) {
    if (!prepare()) return 0;
    memcpy(out, in, sizeof in);
    for (uint8_t *word = out; word < out + sizeof out; word += N) {
        bench_begin();
        const int right = process(word);
        bench_end("peer");
        if (!right) return 0;
    }
    return sizeof out;
}

#endif
