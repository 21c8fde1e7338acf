// SPDX-License-Identifier: Apache-2.0
// Small steps on byte strings, and the checks of arguments, that the modes share. Not for programs.
#ifndef EVARISTE_AES_BYTES_H
#define EVARISTE_AES_BYTES_H

#include <evariste/aes_ctr.h>
#include <evariste/wipe.h>
#include <string.h>

#include "aes_backend.h"
#include "big_endian.h"
#include "overlap.h"
#include "secret.h"
#include "wipe_stack.h"

static inline int ev_aes_is_aligned(const void *a, const void *b) { return (((uintptr_t)a | (uintptr_t)b) & 3) == 0; }

// Whether bytes are needed where there is no pointer.
static inline int ev_is_missing(const void *bytes, size_t length) { return bytes == NULL && length > 0; }

// Whether two buffers, which may be empty, have a byte in common.
static inline int ev_meet(const void *a, size_t a_bytes, const void *b, size_t b_bytes) {
    return a_bytes > 0 && b_bytes > 0 && ev_overlap(a, a_bytes, b, b_bytes);
}

static inline ev_status_t ev_check_key(const ev_aes_key_t *key) {
    if (key == NULL) return EV_NULL;
    return key->rounds == 0 ? EV_BAD_ORDER : EV_OK;
}

// For a function that makes `length` bytes of `out` from as many of `in`.
static inline ev_status_t ev_check_buffers(const void *out, const void *in, size_t length) {
    if (length == 0) return EV_OK;
    if (out == NULL || in == NULL) return EV_NULL;
    return out != in && ev_meet(out, length, in, length) ? EV_OVERLAP : EV_OK;
}

// For sealing or opening a message at once: all but the lengths of nonce and tag.
static inline ev_status_t ev_check_message(const ev_aes_key_t *key, const void *out, const void *tag, size_t tag_bytes,
                                           const void *nonce, size_t nonce_bytes, const void *aad, size_t aad_bytes,
                                           const void *in, size_t length) {
    const ev_status_t status = ev_check_key(key);
    if (status != EV_OK) return status;
    if (ev_is_missing(tag, tag_bytes) || ev_is_missing(nonce, nonce_bytes) || ev_is_missing(aad, aad_bytes))
        return EV_NULL;
    return ev_meet(out, length, tag, tag_bytes) ? EV_OVERLAP : ev_check_buffers(out, in, length);
}

// At the end of a public function: clears what kernels, and functions between, have left on the stack.
static inline void ev_aes_clear_stack(void) { ev_wipe_stack(EV_AES_STACK_WORDS); }

// EV_OK or EV_BAD_TAG. Wipes the right tag, which may have more bytes than the given one.
ev_status_t ev_aes_compare_tags(uint32_t right[4], const void *tag, size_t length);

// CTR with a 32-bit counter that wraps without a carry, for GCM.
void ev_aes_ctr32_crypt(ev_aes_ctr_t *ctr, void *out, const void *in, size_t length);

// Pads a started hash, and gives its result. The context stays as it is.
void ev_ghash_result(ev_ghash_t *hash, uint32_t out[4]);

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
    uint32_t x = ev_big_endian(in[0]);
    const uint32_t reduction = 0x87 & secret_mask(secret_top_bit(x));
    for (int i = 0; i < 3; i++) {
        const uint32_t next = ev_big_endian(in[i + 1]);
        out[i] = ev_big_endian(x << 1 | secret_top_bit(next));
        x = next;
    }
    out[3] = ev_big_endian(x << 1 ^ reduction);
}

#endif
