// SPDX-License-Identifier: Apache-2.0
#include <evariste/aes_gcm.h>

#include "aes_bytes.h"

static const uint64_t LONGEST_MESSAGE = ((uint64_t)1 << 36) - 32, LONGEST_AAD = ((uint64_t)1 << 61) - 1;

ev_status_t ev_aes_gcm_set_key(ev_aes_gcm_key_t *key, const void *bytes, size_t length) {
    const ev_status_t status = ev_aes_set_key(&key->cipher, bytes, length);
    if (status != EV_OK) return status;
    uint32_t h[4] = {0};
    ev_aes_encrypt(&key->cipher, h, h);
    ev_ghash_expand(&key->hash, h);
    ev_wipe_words(h, sizeof h / 4);
    ev_aes_clear_stack();
    return EV_OK;
}

// A block of two 64-bit lengths in bits, big endian.
static void hash_lengths(ev_ghash_t *hash, uint64_t first, uint64_t second) {
    const uint64_t bits[2] = {__builtin_bswap64(8 * first), __builtin_bswap64(8 * second)};
    ev_ghash_pad(hash);
    ev_ghash_update(hash, bits, sizeof bits);
}

void ev_aes_gcm_key_clear(ev_aes_gcm_key_t *key) { ev_wipe_words((uint32_t *)(void *)key, sizeof *key / 4); }

static int is_tag_length(size_t length) { return length == 4 || length == 8 || (length >= 12 && length <= 16); }

static ev_status_t check_lengths(size_t iv_bytes, uint64_t aad_bytes, uint64_t length) {
    if (iv_bytes == 0) return EV_BAD_NONCE_LENGTH;
    return iv_bytes > LONGEST_AAD || aad_bytes > LONGEST_AAD || length > LONGEST_MESSAGE ? EV_BAD_LENGTH : EV_OK;
}

// Everything is checked.
static void begin(ev_aes_gcm_t *gcm, const ev_aes_gcm_key_t *key, const void *iv, size_t iv_bytes) {
    uint32_t counter[4];
    gcm->key = key;
    gcm->aad_length = gcm->length = 0;
    if (iv_bytes == 12) {
        memcpy(counter, iv, 12);
        counter[3] = ev_big_endian(1);
    } else {
        ev_ghash_start(&gcm->hash, &key->hash);
        ev_ghash_update(&gcm->hash, iv, iv_bytes);
        hash_lengths(&gcm->hash, 0, iv_bytes);
        ev_ghash_result(&gcm->hash, counter);
    }
    ev_aes_encrypt(&key->cipher, gcm->tag_mask, counter);
    counter[3] = ev_big_endian(ev_big_endian(counter[3]) + 1);
    ev_aes_ctr_start(&gcm->ctr, &key->cipher, counter);
    ev_ghash_start(&gcm->hash, &key->hash);
}

static void hash_aad(ev_aes_gcm_t *gcm, const uint8_t *aad, size_t length) {
#ifdef EV_AES_HAS_MODE_WORDS
    const size_t blocks = length / EV_AES_BLOCK_BYTES;
    if (gcm->hash.fill == 0 && ev_aes_is_aligned(aad, aad) && blocks >= EV_AES_GCM_HASH_BLOCKS) {
        ev_aes_gcm_hash_words(gcm->ctr.key, gcm->hash.y, (const uint32_t *)aad, blocks);
        aad += EV_AES_BLOCK_BYTES * blocks;
        length -= EV_AES_BLOCK_BYTES * blocks;
    }
#endif
    ev_ghash_update(&gcm->hash, aad, length);
}

static ev_status_t check_key(const ev_aes_gcm_key_t *key) { return key == NULL ? EV_NULL : ev_check_key(&key->cipher); }

ev_status_t ev_aes_gcm_start(ev_aes_gcm_t *gcm, const ev_aes_gcm_key_t *key, const void *iv, size_t iv_bytes) {
    ev_status_t status = check_key(key);
    if (status == EV_OK) status = check_lengths(iv_bytes, 0, 0);
    if (status != EV_OK) return status;
    if (iv == NULL) return EV_NULL;
    begin(gcm, key, iv, iv_bytes);
    ev_aes_clear_stack();
    return EV_OK;
}

ev_status_t ev_aes_gcm_aad(ev_aes_gcm_t *gcm, const void *aad, size_t length) {
    if (check_key(gcm->key) != EV_OK || gcm->length > 0) return EV_BAD_ORDER;
    if (length > LONGEST_AAD - gcm->aad_length) return EV_BAD_LENGTH;
    if (ev_is_missing(aad, length)) return EV_NULL;
    gcm->aad_length += length;
    hash_aad(gcm, aad, length);
    ev_aes_clear_stack();
    return EV_OK;
}

// Checks a piece of the message, and counts it.
static ev_status_t next_piece(ev_aes_gcm_t *gcm, const void *out, const void *in, size_t length) {
    if (check_key(gcm->key) != EV_OK) return EV_BAD_ORDER;
    if (length > LONGEST_MESSAGE - gcm->length) return EV_BAD_LENGTH;
    const ev_status_t status = ev_check_buffers(out, in, length);
    if (status != EV_OK) return status;
    if (gcm->length == 0 && length > 0) ev_ghash_pad(&gcm->hash);
    gcm->length += length;
    return EV_OK;
}

// Text and hash. The hash is of the ciphertext, which is `in` or `out`.
static void crypt(ev_aes_gcm_t *gcm, void *out, const void *in, size_t length, int encrypting) {
    const uint8_t *from = in;
    uint8_t *to = out;
#ifdef EV_AES_HAS_MODE_WORDS
    const size_t blocks = length / EV_AES_BLOCK_BYTES;
    if (gcm->ctr.used == EV_AES_BLOCK_BYTES && gcm->hash.fill == 0 && ev_aes_is_aligned(out, in) && blocks > 0) {
        ev_aes_gcm_words(gcm->ctr.key, gcm->ctr.counter, gcm->hash.y, out, in, blocks, encrypting);
        from += EV_AES_BLOCK_BYTES * blocks;
        to += EV_AES_BLOCK_BYTES * blocks;
        length -= EV_AES_BLOCK_BYTES * blocks;
    }
#endif
    if (!encrypting) ev_ghash_update(&gcm->hash, from, length);
    ev_aes_ctr32_crypt(&gcm->ctr, to, from, length);
    if (encrypting) ev_ghash_update(&gcm->hash, to, length);
}

ev_status_t ev_aes_gcm_encrypt(ev_aes_gcm_t *gcm, void *out, const void *in, size_t length) {
    const ev_status_t status = next_piece(gcm, out, in, length);
    if (status != EV_OK) return status;
    crypt(gcm, out, in, length, 1);
    ev_aes_clear_stack();
    return EV_OK;
}

ev_status_t ev_aes_gcm_decrypt(ev_aes_gcm_t *gcm, void *out, const void *in, size_t length) {
    const ev_status_t status = next_piece(gcm, out, in, length);
    if (status != EV_OK) return status;
    crypt(gcm, out, in, length, 0);
    ev_aes_clear_stack();
    return EV_OK;
}

// The full tag. If the tag is truncated, the rest of it stays secret.
static void whole_tag(ev_aes_gcm_t *gcm, uint32_t tag[4]) {
    hash_lengths(&gcm->hash, gcm->aad_length, gcm->length);
    ev_ghash_result(&gcm->hash, tag);
    ev_aes_add_block(tag, tag, gcm->tag_mask);
}

static ev_status_t check_end(const ev_aes_gcm_t *gcm, const void *tag, size_t tag_bytes) {
    if (check_key(gcm->key) != EV_OK) return EV_BAD_ORDER;
    if (!is_tag_length(tag_bytes)) return EV_BAD_TAG_LENGTH;
    return tag == NULL ? EV_NULL : EV_OK;
}

ev_status_t ev_aes_gcm_finish(ev_aes_gcm_t *gcm, void *tag, size_t tag_bytes) {
    const ev_status_t status = check_end(gcm, tag, tag_bytes);
    if (status != EV_OK) return status;
    uint32_t right[4];
    whole_tag(gcm, right);
    memcpy(tag, right, tag_bytes);
    ev_wipe_words(right, sizeof right / 4);
    ev_aes_gcm_clear(gcm);
    ev_aes_clear_stack();
    return EV_OK;
}

ev_status_t ev_aes_gcm_verify(ev_aes_gcm_t *gcm, const void *tag, size_t tag_bytes) {
    ev_status_t status = check_end(gcm, tag, tag_bytes);
    if (status != EV_OK) return status;
    uint32_t right[4];
    whole_tag(gcm, right);
    ev_aes_gcm_clear(gcm);
    status = ev_aes_compare_tags(right, tag, tag_bytes);
    ev_aes_clear_stack();
    return status;
}

void ev_aes_gcm_clear(ev_aes_gcm_t *gcm) { ev_wipe_words((uint32_t *)(void *)gcm, sizeof *gcm / 4); }

// Checks everything, and takes the additional data.
static ev_status_t begin_message(ev_aes_gcm_t *gcm, const ev_aes_gcm_key_t *key, const void *out, const void *tag,
                                 size_t tag_bytes, const void *iv, size_t iv_bytes, const void *aad, size_t aad_bytes,
                                 const void *in, size_t length) {
    if (key == NULL) return EV_NULL;
    if (!is_tag_length(tag_bytes)) return EV_BAD_TAG_LENGTH;
    ev_status_t status = check_lengths(iv_bytes, aad_bytes, length);
    if (status == EV_OK)
        status = ev_check_message(&key->cipher, out, tag, tag_bytes, iv, iv_bytes, aad, aad_bytes, in, length);
    if (status != EV_OK) return status;
    begin(gcm, key, iv, iv_bytes);
    gcm->aad_length = aad_bytes;
    gcm->length = length;
    hash_aad(gcm, aad, aad_bytes);
    ev_ghash_pad(&gcm->hash);
    return EV_OK;
}

ev_status_t ev_aes_gcm_seal(const ev_aes_gcm_key_t *key, void *out, void *tag, size_t tag_bytes, const void *iv,
                            size_t iv_bytes, const void *aad, size_t aad_bytes, const void *in, size_t length) {
    ev_aes_gcm_t gcm;
    const ev_status_t status =
        begin_message(&gcm, key, out, tag, tag_bytes, iv, iv_bytes, aad, aad_bytes, in, length);
    if (status != EV_OK) return status;
    crypt(&gcm, out, in, length, 1);
    return ev_aes_gcm_finish(&gcm, tag, tag_bytes);
}

ev_status_t ev_aes_gcm_open(const ev_aes_gcm_key_t *key, void *out, const void *tag, size_t tag_bytes, const void *iv,
                            size_t iv_bytes, const void *aad, size_t aad_bytes, const void *in, size_t length) {
    ev_aes_gcm_t gcm;
    uint32_t right[4];
    ev_status_t status = begin_message(&gcm, key, out, tag, tag_bytes, iv, iv_bytes, aad, aad_bytes, in, length);
    if (status != EV_OK) return status;
#ifdef EV_AES_HAS_MODE_WORDS
    crypt(&gcm, out, in, length, 0);  // both at once
    whole_tag(&gcm, right);
    status = ev_aes_compare_tags(right, tag, tag_bytes);
#else
    ev_ghash_update(&gcm.hash, in, length);
    whole_tag(&gcm, right);
    status = ev_aes_compare_tags(right, tag, tag_bytes);
    if (status == EV_OK) ev_aes_ctr32_crypt(&gcm.ctr, out, in, length);
#endif
    if (status != EV_OK) ev_wipe(out, length);
    ev_aes_gcm_clear(&gcm);
    ev_aes_clear_stack();
    return status;
}

ev_status_t ev_aes_gmac_tag(const ev_aes_gcm_key_t *key, void *tag, size_t tag_bytes, const void *iv, size_t iv_bytes,
                            const void *message, size_t length) {
    return ev_aes_gcm_seal(key, NULL, tag, tag_bytes, iv, iv_bytes, message, length, NULL, 0);
}

ev_status_t ev_aes_gmac_check(const ev_aes_gcm_key_t *key, const void *tag, size_t tag_bytes, const void *iv,
                              size_t iv_bytes, const void *message, size_t length) {
    return ev_aes_gcm_open(key, NULL, tag, tag_bytes, iv, iv_bytes, message, length, NULL, 0);
}
