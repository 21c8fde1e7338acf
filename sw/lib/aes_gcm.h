// SPDX-License-Identifier: Apache-2.0
// GCM, Galois/counter mode, and GMAC, which is GCM of no message (NIST SP 800-38D).
//
// A message at once:
//     ev_aes_gcm_set_key(&key, bytes, 16);
//     ev_aes_gcm_seal(&key, iv, 12, aad, aad_length, in, out, length, tag, 16);
//     if (ev_aes_gcm_open(&key, iv, 12, aad, aad_length, in, out, length, tag, 16) != EV_OK) ...
// or in pieces of any lengths:
//     ev_aes_gcm_start(&gcm, &key, iv, 12);  ev_aes_gcm_aad(&gcm, aad, ...);  ev_aes_gcm_encrypt(&gcm, in, out, ...);
//     ev_aes_gcm_finish(&gcm, tag, 16);
//
// The initialisation vector has any length from 1 byte; 12 is usual. Never use one twice under one key: that reveals
// the authentication key. Tags have 4, 8, or 12 to 16 bytes.
#ifndef EVARISTE_AES_GCM_H
#define EVARISTE_AES_GCM_H

#include "aes.h"
#include "aes_ctr.h"
#include "ghash.h"

typedef struct {
    ev_aes_key_t cipher;
    ev_ghash_key_t hash;
} ev_aes_gcm_key_t;

typedef struct {
    const ev_aes_gcm_key_t *key;
    ev_aes_ctr_t ctr;
    ev_ghash_t hash;
    uint32_t tag_mask[4];
    uint64_t aad_length, length;
} ev_aes_gcm_t;

ev_status_t ev_aes_gcm_set_key(ev_aes_gcm_key_t *key, const void *bytes, size_t length);

ev_status_t ev_aes_gcm_seal(const ev_aes_gcm_key_t *key, const void *iv, size_t iv_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, void *tag, size_t tag_length);

// If the tag is wrong, `out` is all zeros and the status is EV_BAD_TAG.
ev_status_t ev_aes_gcm_open(const ev_aes_gcm_key_t *key, const void *iv, size_t iv_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, const void *tag, size_t tag_length);

ev_status_t ev_aes_gcm_start(ev_aes_gcm_t *gcm, const ev_aes_gcm_key_t *key, const void *iv, size_t iv_length);

// All of the additional data comes first: EV_BAD_ORDER once the message has begun. EV_BAD_LENGTH beyond the mode's
// limits.
ev_status_t ev_aes_gcm_aad(ev_aes_gcm_t *gcm, const void *aad, size_t length);
ev_status_t ev_aes_gcm_encrypt(ev_aes_gcm_t *gcm, const void *in, void *out, size_t length);

// Do not use the output before ev_aes_gcm_verify has returned EV_OK. Clear it if it returns anything else.
ev_status_t ev_aes_gcm_decrypt(ev_aes_gcm_t *gcm, const void *in, void *out, size_t length);

ev_status_t ev_aes_gcm_finish(ev_aes_gcm_t *gcm, void *tag, size_t tag_length);
ev_status_t ev_aes_gcm_verify(ev_aes_gcm_t *gcm, const void *tag, size_t tag_length);

// GMAC: the tag of a message that is only authenticated.
ev_status_t ev_aes_gmac_tag(const ev_aes_gcm_key_t *key, const void *iv, size_t iv_length, const void *message, size_t length,
                        void *tag, size_t tag_length);
ev_status_t ev_aes_gmac_check(const ev_aes_gcm_key_t *key, const void *iv, size_t iv_length, const void *message, size_t length,
                          const void *tag, size_t tag_length);

#endif
