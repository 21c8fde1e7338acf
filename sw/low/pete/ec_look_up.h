// SPDX-License-Identifier: Apache-2.0
// Reading a table of ec_signed_digits.h: ec_look_up.S.
#ifndef EC_HAS_LOOK_UP
#define EC_HAS_LOOK_UP
#define EC_LOOK_UP(W) ev_ec_look_up_##W
#include "../portable/ec_look_up_by_size.h"
#endif
