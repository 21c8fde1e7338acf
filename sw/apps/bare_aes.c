// SPDX-License-Identifier: Apache-2.0
// Expands the key and encrypts the block of FIPS 197, appendix C.1, without a host. Result: 16 bytes.

#include <evariste/aes.h>
#include "bare.h"

uint8_t bare_result[16] __attribute__((aligned(4)));
static uint8_t block[16], key_bytes[16];
static ev_aes_key_t key;

__attribute__((noinline, used)) void bare_work(void) {
    ev_aes_set_key(&key, key_bytes, sizeof key_bytes);
    ev_aes_encrypt(&key, bare_result, block);
}

void bare_main(void) {
    bare_begin();
    for (unsigned i = 0; i < 16; i++) {
        block[i] = (uint8_t)(i * 0x11);
        key_bytes[i] = (uint8_t)i;
    }
    bare_work();
    bare_end();
}
