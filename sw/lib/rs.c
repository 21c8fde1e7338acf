// SPDX-License-Identifier: Apache-2.0
// Reed-Solomon codes: set-up, and the decoder's steps from syndromes to the corrected word (see rs.h). The backend
// provides the kernels (rs_low.h).

#include "rs.h"

#include <stddef.h>
#include <string.h>

#include "rs_low.h"

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

int ev_rs_init(ev_rs_code_t *code, const ev_rs_parameters_t *parameters, uint32_t *tables) {
    const unsigned m = ev_gf_degree(parameters->polynomial);
    if (m < 2 || m > 8) return CODE_BAD_DEGREE;
    const unsigned order = (1u << m) - 1, full = (unsigned)parameters->n + parameters->punctured;
    if (parameters->n < 2 || full > order) return CODE_BAD_LENGTH;
    if (parameters->k < 1 || parameters->k >= parameters->n) return CODE_BAD_DIMENSION;
    const unsigned checks = full - parameters->k;
    uint16_t *const log = (uint16_t *)(tables + EV_RS_LOW_WORDS(m, checks));
    uint8_t *const exp = (uint8_t *)(log + EV_GF_LOG_ENTRIES(m));
    uint16_t *const generator = (uint16_t *)(exp + EV_GF_EXP_BYTES(m));
    ev_gf_field_init(&code->field, parameters->polynomial);
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
    const unsigned inverse_step = inverse_modulo(code->step, order);
    if (inverse_step == 0) return CODE_BAD_STEP;
    const int status = ev_rs_low_logarithms(code, exp, log, inverse_step, tables);
    if (status != CODE_OK) return status;
    ev_rs_low_generator(code, generator);
    ev_rs_low_init(code, tables);
    return CODE_OK;
}

// Does any of `count` symbols have a bit above m? Looks at four at a time if they are aligned. Not inlined: fields of
// degree 8 need no check and should not pay for one.
static __attribute__((noinline)) int has_high_bit(const ev_rs_code_t *code, const uint8_t *symbols, unsigned count) {
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

int ev_rs_encode(const ev_rs_code_t *code, uint8_t *word) {
    if (code->m < 8 && has_high_bit(code, word, code->k)) return CODE_BAD_SYMBOL;
    ev_rs_low_parity(code, word);
    return CODE_OK;
}

int ev_rs_check(const ev_rs_code_t *code, const uint8_t *word, uint32_t *work) {
    if (code->m < 8 && has_high_bit(code, word, code->n)) return 0;
    return ev_rs_low_syndromes(code, word, (uint8_t *)work) == 0;
}

// Finds the positions of erasures and punctured symbols. Returns CODE_BAD_ERASURE, or CODE_UNCORRECTABLE if there are
// fewer check symbols.
static int list_erasures(const ev_rs_code_t *code, const uint8_t *erasures, unsigned count, ev_rs_state_t *state) {
    uint32_t seen[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    uint8_t *to = state->positions;
    uint8_t *const end = to + code->checks;   // the list may be too long, but is read to its end
    for (unsigned e = 0; e < count; e++) {
        const unsigned symbol = erasures[e];
        const uint32_t bit = 1u << symbol % 32;
        if (symbol >= code->n || seen[symbol / 32] & bit) return CODE_BAD_ERASURE;
        seen[symbol / 32] |= bit;
        if (to < end) *to++ = (uint8_t)(code->n - 1u - symbol + code->punctured);
    }
    for (unsigned p = 0; p < code->punctured && to < end; p++) *to++ = (uint8_t)p;
    state->erased = count + code->punctured;
    return state->erased > code->checks ? CODE_UNCORRECTABLE : CODE_OK;
}

// The word's last symbol has position `punctured`, not 0.
static void shift_syndromes(const ev_rs_code_t *code, uint8_t *syndromes) {
    for (unsigned i = 0; i < code->checks; i++) {
        const unsigned by = ev_rs_beta_log(code, (uint32_t)(code->first_root + i) * code->punctured);
        syndromes[i] = code->exp[code->log[syndromes[i]] + by];
    }
}

int ev_rs_decode(const ev_rs_code_t *code, uint8_t *word, const uint8_t *erasures, unsigned count, uint32_t *work) {
    const unsigned stride = EV_RS_WORK_STRIDE(code->checks);
    ev_rs_state_t state = {(uint8_t *)work,
                        (uint8_t *)(work + stride),
                        (uint8_t *)(work + 2 * stride),
                        (uint8_t *)(work + 3 * stride),
                        (uint8_t *)(work + 4 * stride),
                        (uint8_t *)(work + 5 * stride),
                        0,
                        0};
    const int erased = count || code->punctured;
    if (erased) {
        const int status = list_erasures(code, erasures, count, &state);
        if (status != CODE_OK) return status;
    }
    if (code->m < 8 && has_high_bit(code, word, code->n)) return CODE_BAD_SYMBOL;
    if (ev_rs_low_syndromes(code, word, state.syndromes) == 0) return 0;
    if (code->punctured) shift_syndromes(code, state.syndromes);
    const unsigned length = ev_rs_low_berlekamp_massey(code, &state);
    if (2 * length - state.erased > code->checks || state.locator[length] == 0) return CODE_UNCORRECTABLE;
    state.degree = length;
    if (ev_rs_low_chien(code, &state) != length) return CODE_UNCORRECTABLE;
    if (!ev_rs_low_forney(code, &state)) return CODE_UNCORRECTABLE;
    uint8_t *const last = word + (code->n - 1u + code->punctured);
    if (!erased) {   // an error's value is not 0
        for (unsigned i = length; i-- > 0;) last[-(ptrdiff_t)state.positions[i]] ^= state.values[i];
        return (int)length;
    }
    int changed = 0;
    for (unsigned i = 0; i < length; i++) {
        if (state.positions[i] < code->punctured) continue;
        last[-(ptrdiff_t)state.positions[i]] ^= state.values[i];
        changed += state.values[i] != 0;
    }
    return changed;
}

int ev_rs_encode_interleaved(const ev_rs_code_t *code, uint8_t *block, unsigned depth, uint32_t *scratch) {
    uint8_t *const word = (uint8_t *)scratch;
    if (code->m < 8 && has_high_bit(code, block, code->k * depth)) return CODE_BAD_SYMBOL;
    for (unsigned j = 0; j < depth; j++) {
        for (unsigned i = 0; i < code->k; i++) word[i] = block[i * depth + j];
        ev_rs_low_parity(code, word);
        for (unsigned i = code->k; i < code->n; i++) block[i * depth + j] = word[i];
    }
    return CODE_OK;
}

int ev_rs_decode_interleaved(const ev_rs_code_t *code, uint8_t *block, unsigned depth, int16_t *status, uint32_t *scratch,
                          uint32_t *work) {
    uint8_t *const word = (uint8_t *)scratch;
    int sum = 0, worst = CODE_OK;
    for (unsigned j = 0; j < depth; j++) {
        for (unsigned i = 0; i < code->n; i++) word[i] = block[i * depth + j];
        const int changed = ev_rs_decode(code, word, NULL, 0, work);
        status[j] = (int16_t)changed;
        if (changed < worst) worst = changed;
        if (changed > 0) {
            sum += changed;
            for (unsigned i = 0; i < code->n; i++) block[i * depth + j] = word[i];
        }
    }
    return worst < 0 ? worst : sum;
}
