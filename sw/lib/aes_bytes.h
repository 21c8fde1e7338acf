// SPDX-License-Identifier: Apache-2.0
// Small steps on byte strings that the modes share. Not for programs.
#ifndef EVARISTE_AES_BYTES_H
#define EVARISTE_AES_BYTES_H

#include <string.h>

#include "aes_kernels.h"
#include "big_endian.h"
#include "secret.h"

// out = a + b; any of them may be the same.
static inline void ev_aes_add_bytes(void *out, const void *a, const void *b, size_t length) {
    uint8_t *o = out;
    const uint8_t *p = a, *q = b;
    while (length-- > 0) *o++ = *p++ ^ *q++;
}

// out = a + b for one block, where `b` is word aligned and `out` and `a` may be anywhere.
static inline void ev_aes_add_block(void *out, const void *a, const uint32_t b[4]) {
    if (ev_aes_is_aligned(out, a)) {
        uint32_t *o = out;
        const uint32_t *p = a;
        const uint32_t w0 = p[0] ^ b[0], w1 = p[1] ^ b[1], w2 = p[2] ^ b[2], w3 = p[3] ^ b[3];
        o[0] = w0, o[1] = w1, o[2] = w2, o[3] = w3;
    } else {
        ev_aes_add_bytes(out, a, b, EV_AES_BLOCK_BYTES);
    }
}

static inline void ev_aes_copy_block(void *out, const void *in) {
    if (ev_aes_is_aligned(out, in)) {
        uint32_t *o = out;
        const uint32_t *p = in;
        const uint32_t w0 = p[0], w1 = p[1], w2 = p[2], w3 = p[3];
        o[0] = w0, o[1] = w1, o[2] = w2, o[3] = w3;
    } else {
        memcpy(out, in, EV_AES_BLOCK_BYTES);
    }
}

// The block times x in GF(2^128), as CMAC and OCB define it: a left shift, big endian.
static inline void ev_aes_double_block(uint32_t out[4], const uint32_t in[4]) {
    uint32_t w[4], carry = 0;
    for (int i = 3; i >= 0; i--) {
        const uint32_t x = ev_big_endian(in[i]);
        w[i] = x << 1 | carry;
        carry = secret_top_bit(x);
    }
    w[3] ^= 0x87 & secret_mask(carry);
    for (int i = 0; i < 4; i++) out[i] = ev_big_endian(w[i]);
}

#endif
