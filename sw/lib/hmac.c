// SPDX-License-Identifier: Apache-2.0
#include <evariste/hmac.h>

#include <string.h>

#include <evariste/wipe.h>

#include "secret.h"

// Before anything is computed, so that a refused call changes nothing.
static ev_status_t check_tag(const ev_hash_t *function, const void *tag, size_t tag_bytes) {
    if (tag == NULL) return EV_NULL;
    return tag_bytes < EV_HMAC_TAG_BYTES_MIN || tag_bytes > function->digest_bytes ? EV_BAD_TAG_LENGTH : EV_OK;
}

ev_status_t ev_hmac_start(ev_hmac_t *mac, const ev_hash_t *function, const void *key, size_t key_bytes) {
    if (function == NULL || (key == NULL && key_bytes > 0)) return EV_NULL;
    uint32_t pad[EV_HASH_BLOCK_BYTES_MAX / 4] = {0};
    const size_t block_bytes = function->block_bytes;
    if (key_bytes > block_bytes) {
        const ev_status_t status = ev_hash_message(function, pad, sizeof pad, key, key_bytes);
        if (status != EV_OK) return status;
    } else if (key_bytes > 0) {
        memcpy(pad, key, key_bytes);
    }
    for (size_t i = 0; i < block_bytes / 4; i++) pad[i] ^= 0x36363636;
    ev_hash_start(&mac->inner, function);
    ev_hash_update(&mac->inner, pad, block_bytes);
    for (size_t i = 0; i < block_bytes / 4; i++) pad[i] ^= 0x36363636 ^ 0x5c5c5c5c;
    ev_hash_start(&mac->outer, function);
    ev_hash_update(&mac->outer, pad, block_bytes);
    ev_wipe(pad, sizeof pad);
    return EV_OK;
}

ev_status_t ev_hmac_update(ev_hmac_t *mac, const void *message, size_t length) {
    return ev_hash_update(&mac->inner, message, length);
}

// The full tag. If the tag is truncated, the rest of it stays secret.
static void whole_tag(ev_hmac_t *mac, uint8_t tag[EV_HASH_BYTES_MAX]) {
    const size_t digest_bytes = mac->inner.function->digest_bytes;
    ev_hash_finish(&mac->inner, tag, digest_bytes);
    ev_hash_update(&mac->outer, tag, digest_bytes);
    ev_hash_finish(&mac->outer, tag, digest_bytes);
}

ev_status_t ev_hmac_finish(ev_hmac_t *mac, void *tag, size_t tag_bytes) {
    if (mac->inner.function == NULL) return EV_BAD_ORDER;
    const ev_status_t status = check_tag(mac->inner.function, tag, tag_bytes);
    if (status != EV_OK) return status;
    uint8_t right[EV_HASH_BYTES_MAX];
    whole_tag(mac, right);
    memcpy(tag, right, tag_bytes);
    ev_wipe(right, sizeof right);
    return EV_OK;
}

ev_status_t ev_hmac_verify(ev_hmac_t *mac, const void *tag, size_t tag_bytes) {
    if (mac->inner.function == NULL) return EV_BAD_ORDER;
    ev_status_t status = check_tag(mac->inner.function, tag, tag_bytes);
    if (status != EV_OK) return status;
    uint8_t right[EV_HASH_BYTES_MAX];
    whole_tag(mac, right);
    const uint32_t equal = secret_mask((uint32_t)ev_equal(right, tag, tag_bytes));
    ev_wipe(right, sizeof right);
    status = (ev_status_t)secret_select(equal, EV_BAD_TAG, EV_OK);
    EV_DECLASSIFY(status);
    return status;
}

void ev_hmac_clear(ev_hmac_t *mac) { ev_wipe(mac, sizeof *mac); }

// Starts and adds the message; on failure the context is clear.
static ev_status_t begin(ev_hmac_t *mac, const ev_hash_t *function, const void *key, size_t key_bytes, const void *tag,
                         size_t tag_bytes, const void *message, size_t length) {
    if (function == NULL) return EV_NULL;
    ev_status_t status = check_tag(function, tag, tag_bytes);
    if (status == EV_OK) status = ev_hmac_start(mac, function, key, key_bytes);
    if (status != EV_OK) return status;
    status = ev_hmac_update(mac, message, length);
    if (status != EV_OK) ev_hmac_clear(mac);
    return status;
}

ev_status_t ev_hmac_tag(const ev_hash_t *function, const void *key, size_t key_bytes, void *tag, size_t tag_bytes,
                        const void *message, size_t length) {
    ev_hmac_t mac;
    const ev_status_t status = begin(&mac, function, key, key_bytes, tag, tag_bytes, message, length);
    return status == EV_OK ? ev_hmac_finish(&mac, tag, tag_bytes) : status;
}

ev_status_t ev_hmac_check(const ev_hash_t *function, const void *key, size_t key_bytes, const void *tag,
                          size_t tag_bytes, const void *message, size_t length) {
    ev_hmac_t mac;
    const ev_status_t status = begin(&mac, function, key, key_bytes, tag, tag_bytes, message, length);
    return status == EV_OK ? ev_hmac_verify(&mac, tag, tag_bytes) : status;
}
