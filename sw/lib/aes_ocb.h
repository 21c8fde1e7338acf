// SPDX-License-Identifier: Apache-2.0
// OCB3, authenticated encryption in one pass (RFC 7253).
//
// A message at once:
//     aes_ocb_set_key(&key, bytes, 16);
//     aes_ocb_seal(&key, nonce, 12, aad, aad_length, in, out, length, tag, 16);
//     if (aes_ocb_open(&key, nonce, 12, aad, aad_length, in, out, length, tag, 16) != AES_OK) ...
// or in pieces of whole blocks; only the last piece may have any length:
//     aes_ocb_start(&ocb, &key, nonce, 12, 16);  aes_ocb_aad(&ocb, aad, ...);  aes_ocb_encrypt(&ocb, in, out, ...);
//     aes_ocb_finish(&ocb, tag);
//
// Nonces have 1 to 15 bytes. Never use one twice under one key. Tags have 1 to 16 bytes. The tag's length changes the
// ciphertext, so sender and receiver must agree on it.
#ifndef EVARISTE_AES_OCB_H
#define EVARISTE_AES_OCB_H

#include "aes.h"

#define AES_OCB_MULTIPLES 6

typedef struct {
    aes_key cipher;
    uint32_t l_star[4], l_dollar[4];
    uint32_t l[AES_OCB_MULTIPLES][4];    // L_0, L_1, ...; higher ones are computed when needed
} aes_ocb_key;

typedef struct {
    const aes_ocb_key *key;
    uint32_t offset[4], checksum[4];
    uint32_t aad_offset[4], aad_sum[4];
    uint32_t blocks, aad_blocks;    // counted from 1
    uint32_t tag_length;
    uint8_t message_ended, aad_ended;
} aes_ocb;

aes_status aes_ocb_set_key(aes_ocb_key *key, const void *bytes, size_t length);

aes_status aes_ocb_seal(const aes_ocb_key *key, const void *nonce, size_t nonce_length, const void *aad,
                        size_t aad_length, const void *in, void *out, size_t length, void *tag, size_t tag_length);

// If the tag is wrong, `out` is all zeros and the status is AES_BAD_TAG.
aes_status aes_ocb_open(const aes_ocb_key *key, const void *nonce, size_t nonce_length, const void *aad,
                        size_t aad_length, const void *in, void *out, size_t length, const void *tag,
                        size_t tag_length);

aes_status aes_ocb_start(aes_ocb *ocb, const aes_ocb_key *key, const void *nonce, size_t nonce_length,
                         size_t tag_length);

// A length that is not a multiple of 16 ends the additional data, or the message. AES_BAD_ORDER for more of it.
aes_status aes_ocb_aad(aes_ocb *ocb, const void *aad, size_t length);
aes_status aes_ocb_encrypt(aes_ocb *ocb, const void *in, void *out, size_t length);

// Do not use the output before aes_ocb_verify has returned AES_OK. Clear it if it returns anything else.
aes_status aes_ocb_decrypt(aes_ocb *ocb, const void *in, void *out, size_t length);

aes_status aes_ocb_finish(aes_ocb *ocb, void *tag);
aes_status aes_ocb_verify(aes_ocb *ocb, const void *tag);

#endif
