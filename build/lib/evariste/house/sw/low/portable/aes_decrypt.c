// SPDX-License-Identifier: Apache-2.0
// AES decryption on bit planes (aes_bitslice.h), two blocks at a time, in constant time. One block costs as much as two.
#include "aes_bitslice.h"
#include "aes_kernels.h"

static void decrypt_planes(const aes_key *key, uint32_t q[8]) {
    const uint32_t *round_key = key->schedule + 8 * key->rounds;
    aes_planes(q);
    aes_planes_shift(q, key->rounds & 3);
    aes_planes_add(q, round_key);
    for (unsigned round = key->rounds - 1; round > 0; round--) {
        aes_planes_inv_sub_bytes(q);
        aes_planes_add(q, round_key -= 8);
        aes_planes_inv_mix_columns(q, round & 3);
    }
    aes_planes_inv_sub_bytes(q);
    aes_planes_add(q, key->schedule);
    aes_planes(q);
}

void aes_decrypt(const aes_key *key, const void *in, void *out) {
    uint32_t q[8], block[4];
    memcpy(block, in, AES_BLOCK_BYTES);
    for (int c = 0; c < 4; c++) q[2 * c] = q[2 * c + 1] = block[c];
    decrypt_planes(key, q);
    for (int c = 0; c < 4; c++) block[c] = q[2 * c];
    memcpy(out, block, AES_BLOCK_BYTES);
}

void aes_decrypt_words(const aes_key *key, const uint32_t *in, uint32_t *out, size_t blocks) {
    uint32_t q[8];
    for (; blocks >= 2; blocks -= 2, in += 8, out += 8) {
        for (int c = 0; c < 4; c++) q[2 * c] = in[c], q[2 * c + 1] = in[4 + c];
        decrypt_planes(key, q);
        for (int c = 0; c < 4; c++) out[c] = q[2 * c], out[4 + c] = q[2 * c + 1];
    }
    if (blocks > 0) aes_decrypt(key, in, out);
}
