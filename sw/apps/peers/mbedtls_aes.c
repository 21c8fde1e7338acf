// SPDX-License-Identifier: Apache-2.0
// AES of mbedTLS by its own functions, with the options of mbedtls_options.h.
#include "peer_aes.h"

#include "mbedtls/aes.h"
#include "mbedtls/gcm.h"

static mbedtls_aes_context context;
static mbedtls_gcm_context gcm_context;

static void encryption(void) {
    mbedtls_aes_init(&context);
    mbedtls_aes_setkey_enc(&context, key, 8 * BLOCK);
}

static void decryption(void) {
    mbedtls_aes_init(&context);
    mbedtls_aes_setkey_dec(&context, key, 8 * BLOCK);
}

static void counter(void) { encryption(); }

static void sealing(void) {
    mbedtls_gcm_init(&gcm_context);
    mbedtls_gcm_setkey(&gcm_context, MBEDTLS_CIPHER_ID_AES, key, 8 * BLOCK);
}

static void expand(size_t bytes) { (void)bytes, mbedtls_aes_setkey_enc(&context, key, 8 * BLOCK); }

static void encrypt(size_t bytes) { (void)bytes, mbedtls_aes_crypt_ecb(&context, MBEDTLS_AES_ENCRYPT, text, out); }

static void decrypt(size_t bytes) { (void)bytes, mbedtls_aes_crypt_ecb(&context, MBEDTLS_AES_DECRYPT, text, out); }

static void cbc_encrypt(size_t bytes) {
    uint8_t own[BLOCK];
    memcpy(own, iv, BLOCK);
    mbedtls_aes_crypt_cbc(&context, MBEDTLS_AES_ENCRYPT, bytes, own, text, out);
}

static void cbc_decrypt(size_t bytes) {
    uint8_t own[BLOCK];
    memcpy(own, iv, BLOCK);
    mbedtls_aes_crypt_cbc(&context, MBEDTLS_AES_DECRYPT, bytes, own, text, out);
}

static void ctr(size_t bytes) {
    uint8_t own[BLOCK], stream[BLOCK];
    size_t used = 0;
    memcpy(own, iv, BLOCK);
    mbedtls_aes_crypt_ctr(&context, bytes, &used, own, stream, text, out);
}

static void gcm(size_t bytes) {
    mbedtls_gcm_crypt_and_tag(&gcm_context, MBEDTLS_GCM_ENCRYPT, bytes, iv, 12, NULL, 0, text, out, BLOCK, out + bytes);
}
