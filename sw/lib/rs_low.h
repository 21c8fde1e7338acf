// SPDX-License-Identifier: Apache-2.0
// The Reed-Solomon kernels that each backend provides (sw/low/<backend>/rs_*.c or .S); for the library's own use.
//
// Polynomials are byte arrays, coefficient of x^i at index i, word aligned, and zero up to the next multiple of four
// bytes above their last coefficient. A position is a power of x: symbol index i of a word is the position
// n - 1 - i + punctured.
#ifndef EVARISTE_RS_LOW_H
#define EVARISTE_RS_LOW_H

#include "rs.h"

typedef struct ev_rs_state {
    // EV_RS_WORK_STRIDE(checks) words each, one after the other.
    uint8_t *syndromes;   // `checks` of them
    uint8_t *locator;     // of errors and erasures; locator[0] = 1
    uint8_t *previous;    // scratch of Berlekamp-Massey
    uint8_t *evaluator;
    uint8_t *positions;   // of the roots found
    uint8_t *values;      // what to add at those positions
    unsigned erased;      // number of erasures; ev_rs_low_berlekamp_massey finds their positions first in `positions`
    unsigned degree;      // of the locator
} ev_rs_state_t;

// Makes the code's field the backend's current one. ev_rs_low_syndromes does so itself.
void ev_rs_low_start(const ev_rs_code_t *code);

// S_i = sum of word[j] * beta^((first_root + i) * (n - 1 - j)), i < checks. Returns 0 if and only if all are zero.
unsigned ev_rs_low_syndromes(const ev_rs_code_t *code, const uint8_t *word, uint8_t *syndromes);

// Berlekamp-Massey, with at most `checks` erasures. Computes the locator of errors and erasures and returns their
// number. If the locator's degree is lower, the word is uncorrectable. The backend may overwrite syndromes, previous
// and evaluator.
unsigned ev_rs_low_berlekamp_massey(const ev_rs_code_t *code, ev_rs_state_t *state);

// Finds the positions p below n + punctured with locator(beta^-p) = 0, erasures included, at most state->degree of
// them. Returns how many.
unsigned ev_rs_low_chien(const ev_rs_code_t *code, ev_rs_state_t *state);

// Forney: computes the value to add at each of the state->degree positions. Returns 0 if two positions are the same.
unsigned ev_rs_low_forney(const ev_rs_code_t *code, ev_rs_state_t *state);

// The check symbols behind the message: the highest n - k coefficients of message(x) * x^checks mod the generator.
void ev_rs_low_parity(const ev_rs_code_t *code, uint8_t *word);

// Fills exp and log (gf_table.h) for the code's polynomial. If the polynomial does not make a field, the status says
// so. `memory` is that of ev_rs_low_init. `inverse_step` is the inverse of the code's step modulo its order. The code's
// numbers are set, its tables are not.
int ev_rs_low_logarithms(ev_rs_code_t *code, uint8_t *exp, uint16_t *log, unsigned inverse_step, uint32_t *memory);

// The logarithms of the generator's coefficients of x^0 .. x^(checks-1).
void ev_rs_low_generator(const ev_rs_code_t *code, uint16_t *generator);

// Makes the backend's tables in EV_RS_LOW_WORDS(m, checks) words and points code->low at them. All other fields are
// already set.
void ev_rs_low_init(ev_rs_code_t *code, uint32_t *memory);

// Sets the locator to 1, previous and evaluator to 0.
static inline void ev_rs_start_locator(const ev_rs_code_t *code, ev_rs_state_t *state) {
    uint32_t *const words = (uint32_t *)state->locator;
    for (unsigned i = 0; i < 3 * EV_RS_WORK_STRIDE(code->checks); i++) words[i] = 0;
    words[0] = 1;
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
