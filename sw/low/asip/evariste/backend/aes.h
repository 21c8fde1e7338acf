// SPDX-License-Identifier: Apache-2.0
// asip: a key is its bytes. The coprocessor expands it each time. GHASH keys have room for those of the backend below.
#ifndef EVARISTE_BACKEND_AES_H
#define EVARISTE_BACKEND_AES_H

#define EV_AES_SCHEDULE_WORDS 8
#define EV_GHASH_KEY_WORDS 18

// Words of stack to clear after kernels (aes_backend.h).
#define EV_AES_STACK_WORDS 128

// Kernels of whole modes (aes_backend.h).
#define EV_AES_HAS_MODE_WORDS 1

// Fewer blocks of GCM's additional data are hashed faster by the backend below (verify/asip/test_waits.py).
#define EV_AES_GCM_HASH_BLOCKS 5

#endif
