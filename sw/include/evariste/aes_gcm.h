// SPDX-License-Identifier: Apache-2.0
// GCM, Galois/counter mode, and GMAC, which is GCM of no message (NIST SP 800-38D).
//
// ```c
// #include <evariste/aes_gcm.h>
// #include <string.h>
//
// int main(void) {
//     uint8_t text[10] = "a message", tag[16];
//     ev_aes_gcm_key_t key;
//     if (ev_aes_gcm_set_key(&key, "a key of 16 byte", 16) != EV_OK) return 1;
//     if (ev_aes_gcm_seal(&key, text, tag, 16, "used once...", 12, "header", 6, text, 10) != EV_OK) return 1;
//     if (ev_aes_gcm_open(&key, text, tag, 16, "used once...", 12, "header", 6, text, 10) != EV_OK) return 1;
//     if (strcmp((const char *)text, "a message") != 0) return 1;
//     tag[0] ^= 1;
//     if (ev_aes_gcm_open(&key, text, tag, 16, "used once...", 12, "header", 6, text, 10) != EV_BAD_TAG) return 1;
//     ev_aes_gcm_key_clear(&key);
//     return text[0];    // a message that is not authentic is cleared
// }
// ```
//
// The initialisation vector has any length from 1 byte; 12 is usual. EV_BAD_NONCE_LENGTH for 0. Never use one twice under
// one key: that reveals the authentication key. Tags have 4, 8, or 12 to 16 bytes, else EV_BAD_TAG_LENGTH. A message has
// at most 2^36 - 32 bytes, additional data and initialisation vector at most 2^61 - 1, else EV_BAD_LENGTH: the sums over
// all pieces count.
//
// `out` may equal `in`. The additional data and the nonce may lie anywhere. EV_OVERLAP for any other overlap of `in` and
// `out`, and if the tag overlaps `out`. aes.h says what NULL gives.
#ifndef EVARISTE_AES_GCM_H
#define EVARISTE_AES_GCM_H

#include <evariste/aes.h>
#include <evariste/aes_ctr.h>
#include <evariste/ghash.h>

typedef struct {
    ev_aes_key_t cipher;
    ev_ghash_key_t hash;
} ev_aes_gcm_key_t;

typedef struct {
    const ev_aes_gcm_key_t *key;
    ev_aes_ctr_t ctr;
    ev_ghash_t hash;
    uint32_t tag_mask[4];
    uint64_t aad_length, length;    // bytes so far
} ev_aes_gcm_t;

#ifdef __cplusplus
extern "C" {
#endif

// `length` is 16, 24 or 32, or the status is EV_BAD_KEY_LENGTH. EV_NO_UNIT: the backend is a coprocessor's, and the one
// that is there does not have AES with such keys. The key is cleared then.
ev_status_t ev_aes_gcm_set_key(ev_aes_gcm_key_t *key, const void *bytes, size_t length);
void ev_aes_gcm_key_clear(ev_aes_gcm_key_t *key);

// A whole message at once.
ev_status_t ev_aes_gcm_seal(const ev_aes_gcm_key_t *key, void *out, void *tag, size_t tag_bytes, const void *iv,
                            size_t iv_bytes, const void *aad, size_t aad_bytes, const void *in, size_t length);

// If the tag is wrong, all of `out` is zeros and the status is EV_BAD_TAG. On any other
// status `out` is as it was.
ev_status_t ev_aes_gcm_open(const ev_aes_gcm_key_t *key, void *out, const void *tag, size_t tag_bytes, const void *iv,
                            size_t iv_bytes, const void *aad, size_t aad_bytes, const void *in, size_t length);

// GMAC: the tag of a message that is only authenticated. EV_OK when it is right, EV_BAD_TAG when not.
ev_status_t ev_aes_gmac_tag(const ev_aes_gcm_key_t *key, void *tag, size_t tag_bytes, const void *iv, size_t iv_bytes,
                            const void *message, size_t length);
ev_status_t ev_aes_gmac_check(const ev_aes_gcm_key_t *key, const void *tag, size_t tag_bytes, const void *iv,
                              size_t iv_bytes, const void *message, size_t length);

// In pieces of any lengths.
ev_status_t ev_aes_gcm_start(ev_aes_gcm_t *gcm, const ev_aes_gcm_key_t *key, const void *iv, size_t iv_bytes);

// All of the additional data comes first: EV_BAD_ORDER once the message has begun.
ev_status_t ev_aes_gcm_aad(ev_aes_gcm_t *gcm, const void *aad, size_t length);
ev_status_t ev_aes_gcm_encrypt(ev_aes_gcm_t *gcm, void *out, const void *in, size_t length);

// Do not use the output before ev_aes_gcm_verify has returned EV_OK. Clear it if it returns anything else.
ev_status_t ev_aes_gcm_decrypt(ev_aes_gcm_t *gcm, void *out, const void *in, size_t length);

// On EV_OK and EV_BAD_TAG the context is cleared.
ev_status_t ev_aes_gcm_finish(ev_aes_gcm_t *gcm, void *tag, size_t tag_bytes);
ev_status_t ev_aes_gcm_verify(ev_aes_gcm_t *gcm, const void *tag, size_t tag_bytes);
void ev_aes_gcm_clear(ev_aes_gcm_t *gcm);

#ifdef __cplusplus
}
#endif

#endif
