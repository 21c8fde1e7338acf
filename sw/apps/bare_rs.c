// SPDX-License-Identifier: Apache-2.0
// Decodes one word of RS(63, 47) over GF(2^6) with eight errors, without a host. Result: 64 bytes, the word, then the
// number of symbols corrected, 255 for a word beyond correction.

#include <evariste/rs.h>

#include "bare.h"

enum { N = 63, K = 47, POLYNOMIAL = 0x43 };

uint8_t bare_result[64] __attribute__((aligned(4)));
static uint32_t tables[EV_RS_TABLE_BYTES(6, N - K) / 4], work[EV_RS_WORK_BYTES(N - K) / 4];

__attribute__((noinline, used)) void bare_work(ev_rs_code_t *code) {
    size_t corrected = 0;
    const ev_status_t status = ev_rs_decode(code, bare_result, N, &corrected, NULL, NULL, 0, work, sizeof work);
    bare_result[N] = status == EV_OK ? (uint8_t)corrected : 0xFF;
}

void bare_main(void) {
    bare_begin();
    const ev_rs_parameters_t parameters = {.polynomial = POLYNOMIAL, .n = N, .k = K, .first_root = 1, .step = 1};
    ev_rs_code_t code;
    if (ev_rs_init(&code, tables, sizeof tables, &parameters) != EV_OK) bare_end();
    for (unsigned i = 0; i < K; i++) bare_result[i] = (uint8_t)(i * 11 & 63);
    ev_rs_encode(&code, bare_result, N);
    for (unsigned i = 0; i < 8; i++) bare_result[7 * i + 3] ^= (uint8_t)(i + 1);
    bare_work(&code);
    bare_end();
}
