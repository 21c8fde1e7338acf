// SPDX-License-Identifier: Apache-2.0
// Conversion between the two representations of symbols in CCSDS 131.0-B. Symbols are sent in Berlekamp's dual basis.
// ev_rs_encode and ev_rs_decode work in the conventional basis.
//
// ```c
// #include <evariste/ccsds.h>
// #include <evariste/rs_rom.h>
//
// int main(void) {
//     static uint32_t storage[64], work[EV_RS_WORK_BYTES(32) / 4];
//     uint8_t *word = (uint8_t *)storage;                                       // 223 symbols in the dual basis
//     size_t corrected = 0;
//     word[100] = 0x7b;
//     if (ev_ccsds_to_conventional(word, 223) != EV_OK) return 1;
//     if (ev_rs_encode(&ev_rs255_223_ccsds, word, 255) != EV_OK) return 2;
//     if (ev_ccsds_to_dual(word, 255) != EV_OK) return 3;                       // this is sent
//     word[0] ^= 1;
//     if (ev_ccsds_to_conventional(word, 255) != EV_OK) return 4;
//     if (ev_rs_decode(&ev_rs255_223_ccsds, word, 255, &corrected, NULL, NULL, 0, work, sizeof work) != EV_OK) return 5;
//     if (ev_ccsds_to_dual(word, 223) != EV_OK) return 6;
//     return !(corrected == 1 && word[0] == 0 && word[100] == 0x7b);
// }
// ```
//
// z0, the first bit of a dual-basis symbol, is bit 7 of its byte. The conversion is in place, for any number of
// symbols, and fastest when aligned to four bytes. On a machine with a field register the functions change it.
#ifndef EVARISTE_CCSDS_H
#define EVARISTE_CCSDS_H

#include <evariste/status.h>

#ifdef __cplusplus
extern "C" {
#endif

ev_status_t ev_ccsds_to_dual(uint8_t *symbols, size_t length);
ev_status_t ev_ccsds_to_conventional(uint8_t *symbols, size_t length);

#ifdef __cplusplus
}
#endif

#endif
