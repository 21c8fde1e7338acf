// SPDX-License-Identifier: Apache-2.0
// Reed-Solomon codes over GF(2^m), m = 2..8, one byte a symbol: systematic encoder, errors-and-erasures decoder.
//
// ```c
// #include <evariste/rs.h>
// #include <string.h>
//
// enum { N = 15, K = 9, CHECKS = N - K, M = 4 };
// static uint32_t tables[EV_RS_TABLE_BYTES(M, CHECKS) / 4], work[EV_RS_WORK_BYTES(CHECKS) / 4];
//
// int main(void) {
//     static const ev_rs_parameters_t parameters = {.polynomial = 0x13, .n = N, .k = K, .first_root = 1, .step = 1};
//     const ev_position_t erasures[2] = {0, 14};
//     uint8_t word[N] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, sent[N];
//     size_t corrected = 0;
//     ev_rs_code_t code;
//     if (ev_rs_init(&code, tables, sizeof tables, &parameters) != EV_OK) return 1;
//     if (ev_rs_encode(&code, word, sizeof word) != EV_OK) return 2;
//     memcpy(sent, word, sizeof sent);
//     word[0] = word[14] = 0;                                         // two symbols are known to be lost
//     word[3] ^= 7;                                                   // two are wrong
//     word[12] ^= 1;
//     if (ev_rs_decode(&code, word, sizeof word, &corrected, NULL, erasures, 2, work, sizeof work) != EV_OK) return 3;
//     return memcmp(word, sent, sizeof sent) != 0;
// }
// ```
//
// A word is n bytes, message first, in order of transmission: byte 0 is the coefficient of x^(n-1). The generator has
// the roots beta^first_root .. beta^(first_root + checks - 1), beta = alpha^step, alpha = x mod the field polynomial. n
// below 2^m - 1 is a shortened code (the fill at the front is zero and neither stored nor sent). `punctured` symbols at
// the end of the parity are not sent: the full code then has n + punctured - k check symbols, and the decoder treats
// the missing ones as erasures. The bits of a byte above m must be 0, in erased symbols too.
//
// Corrects e errors and s erasures with 2e + s <= checks (punctured symbols count as erasures). code.h has the types of
// positions and corrections, and the order of the statuses. On a machine with a field register the functions change it.
// Source: Blahut, "Algebraic Codes for Data Transmission" (2003), ch. 7: Berlekamp-Massey started from the erasure
// locator, Chien search, Forney's formula.
#ifndef EVARISTE_RS_H
#define EVARISTE_RS_H

#include <evariste/backend/codes.h>
#include <evariste/code.h>

typedef struct ev_rs_parameters {
    uint16_t polynomial;   // of the field, bit i = coefficient of x^i; primitive, degree 2..8
    uint16_t n, k;         // symbols of a sent word, symbols of the message
    uint16_t first_root;   // any; taken modulo 2^m - 1
    uint16_t step;         // coprime to 2^m - 1
    uint16_t punctured;    // check symbols not sent
} ev_rs_parameters_t;

// A code ready for use: in ROM (rs_rom.h) or made by ev_rs_init. Its members are the library's own.
typedef struct ev_rs_code {
    uint32_t field[2];          // the lanes' field register
    const uint8_t *exp;         // powers and logarithms, see sw/lib/gf_table.h
    const uint16_t *log;
    const uint16_t *generator;  // logs of the generator's coefficients of x^0 .. x^(checks-1)
    const uint32_t *low;        // the backend's own tables
    uint16_t polynomial;
    uint8_t m, order;           // order = 2^m - 1
    uint8_t n, k, checks;       // checks = n - k + punctured
    uint8_t punctured;
    uint8_t first_root, step;   // modulo order
    uint16_t work_bytes;        // of ev_rs_decode
} ev_rs_code_t;

// Bytes of table memory for ev_rs_init, a constant expression; checks = n - k + punctured.
#define EV_RS_TABLE_BYTES(m, checks) (4u * EV_RS_LOW_WORDS(m, checks) + EV_RS_SHARED_BYTES(m, checks))
#define EV_RS_SHARED_BYTES(m, checks) (((6u << (m)) + 2u * (checks) + 3u) / 4u * 4u)   // of all backends

#define EV_RS_TABLE_BYTES_MAX (EV_RS_TABLE_BYTES(8u, 254u) + EV_RS_TABLE_BYTES(8u, 64u))   // enough for every code

// Bytes of work memory, constant expressions: for ev_rs_decode and ev_rs_check, and for the interleaved functions.
#define EV_RS_WORK_BYTES(checks) (((checks) + 15u) / 4u * 24u)
#define EV_RS_INTERLEAVED_WORK_BYTES(n, checks) (EV_RS_WORK_BYTES(checks) + ((n) + 3u) / 4u * 4u)

#ifdef __cplusplus
extern "C" {
#endif

// The same sizes for parameters or a code. 0 for parameters that make no code (ev_rs_init says why).
size_t ev_rs_table_bytes(const ev_rs_parameters_t *parameters);
size_t ev_rs_work_bytes(const ev_rs_code_t *code);
size_t ev_rs_interleaved_work_bytes(const ev_rs_code_t *code);

// Prepares a code. The tables belong to it as long as it is used. EV_OVERLAP if they overlap the code or the
// parameters. A wrong parameter has its own status: EV_BAD_DEGREE, EV_BAD_CODE_LENGTH, EV_BAD_DIMENSION, EV_BAD_STEP,
// EV_REDUCIBLE, EV_NOT_PRIMITIVE.
ev_status_t ev_rs_init(ev_rs_code_t *code, uint32_t *tables, size_t table_bytes, const ev_rs_parameters_t *parameters);

// Writes the n - k check symbols after the k message symbols of a word of n bytes.
ev_status_t ev_rs_encode(const ev_rs_code_t *code, uint8_t *word, size_t word_bytes);

// Corrects a word of n bytes in place, fastest if it is aligned to four. Writes the number of symbols changed to
// *corrected (0: the word was a codeword), and what was changed to *corrections; each may be NULL. `erasures` lists
// positions of unreliable symbols. EV_OVERLAP if word and work memory overlap; the other buffers may not overlap them
// either, which is not looked at.
ev_status_t ev_rs_decode(const ev_rs_code_t *code, uint8_t *word, size_t word_bytes, size_t *corrected,
                         ev_corrections_t *corrections, const ev_position_t *erasures, size_t erasure_count,
                         uint32_t *work, size_t work_bytes);

// EV_OK if the word is a codeword, EV_NOT_A_CODEWORD if it is not. EV_BAD_PUNCTURING for a punctured code, whose words
// are incomplete.
ev_status_t ev_rs_check(const ev_rs_code_t *code, const uint8_t *word, size_t word_bytes, uint32_t *work,
                        size_t work_bytes);

// What became of one word of a block.
typedef struct ev_rs_outcome {
    ev_status_t status;
    size_t corrected;   // symbols; 0 unless the status is EV_OK
} ev_rs_outcome_t;

// The same on interleaved words: symbol i of word j is block[i * depth + j]. The block has n * depth bytes, depth >= 1.
// ev_rs_encode_interleaved leaves the block untouched unless it returns EV_OK. ev_rs_decode_interleaved corrects every
// word it can and writes the outcome of each to `outcomes` (`depth` of them). It returns EV_OK if all words are correct
// now, otherwise the status of the first one that is not.
ev_status_t ev_rs_encode_interleaved(const ev_rs_code_t *code, uint8_t *block, size_t block_bytes, size_t depth,
                                     uint32_t *work, size_t work_bytes);
ev_status_t ev_rs_decode_interleaved(const ev_rs_code_t *code, uint8_t *block, size_t block_bytes, size_t depth,
                                     ev_rs_outcome_t *outcomes, size_t outcome_capacity, uint32_t *work,
                                     size_t work_bytes);

#ifdef __cplusplus
}
#endif

#endif
