// SPDX-License-Identifier: Apache-2.0
// Converts all 256 symbols between the bases of CCSDS 131.0-B and prints both tables. Then encodes interleaved
// Reed-Solomon words as a user would send them, damages them with a burst, and decodes them.

#include <stdio.h>

#include "ccsds.h"
#include "rs_rom.h"

enum { DEPTH = 5 };
static uint8_t symbols[257], block[255 * DEPTH], sent[255 * DEPTH];
static uint32_t scratch[64], work[EV_RS_WORK_WORDS(32)];

int main(void) {
    for (unsigned at = 0; at < 2; at++) {   // aligned and not
        for (unsigned i = 0; i < 256; i++) symbols[at + i] = (uint8_t)i;
        ev_ccsds_to_dual(symbols + at, 256);
        for (unsigned i = 0; i < 256; i++) printf("%02x", symbols[at + i]);
        ev_ccsds_to_conventional(symbols + at, 256);
        unsigned wrong = 0;
        for (unsigned i = 0; i < 256; i++) wrong += symbols[at + i] != i;
        printf(" %u\n", wrong);
    }
    for (unsigned i = 0; i < 223 * DEPTH; i++) block[i] = (uint8_t)(i * 7 + i / 9);
    ev_rs_encode_interleaved(&ev_rs255_223_ccsds, block, DEPTH, scratch);
    for (unsigned i = 0; i < sizeof block; i++) sent[i] = block[i];
    for (unsigned i = 300; i < 300 + 16 * DEPTH; i++) block[i] ^= 0x5A;   // 16 symbols of each word
    int16_t status[DEPTH];
    const int all = ev_rs_decode_interleaved(&ev_rs255_223_ccsds, block, DEPTH, status, scratch, work);
    unsigned wrong = 0;
    for (unsigned i = 0; i < sizeof block; i++) wrong += block[i] != sent[i];
    printf("%d corrected, %u wrong\n", all, wrong);
    for (unsigned i = 500; i < 500 + 16 * DEPTH + 1; i++) block[i] ^= 0xA5;   // one too many for the first word
    printf("%d", ev_rs_decode_interleaved(&ev_rs255_223_ccsds, block, DEPTH, status, scratch, work));
    for (unsigned j = 0; j < DEPTH; j++) printf(" %d", status[j]);
    printf("\n");
    return 0;
}
