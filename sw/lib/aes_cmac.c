// SPDX-License-Identifier: Apache-2.0
#include <evariste/aes_cmac.h>

#include "aes_bytes.h"

ev_status_t ev_aes_cmac_start(ev_aes_cmac_t *mac, const ev_aes_key_t *key) {
    const ev_status_t status = ev_check_key(key);
    if (status != EV_OK) return status;
    mac->key = key;
    mac->chain[0] = mac->chain[1] = mac->chain[2] = mac->chain[3] = 0;
    mac->fill = 0;
    return EV_OK;
}

// The last block is treated differently, so a full block is processed only when more bytes follow it.
static void update(ev_aes_cmac_t *mac, const void *message, size_t length) {
    const uint8_t *from = message;
    while (length > 0) {
        if (mac->fill == EV_AES_BLOCK_BYTES) {
            ev_aes_cbc_mac_words(mac->key, mac->chain, mac->last, 1);
            mac->fill = 0;
        }
        if (mac->fill == 0 && length > EV_AES_BLOCK_BYTES && ev_aes_is_aligned(from, from)) {
            const size_t blocks = (length - 1) / EV_AES_BLOCK_BYTES;
            ev_aes_cbc_mac_words(mac->key, mac->chain, (const uint32_t *)from, blocks);
            from += EV_AES_BLOCK_BYTES * blocks;
            length -= EV_AES_BLOCK_BYTES * blocks;
        }
        const size_t left = EV_AES_BLOCK_BYTES - mac->fill;
        const size_t now = length < left ? length : left;
        memcpy((uint8_t *)mac->last + mac->fill, from, now);
        mac->fill += (uint32_t)now;
        from += now;
        length -= now;
    }
}

ev_status_t ev_aes_cmac_update(ev_aes_cmac_t *mac, const void *message, size_t length) {
    if (ev_check_key(mac->key) != EV_OK) return EV_BAD_ORDER;
    if (ev_is_missing(message, length)) return EV_NULL;
    update(mac, message, length);
    ev_aes_clear_stack();
    return EV_OK;
}

static ev_status_t check_tag(const void *tag, size_t tag_bytes) {
    if (tag_bytes < 1 || tag_bytes > EV_AES_BLOCK_BYTES) return EV_BAD_TAG_LENGTH;
    return tag == NULL ? EV_NULL : EV_OK;
}

// The full tag is in mac->chain afterwards.
static void whole_tag(ev_aes_cmac_t *mac) {
    uint32_t subkey[4] = {0};
    ev_aes_encrypt(mac->key, subkey, subkey);
    ev_aes_double_block(subkey, subkey);
    if (mac->fill < EV_AES_BLOCK_BYTES) {
        ev_aes_double_block(subkey, subkey);
        uint8_t *last = (uint8_t *)mac->last;
        last[mac->fill] = 0x80;
        memset(last + mac->fill + 1, 0, EV_AES_BLOCK_BYTES - 1 - mac->fill);
    }
    ev_aes_add_block(mac->last, mac->last, subkey);
    ev_wipe_words(subkey, sizeof subkey / 4);
    ev_aes_cbc_mac_words(mac->key, mac->chain, mac->last, 1);
}

ev_status_t ev_aes_cmac_finish(ev_aes_cmac_t *mac, void *tag, size_t tag_bytes) {
    if (ev_check_key(mac->key) != EV_OK) return EV_BAD_ORDER;
    const ev_status_t status = check_tag(tag, tag_bytes);
    if (status != EV_OK) return status;
    whole_tag(mac);
    memcpy(tag, mac->chain, tag_bytes);
    ev_aes_cmac_clear(mac);
    ev_aes_clear_stack();
    return EV_OK;
}

ev_status_t ev_aes_cmac_verify(ev_aes_cmac_t *mac, const void *tag, size_t tag_bytes) {
    if (ev_check_key(mac->key) != EV_OK) return EV_BAD_ORDER;
    ev_status_t status = check_tag(tag, tag_bytes);
    if (status != EV_OK) return status;
    whole_tag(mac);
    status = ev_aes_compare_tags(mac->chain, tag, tag_bytes);
    ev_aes_cmac_clear(mac);
    ev_aes_clear_stack();
    return status;
}

void ev_aes_cmac_clear(ev_aes_cmac_t *mac) { ev_wipe_words((uint32_t *)(void *)mac, sizeof *mac / 4); }

static ev_status_t begin(ev_aes_cmac_t *mac, const ev_aes_key_t *key, const void *tag, size_t tag_bytes,
                         const void *message, size_t length) {
    ev_status_t status = check_tag(tag, tag_bytes);
    if (status == EV_OK && ev_is_missing(message, length)) status = EV_NULL;
    if (status == EV_OK) status = ev_aes_cmac_start(mac, key);
    if (status == EV_OK) update(mac, message, length);
    return status;
}

ev_status_t ev_aes_cmac_tag(const ev_aes_key_t *key, void *tag, size_t tag_bytes, const void *message, size_t length) {
    ev_aes_cmac_t mac;
    const ev_status_t status = begin(&mac, key, tag, tag_bytes, message, length);
    return status == EV_OK ? ev_aes_cmac_finish(&mac, tag, tag_bytes) : status;
}

ev_status_t ev_aes_cmac_check(const ev_aes_key_t *key, const void *tag, size_t tag_bytes, const void *message,
                              size_t length) {
    ev_aes_cmac_t mac;
    const ev_status_t status = begin(&mac, key, tag, tag_bytes, message, length);
    return status == EV_OK ? ev_aes_cmac_verify(&mac, tag, tag_bytes) : status;
}
