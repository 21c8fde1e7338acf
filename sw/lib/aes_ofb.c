// SPDX-License-Identifier: Apache-2.0
#include <evariste/aes_ofb.h>

#include "aes_bytes.h"

ev_status_t ev_aes_ofb_start(ev_aes_ofb_t *ofb, const ev_aes_key_t *key, const void *iv) {
    const ev_status_t status = ev_check_key(key);
    if (status != EV_OK) return status;
    if (iv == NULL) return EV_NULL;
    ofb->key = key;
    ev_aes_copy_block(ofb->keystream, iv);
    ofb->used = EV_AES_BLOCK_BYTES;
    return EV_OK;
}

// It is not inlined, so that the public function can clear all that it leaves on the stack.
static __attribute__((noinline)) ev_status_t crypt(ev_aes_ofb_t *ofb, void *out, const void *in, size_t length) {
    if (ev_check_key(ofb->key) != EV_OK) return EV_BAD_ORDER;
    const ev_status_t status = ev_check_buffers(out, in, length);
    if (status != EV_OK) return status;
    const uint8_t *from = in;
    uint8_t *to = out;
    while (length > 0) {
        if (ofb->used == EV_AES_BLOCK_BYTES) {
            ev_aes_encrypt(ofb->key, ofb->keystream, ofb->keystream);
            ofb->used = 0;
        }
        const size_t left = EV_AES_BLOCK_BYTES - ofb->used;
        const size_t now = length < left ? length : left;
        if (now == EV_AES_BLOCK_BYTES)
            ev_aes_add_block(to, from, ofb->keystream);
        else
            ev_aes_add_bytes(to, from, (uint8_t *)ofb->keystream + ofb->used, now);
        ofb->used += (uint32_t)now;
        from += now;
        to += now;
        length -= now;
    }
    return EV_OK;
}

ev_status_t ev_aes_ofb_crypt(ev_aes_ofb_t *ofb, void *out, const void *in, size_t length) {
    const ev_status_t status = crypt(ofb, out, in, length);
    ev_aes_clear_stack();
    return status;
}

void ev_aes_ofb_clear(ev_aes_ofb_t *ofb) { ev_wipe_words((uint32_t *)(void *)ofb, sizeof *ofb / 4); }
