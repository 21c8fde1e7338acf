// SPDX-License-Identifier: Apache-2.0
// Reed-Solomon codes of standards as constants, ready for ev_rs_encode and ev_rs_decode without ev_rs_init.
//
// ```c
// #include <evariste/rs_rom.h>
//
// int main(void) {
//     static uint32_t storage[64], work[EV_RS_WORK_BYTES(16) / 4];
//     uint8_t *word = (uint8_t *)storage;                             // aligned to four bytes: faster
//     size_t corrected = 0;
//     if (ev_rs_encode(&ev_rs255_239, word, 255) != EV_OK) return 1;
//     for (unsigned i = 0; i < 8; i++) word[30 * i] ^= 0x55;
//     if (ev_rs_decode(&ev_rs255_239, word, 255, &corrected, NULL, NULL, 0, work, sizeof work) != EV_OK) return 2;
//     return corrected != 8;
// }
// ```
//
// A program contains only the tables that it uses (with -Wl,--gc-sections). Fields, roots and standards:
//
//   ev_rs255_239         0x11d, alpha^0 ..                     ITU-T G.709 Annex A; DVB before shortening
//   ev_rs204_188         0x11d, alpha^0 ..                     ETSI EN 300 421, 4.4.2
//   ev_rs255_223_ccsds   0x187, alpha^(11 * 112) ..            CCSDS 131.0-B, section 4, E = 16, conventional basis
//   ev_rs255_239_ccsds   0x187, alpha^(11 * 120) ..            the same, E = 8
//   ev_rs63_55           0x43, alpha^1 ..                      IEEE 802.15.4-2011, 14.3
#ifndef EVARISTE_RS_ROM_H
#define EVARISTE_RS_ROM_H

#include <evariste/rs.h>

#ifdef __cplusplus
extern "C" {
#endif

extern const ev_rs_code_t ev_rs255_239, ev_rs204_188, ev_rs255_223_ccsds, ev_rs255_239_ccsds, ev_rs63_55;

#ifdef __cplusplus
}
#endif

#endif
