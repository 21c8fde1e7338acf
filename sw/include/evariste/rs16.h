// SPDX-License-Identifier: Apache-2.0
// Reed-Solomon codes over GF(2^m), m = 9..14, 16 bits a symbol. rs.h serves the smaller fields.
//
// ```c
// #include <evariste/rs16.h>
//
// enum { N = 100, K = 92, CHECKS = N - K, M = 10 };
// static uint32_t tables[EV_RS16_TABLE_BYTES(M, CHECKS) / 4], work[EV_RS16_WORK_BYTES(CHECKS) / 4];
// static uint16_t word[N];
//
// int main(void) {
//     static const ev_rs_parameters_t parameters = {.polynomial = 0x409, .n = N, .k = K, .step = 1};
//     size_t corrected = 0;
//     ev_rs16_code_t code;
//     if (ev_rs16_init(&code, tables, sizeof tables, &parameters) != EV_OK) return 1;
//     for (unsigned i = 0; i < K; i++) word[i] = (uint16_t)(i * i % 1024);
//     if (ev_rs16_encode(&code, word, sizeof word, work, sizeof work) != EV_OK) return 2;
//     word[7] ^= 1000;
//     if (ev_rs16_decode(&code, word, sizeof word, &corrected, NULL, NULL, 0, work, sizeof work) != EV_OK) return 3;
//     return !(corrected == 1 && word[7] == 49);
// }
// ```
//
// Parameters, layout, correction radius, statuses and allowed overlaps are those of rs.h, with 16-bit symbols. Lengths
// of words are in bytes, 2n. n is up to 16383. The decoder is for few check symbols: its time grows as n times their
// number.
#ifndef EVARISTE_RS16_H
#define EVARISTE_RS16_H

#include <evariste/rs.h>

typedef struct ev_rs16_code {
    ev_gf16_t field;
    const uint16_t *generator;   // coefficients of x^0 .. x^(checks-1)
    uint16_t n, k, checks, punctured, first_root, step;
} ev_rs16_code_t;

// Bytes of table memory for ev_rs16_init and of work memory for encoder and decoder, constant expressions.
#define EV_RS16_TABLE_BYTES(m, checks) (4u * EV_GF16_TABLE_WORDS(m) + ((checks) + 1u) / 2u * 4u)
#define EV_RS16_WORK_BYTES(checks) (12u * (checks) + 16u)

#ifdef __cplusplus
extern "C" {
#endif

size_t ev_rs16_table_bytes(const ev_rs_parameters_t *parameters);   // 0 for parameters that make no code
size_t ev_rs16_work_bytes(const ev_rs16_code_t *code);

ev_status_t ev_rs16_init(ev_rs16_code_t *code, uint32_t *tables, size_t table_bytes,
                         const ev_rs_parameters_t *parameters);

ev_status_t ev_rs16_encode(const ev_rs16_code_t *code, uint16_t *word, size_t word_bytes, uint32_t *work,
                           size_t work_bytes);

ev_status_t ev_rs16_decode(const ev_rs16_code_t *code, uint16_t *word, size_t word_bytes, size_t *corrected,
                           ev_corrections_t *corrections, const ev_position_t *erasures, size_t erasure_count,
                           uint32_t *work, size_t work_bytes);

#ifdef __cplusplus
}
#endif

#endif
