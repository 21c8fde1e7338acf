// SPDX-License-Identifier: Apache-2.0
// portable: a round key is eight bit planes (aes_bitslice.h), 32 bytes. One schedule serves both directions. A key of
// GHASH has nine words for a Karatsuba product, and their bits reversed.
#ifndef EVARISTE_BACKEND_AES_H
#define EVARISTE_BACKEND_AES_H

#define EV_AES_SCHEDULE_WORDS 120
#define EV_GHASH_KEY_WORDS 18

// Words of stack to clear after kernels (aes_backend.h).
#define EV_AES_STACK_WORDS 128

#endif
