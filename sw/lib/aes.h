// SPDX-License-Identifier: Apache-2.0
// AES, the block cipher of FIPS 197, with keys of 128, 192 and 256 bits.
//
//     ev_aes_key_t key;
//     ev_aes_set_key(&key, bytes, 16);
//     ev_aes_encrypt(&key, in, out);
//
// Nothing is allocated, and the only state is the caller's ev_aes_key_t. Buffers may have any alignment; word-aligned ones
// are faster. `in` may equal `out`; other overlaps are not allowed. Time and addresses depend on the key's length, the
// number of blocks and the buffers' alignment, never on keys or data. The one exception is the `table` backend: it is a
// baseline for measurements and not for secrets.
//
// Modes of operation are in aes_ecb.h, aes_cbc.h, aes_ctr.h, aes_cfb.h, aes_ofb.h, aes_cmac.h, aes_ccm.h, aes_gcm.h and
// aes_ocb.h.
#ifndef EVARISTE_AES_H
#define EVARISTE_AES_H

#include <evariste/status.h>

#include "aes_schedule.h"

#define EV_AES_BLOCK_BYTES 16

// A key, expanded. Its layout belongs to the backend; it may be copied and moved.
typedef struct {
    uint32_t rounds;
    uint32_t schedule[EV_AES_SCHEDULE_WORDS];
} ev_aes_key_t;

// `length` is 16, 24 or 32.
ev_status_t ev_aes_set_key(ev_aes_key_t *key, const void *bytes, size_t length);

// One block.
void ev_aes_encrypt(const ev_aes_key_t *key, const void *in, void *out);
void ev_aes_decrypt(const ev_aes_key_t *key, const void *in, void *out);

// Consecutive blocks, each independent of the others. Faster than one call per block where a backend works on several
// at once.
void ev_aes_encrypt_blocks(const ev_aes_key_t *key, const void *in, void *out, size_t blocks);
void ev_aes_decrypt_blocks(const ev_aes_key_t *key, const void *in, void *out, size_t blocks);

#endif
