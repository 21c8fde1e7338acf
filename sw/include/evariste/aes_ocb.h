// SPDX-License-Identifier: Apache-2.0
// OCB3, authenticated encryption in one pass (RFC 7253).
//
// ```c
// #include <evariste/aes_ocb.h>
// #include <string.h>
//
// int main(void) {
//     uint8_t text[10] = "a message", tag[16];
//     ev_aes_ocb_key_t key;
//     if (ev_aes_ocb_set_key(&key, "a key of 16 byte", 16) != EV_OK) return 1;
//     if (ev_aes_ocb_seal(&key, text, tag, 16, "used once...", 12, "header", 6, text, 10) != EV_OK) return 1;
//     if (ev_aes_ocb_open(&key, text, tag, 16, "used once...", 12, "header", 6, text, 10) != EV_OK) return 1;
//     if (strcmp((const char *)text, "a message") != 0) return 1;
//     tag[0] ^= 1;
//     if (ev_aes_ocb_open(&key, text, tag, 16, "used once...", 12, "header", 6, text, 10) != EV_BAD_TAG) return 1;
//     ev_aes_ocb_key_clear(&key);
//     return text[0];    // a message that is not authentic is cleared
// }
// ```
//
// Nonces have 1 to 15 bytes, else EV_BAD_NONCE_LENGTH. Never use one twice under one key. Tags have 1 to 16 bytes, else
// EV_BAD_TAG_LENGTH. The tag's length changes the ciphertext, so sender and receiver must agree on it. Message and
// additional data have at most 2^32 - 1 blocks each, else EV_BAD_LENGTH: the sums over all pieces count. (RFC 7253 advises
// 2^48 blocks at most under one key.)
//
// `out` may equal `in`. The additional data and the nonce may lie anywhere. EV_OVERLAP for any other overlap of `in` and
// `out`, and if the tag overlaps `out`. aes.h says what NULL gives.
#ifndef EVARISTE_AES_OCB_H
#define EVARISTE_AES_OCB_H

#include <evariste/aes.h>

#define EV_AES_OCB_MULTIPLES 6

typedef struct {
    ev_aes_key_t cipher;
    uint32_t l_star[4], l_dollar[4];
    uint32_t l[EV_AES_OCB_MULTIPLES][4];    // L_0, L_1, ...; higher ones are computed when needed
} ev_aes_ocb_key_t;

typedef struct {
    const ev_aes_ocb_key_t *key;
    uint32_t offset[4], checksum[4];
    uint32_t aad_offset[4], aad_sum[4];
    uint32_t blocks, aad_blocks;    // counted from 1
    uint32_t tag_bytes;
    uint8_t message_ended, aad_ended;
} ev_aes_ocb_t;

#ifdef __cplusplus
extern "C" {
#endif

// `length` is 16, 24 or 32, or the status is EV_BAD_KEY_LENGTH. EV_NO_UNIT: the backend is a coprocessor's, and the one
// that is there does not have AES with such keys. The key is cleared then.
ev_status_t ev_aes_ocb_set_key(ev_aes_ocb_key_t *key, const void *bytes, size_t length);
void ev_aes_ocb_key_clear(ev_aes_ocb_key_t *key);

// A whole message at once.
ev_status_t ev_aes_ocb_seal(const ev_aes_ocb_key_t *key, void *out, void *tag, size_t tag_bytes, const void *nonce,
                            size_t nonce_bytes, const void *aad, size_t aad_bytes, const void *in, size_t length);

// If the tag is wrong, all of `out` is zeros and the status is EV_BAD_TAG. On any other status `out` is as it was.
ev_status_t ev_aes_ocb_open(const ev_aes_ocb_key_t *key, void *out, const void *tag, size_t tag_bytes,
                            const void *nonce, size_t nonce_bytes, const void *aad, size_t aad_bytes, const void *in,
                            size_t length);

// In pieces of whole blocks; only the last piece may have any length.
ev_status_t ev_aes_ocb_start(ev_aes_ocb_t *ocb, const ev_aes_ocb_key_t *key, size_t tag_bytes, const void *nonce,
                             size_t nonce_bytes);

// A length that is not a multiple of 16 ends the additional data, or the message. EV_BAD_ORDER for more of it.
ev_status_t ev_aes_ocb_aad(ev_aes_ocb_t *ocb, const void *aad, size_t length);
ev_status_t ev_aes_ocb_encrypt(ev_aes_ocb_t *ocb, void *out, const void *in, size_t length);

// Do not use the output before ev_aes_ocb_verify has returned EV_OK. Clear it if it returns anything else.
ev_status_t ev_aes_ocb_decrypt(ev_aes_ocb_t *ocb, void *out, const void *in, size_t length);

// EV_BAD_TAG_LENGTH if another tag was announced. On EV_OK and EV_BAD_TAG the context is cleared.
ev_status_t ev_aes_ocb_finish(ev_aes_ocb_t *ocb, void *tag, size_t tag_bytes);
ev_status_t ev_aes_ocb_verify(ev_aes_ocb_t *ocb, const void *tag, size_t tag_bytes);
void ev_aes_ocb_clear(ev_aes_ocb_t *ocb);

#ifdef __cplusplus
}
#endif

#endif
