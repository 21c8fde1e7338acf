// SPDX-License-Identifier: Apache-2.0
// Consecutive blocks decrypted one at a time.
#include "aes_bytes.h"

void ev_aes_decrypt_words(const ev_aes_key_t *key, uint32_t *out, const uint32_t *in, size_t blocks) {
    for (; blocks > 0; blocks--, in += 4, out += 4) ev_aes_decrypt(key, out, in);
}
