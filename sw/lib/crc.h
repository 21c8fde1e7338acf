// SPDX-License-Identifier: Apache-2.0
// Cyclic redundancy checks of 8 to 32 bits, any polynomial.
//
//     uint32_t check = ev_crc_of(&ev_crc32_ieee, bytes, length);
// or in pieces:
//     ev_crc_t c;
//     ev_crc_start(&c, &ev_crc24_ble);
//     ev_crc_update(&c, bytes, length);             any lengths and alignments, as often as wanted
//     uint32_t check = ev_crc_value(&c);
//
// A CRC detects accidents. It does not stop anybody who wants to change a message.
#ifndef EVARISTE_CRC_H
#define EVARISTE_CRC_H

#include <stddef.h>
#include <stdint.h>

// Parameters as in the usual catalogues: the polynomial without its leading term, x^(width-1) first. `reflected` means
// that bytes go in, and the result comes out, lowest bit first. `initial` is given unreflected.
typedef struct {
    uint32_t polynomial, initial, final_xor;
    uint8_t width;    // 8 to 32
    uint8_t reflected;
} ev_crc_kind_t;

extern const ev_crc_kind_t ev_crc8_smbus, ev_crc16_arc, ev_crc16_modbus, ev_crc16_ibm_3740, ev_crc16_xmodem, ev_crc16_kermit;
extern const ev_crc_kind_t ev_crc24_ble, ev_crc24_openpgp, ev_crc32_ieee, ev_crc32c;

typedef struct {
    ev_crc_kind_t kind;
    uint32_t state;       // 32 bits for any width: at the low end when reflected, else at the high end
    uint32_t modulus;     // the polynomial times x^(32-width), in the same position, without one outer term
    uint32_t quotient;    // x^64 by that, likewise
} ev_crc_t;

void ev_crc_start(ev_crc_t *c, const ev_crc_kind_t *kind);
void ev_crc_update(ev_crc_t *c, const void *bytes, size_t length);
uint32_t ev_crc_value(const ev_crc_t *c);
uint32_t ev_crc_of(const ev_crc_kind_t *kind, const void *bytes, size_t length);

// The backend's kernel: the state after `count` words.
uint32_t ev_crc_words(const ev_crc_t *c, const uint32_t *words, size_t count);

#endif
