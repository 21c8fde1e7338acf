// SPDX-License-Identifier: Apache-2.0
// Reed-Solomon codes: set-up, and the decoder's steps from syndromes to the corrected word (see evariste/rs.h). The
// backend provides the kernels (codes_backend.h).

#include <evariste/rs.h>
#include <string.h>

#include "codes_backend.h"
#include "overlap.h"
#include "gf_table.h"

// The inverse of `number` modulo `order`, for number < order; 0 when there is none. Extended Euclidean algorithm.
static unsigned inverse_modulo(unsigned number, unsigned order) {
    unsigned a = order, b = number;
    int u = 0, v = 1;
    while (b > 1) {
        const unsigned quotient = a / b, remainder = a - quotient * b;
        const int w = u - (int)quotient * v;
        a = b;
        b = remainder;
        u = v;
        v = w;
    }
    return b == 0 ? 0 : (unsigned)(v < 0 ? v + (int)order : v);
}

// Degree, length and dimension of a code.
static ev_status_t check_lengths(const ev_rs_parameters_t *parameters, unsigned m) {
    if (m < 2 || m > 8) return EV_BAD_DEGREE;
    if (parameters->n < 2 || (unsigned)parameters->n + parameters->punctured >= 1u << m) return EV_BAD_CODE_LENGTH;
    return parameters->k < 1 || parameters->k >= parameters->n ? EV_BAD_DIMENSION : EV_OK;
}

static inline unsigned checks_of(const ev_rs_parameters_t *parameters) {
    return (unsigned)parameters->n - parameters->k + parameters->punctured;
}

size_t ev_rs_table_bytes(const ev_rs_parameters_t *parameters) {
    if (!parameters) return 0;
    const unsigned m = ev_gf_degree(parameters->polynomial);
    return check_lengths(parameters, m) == EV_OK ? EV_RS_TABLE_BYTES(m, checks_of(parameters)) : 0;
}

size_t ev_rs_work_bytes(const ev_rs_code_t *code) { return code ? code->work_bytes : 0; }

size_t ev_rs_interleaved_work_bytes(const ev_rs_code_t *code) {
    return code ? code->work_bytes + (code->n + 3u) / 4u * 4u : 0;
}

ev_status_t ev_rs_init(ev_rs_code_t *code, uint32_t *tables, size_t table_bytes, const ev_rs_parameters_t *parameters) {
    if (!code || !tables || !parameters) return EV_NULL;
    const unsigned m = ev_gf_degree(parameters->polynomial);
    const ev_status_t lengths = check_lengths(parameters, m);
    if (lengths != EV_OK) return lengths;
    const unsigned order = (1u << m) - 1, checks = checks_of(parameters), low = EV_RS_LOW_WORDS(m, checks);
    const size_t needed = 4 * low + EV_RS_SHARED_BYTES(m, checks);
    if (table_bytes < needed) return EV_TOO_SMALL;
    if (ev_overlap(tables, needed, code, sizeof *code)) return EV_OVERLAP;
    if (ev_overlap(tables, needed, parameters, sizeof *parameters)) return EV_OVERLAP;
    uint16_t *const log = (uint16_t *)(tables + low);
    uint8_t *const exp = (uint8_t *)(log + EV_GF_LOG_ENTRIES(m));
    uint16_t *const generator = (uint16_t *)(exp + EV_GF_EXP_BYTES(m));
    ev_gf_field_init(code->field, parameters->polynomial, m);
    code->exp = exp;
    code->log = log;
    code->generator = generator;
    code->polynomial = parameters->polynomial;
    code->m = (uint8_t)m;
    code->order = (uint8_t)order;
    code->n = (uint8_t)parameters->n;
    code->k = (uint8_t)parameters->k;
    code->checks = (uint8_t)checks;
    code->punctured = (uint8_t)parameters->punctured;
    code->first_root = (uint8_t)ev_rs_modulo(code, parameters->first_root);
    code->step = (uint8_t)ev_rs_modulo(code, parameters->step);
    code->work_bytes = (uint16_t)EV_RS_WORK_BYTES(checks);
    const unsigned inverse_step = inverse_modulo(code->step, order);
    if (inverse_step == 0) return EV_BAD_STEP;
    const ev_status_t status = ev_rs_low_logarithms(code, exp, log, inverse_step, tables);
    if (status != EV_OK) return status;
    ev_rs_low_generator(code, generator);
    ev_rs_low_init(code, tables);
    return EV_OK;
}

// Does any of `count` symbols have a bit above m? Looks at four at a time if they are aligned. Not inlined: fields of
// degree 8 need no check and should not pay for one.
static __attribute__((noinline)) int has_high_bit(const ev_rs_code_t *code, const uint8_t *symbols, size_t count) {
    const uint8_t *const end = symbols + count;
    uint32_t any = 0;
    while (symbols < end && (uintptr_t)symbols & 3) any |= *symbols++;
    for (; end - symbols >= 4; symbols += 4) {
        uint32_t four;
        memcpy(&four, __builtin_assume_aligned(symbols, 4), 4);
        any |= four;
    }
    while (symbols < end) any |= *symbols++;
    return (any & 0x01010101u * (0xFFu ^ code->order)) != 0;
}

ev_status_t ev_rs_encode(const ev_rs_code_t *code, uint8_t *word, size_t word_bytes) {
    if (!code || !word) return EV_NULL;
    if (word_bytes != code->n) return EV_BAD_LENGTH;
    if (code->m < 8 && has_high_bit(code, word, code->k)) return EV_BAD_SYMBOL;
    ev_rs_low_parity(code, word);
    return EV_OK;
}

// What can be said of a word and its work memory without looking into them.
static inline ev_status_t check_buffers(const ev_rs_code_t *code, const uint8_t *word, size_t word_bytes,
                                        const uint32_t *work, size_t work_bytes) {
    if (!code || !word || !work) return EV_NULL;
    if (word_bytes != code->n) return EV_BAD_LENGTH;
    if (work_bytes < code->work_bytes) return EV_TOO_SMALL;
    return ev_overlap(word, word_bytes, work, code->work_bytes) ? EV_OVERLAP : EV_OK;
}

ev_status_t ev_rs_check(const ev_rs_code_t *code, const uint8_t *word, size_t word_bytes, uint32_t *work,
                        size_t work_bytes) {
    const ev_status_t buffers = check_buffers(code, word, word_bytes, work, work_bytes);
    if (buffers != EV_OK) return buffers;
    if (code->punctured) return EV_BAD_PUNCTURING;
    if (code->m < 8 && has_high_bit(code, word, code->n)) return EV_BAD_SYMBOL;
    return ev_rs_low_syndromes(code, word, (uint8_t *)work) == 0 ? EV_OK : EV_NOT_A_CODEWORD;
}

// Finds the positions of erasures and punctured symbols, and puts them where the kernels expect them. EV_UNCORRECTABLE
// if there are fewer check symbols.
static __attribute__((noinline)) ev_status_t list_erasures(const ev_rs_code_t *code, const ev_position_t *erasures,
                                                           size_t count, uint32_t *work) {
    uint32_t seen[8];
    seen[0] = seen[1] = seen[2] = seen[3] = seen[4] = seen[5] = seen[6] = seen[7] = 0;   // a call of memset takes longer
    uint8_t *to = (uint8_t *)(work + 4 * EV_RS_WORK_STRIDE(code->checks));
    uint8_t *const end = to + code->checks;   // the list may be too long, but is read to its end
    const unsigned n = code->n, punctured = code->punctured, first = n - 1u + punctured;
    const ev_position_t *const last = erasures + count;
    while (erasures != last) {
        const unsigned symbol = *erasures++;
        if (symbol >= n) return EV_BAD_ERASURE;
        const uint32_t bit = 1u << symbol % 32;
        uint32_t *const word = &seen[symbol / 32];
        if (*word & bit) return EV_BAD_ERASURE;
        *word |= bit;
        if (to < end) *to++ = (uint8_t)(first - symbol);
    }
    for (unsigned p = 0; p < punctured && to < end; p++) *to++ = (uint8_t)p;
    return count + punctured > code->checks ? EV_UNCORRECTABLE : EV_OK;
}

// The word's last symbol has position `punctured`, not 0.
static __attribute__((noinline)) void shift_syndromes(const ev_rs_code_t *code, uint8_t *syndromes) {
    for (unsigned i = 0; i < code->checks; i++) {
        const unsigned by = ev_rs_beta_log(code, (uint32_t)(code->first_root + i) * code->punctured);
        syndromes[i] = code->exp[code->log[syndromes[i]] + by];
    }
}

// Lists what will be corrected; erased and punctured symbols may have the value 0. EV_TOO_SMALL if there is more than
// the capacity; then nothing is written.
static __attribute__((noinline)) ev_status_t list_corrections(const ev_rs_code_t *code, const ev_rs_state_t *state,
                                                              ev_corrections_t *corrections) {
    size_t count = 0;
    for (unsigned i = 0; i < state->degree; i++) count += state->positions[i] >= code->punctured && state->values[i];
    if (count > corrections->capacity) return EV_TOO_SMALL;
    corrections->count = count;
    for (unsigned i = 0, at = 0; at < count; i++) {
        if (state->positions[i] < code->punctured || state->values[i] == 0) continue;
        if (corrections->positions)
            corrections->positions[at] = (ev_position_t)(code->n - 1u + code->punctured - state->positions[i]);
        if (corrections->magnitudes) corrections->magnitudes[at] = state->values[i];
        at++;
    }
    return EV_OK;
}

// Corrects a word some of whose symbols were erased or punctured. Returns how many were changed.
static __attribute__((noinline)) unsigned apply_some(const ev_rs_code_t *code, const ev_rs_state_t *state,
                                                     uint8_t *last) {
    const uint8_t *const positions = state->positions, *const values = state->values;
    const unsigned punctured = code->punctured;
    unsigned changed = state->degree;
    for (unsigned i = changed; i-- > 0;) {
        const unsigned position = positions[i], value = values[i];
        if (position >= punctured && value != 0)
            last[-(ptrdiff_t)position] ^= (uint8_t)value;
        else
            changed--;
    }
    return changed;
}

// Corrects a word whose syndromes are not all zero, with `erased` erasures and punctured symbols.
static __attribute__((noinline)) ev_status_t correct_symbols(const ev_rs_code_t *code, uint8_t *word, uint32_t *work,
                                                             ev_corrections_t *corrections, size_t *corrected,
                                                             unsigned erased) {
    ev_rs_state_t state;
    state.erased = erased;
    ev_rs_state_arrays(&state, work, code->checks);
    if (code->punctured) shift_syndromes(code, state.syndromes);
    unsigned length = ev_rs_low_berlekamp_massey(code, &state);
    if (2 * length - erased > code->checks || state.locator[length] == 0) return EV_UNCORRECTABLE;
    state.degree = length;
    if (ev_rs_low_chien(code, &state) != length) return EV_UNCORRECTABLE;
    if (!ev_rs_low_forney(code, &state)) return EV_UNCORRECTABLE;
    if (corrections && list_corrections(code, &state, corrections) != EV_OK) return EV_TOO_SMALL;
    uint8_t *const last = word + (code->n - 1u + code->punctured);
    if (erased) {
        length = apply_some(code, &state, last);
    } else {   // an error's value is not 0
        const uint8_t *const positions = state.positions, *const values = state.values;
        for (unsigned i = length; i-- > 0;) last[-(ptrdiff_t)positions[i]] ^= values[i];
    }
    if (corrected) *corrected = length;
    return EV_OK;
}

// Lists erased and punctured symbols, and refuses symbols that a field smaller than GF(2^8) does not have.
static __attribute__((noinline)) ev_status_t check_symbols(const ev_rs_code_t *code, const uint8_t *word,
                                                           const ev_position_t *erasures, size_t erasure_count,
                                                           uint32_t *work) {
    if (erasure_count || code->punctured) {
        const ev_status_t status = list_erasures(code, erasures, erasure_count, work);
        if (status != EV_OK) return status;
    }
    return code->m < 8 && has_high_bit(code, word, code->n) ? EV_BAD_SYMBOL : EV_OK;
}

ev_status_t ev_rs_decode(const ev_rs_code_t *code, uint8_t *word, size_t word_bytes, size_t *corrected,
                         ev_corrections_t *corrections, const ev_position_t *erasures, size_t erasure_count,
                         uint32_t *work, size_t work_bytes) {
    const ev_status_t buffers = check_buffers(code, word, word_bytes, work, work_bytes);
    if (buffers != EV_OK) return buffers;
    if (code->punctured || code->m < 8 || erasure_count) {
        if (erasure_count && !erasures) return EV_NULL;
        const ev_status_t status = check_symbols(code, word, erasures, erasure_count, work);
        if (status != EV_OK) return status;
    }
    if (ev_rs_low_syndromes(code, word, (uint8_t *)work) != 0)
        return correct_symbols(code, word, work, corrections, corrected, (unsigned)erasure_count + code->punctured);
    if (corrections) corrections->count = 0;
    if (corrected) *corrected = 0;
    return EV_OK;
}

// The same of a block of interleaved words. The word comes behind the decoder's work memory.
static ev_status_t check_block(const ev_rs_code_t *code, const uint8_t *block, size_t block_bytes, size_t depth,
                               const uint32_t *work, size_t work_bytes) {
    if (!code || !block || !work) return EV_NULL;
    if (depth < 1 || block_bytes % depth || block_bytes / depth != code->n) return EV_BAD_LENGTH;
    const size_t needed = ev_rs_interleaved_work_bytes(code);
    if (work_bytes < needed) return EV_TOO_SMALL;
    return ev_overlap(block, block_bytes, work, needed) ? EV_OVERLAP : EV_OK;
}

ev_status_t ev_rs_encode_interleaved(const ev_rs_code_t *code, uint8_t *block, size_t block_bytes, size_t depth,
                                     uint32_t *work, size_t work_bytes) {
    const ev_status_t buffers = check_block(code, block, block_bytes, depth, work, work_bytes);
    if (buffers != EV_OK) return buffers;
    if (code->m < 8 && has_high_bit(code, block, code->k * depth)) return EV_BAD_SYMBOL;
    uint8_t *const word = (uint8_t *)work + code->work_bytes;
    for (size_t j = 0; j < depth; j++) {
        for (unsigned i = 0; i < code->k; i++) word[i] = block[i * depth + j];
        ev_rs_low_parity(code, word);
        for (unsigned i = code->k; i < code->n; i++) block[i * depth + j] = word[i];
    }
    return EV_OK;
}

ev_status_t ev_rs_decode_interleaved(const ev_rs_code_t *code, uint8_t *block, size_t block_bytes, size_t depth,
                                     ev_rs_outcome_t *outcomes, size_t outcome_capacity, uint32_t *work,
                                     size_t work_bytes) {
    if (!outcomes) return EV_NULL;
    const ev_status_t buffers = check_block(code, block, block_bytes, depth, work, work_bytes);
    if (buffers != EV_OK) return buffers;
    if (outcome_capacity < depth) return EV_TOO_SMALL;
    uint8_t *const word = (uint8_t *)work + code->work_bytes;
    ev_status_t first = EV_OK;
    for (size_t j = 0; j < depth; j++) {
        size_t corrected = 0;
        for (unsigned i = 0; i < code->n; i++) word[i] = block[i * depth + j];
        const ev_status_t status = ev_rs_decode(code, word, code->n, &corrected, NULL, NULL, 0, work, work_bytes);
        outcomes[j].status = status;
        outcomes[j].corrected = corrected;
        if (first == EV_OK) first = status;
        if (corrected > 0)
            for (unsigned i = 0; i < code->n; i++) block[i * depth + j] = word[i];
    }
    return first;
}
