// SPDX-License-Identifier: Apache-2.0
// Field set-up of the short codes' kernels (bch31_11.S, bch63_51.S), and the shortened code.

#include "codes_backend.h"

#include "gfp.h"

void ev_bch31_11_low_start(void) { gf_cfg(&GF_FIELD_0x25); }

void ev_bch63_51_low_start(void) { gf_cfg(&GF_FIELD_0x43); }
