// SPDX-License-Identifier: Apache-2.0
// The checks before a conversion of symbols (see evariste/ccsds.h).

#include <evariste/ccsds.h>

#include "codes_backend.h"

ev_status_t ev_ccsds_to_dual(uint8_t *symbols, size_t length) {
    if (!symbols && length) return EV_NULL;
    ev_ccsds_low_to_dual(symbols, length);
    return EV_OK;
}

ev_status_t ev_ccsds_to_conventional(uint8_t *symbols, size_t length) {
    if (!symbols && length) return EV_NULL;
    ev_ccsds_low_to_conventional(symbols, length);
    return EV_OK;
}
