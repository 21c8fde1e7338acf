// SPDX-License-Identifier: Apache-2.0
// AES, the block cipher of FIPS 197, with keys of 128, 192 and 256 bits.
//
// ```c
// #include <evariste/aes.h>
// #include <string.h>
//
// int main(void) {
//     uint8_t bytes[16], text[16], cipher[16], again[16];
//     for (int i = 0; i < 16; i++) bytes[i] = (uint8_t)i, text[i] = (uint8_t)(0x11 * i);    // FIPS 197, C.1
//     ev_aes_key_t key;
//     if (ev_aes_set_key(&key, bytes, sizeof bytes) != EV_OK) return 1;
//     ev_aes_encrypt(&key, cipher, text);
//     ev_aes_decrypt(&key, again, cipher);
//     ev_aes_key_clear(&key);
//     return cipher[0] != 0x69 || memcmp(text, again, sizeof text) != 0;
// }
// ```
//
// Nothing is allocated, and the only state is the caller's key. Buffers may have any alignment; word-aligned ones are
// faster. Time and addresses depend on the key's length, the number of blocks and the buffers' alignment, never on keys or
// data. The one exception is the `table` backend: it is a baseline for measurements and not for secrets.
//
// For all modes:
//   * A message is encrypted in place if `out` equals `in`. Any other overlap of the two is EV_OVERLAP. Nonces and
//     initialisation vectors may lie anywhere.
//   * EV_NULL: a pointer to a key, a nonce, a tag or a buffer of more than 0 bytes is NULL. Pointers to contexts, and to
//     a key that is being set, must be valid.
//   * EV_BAD_ORDER: a key that was cleared, or a context that was not started, or is finished or cleared. Fill what you
//     have not started with zeros if you want to rely on this.
//   * Unless a function says otherwise, a status other than EV_OK means that nothing has changed.
//   * Contexts refer to the key: it must stay where it is, unchanged, until they are finished. Keys and contexts hold
//     secrets: clear them after use. They may be copied; clear each copy.
//
// The modes are in aes_ecb.h, aes_cbc.h, aes_ctr.h, aes_cfb.h, aes_ofb.h, aes_cmac.h, aes_ccm.h, aes_gcm.h and aes_ocb.h.
// For messages take one with authentication: aes_gcm.h, aes_ccm.h or aes_ocb.h.
#ifndef EVARISTE_AES_H
#define EVARISTE_AES_H

#include <evariste/status.h>

#include <evariste/backend/aes.h>

#define EV_AES_BLOCK_BYTES 16

// A key, expanded. Its layout belongs to the backend.
typedef struct {
    uint32_t rounds;    // 0: not set
    uint32_t schedule[EV_AES_SCHEDULE_WORDS];
} ev_aes_key_t;

#ifdef __cplusplus
extern "C" {
#endif

// `length` is 16, 24 or 32, or the status is EV_BAD_KEY_LENGTH. EV_NO_UNIT: the backend is a coprocessor's, and the one
// that is there does not have AES with such keys. The key is cleared then.
ev_status_t ev_aes_set_key(ev_aes_key_t *key, const void *bytes, size_t length);
void ev_aes_key_clear(ev_aes_key_t *key);

// One block of 16 bytes. Checks nothing: the key must be set, and `out` must equal `in` or be apart from it.
void ev_aes_encrypt(const ev_aes_key_t *key, void *out, const void *in);
void ev_aes_decrypt(const ev_aes_key_t *key, void *out, const void *in);

// Consecutive blocks, each independent of the others. Faster than one call per block where a backend works on several
// at once. EV_BAD_LENGTH if `blocks` blocks have more bytes than a size_t counts.
ev_status_t ev_aes_encrypt_blocks(const ev_aes_key_t *key, void *out, const void *in, size_t blocks);
ev_status_t ev_aes_decrypt_blocks(const ev_aes_key_t *key, void *out, const void *in, size_t blocks);

#ifdef __cplusplus
}
#endif

#endif
