// SPDX-License-Identifier: Apache-2.0
// AES of a peer, as our own is measured (sw/apps/aes_bench.c). WHAT is the name of the function that is measured, KEYS
// that of one which makes ready what WHAT needs.
//
// In: a key of 16 octets, an IV of 16, a message of 96 blocks. Out: what WHAT makes of the message. With CALL the
// cycles are those of one call for one block. Else they are the cost of one more block: (96 blocks - 32 blocks) / 64.
#ifndef EVARISTE_PEER_AES_H
#define EVARISTE_PEER_AES_H

enum { BLOCK = 16, SHORT = 32 * BLOCK, LONG = 96 * BLOCK, IN_BYTES = 2 * BLOCK + LONG, OUT_BYTES = LONG + BLOCK };

#include "peer.h"

static const uint8_t *const key = in, *const iv = in + BLOCK, *const text = in + 2 * BLOCK;

// A file that includes this defines the functions that it is asked for. For WHAT they are expand, encrypt, decrypt,
// cbc_encrypt, cbc_decrypt, ctr, gcm; for KEYS encryption, decryption, counter, sealing. The message is in `out`, too,
// so that a function can work in place. `expand` makes what `encrypt` needs.
static void KEYS(void);
static void WHAT(size_t bytes);
static void encrypt(size_t bytes);

static uint32_t cycles(size_t bytes) {
    memcpy(out, text, bytes);
    bench_begin();
    WHAT(bytes);
    return bench_stop() - bench_empty();
}

static size_t measure(void) {
    KEYS();
#if defined CALL
    const uint32_t count = cycles(BLOCK);
#else
    const uint32_t less = cycles(SHORT), count = (cycles(LONG) - less + 32) / 64;
#endif
    printf("cycles peer %lu\n", (unsigned long)count);
#if defined EXPAND
    encrypt(BLOCK);
#endif
    return sizeof out;
}

#endif
