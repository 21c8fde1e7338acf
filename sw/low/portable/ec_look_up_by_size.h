// SPDX-License-Identifier: Apache-2.0
// ev_ec_look_up_i for a backend that has a function for each number of words, EC_LOOK_UP(6) to EC_LOOK_UP(18).
#ifndef EVARISTE_EC_LOOK_UP_BY_SIZE_H
#define EVARISTE_EC_LOOK_UP_BY_SIZE_H

#include <stdint.h>

#define EC_LOOK_UP_DECLARE_(W) void EC_LOOK_UP(W)(uint32_t *entry, const uint32_t *table, uint32_t index);
EC_LOOK_UP_DECLARE_(6)
EC_LOOK_UP_DECLARE_(7)
EC_LOOK_UP_DECLARE_(8)
EC_LOOK_UP_DECLARE_(9)
EC_LOOK_UP_DECLARE_(12)
EC_LOOK_UP_DECLARE_(13)
EC_LOOK_UP_DECLARE_(17)
EC_LOOK_UP_DECLARE_(18)

// Coordinates of `words` words, a constant.
static inline void ev_ec_look_up_i(uint32_t *entry, const uint32_t *table, uint32_t index, int words) {
    switch (words) {
    case 6: EC_LOOK_UP(6)(entry, table, index); break;
    case 7: EC_LOOK_UP(7)(entry, table, index); break;
    case 8: EC_LOOK_UP(8)(entry, table, index); break;
    case 9: EC_LOOK_UP(9)(entry, table, index); break;
    case 12: EC_LOOK_UP(12)(entry, table, index); break;
    case 13: EC_LOOK_UP(13)(entry, table, index); break;
    case 17: EC_LOOK_UP(17)(entry, table, index); break;
    default: EC_LOOK_UP(18)(entry, table, index);
    }
}

#endif
