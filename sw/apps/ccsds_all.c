// SPDX-License-Identifier: Apache-2.0
// Converts all 256 symbols between the bases of CCSDS 131.0-B and prints both tables. Then encodes interleaved
// Reed-Solomon words as a user would send them, damages them with a burst, and decodes them.

#include <evariste/ccsds.h>
#include <evariste/rs_rom.h>
#include <stdio.h>

enum { DEPTH = 5 };
static uint8_t symbols[257], block[255 * DEPTH], sent[255 * DEPTH];
static uint32_t work[EV_RS_INTERLEAVED_WORK_BYTES(255, 32) / 4];

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
    const ev_rs_code_t *const code = &ev_rs255_223_ccsds;
    if (ev_rs_encode_interleaved(code, block, sizeof block, DEPTH, work, sizeof work) != EV_OK) return 1;
    for (unsigned i = 0; i < sizeof block; i++) sent[i] = block[i];
    for (unsigned i = 300; i < 300 + 16 * DEPTH; i++) block[i] ^= 0x5A;   // 16 symbols of each word
    ev_rs_outcome_t outcomes[DEPTH];
    ev_status_t all = ev_rs_decode_interleaved(code, block, sizeof block, DEPTH, outcomes, DEPTH, work, sizeof work);
    unsigned wrong = 0, corrected = 0;
    for (unsigned i = 0; i < sizeof block; i++) wrong += block[i] != sent[i];
    for (unsigned j = 0; j < DEPTH; j++) corrected += (unsigned)outcomes[j].corrected;
    printf("%s %u corrected, %u wrong\n", ev_status_text(all), corrected, wrong);
    for (unsigned i = 500; i < 500 + 16 * DEPTH + 1; i++) block[i] ^= 0xA5;   // one too many for the first word
    all = ev_rs_decode_interleaved(code, block, sizeof block, DEPTH, outcomes, DEPTH, work, sizeof work);
    printf("%s", ev_status_text(all));
    for (unsigned j = 0; j < DEPTH; j++)
        printf(outcomes[j].status == EV_OK ? " %u" : " no", (unsigned)outcomes[j].corrected);
    printf("\n");
    return 0;
}
