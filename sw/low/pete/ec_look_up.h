// SPDX-License-Identifier: Apache-2.0
// Reading a table of ec_signed_digits.h: assembly that `ev gen accumulator` makes.
#ifndef PETE_EC_LOOK_UP_H
#define PETE_EC_LOOK_UP_H

#include <stdint.h>

#define EC_HAS_LOOK_UP
#define EC_LOOK_UP_DECLARE_(W) void ev_ec_look_up_##W(uint32_t *entry, const uint32_t *table, uint32_t index);
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
    case 6: ev_ec_look_up_6(entry, table, index); break;
    case 7: ev_ec_look_up_7(entry, table, index); break;
    case 8: ev_ec_look_up_8(entry, table, index); break;
    case 9: ev_ec_look_up_9(entry, table, index); break;
    case 12: ev_ec_look_up_12(entry, table, index); break;
    case 13: ev_ec_look_up_13(entry, table, index); break;
    case 17: ev_ec_look_up_17(entry, table, index); break;
    default: ev_ec_look_up_18(entry, table, index);
    }
}

#endif
