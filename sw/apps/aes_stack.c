// SPDX-License-Identifier: Apache-2.0
// Looks for secrets that the ciphers, hashes and HMAC leave on the stack: aes_stack KEYBITS.
//
// Fills the stack below with a pattern, calls a function, and compares every word there with every secret word: the key,
// expanded keys, H, the multiples of OCB, keystreams, the masks of tags, the states that HMAC makes of its key. Prints
// for each function its name, the words of stack it used, and the number of secret words it left there. The function
// "control" leaves some.
#include <evariste.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 400, TEXT = 90, SECRETS = 1400 };

static uint32_t secrets[SECRETS];
static size_t known;
static uint8_t bytes[32], other_bytes[33], in[TEXT + 6], out[TEXT + 6], tag[64];
static size_t key_bytes;
static const uint8_t nonce[16] = {1, 2, 3};
static ev_aes_key_t key;
static ev_aes_gcm_key_t gcm_key;
static ev_aes_ocb_key_t ocb_key;
static ev_aes_cbc_t cbc;
static ev_aes_ctr_t ctr;
static ev_aes_cfb_t cfb;
static ev_aes_ofb_t ofb;
static ev_aes_ccm_t ccm;
static ev_aes_gcm_t gcm;
static ev_aes_ocb_t ocb;
static ev_ghash_t ghash;
static ev_hmac_t hmac;

// Small numbers and masks are not secrets, although a key may have such a word.
static void add(const void *words, size_t length) {
    for (size_t i = 0; i + 4 <= length; i += 4) {
        uint32_t w;
        memcpy(&w, (const uint8_t *)words + i, 4);
        if (known + 2 > SECRETS) exit(3);
        if (w <= 0xFFFF || w >= 0xFFFF0000) continue;
        secrets[known++] = w;
        secrets[known++] = __builtin_bswap32(w);
    }
}

// The cipher of counter blocks, as the modes use them.
static void add_keystream(const uint32_t block[4], uint32_t blocks) {
    uint32_t counter[4], stream[4];
    memcpy(counter, block, sizeof counter);
    for (uint32_t i = 0; i < blocks; i++) {
        ev_aes_encrypt(&key, stream, counter);
        add(stream, sizeof stream);
        counter[3] = __builtin_bswap32(__builtin_bswap32(counter[3]) + 1);
    }
}

static void collect(void) {
    uint32_t block[4];
    add(bytes, key_bytes);
    add(key.schedule, sizeof key.schedule);
    add(gcm_key.hash.h, sizeof gcm_key.hash.h);
    add(ocb_key.l_star, sizeof ocb_key - offsetof(ev_aes_ocb_key_t, l_star));
    memset(block, 0, sizeof block);
    add_keystream(block, 1);    // H, and OCB's L
    memcpy(block, nonce, 16);
    add_keystream(block, 7);    // CTR, and CFB's and OFB's first
    memset(block, 0, sizeof block);
    memcpy(block, nonce, 12);
    block[3] = __builtin_bswap32(1);
    add_keystream(block, 8);    // GCM
    uint8_t first[16] = {1};
    memcpy(first + 1, nonce, 13);
    memcpy(block, first, 16);
    add_keystream(block, 8);    // CCM
    uint8_t zeros[TEXT] = {0}, stream[TEXT];
    ev_aes_ofb_start(&ofb, &key, nonce);
    ev_aes_ofb_crypt(&ofb, stream, zeros, TEXT);
    add(stream, TEXT);
    ev_aes_cfb_start(&cfb, &key, nonce);
    ev_aes_cfb_encrypt(&cfb, stream, in, TEXT);
    for (int i = 0; i < TEXT; i++) stream[i] ^= in[i];
    add(stream, TEXT);
    ev_aes_ocb_start(&ocb, &ocb_key, 16, nonce, 12);
    add(ocb.offset, sizeof ocb.offset);
    ev_hmac_start(&hmac, &ev_hash_sha256, bytes, key_bytes);
    add(hmac.inner.state.narrow.h, 32);
    add(hmac.outer.state.narrow.h, 32);
    uint8_t pads[2][32];
    for (size_t i = 0; i < key_bytes; i++) pads[0][i] = bytes[i] ^ 0x36, pads[1][i] = bytes[i] ^ 0x5C;
    add(pads[0], key_bytes);
    add(pads[1], key_bytes);
    ev_hmac_start(&hmac, &ev_hash_sha512, bytes, key_bytes);
    add(hmac.inner.state.wide.h, 64);
    add(hmac.outer.state.wide.h, 64);
}

#define TRY(name, call) static __attribute__((noinline)) void try_##name(void) { call; }
#define FUNCTIONS(F)                                                                                          \
    F(set_key, ev_aes_set_key(&key, bytes, key_bytes))                                                          \
    F(set_key_unaligned, ev_aes_set_key(&key, other_bytes + 1, key_bytes))                                      \
    F(gcm_set_key, ev_aes_gcm_set_key(&gcm_key, bytes, key_bytes))                                              \
    F(ocb_set_key, ev_aes_ocb_set_key(&ocb_key, bytes, key_bytes))                                              \
    F(encrypt, ev_aes_encrypt(&key, out, in))                                                                   \
    F(decrypt, ev_aes_decrypt(&key, out, in))                                                                   \
    F(encrypt_unaligned, ev_aes_encrypt(&key, out + 1, in))                                                     \
    F(decrypt_unaligned, ev_aes_decrypt(&key, out, in + 1))                                                     \
    F(encrypt_blocks, ev_aes_encrypt_blocks(&key, out, in, 5))                                                  \
    F(decrypt_blocks, ev_aes_decrypt_blocks(&key, out + 1, in, 5))                                              \
    F(ecb, ev_aes_ecb_encrypt(&key, out + 1, in, 80))                                                           \
    F(cbc_encrypt, ev_aes_cbc_encrypt_message(&key, out, nonce, in, 80))                                        \
    F(cbc_decrypt, ev_aes_cbc_decrypt_message(&key, out, nonce, in, 80))                                        \
    F(cbc_pieces, ev_aes_cbc_start(&cbc, &key, nonce); ev_aes_cbc_decrypt(&cbc, out + 1, in, 48))               \
    F(ctr, ev_aes_ctr_crypt_message(&key, out, nonce, in, TEXT))                                                \
    F(ctr_unaligned, ev_aes_ctr_crypt_message(&key, out + 1, nonce, in, TEXT))                                  \
    F(ctr_pieces, ev_aes_ctr_start(&ctr, &key, nonce); ev_aes_ctr_crypt(&ctr, out, in, 7);                      \
      ev_aes_ctr_crypt(&ctr, out + 7, in + 7, 50); ev_aes_ctr_clear(&ctr))                                      \
    F(cfb, ev_aes_cfb_start(&cfb, &key, nonce); ev_aes_cfb_encrypt(&cfb, out, in, TEXT))                        \
    F(cfb_decrypt, ev_aes_cfb_start(&cfb, &key, nonce); ev_aes_cfb_decrypt(&cfb, out + 1, in, TEXT))            \
    F(cfb8, ev_aes_cfb_start(&cfb, &key, nonce); ev_aes_cfb8_decrypt(&cfb, out, in, 3))                         \
    F(cfb1, ev_aes_cfb_start(&cfb, &key, nonce); ev_aes_cfb1_encrypt(&cfb, out, in, 3))                         \
    F(ofb, ev_aes_ofb_start(&ofb, &key, nonce); ev_aes_ofb_crypt(&ofb, out, in, TEXT); ev_aes_ofb_clear(&ofb))  \
    F(cmac, ev_aes_cmac_tag(&key, tag, 16, in, TEXT))                                                           \
    F(cmac_check, ev_aes_cmac_check(&key, tag, 16, in, 80))                                                     \
    F(ccm_seal, ev_aes_ccm_seal(&key, out, tag, 16, nonce, 13, in, 20, in, TEXT))                               \
    F(ccm_open, ev_aes_ccm_open(&key, out + 1, tag, 16, nonce, 13, in, 20, in, TEXT))                           \
    F(ccm_pieces, ev_aes_ccm_start(&ccm, &key, 16, nonce, 13, 0, 40); ev_aes_ccm_decrypt(&ccm, out, in, 40);    \
      ev_aes_ccm_verify(&ccm, tag, 16))                                                                         \
    F(gcm_seal, ev_aes_gcm_seal(&gcm_key, out, tag, 16, nonce, 12, in, 20, in, TEXT))                           \
    F(gcm_open, ev_aes_gcm_open(&gcm_key, out, tag, 16, nonce, 12, in, 20, in, TEXT))                           \
    F(gcm_forgery, ev_aes_gcm_open(&gcm_key, out, tag + 16, 16, nonce, 12, in, 20, in, TEXT))                   \
    F(gcm_long_iv, ev_aes_gcm_seal(&gcm_key, out + 1, tag, 16, in, 40, in, 20, in, TEXT))                       \
    F(gcm_pieces, ev_aes_gcm_start(&gcm, &gcm_key, nonce, 12); ev_aes_gcm_decrypt(&gcm, out + 1, in, 40);       \
      ev_aes_gcm_verify(&gcm, tag, 16))                                                                         \
    F(gmac, ev_aes_gmac_tag(&gcm_key, tag, 16, nonce, 12, in, TEXT))                                            \
    F(ghash, ev_ghash_start(&ghash, &gcm_key.hash); ev_ghash_update(&ghash, in, TEXT); ev_ghash_finish(&ghash, tag)) \
    F(ocb_seal, ev_aes_ocb_seal(&ocb_key, out, tag, 16, nonce, 12, in, 20, in, TEXT))                           \
    F(ocb_open, ev_aes_ocb_open(&ocb_key, out + 1, tag, 16, nonce, 12, in, 20, in, TEXT))                       \
    F(ocb_pieces, ev_aes_ocb_start(&ocb, &ocb_key, 16, nonce, 12); ev_aes_ocb_decrypt(&ocb, out, in, 40);       \
      ev_aes_ocb_verify(&ocb, tag, 16))                                                                         \
    F(hmac256, ev_hmac_tag(&ev_hash_sha256, bytes, key_bytes, tag, 32, in, TEXT))                               \
    F(hmac256_check, ev_hmac_check(&ev_hash_sha256, bytes, key_bytes, tag, 32, in, TEXT))                       \
    F(hmac256_pieces, ev_hmac_start(&hmac, &ev_hash_sha256, bytes, key_bytes); ev_hmac_update(&hmac, in, 64);   \
      ev_hmac_finish(&hmac, tag, 32))                                                                           \
    F(hmac512, ev_hmac_tag(&ev_hash_sha512, bytes, key_bytes, tag, 64, in, TEXT))                               \
    F(sha256, ev_hash_message(&ev_hash_sha256, tag, 32, bytes, key_bytes))                                      \
    F(sha512, ev_hash_message(&ev_hash_sha512, tag, 64, bytes, key_bytes))                                      \
    F(control, volatile uint8_t copy[32] __attribute__((unused)); for (size_t i = 0; i < key_bytes; i++) copy[i] = bytes[i])

FUNCTIONS(TRY)

#define ENTRY(name, call) {#name, try_##name},
static const struct {
    const char *name;
    void (*run)(void);
} functions[] = {FUNCTIONS(ENTRY)};

static uint32_t left[DEPTH];

// Calls nothing but `run`, so that the stack below is as `run` left it.
static __attribute__((noinline)) void observe(void (*run)(void)) {
    volatile uint32_t *top;
    __asm__ volatile("mov %0, sp" : "=r"(top)::"memory");
    for (int i = 1; i <= DEPTH; i++) top[-i] = 0xA5C3A5C3;
    run();
    __asm__ volatile("mov %0, sp" : "=r"(top)::"memory");
    for (int i = 1; i <= DEPTH; i++) left[i - 1] = top[-i];
}

int main(int argc, char **argv) {
    key_bytes = argc > 1 ? strtoul(argv[1], 0, 10) / 8 : 16;
    uint32_t random = 1;
    for (size_t i = 0; i < 32; i++) bytes[i] = other_bytes[i + 1] = (uint8_t)((random = random * 1664525u + 1013904223u) >> 24);
    for (size_t i = 0; i < TEXT; i++) in[i] = (uint8_t)((random = random * 1664525u + 1013904223u) >> 24);
    if (ev_aes_set_key(&key, bytes, key_bytes) != EV_OK || ev_aes_gcm_set_key(&gcm_key, bytes, key_bytes) != EV_OK ||
        ev_aes_ocb_set_key(&ocb_key, bytes, key_bytes) != EV_OK)
        return 2;
    collect();
    for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f++) {
        observe(functions[f].run);
        unsigned used = 0, found = 0;
        for (unsigned i = 0; i < DEPTH; i++) {
            if (left[i] != 0xA5C3A5C3) used = i + 1;
            for (size_t s = 0; s < known; s++)
                if (left[i] == secrets[s]) {
                    found++;
                    break;
                }
        }
        printf("%s: %u words, %u secret\n", functions[f].name, used, found);
    }
    return 0;
}
