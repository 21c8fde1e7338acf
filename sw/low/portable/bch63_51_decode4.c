// SPDX-License-Identifier: Apache-2.0
// Four words one after the other (see bch_short.h).

#include "bch_short.h"

uint32_t ev_bch63_51_decode4(uint32_t words[8]) {
    uint32_t status = 0;
    for (unsigned i = 0; i < 4; i++) status |= (uint32_t)(uint8_t)ev_bch63_51_decode(words + 2 * i) << (8 * i);
    return status;
}
