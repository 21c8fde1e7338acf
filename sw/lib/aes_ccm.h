// SPDX-License-Identifier: Apache-2.0
// CCM, counter mode with CBC-MAC (NIST SP 800-38C, RFC 3610), and CCM* of IEEE 802.15.4, which adds the tag of 0 bytes
// (encryption without authentication).
//
// A message at once:
//     ev_aes_ccm_seal(&key, nonce, 13, aad, aad_length, in, out, length, tag, 4);
//     if (ev_aes_ccm_open(&key, nonce, 13, aad, aad_length, in, out, length, tag, 4) != EV_OK) ...
// or in pieces of any length, with the total lengths announced first:
//     ev_aes_ccm_start(&ccm, &key, nonce, 13, aad_length, length, 4);
//     ev_aes_ccm_aad(&ccm, aad, ...);  ev_aes_ccm_encrypt(&ccm, in, out, ...);  ev_aes_ccm_finish(&ccm, tag);
//
// Nonces have 7 to 13 bytes (Bluetooth Low Energy and 802.15.4: 13). Never use a nonce twice under one key. A message
// has fewer than 2^(8(15 - nonce length)) bytes. Tags have 4, 6, ... 16 bytes.
#ifndef EVARISTE_AES_CCM_H
#define EVARISTE_AES_CCM_H

#include "aes.h"

typedef struct {
    const ev_aes_key_t *key;
    uint32_t counter[4];
    uint32_t keystream[4];
    uint32_t chain[4];       // of the CBC-MAC
    uint32_t tag_mask[4];    // the cipher of counter 0
    size_t aad_left, left;
    uint32_t fill;    // bytes of the current block already added to the chain
    uint32_t tag_length;
} ev_aes_ccm_t;

ev_status_t ev_aes_ccm_seal(const ev_aes_key_t *key, const void *nonce, size_t nonce_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, void *tag, size_t tag_length);

// If the tag is wrong, `out` is all zeros and the status is EV_BAD_TAG.
ev_status_t ev_aes_ccm_open(const ev_aes_key_t *key, const void *nonce, size_t nonce_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, const void *tag, size_t tag_length);

ev_status_t ev_aes_ccm_start(ev_aes_ccm_t *ccm, const ev_aes_key_t *key, const void *nonce, size_t nonce_length, size_t aad_length,
                         size_t length, size_t tag_length);

// All of the additional data comes first, then the message. EV_BAD_LENGTH if there is more than announced,
// EV_BAD_ORDER for a message while additional data is missing.
ev_status_t ev_aes_ccm_aad(ev_aes_ccm_t *ccm, const void *aad, size_t length);
ev_status_t ev_aes_ccm_encrypt(ev_aes_ccm_t *ccm, const void *in, void *out, size_t length);

// Do not use the output before ev_aes_ccm_verify has returned EV_OK. Clear it if it returns anything else.
ev_status_t ev_aes_ccm_decrypt(ev_aes_ccm_t *ccm, const void *in, void *out, size_t length);

// EV_BAD_ORDER if less than announced has come.
ev_status_t ev_aes_ccm_finish(ev_aes_ccm_t *ccm, void *tag);
ev_status_t ev_aes_ccm_verify(ev_aes_ccm_t *ccm, const void *tag);

#endif
