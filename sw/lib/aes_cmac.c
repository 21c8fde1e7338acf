// SPDX-License-Identifier: Apache-2.0
#include "aes_cmac.h"

#include "aes_bytes.h"

void aes_cmac_start(aes_cmac *mac, const aes_key *key) {
    memset(mac, 0, sizeof *mac);
    mac->key = key;
}

// The last block is treated differently, so a full block is processed only when more bytes follow it.
void aes_cmac_update(aes_cmac *mac, const void *message, size_t length) {
    const uint8_t *from = message;
    while (length > 0) {
        if (mac->fill == AES_BLOCK_BYTES) {
            aes_cbc_mac_words(mac->key, mac->chain, mac->last, 1);
            mac->fill = 0;
        }
        if (mac->fill == 0 && length > AES_BLOCK_BYTES && aes_is_aligned(from, from)) {
            const size_t blocks = (length - 1) / AES_BLOCK_BYTES;
            aes_cbc_mac_words(mac->key, mac->chain, (const uint32_t *)from, blocks);
            from += AES_BLOCK_BYTES * blocks;
            length -= AES_BLOCK_BYTES * blocks;
        }
        const size_t left = AES_BLOCK_BYTES - mac->fill;
        const size_t now = length < left ? length : left;
        memcpy((uint8_t *)mac->last + mac->fill, from, now);
        mac->fill += (uint32_t)now;
        from += now;
        length -= now;
    }
}

aes_status aes_cmac_finish(aes_cmac *mac, void *tag, size_t length) {
    if (length < 1 || length > AES_BLOCK_BYTES) return AES_BAD_TAG_LENGTH;
    uint32_t subkey[4] = {0};
    aes_encrypt(mac->key, subkey, subkey);
    aes_double_block(subkey, subkey);
    if (mac->fill < AES_BLOCK_BYTES) {
        aes_double_block(subkey, subkey);
        uint8_t *last = (uint8_t *)mac->last;
        last[mac->fill] = 0x80;
        memset(last + mac->fill + 1, 0, AES_BLOCK_BYTES - 1 - mac->fill);
    }
    aes_add_block(mac->last, mac->last, subkey);
    aes_cbc_mac_words(mac->key, mac->chain, mac->last, 1);
    memcpy(tag, mac->chain, length);
    aes_wipe(subkey, sizeof subkey);
    aes_wipe(mac, sizeof *mac);
    return AES_OK;
}

aes_status aes_cmac_verify(aes_cmac *mac, const void *tag, size_t length) {
    uint32_t right[4];
    const aes_status status = aes_cmac_finish(mac, right, length);
    if (status != AES_OK) return status;
    return aes_compare_tags(right, tag, length);
}

aes_status aes_cmac_tag(const aes_key *key, const void *message, size_t length, void *tag, size_t tag_length) {
    aes_cmac mac;
    aes_cmac_start(&mac, key);
    aes_cmac_update(&mac, message, length);
    return aes_cmac_finish(&mac, tag, tag_length);
}

aes_status aes_cmac_check(const aes_key *key, const void *message, size_t length, const void *tag, size_t tag_length) {
    aes_cmac mac;
    aes_cmac_start(&mac, key);
    aes_cmac_update(&mac, message, length);
    return aes_cmac_verify(&mac, tag, tag_length);
}
