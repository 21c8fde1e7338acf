// SPDX-License-Identifier: Apache-2.0
// A program of a user: one decoding, one block of AES, one signature. Compiled as C11 and as C++20.
#include <evariste.h>
#include <stdio.h>
#include <string.h>
static uint32_t storage[64], work[EV_RS_WORK_BYTES(16) / 4];

static int decode(void) {
    uint8_t *word = (uint8_t *)storage;
    memcpy(word, "Evariste Galois", 15);
    if (ev_rs_encode(&ev_rs255_239, word, 255) != EV_OK) return 1;
    word[0] ^= 0x55, word[250] ^= 1;
    size_t errors = 0;
    if (ev_rs_decode(&ev_rs255_239, word, 255, &errors, NULL, NULL, 0, work, sizeof work) != EV_OK) return 2;
    return errors == 2 && memcmp(word, "Evariste Galois", 15) == 0 ? 0 : 3;
}

static int cipher(void) { // FIPS 197, appendix C.1
    uint8_t key_bytes[16], block[16];
    static const uint8_t right[16] = {0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30, 0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a};
    for (int i = 0; i < 16; i++) key_bytes[i] = (uint8_t)i, block[i] = (uint8_t)(0x11 * i);
    ev_aes_key_t key;
    if (ev_aes_set_key(&key, key_bytes, sizeof key_bytes) != EV_OK) return 1;
    ev_aes_encrypt(&key, block, block);
    ev_aes_key_clear(&key);
    return memcmp(block, right, 16) == 0 ? 0 : 2;
}

static int signature(void) {
    uint8_t random[EV_CURVE_RANDOM_BYTES_MAX] = {7}, digest[EV_SHA256_BYTES] = {1}, sig[EV_ECDSA_BYTES_MAX];
    size_t length;
    ev_ec_private_t key;
    ev_ec_public_t known;
    const ev_curve_t *curve = &ev_curve_k163;
    if (ev_ec_private_generate(&key, curve, random, ev_curve_random_bytes(curve)) != EV_OK) return 1;
    if (ev_ec_public_from_private(&known, &key) != EV_OK) return 2;
    if (ev_ecdsa_sign(&key, sig, sizeof sig, &length, digest, sizeof digest, &ev_hash_sha256, NULL, 0) != EV_OK) return 3;
    if (ev_ecdsa_verify(&known, sig, length, digest, sizeof digest) != EV_OK) return 4;
    sig[3] ^= 1;
    return ev_ecdsa_verify(&known, sig, length, digest, sizeof digest) == EV_BAD_SIGNATURE ? 0 : 5;
}

int main(void) {
    int a = decode(), b = cipher(), c = signature();
    printf("decode %d, cipher %d, signature %d\n", a, b, c);
    return a | b | c;
}
