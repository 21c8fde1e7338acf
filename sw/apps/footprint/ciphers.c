// SPDX-License-Identifier: Apache-2.0
// One task of ciphers and hashes, chosen by a macro TASK_name. evariste/bench/footprint.py lists them.

#include <evariste.h>

uint8_t text[64], tag[64];
const uint8_t key_bytes[16] = "a key of 16 byte", nonce[16] = "used only once";

#if defined TASK_aes_encrypt
#define MEMORY sizeof(ev_aes_key_t)
static int task(void) {
    static ev_aes_key_t key;
    if (ev_aes_set_key(&key, key_bytes, sizeof key_bytes)) return 1;
    ev_aes_encrypt(&key, text, text);
    return text[0] == 0;
}
#elif defined TASK_aes_both
#define MEMORY sizeof(ev_aes_key_t)
static int task(void) {
    static ev_aes_key_t key;
    if (ev_aes_set_key(&key, key_bytes, sizeof key_bytes)) return 1;
    ev_aes_encrypt(&key, text, text);
    ev_aes_decrypt(&key, text, text);
    return text[0] != 0;
}
#elif defined TASK_ctr
#define MEMORY sizeof(ev_aes_key_t)
static int task(void) {
    static ev_aes_key_t key;
    if (ev_aes_set_key(&key, key_bytes, sizeof key_bytes)) return 1;
    if (ev_aes_ctr_crypt_message(&key, text, nonce, text, sizeof text)) return 2;
    if (ev_aes_ctr_crypt_message(&key, text, nonce, text, sizeof text)) return 3;
    return text[63] != 0;
}
#elif defined TASK_cmac
#define MEMORY sizeof(ev_aes_key_t)
static int task(void) {
    static ev_aes_key_t key;
    if (ev_aes_set_key(&key, key_bytes, sizeof key_bytes)) return 1;
    if (ev_aes_cmac_tag(&key, tag, 16, text, sizeof text)) return 2;
    return ev_aes_cmac_check(&key, tag, 16, text, sizeof text);
}
#elif defined TASK_ccm
#define MEMORY sizeof(ev_aes_key_t)
static int task(void) {
    static ev_aes_key_t key;
    if (ev_aes_set_key(&key, key_bytes, sizeof key_bytes)) return 1;
    if (ev_aes_ccm_seal(&key, text, tag, 8, nonce, 13, key_bytes, 16, text, sizeof text)) return 2;
    return ev_aes_ccm_open(&key, text, tag, 8, nonce, 13, key_bytes, 16, text, sizeof text);
}
#elif defined TASK_gcm
#define MEMORY sizeof(ev_aes_gcm_key_t)
static int task(void) {
    static ev_aes_gcm_key_t key;
    if (ev_aes_gcm_set_key(&key, key_bytes, sizeof key_bytes)) return 1;
    if (ev_aes_gcm_seal(&key, text, tag, 16, nonce, 12, key_bytes, 16, text, sizeof text)) return 2;
    return ev_aes_gcm_open(&key, text, tag, 16, nonce, 12, key_bytes, 16, text, sizeof text);
}
#elif defined TASK_ocb
#define MEMORY sizeof(ev_aes_ocb_key_t)
static int task(void) {
    static ev_aes_ocb_key_t key;
    if (ev_aes_ocb_set_key(&key, key_bytes, sizeof key_bytes)) return 1;
    if (ev_aes_ocb_seal(&key, text, tag, 16, nonce, 12, key_bytes, 16, text, sizeof text)) return 2;
    return ev_aes_ocb_open(&key, text, tag, 16, nonce, 12, key_bytes, 16, text, sizeof text);
}
#elif defined TASK_sha256
#define MEMORY sizeof(ev_sha256_t)
static int task(void) {
    static ev_sha256_t sha;
    ev_sha256_start(&sha);
    if (ev_sha256_update(&sha, "abc", 3)) return 1;
    if (ev_sha256_finish(&sha, tag, sizeof tag)) return 2;
    return tag[0] != 0xba || tag[31] != 0xad;    // FIPS 180-4, example of SHA-256
}
#elif defined TASK_sha512
#define MEMORY sizeof(ev_sha512_t)
static int task(void) {
    static ev_sha512_t sha;
    ev_sha512_start(&sha);
    if (ev_sha512_update(&sha, "abc", 3)) return 1;
    if (ev_sha512_finish(&sha, tag, sizeof tag)) return 2;
    return tag[0] != 0xdd || tag[63] != 0x9f;    // the same of SHA-512
}
#elif defined TASK_hmac_sha256
#define MEMORY 0
static int task(void) {
    if (ev_hmac_tag(&ev_hash_sha256, key_bytes, 16, tag, 32, text, sizeof text)) return 1;
    return ev_hmac_check(&ev_hash_sha256, key_bytes, 16, tag, 32, text, sizeof text);
}
#else
#error "Define a task."
#endif

#include "footprint.h"
