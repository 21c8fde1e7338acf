// SPDX-License-Identifier: Apache-2.0
#include <evariste/aes_ocb.h>

#include "aes_bytes.h"

enum { AT_ONCE = 4 };

ev_status_t ev_aes_ocb_set_key(ev_aes_ocb_key_t *key, const void *bytes, size_t length) {
    const ev_status_t status = ev_aes_set_key(&key->cipher, bytes, length);
    if (status != EV_OK) return status;
    memset(key->l_star, 0, sizeof key->l_star);
    ev_aes_encrypt(&key->cipher, key->l_star, key->l_star);
    ev_aes_double_block(key->l_dollar, key->l_star);
    ev_aes_double_block(key->l[0], key->l_dollar);
    for (int i = 1; i < EV_AES_OCB_MULTIPLES; i++) ev_aes_double_block(key->l[i], key->l[i - 1]);
    ev_aes_clear_stack();
    return EV_OK;
}

void ev_aes_ocb_key_clear(ev_aes_ocb_key_t *key) { ev_wipe_words((uint32_t *)(void *)key, sizeof *key / 4); }

static ev_status_t check_key(const ev_aes_ocb_key_t *key) { return key == NULL ? EV_NULL : ev_check_key(&key->cipher); }

// offset += L_ntz(block)
static void next_offset(const ev_aes_ocb_key_t *key, uint32_t offset[4], uint32_t block) {
    const unsigned zeros = (unsigned)__builtin_ctz(block);
    if (zeros < EV_AES_OCB_MULTIPLES) {
        ev_aes_add_block(offset, offset, key->l[zeros]);
        return;
    }
    uint32_t l[4];
    ev_aes_copy_block(l, key->l[EV_AES_OCB_MULTIPLES - 1]);
    for (unsigned i = EV_AES_OCB_MULTIPLES; i <= zeros; i++) ev_aes_double_block(l, l);
    ev_aes_add_block(offset, offset, l);
    ev_wipe_words(l, sizeof l / 4);
}

#ifdef EV_AES_HAS_MODE_WORDS
enum { AT_LEAST = 4, AT_MOST = 65535 };

// The first blocks of a message by the kernel. The offset of block n is the sum of the L_i for the bits i of its Gray code.
static void first_blocks(ev_aes_ocb_t *ocb, uint32_t *out, const uint32_t *in, size_t blocks, int encrypting) {
    uint32_t offset[4], l[4];
    ev_aes_copy_block(offset, ocb->offset);
    uint32_t gray = (uint32_t)(blocks ^ blocks >> 1);
    for (unsigned i = 0; gray != 0; i++, gray >>= 1) {
        if (i < EV_AES_OCB_MULTIPLES) ev_aes_copy_block(l, ocb->key->l[i]);
        else ev_aes_double_block(l, l);
        if (gray & 1) ev_aes_add_block(offset, offset, l);
    }
    ev_aes_ocb_words(&ocb->key->cipher, ocb->offset, offset, ocb->key->l_dollar, ocb->checksum, out, in, blocks,
                     encrypting);
    ev_aes_copy_block(ocb->offset, offset);
    ocb->blocks = (uint32_t)blocks;
    ev_wipe_words(l, sizeof l / 4);
    ev_wipe_words(offset, sizeof offset / 4);
}
#endif

static ev_status_t check_lengths(size_t tag_bytes, size_t nonce_bytes) {
    if (nonce_bytes < 1 || nonce_bytes > 15) return EV_BAD_NONCE_LENGTH;
    return tag_bytes < 1 || tag_bytes > 16 ? EV_BAD_TAG_LENGTH : EV_OK;
}

// The first offset (RFC 7253, 4.2): 128 bits of a 192-bit string. The nonce's upper bits make the string, its last six
// bits give the position. Everything is checked.
static void begin(ev_aes_ocb_t *ocb, const ev_aes_ocb_key_t *key, size_t tag_bytes, const void *nonce,
                  size_t nonce_bytes) {
    ev_aes_ocb_clear(ocb);
    ocb->key = key;
    ocb->tag_bytes = (uint32_t)tag_bytes;
    uint32_t block[4] = {0};
    uint8_t *bytes = (uint8_t *)block;
    memcpy(bytes + 16 - nonce_bytes, nonce, nonce_bytes);
    bytes[0] |= (uint8_t)(tag_bytes * 8 % 128 << 1);
    bytes[15 - nonce_bytes] |= 1;
    const unsigned bottom = bytes[15] & 63;
    bytes[15] &= 0xC0;
    ev_aes_encrypt(&key->cipher, block, block);
    uint32_t stretch[6];    // big endian
    for (int i = 0; i < 4; i++) stretch[i] = ev_big_endian(block[i]);
    for (int i = 0; i < 2; i++) stretch[4 + i] = stretch[i] ^ (stretch[i] << 8 | stretch[i + 1] >> 24);
    const uint32_t *from = stretch + bottom / 32;
    const unsigned shift = bottom % 32;
    for (int i = 0; i < 4; i++, from++)
        ocb->offset[i] = ev_big_endian(shift == 0 ? *from : from[0] << shift | from[1] >> (32 - shift));
    ev_wipe_words(block, sizeof block / 4);
    ev_wipe_words(stretch, sizeof stretch / 4);
}

ev_status_t ev_aes_ocb_start(ev_aes_ocb_t *ocb, const ev_aes_ocb_key_t *key, size_t tag_bytes, const void *nonce,
                             size_t nonce_bytes) {
    ev_status_t status = check_key(key);
    if (status == EV_OK) status = check_lengths(tag_bytes, nonce_bytes);
    if (status != EV_OK) return status;
    if (nonce == NULL) return EV_NULL;
    begin(ocb, key, tag_bytes, nonce, nonce_bytes);
    ev_aes_clear_stack();
    return EV_OK;
}

static void take_aad(ev_aes_ocb_t *ocb, const void *aad, size_t length) {
    const uint8_t *from = aad;
    uint32_t block[4];
    for (; length >= EV_AES_BLOCK_BYTES; length -= EV_AES_BLOCK_BYTES, from += EV_AES_BLOCK_BYTES) {
        next_offset(ocb->key, ocb->aad_offset, ++ocb->aad_blocks);
        ev_aes_add_block(block, from, ocb->aad_offset);
        ev_aes_encrypt(&ocb->key->cipher, block, block);
        ev_aes_add_block(ocb->aad_sum, ocb->aad_sum, block);
    }
    if (length > 0) {
        memset(block, 0, sizeof block);
        memcpy(block, from, length);
        ((uint8_t *)block)[length] = 0x80;
        ev_aes_add_block(ocb->aad_offset, ocb->aad_offset, ocb->key->l_star);
        ev_aes_add_block(block, block, ocb->aad_offset);
        ev_aes_encrypt(&ocb->key->cipher, block, block);
        ev_aes_add_block(ocb->aad_sum, ocb->aad_sum, block);
        ocb->aad_ended = 1;
    }
    ev_wipe_words(block, sizeof block / 4);
}

ev_status_t ev_aes_ocb_aad(ev_aes_ocb_t *ocb, const void *aad, size_t length) {
    if (check_key(ocb->key) != EV_OK || (length > 0 && ocb->aad_ended)) return EV_BAD_ORDER;
    if (length / EV_AES_BLOCK_BYTES > UINT32_MAX - ocb->aad_blocks) return EV_BAD_LENGTH;
    if (ev_is_missing(aad, length)) return EV_NULL;
    take_aad(ocb, aad, length);
    ev_aes_clear_stack();
    return EV_OK;
}

// Whole blocks, AT_ONCE at a time.
static void crypt_blocks(ev_aes_ocb_t *ocb, uint8_t *to, const uint8_t *from, size_t blocks, int encrypting) {
    uint32_t offset[AT_ONCE][4], text[AT_ONCE][4];
#ifdef EV_AES_HAS_MODE_WORDS
    if (ocb->blocks == 0 && blocks >= AT_LEAST && ev_aes_is_aligned(to, from)) {
        const size_t now = blocks < AT_MOST ? blocks : AT_MOST;
        first_blocks(ocb, (uint32_t *)(void *)to, (const uint32_t *)(const void *)from, now, encrypting);
        from += EV_AES_BLOCK_BYTES * now;
        to += EV_AES_BLOCK_BYTES * now;
        blocks -= now;
    }
#endif
    while (blocks > 0) {
        const size_t now = blocks < AT_ONCE ? blocks : AT_ONCE;
        for (size_t i = 0; i < now; i++) {
            next_offset(ocb->key, ocb->offset, ++ocb->blocks);
            ev_aes_copy_block(offset[i], ocb->offset);
            if (encrypting) ev_aes_add_block(ocb->checksum, from + EV_AES_BLOCK_BYTES * i, ocb->checksum);
            ev_aes_add_block(text[i], from + EV_AES_BLOCK_BYTES * i, ocb->offset);
        }
        if (encrypting)
            ev_aes_encrypt_words(&ocb->key->cipher, text[0], text[0], now);
        else
            ev_aes_decrypt_words(&ocb->key->cipher, text[0], text[0], now);
        for (size_t i = 0; i < now; i++) {
            ev_aes_add_block(to + EV_AES_BLOCK_BYTES * i, text[i], offset[i]);
            if (!encrypting) ev_aes_add_block(ocb->checksum, to + EV_AES_BLOCK_BYTES * i, ocb->checksum);
        }
        from += EV_AES_BLOCK_BYTES * now;
        to += EV_AES_BLOCK_BYTES * now;
        blocks -= now;
    }
    ev_wipe_words(text[0], sizeof text / 4);
    ev_wipe_words(offset[0], sizeof offset / 4);
}

static ev_status_t crypt(ev_aes_ocb_t *ocb, void *out, const void *in, size_t length, int encrypting) {
    if (check_key(ocb->key) != EV_OK || (length > 0 && ocb->message_ended)) return EV_BAD_ORDER;
    if (length / EV_AES_BLOCK_BYTES > UINT32_MAX - ocb->blocks) return EV_BAD_LENGTH;
    const ev_status_t status = ev_check_buffers(out, in, length);
    if (status != EV_OK) return status;
    const size_t blocks = length / EV_AES_BLOCK_BYTES, rest = length % EV_AES_BLOCK_BYTES;
    const uint8_t *from = (const uint8_t *)in + EV_AES_BLOCK_BYTES * blocks;
    uint8_t *to = (uint8_t *)out + EV_AES_BLOCK_BYTES * blocks;
    crypt_blocks(ocb, out, in, blocks, encrypting);
    if (rest == 0) return EV_OK;
    uint32_t pad[4], block[4] = {0};
    ev_aes_add_block(ocb->offset, ocb->offset, ocb->key->l_star);
    ev_aes_encrypt(&ocb->key->cipher, pad, ocb->offset);
    if (encrypting) memcpy(block, from, rest);
    ev_aes_add_bytes(to, from, pad, rest);
    if (!encrypting) memcpy(block, to, rest);
    ((uint8_t *)block)[rest] = 0x80;
    ev_aes_add_block(ocb->checksum, ocb->checksum, block);
    ev_wipe_words(block, sizeof block / 4);
    ev_wipe_words(pad, sizeof pad / 4);
    ocb->message_ended = 1;
    return EV_OK;
}

ev_status_t ev_aes_ocb_encrypt(ev_aes_ocb_t *ocb, void *out, const void *in, size_t length) {
    const ev_status_t status = crypt(ocb, out, in, length, 1);
    ev_aes_clear_stack();
    return status;
}

ev_status_t ev_aes_ocb_decrypt(ev_aes_ocb_t *ocb, void *out, const void *in, size_t length) {
    const ev_status_t status = crypt(ocb, out, in, length, 0);
    ev_aes_clear_stack();
    return status;
}

// The full tag is in ocb->checksum afterwards.
static void whole_tag(ev_aes_ocb_t *ocb) {
    uint32_t *const block = ocb->checksum;
    ev_aes_add_block(block, block, ocb->offset);
    ev_aes_add_block(block, block, ocb->key->l_dollar);
    ev_aes_encrypt(&ocb->key->cipher, block, block);
    ev_aes_add_block(block, block, ocb->aad_sum);
}

static ev_status_t check_end(const ev_aes_ocb_t *ocb, const void *tag, size_t tag_bytes) {
    if (check_key(ocb->key) != EV_OK) return EV_BAD_ORDER;
    if (tag_bytes != ocb->tag_bytes) return EV_BAD_TAG_LENGTH;
    return tag == NULL ? EV_NULL : EV_OK;
}

ev_status_t ev_aes_ocb_finish(ev_aes_ocb_t *ocb, void *tag, size_t tag_bytes) {
    const ev_status_t status = check_end(ocb, tag, tag_bytes);
    if (status != EV_OK) return status;
    whole_tag(ocb);
    memcpy(tag, ocb->checksum, tag_bytes);
    ev_aes_ocb_clear(ocb);
    ev_aes_clear_stack();
    return EV_OK;
}

ev_status_t ev_aes_ocb_verify(ev_aes_ocb_t *ocb, const void *tag, size_t tag_bytes) {
    ev_status_t status = check_end(ocb, tag, tag_bytes);
    if (status != EV_OK) return status;
    whole_tag(ocb);
    status = ev_aes_compare_tags(ocb->checksum, tag, tag_bytes);
    ev_aes_ocb_clear(ocb);
    ev_aes_clear_stack();
    return status;
}

void ev_aes_ocb_clear(ev_aes_ocb_t *ocb) { ev_wipe_words((uint32_t *)(void *)ocb, sizeof *ocb / 4); }

// Checks everything, and makes a message of `in`, up to its tag.
static ev_status_t message(ev_aes_ocb_t *ocb, const ev_aes_ocb_key_t *key, void *out, const void *tag, size_t tag_bytes,
                           const void *nonce, size_t nonce_bytes, const void *aad, size_t aad_bytes, const void *in,
                           size_t length, int encrypting) {
    if (key == NULL) return EV_NULL;
    if (length / EV_AES_BLOCK_BYTES > UINT32_MAX || aad_bytes / EV_AES_BLOCK_BYTES > UINT32_MAX) return EV_BAD_LENGTH;
    ev_status_t status = check_lengths(tag_bytes, nonce_bytes);
    if (status == EV_OK)
        status = ev_check_message(&key->cipher, out, tag, tag_bytes, nonce, nonce_bytes, aad, aad_bytes, in, length);
    if (status != EV_OK) return status;
    begin(ocb, key, tag_bytes, nonce, nonce_bytes);
    if (aad_bytes > 0) take_aad(ocb, aad, aad_bytes);
    return crypt(ocb, out, in, length, encrypting);
}

ev_status_t ev_aes_ocb_seal(const ev_aes_ocb_key_t *key, void *out, void *tag, size_t tag_bytes, const void *nonce,
                            size_t nonce_bytes, const void *aad, size_t aad_bytes, const void *in, size_t length) {
    ev_aes_ocb_t ocb;
    const ev_status_t status = message(&ocb, key, out, tag, tag_bytes, nonce, nonce_bytes, aad, aad_bytes, in, length, 1);
    return status == EV_OK ? ev_aes_ocb_finish(&ocb, tag, tag_bytes) : status;
}

ev_status_t ev_aes_ocb_open(const ev_aes_ocb_key_t *key, void *out, const void *tag, size_t tag_bytes,
                            const void *nonce, size_t nonce_bytes, const void *aad, size_t aad_bytes, const void *in,
                            size_t length) {
    ev_aes_ocb_t ocb;
    ev_status_t status = message(&ocb, key, out, tag, tag_bytes, nonce, nonce_bytes, aad, aad_bytes, in, length, 0);
    if (status != EV_OK) return status;
    status = ev_aes_ocb_verify(&ocb, tag, tag_bytes);
    if (status != EV_OK) ev_wipe(out, length);
    return status;
}
