// SPDX-License-Identifier: Apache-2.0
// Reed-Solomon codes of standards as constants, ready for rs_encode and rs_decode without rs_init. A program contains
// only the tables that it uses (with -Wl,--gc-sections). Fields, roots and standards:
//
//   rs255_239         0x11d, alpha^0 ..                     ITU-T G.709 Annex A; DVB before shortening
//   rs204_188         0x11d, alpha^0 ..                     ETSI EN 300 421, 4.4.2
//   rs255_223_ccsds   0x187, alpha^(11 * 112) ..            CCSDS 131.0-B, section 4, E = 16, conventional basis
//   rs255_239_ccsds   0x187, alpha^(11 * 120) ..            the same, E = 8
//   rs63_55           0x43, alpha^1 ..                      IEEE 802.15.4-2011, 14.3
#ifndef EVARISTE_RS_ROM_H
#define EVARISTE_RS_ROM_H

#include "rs.h"

extern const rs_code_t rs255_239, rs204_188, rs255_223_ccsds, rs255_239_ccsds, rs63_55;

#endif
