// SPDX-License-Identifier: Apache-2.0
// AES, the block cipher of FIPS 197, with keys of 128, 192 and 256 bits.
//
//     aes_key key;
//     aes_set_key(&key, bytes, 16);
//     aes_encrypt(&key, in, out);
//
// Nothing is allocated, and the only state is the caller's aes_key. Buffers may have any alignment; word-aligned ones
// are faster. `in` may equal `out`; other overlaps are not allowed. Time and addresses depend on the key's length, the
// number of blocks and the buffers' alignment, never on keys or data. The one exception is the `table` backend: it is a
// baseline for measurements and not for secrets.
//
// Modes of operation are in aes_ecb.h, aes_cbc.h, aes_ctr.h, aes_cfb.h, aes_ofb.h, aes_cmac.h, aes_ccm.h, aes_gcm.h and
// aes_ocb.h.
#ifndef EVARISTE_AES_H
#define EVARISTE_AES_H

#include <stddef.h>
#include <stdint.h>

#include "aes_schedule.h"

#define AES_BLOCK_BYTES 16

// What a function that can fail returns.
typedef enum {
    AES_OK = 0,
    AES_BAD_KEY_LENGTH,    // not 16, 24 or 32 bytes
    AES_BAD_LENGTH,        // not a whole number of blocks, or more than the mode or the announced length allows
    AES_BAD_NONCE,         // a nonce length that the mode does not allow
    AES_BAD_TAG_LENGTH,    // a tag length that the mode does not allow
    AES_BAD_PADDING,       // the padding of a decrypted message is wrong
    AES_BAD_TAG,           // not authentic: the output has been cleared
    AES_BAD_ORDER,         // a call of a streaming interface out of order
} aes_status;

// A key, expanded. Its layout belongs to the backend; it may be copied and moved.
typedef struct {
    uint32_t rounds;
    uint32_t schedule[AES_SCHEDULE_WORDS];
} aes_key;

// `length` is 16, 24 or 32.
aes_status aes_set_key(aes_key *key, const void *bytes, size_t length);

// One block.
void aes_encrypt(const aes_key *key, const void *in, void *out);
void aes_decrypt(const aes_key *key, const void *in, void *out);

// Consecutive blocks, each independent of the others. Faster than one call per block where a backend works on several
// at once.
void aes_encrypt_blocks(const aes_key *key, const void *in, void *out, size_t blocks);
void aes_decrypt_blocks(const aes_key *key, const void *in, void *out, size_t blocks);

// Overwrites memory that held a secret. Unlike memset, the compiler never removes it.
void aes_wipe(void *memory, size_t length);

// Whether two byte strings are equal. The time depends only on their length.
int aes_equal(const void *a, const void *b, size_t length);

#endif
