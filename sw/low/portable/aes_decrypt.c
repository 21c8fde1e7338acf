// SPDX-License-Identifier: Apache-2.0
// AES decryption on bit planes (aes_bitslice.h), two blocks at a time, in constant time. One block costs as much as two.
#include "aes_bitslice.h"
#include "aes_bytes.h"

static void decrypt_planes(const ev_aes_key_t *key, uint32_t q[8]) {
    const uint32_t *round_key = key->schedule + 8 * key->rounds;
    ev_aes_planes(q);
    ev_aes_planes_shift(q, key->rounds & 3);
    ev_aes_planes_add(q, round_key);
    for (unsigned round = key->rounds - 1; round > 0; round--) {
        ev_aes_planes_inv_sub_bytes(q);
        ev_aes_planes_add(q, round_key -= 8);
        ev_aes_planes_inv_mix_columns(q, round & 3);
    }
    ev_aes_planes_inv_sub_bytes(q);
    ev_aes_planes_add(q, key->schedule);
    ev_aes_planes(q);
}

void ev_aes_decrypt(const ev_aes_key_t *key, void *out, const void *in) {
    uint32_t q[8];
    const uint32_t *const from = ev_aes_is_aligned(in, in) ? in : memcpy(q, in, EV_AES_BLOCK_BYTES);
    for (int c = 3; c >= 0; c--) q[2 * c] = q[2 * c + 1] = from[c];
    decrypt_planes(key, q);
    uint32_t *const to = ev_aes_is_aligned(out, out) ? out : q;
    for (int c = 0; c < 4; c++) to[c] = q[2 * c];
    if (to == q) memcpy(out, q, EV_AES_BLOCK_BYTES);
    ev_aes_planes_clear(q);
}

void ev_aes_decrypt_words(const ev_aes_key_t *key, uint32_t *out, const uint32_t *in, size_t blocks) {
    uint32_t q[8];
    for (; blocks >= 2; blocks -= 2, in += 8, out += 8) {
        for (int c = 0; c < 4; c++) q[2 * c] = in[c], q[2 * c + 1] = in[4 + c];
        decrypt_planes(key, q);
        for (int c = 0; c < 4; c++) out[c] = q[2 * c], out[4 + c] = q[2 * c + 1];
    }
    if (blocks > 0) {
        for (int c = 0; c < 4; c++) q[2 * c] = q[2 * c + 1] = in[c];
        decrypt_planes(key, q);
        for (int c = 0; c < 4; c++) out[c] = q[2 * c];
    }
}
