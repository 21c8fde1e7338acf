// SPDX-License-Identifier: Apache-2.0
#include "aes_cfb.h"

#include "aes_bytes.h"

void aes_cfb_start(aes_cfb *cfb, const aes_key *key, const void *iv) {
    cfb->key = key;
    memcpy(cfb->feedback, iv, AES_BLOCK_BYTES);
    cfb->used = 0;
}

static void crypt(aes_cfb *cfb, const void *in, void *out, size_t length, int encrypting) {
    const uint8_t *from = in;
    uint8_t *to = out;
    uint8_t *feedback = (uint8_t *)cfb->feedback;
    while (length > 0) {
        if (cfb->used == 0) aes_encrypt(cfb->key, cfb->feedback, cfb->feedback);
        if (cfb->used == 0 && length >= AES_BLOCK_BYTES) {
            uint32_t block[4];
            aes_copy_block(block, from);
            aes_add_block(cfb->feedback, block, cfb->feedback);
            aes_copy_block(to, cfb->feedback);
            if (!encrypting) aes_copy_block(cfb->feedback, block);
            from += AES_BLOCK_BYTES;
            to += AES_BLOCK_BYTES;
            length -= AES_BLOCK_BYTES;
        } else {
            const uint8_t byte = *from++, other = byte ^ feedback[cfb->used];
            feedback[cfb->used] = encrypting ? other : byte;
            *to++ = other;
            cfb->used = (cfb->used + 1) % AES_BLOCK_BYTES;
            length--;
        }
    }
}

void aes_cfb_encrypt(aes_cfb *cfb, const void *in, void *out, size_t length) { crypt(cfb, in, out, length, 1); }

void aes_cfb_decrypt(aes_cfb *cfb, const void *in, void *out, size_t length) { crypt(cfb, in, out, length, 0); }

static void crypt8(aes_cfb *cfb, const void *in, void *out, size_t length, int encrypting) {
    const uint8_t *from = in;
    uint8_t *to = out;
    uint8_t *feedback = (uint8_t *)cfb->feedback;
    while (length-- > 0) {
        uint32_t block[4];
        aes_encrypt(cfb->key, cfb->feedback, block);
        const uint8_t byte = *from++, other = byte ^ ((const uint8_t *)block)[0];
        memmove(feedback, feedback + 1, AES_BLOCK_BYTES - 1);
        feedback[AES_BLOCK_BYTES - 1] = encrypting ? other : byte;
        *to++ = other;
    }
}

void aes_cfb8_encrypt(aes_cfb *cfb, const void *in, void *out, size_t length) { crypt8(cfb, in, out, length, 1); }

void aes_cfb8_decrypt(aes_cfb *cfb, const void *in, void *out, size_t length) { crypt8(cfb, in, out, length, 0); }

static void crypt1(aes_cfb *cfb, const void *in, void *out, size_t bits, int encrypting) {
    const uint8_t *from = in;
    uint8_t *to = out;
    uint8_t *feedback = (uint8_t *)cfb->feedback;
    uint8_t source = 0, result = 0;
    for (size_t i = 0; i < bits; i++) {
        const unsigned place = 7 - (i & 7);
        if (place == 7) source = from[i >> 3], result = 0;
        uint32_t block[4];
        aes_encrypt(cfb->key, cfb->feedback, block);
        const uint8_t bit = source >> place & 1, other = bit ^ ((const uint8_t *)block)[0] >> 7;
        const uint8_t shifted_in = encrypting ? other : bit;
        for (int b = 0; b < AES_BLOCK_BYTES; b++)
            feedback[b] = (uint8_t)(feedback[b] << 1 | (b < 15 ? feedback[b + 1] >> 7 : shifted_in));
        result |= (uint8_t)(other << place);
        to[i >> 3] = result;
    }
}

void aes_cfb1_encrypt(aes_cfb *cfb, const void *in, void *out, size_t bits) { crypt1(cfb, in, out, bits, 1); }

void aes_cfb1_decrypt(aes_cfb *cfb, const void *in, void *out, size_t bits) { crypt1(cfb, in, out, bits, 0); }
