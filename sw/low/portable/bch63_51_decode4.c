// SPDX-License-Identifier: Apache-2.0
// Four words one after the other (see codes_backend.h).

#include "codes_backend.h"

uint32_t ev_bch63_51_low_decode4(uint32_t words[8]) {
    uint32_t status = 0;
    for (unsigned i = 0; i < 4; i++) status |= (uint32_t)(uint8_t)ev_bch63_51_low_decode(words + 2 * i) << (8 * i);
    return status;
}
