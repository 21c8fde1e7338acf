// SPDX-License-Identifier: Apache-2.0
// AES of tiny-AES-c by its own functions. All of them work in place.
#include "peer_aes.h"

#include "aes.h"

static struct AES_ctx context;

static void encryption(void) { AES_init_ctx(&context, key); }
static void decryption(void) { encryption(); }
static void counter(void) { encryption(); }
static void expand(size_t bytes) { (void)bytes, AES_init_ctx(&context, key); }
static void encrypt(size_t bytes) { (void)bytes, AES_ECB_encrypt(&context, out); }
static void decrypt(size_t bytes) { (void)bytes, AES_ECB_decrypt(&context, out); }

static void cbc_encrypt(size_t bytes) {
    AES_ctx_set_iv(&context, iv);
    AES_CBC_encrypt_buffer(&context, out, bytes);
}

static void cbc_decrypt(size_t bytes) {
    AES_ctx_set_iv(&context, iv);
    AES_CBC_decrypt_buffer(&context, out, bytes);
}

static void ctr(size_t bytes) {
    AES_ctx_set_iv(&context, iv);
    AES_CTR_xcrypt_buffer(&context, out, bytes);
}
