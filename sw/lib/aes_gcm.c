// SPDX-License-Identifier: Apache-2.0
#include "aes_gcm.h"

#include "aes_bytes.h"

static const uint64_t longest_message = ((uint64_t)1 << 36) - 32, longest_aad = ((uint64_t)1 << 61) - 1;

ev_status_t ev_aes_gcm_set_key(ev_aes_gcm_key_t *key, const void *bytes, size_t length) {
    const ev_status_t status = ev_aes_set_key(&key->cipher, bytes, length);
    if (status != EV_OK) return status;
    uint32_t h[4] = {0};
    ev_aes_encrypt(&key->cipher, h, h);
    ev_ghash_set_key(&key->hash, h);
    ev_wipe(h, sizeof h);
    return EV_OK;
}

// A block of two 64-bit lengths in bits, big endian.
static void hash_lengths(ev_ghash_t *hash, uint64_t first, uint64_t second) {
    const uint64_t bits[2] = {__builtin_bswap64(8 * first), __builtin_bswap64(8 * second)};
    ev_ghash_pad(hash);
    ev_ghash_update(hash, bits, sizeof bits);
}

ev_status_t ev_aes_gcm_start(ev_aes_gcm_t *gcm, const ev_aes_gcm_key_t *key, const void *iv, size_t iv_length) {
    if (iv_length == 0) return EV_BAD_NONCE_LENGTH;
    uint32_t counter[4];
    gcm->key = key;
    gcm->aad_length = gcm->length = 0;
    if (iv_length == 12) {
        memcpy(counter, iv, 12);
        counter[3] = ev_big_endian(1);
    } else {
        ev_ghash_start(&gcm->hash, &key->hash);
        ev_ghash_update(&gcm->hash, iv, iv_length);
        hash_lengths(&gcm->hash, 0, iv_length);
        ev_ghash_finish(&gcm->hash, counter);
    }
    ev_aes_encrypt(&key->cipher, counter, gcm->tag_mask);
    counter[3] = ev_big_endian(ev_big_endian(counter[3]) + 1);
    ev_aes_ctr_start(&gcm->ctr, &key->cipher, counter);
    ev_ghash_start(&gcm->hash, &key->hash);
    return EV_OK;
}

ev_status_t ev_aes_gcm_aad(ev_aes_gcm_t *gcm, const void *aad, size_t length) {
    if (gcm->length > 0) return EV_BAD_ORDER;
    if (length > longest_aad - gcm->aad_length) return EV_BAD_LENGTH;
    gcm->aad_length += length;
    ev_ghash_update(&gcm->hash, aad, length);
    return EV_OK;
}

static ev_status_t begin(ev_aes_gcm_t *gcm, size_t length) {
    if (length > longest_message - gcm->length) return EV_BAD_LENGTH;
    if (gcm->length == 0 && length > 0) ev_ghash_pad(&gcm->hash);
    gcm->length += length;
    return EV_OK;
}

ev_status_t ev_aes_gcm_encrypt(ev_aes_gcm_t *gcm, const void *in, void *out, size_t length) {
    const ev_status_t status = begin(gcm, length);
    if (status != EV_OK) return status;
    ev_aes_ctr32_crypt(&gcm->ctr, in, out, length);
    ev_ghash_update(&gcm->hash, out, length);
    return EV_OK;
}

ev_status_t ev_aes_gcm_decrypt(ev_aes_gcm_t *gcm, const void *in, void *out, size_t length) {
    const ev_status_t status = begin(gcm, length);
    if (status != EV_OK) return status;
    ev_ghash_update(&gcm->hash, in, length);
    ev_aes_ctr32_crypt(&gcm->ctr, in, out, length);
    return EV_OK;
}

static int is_tag_length(size_t length) { return length == 4 || length == 8 || (length >= 12 && length <= 16); }

// The full tag. If the tag is truncated, the rest of it stays secret.
static void whole_tag(ev_aes_gcm_t *gcm, uint32_t tag[4]) {
    hash_lengths(&gcm->hash, gcm->aad_length, gcm->length);
    ev_ghash_finish(&gcm->hash, tag);
    ev_aes_add_block(tag, tag, gcm->tag_mask);
    ev_wipe(gcm, sizeof *gcm);
}

ev_status_t ev_aes_gcm_finish(ev_aes_gcm_t *gcm, void *tag, size_t tag_length) {
    if (!is_tag_length(tag_length)) return EV_BAD_TAG_LENGTH;
    uint32_t right[4];
    whole_tag(gcm, right);
    memcpy(tag, right, tag_length);
    ev_wipe(right, sizeof right);
    return EV_OK;
}

ev_status_t ev_aes_gcm_verify(ev_aes_gcm_t *gcm, const void *tag, size_t tag_length) {
    if (!is_tag_length(tag_length)) return EV_BAD_TAG_LENGTH;
    uint32_t right[4];
    whole_tag(gcm, right);
    return ev_aes_compare_tags(right, tag, tag_length);
}

ev_status_t ev_aes_gcm_seal(const ev_aes_gcm_key_t *key, const void *iv, size_t iv_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, void *tag, size_t tag_length) {
    if (!is_tag_length(tag_length)) return EV_BAD_TAG_LENGTH;
    ev_aes_gcm_t gcm;
    ev_status_t status = ev_aes_gcm_start(&gcm, key, iv, iv_length);
    if (status == EV_OK) status = ev_aes_gcm_aad(&gcm, aad, aad_length);
    if (status == EV_OK) status = ev_aes_gcm_encrypt(&gcm, in, out, length);
    if (status == EV_OK) status = ev_aes_gcm_finish(&gcm, tag, tag_length);
    return status;
}

ev_status_t ev_aes_gcm_open(const ev_aes_gcm_key_t *key, const void *iv, size_t iv_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, const void *tag, size_t tag_length) {
    if (!is_tag_length(tag_length)) return EV_BAD_TAG_LENGTH;
    ev_aes_gcm_t gcm;
    ev_status_t status = ev_aes_gcm_start(&gcm, key, iv, iv_length);
    if (status == EV_OK) status = ev_aes_gcm_aad(&gcm, aad, aad_length);
    if (status == EV_OK) status = ev_aes_gcm_decrypt(&gcm, in, out, length);
    if (status == EV_OK) status = ev_aes_gcm_verify(&gcm, tag, tag_length);
    if (status != EV_OK) ev_wipe(out, length);
    return status;
}

ev_status_t ev_aes_gmac_tag(const ev_aes_gcm_key_t *key, const void *iv, size_t iv_length, const void *message, size_t length,
                        void *tag, size_t tag_length) {
    return ev_aes_gcm_seal(key, iv, iv_length, message, length, 0, 0, 0, tag, tag_length);
}

ev_status_t ev_aes_gmac_check(const ev_aes_gcm_key_t *key, const void *iv, size_t iv_length, const void *message, size_t length,
                          const void *tag, size_t tag_length) {
    return ev_aes_gcm_open(key, iv, iv_length, message, length, 0, 0, 0, tag, tag_length);
}
