// SPDX-License-Identifier: Apache-2.0
#include "asip_aes.h"

ev_status_t ev_aes_set_key(ev_aes_key_t *key, const void *bytes, size_t length) {
    if (bytes == NULL) return EV_NULL;
    if (length != 16 && length != 24 && length != 32) return EV_BAD_KEY_LENGTH;
    key->rounds = (uint32_t)length / 4 + 6;
    memcpy(key->schedule, bytes, length);
    memset((uint8_t *)key->schedule + length, 0, sizeof key->schedule - length);
    if (!ev_asip_key(key)) return EV_OK;
    ev_asip_flush();    // the key is still in IN
    ev_aes_key_clear(key);
    return EV_NO_UNIT;
}
