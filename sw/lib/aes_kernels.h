// SPDX-License-Identifier: Apache-2.0
// The kernels that a backend provides for AES, besides ev_aes_set_key, ev_aes_encrypt and ev_aes_decrypt. Not for programs.
//
// Buffers of the kernels are word aligned; `in` may equal `out`.
#ifndef EVARISTE_AES_KERNELS_H
#define EVARISTE_AES_KERNELS_H

#include <evariste/wipe.h>
#include <string.h>

#include "aes.h"

// Consecutive blocks, each independent of the others.
void ev_aes_encrypt_words(const ev_aes_key_t *key, const uint32_t *in, uint32_t *out, size_t blocks);
void ev_aes_decrypt_words(const ev_aes_key_t *key, const uint32_t *in, uint32_t *out, size_t blocks);

// out = in + the keystream of `blocks` consecutive counter blocks. They count in the big-endian number in the last four
// bytes, which does not wrap within the call. Afterwards `counter` is the block after the last.
void ev_aes_ctr_words(const ev_aes_key_t *key, uint32_t counter[4], const uint32_t *in, uint32_t *out, size_t blocks);

// chain = E(chain + block) for each block.
void ev_aes_cbc_mac_words(const ev_aes_key_t *key, uint32_t chain[4], const uint32_t *in, size_t blocks);

// Both at once, for CCM. The chain takes the plaintext: `in` when encrypting, else `out`.
void ev_aes_ccm_encrypt_words(const ev_aes_key_t *key, uint32_t counter[4], uint32_t chain[4], const uint32_t *in,
                           uint32_t *out, size_t blocks);
void ev_aes_ccm_decrypt_words(const ev_aes_key_t *key, uint32_t counter[4], uint32_t chain[4], const uint32_t *in,
                           uint32_t *out, size_t blocks);

// One block at any alignment, through an aligned copy. Assembly kernels call it for unaligned buffers.
void ev_aes_encrypt_unaligned(const ev_aes_key_t *key, const void *in, void *out);
void ev_aes_decrypt_unaligned(const ev_aes_key_t *key, const void *in, void *out);

// EV_OK or EV_BAD_TAG. Wipes the right tag, which may have more bytes than the given one.
ev_status_t ev_aes_compare_tags(uint32_t right[4], const void *tag, size_t length);

// The expansion of any key. ev_aes_set_key may have a fast path for some keys.
ev_status_t ev_aes_set_key_general(ev_aes_key_t *key, const void *bytes, size_t length);

static inline int ev_aes_is_aligned(const void *a, const void *b) { return (((uintptr_t)a | (uintptr_t)b) & 3) == 0; }

#endif
