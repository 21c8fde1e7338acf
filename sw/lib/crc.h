// SPDX-License-Identifier: Apache-2.0
// Cyclic redundancy checks of 8 to 32 bits, any polynomial.
//
//     uint32_t check = crc_of(&crc32_ieee, bytes, length);
// or in pieces:
//     crc c;
//     crc_start(&c, &crc24_ble);
//     crc_update(&c, bytes, length);             any lengths and alignments, as often as wanted
//     uint32_t check = crc_value(&c);
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
} crc_kind;

extern const crc_kind crc8_smbus, crc16_arc, crc16_modbus, crc16_ibm_3740, crc16_xmodem, crc16_kermit;
extern const crc_kind crc24_ble, crc24_openpgp, crc32_ieee, crc32c;

typedef struct {
    crc_kind kind;
    uint32_t state;       // 32 bits for any width: at the low end when reflected, else at the high end
    uint32_t modulus;     // the polynomial times x^(32-width), in the same position, without one outer term
    uint32_t quotient;    // x^64 by that, likewise
} crc;

void crc_start(crc *c, const crc_kind *kind);
void crc_update(crc *c, const void *bytes, size_t length);
uint32_t crc_value(const crc *c);
uint32_t crc_of(const crc_kind *kind, const void *bytes, size_t length);

// The backend's kernel: the state after `count` words.
uint32_t crc_words(const crc *c, const uint32_t *words, size_t count);

#endif
