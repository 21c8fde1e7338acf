// SPDX-License-Identifier: Apache-2.0
#include "aes_ccm.h"

#include "aes_bytes.h"

// Adds bytes to the chain, and encrypts the chain whenever a block is full.
static void absorb(aes_ccm *ccm, const void *bytes, size_t length) {
    const uint8_t *from = bytes;
    while (length > 0) {
        if (ccm->fill == 0 && length >= AES_BLOCK_BYTES && aes_is_aligned(from, from)) {
            const size_t blocks = length / AES_BLOCK_BYTES;
            aes_cbc_mac_words(ccm->key, ccm->chain, (const uint32_t *)from, blocks);
            from += AES_BLOCK_BYTES * blocks;
            length -= AES_BLOCK_BYTES * blocks;
            continue;
        }
        const size_t left = AES_BLOCK_BYTES - ccm->fill;
        const size_t now = length < left ? length : left;
        uint8_t *at = (uint8_t *)ccm->chain + ccm->fill;
        aes_add_bytes(at, at, from, now);
        ccm->fill = (ccm->fill + (uint32_t)now) % AES_BLOCK_BYTES;
        if (ccm->fill == 0) aes_encrypt(ccm->key, ccm->chain, ccm->chain);
        from += now;
        length -= now;
    }
}

// Pads an unfinished block with zeros.
static void fill_up(aes_ccm *ccm) {
    if (ccm->fill != 0) aes_encrypt(ccm->key, ccm->chain, ccm->chain);
    ccm->fill = 0;
}

// The prefix of the additional data: its length, in 2 or 6 bytes (SP 800-38C, A.2.2).
static void absorb_aad_length(aes_ccm *ccm, size_t length) {
    uint8_t code[6] = {0xFF, 0xFE};
    for (int i = 0; i < 4; i++) code[2 + i] = (uint8_t)(length >> (24 - 8 * i));
    if (length < 0xFF00)
        absorb(ccm, code + 4, 2);
    else
        absorb(ccm, code, 6);
}

aes_status aes_ccm_start(aes_ccm *ccm, const aes_key *key, const void *nonce, size_t nonce_length, size_t aad_length,
                         size_t length, size_t tag_length) {
    if (nonce_length < 7 || nonce_length > 13) return AES_BAD_NONCE;
    if (tag_length == 2 || tag_length > 16 || tag_length % 2 != 0) return AES_BAD_TAG_LENGTH;
    const unsigned length_bytes = 15 - (unsigned)nonce_length;
    if (length_bytes < sizeof length && length >> (8 * length_bytes) != 0) return AES_BAD_LENGTH;
    memset(ccm, 0, sizeof *ccm);
    ccm->key = key;
    ccm->aad_left = aad_length;
    ccm->left = length;
    ccm->tag_length = (uint32_t)tag_length;

    uint8_t *counter = (uint8_t *)ccm->counter, *chain = (uint8_t *)ccm->chain;
    counter[0] = (uint8_t)(length_bytes - 1);
    memcpy(counter + 1, nonce, nonce_length);
    aes_encrypt(key, counter, ccm->tag_mask);
    memcpy(chain, counter, AES_BLOCK_BYTES);
    counter[15] = 1;
    chain[0] |= (uint8_t)((aad_length > 0 ? 0x40 : 0) | (tag_length > 0 ? (tag_length - 2) / 2 << 3 : 0));
    for (size_t i = 0; i < sizeof length && i < length_bytes; i++) chain[15 - i] = (uint8_t)(length >> (8 * i));
    aes_encrypt(key, chain, chain);
    if (aad_length > 0) absorb_aad_length(ccm, aad_length);
    return AES_OK;
}

aes_status aes_ccm_aad(aes_ccm *ccm, const void *aad, size_t length) {
    if (length > ccm->aad_left) return AES_BAD_LENGTH;
    absorb(ccm, aad, length);
    ccm->aad_left -= length;
    if (ccm->aad_left == 0 && length > 0) fill_up(ccm);
    return AES_OK;
}

static void crypt_words(aes_ccm *ccm, const uint32_t *in, uint32_t *out, size_t blocks, int encrypting) {
    if (encrypting)
        aes_ccm_encrypt_words(ccm->key, ccm->counter, ccm->chain, in, out, blocks);
    else
        aes_ccm_decrypt_words(ccm->key, ccm->counter, ccm->chain, in, out, blocks);
}

static aes_status crypt(aes_ccm *ccm, const void *in, void *out, size_t length, int encrypting) {
    if (ccm->aad_left > 0) return AES_BAD_ORDER;
    if (length > ccm->left) return AES_BAD_LENGTH;
    ccm->left -= length;
    const uint8_t *from = in;
    uint8_t *to = out;
    while (length > 0) {
        size_t now = length - length % AES_BLOCK_BYTES;
        if (ccm->fill == 0 && now > 0 && aes_is_aligned(from, to)) {
            crypt_words(ccm, (const uint32_t *)from, (uint32_t *)to, now / AES_BLOCK_BYTES, encrypting);
        } else if (ccm->fill == 0 && now > 0) {
            uint32_t some[16];
            if (now > sizeof some) now = sizeof some;
            memcpy(some, from, now);
            crypt_words(ccm, some, some, now / AES_BLOCK_BYTES, encrypting);
            memcpy(to, some, now);
            aes_wipe(some, sizeof some);
        } else {
            if (ccm->fill == 0) {
                memset(ccm->keystream, 0, sizeof ccm->keystream);
                aes_ctr_words(ccm->key, ccm->counter, ccm->keystream, ccm->keystream, 1);
            }
            const size_t left = AES_BLOCK_BYTES - ccm->fill;
            now = length < left ? length : left;
            const uint8_t *keystream = (const uint8_t *)ccm->keystream + ccm->fill;
            if (encrypting) absorb(ccm, from, now);
            aes_add_bytes(to, from, keystream, now);
            if (!encrypting) absorb(ccm, to, now);
        }
        from += now;
        to += now;
        length -= now;
    }
    return AES_OK;
}

aes_status aes_ccm_encrypt(aes_ccm *ccm, const void *in, void *out, size_t length) {
    return crypt(ccm, in, out, length, 1);
}

aes_status aes_ccm_decrypt(aes_ccm *ccm, const void *in, void *out, size_t length) {
    return crypt(ccm, in, out, length, 0);
}

aes_status aes_ccm_finish(aes_ccm *ccm, void *tag) {
    if (ccm->aad_left > 0 || ccm->left > 0) return AES_BAD_ORDER;
    fill_up(ccm);
    aes_add_bytes(tag, ccm->chain, ccm->tag_mask, ccm->tag_length);
    aes_wipe(ccm, sizeof *ccm);
    return AES_OK;
}

aes_status aes_ccm_verify(aes_ccm *ccm, const void *tag) {
    uint32_t right[4];
    const size_t length = ccm->tag_length;
    const aes_status status = aes_ccm_finish(ccm, right);
    if (status != AES_OK) return status;
    return aes_compare_tags(right, tag, length);
}

aes_status aes_ccm_seal(const aes_key *key, const void *nonce, size_t nonce_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, void *tag, size_t tag_length) {
    aes_ccm ccm;
    const aes_status status = aes_ccm_start(&ccm, key, nonce, nonce_length, aad_length, length, tag_length);
    if (status != AES_OK) return status;
    aes_ccm_aad(&ccm, aad, aad_length);
    aes_ccm_encrypt(&ccm, in, out, length);
    return aes_ccm_finish(&ccm, tag);
}

aes_status aes_ccm_open(const aes_key *key, const void *nonce, size_t nonce_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, const void *tag, size_t tag_length) {
    aes_ccm ccm;
    aes_status status = aes_ccm_start(&ccm, key, nonce, nonce_length, aad_length, length, tag_length);
    if (status != AES_OK) return status;
    aes_ccm_aad(&ccm, aad, aad_length);
    aes_ccm_decrypt(&ccm, in, out, length);
    status = aes_ccm_verify(&ccm, tag);
    if (status != AES_OK) aes_wipe(out, length);
    return status;
}
