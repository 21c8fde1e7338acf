// SPDX-License-Identifier: Apache-2.0
// Keys and counters in the coprocessor.
#ifndef ASIP_AES_H
#define ASIP_AES_H

#include "aes_bytes.h"
#include "asip_driver.h"

// Waits until the coprocessor is idle, and loads the key. This ends the session of another message. Not 0 if the
// coprocessor has no AES, or none with keys of this length.
uint32_t ev_asip_key(const ev_aes_key_t *key);

// The counter behind `blocks` blocks. It is public.
static inline void ev_asip_count(uint32_t counter[4], size_t blocks) {
    counter[3] = ev_big_endian(ev_big_endian(counter[3]) + (uint32_t)blocks);
}

#endif
