// SPDX-License-Identifier: Apache-2.0
#include "asip_aes.h"

// The sum of GHASH is a number in the library (evariste/ghash.h), a block in the coprocessor.
static void turned(uint32_t out[4], const uint32_t in[4]) {
    const uint32_t w0 = in[0], w1 = in[1];
    out[0] = ev_big_endian(in[3]);
    out[1] = ev_big_endian(in[2]);
    out[2] = ev_big_endian(w1);
    out[3] = ev_big_endian(w0);
}

// The key, H, and the sum.
static void begin(const ev_aes_key_t *key, uint32_t y[4]) {
    ev_asip_key(key);
    ev_asip_start(ASIP_GCM_KEY);
    ev_asip_wait();
    turned(y, y);
    ev_asip_load(ASIP_GHASH_LOAD, y, 1);
}

static void end(uint32_t y[4]) {
    ev_asip_read(ASIP_GHASH_PUSH, y);
    turned(y, y);
}

void ev_aes_gcm_words(const ev_aes_key_t *key, uint32_t counter[4], uint32_t y[4], uint32_t *out, const uint32_t *in,
                      size_t blocks, int encrypting) {
    begin(key, y);
    ev_asip_load(ASIP_LOAD_COUNTER, counter, 1);
    ev_asip_stream_all(out, in, blocks, encrypting ? ASIP_GCM_ENCRYPT : ASIP_GCM_DECRYPT);
    end(y);
    ev_asip_count(counter, blocks);
}

void ev_aes_gcm_hash_words(const ev_aes_key_t *key, uint32_t y[4], const uint32_t *in, size_t blocks) {
    begin(key, y);
    ev_asip_absorb_all(in, blocks, ASIP_GHASH);
    end(y);
}
