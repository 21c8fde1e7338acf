// SPDX-License-Identifier: Apache-2.0
// gfp: a round key is four rows (aes_rows.h describes the layout). One schedule serves both directions. A key of GHASH
// is H / x, four words.
#ifndef EVARISTE_BACKEND_AES_H
#define EVARISTE_BACKEND_AES_H

#define EV_AES_SCHEDULE_WORDS 60
#define EV_GHASH_KEY_WORDS 4

// Words of stack to clear after kernels (aes_backend.h).
#define EV_AES_STACK_WORDS 32

#endif
