// SPDX-License-Identifier: Apache-2.0
// Decodes one word of RS(63, 47) over GF(2^6) with eight errors, without a host. Result: 64 bytes, the word, then the
// decoder's status.

#include <string.h>

#include "bare.h"
#include "rs.h"

enum { N = 63, K = 47, POLYNOMIAL = 0x43 };

uint8_t bare_result[64] __attribute__((aligned(4)));
static uint32_t tables[EV_RS_TABLE_WORDS(6, N - K)], work[EV_RS_WORK_WORDS(N - K)];

__attribute__((noinline, used)) void bare_work(ev_rs_code_t *code) {
    bare_result[N] = (uint8_t)ev_rs_decode(code, bare_result, NULL, 0, work);
}

void bare_main(void) {
    bare_begin();
    const ev_rs_parameters_t parameters = {.polynomial = POLYNOMIAL, .n = N, .k = K, .first_root = 1, .step = 1};
    ev_rs_code_t code;
    if (ev_rs_init(&code, &parameters, tables) != CODE_OK) bare_end();
    for (unsigned i = 0; i < K; i++) bare_result[i] = (uint8_t)(i * 11 & 63);
    ev_rs_encode(&code, bare_result);
    for (unsigned i = 0; i < 8; i++) bare_result[7 * i + 3] ^= (uint8_t)(i + 1);
    bare_work(&code);
    bare_end();
}
