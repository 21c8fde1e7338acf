// SPDX-License-Identifier: Apache-2.0
// Cycles of AES: aes_bench WHAT KEYBITS. The key is the file "key", the message "in" (1,536 bytes), the result goes to
// "out".
//
// WHAT is a mode's name; the figure is then the cost of one more block: (a message of 96 blocks - a message of 32) /
// 64. Or WHAT is encrypt, decrypt, expand, ghash_call: one call, with everything that a call costs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <evariste/aes_cbc.h>
#include <evariste/aes_ccm.h>
#include <evariste/aes_cfb.h>
#include <evariste/aes_cmac.h>
#include <evariste/aes_ecb.h>
#include <evariste/aes_gcm.h>
#include <evariste/aes_ocb.h>
#include <evariste/aes_ofb.h>
#include "aes_backend.h"
#include "bench.h"

enum { SHORT = 32 * 16, LONG = 96 * 16 };

static uint32_t key_bytes[8], in[LONG / 4], out[LONG / 4 + 4], y[4];
static const uint32_t iv[4] = {1, 2, 3, 4};
static ev_aes_key_t key;
static ev_aes_gcm_key_t gcm_key;
static ev_aes_ocb_key_t ocb_key;
static size_t key_length;

static void ecb_encrypt(size_t n) { ev_aes_ecb_encrypt(&key, out, in, n); }
static void ecb_decrypt(size_t n) { ev_aes_ecb_decrypt(&key, out, in, n); }
static void cbc_encrypt(size_t n) { ev_aes_cbc_encrypt_message(&key, out, iv, in, n); }
static void cbc_decrypt(size_t n) { ev_aes_cbc_decrypt_message(&key, out, iv, in, n); }
static void ctr(size_t n) { ev_aes_ctr_crypt_message(&key, out, iv, in, n); }
static void cmac(size_t n) { ev_aes_cmac_tag(&key, out, 16, in, n); }
static void ccm(size_t n) { ev_aes_ccm_seal(&key, out, (uint8_t *)out + n, 16, iv, 13, 0, 0, in, n); }
static void gcm(size_t n) { ev_aes_gcm_seal(&gcm_key, out, (uint8_t *)out + n, 16, iv, 12, 0, 0, in, n); }
static void ocb(size_t n) { ev_aes_ocb_seal(&ocb_key, out, (uint8_t *)out + n, 16, iv, 12, 0, 0, in, n); }

static void cfb_encrypt(size_t n) {
    ev_aes_cfb_t cfb;
    ev_aes_cfb_start(&cfb, &key, iv);
    ev_aes_cfb_encrypt(&cfb, out, in, n);
}

static void ofb(size_t n) {
    ev_aes_ofb_t o;
    ev_aes_ofb_start(&o, &key, iv);
    ev_aes_ofb_crypt(&o, out, in, n);
}

static void ghash_bulk(size_t n) {
    memset(y, 0, sizeof y);
    ev_ghash_blocks(&gcm_key.hash, y, in, n / 16);
    memcpy(out, y, sizeof y);
}

static const struct {
    const char *name;
    void (*run)(size_t length);
} modes[] = {
    {"ecb_encrypt", ecb_encrypt}, {"ecb_decrypt", ecb_decrypt}, {"cbc_encrypt", cbc_encrypt},
    {"cbc_decrypt", cbc_decrypt}, {"ctr", ctr},                 {"cfb", cfb_encrypt},
    {"ofb", ofb},                 {"cmac", cmac},               {"ccm", ccm},
    {"gcm", gcm},                 {"ocb", ocb},                 {"ghash", ghash_bulk},
};

static void load(const char *name, void *to, size_t length) {
    FILE *file = fopen(name, "rb");
    if (file == 0 || fread(to, 1, length, file) != length) exit(2);
    fclose(file);
}

static uint32_t cycles(void (*run)(size_t), size_t length) {
    bench_begin();
    run(length);
    return bench_stop() - bench_empty();
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    key_length = strtoul(argv[2], 0, 10) / 8;
    load("key", key_bytes, key_length);
    load("in", in, sizeof in);
    ev_aes_set_key(&key, key_bytes, key_length);
    ev_aes_gcm_set_key(&gcm_key, key_bytes, key_length);
    ev_aes_ocb_set_key(&ocb_key, key_bytes, key_length);
    if (strcmp(argv[1], "encrypt") == 0) {
        bench_begin();
        ev_aes_encrypt(&key, out, in);
        bench_end("encrypt");
    } else if (strcmp(argv[1], "decrypt") == 0) {
        bench_begin();
        ev_aes_decrypt(&key, out, in);
        bench_end("decrypt");
    } else if (strcmp(argv[1], "expand") == 0) {
        bench_begin();
        ev_aes_set_key(&key, key_bytes, key_length);
        bench_end("expand");
        ev_aes_encrypt(&key, out, in);
    } else if (strcmp(argv[1], "ghash_call") == 0) {
        bench_begin();
        ev_ghash_blocks(&gcm_key.hash, y, in, 1);
        bench_end("ghash_call");
        memcpy(out, y, sizeof y);
    } else {
        size_t i = 0;
        while (i < sizeof modes / sizeof modes[0] && strcmp(argv[1], modes[i].name) != 0) i++;
        if (i == sizeof modes / sizeof modes[0]) return 2;
        const uint32_t less = cycles(modes[i].run, SHORT), more = cycles(modes[i].run, LONG);
        printf("cycles %s %lu\n", modes[i].name, (unsigned long)((more - less + 32) / 64));
    }
    FILE *file = fopen("out", "wb");
    if (file == 0 || fwrite(out, 1, sizeof out, file) != sizeof out) return 2;
    return fclose(file) == 0 ? 0 : 2;
}
