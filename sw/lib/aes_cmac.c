// SPDX-License-Identifier: Apache-2.0
#include "aes_cmac.h"

#include "aes_bytes.h"

void ev_aes_cmac_start(ev_aes_cmac_t *mac, const ev_aes_key_t *key) {
    memset(mac, 0, sizeof *mac);
    mac->key = key;
}

// The last block is treated differently, so a full block is processed only when more bytes follow it.
void ev_aes_cmac_update(ev_aes_cmac_t *mac, const void *message, size_t length) {
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

ev_status_t ev_aes_cmac_finish(ev_aes_cmac_t *mac, void *tag, size_t length) {
    if (length < 1 || length > EV_AES_BLOCK_BYTES) return EV_BAD_TAG_LENGTH;
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
    ev_aes_cbc_mac_words(mac->key, mac->chain, mac->last, 1);
    memcpy(tag, mac->chain, length);
    ev_wipe(subkey, sizeof subkey);
    ev_wipe(mac, sizeof *mac);
    return EV_OK;
}

ev_status_t ev_aes_cmac_verify(ev_aes_cmac_t *mac, const void *tag, size_t length) {
    uint32_t right[4];
    const ev_status_t status = ev_aes_cmac_finish(mac, right, length);
    if (status != EV_OK) return status;
    return ev_aes_compare_tags(right, tag, length);
}

ev_status_t ev_aes_cmac_tag(const ev_aes_key_t *key, const void *message, size_t length, void *tag, size_t tag_length) {
    ev_aes_cmac_t mac;
    ev_aes_cmac_start(&mac, key);
    ev_aes_cmac_update(&mac, message, length);
    return ev_aes_cmac_finish(&mac, tag, tag_length);
}

ev_status_t ev_aes_cmac_check(const ev_aes_key_t *key, const void *message, size_t length, const void *tag, size_t tag_length) {
    ev_aes_cmac_t mac;
    ev_aes_cmac_start(&mac, key);
    ev_aes_cmac_update(&mac, message, length);
    return ev_aes_cmac_verify(&mac, tag, tag_length);
}
