// SPDX-License-Identifier: Apache-2.0
// ECB, the electronic codebook mode (NIST SP 800-38A, 6.1): each block is encrypted independently.
//
// Equal blocks give equal blocks, so ECB hides only single random blocks. It is a building block. For messages take a
// mode with authentication.
#ifndef EVARISTE_AES_ECB_H
#define EVARISTE_AES_ECB_H

#include "aes.h"

// EV_BAD_LENGTH when `length` is not a multiple of 16.
ev_status_t ev_aes_ecb_encrypt(const ev_aes_key_t *key, const void *in, void *out, size_t length);
ev_status_t ev_aes_ecb_decrypt(const ev_aes_key_t *key, const void *in, void *out, size_t length);

#endif
