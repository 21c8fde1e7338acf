// SPDX-License-Identifier: Apache-2.0
#include <evariste/aes_cfb.h>

#include "aes_bytes.h"

ev_status_t ev_aes_cfb_start(ev_aes_cfb_t *cfb, const ev_aes_key_t *key, const void *iv) {
    const ev_status_t status = ev_check_key(key);
    if (status != EV_OK) return status;
    if (iv == NULL) return EV_NULL;
    cfb->key = key;
    ev_aes_copy_block(cfb->feedback, iv);
    cfb->used = 0;
    return EV_OK;
}

static ev_status_t check(const ev_aes_cfb_t *cfb, const void *out, const void *in, size_t length) {
    return ev_check_key(cfb->key) != EV_OK ? EV_BAD_ORDER : ev_check_buffers(out, in, length);
}

// These are not inlined, so that the public functions can clear all that they leave on the stack.
static __attribute__((noinline)) ev_status_t crypt(ev_aes_cfb_t *cfb, void *out, const void *in, size_t length, int encrypting) {
    const ev_status_t status = check(cfb, out, in, length);
    if (status != EV_OK) return status;
    const uint8_t *from = in;
    uint8_t *to = out;
    uint8_t *feedback = (uint8_t *)cfb->feedback;
    while (length > 0) {
        if (cfb->used == 0) ev_aes_encrypt(cfb->key, cfb->feedback, cfb->feedback);
        if (cfb->used == 0 && length >= EV_AES_BLOCK_BYTES) {
            uint32_t block[4];
            ev_aes_copy_block(block, from);
            ev_aes_add_block(cfb->feedback, block, cfb->feedback);
            ev_aes_copy_block(to, cfb->feedback);
            if (!encrypting) ev_aes_copy_block(cfb->feedback, block);
            from += EV_AES_BLOCK_BYTES;
            to += EV_AES_BLOCK_BYTES;
            length -= EV_AES_BLOCK_BYTES;
        } else {
            const uint8_t byte = *from++, other = byte ^ feedback[cfb->used];
            feedback[cfb->used] = encrypting ? other : byte;
            *to++ = other;
            cfb->used = (cfb->used + 1) % EV_AES_BLOCK_BYTES;
            length--;
        }
    }
    return EV_OK;
}

ev_status_t ev_aes_cfb_encrypt(ev_aes_cfb_t *cfb, void *out, const void *in, size_t length) {
    const ev_status_t status = crypt(cfb, out, in, length, 1);
    ev_aes_clear_stack();
    return status;
}

ev_status_t ev_aes_cfb_decrypt(ev_aes_cfb_t *cfb, void *out, const void *in, size_t length) {
    const ev_status_t status = crypt(cfb, out, in, length, 0);
    ev_aes_clear_stack();
    return status;
}

static __attribute__((noinline)) ev_status_t crypt8(ev_aes_cfb_t *cfb, void *out, const void *in, size_t length, int encrypting) {
    const ev_status_t status = check(cfb, out, in, length);
    if (status != EV_OK) return status;
    const uint8_t *from = in;
    uint8_t *to = out;
    uint8_t *feedback = (uint8_t *)cfb->feedback;
    uint32_t block[4];
    while (length-- > 0) {
        ev_aes_encrypt(cfb->key, block, cfb->feedback);
        const uint8_t byte = *from++, other = byte ^ ((const uint8_t *)block)[0];
        memmove(feedback, feedback + 1, EV_AES_BLOCK_BYTES - 1);
        feedback[EV_AES_BLOCK_BYTES - 1] = encrypting ? other : byte;
        *to++ = other;
    }
    return EV_OK;
}

ev_status_t ev_aes_cfb8_encrypt(ev_aes_cfb_t *cfb, void *out, const void *in, size_t length) {
    const ev_status_t status = crypt8(cfb, out, in, length, 1);
    ev_aes_clear_stack();
    return status;
}

ev_status_t ev_aes_cfb8_decrypt(ev_aes_cfb_t *cfb, void *out, const void *in, size_t length) {
    const ev_status_t status = crypt8(cfb, out, in, length, 0);
    ev_aes_clear_stack();
    return status;
}

static __attribute__((noinline)) ev_status_t crypt1(ev_aes_cfb_t *cfb, void *out, const void *in, size_t bits, int encrypting) {
    const ev_status_t status = check(cfb, out, in, bits / 8 + (bits % 8 != 0));
    if (status != EV_OK) return status;
    const uint8_t *from = in;
    uint8_t *to = out;
    uint8_t *feedback = (uint8_t *)cfb->feedback;
    uint8_t source = 0, result = 0;
    uint32_t block[4];
    for (size_t i = 0; i < bits; i++) {
        const unsigned place = 7 - (i & 7);
        if (place == 7) source = from[i >> 3], result = 0;
        ev_aes_encrypt(cfb->key, block, cfb->feedback);
        const uint8_t bit = source >> place & 1, other = bit ^ ((const uint8_t *)block)[0] >> 7;
        const uint8_t shifted_in = encrypting ? other : bit;
        for (int b = 0; b < EV_AES_BLOCK_BYTES; b++)
            feedback[b] = (uint8_t)(feedback[b] << 1 | (b < 15 ? feedback[b + 1] >> 7 : shifted_in));
        result |= (uint8_t)(other << place);
        to[i >> 3] = result;
    }
    return EV_OK;
}

ev_status_t ev_aes_cfb1_encrypt(ev_aes_cfb_t *cfb, void *out, const void *in, size_t bits) {
    const ev_status_t status = crypt1(cfb, out, in, bits, 1);
    ev_aes_clear_stack();
    return status;
}

ev_status_t ev_aes_cfb1_decrypt(ev_aes_cfb_t *cfb, void *out, const void *in, size_t bits) {
    const ev_status_t status = crypt1(cfb, out, in, bits, 0);
    ev_aes_clear_stack();
    return status;
}

void ev_aes_cfb_clear(ev_aes_cfb_t *cfb) { ev_wipe_words((uint32_t *)(void *)cfb, sizeof *cfb / 4); }
