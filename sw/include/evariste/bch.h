// SPDX-License-Identifier: Apache-2.0
// Binary BCH codes over GF(2^m), m = 3..14: systematic encoder, errors-and-erasures decoder.
//
// ```c
// #include <evariste/bch.h>
// #include <string.h>
//
// enum { N = 255, T = 4, M = 8 };
// static uint32_t tables[EV_BCH_TABLE_BYTES(M, T) / 4], work[EV_BCH_WORK_BYTES(N, T) / 4];
// static uint32_t word[EV_BCH_WORD_BYTES(N) / 4];
//
// int main(void) {
//     static const ev_bch_parameters_t parameters = {.polynomial = 0x11d, .n = N, .t = T, .first_root = 1};
//     uint8_t message[28] = {0x4a, 0x12}, sent[32], back[28];         // k = 223 bits
//     size_t length = 0, corrected = 0;
//     ev_bch_code_t code;
//     if (ev_bch_init(&code, tables, sizeof tables, &parameters) != EV_OK) return 1;
//     if (ev_bch_put_message(&code, word, sizeof word, message, sizeof message, EV_MSB_FIRST) != EV_OK) return 2;
//     if (ev_bch_encode(&code, word, sizeof word) != EV_OK) return 3;
//     if (ev_bch_get_word(&code, sent, sizeof sent, &length, word, sizeof word, EV_MSB_FIRST) != EV_OK) return 4;
//     sent[3] ^= 0x81;                                                // two bits arrive wrong
//     if (ev_bch_put_word(&code, word, sizeof word, sent, length, EV_MSB_FIRST) != EV_OK) return 5;
//     if (ev_bch_decode(&code, word, sizeof word, &corrected, NULL, NULL, 0, work, sizeof work) != EV_OK) return 6;
//     if (ev_bch_get_message(&code, back, sizeof back, &length, word, sizeof word, EV_MSB_FIRST) != EV_OK) return 7;
//     return corrected != 2 || memcmp(back, message, sizeof back) != 0;
// }
// ```
//
// A word is a polynomial over GF(2) in 32-bit words: the coefficient of x^i is bit i % 32 of word[i / 32], bits above the
// last one are 0. The message is the coefficients of x^(n-1) .. x^(n-k), sent first; the check bits follow. An extended
// code has one more bit, the parity of all others, sent last: it is bit 0, and the coefficient of x^i moves to bit i + 1.
// Positions count in order of transmission: position p is bit length - 1 - p, where length is n, or n + 1 if extended.
// The generator is the least binary polynomial with the roots alpha^first_root .. alpha^(first_root + 2t - 1), alpha = x
// mod the field polynomial. n below 2^m - 1 is a shortened code.
//
// Corrects e errors and s erasures with 2e + s <= 2t; an extended code also detects every pattern of t + 1 errors.
// code.h has the types of positions and corrections, and the order of the statuses.
// Sources: Blahut 2003, ch. 6 and 7; erasures by decoding twice, with the erased bits all 0 and all 1 (sec. 7.4).
#ifndef EVARISTE_BCH_H
#define EVARISTE_BCH_H

#include <evariste/rs.h>

typedef struct ev_bch_parameters {
    uint16_t polynomial;   // of the field, primitive, degree 3..14
    uint16_t n;            // bits sent, the parity bit of an extended code not counted
    uint16_t t;            // errors to correct, at most 255
    uint16_t first_root;   // 1 in nearly every standard
    uint16_t extended;     // not 0: with a parity bit
} ev_bch_parameters_t;

// A code ready for use. k is its number of message bits; the other members are the library's own.
typedef struct ev_bch_code {
    ev_rs_code_t small;          // m <= 8: the Reed-Solomon code with the same roots lends its kernels
    ev_gf16_t large;             // m >= 9
    const uint32_t *generator;   // generator - x^checks, ceil(checks / 32) words
    const uint32_t *low;         // the backend's tables
    uint16_t m, n, k, t, checks, first_root, extended;
} ev_bch_code_t;

// Bytes of table memory for ev_bch_init, of work memory for ev_bch_decode, of a word: constant expressions.
// (The generator's degree is at most m t when first_root is 1, and 2 m t always.)
#define EV_BCH_GENERATOR_WORDS(m, t) ((2u * (m) * (t) + 31u) / 32u)
#define EV_BCH_TABLE_BYTES(m, t)                                                         \
    (((m) <= 8u ? EV_RS_TABLE_BYTES(m, 2u * (t)) : 4u * EV_GF16_TABLE_WORDS(m)) +        \
     4u * EV_BCH_GENERATOR_WORDS(m, t) + 4u * EV_BCH_LOW_WORDS(m, t))
#define EV_BCH_WORD_BYTES(n) (((n) + 32u) / 32u * 4u)
#define EV_BCH_WORK_BYTES(n, t) (EV_RS_WORK_BYTES(2u * (t)) + 28u * (t) + 32u + 2u * EV_BCH_WORD_BYTES(n))

#ifdef __cplusplus
extern "C" {
#endif

// The same sizes for parameters or a code. 0 for parameters that make no code (ev_bch_init says why).
size_t ev_bch_table_bytes(const ev_bch_parameters_t *parameters);
size_t ev_bch_word_bytes(const ev_bch_code_t *code);
size_t ev_bch_work_bytes(const ev_bch_code_t *code);

// Prepares a code. The tables belong to it as long as it is used. EV_OVERLAP if they overlap the code or the
// parameters. A wrong parameter has its own status: EV_BAD_DEGREE, EV_BAD_CODE_LENGTH, EV_BAD_CAPABILITY,
// EV_REDUCIBLE, EV_NOT_PRIMITIVE.
ev_status_t ev_bch_init(ev_bch_code_t *code, uint32_t *tables, size_t table_bytes,
                        const ev_bch_parameters_t *parameters);

// Fills in the check bits (and the parity bit) of a word that holds the message bits. EV_BAD_SYMBOL if a bit above the
// last one is set.
ev_status_t ev_bch_encode(const ev_bch_code_t *code, uint32_t *word, size_t word_bytes);

// Corrects a word in place. Writes the number of bits changed to *corrected, and which to *corrections; each may be
// NULL. `erasures` lists positions of unreliable bits. EV_OVERLAP if word and work memory overlap; the other buffers
// may not overlap them either, which is not looked at.
ev_status_t ev_bch_decode(const ev_bch_code_t *code, uint32_t *word, size_t word_bytes, size_t *corrected,
                          ev_corrections_t *corrections, const ev_position_t *erasures, size_t erasure_count,
                          uint32_t *work, size_t work_bytes);

// Words from and to the bytes that are transmitted. Bit p in order of transmission is bit p % 8 of byte p / 8, counted
// from the most or from the least significant one. A whole word has ceil(length / 8) bytes, a message ceil(k / 8). What
// remains of the last byte is 0: EV_BAD_SYMBOL otherwise. EV_BAD_LENGTH for any other number of bytes, EV_OVERLAP if
// word and bytes overlap. ev_bch_put_message clears the other bits of the word.
ev_status_t ev_bch_put_word(const ev_bch_code_t *code, uint32_t *word, size_t word_bytes, const uint8_t *bytes,
                            size_t length, ev_bit_order_t order);
ev_status_t ev_bch_put_message(const ev_bch_code_t *code, uint32_t *word, size_t word_bytes, const uint8_t *bytes,
                               size_t length, ev_bit_order_t order);

// The other way. Write the number of bytes to *length. EV_TOO_SMALL if the capacity is below that; EV_BAD_SYMBOL if the
// word has a bit above its last one.
ev_status_t ev_bch_get_word(const ev_bch_code_t *code, uint8_t *bytes, size_t capacity, size_t *length,
                            const uint32_t *word, size_t word_bytes, ev_bit_order_t order);
ev_status_t ev_bch_get_message(const ev_bch_code_t *code, uint8_t *bytes, size_t capacity, size_t *length,
                               const uint32_t *word, size_t word_bytes, ev_bit_order_t order);

#ifdef __cplusplus
}
#endif

#endif
