// SPDX-License-Identifier: Apache-2.0
// Calls AES, its modes and GHASH with what they must refuse, and with what is just allowed. Prints, for each call, a name
// and the status. The tests know what is right. An output that a refused call changed is printed as "changed".
#include <evariste.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 96 };

static uint8_t in[ROOM], out[ROOM], tag[16], kept_in[ROOM], kept_out[ROOM], kept_tag[16];
static const uint8_t bytes[32] = {1, 2, 3}, iv[16] = {4, 5, 6};
static ev_aes_key_t key, unset;
static ev_aes_gcm_key_t gcm_key, unset_gcm_key;
static ev_aes_ocb_key_t ocb_key, unset_ocb_key;
static const char *mode;

static void keep(void) {
    memcpy(kept_in, in, ROOM);
    memcpy(kept_out, out, ROOM);
    memcpy(kept_tag, tag, sizeof tag);
}

static void show(const char *name, ev_status_t status) {
    const int changed = status != EV_OK && (memcmp(in, kept_in, ROOM) != 0 || memcmp(out, kept_out, ROOM) != 0 ||
                                            memcmp(tag, kept_tag, sizeof tag) != 0);
    printf("%s, %s: %s%s\n", mode, name, ev_status_text(status), changed ? " changed" : "");
    keep();
}

static void keys(void) {
    ev_aes_key_t k;
    mode = "key";
    show("without bytes", ev_aes_set_key(&k, NULL, 16));
    show("of 24 without bytes", ev_aes_set_key(&k, NULL, 24));
    static const size_t lengths[] = {0, 1, 15, 16, 17, 23, 24, 25, 31, 32, 33, 256, (size_t)1 << 31 | 16};
    static const uint8_t wanted[] = {0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0};
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof wanted; i++)
        for (size_t at = 0; at < 2; at++)    // aligned or not
            wrong += ev_aes_set_key(&k, bytes + at - (at && lengths[i] == 32), lengths[i]) !=
                     (wanted[i] ? EV_OK : EV_BAD_KEY_LENGTH);
    printf("key, lengths treated wrongly: %u\n", wrong);
    show("of GCM without bytes", ev_aes_gcm_set_key(&gcm_key, NULL, 16));
    show("of GCM of 15 bytes", ev_aes_gcm_set_key(&gcm_key, bytes, 15));
    show("of OCB without bytes", ev_aes_ocb_set_key(&ocb_key, NULL, 16));
    show("of OCB of 15 bytes", ev_aes_ocb_set_key(&ocb_key, bytes, 15));
    show("of GHASH without bytes", ev_ghash_set_key(&gcm_key.hash, NULL));
    ev_aes_set_key(&key, bytes, 16);
    ev_aes_gcm_set_key(&gcm_key, bytes, 16);
    ev_aes_ocb_set_key(&ocb_key, bytes, 16);
}

// What every function from `in` to `out` refuses, for one that takes `unit` bytes at a time.
typedef ev_status_t crypt(void *to, const void *from, size_t length);

static void buffers(crypt *f, size_t unit) {
    show("in place", f(in, in, 48));
    show("apart", f(out, in, 48));
    show("side by side", f(in + 48, in, 48));
    show("one byte up", f(in + 1, in, 48));
    show("one byte down", f(in, in + 1, 48));
    show("a block up", f(in + 16, in, 48));
    show("a block down", f(in, in + 16, 48));
    show("the last byte of the input", f(in + 47, in, 48));
    show("nothing from nowhere to nowhere", f(NULL, NULL, 0));
    show("from nowhere", f(out, NULL, 48));
    show("to nowhere", f(NULL, in, 48));
    if (unit == 16) show("a byte too many", f(out, in, 49));
    if (unit == 16) show("a byte too few", f(out, in, 47));
}

static ev_status_t blocks_up(void *to, const void *from, size_t n) {
    return n % 16 ? EV_BAD_LENGTH : ev_aes_encrypt_blocks(&key, to, from, n / 16);
}
static ev_status_t blocks_down(void *to, const void *from, size_t n) {
    return n % 16 ? EV_BAD_LENGTH : ev_aes_decrypt_blocks(&key, to, from, n / 16);
}
static ev_status_t ecb_up(void *to, const void *from, size_t n) { return ev_aes_ecb_encrypt(&key, to, from, n); }
static ev_status_t ecb_down(void *to, const void *from, size_t n) { return ev_aes_ecb_decrypt(&key, to, from, n); }
static ev_status_t cbc_up(void *to, const void *from, size_t n) {
    return ev_aes_cbc_encrypt_message(&key, to, iv, from, n);
}
static ev_status_t cbc_down(void *to, const void *from, size_t n) {
    return ev_aes_cbc_decrypt_message(&key, to, iv, from, n);
}
static ev_status_t ctr_both(void *to, const void *from, size_t n) {
    return ev_aes_ctr_crypt_message(&key, to, iv, from, n);
}

static ev_aes_cfb_t cfb;
static ev_status_t cfb_up(void *to, const void *from, size_t n) { return ev_aes_cfb_encrypt(&cfb, to, from, n); }
static ev_status_t cfb_down(void *to, const void *from, size_t n) { return ev_aes_cfb_decrypt(&cfb, to, from, n); }
static ev_status_t cfb8_up(void *to, const void *from, size_t n) { return ev_aes_cfb8_encrypt(&cfb, to, from, n); }
static ev_status_t cfb8_down(void *to, const void *from, size_t n) { return ev_aes_cfb8_decrypt(&cfb, to, from, n); }
static ev_status_t cfb1_up(void *to, const void *from, size_t n) {
    return ev_aes_cfb1_encrypt(&cfb, to, from, n ? 8 * n - 7 : 0);
}
static ev_status_t cfb1_down(void *to, const void *from, size_t n) {
    return ev_aes_cfb1_decrypt(&cfb, to, from, n ? 8 * n - 7 : 0);
}

static ev_aes_ofb_t ofb;
static ev_status_t ofb_both(void *to, const void *from, size_t n) { return ev_aes_ofb_crypt(&ofb, to, from, n); }

static ev_aes_ccm_t ccm;
static ev_status_t ccm_up(void *to, const void *from, size_t n) { return ev_aes_ccm_encrypt(&ccm, to, from, n); }
static ev_status_t ccm_down(void *to, const void *from, size_t n) { return ev_aes_ccm_decrypt(&ccm, to, from, n); }

static ev_aes_gcm_t gcm;
static ev_status_t gcm_up(void *to, const void *from, size_t n) { return ev_aes_gcm_encrypt(&gcm, to, from, n); }
static ev_status_t gcm_down(void *to, const void *from, size_t n) { return ev_aes_gcm_decrypt(&gcm, to, from, n); }

static ev_aes_ocb_t ocb;
static ev_status_t ocb_up(void *to, const void *from, size_t n) { return ev_aes_ocb_encrypt(&ocb, to, from, n); }
static ev_status_t ocb_down(void *to, const void *from, size_t n) { return ev_aes_ocb_decrypt(&ocb, to, from, n); }

static const struct {
    const char *name;
    crypt *f;
    size_t unit;
} crypts[] = {
    {"blocks encrypt", blocks_up, 16}, {"blocks decrypt", blocks_down, 16}, {"ECB encrypt", ecb_up, 16},
    {"ECB decrypt", ecb_down, 16},     {"CBC encrypt", cbc_up, 16},         {"CBC decrypt", cbc_down, 16},
    {"CTR", ctr_both, 1},              {"CFB encrypt", cfb_up, 1},          {"CFB decrypt", cfb_down, 1},
    {"CFB-8 encrypt", cfb8_up, 1},     {"CFB-8 decrypt", cfb8_down, 1},     {"CFB-1 encrypt", cfb1_up, 1},
    {"CFB-1 decrypt", cfb1_down, 1},   {"OFB", ofb_both, 1},                {"CCM encrypt", ccm_up, 1},
    {"CCM decrypt", ccm_down, 1},      {"GCM encrypt", gcm_up, 1},          {"GCM decrypt", gcm_down, 1},
    {"OCB encrypt", ocb_up, 1},        {"OCB decrypt", ocb_down, 1},
};

static void all_buffers(void) {
    ev_aes_cfb_start(&cfb, &key, iv);
    ev_aes_ofb_start(&ofb, &key, iv);
    ev_aes_gcm_start(&gcm, &gcm_key, iv, 12);
    ev_aes_ocb_start(&ocb, &ocb_key, 16, iv, 12);
    for (size_t i = 0; i < sizeof crypts / sizeof crypts[0]; i++) {
        mode = crypts[i].name;
        ev_aes_ccm_start(&ccm, &key, 16, iv, 13, 0, 1000);
        buffers(crypts[i].f, crypts[i].unit);
    }
    mode = "blocks";
    show("more than a size_t counts", ev_aes_encrypt_blocks(&key, in, in, SIZE_MAX / 16 + 1));
    show("decrypted, more than a size_t counts", ev_aes_decrypt_blocks(&key, in, in, SIZE_MAX / 16 + 1));
    show("up to the end of memory", ev_aes_encrypt_blocks(&key, out, in, SIZE_MAX / 16));
}

// Keys that are missing or not set, missing vectors, contexts before their start and after their end.
static void orders(void) {
    ev_aes_cbc_t cbc = {0};
    ev_aes_ctr_t ctr = {0};
    ev_aes_cmac_t mac = {0};
    ev_ghash_t hash = {0};
    mode = "order";
    show("ECB without key", ev_aes_ecb_encrypt(NULL, out, in, 16));
    show("ECB under an unset key", ev_aes_ecb_encrypt(&unset, out, in, 16));
    show("ECB decryption without key", ev_aes_ecb_decrypt(NULL, out, in, 16));
    show("CBC before start", ev_aes_cbc_encrypt(&cbc, out, in, 16));
    show("CBC decryption before start", ev_aes_cbc_decrypt(&cbc, out, in, 16));
    show("CBC start without key", ev_aes_cbc_start(&cbc, NULL, iv));
    show("CBC start under an unset key", ev_aes_cbc_start(&cbc, &unset, iv));
    show("CBC start without iv", ev_aes_cbc_start(&cbc, &key, NULL));
    show("CBC message without key", ev_aes_cbc_encrypt_message(NULL, out, iv, in, 16));
    show("CBC message without iv", ev_aes_cbc_decrypt_message(&key, out, NULL, in, 16));
    ev_aes_cbc_start(&cbc, &key, iv);
    ev_aes_cbc_clear(&cbc);
    show("CBC after clear", ev_aes_cbc_encrypt(&cbc, out, in, 16));
    show("CTR before start", ev_aes_ctr_crypt(&ctr, out, in, 16));
    show("CTR start without key", ev_aes_ctr_start(&ctr, NULL, iv));
    show("CTR start without counter", ev_aes_ctr_start(&ctr, &key, NULL));
    show("CTR message under an unset key", ev_aes_ctr_crypt_message(&unset, out, iv, in, 16));
    ev_aes_ctr_start(&ctr, &key, iv);
    ev_aes_ctr_clear(&ctr);
    show("CTR after clear", ev_aes_ctr_crypt(&ctr, out, in, 16));
    ev_aes_cfb_clear(&cfb);
    show("CFB after clear", ev_aes_cfb_encrypt(&cfb, out, in, 16));
    show("CFB-8 after clear", ev_aes_cfb8_decrypt(&cfb, out, in, 16));
    show("CFB-1 after clear", ev_aes_cfb1_decrypt(&cfb, out, in, 16));
    show("CFB start without key", ev_aes_cfb_start(&cfb, NULL, iv));
    show("CFB start without iv", ev_aes_cfb_start(&cfb, &key, NULL));
    ev_aes_ofb_clear(&ofb);
    show("OFB after clear", ev_aes_ofb_crypt(&ofb, out, in, 16));
    show("OFB start without key", ev_aes_ofb_start(&ofb, NULL, iv));
    show("OFB start without iv", ev_aes_ofb_start(&ofb, &key, NULL));
    show("CMAC before start", ev_aes_cmac_update(&mac, in, 16));
    show("CMAC finish before start", ev_aes_cmac_finish(&mac, tag, 16));
    show("CMAC verify before start", ev_aes_cmac_verify(&mac, tag, 16));
    show("CMAC start without key", ev_aes_cmac_start(&mac, NULL));
    show("CMAC start under an unset key", ev_aes_cmac_start(&mac, &unset));
    ev_aes_cmac_start(&mac, &key);
    show("CMAC update without message", ev_aes_cmac_update(&mac, NULL, 1));
    show("CMAC update with nothing", ev_aes_cmac_update(&mac, NULL, 0));
    show("CMAC finish to nowhere", ev_aes_cmac_finish(&mac, NULL, 16));
    show("CMAC finish with 0 bytes", ev_aes_cmac_finish(&mac, tag, 0));
    show("CMAC finish with 17 bytes", ev_aes_cmac_finish(&mac, tag, 17));
    show("CMAC verify 17 bytes", ev_aes_cmac_verify(&mac, tag, 17));
    show("CMAC verify a wrong tag", ev_aes_cmac_verify(&mac, iv, 16));
    show("CMAC verify again", ev_aes_cmac_verify(&mac, iv, 16));
    show("CMAC tag without key", ev_aes_cmac_tag(NULL, tag, 16, in, 16));
    show("CMAC tag without message", ev_aes_cmac_tag(&key, tag, 16, NULL, 16));
    show("CMAC tag to nowhere", ev_aes_cmac_tag(&key, NULL, 16, in, 16));
    show("CMAC tag of 17 bytes", ev_aes_cmac_tag(&key, tag, 17, in, 16));
    show("CMAC check without message", ev_aes_cmac_check(&key, tag, 16, NULL, 16));
    show("CMAC tag", ev_aes_cmac_tag(&key, tag, 16, in, 20));
    show("CMAC check", ev_aes_cmac_check(&key, tag, 16, in, 20));
    tag[15] ^= 1;
    keep();
    show("CMAC check a wrong tag", ev_aes_cmac_check(&key, tag, 16, in, 20));
    show("CMAC check without its last byte", ev_aes_cmac_check(&key, tag, 15, in, 20));
    show("GHASH before start", ev_ghash_update(&hash, in, 16));
    show("GHASH pad before start", ev_ghash_pad(&hash));
    show("GHASH finish before start", ev_ghash_finish(&hash, tag));
    show("GHASH start without key", ev_ghash_start(&hash, NULL));
    ev_ghash_start(&hash, &gcm_key.hash);
    show("GHASH update from nowhere", ev_ghash_update(&hash, NULL, 1));
    show("GHASH finish to nowhere", ev_ghash_finish(&hash, NULL));
    show("GHASH finish", ev_ghash_finish(&hash, tag));
    show("GHASH finish again", ev_ghash_finish(&hash, tag));
}

static void paddings(void) {
    size_t n = 7;
    mode = "padding";
    show("where there is room", ev_aes_pad(out, 16, &n, 15));
    printf("padding, length: %u\n", (unsigned)n);
    keep();
    show("where there is none", ev_aes_pad(out, 31, &n, 16));
    show("of a message longer than its buffer", ev_aes_pad(out, 16, &n, 17));
    show("of the longest message", ev_aes_pad(out, SIZE_MAX, &n, SIZE_MAX));
    show("of nothing", ev_aes_pad(NULL, 16, &n, 0));
    show("without a place for the length", ev_aes_pad(out, 16, NULL, 0));
    show("removed", ev_aes_unpad(&n, out, 16));
    printf("padding, length after removal: %u\n", (unsigned)n);
    show("removed from nothing", ev_aes_unpad(&n, out, 0));
    show("removed from 17 bytes", ev_aes_unpad(&n, out, 17));
    show("removed from nowhere", ev_aes_unpad(&n, NULL, 16));
    show("removed to nowhere", ev_aes_unpad(NULL, out, 16));
    out[15] = 17;
    keep();
    show("of 17", ev_aes_unpad(&n, out, 16));
    printf("padding, length after a refusal: %u\n", (unsigned)n);
    out[15] = 0;
    keep();
    show("of 0", ev_aes_unpad(&n, out, 16));
}

// A message at once, by any of the three modes, and what it refuses.
typedef ev_status_t message(void *to, const void *t, size_t t_bytes, const void *nonce, size_t nonce_bytes,
                            const void *aad, size_t aad_bytes, const void *from, size_t length);

static int keyed;    // 0 a key, 1 none, 2 an unset one
#define MESSAGE(name, function, one, none)                                                                     \
    static ev_status_t name(void *to, const void *t, size_t t_bytes, const void *nonce, size_t nonce_bytes,      \
                            const void *aad, size_t aad_bytes, const void *from, size_t length) {               \
        return function(keyed == 0 ? &one : keyed == 1 ? NULL : &none, to, (void *)t, t_bytes, nonce, nonce_bytes, \
                        aad, aad_bytes, from, length);                                                          \
    }
MESSAGE(seal_ccm, ev_aes_ccm_seal, key, unset)
MESSAGE(open_ccm, ev_aes_ccm_open, key, unset)
MESSAGE(seal_gcm, ev_aes_gcm_seal, gcm_key, unset_gcm_key)
MESSAGE(open_gcm, ev_aes_gcm_open, gcm_key, unset_gcm_key)
MESSAGE(seal_ocb, ev_aes_ocb_seal, ocb_key, unset_ocb_key)
MESSAGE(open_ocb, ev_aes_ocb_open, ocb_key, unset_ocb_key)

static const struct {
    const char *name;
    message *seal, *open;
} modes[] = {{"CCM", seal_ccm, open_ccm}, {"GCM", seal_gcm, open_gcm}, {"OCB", seal_ocb, open_ocb}};

static void refused(message *f) {
    keyed = 1;
    show("without key", f(out, tag, 16, iv, 12, in, 5, in, 48));
    keyed = 2;
    show("under an unset key", f(out, tag, 16, iv, 12, in, 5, in, 48));
    keyed = 0;
    show("from nowhere", f(out, tag, 16, iv, 12, in, 5, NULL, 48));
    show("to nowhere", f(NULL, tag, 16, iv, 12, in, 5, in, 48));
    show("without tag", f(out, NULL, 16, iv, 12, in, 5, in, 48));
    show("without nonce", f(out, tag, 16, NULL, 12, in, 5, in, 48));
    show("without additional data", f(out, tag, 16, iv, 12, NULL, 5, in, 48));
    show("no nonce", f(out, tag, 16, iv, 0, in, 5, in, 48));
    show("tag of 17 bytes", f(out, tag, 17, iv, 12, in, 5, in, 48));
    show("tag of 3 bytes", f(out, tag, 3, iv, 12, in, 5, in, 48));
    show("tag of 0 bytes", f(out, tag, 0, iv, 12, in, 5, in, 48));
    show("one byte up", f(in + 1, tag, 16, iv, 12, in, 5, in, 48));
    show("a block down", f(in, tag, 16, iv, 12, in, 5, in + 16, 48));
    show("tag in the output", f(out, out + 47, 16, iv, 12, in, 5, in, 48));
    show("output in the tag", f(out + 15, out, 16, iv, 12, in, 5, in, 48));
}

// Everything that a wrong message may be: each bit of tag, nonce, additional data and text, in place and apart. The
// output must be all zeros, and not a byte beside it may change.
static void forged(message *seal, message *open) {
    enum { TEXT = 33, AAD = 5, NONCE = 12 };
    static uint8_t aad[AAD], nonce[NONCE], cipher[TEXT], right[16], buffer[ROOM], zeros[ROOM];
    unsigned accepted = 0, leaked = 0, beside = 0;
    for (int i = 0; i < AAD; i++) aad[i] = (uint8_t)(3 * i);
    for (int i = 0; i < NONCE; i++) nonce[i] = (uint8_t)(7 * i);
    seal(cipher, right, 16, nonce, NONCE, aad, AAD, in, TEXT);
    uint8_t *const parts[] = {right, nonce, aad, cipher};
    static const size_t lengths[] = {16, NONCE, AAD, TEXT};
    for (int part = 0; part < 4; part++)
        for (size_t bit = 0; bit < 8 * lengths[part]; bit++)
            for (int in_place = 0; in_place < 2; in_place++) {
                parts[part][bit / 8] ^= (uint8_t)(1 << bit % 8);
                memset(buffer, 0xA5, ROOM);
                if (in_place) memcpy(buffer + 16, cipher, TEXT);
                const void *from = in_place ? buffer + 16 : cipher;
                accepted += open(buffer + 16, right, 16, nonce, NONCE, aad, AAD, from, TEXT) != EV_BAD_TAG;
                leaked += memcmp(buffer + 16, zeros, TEXT) != 0;
                for (int i = 0; i < ROOM; i++) beside += (i < 16 || i >= 16 + TEXT) && buffer[i] != 0xA5;
                parts[part][bit / 8] ^= (uint8_t)(1 << bit % 8);
            }
    printf("%s, forgeries accepted: %u\n", mode, accepted);
    printf("%s, forgeries with an output: %u\n", mode, leaked);
    printf("%s, bytes beside the output changed: %u\n", mode, beside);
    const ev_status_t status = open(buffer + 16, right, 16, nonce, NONCE, aad, AAD, cipher, TEXT);
    printf("%s, the right message: %s\n", mode, status == EV_OK && memcmp(buffer + 16, in, TEXT) == 0 ? "right" : "wrong");
}

// Nonce and additional data may lie in the output, and a message may be sealed and opened in place.
static void overlapped(message *seal, message *open) {
    static uint8_t apart[ROOM], together[ROOM], one[16], other[16];
    memcpy(together, in, ROOM);
    seal(apart, one, 16, in + 3, 12, in + 20, 11, in, 48);
    seal(together, other, 16, together + 3, 12, together + 20, 11, together, 48);
    printf("%s, nonce and additional data in the output: %s\n", mode,
           memcmp(apart, together, 48) == 0 && memcmp(one, other, 16) == 0 ? "right" : "wrong");
    const ev_status_t status = open(together, other, 16, in + 3, 12, in + 20, 11, together, 48);
    printf("%s, opened in place: %s\n", mode, status == EV_OK && memcmp(together, in, 48) == 0 ? "right" : "wrong");
}

static void authenticated(void) {
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        char name[12];
        for (int opening = 0; opening < 2; opening++) {
            snprintf(name, sizeof name, "%s %s", modes[i].name, opening ? "open" : "seal");
            mode = name;
            refused(opening ? modes[i].open : modes[i].seal);
        }
        mode = modes[i].name;
        forged(modes[i].seal, modes[i].open);
        overlapped(modes[i].seal, modes[i].open);
        keep();
    }
    mode = "CCM";
    show("nonce of 6 bytes", ev_aes_ccm_seal(&key, out, tag, 16, iv, 6, NULL, 0, in, 16));
    show("nonce of 14 bytes", ev_aes_ccm_seal(&key, out, tag, 16, iv, 14, NULL, 0, in, 16));
    show("tag of 5 bytes", ev_aes_ccm_seal(&key, out, tag, 5, iv, 13, NULL, 0, in, 16));
    show("2^16 bytes with a nonce of 13", ev_aes_ccm_start(&ccm, &key, 16, iv, 13, 0, 65536));
    show("2^16 - 1 bytes with a nonce of 13", ev_aes_ccm_start(&ccm, &key, 16, iv, 13, 0, 65535));
    show("2^24 bytes with a nonce of 12", ev_aes_ccm_start(&ccm, &key, 16, iv, 12, 0, 1 << 24));
    show("2^24 - 1 bytes with a nonce of 12", ev_aes_ccm_start(&ccm, &key, 16, iv, 12, 0, (1 << 24) - 1));
    show("2^24 bytes with a nonce of 11", ev_aes_ccm_start(&ccm, &key, 16, iv, 11, 0, 1 << 24));
    mode = "GCM";
    show("tag of 11 bytes", ev_aes_gcm_seal(&gcm_key, out, tag, 11, iv, 12, NULL, 0, in, 16));
    show("message of 2^32 - 1 bytes up to the end of memory",
         ev_aes_gcm_seal(&gcm_key, out, tag, 16, iv, 12, NULL, 0, in, SIZE_MAX));
    mode = "OCB";
    show("nonce of 16 bytes", ev_aes_ocb_seal(&ocb_key, out, tag, 16, iv, 16, NULL, 0, in, 16));
    mode = "GMAC";
    show("tag without key", ev_aes_gmac_tag(NULL, tag, 16, iv, 12, in, 20));
    show("tag without message", ev_aes_gmac_tag(&gcm_key, tag, 16, iv, 12, NULL, 20));
    show("tag of 5 bytes", ev_aes_gmac_tag(&gcm_key, tag, 5, iv, 12, in, 20));
    show("tag", ev_aes_gmac_tag(&gcm_key, tag, 16, iv, 12, in, 20));
    show("check", ev_aes_gmac_check(&gcm_key, tag, 16, iv, 12, in, 20));
    tag[0] ^= 0x80;
    keep();
    show("check a wrong tag", ev_aes_gmac_check(&gcm_key, tag, 16, iv, 12, in, 20));
}

// Messages in pieces: what comes out of order, and the limits, with contexts set as if so much had come already.
static void pieces(void) {
    mode = "CCM pieces";
    ev_aes_ccm_clear(&ccm);
    show("data after clear", ev_aes_ccm_aad(&ccm, in, 1));
    show("message after clear", ev_aes_ccm_encrypt(&ccm, out, in, 1));
    show("finish after clear", ev_aes_ccm_finish(&ccm, tag, 16));
    show("verify after clear", ev_aes_ccm_verify(&ccm, tag, 16));
    show("start without key", ev_aes_ccm_start(&ccm, NULL, 16, iv, 13, 4, 4));
    show("start without nonce", ev_aes_ccm_start(&ccm, &key, 16, NULL, 13, 4, 4));
    show("start", ev_aes_ccm_start(&ccm, &key, 16, iv, 13, 4, 4));
    show("more data than announced", ev_aes_ccm_aad(&ccm, in, 5));
    show("data from nowhere", ev_aes_ccm_aad(&ccm, NULL, 4));
    show("message before its data", ev_aes_ccm_encrypt(&ccm, out, in, 4));
    show("data", ev_aes_ccm_aad(&ccm, in, 4));
    show("finish before the message", ev_aes_ccm_finish(&ccm, tag, 16));
    show("more message than announced", ev_aes_ccm_encrypt(&ccm, out, in, 5));
    show("message", ev_aes_ccm_encrypt(&ccm, out, in, 4));
    show("another tag than announced", ev_aes_ccm_finish(&ccm, tag, 8));
    show("another tag verified", ev_aes_ccm_verify(&ccm, tag, 8));
    show("tag to nowhere", ev_aes_ccm_finish(&ccm, NULL, 16));
    show("finish", ev_aes_ccm_finish(&ccm, tag, 16));
    show("finish again", ev_aes_ccm_finish(&ccm, tag, 16));
    ev_aes_ccm_start(&ccm, &key, 16, iv, 13, 0, 0);
    show("verify a wrong tag", ev_aes_ccm_verify(&ccm, tag, 16));

    mode = "GCM pieces";
    ev_aes_gcm_clear(&gcm);
    show("data after clear", ev_aes_gcm_aad(&gcm, in, 1));
    show("message after clear", ev_aes_gcm_decrypt(&gcm, out, in, 1));
    show("finish after clear", ev_aes_gcm_finish(&gcm, tag, 16));
    show("verify after clear", ev_aes_gcm_verify(&gcm, tag, 16));
    show("start without key", ev_aes_gcm_start(&gcm, NULL, iv, 12));
    show("start under an unset key", ev_aes_gcm_start(&gcm, &unset_gcm_key, iv, 12));
    show("start without nonce", ev_aes_gcm_start(&gcm, &gcm_key, NULL, 12));
    show("start with a nonce of 0 bytes", ev_aes_gcm_start(&gcm, &gcm_key, iv, 0));
    show("start", ev_aes_gcm_start(&gcm, &gcm_key, iv, 12));
    show("data from nowhere", ev_aes_gcm_aad(&gcm, NULL, 1));
    gcm.aad_length = ((uint64_t)1 << 61) - 3;
    show("data beyond 2^61 - 1 bytes", ev_aes_gcm_aad(&gcm, in, 3));
    show("data up to 2^61 - 1 bytes", ev_aes_gcm_aad(&gcm, in, 2));
    gcm.length = ((uint64_t)1 << 36) - 32 - 17;
    show("data after the message", ev_aes_gcm_aad(&gcm, in, 1));
    show("message beyond 2^36 - 32 bytes", ev_aes_gcm_encrypt(&gcm, out, in, 18));
    show("decrypted beyond 2^36 - 32 bytes", ev_aes_gcm_decrypt(&gcm, out, in, 18));
    show("message up to 2^36 - 32 bytes", ev_aes_gcm_encrypt(&gcm, out, in, 17));
    show("one more byte", ev_aes_gcm_encrypt(&gcm, out, in, 1));
    show("tag of 5 bytes", ev_aes_gcm_finish(&gcm, tag, 5));
    show("verified tag of 5 bytes", ev_aes_gcm_verify(&gcm, tag, 5));
    show("tag to nowhere", ev_aes_gcm_finish(&gcm, NULL, 16));
    show("finish", ev_aes_gcm_finish(&gcm, tag, 16));
    show("finish again", ev_aes_gcm_finish(&gcm, tag, 16));
    ev_aes_gcm_start(&gcm, &gcm_key, iv, 12);
    show("verify a wrong tag", ev_aes_gcm_verify(&gcm, tag, 16));

    mode = "OCB pieces";
    ev_aes_ocb_clear(&ocb);
    show("data after clear", ev_aes_ocb_aad(&ocb, in, 1));
    show("message after clear", ev_aes_ocb_encrypt(&ocb, out, in, 1));
    show("finish after clear", ev_aes_ocb_finish(&ocb, tag, 16));
    show("verify after clear", ev_aes_ocb_verify(&ocb, tag, 16));
    show("start without key", ev_aes_ocb_start(&ocb, NULL, 16, iv, 12));
    show("start under an unset key", ev_aes_ocb_start(&ocb, &unset_ocb_key, 16, iv, 12));
    show("start without nonce", ev_aes_ocb_start(&ocb, &ocb_key, 16, NULL, 12));
    show("start with a nonce of 0 bytes", ev_aes_ocb_start(&ocb, &ocb_key, 16, iv, 0));
    show("start with a tag of 0 bytes", ev_aes_ocb_start(&ocb, &ocb_key, 0, iv, 12));
    show("start", ev_aes_ocb_start(&ocb, &ocb_key, 16, iv, 12));
    show("data from nowhere", ev_aes_ocb_aad(&ocb, NULL, 1));
    show("data that ends it", ev_aes_ocb_aad(&ocb, in, 17));
    show("data after its end", ev_aes_ocb_aad(&ocb, in, 1));
    ocb.blocks = ocb.aad_blocks = UINT32_MAX - 1;
    ocb.aad_ended = 0;
    show("data beyond 2^32 - 1 blocks", ev_aes_ocb_aad(&ocb, in, 32));
    show("data up to 2^32 - 1 blocks", ev_aes_ocb_aad(&ocb, in, 16));
    show("message beyond 2^32 - 1 blocks", ev_aes_ocb_encrypt(&ocb, out, in, 32));
    show("decrypted beyond 2^32 - 1 blocks", ev_aes_ocb_decrypt(&ocb, out, in, 32));
    show("message up to 2^32 - 1 blocks", ev_aes_ocb_encrypt(&ocb, out, in, 17));
    show("message after its end", ev_aes_ocb_encrypt(&ocb, out, in, 1));
    show("another tag than announced", ev_aes_ocb_finish(&ocb, tag, 8));
    show("another tag verified", ev_aes_ocb_verify(&ocb, tag, 8));
    show("tag to nowhere", ev_aes_ocb_finish(&ocb, NULL, 16));
    show("finish", ev_aes_ocb_finish(&ocb, tag, 16));
    show("finish again", ev_aes_ocb_finish(&ocb, tag, 16));
    ev_aes_ocb_start(&ocb, &ocb_key, 16, iv, 12);
    show("verify a wrong tag", ev_aes_ocb_verify(&ocb, tag, 16));
}

int main(void) {
    for (int i = 0; i < ROOM; i++) in[i] = (uint8_t)(5 * i), out[i] = 0xA5;
    keep();
    keys();
    all_buffers();
    orders();
    paddings();
    authenticated();
    pieces();
    return 0;
}
