// SPDX-License-Identifier: Apache-2.0
// Runs AES jobs from the file jobs.bin and writes the results to results.bin. So thousands of test vectors need only
// one run of the simulator. evariste/aes.py writes and reads these files.
//
// A job: eleven words (below), then key, iv or nonce, additional data, input, and for opening the tag. A result: status,
// and the lengths of output and tag, which follow. `piece` 0 uses the one-shot interface, otherwise the streaming one
// with that many bytes at a time. `offset` is how far the buffers are from word alignment.
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

enum mode { ECB, CBC, CTR, CFB128, CFB8, CFB1, OFB, CMAC, CCM, GCM, OCB, ECB_MCT, CBC_MCT };

typedef struct {
    uint32_t mode, decrypt, key_length, iv_length, aad_length, length, tag_length, piece, offset, bits, repeats;
} job;

enum { LARGEST = 72 * 1024 };

static uint8_t aad_buffer[LARGEST], buffer[LARGEST], previous[16];
static uint8_t key_bytes[32], iv[1024], tag[16];
static ev_aes_key_t key;

// Calls step() on successive pieces.
#define IN_PIECES(call)                                                                          \
    for (size_t at = 0, n; at < length && status == EV_OK; at += n) {                           \
        n = j->piece != 0 && j->piece < length - at ? j->piece : length - at;                    \
        call;                                                                                    \
    }

static ev_status_t chained(const job *j, uint8_t *data, size_t length) {
    ev_status_t status = EV_OK;
    if (j->mode == ECB) {
        IN_PIECES(status = j->decrypt ? ev_aes_ecb_decrypt(&key, data + at, data + at, n)
                                      : ev_aes_ecb_encrypt(&key, data + at, data + at, n))
    } else if (j->mode == CBC && j->piece == 0) {
        return j->decrypt ? ev_aes_cbc_decrypt_message(&key, data, iv, data, length)
                          : ev_aes_cbc_encrypt_message(&key, data, iv, data, length);
    } else if (j->mode == CBC) {
        ev_aes_cbc_t cbc;
        ev_aes_cbc_start(&cbc, &key, iv);
        IN_PIECES(status = j->decrypt ? ev_aes_cbc_decrypt(&cbc, data + at, data + at, n)
                                      : ev_aes_cbc_encrypt(&cbc, data + at, data + at, n))
    } else if (j->mode == CTR && j->piece == 0) {
        return ev_aes_ctr_crypt_message(&key, data, iv, data, length);
    } else if (j->mode == CTR) {
        ev_aes_ctr_t ctr;
        ev_aes_ctr_start(&ctr, &key, iv);
        IN_PIECES(status = ev_aes_ctr_crypt(&ctr, data + at, data + at, n))
    } else if (j->mode == OFB) {
        ev_aes_ofb_t ofb;
        ev_aes_ofb_start(&ofb, &key, iv);
        IN_PIECES(status = ev_aes_ofb_crypt(&ofb, data + at, data + at, n))
    }
    return status;
}

static ev_status_t feedback(const job *j, uint8_t *data, size_t length) {
    ev_status_t status = EV_OK;
    ev_aes_cfb_t cfb;
    ev_aes_cfb_start(&cfb, &key, iv);
    if (j->mode == CFB1) {
        status = (j->decrypt ? ev_aes_cfb1_decrypt : ev_aes_cfb1_encrypt)(&cfb, data, data, j->bits);
    } else {
        ev_status_t (*step)(ev_aes_cfb_t *, void *, const void *, size_t) =
            j->mode == CFB8 ? (j->decrypt ? ev_aes_cfb8_decrypt : ev_aes_cfb8_encrypt)
                            : (j->decrypt ? ev_aes_cfb_decrypt : ev_aes_cfb_encrypt);
        IN_PIECES(status = step(&cfb, data + at, data + at, n))
    }
    return status;
}

static ev_status_t cmac(const job *j, const uint8_t *data, size_t length) {
    if (j->piece == 0)
        return j->decrypt ? ev_aes_cmac_check(&key, tag, j->tag_length, data, length)
                          : ev_aes_cmac_tag(&key, tag, j->tag_length, data, length);
    ev_status_t status = EV_OK;
    ev_aes_cmac_t mac;
    ev_aes_cmac_start(&mac, &key);
    IN_PIECES(status = ev_aes_cmac_update(&mac, data + at, n))
    return j->decrypt ? ev_aes_cmac_verify(&mac, tag, j->tag_length) : ev_aes_cmac_finish(&mac, tag, j->tag_length);
}

static ev_status_t ccm(const job *j, const uint8_t *aad, uint8_t *data, size_t length) {
    if (j->piece == 0)
        return j->decrypt ? ev_aes_ccm_open(&key, data, tag, j->tag_length, iv, j->iv_length, aad, j->aad_length, data,
                                            length)
                          : ev_aes_ccm_seal(&key, data, tag, j->tag_length, iv, j->iv_length, aad, j->aad_length, data,
                                            length);
    ev_aes_ccm_t c;
    ev_status_t status = ev_aes_ccm_start(&c, &key, j->tag_length, iv, j->iv_length, j->aad_length, length);
    const size_t message = length;
    length = j->aad_length;
    IN_PIECES(status = ev_aes_ccm_aad(&c, aad + at, n))
    length = message;
    IN_PIECES(status = (j->decrypt ? ev_aes_ccm_decrypt : ev_aes_ccm_encrypt)(&c, data + at, data + at, n))
    if (status != EV_OK) return status;
    return j->decrypt ? ev_aes_ccm_verify(&c, tag, j->tag_length) : ev_aes_ccm_finish(&c, tag, j->tag_length);
}

static ev_status_t gcm(const job *j, const uint8_t *aad, uint8_t *data, size_t length) {
    static ev_aes_gcm_key_t k;
    ev_status_t status = ev_aes_gcm_set_key(&k, key_bytes, j->key_length);
    if (status != EV_OK) return status;
    if (j->piece == 0)
        return j->decrypt ? ev_aes_gcm_open(&k, data, tag, j->tag_length, iv, j->iv_length, aad, j->aad_length, data,
                                            length)
                          : ev_aes_gcm_seal(&k, data, tag, j->tag_length, iv, j->iv_length, aad, j->aad_length, data,
                                            length);
    ev_aes_gcm_t g;
    status = ev_aes_gcm_start(&g, &k, iv, j->iv_length);
    const size_t message = length;
    length = j->aad_length;
    IN_PIECES(status = ev_aes_gcm_aad(&g, aad + at, n))
    length = message;
    IN_PIECES(status = (j->decrypt ? ev_aes_gcm_decrypt : ev_aes_gcm_encrypt)(&g, data + at, data + at, n))
    if (status != EV_OK) return status;
    return j->decrypt ? ev_aes_gcm_verify(&g, tag, j->tag_length) : ev_aes_gcm_finish(&g, tag, j->tag_length);
}

static ev_status_t ocb(const job *j, const uint8_t *aad, uint8_t *data, size_t length) {
    static ev_aes_ocb_key_t k;
    ev_status_t status = ev_aes_ocb_set_key(&k, key_bytes, j->key_length);
    if (status != EV_OK) return status;
    if (j->piece == 0)
        return j->decrypt ? ev_aes_ocb_open(&k, data, tag, j->tag_length, iv, j->iv_length, aad, j->aad_length, data,
                                            length)
                          : ev_aes_ocb_seal(&k, data, tag, j->tag_length, iv, j->iv_length, aad, j->aad_length, data,
                                            length);
    ev_aes_ocb_t o;
    status = ev_aes_ocb_start(&o, &k, j->tag_length, iv, j->iv_length);
    if (status == EV_OK) status = ev_aes_ocb_aad(&o, aad, j->aad_length);
    IN_PIECES(status = (j->decrypt ? ev_aes_ocb_decrypt : ev_aes_ocb_encrypt)(&o, data + at, data + at, n))
    if (status != EV_OK) return status;
    return j->decrypt ? ev_aes_ocb_verify(&o, tag, j->tag_length) : ev_aes_ocb_finish(&o, tag, j->tag_length);
}

// The inner loop of the AES Monte Carlo test (AESAVS, 6.4): `repeats` operations, each on the result before. Returns
// the last two results.
static void monte_carlo(const job *j, uint8_t *data) {
    void (*step)(const ev_aes_key_t *, void *, const void *) = j->decrypt ? ev_aes_decrypt : ev_aes_encrypt;
    uint8_t chain[16], before[16];
    memcpy(chain, iv, 16);
    memcpy(previous, iv, 16);
    for (uint32_t n = 0; n < j->repeats; n++) {
        memcpy(before, data, 16);
        if (j->mode == CBC_MCT && !j->decrypt)
            for (int i = 0; i < 16; i++) data[i] ^= chain[i];
        step(&key, data, data);
        if (j->mode == CBC_MCT && j->decrypt)
            for (int i = 0; i < 16; i++) data[i] ^= chain[i];
        if (j->mode == ECB_MCT) {
            memcpy(previous, before, 16);
            continue;
        }
        // Text n+1 is result n-1, for n = 0 the initialisation vector; the chain is ciphertext n.
        uint8_t result[16];
        memcpy(result, data, 16);
        memcpy(data, previous, 16);
        memcpy(chain, j->decrypt ? before : result, 16);
        memcpy(previous, result, 16);
    }
    if (j->mode == CBC_MCT) {
        memcpy(before, data, 16);
        memcpy(data, previous, 16);
        memcpy(previous, before, 16);
    }
}

static ev_status_t work(const job *j, const uint8_t *aad, uint8_t *data, size_t *length) {
    const ev_status_t status = ev_aes_set_key(&key, key_bytes, j->key_length);
    if (status != EV_OK) return status;
    switch (j->mode) {
    case CFB128:
    case CFB8:
    case CFB1: return feedback(j, data, *length);
    case CMAC: return cmac(j, data, *length);
    case CCM: return ccm(j, aad, data, *length);
    case GCM: return gcm(j, aad, data, *length);
    case OCB: return ocb(j, aad, data, *length);
    case ECB_MCT:
    case CBC_MCT:
        monte_carlo(j, data);
        memcpy(data + 16, previous, 16);
        *length = 32;
        return EV_OK;
    default: return chained(j, data, *length);
    }
}

static void take(void *to, size_t length, FILE *file) {
    if (length != 0 && fread(to, 1, length, file) != length) {
        fprintf(stderr, "jobs.bin ends within a job.\n");
        exit(2);
    }
}

int main(void) {
    FILE *in = fopen("jobs.bin", "rb"), *out = fopen("results.bin", "wb");
    if (in == 0 || out == 0) return 2;
    setvbuf(in, malloc(32768), _IOFBF, 32768);
    setvbuf(out, malloc(32768), _IOFBF, 32768);
    job j;
    while (fread(&j, 1, sizeof j, in) == sizeof j) {
        if (j.key_length > sizeof key_bytes || j.iv_length > sizeof iv || j.aad_length > LARGEST - 4 ||
            j.length > LARGEST - 64 || j.tag_length > sizeof tag) {
            fprintf(stderr, "A job in jobs.bin is too large.\n");
            return 2;
        }
        uint8_t *aad = aad_buffer + j.offset, *data = buffer + j.offset;
        memset(tag, 0, sizeof tag);
        take(key_bytes, j.key_length, in);
        take(iv, j.iv_length, in);
        take(aad, j.aad_length, in);
        take(data, j.length, in);
        if (j.decrypt && j.mode >= CMAC && j.mode <= OCB) take(tag, j.tag_length, in);
        size_t length = j.length;
        const ev_status_t status = work(&j, aad, data, &length);
        if (j.mode == CMAC) length = 0;
        const uint32_t head[3] = {status, (uint32_t)length, j.tag_length};
        fwrite(head, 1, sizeof head, out);
        fwrite(data, 1, length, out);
        fwrite(tag, 1, j.tag_length, out);
    }
    fclose(in);
    return fclose(out) == 0 ? 0 : 2;
}
