// SPDX-License-Identifier: Apache-2.0
// What a backend provides for the codes: a folder sw/low/<backend> that fills this contract, file by file. A file that
// it lacks comes from sw/low/portable. Nothing here is secret: words, positions and tables may decide branches and
// addresses. The functions of the library (sw/lib) have checked everything: pointers are there, symbols are below 2^m,
// erasures are distinct and within the word, memory is large enough. A kernel checks nothing again.
//
//   file                             what it has
//   evariste/backend/codes.h         EV_RS_LOW_WORDS, EV_BCH_LOW_WORDS, EV_GF16_TABLE_WORDS: constant expressions
//   gf16.h                           inline arithmetic of GF(2^m), m = 9..14, see below
//   rs_syndromes.c                   ev_rs_low_start, ev_rs_low_syndromes
//   rs_berlekamp_massey.c            ev_rs_low_berlekamp_massey
//   rs_chien.c                       ev_rs_low_chien
//   rs_forney.c                      ev_rs_low_forney
//   rs_parity.c                      ev_rs_low_parity
//   rs_tables.c                      ev_rs_low_logarithms, ev_rs_low_generator, ev_rs_low_init
//   rs_rom_<name>.c                  the constants of rs_rom.h, made by `ev gen` with the tables of rs_tables.c
//   bch_remainder.c                  ev_bch_low_init, ev_bch_low_remainder
//   bch_short.c                      ev_bch31_11_low_start and so on
//   bch63_51_decode4.c               ev_bch63_51_low_decode4
//   crc_words.c                      ev_crc_low_words
//   ccsds.c                          ev_ccsds_low_to_dual, ev_ccsds_low_to_conventional
//
// gf16.h has inline functions; operands are below 2^m:
//   void ev_gf16_tables(ev_gf16_t *field, uint32_t *tables)      fills mu, or exp and log in EV_GF16_TABLE_WORDS(m) words,
//                                                                of a field whose polynomial, m and order are set
//   unsigned ev_gf16_mul(const ev_gf16_t *field, unsigned a, unsigned b)
//   unsigned ev_gf16_inv(const ev_gf16_t *field, unsigned a)     a is not 0
//   unsigned ev_gf16_alpha(const ev_gf16_t *field, unsigned i)   x^i, 0 <= i < order
//
// Polynomials of the Reed-Solomon kernels are byte arrays, coefficient of x^i at index i, word aligned, and zero up to
// the next multiple of four bytes above their last coefficient. A position in them is a power of x: symbol index i of a
// word is the position n - 1 - i + punctured. A word itself may have any alignment.
#ifndef EVARISTE_CODES_BACKEND_H
#define EVARISTE_CODES_BACKEND_H

#include <evariste/bch.h>
#include <evariste/crc.h>
#include <evariste/rs.h>

// ---- Reed-Solomon codes, m = 2..8, and BCH codes over these fields ----

#define EV_RS_WORK_STRIDE(checks) (EV_RS_WORK_BYTES(checks) / 24u)   // words of each array of the state

typedef struct ev_rs_state {
    // EV_RS_WORK_STRIDE(checks) words each, one after the other.
    uint8_t *syndromes;   // `checks` of them
    uint8_t *locator;     // of errors and erasures; locator[0] = 1
    uint8_t *previous;    // scratch of Berlekamp-Massey
    uint8_t *evaluator;
    uint8_t *positions;   // of the roots found
    uint8_t *values;      // what to add at those positions
    unsigned erased;      // number of erasures, 0 .. checks; their positions come first in `positions`
    unsigned degree;      // of the locator, 1 .. checks
} ev_rs_state_t;

// Makes the code's field the backend's current one. ev_rs_low_syndromes does so itself.
void ev_rs_low_start(const ev_rs_code_t *code);

// S_i = sum of word[j] * beta^((first_root + i) * (n - 1 - j)), i < checks. Returns 0 if and only if all are zero.
unsigned ev_rs_low_syndromes(const ev_rs_code_t *code, const uint8_t *word, uint8_t *syndromes);

// Berlekamp-Massey, with at most `checks` erasures. Computes the locator of errors and erasures and returns their
// number, 0 .. checks. If the locator's degree is lower, the word is uncorrectable. The backend may overwrite
// syndromes, previous and evaluator.
unsigned ev_rs_low_berlekamp_massey(const ev_rs_code_t *code, ev_rs_state_t *state);

// Finds the positions p below n + punctured with locator(beta^-p) = 0, erasures included. Returns state->degree if there
// are that many, else a smaller number. The locator's coefficient of x^degree is not 0.
unsigned ev_rs_low_chien(const ev_rs_code_t *code, ev_rs_state_t *state);

// Forney: computes the value to add at each of the state->degree positions. Returns 0 if two positions are the same.
unsigned ev_rs_low_forney(const ev_rs_code_t *code, ev_rs_state_t *state);

// The check symbols behind the message: the highest n - k coefficients of message(x) * x^checks mod the generator.
void ev_rs_low_parity(const ev_rs_code_t *code, uint8_t *word);

// Fills exp and log (gf_table.h) for the code's polynomial. EV_REDUCIBLE or EV_NOT_PRIMITIVE if that does not make a
// field. `memory` is that of ev_rs_low_init and ends at `log`. `inverse_step` is the inverse of the code's step modulo its order. The
// code's numbers are set, its tables are not.
ev_status_t ev_rs_low_logarithms(ev_rs_code_t *code, uint8_t *exp, uint16_t *log, unsigned inverse_step,
                                 uint32_t *memory);

// The logarithms of the generator's coefficients of x^0 .. x^(checks-1).
void ev_rs_low_generator(const ev_rs_code_t *code, uint16_t *generator);

// Makes the backend's tables in EV_RS_LOW_WORDS(m, checks) words and points code->low at them. All other fields are
// already set.
void ev_rs_low_init(ev_rs_code_t *code, uint32_t *memory);

// ---- BCH codes ----

// The word mod the generator, ceil(checks / 32) words; 1 <= checks < n. The word is not extended and has no bit above
// x^(n-1). Returns 0 if and only if the remainder is zero.
uint32_t ev_bch_low_remainder(const ev_bch_code_t *code, const uint32_t *word, uint32_t *remainder);

// Makes the backend's tables in EV_BCH_LOW_WORDS(m, t) words and points code->low at them. All other fields are already
// set.
void ev_bch_low_init(ev_bch_code_t *code, uint32_t *memory);

// The decoders of bch_short.h. The number of bits corrected, or EV_BCH_LOW_BEYOND for a word beyond correction or with a
// bit above the code's length; then it is untouched. Before them the code's start function loads its field; after
// another use of the field register it must do so again.
#define EV_BCH_LOW_BEYOND (-1)
void ev_bch31_11_low_start(void);
int ev_bch31_11_low_decode(uint32_t *word);
void ev_bch63_51_low_start(void);
int ev_bch63_51_low_decode(uint32_t word[2]);

// Four consecutive words of BCH(63, 51). Byte i of the result is what ev_bch63_51_low_decode returns for word i.
uint32_t ev_bch63_51_low_decode4(uint32_t words[8]);

// ---- Checksums and symbols ----

// The state after `count` words, any number of them, word aligned.
uint32_t ev_crc_low_words(const ev_crc_t *crc, const uint32_t *words, size_t count);

// In place, any number of symbols, any alignment.
void ev_ccsds_low_to_dual(uint8_t *symbols, size_t count);
void ev_ccsds_low_to_conventional(uint8_t *symbols, size_t count);

// ---- What library and kernels share ----

// Sets the locator to 1, previous and evaluator to 0.
static inline void ev_rs_start_locator(const ev_rs_code_t *code, ev_rs_state_t *state) {
    uint32_t *const words = (uint32_t *)state->locator;
    for (unsigned i = 0; i < 3 * EV_RS_WORK_STRIDE(code->checks); i++) words[i] = 0;
    words[0] = 1;
}

// Points at the arrays of the state in `work`.
static inline void ev_rs_state_arrays(ev_rs_state_t *state, uint32_t *work, unsigned checks) {
    const unsigned stride = EV_RS_WORK_STRIDE(checks);
    state->syndromes = (uint8_t *)work;
    state->locator = (uint8_t *)(work + stride);
    state->previous = (uint8_t *)(work + 2 * stride);
    state->evaluator = (uint8_t *)(work + 3 * stride);
    state->positions = (uint8_t *)(work + 4 * stride);
    state->values = (uint8_t *)(work + 5 * stride);
}

static inline unsigned ev_rs_multiply(const ev_rs_code_t *code, unsigned a, unsigned b) {
    return code->exp[code->log[a] + code->log[b]];
}

// A number below 2^24 modulo the order, 2^m - 1: the sum of its m-bit digits (casting out nines).
static inline unsigned ev_rs_modulo(const ev_rs_code_t *code, uint32_t number) {
    while (number > code->order) number = (number & code->order) + (number >> code->m);
    return number == code->order ? 0 : number;
}

// Logarithm (base alpha) of beta^exponent; exponent below 2^16.
static inline unsigned ev_rs_beta_log(const ev_rs_code_t *code, uint32_t exponent) {
    return ev_rs_modulo(code, code->step * exponent);
}

#endif
