// SPDX-License-Identifier: Apache-2.0
// Reed-Solomon codes over GF(2^m), m = 9..14 (see rs16.h). The steps are those of rs.c.

#include "rs16.h"

#include <stddef.h>

#include "gf_table.h"

// Exponent of alpha of beta^exponent.
static unsigned beta_log(const ev_rs16_code_t *code, uint32_t exponent) {
    return (uint32_t)code->step * (exponent % code->field.order) % code->field.order;
}

static unsigned beta(const ev_rs16_code_t *code, uint32_t exponent) {
    return ev_gf16_alpha(&code->field, beta_log(code, exponent));
}

int ev_rs16_init(ev_rs16_code_t *code, const ev_rs_parameters_t *parameters, uint32_t *tables) {
    const unsigned m = ev_gf_degree(parameters->polynomial);
    if (m < 9 || m > 14) return CODE_BAD_DEGREE;
    const unsigned order = (1u << m) - 1, full = (unsigned)parameters->n + parameters->punctured;
    if (parameters->n < 2 || full > order) return CODE_BAD_LENGTH;
    if (parameters->k < 1 || parameters->k >= parameters->n) return CODE_BAD_DIMENSION;
    unsigned a = parameters->step % order, b = order;
    while (a) {
        const unsigned rest = b % a;
        b = a;
        a = rest;
    }
    if (b != 1) return CODE_BAD_STEP;
    const int status = ev_gf16_init(&code->field, parameters->polynomial, tables);
    if (status != CODE_OK) return status;
    code->n = parameters->n;
    code->k = parameters->k;
    code->punctured = parameters->punctured;
    code->checks = (uint16_t)(full - parameters->k);
    code->first_root = (uint16_t)(parameters->first_root % order);
    code->step = (uint16_t)(parameters->step % order);
    uint16_t *const generator = (uint16_t *)(tables + EV_GF16_TABLE_WORDS(m));
    for (unsigned i = 0; i < code->checks; i++) {
        const unsigned root = beta(code, code->first_root + i);
        generator[i] = 1;
        for (unsigned j = i; j > 0; j--)
            generator[j] = (uint16_t)(generator[j - 1] ^ ev_gf16_mul(&code->field, generator[j], root));
        generator[0] = (uint16_t)ev_gf16_mul(&code->field, generator[0], root);
    }
    code->generator = generator;
    return CODE_OK;
}

static int has_high_bit(const ev_rs16_code_t *code, const uint16_t *symbols, unsigned count) {
    unsigned any = 0;
    for (unsigned j = 0; j < count; j++) any |= symbols[j];
    return any > code->field.order;   // all of m bits
}

int ev_rs16_encode(const ev_rs16_code_t *code, uint16_t *word, uint32_t *work) {
    if (has_high_bit(code, word, code->k)) return CODE_BAD_SYMBOL;
    uint16_t *const state = (uint16_t *)work;
    const unsigned last = code->checks - 1u;
    for (unsigned i = 0; i <= last; i++) state[i] = 0;
    for (unsigned j = 0; j < code->k; j++) {
        const unsigned lead = word[j] ^ state[0];
        for (unsigned i = 0; i < last; i++)
            state[i] = (uint16_t)(state[i + 1] ^ ev_gf16_mul(&code->field, lead, code->generator[last - i]));
        state[last] = (uint16_t)ev_gf16_mul(&code->field, lead, code->generator[0]);
    }
    for (unsigned i = code->k; i < code->n; i++) word[i] = state[i - code->k];
    return CODE_OK;
}

static unsigned syndromes_of(const ev_rs16_code_t *code, const uint16_t *word, uint16_t *syndromes) {
    unsigned any = 0;
    for (unsigned i = 0; i < code->checks; i++) {
        const unsigned root = beta(code, code->first_root + i);
        unsigned sum = 0;
        for (unsigned j = 0; j < code->n; j++) sum = ev_gf16_mul(&code->field, sum, root) ^ word[j];
        any |= sum;
        syndromes[i] = (uint16_t)ev_gf16_mul(&code->field, sum, beta(code, (uint32_t)(code->first_root + i) *
                                                                            code->punctured));
    }
    return any;
}

// Forney's formula at one position; evaluator and locator as in sw/low/portable/rs_forney.c.
static unsigned value_at(const ev_rs16_code_t *code, const uint16_t *evaluator, const uint16_t *locator, unsigned degree,
                         unsigned position) {
    const ev_gf16_t *const field = &code->field;
    const unsigned place = beta_log(code, position), order = field->order;
    const unsigned point = ev_gf16_alpha(field, place ? order - place : 0), square = ev_gf16_mul(field, point, point);
    unsigned above = 0, below = 0;
    for (unsigned i = degree; i-- > 0;) above = ev_gf16_mul(field, above, point) ^ evaluator[i];
    for (unsigned i = (degree - 1) | 1; i < degree + 1; i -= 2) below = ev_gf16_mul(field, below, square) ^ locator[i];
    const unsigned shift = (uint32_t)place * ((order + 1u - code->first_root) % order) % order;
    return ev_gf16_mul(field, ev_gf16_mul(field, above, ev_gf16_alpha(field, shift)), ev_gf16_inv(field, below));
}

int ev_rs16_decode(const ev_rs16_code_t *code, uint16_t *word, const uint16_t *erasures, unsigned count, uint32_t *work) {
    const ev_gf16_t *const field = &code->field;
    const unsigned checks = code->checks, erased = count + code->punctured;
    uint16_t *const syndromes = (uint16_t *)work, *const locator = syndromes + checks;
    uint16_t *const previous = locator + checks + 2, *const positions = previous + checks + 2;
    uint16_t *const values = positions + checks;
    for (unsigned e = 0; e < count; e++) {
        if (erasures[e] >= code->n) return CODE_BAD_ERASURE;
        for (unsigned other = 0; other < e; other++)
            if (erasures[other] == erasures[e]) return CODE_BAD_ERASURE;
    }
    if (erased > checks) return CODE_UNCORRECTABLE;
    if (has_high_bit(code, word, code->n)) return CODE_BAD_SYMBOL;
    if (syndromes_of(code, word, syndromes) == 0) return 0;
    for (unsigned i = 0; i < checks + 2; i++) locator[i] = 0;
    locator[0] = 1;
    for (unsigned e = 0; e < erased; e++) {
        const unsigned position = e < count ? code->n - 1u - erasures[e] + code->punctured : e - count;
        const unsigned root = beta(code, position);
        for (unsigned i = e + 1; i > 0; i--) locator[i] ^= (uint16_t)ev_gf16_mul(field, locator[i - 1], root);
    }
    const unsigned length = ev_gf16_locator(field, syndromes, checks, erased, locator, previous);
    if (2 * length - erased > checks || locator[length] == 0) return CODE_UNCORRECTABLE;
    if (ev_gf16_roots(field, locator, length, code->step, (unsigned)code->n + code->punctured, positions, previous) != length)
        return CODE_UNCORRECTABLE;
    uint16_t *const evaluator = previous;
    for (unsigned i = 0; i < length; i++) {
        unsigned sum = 0;
        for (unsigned j = 0; j <= i; j++) sum ^= ev_gf16_mul(field, locator[j], syndromes[i - j]);
        evaluator[i] = (uint16_t)sum;
    }
    for (unsigned i = 0; i < length; i++) values[i] = (uint16_t)value_at(code, evaluator, locator, length, positions[i]);
    int changed = 0;
    for (unsigned i = 0; i < length; i++) {
        if (positions[i] < code->punctured) continue;
        word[code->n - 1u + code->punctured - positions[i]] ^= values[i];
        changed += values[i] != 0;
    }
    return changed;
}
