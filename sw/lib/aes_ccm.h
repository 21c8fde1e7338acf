// SPDX-License-Identifier: Apache-2.0
// CCM, counter mode with CBC-MAC (NIST SP 800-38C, RFC 3610), and CCM* of IEEE 802.15.4, which adds the tag of 0 bytes
// (encryption without authentication).
//
// A message at once:
//     aes_ccm_seal(&key, nonce, 13, aad, aad_length, in, out, length, tag, 4);
//     if (aes_ccm_open(&key, nonce, 13, aad, aad_length, in, out, length, tag, 4) != AES_OK) ...
// or in pieces of any length, with the total lengths announced first:
//     aes_ccm_start(&ccm, &key, nonce, 13, aad_length, length, 4);
//     aes_ccm_aad(&ccm, aad, ...);  aes_ccm_encrypt(&ccm, in, out, ...);  aes_ccm_finish(&ccm, tag);
//
// Nonces have 7 to 13 bytes (Bluetooth Low Energy and 802.15.4: 13). Never use a nonce twice under one key. A message
// has fewer than 2^(8(15 - nonce length)) bytes. Tags have 4, 6, ... 16 bytes.
#ifndef EVARISTE_AES_CCM_H
#define EVARISTE_AES_CCM_H

#include "aes.h"

typedef struct {
    const aes_key *key;
    uint32_t counter[4];
    uint32_t keystream[4];
    uint32_t chain[4];       // of the CBC-MAC
    uint32_t tag_mask[4];    // the cipher of counter 0
    size_t aad_left, left;
    uint32_t fill;    // bytes of the current block already added to the chain
    uint32_t tag_length;
} aes_ccm;

aes_status aes_ccm_seal(const aes_key *key, const void *nonce, size_t nonce_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, void *tag, size_t tag_length);

// If the tag is wrong, `out` is all zeros and the status is AES_BAD_TAG.
aes_status aes_ccm_open(const aes_key *key, const void *nonce, size_t nonce_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, const void *tag, size_t tag_length);

aes_status aes_ccm_start(aes_ccm *ccm, const aes_key *key, const void *nonce, size_t nonce_length, size_t aad_length,
                         size_t length, size_t tag_length);

// All of the additional data comes first, then the message. AES_BAD_LENGTH if there is more than announced,
// AES_BAD_ORDER for a message while additional data is missing.
aes_status aes_ccm_aad(aes_ccm *ccm, const void *aad, size_t length);
aes_status aes_ccm_encrypt(aes_ccm *ccm, const void *in, void *out, size_t length);

// Do not use the output before aes_ccm_verify has returned AES_OK. Clear it if it returns anything else.
aes_status aes_ccm_decrypt(aes_ccm *ccm, const void *in, void *out, size_t length);

// AES_BAD_ORDER if less than announced has come.
aes_status aes_ccm_finish(aes_ccm *ccm, void *tag);
aes_status aes_ccm_verify(aes_ccm *ccm, const void *tag);

#endif
