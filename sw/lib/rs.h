// SPDX-License-Identifier: Apache-2.0
// Reed-Solomon codes over GF(2^m), m = 2..8, one byte a symbol: systematic encoder, errors-and-erasures decoder.
//
// A word is n bytes, message first, in order of transmission: byte 0 is the coefficient of x^(n-1). The generator has
// the roots beta^first_root .. beta^(first_root + checks - 1), beta = alpha^step, alpha = x mod the field polynomial. n
// below 2^m - 1 is a shortened code (the fill at the front is zero and neither stored nor sent). `punctured` symbols at
// the end of the parity are not sent: the full code then has n + punctured - k check symbols, and the decoder treats
// the missing ones as erasures. The bits of a byte above m must be 0, in erased symbols too.
//
// Corrects e errors and s erasures with 2e + s <= checks (punctured symbols count as erasures).
// Source: Blahut, "Algebraic Codes for Data Transmission" (2003), ch. 7: Berlekamp-Massey started from the erasure
// locator, Chien search, Forney's formula.
#ifndef EVARISTE_RS_H
#define EVARISTE_RS_H

#include <stdint.h>

#include "code.h"
#include "fields.h"
#include "gf_table.h"
#include "rs_sizes.h"

typedef struct ev_rs_parameters {
    uint16_t polynomial;   // of the field, bit i = coefficient of x^i; primitive, degree 2..8
    uint16_t n, k;         // symbols of a sent word, symbols of the message
    uint16_t first_root;   // any; taken modulo 2^m - 1
    uint16_t step;         // coprime to 2^m - 1
    uint16_t punctured;    // check symbols not sent
} ev_rs_parameters_t;

// A code ready for use: in ROM (generated) or made by ev_rs_init. The tables are shared by all backends.
typedef struct ev_rs_code {
    gf_field_t field;           // the lanes' field register
    const uint8_t *exp;         // see gf_table.h
    const uint16_t *log;
    const uint16_t *generator;  // logs of the generator's coefficients of x^0 .. x^(checks-1)
    const uint32_t *low;        // the backend's own tables
    uint16_t polynomial;
    uint8_t m, order;           // order = 2^m - 1
    uint8_t n, k, checks;       // checks = n - k + punctured
    uint8_t punctured;
    uint8_t first_root, step;   // modulo order
} ev_rs_code_t;

// Words of table memory for ev_rs_init, a constant expression; checks = n - k + punctured.
#define EV_RS_TABLE_WORDS(m, checks) \
    (EV_RS_LOW_WORDS(m, checks) + (EV_GF_EXP_BYTES(m) + 2u * EV_GF_LOG_ENTRIES(m) + 2u * (checks) + 3u) / 4u)

#define EV_RS_TABLE_WORDS_ANY (EV_RS_TABLE_WORDS(8u, 254u) + EV_RS_TABLE_WORDS(8u, 64u))   // enough for every code

// Words of work memory for ev_rs_decode, a constant expression.
#define EV_RS_WORK_STRIDE(checks) (((checks) + 15u) / 4u)
#define EV_RS_WORK_WORDS(checks) (6u * EV_RS_WORK_STRIDE(checks))

// Prepares a code. CODE_OK, or which parameter is wrong (CODE_BAD_..., CODE_REDUCIBLE, CODE_NOT_PRIMITIVE).
int ev_rs_init(ev_rs_code_t *code, const ev_rs_parameters_t *parameters, uint32_t *tables);

// Writes the n - k check symbols after the k message symbols of `word`. Returns CODE_OK, or CODE_BAD_SYMBOL; then the
// word is untouched.
int ev_rs_encode(const ev_rs_code_t *code, uint8_t *word);

// Corrects a word in place, fastest if the word is aligned to four bytes. `erasures` lists `count` positions (0 .. n-1)
// of unreliable symbols; NULL and 0 for none. Returns the number of symbols changed (0: the word was a codeword), or
// CODE_UNCORRECTABLE (always, if there are more erasures than check symbols), CODE_BAD_ERASURE or CODE_BAD_SYMBOL. With
// these three the word is untouched.
int ev_rs_decode(const ev_rs_code_t *code, uint8_t *word, const uint8_t *erasures, unsigned count, uint32_t *work);

// Is the word a codeword? Only for codes that are not punctured.
int ev_rs_check(const ev_rs_code_t *code, const uint8_t *word, uint32_t *work);

// The same on `depth` interleaved words: symbol i of word j is block[i * depth + j]. `scratch` holds n bytes rounded up
// to words. ev_rs_encode_interleaved returns CODE_OK, or CODE_BAD_SYMBOL and leaves the block untouched.
// ev_rs_decode_interleaved writes one status per word. It returns the number of corrected symbols, or the lowest of the
// negative statuses. Words with a negative status are untouched, the others are corrected.
int ev_rs_encode_interleaved(const ev_rs_code_t *code, uint8_t *block, unsigned depth, uint32_t *scratch);
int ev_rs_decode_interleaved(const ev_rs_code_t *code, uint8_t *block, unsigned depth, int16_t *status, uint32_t *scratch,
                          uint32_t *work);

#endif
