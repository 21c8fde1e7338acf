// SPDX-License-Identifier: Apache-2.0
// Prints the tables that ev_rs_init makes for a code, one word a line. evariste/codes/rom.py turns them into ROM.
//
//     dump_rs_tables POLYNOMIAL N K FIRST_ROOT STEP PUNCTURED

#include <evariste/rs.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t tables[EV_RS_TABLE_BYTES_MAX / 4];

int main(int argc, char **argv) {
    if (argc != 7) {
        fputs("usage: dump_rs_tables POLYNOMIAL N K FIRST_ROOT STEP PUNCTURED\n", stderr);
        return 2;
    }
    uint16_t v[6];
    for (int i = 0; i < 6; i++) v[i] = (uint16_t)strtoul(argv[i + 1], NULL, 0);
    const ev_rs_parameters_t parameters = {v[0], v[1], v[2], v[3], v[4], v[5]};
    ev_rs_code_t code;
    const ev_status_t status = ev_rs_init(&code, tables, sizeof tables, &parameters);
    if (status != EV_OK) {
        fprintf(stderr, "%s\n", ev_status_text(status));
        return 1;
    }
    const unsigned words = (unsigned)ev_rs_table_bytes(&parameters) / 4;
    printf("%u %u %u %u %u\n", words, code.low ? (unsigned)(code.low - tables) + 1 : 0,
           (unsigned)((const uint8_t *)code.log - (const uint8_t *)tables),
           (unsigned)((const uint8_t *)code.generator - (const uint8_t *)tables),
           (unsigned)(code.exp - (const uint8_t *)tables));
    for (unsigned i = 0; i < words; i++) printf("%08lx\n", (unsigned long)tables[i]);
    return 0;
}
