// SPDX-License-Identifier: Apache-2.0
// CCM, counter mode with CBC-MAC (NIST SP 800-38C, RFC 3610), and CCM* of IEEE 802.15.4, which adds the tag of 0 bytes
// (encryption without authentication).
//
// ```c
// #include <evariste/aes_ccm.h>
// #include <string.h>
//
// int main(void) {
//     static const uint8_t nonce[13] = "used once";
//     uint8_t text[10] = "a message", tag[8];
//     ev_aes_key_t key;
//     if (ev_aes_set_key(&key, "a key of 16 byte", 16) != EV_OK) return 1;
//     if (ev_aes_ccm_seal(&key, text, tag, 8, nonce, 13, "header", 6, text, 10) != EV_OK) return 1;
//     if (ev_aes_ccm_open(&key, text, tag, 8, nonce, 13, "header", 6, text, 10) != EV_OK) return 1;
//     tag[0] ^= 1;
//     if (ev_aes_ccm_open(&key, text, tag, 8, nonce, 13, "header", 6, text, 10) != EV_BAD_TAG) return 1;
//     ev_aes_key_clear(&key);
//     return text[0];    // a message that is not authentic is cleared
// }
// ```
//
// Nonces have 7 to 13 bytes (Bluetooth Low Energy and 802.15.4: 13), else EV_BAD_NONCE_LENGTH. Never use a nonce twice
// under one key. Tags have 0, 4, 6, ... 16 bytes, else EV_BAD_TAG_LENGTH. A message has fewer than 2^(8(15 - nonce_bytes))
// bytes and the additional data fewer than 2^32, else EV_BAD_LENGTH.
//
// `out` may equal `in`. The additional data and the nonce may lie anywhere. EV_OVERLAP for any other overlap of `in` and
// `out`, and if the tag overlaps `out`. aes.h says what NULL gives.
#ifndef EVARISTE_AES_CCM_H
#define EVARISTE_AES_CCM_H

#include <evariste/aes.h>

typedef struct {
    const ev_aes_key_t *key;
    uint32_t counter[4];
    uint32_t keystream[4];
    uint32_t chain[4];       // of the CBC-MAC
    uint32_t tag_mask[4];    // the cipher of counter 0
    size_t aad_left, left;
    uint32_t fill;    // bytes of the current block already added to the chain
    uint32_t tag_bytes;
} ev_aes_ccm_t;

#ifdef __cplusplus
extern "C" {
#endif

// A whole message at once.
ev_status_t ev_aes_ccm_seal(const ev_aes_key_t *key, void *out, void *tag, size_t tag_bytes, const void *nonce,
                            size_t nonce_bytes, const void *aad, size_t aad_bytes, const void *in, size_t length);

// If the tag is wrong, all of `out` is zeros and the status is EV_BAD_TAG. On any other status `out` is as it was.
ev_status_t ev_aes_ccm_open(const ev_aes_key_t *key, void *out, const void *tag, size_t tag_bytes, const void *nonce,
                            size_t nonce_bytes, const void *aad, size_t aad_bytes, const void *in, size_t length);

// In pieces of any lengths; the total lengths are announced first.
ev_status_t ev_aes_ccm_start(ev_aes_ccm_t *ccm, const ev_aes_key_t *key, size_t tag_bytes, const void *nonce,
                             size_t nonce_bytes, size_t aad_bytes, size_t length);

// All of the additional data comes first, then the message. EV_BAD_LENGTH if there is more than announced,
// EV_BAD_ORDER for a message while additional data is missing.
ev_status_t ev_aes_ccm_aad(ev_aes_ccm_t *ccm, const void *aad, size_t length);
ev_status_t ev_aes_ccm_encrypt(ev_aes_ccm_t *ccm, void *out, const void *in, size_t length);

// Do not use the output before ev_aes_ccm_verify has returned EV_OK. Clear it if it returns anything else.
ev_status_t ev_aes_ccm_decrypt(ev_aes_ccm_t *ccm, void *out, const void *in, size_t length);

// EV_BAD_ORDER if less than announced has come, EV_BAD_TAG_LENGTH if another tag was announced. On EV_OK and EV_BAD_TAG
// the context is cleared.
ev_status_t ev_aes_ccm_finish(ev_aes_ccm_t *ccm, void *tag, size_t tag_bytes);
ev_status_t ev_aes_ccm_verify(ev_aes_ccm_t *ccm, const void *tag, size_t tag_bytes);
void ev_aes_ccm_clear(ev_aes_ccm_t *ccm);

#ifdef __cplusplus
}
#endif

#endif
