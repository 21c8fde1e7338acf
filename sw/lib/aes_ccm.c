// SPDX-License-Identifier: Apache-2.0
#include "aes_ccm.h"

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

ev_status_t ev_aes_ccm_start(ev_aes_ccm_t *ccm, const ev_aes_key_t *key, const void *nonce, size_t nonce_length, size_t aad_length,
                         size_t length, size_t tag_length) {
    if (nonce_length < 7 || nonce_length > 13) return EV_BAD_NONCE_LENGTH;
    if (tag_length == 2 || tag_length > 16 || tag_length % 2 != 0) return EV_BAD_TAG_LENGTH;
    const unsigned length_bytes = 15 - (unsigned)nonce_length;
    if (length_bytes < sizeof length && length >> (8 * length_bytes) != 0) return EV_BAD_LENGTH;
    memset(ccm, 0, sizeof *ccm);
    ccm->key = key;
    ccm->aad_left = aad_length;
    ccm->left = length;
    ccm->tag_length = (uint32_t)tag_length;

    uint8_t *counter = (uint8_t *)ccm->counter, *chain = (uint8_t *)ccm->chain;
    counter[0] = (uint8_t)(length_bytes - 1);
    memcpy(counter + 1, nonce, nonce_length);
    ev_aes_encrypt(key, counter, ccm->tag_mask);
    memcpy(chain, counter, EV_AES_BLOCK_BYTES);
    counter[15] = 1;
    chain[0] |= (uint8_t)((aad_length > 0 ? 0x40 : 0) | (tag_length > 0 ? (tag_length - 2) / 2 << 3 : 0));
    for (size_t i = 0; i < sizeof length && i < length_bytes; i++) chain[15 - i] = (uint8_t)(length >> (8 * i));
    ev_aes_encrypt(key, chain, chain);
    if (aad_length > 0) absorb_aad_length(ccm, aad_length);
    return EV_OK;
}

ev_status_t ev_aes_ccm_aad(ev_aes_ccm_t *ccm, const void *aad, size_t length) {
    if (length > ccm->aad_left) return EV_BAD_LENGTH;
    absorb(ccm, aad, length);
    ccm->aad_left -= length;
    if (ccm->aad_left == 0 && length > 0) fill_up(ccm);
    return EV_OK;
}

static void crypt_words(ev_aes_ccm_t *ccm, const uint32_t *in, uint32_t *out, size_t blocks, int encrypting) {
    if (encrypting)
        ev_aes_ccm_encrypt_words(ccm->key, ccm->counter, ccm->chain, in, out, blocks);
    else
        ev_aes_ccm_decrypt_words(ccm->key, ccm->counter, ccm->chain, in, out, blocks);
}

static ev_status_t crypt(ev_aes_ccm_t *ccm, const void *in, void *out, size_t length, int encrypting) {
    if (ccm->aad_left > 0) return EV_BAD_ORDER;
    if (length > ccm->left) return EV_BAD_LENGTH;
    ccm->left -= length;
    const uint8_t *from = in;
    uint8_t *to = out;
    while (length > 0) {
        size_t now = length - length % EV_AES_BLOCK_BYTES;
        if (ccm->fill == 0 && now > 0 && ev_aes_is_aligned(from, to)) {
            crypt_words(ccm, (const uint32_t *)from, (uint32_t *)to, now / EV_AES_BLOCK_BYTES, encrypting);
        } else if (ccm->fill == 0 && now > 0) {
            uint32_t some[16];
            if (now > sizeof some) now = sizeof some;
            memcpy(some, from, now);
            crypt_words(ccm, some, some, now / EV_AES_BLOCK_BYTES, encrypting);
            memcpy(to, some, now);
            ev_wipe(some, sizeof some);
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
    return EV_OK;
}

ev_status_t ev_aes_ccm_encrypt(ev_aes_ccm_t *ccm, const void *in, void *out, size_t length) {
    return crypt(ccm, in, out, length, 1);
}

ev_status_t ev_aes_ccm_decrypt(ev_aes_ccm_t *ccm, const void *in, void *out, size_t length) {
    return crypt(ccm, in, out, length, 0);
}

ev_status_t ev_aes_ccm_finish(ev_aes_ccm_t *ccm, void *tag) {
    if (ccm->aad_left > 0 || ccm->left > 0) return EV_BAD_ORDER;
    fill_up(ccm);
    ev_aes_add_bytes(tag, ccm->chain, ccm->tag_mask, ccm->tag_length);
    ev_wipe(ccm, sizeof *ccm);
    return EV_OK;
}

ev_status_t ev_aes_ccm_verify(ev_aes_ccm_t *ccm, const void *tag) {
    uint32_t right[4];
    const size_t length = ccm->tag_length;
    const ev_status_t status = ev_aes_ccm_finish(ccm, right);
    if (status != EV_OK) return status;
    return ev_aes_compare_tags(right, tag, length);
}

ev_status_t ev_aes_ccm_seal(const ev_aes_key_t *key, const void *nonce, size_t nonce_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, void *tag, size_t tag_length) {
    ev_aes_ccm_t ccm;
    const ev_status_t status = ev_aes_ccm_start(&ccm, key, nonce, nonce_length, aad_length, length, tag_length);
    if (status != EV_OK) return status;
    ev_aes_ccm_aad(&ccm, aad, aad_length);
    ev_aes_ccm_encrypt(&ccm, in, out, length);
    return ev_aes_ccm_finish(&ccm, tag);
}

ev_status_t ev_aes_ccm_open(const ev_aes_key_t *key, const void *nonce, size_t nonce_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, const void *tag, size_t tag_length) {
    ev_aes_ccm_t ccm;
    ev_status_t status = ev_aes_ccm_start(&ccm, key, nonce, nonce_length, aad_length, length, tag_length);
    if (status != EV_OK) return status;
    ev_aes_ccm_aad(&ccm, aad, aad_length);
    ev_aes_ccm_decrypt(&ccm, in, out, length);
    status = ev_aes_ccm_verify(&ccm, tag);
    if (status != EV_OK) ev_wipe(out, length);
    return status;
}
