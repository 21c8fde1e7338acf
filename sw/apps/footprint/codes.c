// SPDX-License-Identifier: Apache-2.0
// One task of codes and checks, chosen by a macro TASK_name. evariste/bench/footprint.py lists them.

#include <evariste.h>

uint32_t storage[64], work[EV_RS_WORK_BYTES(32) / 4 + EV_BCH_WORK_BYTES(255, 8) / 4];

#if defined TASK_rs_encode
#define MEMORY 0
static int task(void) { return (int)ev_rs_encode(&ev_rs255_239, (uint8_t *)storage, 255); }
#elif defined TASK_rs_decode
#define MEMORY EV_RS_WORK_BYTES(16)
static int task(void) {
    size_t corrected;
    for (unsigned i = 0; i < 8; i++) ((uint8_t *)storage)[31 * i] = (uint8_t)(i + 1);
    if (ev_rs_decode(&ev_rs255_239, (uint8_t *)storage, 255, &corrected, NULL, NULL, 0, work, MEMORY)) return 1;
    return corrected != 8 || storage[0] != 0;
}
#elif defined TASK_rs_any
#define MEMORY (sizeof(ev_rs_code_t) + EV_RS_WORK_BYTES(16) + EV_RS_TABLE_BYTES(8, 16))
static int task(void) {
    static const ev_rs_parameters_t parameters = {.polynomial = 0x11d, .n = 255, .k = 239, .step = 1};
    static uint32_t tables[EV_RS_TABLE_BYTES(8, 16) / 4];
    static ev_rs_code_t code;
    size_t corrected;
    ((uint8_t *)storage)[3] = 1;
    if (ev_rs_init(&code, tables, sizeof tables, &parameters)) return 1;
    if (ev_rs_decode(&code, (uint8_t *)storage, 255, &corrected, NULL, NULL, 0, work, EV_RS_WORK_BYTES(16))) return 2;
    return corrected != 1 || storage[0] != 0;
}
#elif defined TASK_bch_any
#define MEMORY (sizeof(ev_bch_code_t) + EV_BCH_WORK_BYTES(255, 8) + EV_BCH_TABLE_BYTES(8, 8))
static int task(void) {
    static const ev_bch_parameters_t parameters = {.polynomial = 0x11d, .n = 255, .t = 8, .first_root = 1};
    static uint32_t tables[EV_BCH_TABLE_BYTES(8, 8) / 4];
    static ev_bch_code_t code;
    size_t corrected;
    storage[0] = 0x80000001u;
    if (ev_bch_init(&code, tables, sizeof tables, &parameters)) return 1;
    if (ev_bch_decode(&code, storage, EV_BCH_WORD_BYTES(255), &corrected, NULL, NULL, 0, work,
                      EV_BCH_WORK_BYTES(255, 8)))
        return 2;
    return corrected != 2 || storage[0] != 0;
}
#elif defined TASK_bch31_11
#define MEMORY 0
static int task(void) {
    size_t corrected;
    storage[0] = 0x421;
    if (ev_bch31_11_decode(storage, &corrected)) return 1;
    return corrected != 3 || storage[0] != 0;
}
#elif defined TASK_bch63_51
#define MEMORY 0
static int task(void) {
    size_t corrected;
    storage[0] = 0x401;
    if (ev_bch63_51_decode(storage, &corrected)) return 1;
    return corrected != 2 || storage[0] != 0;
}
#elif defined TASK_crc32
#define MEMORY sizeof(ev_crc_t)
static int task(void) {
    uint32_t value;
    if (ev_crc_message(&ev_crc32_ieee, &value, "123456789", 9)) return 1;
    return value != 0xcbf43926u;    // the catalogue's check value
}
#else
#error "Define a task."
#endif

#include "footprint.h"
