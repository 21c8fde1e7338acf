// SPDX-License-Identifier: Apache-2.0
#include <evariste/aes_ccm.h>

#include "aes_bytes.h"

// Adds bytes to the chain, and encrypts the chain whenever a block is full.
static void absorb(ev_aes_ccm_t *ccm, const void *bytes, size_t length) {
    const uint8_t *from = bytes;
    while (length > 0) {
        if (ccm->fill == 0 && length >= EV_AES_BLOCK_BYTES && ev_aes_is_aligned(from, from)) {
            const size_t blocks = length / EV_AES_BLOCK_BYTES;
            ev_aes_cbc_mac_words(ccm->key, ccm->chain, (const uint32_t *)from, blocks);
            from += EV_AES_BLOCK_BYTES * blocks;
            length -= EV_AES_BLOCK_BYTES * blocks;
            continue;
        }
        const size_t left = EV_AES_BLOCK_BYTES - ccm->fill;
        const size_t now = length < left ? length : left;
        uint8_t *at = (uint8_t *)ccm->chain + ccm->fill;
        ev_aes_add_bytes(at, at, from, now);
        ccm->fill = (ccm->fill + (uint32_t)now) % EV_AES_BLOCK_BYTES;
        if (ccm->fill == 0) ev_aes_encrypt(ccm->key, ccm->chain, ccm->chain);
        from += now;
        length -= now;
    }
}

// Pads an unfinished block with zeros.
static void fill_up(ev_aes_ccm_t *ccm) {
    if (ccm->fill != 0) ev_aes_encrypt(ccm->key, ccm->chain, ccm->chain);
    ccm->fill = 0;
}

// The prefix of the additional data: its length, in 2 or 6 bytes (SP 800-38C, A.2.2).
static void absorb_aad_length(ev_aes_ccm_t *ccm, size_t length) {
    uint8_t code[6] = {0xFF, 0xFE};
    for (int i = 0; i < 4; i++) code[2 + i] = (uint8_t)(length >> (24 - 8 * i));
    if (length < 0xFF00)
        absorb(ccm, code + 4, 2);
    else
        absorb(ccm, code, 6);
}

static ev_status_t check_lengths(size_t tag_bytes, size_t nonce_bytes, size_t aad_bytes, size_t length) {
    if (nonce_bytes < 7 || nonce_bytes > 13) return EV_BAD_NONCE_LENGTH;
    if (tag_bytes == 2 || tag_bytes > 16 || tag_bytes % 2 != 0) return EV_BAD_TAG_LENGTH;
    const size_t length_bytes = 15 - nonce_bytes;
    if (length_bytes < sizeof length && length >> (8 * length_bytes) != 0) return EV_BAD_LENGTH;
#if SIZE_MAX > UINT32_MAX
    if (aad_bytes > UINT32_MAX) return EV_BAD_LENGTH;
#else
    (void)aad_bytes;
#endif
    return EV_OK;
}

// Announces a message; everything is checked.
static void begin(ev_aes_ccm_t *ccm, const ev_aes_key_t *key, size_t tag_bytes, const void *nonce, size_t nonce_bytes,
                  size_t aad_bytes, size_t length) {
    const size_t length_bytes = 15 - nonce_bytes;
    ev_aes_ccm_clear(ccm);
    ccm->key = key;
    ccm->aad_left = aad_bytes;
    ccm->left = length;
    ccm->tag_bytes = (uint32_t)tag_bytes;
    uint8_t *counter = (uint8_t *)ccm->counter, *chain = (uint8_t *)ccm->chain;
    counter[0] = (uint8_t)(length_bytes - 1);
    memcpy(counter + 1, nonce, nonce_bytes);
    ev_aes_encrypt(key, ccm->tag_mask, counter);
    ev_aes_copy_block(chain, counter);
    counter[15] = 1;
    chain[0] |= (uint8_t)((aad_bytes > 0 ? 0x40 : 0) | (tag_bytes > 0 ? (tag_bytes - 2) / 2 << 3 : 0));
    for (size_t i = 0; i < sizeof length && i < length_bytes; i++) chain[15 - i] = (uint8_t)(length >> (8 * i));
    ev_aes_encrypt(key, chain, chain);
    if (aad_bytes > 0) absorb_aad_length(ccm, aad_bytes);
}

ev_status_t ev_aes_ccm_start(ev_aes_ccm_t *ccm, const ev_aes_key_t *key, size_t tag_bytes, const void *nonce,
                             size_t nonce_bytes, size_t aad_bytes, size_t length) {
    ev_status_t status = ev_check_key(key);
    if (status == EV_OK) status = check_lengths(tag_bytes, nonce_bytes, aad_bytes, length);
    if (status != EV_OK) return status;
    if (nonce == NULL) return EV_NULL;
    begin(ccm, key, tag_bytes, nonce, nonce_bytes, aad_bytes, length);
    ev_aes_clear_stack();
    return EV_OK;
}

static void take_aad(ev_aes_ccm_t *ccm, const void *aad, size_t length) {
    absorb(ccm, aad, length);
    ccm->aad_left -= length;
    if (ccm->aad_left == 0 && length > 0) fill_up(ccm);
}

ev_status_t ev_aes_ccm_aad(ev_aes_ccm_t *ccm, const void *aad, size_t length) {
    if (ev_check_key(ccm->key) != EV_OK) return EV_BAD_ORDER;
    if (length > ccm->aad_left) return EV_BAD_LENGTH;
    if (ev_is_missing(aad, length)) return EV_NULL;
    take_aad(ccm, aad, length);
    ev_aes_clear_stack();
    return EV_OK;
}

static void crypt_words(ev_aes_ccm_t *ccm, uint32_t *out, const uint32_t *in, size_t blocks, int encrypting) {
    if (encrypting)
        ev_aes_ccm_encrypt_words(ccm->key, ccm->counter, ccm->chain, out, in, blocks);
    else
        ev_aes_ccm_decrypt_words(ccm->key, ccm->counter, ccm->chain, out, in, blocks);
}

// Everything is checked.
static void crypt(ev_aes_ccm_t *ccm, void *out, const void *in, size_t length, int encrypting) {
    ccm->left -= length;
    const uint8_t *from = in;
    uint8_t *to = out;
    while (length > 0) {
        size_t now = length - length % EV_AES_BLOCK_BYTES;
        if (ccm->fill == 0 && now > 0 && ev_aes_is_aligned(from, to)) {
            crypt_words(ccm, (uint32_t *)to, (const uint32_t *)from, now / EV_AES_BLOCK_BYTES, encrypting);
        } else if (ccm->fill == 0 && now > 0) {
            uint32_t some[16];
            if (now > sizeof some) now = sizeof some;
            memcpy(some, from, now);
            crypt_words(ccm, some, some, now / EV_AES_BLOCK_BYTES, encrypting);
            memcpy(to, some, now);
            ev_wipe_words(some, sizeof some / 4);
        } else {
            if (ccm->fill == 0) {
                memset(ccm->keystream, 0, sizeof ccm->keystream);
                ev_aes_ctr_words(ccm->key, ccm->counter, ccm->keystream, ccm->keystream, 1);
            }
            const size_t left = EV_AES_BLOCK_BYTES - ccm->fill;
            now = length < left ? length : left;
            const uint8_t *keystream = (const uint8_t *)ccm->keystream + ccm->fill;
            if (encrypting) absorb(ccm, from, now);
            ev_aes_add_bytes(to, from, keystream, now);
            if (!encrypting) absorb(ccm, to, now);
        }
        from += now;
        to += now;
        length -= now;
    }
}

static ev_status_t check(const ev_aes_ccm_t *ccm, const void *out, const void *in, size_t length) {
    if (ev_check_key(ccm->key) != EV_OK || ccm->aad_left > 0) return EV_BAD_ORDER;
    return length > ccm->left ? EV_BAD_LENGTH : ev_check_buffers(out, in, length);
}

ev_status_t ev_aes_ccm_encrypt(ev_aes_ccm_t *ccm, void *out, const void *in, size_t length) {
    const ev_status_t status = check(ccm, out, in, length);
    if (status != EV_OK) return status;
    crypt(ccm, out, in, length, 1);
    ev_aes_clear_stack();
    return EV_OK;
}

ev_status_t ev_aes_ccm_decrypt(ev_aes_ccm_t *ccm, void *out, const void *in, size_t length) {
    const ev_status_t status = check(ccm, out, in, length);
    if (status != EV_OK) return status;
    crypt(ccm, out, in, length, 0);
    ev_aes_clear_stack();
    return EV_OK;
}

// The full tag is in ccm->chain afterwards.
static void whole_tag(ev_aes_ccm_t *ccm) {
    fill_up(ccm);
    ev_aes_add_block(ccm->chain, ccm->chain, ccm->tag_mask);
}

static ev_status_t check_end(const ev_aes_ccm_t *ccm, const void *tag, size_t tag_bytes) {
    if (ev_check_key(ccm->key) != EV_OK || ccm->aad_left > 0 || ccm->left > 0) return EV_BAD_ORDER;
    if (tag_bytes != ccm->tag_bytes) return EV_BAD_TAG_LENGTH;
    return ev_is_missing(tag, tag_bytes) ? EV_NULL : EV_OK;
}

ev_status_t ev_aes_ccm_finish(ev_aes_ccm_t *ccm, void *tag, size_t tag_bytes) {
    const ev_status_t status = check_end(ccm, tag, tag_bytes);
    if (status != EV_OK) return status;
    whole_tag(ccm);
    if (tag_bytes > 0) memcpy(tag, ccm->chain, tag_bytes);
    ev_aes_ccm_clear(ccm);
    ev_aes_clear_stack();
    return EV_OK;
}

ev_status_t ev_aes_ccm_verify(ev_aes_ccm_t *ccm, const void *tag, size_t tag_bytes) {
    ev_status_t status = check_end(ccm, tag, tag_bytes);
    if (status != EV_OK) return status;
    whole_tag(ccm);
    status = ev_aes_compare_tags(ccm->chain, tag, tag_bytes);
    ev_aes_ccm_clear(ccm);
    ev_aes_clear_stack();
    return status;
}

void ev_aes_ccm_clear(ev_aes_ccm_t *ccm) { ev_wipe_words((uint32_t *)(void *)ccm, sizeof *ccm / 4); }

// Checks everything, and makes a message of `in`, up to its tag.
static ev_status_t message(ev_aes_ccm_t *ccm, const ev_aes_key_t *key, void *out, const void *tag, size_t tag_bytes,
                           const void *nonce, size_t nonce_bytes, const void *aad, size_t aad_bytes, const void *in,
                           size_t length, int encrypting) {
    ev_status_t status = check_lengths(tag_bytes, nonce_bytes, aad_bytes, length);
    if (status == EV_OK)
        status = ev_check_message(key, out, tag, tag_bytes, nonce, nonce_bytes, aad, aad_bytes, in, length);
    if (status != EV_OK) return status;
    begin(ccm, key, tag_bytes, nonce, nonce_bytes, aad_bytes, length);
    take_aad(ccm, aad, aad_bytes);
    crypt(ccm, out, in, length, encrypting);
    return EV_OK;
}

ev_status_t ev_aes_ccm_seal(const ev_aes_key_t *key, void *out, void *tag, size_t tag_bytes, const void *nonce,
                            size_t nonce_bytes, const void *aad, size_t aad_bytes, const void *in, size_t length) {
    ev_aes_ccm_t ccm;
    const ev_status_t status = message(&ccm, key, out, tag, tag_bytes, nonce, nonce_bytes, aad, aad_bytes, in, length, 1);
    return status == EV_OK ? ev_aes_ccm_finish(&ccm, tag, tag_bytes) : status;
}

ev_status_t ev_aes_ccm_open(const ev_aes_key_t *key, void *out, const void *tag, size_t tag_bytes, const void *nonce,
                            size_t nonce_bytes, const void *aad, size_t aad_bytes, const void *in, size_t length) {
    ev_aes_ccm_t ccm;
    ev_status_t status = message(&ccm, key, out, tag, tag_bytes, nonce, nonce_bytes, aad, aad_bytes, in, length, 0);
    if (status != EV_OK) return status;
    status = ev_aes_ccm_verify(&ccm, tag, tag_bytes);
    if (status != EV_OK) ev_wipe(out, length);
    return status;
}
