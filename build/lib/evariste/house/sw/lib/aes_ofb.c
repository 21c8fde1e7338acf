// SPDX-License-Identifier: Apache-2.0
#include "aes_ofb.h"

#include "aes_bytes.h"

void aes_ofb_start(aes_ofb *ofb, const aes_key *key, const void *iv) {
    ofb->key = key;
    memcpy(ofb->keystream, iv, AES_BLOCK_BYTES);
    ofb->used = AES_BLOCK_BYTES;
}

void aes_ofb_crypt(aes_ofb *ofb, const void *in, void *out, size_t length) {
    const uint8_t *from = in;
    uint8_t *to = out;
    while (length > 0) {
        if (ofb->used == AES_BLOCK_BYTES) {
            aes_encrypt(ofb->key, ofb->keystream, ofb->keystream);
            ofb->used = 0;
        }
        const size_t left = AES_BLOCK_BYTES - ofb->used;
        const size_t now = length < left ? length : left;
        if (now == AES_BLOCK_BYTES)
            aes_add_block(to, from, ofb->keystream);
        else
            aes_add_bytes(to, from, (uint8_t *)ofb->keystream + ofb->used, now);
        ofb->used += (uint32_t)now;
        from += now;
        to += now;
        length -= now;
    }
}
