// SPDX-License-Identifier: Apache-2.0
// Encrypts or decrypts the file "in" to "out", piece by piece: aes_file MODE encrypt|decrypt TAG_BYTES pad|plain
// [stream]. With stream, from the standard input to the standard output, as the pieces come. Not for modes that need
// the length first (ccm), or the tag before anything is written (decryption by ccm, gcm, ocb). The files "key", "iv"
// and "aad" hold key, IV and additional data. An authenticated mode appends the tag to the ciphertext; cmac and gmac
// write only the tag. The exit status is that of evariste/status.h plus 16. For `ev aes`.
#include <evariste/wipe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <evariste/aes_cbc.h>
#include <evariste/aes_ccm.h>
#include <evariste/aes_cfb.h>
#include <evariste/aes_cmac.h>
#include <evariste/aes_ctr.h>
#include <evariste/aes_ecb.h>
#include <evariste/aes_gcm.h>
#include <evariste/aes_ocb.h>
#include <evariste/aes_ofb.h>

enum { PIECE = 16384, LARGEST_AAD = 65536 };
enum mode { ECB, CBC, CTR, CFB, CFB8, OFB, CMAC, GMAC, CCM, GCM, OCB, MODES };

static const char *const names[MODES] = {"ecb", "cbc", "ctr", "cfb", "cfb8", "ofb", "cmac", "gmac", "ccm", "gcm", "ocb"};
static uint32_t buffer[PIECE / 4 + 4];
static uint8_t aad[LARGEST_AAD];
static ev_aes_key_t key;
static ev_aes_gcm_key_t gcm_key;
static ev_aes_ocb_key_t ocb_key;
static ev_aes_cbc_t cbc;
static ev_aes_ctr_t ctr;
static ev_aes_cfb_t cfb;
static ev_aes_ofb_t ofb;
static ev_aes_cmac_t mac;
static ev_aes_ccm_t ccm;
static ev_aes_gcm_t gcm;
static ev_aes_ocb_t ocb;

static size_t load(const char *name, void *to, size_t most) {
    FILE *file = fopen(name, "rb");
    if (file == 0) return 0;
    const size_t length = fread(to, 1, most, file);
    fclose(file);
    return length;
}

static void stop_unless_ok(ev_status_t status) {
    if (status != EV_OK) exit(16 + status);
}

static void start(enum mode mode, size_t length, size_t tag_length) {
    uint8_t bytes[32], iv[1024];
    const size_t key_length = load("key", bytes, sizeof bytes), iv_length = load("iv", iv, sizeof iv);
    const size_t aad_length = load("aad", aad, sizeof aad);
    stop_unless_ok(ev_aes_set_key(&key, bytes, key_length));
    switch (mode) {
    case CBC: stop_unless_ok(ev_aes_cbc_start(&cbc, &key, iv)); break;
    case CTR: stop_unless_ok(ev_aes_ctr_start(&ctr, &key, iv)); break;
    case CFB:
    case CFB8: stop_unless_ok(ev_aes_cfb_start(&cfb, &key, iv)); break;
    case OFB: stop_unless_ok(ev_aes_ofb_start(&ofb, &key, iv)); break;
    case CMAC: stop_unless_ok(ev_aes_cmac_start(&mac, &key)); break;
    case CCM:
        stop_unless_ok(ev_aes_ccm_start(&ccm, &key, tag_length, iv, iv_length, aad_length, length));
        stop_unless_ok(ev_aes_ccm_aad(&ccm, aad, aad_length));
        break;
    case GMAC:
    case GCM:
        stop_unless_ok(ev_aes_gcm_set_key(&gcm_key, bytes, key_length));
        stop_unless_ok(ev_aes_gcm_start(&gcm, &gcm_key, iv, iv_length));
        stop_unless_ok(ev_aes_gcm_aad(&gcm, aad, aad_length));
        break;
    case OCB:
        stop_unless_ok(ev_aes_ocb_set_key(&ocb_key, bytes, key_length));
        stop_unless_ok(ev_aes_ocb_start(&ocb, &ocb_key, tag_length, iv, iv_length));
        stop_unless_ok(ev_aes_ocb_aad(&ocb, aad, aad_length));
        break;
    default: break;
    }
    ev_wipe(bytes, sizeof bytes);
}

static ev_status_t step(enum mode mode, int decrypt, size_t n) {
    switch (mode) {
    case ECB: return (decrypt ? ev_aes_ecb_decrypt : ev_aes_ecb_encrypt)(&key, buffer, buffer, n);
    case CBC: return (decrypt ? ev_aes_cbc_decrypt : ev_aes_cbc_encrypt)(&cbc, buffer, buffer, n);
    case CTR: return ev_aes_ctr_crypt(&ctr, buffer, buffer, n);
    case CFB: return (decrypt ? ev_aes_cfb_decrypt : ev_aes_cfb_encrypt)(&cfb, buffer, buffer, n);
    case CFB8: return (decrypt ? ev_aes_cfb8_decrypt : ev_aes_cfb8_encrypt)(&cfb, buffer, buffer, n);
    case OFB: return ev_aes_ofb_crypt(&ofb, buffer, buffer, n);
    case CMAC: return ev_aes_cmac_update(&mac, buffer, n);
    case GMAC: return ev_aes_gcm_aad(&gcm, buffer, n);
    case CCM: return (decrypt ? ev_aes_ccm_decrypt : ev_aes_ccm_encrypt)(&ccm, buffer, buffer, n);
    case GCM: return (decrypt ? ev_aes_gcm_decrypt : ev_aes_gcm_encrypt)(&gcm, buffer, buffer, n);
    default: return (decrypt ? ev_aes_ocb_decrypt : ev_aes_ocb_encrypt)(&ocb, buffer, buffer, n);
    }
}

static ev_status_t finish(enum mode mode, int decrypt, uint8_t *tag, size_t length) {
    switch (mode) {
    case CMAC: return ev_aes_cmac_finish(&mac, tag, length);
    case CCM: return decrypt ? ev_aes_ccm_verify(&ccm, tag, length) : ev_aes_ccm_finish(&ccm, tag, length);
    case GMAC:
    case GCM: return decrypt ? ev_aes_gcm_verify(&gcm, tag, length) : ev_aes_gcm_finish(&gcm, tag, length);
    case OCB: return decrypt ? ev_aes_ocb_verify(&ocb, tag, length) : ev_aes_ocb_finish(&ocb, tag, length);
    default: return EV_OK;
    }
}

int main(int argc, char **argv) {
    if (argc != 5 && argc != 6) return 2;
    const int stream = argc == 6;
    enum mode mode = 0;
    while (mode < MODES && strcmp(argv[1], names[mode]) != 0) mode++;
    const int decrypt = strcmp(argv[2], "decrypt") == 0, pad = strcmp(argv[4], "pad") == 0;
    const size_t tag_length = mode >= CMAC ? strtoul(argv[3], 0, 10) : 0;
    const int tag_in_file = decrypt && mode >= CCM;
    if (mode == MODES || tag_length > 16 || (stream && (tag_in_file || mode == CCM))) return 2;
    FILE *in = stream ? stdin : fopen("in", "rb"), *out = stream ? stdout : fopen("out", "wb");
    if (in == 0 || out == 0) return 2;
    size_t left = 0;
    if (stream) {
        static char buffered[4096];
        setvbuf(out, buffered, _IOFBF, sizeof buffered);
    } else {
        fseek(in, 0, SEEK_END);
        left = (size_t)ftell(in);
        fseek(in, 0, SEEK_SET);
    }
    if (tag_in_file && left < tag_length) return 16 + EV_BAD_LENGTH;
    if (tag_in_file) left -= tag_length;
    start(mode, left, tag_length);
    int last;
    do {
        size_t n = stream || left > PIECE ? PIECE : left;
        const size_t got = fread(buffer, 1, n, in);
        if (stream) {
            const int next = fgetc(in);
            last = next == EOF;
            if (!last) ungetc(next, in);
            n = got;
        } else {
            if (got != n) return 2;
            left -= n;
            last = left == 0;
        }
        if (last && pad && !decrypt) stop_unless_ok(ev_aes_pad(buffer, sizeof buffer, &n, n));
        stop_unless_ok(step(mode, decrypt, n));
        if (last && pad && decrypt) stop_unless_ok(ev_aes_unpad(&n, buffer, n));
        if (mode != CMAC && mode != GMAC && fwrite(buffer, 1, n, out) != n) return 2;
    } while (!last);
    uint8_t tag[16] = {0};
    if (tag_in_file && fread(tag, 1, tag_length, in) != tag_length) return 2;
    stop_unless_ok(finish(mode, decrypt, tag, tag_length));
    if (!tag_in_file && fwrite(tag, 1, tag_length, out) != tag_length) return 2;
    return fclose(out) == 0 ? 0 : 2;
}
