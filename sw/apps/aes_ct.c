// SPDX-License-Identifier: Apache-2.0
// For `ev ct`: key expansion, encryption, decryption, every mode, GHASH, padding, right and wrong tags, between the
// marks. Arguments: the key length, and which part ("all" for all of them).
#include <evariste/wipe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <evariste/aes_cbc.h>
#include <evariste/aes_ccm.h>
#include <evariste/aes_cfb.h>
#include <evariste/aes_cmac.h>
#include <evariste/aes_ctr.h>
#include <evariste/aes_gcm.h>
#include <evariste/aes_ocb.h>
#include <evariste/aes_ofb.h>
#include "aes_backend.h"
#include "ct.h"

static uint8_t secret[128];    // 32 bytes of key, 96 of message
static uint32_t text[24], other[24];
static ev_aes_key_t key;
static ev_aes_gcm_key_t gcm_key;
static ev_aes_ocb_key_t ocb_key;
static const uint8_t nonce[16] = {1, 2, 3};

static void modes(size_t key_length) {
    static uint8_t tag[16];
    static ev_aes_cfb_t cfb;
    static ev_aes_ofb_t ofb;
    ct_call(ev_aes_encrypt_blocks(&key, other, text, 6));
    ct_call(ev_aes_decrypt_blocks(&key, other, other, 6));
    ct_call(ev_aes_cbc_encrypt_message(&key, other, nonce, text, 96));
    ct_call(ev_aes_cbc_decrypt_message(&key, other, nonce, other, 96));
    ct_call(ev_aes_cfb_start(&cfb, &key, nonce));
    ct_call(ev_aes_cfb_encrypt(&cfb, other, text, 40));
    ct_call(ev_aes_cfb8_decrypt(&cfb, other, text, 4));
    ct_call(ev_aes_cfb1_encrypt(&cfb, other, text, 11));
    ct_call(ev_aes_ofb_start(&ofb, &key, nonce));
    ct_call(ev_aes_ofb_crypt(&ofb, other, text, 40));
    ct_call(ev_aes_ctr_crypt_message(&key, other, nonce, text, 96));
    ct_call(ev_aes_cmac_tag(&key, tag, 16, text, 90));
    ct_call(ev_aes_ccm_seal(&key, other, tag, 8, nonce, 13, text, 20, text, 90));
    ct_call(ev_aes_ccm_open(&key, other, tag, 8, nonce, 13, text, 20, other, 90));
    ct_call(ev_aes_gcm_set_key(&gcm_key, secret, key_length));
    ct_call(ev_aes_gcm_seal(&gcm_key, other, tag, 16, nonce, 12, text, 20, text, 90));
    ct_call(ev_aes_gcm_open(&gcm_key, other, tag, 16, nonce, 12, text, 20, other, 90));
    ct_call(ev_aes_ocb_set_key(&ocb_key, secret, key_length));
    ct_call(ev_aes_ocb_seal(&ocb_key, other, tag, 16, nonce, 12, text, 20, text, 90));
    ct_call(ev_aes_ocb_open(&ocb_key, other, tag, 16, nonce, 12, text, 20, other, 90));
}

static ev_aes_cmac_t cmac;
static ev_aes_ccm_t ccm;
static ev_aes_gcm_t gcm;
static ev_aes_ocb_t ocb;
static uint8_t tag[4][16], block[16];
static size_t length;
static ev_status_t status[4];

// These functions are not inlined, so that the use of their results stays outside the marks.
static __attribute__((noinline)) void marked_verify(void) {
    ct_begin();
    ct_call(status[0] = ev_aes_cmac_verify(&cmac, tag[0], 16));
    ct_call(status[1] = ev_aes_ccm_verify(&ccm, tag[1], 16));
    ct_call(status[2] = ev_aes_gcm_verify(&gcm, tag[2], 16));
    ct_call(status[3] = ev_aes_ocb_verify(&ocb, tag[3], 16));
    ct_end();
}

static __attribute__((noinline)) void marked_unpad(void) {
    ct_begin();
    ct_call(status[0] = ev_aes_unpad(&length, block, sizeof block));
    ct_end();
}

// Half of the tags are right. The low bit of the secret decides.
static int verify(size_t key_length) {
    ev_aes_gcm_set_key(&gcm_key, secret, key_length);
    ev_aes_ocb_set_key(&ocb_key, secret, key_length);
    ev_aes_cmac_tag(&key, tag[0], 16, text, 32);
    ev_aes_ccm_seal(&key, other, tag[1], 16, nonce, 13, 0, 0, text, 32);
    ev_aes_gcm_seal(&gcm_key, other, tag[2], 16, nonce, 12, 0, 0, text, 32);
    ev_aes_ocb_seal(&ocb_key, other, tag[3], 16, nonce, 12, 0, 0, text, 32);
    for (int i = 0; i < 4; i++) tag[i][secret[1] % 16] ^= secret[0] & 1;
    ev_aes_cmac_start(&cmac, &key);
    ev_aes_cmac_update(&cmac, text, 32);
    ev_aes_ccm_start(&ccm, &key, 16, nonce, 13, 0, 32);
    ev_aes_ccm_encrypt(&ccm, other, text, 32);
    ev_aes_gcm_start(&gcm, &gcm_key, nonce, 12);
    ev_aes_gcm_encrypt(&gcm, other, text, 32);
    ev_aes_ocb_start(&ocb, &ocb_key, 16, nonce, 12);
    ev_aes_ocb_encrypt(&ocb, other, text, 32);
    marked_verify();
    const ev_status_t right = secret[0] & 1 ? EV_BAD_TAG : EV_OK;
    return status[0] == right && status[1] == right && status[2] == right && status[3] == right;
}

// A block that ends in n bytes of value n, n = 0 to 31, so that half of the paddings are right.
static int padding(void) {
    const size_t count = secret[0] % 32;
    memcpy(block, secret + 1, sizeof block);
    for (size_t i = 0; i < sizeof block; i++)
        if (i + count >= sizeof block) block[i] = (uint8_t)count;
    block[15] = (uint8_t)count;
    marked_unpad();
    const int right = count > 0 && count <= 16;
    return status[0] == (right ? EV_OK : EV_BAD_PADDING) && length == sizeof block - (right ? count : 0);
}

int main(int argc, char **argv) {
    const size_t key_length = argc > 1 ? strtoul(argv[1], 0, 10) / 8 : 16;
    const char *part = argc > 2 ? argv[2] : "all";
    const int all = strcmp(part, "all") == 0;
    FILE *file = fopen("secret.bin", "rb");
    if (file == 0 || fread(secret, 1, sizeof secret, file) != sizeof secret) return 2;
    fclose(file);
    ct_key(secret, 32);
    ct_secret(secret + 32, sizeof secret - 32);
    memcpy(text, secret + 32, sizeof text);
    memcpy(other, secret + 32, sizeof other);
    ev_aes_set_key(&key, secret, key_length);
    ev_aes_gcm_set_key(&gcm_key, secret, key_length);
    ct_key(key.schedule, sizeof key.schedule);
    ct_key(gcm_key.hash.h, sizeof gcm_key.hash.h);
    if (all || strcmp(part, "block") == 0) {
        ct_begin();
        ct_call(status[0] = ev_aes_set_key(&key, secret, key_length));
        ct_call(ev_aes_encrypt(&key, other, text));
        ct_call(ev_aes_decrypt(&key, other + 4, text));
        ct_end();
        if (status[0] != EV_OK) return 3;
    }
    if (all || strcmp(part, "ghash") == 0) {
        ev_ghash_key_t hash;
        uint32_t y[4] = {0};
        ct_begin();
        ct_call(ev_ghash_set_key(&hash, secret));
        ct_call(ev_ghash_blocks(&hash, y, text, 6));
        ct_end();
    }
    if (all || strcmp(part, "compare") == 0) {
        // Half of the secrets compare equal: bit 0 of the secret decides.
        memcpy(other, secret + 16 * (secret[0] & 1), 16);
        static volatile int equal __attribute__((unused));
        ct_begin();
        equal = ev_equal(secret, other, 16);
        ct_end();
    }
    if ((all || strcmp(part, "padding") == 0) && !padding()) return 4;
    if ((all || strcmp(part, "verify") == 0) && !verify(key_length)) return 5;
    if (all || strcmp(part, "modes") == 0) {
        ct_begin();
        modes(key_length);
        ct_end();
    }
    return 0;
}
