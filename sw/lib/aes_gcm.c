// SPDX-License-Identifier: Apache-2.0
#include "aes_gcm.h"

#include "aes_bytes.h"

static const uint64_t longest_message = ((uint64_t)1 << 36) - 32, longest_aad = ((uint64_t)1 << 61) - 1;

aes_status aes_gcm_set_key(aes_gcm_key *key, const void *bytes, size_t length) {
    const aes_status status = aes_set_key(&key->cipher, bytes, length);
    if (status != AES_OK) return status;
    uint32_t h[4] = {0};
    aes_encrypt(&key->cipher, h, h);
    ghash_set_key(&key->hash, h);
    aes_wipe(h, sizeof h);
    return AES_OK;
}

// A block of two 64-bit lengths in bits, big endian.
static void hash_lengths(ghash *hash, uint64_t first, uint64_t second) {
    const uint64_t bits[2] = {__builtin_bswap64(8 * first), __builtin_bswap64(8 * second)};
    ghash_pad(hash);
    ghash_update(hash, bits, sizeof bits);
}

aes_status aes_gcm_start(aes_gcm *gcm, const aes_gcm_key *key, const void *iv, size_t iv_length) {
    if (iv_length == 0) return AES_BAD_NONCE;
    uint32_t counter[4];
    gcm->key = key;
    gcm->aad_length = gcm->length = 0;
    if (iv_length == 12) {
        memcpy(counter, iv, 12);
        counter[3] = aes_reverse_bytes(1);
    } else {
        ghash_start(&gcm->hash, &key->hash);
        ghash_update(&gcm->hash, iv, iv_length);
        hash_lengths(&gcm->hash, 0, iv_length);
        ghash_finish(&gcm->hash, counter);
    }
    aes_encrypt(&key->cipher, counter, gcm->tag_mask);
    counter[3] = aes_reverse_bytes(aes_reverse_bytes(counter[3]) + 1);
    aes_ctr_start(&gcm->ctr, &key->cipher, counter);
    ghash_start(&gcm->hash, &key->hash);
    return AES_OK;
}

aes_status aes_gcm_aad(aes_gcm *gcm, const void *aad, size_t length) {
    if (gcm->length > 0) return AES_BAD_ORDER;
    if (length > longest_aad - gcm->aad_length) return AES_BAD_LENGTH;
    gcm->aad_length += length;
    ghash_update(&gcm->hash, aad, length);
    return AES_OK;
}

static aes_status begin(aes_gcm *gcm, size_t length) {
    if (length > longest_message - gcm->length) return AES_BAD_LENGTH;
    if (gcm->length == 0 && length > 0) ghash_pad(&gcm->hash);
    gcm->length += length;
    return AES_OK;
}

aes_status aes_gcm_encrypt(aes_gcm *gcm, const void *in, void *out, size_t length) {
    const aes_status status = begin(gcm, length);
    if (status != AES_OK) return status;
    aes_ctr32_crypt(&gcm->ctr, in, out, length);
    ghash_update(&gcm->hash, out, length);
    return AES_OK;
}

aes_status aes_gcm_decrypt(aes_gcm *gcm, const void *in, void *out, size_t length) {
    const aes_status status = begin(gcm, length);
    if (status != AES_OK) return status;
    ghash_update(&gcm->hash, in, length);
    aes_ctr32_crypt(&gcm->ctr, in, out, length);
    return AES_OK;
}

static int is_tag_length(size_t length) { return length == 4 || length == 8 || (length >= 12 && length <= 16); }

// The full tag. If the tag is truncated, the rest of it stays secret.
static void whole_tag(aes_gcm *gcm, uint32_t tag[4]) {
    hash_lengths(&gcm->hash, gcm->aad_length, gcm->length);
    ghash_finish(&gcm->hash, tag);
    aes_add_block(tag, tag, gcm->tag_mask);
    aes_wipe(gcm, sizeof *gcm);
}

aes_status aes_gcm_finish(aes_gcm *gcm, void *tag, size_t tag_length) {
    if (!is_tag_length(tag_length)) return AES_BAD_TAG_LENGTH;
    uint32_t right[4];
    whole_tag(gcm, right);
    memcpy(tag, right, tag_length);
    aes_wipe(right, sizeof right);
    return AES_OK;
}

aes_status aes_gcm_verify(aes_gcm *gcm, const void *tag, size_t tag_length) {
    if (!is_tag_length(tag_length)) return AES_BAD_TAG_LENGTH;
    uint32_t right[4];
    whole_tag(gcm, right);
    return aes_compare_tags(right, tag, tag_length);
}

aes_status aes_gcm_seal(const aes_gcm_key *key, const void *iv, size_t iv_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, void *tag, size_t tag_length) {
    if (!is_tag_length(tag_length)) return AES_BAD_TAG_LENGTH;
    aes_gcm gcm;
    aes_status status = aes_gcm_start(&gcm, key, iv, iv_length);
    if (status == AES_OK) status = aes_gcm_aad(&gcm, aad, aad_length);
    if (status == AES_OK) status = aes_gcm_encrypt(&gcm, in, out, length);
    if (status == AES_OK) status = aes_gcm_finish(&gcm, tag, tag_length);
    return status;
}

aes_status aes_gcm_open(const aes_gcm_key *key, const void *iv, size_t iv_length, const void *aad, size_t aad_length,
                        const void *in, void *out, size_t length, const void *tag, size_t tag_length) {
    if (!is_tag_length(tag_length)) return AES_BAD_TAG_LENGTH;
    aes_gcm gcm;
    aes_status status = aes_gcm_start(&gcm, key, iv, iv_length);
    if (status == AES_OK) status = aes_gcm_aad(&gcm, aad, aad_length);
    if (status == AES_OK) status = aes_gcm_decrypt(&gcm, in, out, length);
    if (status == AES_OK) status = aes_gcm_verify(&gcm, tag, tag_length);
    if (status != AES_OK) aes_wipe(out, length);
    return status;
}

aes_status aes_gmac_tag(const aes_gcm_key *key, const void *iv, size_t iv_length, const void *message, size_t length,
                        void *tag, size_t tag_length) {
    return aes_gcm_seal(key, iv, iv_length, message, length, 0, 0, 0, tag, tag_length);
}

aes_status aes_gmac_check(const aes_gcm_key *key, const void *iv, size_t iv_length, const void *message, size_t length,
                          const void *tag, size_t tag_length) {
    return aes_gcm_open(key, iv, iv_length, message, length, 0, 0, 0, tag, tag_length);
}
