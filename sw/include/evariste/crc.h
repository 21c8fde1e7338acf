// SPDX-License-Identifier: Apache-2.0
// Cyclic redundancy checks of 8 to 32 bits, any polynomial.
//
// ```c
// #include <evariste/crc.h>
//
// int main(void) {
//     uint32_t check = 0, again = 0;
//     ev_crc_t crc;
//     if (ev_crc_message(&ev_crc32_ieee, &check, "123456789", 9) != EV_OK) return 1;
//     if (ev_crc_start(&crc, &ev_crc32_ieee) != EV_OK) return 2;
//     if (ev_crc_update(&crc, "12345", 5) != EV_OK) return 3;          // any lengths and alignments, as often as wanted
//     if (ev_crc_update(&crc, "6789", 4) != EV_OK) return 4;
//     if (ev_crc_value(&crc, &again) != EV_OK) return 5;
//     return check != 0xCBF43926 || again != check;
// }
// ```
//
// A CRC detects accidents. It does not stop anybody who wants to change a message.
#ifndef EVARISTE_CRC_H
#define EVARISTE_CRC_H

#include <evariste/status.h>

// Parameters as in the usual catalogues: the polynomial without its leading term, x^(width-1) first. `reflected` means
// that bytes go in, and the result comes out, lowest bit first. `initial` is given unreflected.
typedef struct ev_crc_kind {
    uint32_t polynomial, initial, final_xor;   // no bit above the width; the polynomial has the term 1
    uint8_t width;                             // 8 to 32
    uint8_t reflected;                         // 0 or 1
} ev_crc_kind_t;

// A checksum in the making. May be copied: a copy continues from the same place.
typedef struct ev_crc {
    ev_crc_kind_t kind;
    uint32_t state;       // 32 bits for any width: at the low end when reflected, else at the high end
    uint32_t modulus;     // the polynomial times x^(32-width), in the same position, without one outer term
    uint32_t quotient;    // x^64 by that, likewise
} ev_crc_t;

#ifdef __cplusplus
extern "C" {
#endif

extern const ev_crc_kind_t ev_crc8_smbus, ev_crc16_arc, ev_crc16_modbus, ev_crc16_ibm_3740, ev_crc16_xmodem;
extern const ev_crc_kind_t ev_crc16_kermit, ev_crc24_ble, ev_crc24_openpgp, ev_crc32_ieee, ev_crc32c;

// EV_BAD_DEGREE for a width that is not 8 to 32, EV_BAD_CRC if another parameter is not as said above.
ev_status_t ev_crc_start(ev_crc_t *crc, const ev_crc_kind_t *kind);

ev_status_t ev_crc_update(ev_crc_t *crc, const void *bytes, size_t length);

// The check value of what came so far; more may follow.
ev_status_t ev_crc_value(const ev_crc_t *crc, uint32_t *value);

// All at once.
ev_status_t ev_crc_message(const ev_crc_kind_t *kind, uint32_t *value, const void *bytes, size_t length);

#ifdef __cplusplus
}
#endif

#endif
