// SPDX-License-Identifier: Apache-2.0
// Reading a table of ec_signed_digits.h on MIPS: ec_look_up_mips.S.
#if !defined EC_HAS_LOOK_UP && defined __mips__
#define EC_HAS_LOOK_UP
#define EC_LOOK_UP(W) ev_ec_look_up_mips_##W
#include "ec_look_up_by_size.h"
#endif
