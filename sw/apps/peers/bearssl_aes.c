// SPDX-License-Identifier: Apache-2.0
// AES of BearSSL by its own functions: KIND is ct (constant time), big or small (tables). They work in place. A single
// block is a message of one block in CBC with an IV of zeros: BearSSL has no function for less.
#include "peer_aes.h"

#include "bearssl.h"

#define JOIN(a, b, c) a##b##c
#define NAME(kind, what) JOIN(br_aes_, kind, what)

static NAME(KIND, _cbcenc_keys) for_encryption;
static NAME(KIND, _cbcdec_keys) for_decryption;
static NAME(KIND, _ctr_keys) for_counter;
static br_gcm_context for_sealing;

static void encryption(void) { NAME(KIND, _cbcenc_init)(&for_encryption, key, BLOCK); }
static void decryption(void) { NAME(KIND, _cbcdec_init)(&for_decryption, key, BLOCK); }
static void counter(void) { NAME(KIND, _ctr_init)(&for_counter, key, BLOCK); }

static void sealing(void) {
    counter();
    br_gcm_init(&for_sealing, &for_counter.vtable, br_ghash_ctmul32);
}

static void expand(size_t bytes) { (void)bytes, encryption(); }

static void encrypt(size_t bytes) {
    uint8_t own[BLOCK] = {0};
    NAME(KIND, _cbcenc_run)(&for_encryption, own, out, bytes);
}

static void decrypt(size_t bytes) {
    uint8_t own[BLOCK] = {0};
    NAME(KIND, _cbcdec_run)(&for_decryption, own, out, bytes);
}

static void cbc_encrypt(size_t bytes) {
    uint8_t own[BLOCK];
    memcpy(own, iv, BLOCK);
    NAME(KIND, _cbcenc_run)(&for_encryption, own, out, bytes);
}

static void cbc_decrypt(size_t bytes) {
    uint8_t own[BLOCK];
    memcpy(own, iv, BLOCK);
    NAME(KIND, _cbcdec_run)(&for_decryption, own, out, bytes);
}

static void ctr(size_t bytes) {
    const uint32_t first = (uint32_t)iv[12] << 24 | iv[13] << 16 | iv[14] << 8 | iv[15];
    NAME(KIND, _ctr_run)(&for_counter, iv, first, out, bytes);
}

static void gcm(size_t bytes) {
    br_gcm_reset(&for_sealing, iv, 12);
    br_gcm_flip(&for_sealing);
    br_gcm_run(&for_sealing, 1, out, bytes);
    br_gcm_get_tag(&for_sealing, out + bytes);
}
