// SPDX-License-Identifier: Apache-2.0
// Reed-Solomon codes over GF(2^m), m = 9..14 (see evariste/rs16.h). The steps are those of rs.c.

#include <evariste/rs16.h>

#include "gf16_code.h"
#include "gf_table.h"
#include "overlap.h"

// Exponent of alpha of beta^exponent.
static unsigned beta_log(const ev_rs16_code_t *code, uint32_t exponent) {
    return (uint32_t)code->step * (exponent % code->field.order) % code->field.order;
}

static unsigned beta(const ev_rs16_code_t *code, uint32_t exponent) {
    return ev_gf16_alpha(&code->field, beta_log(code, exponent));
}

// Degree, length, dimension and step of a code.
static ev_status_t check_parameters(const ev_rs_parameters_t *parameters, unsigned m) {
    if (m < 9 || m > 14) return EV_BAD_DEGREE;
    const unsigned order = (1u << m) - 1, full = (unsigned)parameters->n + parameters->punctured;
    if (parameters->n < 2 || full > order) return EV_BAD_CODE_LENGTH;
    if (parameters->k < 1 || parameters->k >= parameters->n) return EV_BAD_DIMENSION;
    unsigned a = parameters->step % order, b = order;
    while (a) {
        const unsigned rest = b % a;
        b = a;
        a = rest;
    }
    return b == 1 ? EV_OK : EV_BAD_STEP;
}

static unsigned checks_of(const ev_rs_parameters_t *parameters) {
    return (unsigned)parameters->n - parameters->k + parameters->punctured;
}

size_t ev_rs16_table_bytes(const ev_rs_parameters_t *parameters) {
    if (!parameters) return 0;
    const unsigned m = ev_gf_degree(parameters->polynomial);
    return check_parameters(parameters, m) == EV_OK ? EV_RS16_TABLE_BYTES(m, checks_of(parameters)) : 0;
}

size_t ev_rs16_work_bytes(const ev_rs16_code_t *code) { return code ? EV_RS16_WORK_BYTES(code->checks) : 0; }

ev_status_t ev_rs16_init(ev_rs16_code_t *code, uint32_t *tables, size_t table_bytes,
                         const ev_rs_parameters_t *parameters) {
    if (!code || !tables || !parameters) return EV_NULL;
    const unsigned m = ev_gf_degree(parameters->polynomial);
    const ev_status_t checked = check_parameters(parameters, m);
    if (checked != EV_OK) return checked;
    const unsigned order = (1u << m) - 1, checks = checks_of(parameters);
    const size_t needed = EV_RS16_TABLE_BYTES(m, checks);
    if (table_bytes < needed) return EV_TOO_SMALL;
    if (ev_overlap(tables, needed, code, sizeof *code)) return EV_OVERLAP;
    if (ev_overlap(tables, needed, parameters, sizeof *parameters)) return EV_OVERLAP;
    const ev_status_t status = ev_gf16_init(&code->field, parameters->polynomial, tables);
    if (status != EV_OK) return status;
    code->n = parameters->n;
    code->k = parameters->k;
    code->punctured = parameters->punctured;
    code->checks = (uint16_t)checks;
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
    return EV_OK;
}

static int has_high_bit(const ev_rs16_code_t *code, const uint16_t *symbols, unsigned count) {
    unsigned any = 0;
    for (unsigned j = 0; j < count; j++) any |= symbols[j];
    return any > code->field.order;   // all of m bits
}

// What can be said of a word and its work memory without looking into them.
static ev_status_t check_buffers(const ev_rs16_code_t *code, const uint16_t *word, size_t word_bytes,
                                 const uint32_t *work, size_t work_bytes) {
    if (!code || !word || !work) return EV_NULL;
    if (word_bytes != 2u * code->n) return EV_BAD_LENGTH;
    const size_t needed = EV_RS16_WORK_BYTES(code->checks);
    if (work_bytes < needed) return EV_TOO_SMALL;
    return ev_overlap(word, word_bytes, work, needed) ? EV_OVERLAP : EV_OK;
}

ev_status_t ev_rs16_encode(const ev_rs16_code_t *code, uint16_t *word, size_t word_bytes, uint32_t *work,
                           size_t work_bytes) {
    const ev_status_t buffers = check_buffers(code, word, word_bytes, work, work_bytes);
    if (buffers != EV_OK) return buffers;
    if (has_high_bit(code, word, code->k)) return EV_BAD_SYMBOL;
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
    return EV_OK;
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

// Are they positions of the word, each once?
static int are_distinct(const ev_rs16_code_t *code, const ev_position_t *erasures, size_t count) {
    for (size_t e = 0; e < count; e++) {
        if (erasures[e] >= code->n) return 0;
        for (size_t other = 0; other < e; other++)
            if (erasures[other] == erasures[e]) return 0;
    }
    return 1;
}

// Applies the values at the positions, those of punctured symbols excepted, and lists those that are not 0. EV_TOO_SMALL,
// and nothing is done, if they are more than the capacity.
static ev_status_t apply(const ev_rs16_code_t *code, uint16_t *word, const uint16_t *positions, const uint16_t *values,
                         unsigned length, size_t *corrected, ev_corrections_t *corrections) {
    size_t changed = 0, at = 0;
    for (unsigned i = 0; i < length; i++) changed += positions[i] >= code->punctured && values[i];
    if (corrections && changed > corrections->capacity) return EV_TOO_SMALL;
    for (unsigned i = 0; i < length; i++) {
        if (positions[i] < code->punctured || values[i] == 0) continue;
        const unsigned place = code->n - 1u + code->punctured - positions[i];
        word[place] ^= values[i];
        if (corrections && corrections->positions) corrections->positions[at] = (ev_position_t)place;
        if (corrections && corrections->magnitudes) corrections->magnitudes[at] = values[i];
        at++;
    }
    if (corrections) corrections->count = changed;
    if (corrected) *corrected = changed;
    return EV_OK;
}

ev_status_t ev_rs16_decode(const ev_rs16_code_t *code, uint16_t *word, size_t word_bytes, size_t *corrected,
                           ev_corrections_t *corrections, const ev_position_t *erasures, size_t erasure_count,
                           uint32_t *work, size_t work_bytes) {
    if (erasure_count && !erasures) return EV_NULL;
    const ev_status_t buffers = check_buffers(code, word, word_bytes, work, work_bytes);
    if (buffers != EV_OK) return buffers;
    if (!are_distinct(code, erasures, erasure_count)) return EV_BAD_ERASURE;
    const ev_gf16_t *const field = &code->field;
    const unsigned checks = code->checks, count = (unsigned)erasure_count, erased = count + code->punctured;
    uint16_t *const syndromes = (uint16_t *)work, *const locator = syndromes + checks;
    uint16_t *const previous = locator + checks + 2, *const positions = previous + checks + 2;
    uint16_t *const values = positions + checks;
    if (erased > checks) return EV_UNCORRECTABLE;
    if (has_high_bit(code, word, code->n)) return EV_BAD_SYMBOL;
    if (syndromes_of(code, word, syndromes) == 0) return apply(code, word, NULL, NULL, 0, corrected, corrections);
    for (unsigned i = 0; i < checks + 2; i++) locator[i] = 0;
    locator[0] = 1;
    for (unsigned e = 0; e < erased; e++) {
        const unsigned position = e < count ? code->n - 1u - erasures[e] + code->punctured : e - count;
        const unsigned root = beta(code, position);
        for (unsigned i = e + 1; i > 0; i--) locator[i] ^= (uint16_t)ev_gf16_mul(field, locator[i - 1], root);
    }
    const unsigned length = ev_gf16_locator(field, syndromes, checks, erased, locator, previous);
    if (2 * length - erased > checks || locator[length] == 0) return EV_UNCORRECTABLE;
    if (ev_gf16_roots(field, locator, length, code->step, (unsigned)code->n + code->punctured, positions, previous) != length)
        return EV_UNCORRECTABLE;
    uint16_t *const evaluator = previous;
    for (unsigned i = 0; i < length; i++) {
        unsigned sum = 0;
        for (unsigned j = 0; j <= i; j++) sum ^= ev_gf16_mul(field, locator[j], syndromes[i - j]);
        evaluator[i] = (uint16_t)sum;
    }
    for (unsigned i = 0; i < length; i++) values[i] = (uint16_t)value_at(code, evaluator, locator, length, positions[i]);
    return apply(code, word, positions, values, length, corrected, corrections);
}
