// SPDX-License-Identifier: Apache-2.0
// Consecutive blocks decrypted one at a time.
#include "aes_kernels.h"

void aes_decrypt_words(const aes_key *key, const uint32_t *in, uint32_t *out, size_t blocks) {
    for (; blocks > 0; blocks--, in += 4, out += 4) aes_decrypt(key, in, out);
}
