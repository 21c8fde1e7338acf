// SPDX-License-Identifier: Apache-2.0
// Field set-up of the short codes' kernels (bch31_11.S, bch63_51.S), and the shortened code.

#include "bch_short.h"

#include "gfp.h"

void ev_bch31_11_start(void) { gf_cfg(&GF_FIELD_0x25); }

void ev_bch63_51_start(void) { gf_cfg(&GF_FIELD_0x43); }

int ev_bch31_19_decode(uint32_t *word) {
    uint32_t full[2] = {*word, 0};
    const int changed = ev_bch63_51_decode(full);
    if (changed < 0) return changed;
    if (full[1] || (*word | full[0]) >> 31) return CODE_UNCORRECTABLE;   // a bit or a correction in the fill
    *word = full[0];
    return changed;
}
