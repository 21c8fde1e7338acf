// SPDX-License-Identifier: Apache-2.0
#include "aes_ocb.h"

#include "aes_bytes.h"

enum { AT_ONCE = 4 };

aes_status aes_ocb_set_key(aes_ocb_key *key, const void *bytes, size_t length) {
    const aes_status status = aes_set_key(&key->cipher, bytes, length);
    if (status != AES_OK) return status;
    memset(key->l_star, 0, sizeof key->l_star);
    aes_encrypt(&key->cipher, key->l_star, key->l_star);
    aes_double_block(key->l_dollar, key->l_star);
    aes_double_block(key->l[0], key->l_dollar);
    for (int i = 1; i < AES_OCB_MULTIPLES; i++) aes_double_block(key->l[i], key->l[i - 1]);
    return AES_OK;
}

// offset += L_ntz(block)
static void next_offset(const aes_ocb_key *key, uint32_t offset[4], uint32_t block) {
    const unsigned zeros = (unsigned)__builtin_ctz(block);
    if (zeros < AES_OCB_MULTIPLES) {
        aes_add_block(offset, offset, key->l[zeros]);
        return;
    }
    uint32_t l[4];
    aes_copy_block(l, key->l[AES_OCB_MULTIPLES - 1]);
    for (unsigned i = AES_OCB_MULTIPLES; i <= zeros; i++) aes_double_block(l, l);
    aes_add_block(offset, offset, l);
}

// The first offset (RFC 7253, 4.2): 128 bits of a 192-bit string. The nonce's upper bits make the string, its last six
// bits give the position.
aes_status aes_ocb_start(aes_ocb *ocb, const aes_ocb_key *key, const void *nonce, size_t nonce_length,
                         size_t tag_length) {
    if (nonce_length < 1 || nonce_length > 15) return AES_BAD_NONCE;
    if (tag_length < 1 || tag_length > 16) return AES_BAD_TAG_LENGTH;
    memset(ocb, 0, sizeof *ocb);
    ocb->key = key;
    ocb->tag_length = (uint32_t)tag_length;
    uint32_t block[4] = {0};
    uint8_t *bytes = (uint8_t *)block;
    memcpy(bytes + 16 - nonce_length, nonce, nonce_length);
    bytes[0] |= (uint8_t)(tag_length * 8 % 128 << 1);
    bytes[15 - nonce_length] |= 1;
    const unsigned bottom = bytes[15] & 63;
    bytes[15] &= 0xC0;
    aes_encrypt(&key->cipher, block, block);
    uint8_t stretch[25];
    memcpy(stretch, block, 16);
    for (int i = 0; i < 8; i++) stretch[16 + i] = bytes[i] ^ bytes[i + 1];
    stretch[24] = 0;
    uint8_t *offset = (uint8_t *)ocb->offset;
    for (unsigned i = 0; i < 16; i++) {
        const unsigned at = i + bottom / 8;
        offset[i] = (uint8_t)((stretch[at] << 8 | stretch[at + 1]) >> (8 - bottom % 8));
    }
    return AES_OK;
}

aes_status aes_ocb_aad(aes_ocb *ocb, const void *aad, size_t length) {
    if (length > 0 && ocb->aad_ended) return AES_BAD_ORDER;
    const uint8_t *from = aad;
    uint32_t block[4];
    for (; length >= AES_BLOCK_BYTES; length -= AES_BLOCK_BYTES, from += AES_BLOCK_BYTES) {
        next_offset(ocb->key, ocb->aad_offset, ++ocb->aad_blocks);
        aes_add_block(block, from, ocb->aad_offset);
        aes_encrypt(&ocb->key->cipher, block, block);
        aes_add_block(ocb->aad_sum, ocb->aad_sum, block);
    }
    if (length > 0) {
        memset(block, 0, sizeof block);
        memcpy(block, from, length);
        ((uint8_t *)block)[length] = 0x80;
        aes_add_block(ocb->aad_offset, ocb->aad_offset, ocb->key->l_star);
        aes_add_block(block, block, ocb->aad_offset);
        aes_encrypt(&ocb->key->cipher, block, block);
        aes_add_block(ocb->aad_sum, ocb->aad_sum, block);
        ocb->aad_ended = 1;
    }
    return AES_OK;
}

// Whole blocks, AT_ONCE at a time.
static void crypt_blocks(aes_ocb *ocb, const uint8_t *from, uint8_t *to, size_t blocks, int encrypting) {
    uint32_t offset[AT_ONCE][4], text[AT_ONCE][4];
    while (blocks > 0) {
        const size_t now = blocks < AT_ONCE ? blocks : AT_ONCE;
        for (size_t i = 0; i < now; i++) {
            next_offset(ocb->key, ocb->offset, ++ocb->blocks);
            aes_copy_block(offset[i], ocb->offset);
            aes_copy_block(text[i], from + AES_BLOCK_BYTES * i);
            if (encrypting) aes_add_block(ocb->checksum, ocb->checksum, text[i]);
            aes_add_block(text[i], text[i], offset[i]);
        }
        if (encrypting)
            aes_encrypt_words(&ocb->key->cipher, text[0], text[0], now);
        else
            aes_decrypt_words(&ocb->key->cipher, text[0], text[0], now);
        for (size_t i = 0; i < now; i++) {
            aes_add_block(text[i], text[i], offset[i]);
            if (!encrypting) aes_add_block(ocb->checksum, ocb->checksum, text[i]);
            aes_copy_block(to + AES_BLOCK_BYTES * i, text[i]);
        }
        from += AES_BLOCK_BYTES * now;
        to += AES_BLOCK_BYTES * now;
        blocks -= now;
    }
    aes_wipe(text, sizeof text);
}

static aes_status crypt(aes_ocb *ocb, const void *in, void *out, size_t length, int encrypting) {
    if (length > 0 && ocb->message_ended) return AES_BAD_ORDER;
    const size_t blocks = length / AES_BLOCK_BYTES, rest = length % AES_BLOCK_BYTES;
    const uint8_t *from = (const uint8_t *)in + AES_BLOCK_BYTES * blocks;
    uint8_t *to = (uint8_t *)out + AES_BLOCK_BYTES * blocks;
    crypt_blocks(ocb, in, out, blocks, encrypting);
    if (rest == 0) return AES_OK;
    uint32_t pad[4], block[4] = {0};
    aes_add_block(ocb->offset, ocb->offset, ocb->key->l_star);
    aes_encrypt(&ocb->key->cipher, ocb->offset, pad);
    if (encrypting) memcpy(block, from, rest);
    aes_add_bytes(to, from, pad, rest);
    if (!encrypting) memcpy(block, to, rest);
    ((uint8_t *)block)[rest] = 0x80;
    aes_add_block(ocb->checksum, ocb->checksum, block);
    aes_wipe(block, sizeof block);
    ocb->message_ended = 1;
    return AES_OK;
}

aes_status aes_ocb_encrypt(aes_ocb *ocb, const void *in, void *out, size_t length) {
    return crypt(ocb, in, out, length, 1);
}

aes_status aes_ocb_decrypt(aes_ocb *ocb, const void *in, void *out, size_t length) {
    return crypt(ocb, in, out, length, 0);
}

aes_status aes_ocb_finish(aes_ocb *ocb, void *tag) {
    uint32_t block[4];
    aes_add_block(block, ocb->checksum, ocb->offset);
    aes_add_block(block, block, ocb->key->l_dollar);
    aes_encrypt(&ocb->key->cipher, block, block);
    aes_add_bytes(tag, block, ocb->aad_sum, ocb->tag_length);
    aes_wipe(ocb, sizeof *ocb);
    return AES_OK;
}

aes_status aes_ocb_verify(aes_ocb *ocb, const void *tag) {
    uint32_t right[4];
    const size_t length = ocb->tag_length;
    aes_ocb_finish(ocb, right);
    return aes_compare_tags(right, tag, length);
}

aes_status aes_ocb_seal(const aes_ocb_key *key, const void *nonce, size_t nonce_length, const void *aad,
                        size_t aad_length, const void *in, void *out, size_t length, void *tag, size_t tag_length) {
    aes_ocb ocb;
    const aes_status status = aes_ocb_start(&ocb, key, nonce, nonce_length, tag_length);
    if (status != AES_OK) return status;
    aes_ocb_aad(&ocb, aad, aad_length);
    aes_ocb_encrypt(&ocb, in, out, length);
    return aes_ocb_finish(&ocb, tag);
}

aes_status aes_ocb_open(const aes_ocb_key *key, const void *nonce, size_t nonce_length, const void *aad,
                        size_t aad_length, const void *in, void *out, size_t length, const void *tag,
                        size_t tag_length) {
    aes_ocb ocb;
    aes_status status = aes_ocb_start(&ocb, key, nonce, nonce_length, tag_length);
    if (status != AES_OK) return status;
    aes_ocb_aad(&ocb, aad, aad_length);
    aes_ocb_decrypt(&ocb, in, out, length);
    status = aes_ocb_verify(&ocb, tag);
    if (status != AES_OK) aes_wipe(out, length);
    return status;
}
