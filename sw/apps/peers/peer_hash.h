// SPDX-License-Identifier: Apache-2.0
// A hash of a peer, as our own is measured (sw/apps/hash_bench.c).
//
// In: a message of 8 blocks. Out: the hash of all of it; with CALL that of the first 64 octets, and the cycles of that
// call. Else the cycles are the cost of one more block: (8 blocks - 4 blocks) / 4.
#ifndef EVARISTE_PEER_HASH_H
#define EVARISTE_PEER_HASH_H

enum { IN_BYTES = 8 * BLOCK, OUT_BYTES = DIGEST };

#include "peer.h"

// A file that includes this defines it: the hash of the first octets of `in`, to `out`.
static void hash(size_t bytes);

static uint32_t cycles(size_t bytes) {
    bench_begin();
    hash(bytes);
    return bench_stop() - bench_empty();
}

static size_t measure(void) {
#if defined CALL
    const uint32_t count = cycles(64);
#else
    const uint32_t less = cycles(4 * BLOCK), count = (cycles(8 * BLOCK) - less + 2) / 4;
#endif
    printf("cycles peer %lu\n", (unsigned long)count);
    return sizeof out;
}

#endif
