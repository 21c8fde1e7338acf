// SPDX-License-Identifier: Apache-2.0
// GCM, Galois/counter mode, and GMAC, which is GCM of no message (NIST SP 800-38D).
//
// A message at once:
//     aes_gcm_set_key(&key, bytes, 16);
//     aes_gcm_seal(&key, iv, 12, aad, aad_length, in, out, length, tag, 16);
//     if (aes_gcm_open(&key, iv, 12, aad, aad_length, in, out, length, tag, 16) != AES_OK) ...
// or in pieces of any lengths:
//     aes_gcm_start(&gcm, &key, iv, 12);  aes_gcm_aad(&gcm, aad, ...);  aes_gcm_encrypt(&gcm, in, out, ...);
//     aes_gcm_finish(&gcm, tag, 16);
//
// The initialisation vector has any length from 1 byte; 12 is usual. Never use one twice under one key: that reveals
// the authentication key. Tags have 4, 8, or 12 to 16 bytes.
#ifndef EVARISTE_AES_GCM_H
#define EVARISTE_AES_GCM_H

#include "aes.h"
#include "aes_ctr.h"
#include "ghash.h"

typedef struct {
    aes_key cipher;
    ghash_key hash;
} aes_gcm_key;

typedef struct {
    const aes_gcm_key *key;
    aes_ctr ctr;
    ghash hash;
    uint32_t tag_mask[4];
    uint64_t aad_length, length;
} aes_gcm;

aes_status aes_gcm_set_key(aes_gcm_key *key, const void *bytes, size_t length);

aes_status aes_gcm_seal(const aes_gcm_key *key, const void *iv, size_t iv_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, void *tag, size_t tag_length);

// If the tag is wrong, `out` is all zeros and the status is AES_BAD_TAG.
aes_status aes_gcm_open(const aes_gcm_key *key, const void *iv, size_t iv_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, const void *tag, size_t tag_length);

aes_status aes_gcm_start(aes_gcm *gcm, const aes_gcm_key *key, const void *iv, size_t iv_length);

// All of the additional data comes first: AES_BAD_ORDER once the message has begun. AES_BAD_LENGTH beyond the mode's
// limits.
aes_status aes_gcm_aad(aes_gcm *gcm, const void *aad, size_t length);
aes_status aes_gcm_encrypt(aes_gcm *gcm, const void *in, void *out, size_t length);

// Do not use the output before aes_gcm_verify has returned AES_OK. Clear it if it returns anything else.
aes_status aes_gcm_decrypt(aes_gcm *gcm, const void *in, void *out, size_t length);

aes_status aes_gcm_finish(aes_gcm *gcm, void *tag, size_t tag_length);
aes_status aes_gcm_verify(aes_gcm *gcm, const void *tag, size_t tag_length);

// GMAC: the tag of a message that is only authenticated.
aes_status aes_gmac_tag(const aes_gcm_key *key, const void *iv, size_t iv_length, const void *message, size_t length,
                        void *tag, size_t tag_length);
aes_status aes_gmac_check(const aes_gcm_key *key, const void *iv, size_t iv_length, const void *message, size_t length,
                          const void *tag, size_t tag_length);

#endif
