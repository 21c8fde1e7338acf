// SPDX-License-Identifier: Apache-2.0
// table: round keys of both directions, as FIPS 197 writes them, 60 words each. GHASH is the portable one.
#ifndef EVARISTE_BACKEND_AES_H
#define EVARISTE_BACKEND_AES_H

#define EV_AES_SCHEDULE_WORDS 120
#define EV_GHASH_KEY_WORDS 18

// Words of stack to clear after kernels (aes_backend.h).
#define EV_AES_STACK_WORDS 96

#endif
