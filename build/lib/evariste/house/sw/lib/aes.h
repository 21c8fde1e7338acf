// SPDX-License-Identifier: Apache-2.0
// AES, the block cipher of FIPS 197, with keys of 128, 192 and 256 bits.
//
//     aes_key key;
//     aes_set_key(&key, bytes, 16);
//     aes_encrypt(&key, in, out);
//
// Nothing is allocated and there is no state but the caller's aes_key. Buffers may have any alignment (word-aligned ones
// are faster) and `in` may equal `out`; other overlaps are not allowed. The time taken and the addresses touched depend
// on the key's length, the number of blocks and the buffers' alignment, never on keys or data; the one exception is the
// `table` backend, which is a baseline for measurements and not for secrets.
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
    AES_BAD_NONCE,         // a nonce length the mode does not have
    AES_BAD_TAG_LENGTH,    // a tag length the mode does not have
    AES_BAD_PADDING,       // the padding of a decrypted message is wrong
    AES_BAD_TAG,           // not authentic: the output has been cleared
    AES_BAD_ORDER,         // a step of a streaming interface out of its turn
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

// Consecutive blocks, each for itself. Where blocks can be worked on together this is faster than one at a time.
void aes_encrypt_blocks(const aes_key *key, const void *in, void *out, size_t blocks);
void aes_decrypt_blocks(const aes_key *key, const void *in, void *out, size_t blocks);

// Overwrites memory that held a secret; unlike memset it is never optimised away.
void aes_wipe(void *memory, size_t length);

// Whether two byte strings are equal, in a time that depends on their length only.
int aes_equal(const void *a, const void *b, size_t length);

#endif
