// SPDX-License-Identifier: Apache-2.0
// What all error-correcting codes of the library share: positions, corrections, the order of bits in bytes.
//
// ```c
// #include <evariste/rs_rom.h>
// #include <string.h>
//
// int main(void) {
//     static uint32_t work[EV_RS_WORK_BYTES(8) / 4];
//     uint8_t word[63] = {1, 2, 3};
//     ev_position_t positions[8];
//     uint16_t magnitudes[8];
//     ev_corrections_t corrections = {positions, magnitudes, 8, 0};
//     if (ev_rs_encode(&ev_rs63_55, word, sizeof word) != EV_OK) return 1;
//     word[5] ^= 42;
//     if (ev_rs_decode(&ev_rs63_55, word, sizeof word, NULL, &corrections, NULL, 0, work, sizeof work) != EV_OK) return 2;
//     return !(corrections.count == 1 && positions[0] == 5 && magnitudes[0] == 42);
// }
// ```
//
// A function that does not return EV_OK has changed no word and no output. It may have used its work memory. If several
// statuses apply, the first of these is returned: EV_NULL, EV_BAD_LENGTH, EV_TOO_SMALL of the work memory, EV_OVERLAP,
// EV_BAD_ERASURE, EV_UNCORRECTABLE for more erasures than can be corrected, EV_BAD_SYMBOL, EV_UNCORRECTABLE, EV_TOO_SMALL
// of the corrections.
#ifndef EVARISTE_CODE_H
#define EVARISTE_CODE_H

#include <evariste/status.h>

// The index of a symbol, or of a bit of a binary code, in order of transmission: 0 is sent first.
typedef uint16_t ev_position_t;

// What a decoder corrected, for those who ask. The caller sets the arrays and their capacity; an array may be NULL. As
// many entries as the code has check symbols (2t for a binary code) always suffice.
typedef struct ev_corrections {
    ev_position_t *positions;   // in no particular order
    uint16_t *magnitudes;       // what was added to each symbol; 1 for a bit
    size_t capacity;
    size_t count;               // set by the decoder when it returns EV_OK
} ev_corrections_t;

// Which bit of a byte is sent first: the most significant one, or the least significant one.
typedef enum ev_bit_order { EV_MSB_FIRST, EV_LSB_FIRST } ev_bit_order_t;

// A field GF(2^m), m = 9..14, of the codes with long words. Made by ev_rs16_init and ev_bch_init.
typedef struct ev_gf16 {
    uint16_t polynomial, m, order;   // order = 2^m - 1
    uint16_t mu;                     // floor(x^2m / polynomial), where the backend reduces by it
    const uint16_t *exp, *log;       // where the backend has tables
} ev_gf16_t;

#endif
