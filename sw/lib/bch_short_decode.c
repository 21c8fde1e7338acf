// SPDX-License-Identifier: Apache-2.0
// The short BCH codes: the checks around the kernels (see evariste/bch_short.h).

#include <evariste/bch_short.h>

#include "codes_backend.h"

static ev_status_t said(int changed, size_t *corrected) {
    if (changed < 0) return EV_UNCORRECTABLE;
    if (corrected) *corrected = (size_t)changed;
    return EV_OK;
}

ev_status_t ev_bch31_11_decode(uint32_t *word, size_t *corrected) {
    if (!word) return EV_NULL;
    if (*word >> 31) return EV_BAD_SYMBOL;
    ev_bch31_11_low_start();
    return said(ev_bch31_11_low_decode(word), corrected);
}

ev_status_t ev_bch63_51_decode(uint32_t *word, size_t *corrected) {
    if (!word) return EV_NULL;
    if (word[1] >> 31) return EV_BAD_SYMBOL;
    ev_bch63_51_low_start();
    return said(ev_bch63_51_low_decode(word), corrected);
}

ev_status_t ev_bch31_19_decode(uint32_t *word, size_t *corrected) {
    if (!word) return EV_NULL;
    if (*word >> 31) return EV_BAD_SYMBOL;
    uint32_t full[2] = {*word, 0};
    ev_bch63_51_low_start();
    const int changed = ev_bch63_51_low_decode(full);
    if (full[1] || full[0] >> 31) return EV_UNCORRECTABLE;   // a correction in the fill
    const ev_status_t status = said(changed, corrected);
    if (status == EV_OK) *word = full[0];
    return status;
}

ev_status_t ev_bch63_51_decode4(uint32_t *words, uint8_t corrected[4]) {
    if (!words || !corrected) return EV_NULL;
    ev_bch63_51_low_start();
    const uint32_t all = ev_bch63_51_low_decode4(words);
    for (unsigned i = 0; i < 4; i++) corrected[i] = (uint8_t)(all >> 8 * i);
    return all & 0x80808080u ? EV_UNCORRECTABLE : EV_OK;
}
