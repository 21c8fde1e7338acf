// SPDX-License-Identifier: Apache-2.0
// OCB3, authenticated encryption in one pass (RFC 7253).
//
// A message at once:
//     ev_aes_ocb_set_key(&key, bytes, 16);
//     ev_aes_ocb_seal(&key, nonce, 12, aad, aad_length, in, out, length, tag, 16);
//     if (ev_aes_ocb_open(&key, nonce, 12, aad, aad_length, in, out, length, tag, 16) != EV_OK) ...
// or in pieces of whole blocks; only the last piece may have any length:
//     ev_aes_ocb_start(&ocb, &key, nonce, 12, 16);  ev_aes_ocb_aad(&ocb, aad, ...);  ev_aes_ocb_encrypt(&ocb, in, out, ...);
//     ev_aes_ocb_finish(&ocb, tag);
//
// Nonces have 1 to 15 bytes. Never use one twice under one key. Tags have 1 to 16 bytes. The tag's length changes the
// ciphertext, so sender and receiver must agree on it.
#ifndef EVARISTE_AES_OCB_H
#define EVARISTE_AES_OCB_H

#include "aes.h"

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
    uint32_t tag_length;
    uint8_t message_ended, aad_ended;
} ev_aes_ocb_t;

ev_status_t ev_aes_ocb_set_key(ev_aes_ocb_key_t *key, const void *bytes, size_t length);

ev_status_t ev_aes_ocb_seal(const ev_aes_ocb_key_t *key, const void *nonce, size_t nonce_length, const void *aad,
                        size_t aad_length, const void *in, void *out, size_t length, void *tag, size_t tag_length);

// If the tag is wrong, `out` is all zeros and the status is EV_BAD_TAG.
ev_status_t ev_aes_ocb_open(const ev_aes_ocb_key_t *key, const void *nonce, size_t nonce_length, const void *aad,
                        size_t aad_length, const void *in, void *out, size_t length, const void *tag,
                        size_t tag_length);

ev_status_t ev_aes_ocb_start(ev_aes_ocb_t *ocb, const ev_aes_ocb_key_t *key, const void *nonce, size_t nonce_length,
                         size_t tag_length);

// A length that is not a multiple of 16 ends the additional data, or the message. EV_BAD_ORDER for more of it.
ev_status_t ev_aes_ocb_aad(ev_aes_ocb_t *ocb, const void *aad, size_t length);
ev_status_t ev_aes_ocb_encrypt(ev_aes_ocb_t *ocb, const void *in, void *out, size_t length);

// Do not use the output before ev_aes_ocb_verify has returned EV_OK. Clear it if it returns anything else.
ev_status_t ev_aes_ocb_decrypt(ev_aes_ocb_t *ocb, const void *in, void *out, size_t length);

ev_status_t ev_aes_ocb_finish(ev_aes_ocb_t *ocb, void *tag);
ev_status_t ev_aes_ocb_verify(ev_aes_ocb_t *ocb, const void *tag);

#endif
