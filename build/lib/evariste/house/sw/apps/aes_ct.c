// SPDX-License-Identifier: Apache-2.0
// For `ev ct`: key expansion, encryption, decryption, every mode's bulk kernel, GHASH and tag comparison under the
// marks. Arguments: the key length, and which part ("all" for all of them).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aes_ccm.h"
#include "aes_cmac.h"
#include "aes_ctr.h"
#include "aes_gcm.h"
#include "aes_ocb.h"
#include "ct.h"

static uint8_t secret[128];    // 32 bytes of key, 96 of message
static uint32_t text[24], other[24];
static aes_key key;
static aes_gcm_key gcm_key;
static aes_ocb_key ocb_key;
static const uint8_t nonce[16] = {1, 2, 3};

static void modes(size_t key_length) {
    uint8_t tag[16];
    aes_ctr_crypt_message(&key, nonce, text, other, 96);
    aes_cmac_tag(&key, text, 90, tag, 16);
    aes_ccm_seal(&key, nonce, 13, text, 20, text, other, 90, tag, 8);
    aes_ccm_open(&key, nonce, 13, text, 20, other, other, 90, tag, 8);
    aes_gcm_set_key(&gcm_key, secret, key_length);
    aes_gcm_seal(&gcm_key, nonce, 12, text, 20, text, other, 90, tag, 16);
    aes_gcm_open(&gcm_key, nonce, 12, text, 20, other, other, 90, tag, 16);
    aes_ocb_set_key(&ocb_key, secret, key_length);
    aes_ocb_seal(&ocb_key, nonce, 12, text, 20, text, other, 90, tag, 16);
    aes_ocb_open(&ocb_key, nonce, 12, text, 20, other, other, 90, tag, 16);
}

int main(int argc, char **argv) {
    const size_t key_length = argc > 1 ? strtoul(argv[1], 0, 10) / 8 : 16;
    const char *part = argc > 2 ? argv[2] : "all";
    const int all = strcmp(part, "all") == 0;
    FILE *file = fopen("secret.bin", "rb");
    if (file == 0 || fread(secret, 1, sizeof secret, file) != sizeof secret) return 2;
    fclose(file);
    memcpy(text, secret + 32, sizeof text);
    memcpy(other, secret + 32, sizeof other);
    aes_set_key(&key, secret, key_length);
    if (all || strcmp(part, "block") == 0) {
        ct_begin();
        if (aes_set_key(&key, secret, key_length) != AES_OK) return 3;
        aes_encrypt(&key, text, other);
        aes_decrypt(&key, text, other + 4);
        ct_end();
    }
    if (all || strcmp(part, "ghash") == 0) {
        ghash_key hash;
        uint32_t y[4] = {0};
        ct_begin();
        ghash_set_key(&hash, secret);
        ghash_blocks(&hash, y, text, 6);
        ct_end();
    }
    if (all || strcmp(part, "compare") == 0) {
        // Half of the secrets compare equal: bit 0 of the secret decides.
        memcpy(other, secret + 16 * (secret[0] & 1), 16);
        ct_begin();
        volatile int equal = aes_equal(secret, other, 16);
        ct_end();
        (void)equal;
    }
    if (all || strcmp(part, "modes") == 0) {
        ct_begin();
        modes(key_length);
        ct_end();
    }
    return 0;
}
