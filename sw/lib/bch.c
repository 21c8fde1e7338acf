// SPDX-License-Identifier: Apache-2.0
// Binary BCH codes: set-up, and the steps of the decoder (see evariste/bch.h). The remainder by the generator comes
// first. It is zero for a clean word; otherwise it is a word of n - k bits with the same syndromes.

#include <evariste/bch.h>
#include <string.h>

#include "codes_backend.h"
#include "gf16_code.h"
#include "gf_table.h"
#include "overlap.h"

static unsigned order_of(const ev_bch_code_t *code) { return (1u << code->m) - 1; }

static unsigned alpha(const ev_bch_code_t *code, unsigned exponent) {
    return code->m <= 8 ? code->small.exp[exponent] : ev_gf16_alpha(&code->large, exponent);
}

static unsigned multiply(const ev_bch_code_t *code, unsigned a, unsigned b) {
    return code->m <= 8 ? ev_rs_multiply(&code->small, a, b) : ev_gf16_mul(&code->large, a, b);
}

// Is `exponent` the least member of its cyclotomic coset among first_root .. first_root + i - 1 and itself?
static int repeated(const ev_bch_code_t *code, unsigned i) {
    const unsigned order = order_of(code);
    unsigned conjugate = (code->first_root + i) % order;
    for (unsigned j = 0; j < code->m; j++) {
        const unsigned place = (conjugate + order - code->first_root) % order;
        if (place < i) return 1;
        conjugate = conjugate * 2 % order;
    }
    return 0;
}

// The minimal polynomial of alpha^exponent: the product of x - conjugate, coefficients in `product`.
static uint32_t minimal(const ev_bch_code_t *code, unsigned exponent) {
    uint16_t product[16] = {1};
    unsigned degree = 0, conjugate = exponent;
    do {
        const unsigned root = alpha(code, conjugate);
        product[degree + 1] = 0;
        for (unsigned j = degree + 1; j > 0; j--)
            product[j] = (uint16_t)(product[j - 1] ^ multiply(code, product[j], root));
        product[0] = (uint16_t)multiply(code, product[0], root);
        degree++;
        conjugate = conjugate * 2 % order_of(code);
    } while (conjugate != exponent);
    uint32_t bits = 0;
    for (unsigned j = 0; j <= degree; j++) bits |= (uint32_t)product[j] << j;
    return bits;
}

// generator *= factor. Returns the new degree, or 0 if it exceeds `limit`. The array has room for limit + 1 bits.
static unsigned times(uint32_t *generator, unsigned words, unsigned degree, uint32_t factor, unsigned limit) {
    const unsigned by = ev_gf_degree(factor);
    if (degree + by > limit) return 0;
    for (unsigned w = words; w-- > 0;) {   // from the top, while the source words still have their old values
        uint32_t sum = 0;
        for (unsigned bit = 0; bit <= by; bit++)
            if (factor >> bit & 1) sum ^= generator[w] << bit | (bit && w ? generator[w - 1] >> (32 - bit) : 0);
        generator[w] = sum;
    }
    return degree + by;
}

enum { MAX_ERRORS = 255 };   // so that the generator fits on the stack

// Degree, length and number of errors of a code. Whether message bits remain shows when the generator is made.
static ev_status_t check_parameters(const ev_bch_parameters_t *parameters, unsigned m) {
    if (m < 3 || m > 14) return EV_BAD_DEGREE;
    const unsigned order = (1u << m) - 1, n = parameters->n, t = parameters->t;
    if (n < 2 || n > order) return EV_BAD_CODE_LENGTH;
    return t < 1 || t > MAX_ERRORS || 2 * t >= order ? EV_BAD_CAPABILITY : EV_OK;
}

size_t ev_bch_table_bytes(const ev_bch_parameters_t *parameters) {
    if (!parameters) return 0;
    const unsigned m = ev_gf_degree(parameters->polynomial);
    return check_parameters(parameters, m) == EV_OK ? EV_BCH_TABLE_BYTES(m, parameters->t) : 0;
}

size_t ev_bch_word_bytes(const ev_bch_code_t *code) { return code ? EV_BCH_WORD_BYTES(code->n) : 0; }

size_t ev_bch_work_bytes(const ev_bch_code_t *code) { return code ? EV_BCH_WORK_BYTES(code->n, code->t) : 0; }

ev_status_t ev_bch_init(ev_bch_code_t *code, uint32_t *tables, size_t table_bytes,
                        const ev_bch_parameters_t *parameters) {
    if (!code || !tables || !parameters) return EV_NULL;
    const unsigned m = ev_gf_degree(parameters->polynomial), t = parameters->t, n = parameters->n;
    const ev_status_t checked = check_parameters(parameters, m);
    if (checked != EV_OK) return checked;
    const unsigned order = (1u << m) - 1;
    const size_t needed = EV_BCH_TABLE_BYTES(m, t);
    if (table_bytes < needed) return EV_TOO_SMALL;
    if (ev_overlap(tables, needed, code, sizeof *code)) return EV_OVERLAP;
    if (ev_overlap(tables, needed, parameters, sizeof *parameters)) return EV_OVERLAP;
    code->m = (uint16_t)m;
    code->n = (uint16_t)n;
    code->t = (uint16_t)t;
    code->first_root = (uint16_t)(parameters->first_root % order);
    code->extended = parameters->extended != 0;
    ev_status_t status;
    uint32_t *rest = tables;
    if (m <= 8) {
        // Roots and length of the Reed-Solomon code. Its number of message symbols does not matter here.
        const ev_rs_parameters_t roots = {parameters->polynomial, (uint16_t)order, (uint16_t)(order - 2 * t),
                                          code->first_root, 1, 0};
        status = ev_rs_init(&code->small, tables, EV_RS_TABLE_BYTES(m, 2 * t), &roots);
        code->small.n = (uint8_t)n;
        rest += EV_RS_TABLE_BYTES(m, 2 * t) / 4;
    } else {
        status = ev_gf16_init(&code->large, parameters->polynomial, tables);
        rest += EV_GF16_TABLE_WORDS(m);
    }
    if (status != EV_OK) return status;
    const unsigned words = EV_BCH_GENERATOR_WORDS(m, t);
    uint32_t generator[EV_BCH_GENERATOR_WORDS(14, MAX_ERRORS) + 1] = {1};
    unsigned degree = 0;
    for (unsigned i = 0; i < 2 * t; i++) {
        if (repeated(code, i)) continue;
        degree = times(generator, words + 1, degree, minimal(code, (code->first_root + i) % order), n - 1);
        if (degree == 0) return EV_BAD_CAPABILITY;
    }
    for (unsigned w = 0; w < words; w++) rest[w] = generator[w];
    if (degree / 32 < words) rest[degree / 32] &= ~(1u << degree % 32);
    code->generator = rest;
    code->checks = (uint16_t)degree;
    code->k = (uint16_t)(n - degree);
    ev_bch_low_init(code, rest + words);
    return EV_OK;
}

static unsigned parity(const uint32_t *word, unsigned words) {
    uint32_t sum = 0;
    for (unsigned w = 0; w < words; w++) sum ^= word[w];
    for (unsigned by = 16; by; by /= 2) sum ^= sum >> by;
    return sum & 1;
}

static void shift_right(uint32_t *to, const uint32_t *from, unsigned words) {
    for (unsigned w = 0; w < words; w++) to[w] = from[w] >> 1 | (w + 1 < words ? from[w + 1] << 31 : 0);
}

static void shift_left(uint32_t *to, const uint32_t *from, unsigned words) {
    for (unsigned w = words; w-- > 0;) to[w] = from[w] << 1 | (w ? from[w - 1] >> 31 : 0);
}

static unsigned words_of(const ev_bch_code_t *code) { return EV_BCH_WORD_BYTES(code->n) / 4u; }

// Bits of a stored word.
static unsigned length_of(const ev_bch_code_t *code) { return (unsigned)code->n + code->extended; }

// Is a bit above the word's last bit set?
static int has_high_bit(const ev_bch_code_t *code, const uint32_t *word) {
    const unsigned length = length_of(code), last = length / 32u;
    return last < words_of(code) && word[last] >> length % 32u;
}

ev_status_t ev_bch_encode(const ev_bch_code_t *code, uint32_t *word, size_t word_bytes) {
    if (!code || !word) return EV_NULL;
    if (word_bytes != EV_BCH_WORD_BYTES(code->n)) return EV_BAD_LENGTH;
    if (has_high_bit(code, word)) return EV_BAD_SYMBOL;
    const unsigned words = (code->n + 31u) / 32u, total = words_of(code);
    if (code->extended) shift_right(word, word, total);
    const unsigned from = code->checks / 32u;
    for (unsigned w = 0; w < from; w++) word[w] = 0;
    if (code->checks % 32) word[from] &= ~0u << code->checks % 32;
    uint32_t remainder[EV_BCH_GENERATOR_WORDS(14, MAX_ERRORS)];
    ev_bch_low_remainder(code, word, remainder);
    for (unsigned w = 0; w < (code->checks + 31u) / 32u; w++) word[w] ^= remainder[w];
    if (code->extended) {
        const unsigned odd = parity(word, words);
        shift_left(word, word, total);
        word[0] |= odd;
    }
    return EV_OK;
}

// Syndrome i is the remainder's value at alpha^(first_root + i). Syndromes of conjugate roots are squares.
static void syndromes_of(const ev_bch_code_t *code, const uint32_t *remainder, uint16_t *syndromes) {
    const unsigned order = order_of(code);
    for (unsigned i = 0; i < 2u * code->t; i++) {
        const unsigned exponent = (code->first_root + i) % order;
        if (exponent % 2 == 0 && exponent / 2 >= code->first_root && exponent > 0) {
            const unsigned half = syndromes[exponent / 2 - code->first_root];
            syndromes[i] = (uint16_t)multiply(code, half, half);
            continue;
        }
        const unsigned root = alpha(code, exponent);
        unsigned sum = 0;
        for (unsigned w = (code->checks + 31u) / 32u; w-- > 0;)
            for (unsigned bit = 32; bit-- > 0;) sum = multiply(code, sum, root) ^ (remainder[w] >> bit & 1);
        syndromes[i] = (uint16_t)sum;
    }
}

static void flip(uint32_t *word, const uint16_t *places, unsigned count) {
    for (unsigned i = 0; i < count; i++) word[places[i] / 32] ^= 1u << places[i] % 32;
}

enum { BEYOND = -1 };   // the word is beyond correction

// Corrects errors of the code proper. Returns how many, or BEYOND.
static int correct(const ev_bch_code_t *code, uint32_t *word, uint32_t *work) {
    const unsigned count = 2u * code->t;
    uint16_t *const syndromes = (uint16_t *)work;
    uint16_t *const places = syndromes + count;
    uint32_t *const rest = work + 2 * code->t;
    if (ev_bch_low_remainder(code, word, rest) == 0) return 0;
    syndromes_of(code, rest, syndromes);
    unsigned length;
    if (code->m <= 8) {
        for (unsigned i = 0; i < EV_RS_WORK_BYTES(count) / 4; i++) rest[i] = 0;
        ev_rs_state_t state = {.erased = 0};
        ev_rs_state_arrays(&state, rest, count);
        for (unsigned i = 0; i < count; i++) state.syndromes[i] = (uint8_t)syndromes[i];
        state.locator[0] = 1;
        ev_rs_low_start(&code->small);
        length = ev_rs_low_berlekamp_massey(&code->small, &state);
        if (length > code->t || state.locator[length] == 0) return BEYOND;
        state.degree = length;
        if (ev_rs_low_chien(&code->small, &state) != length) return BEYOND;
        for (unsigned i = 0; i < length; i++)   // a double root: not a valid locator
            for (unsigned j = 0; j < i; j++)
                if (state.positions[i] == state.positions[j]) return BEYOND;
        for (unsigned i = 0; i < length; i++) places[i] = state.positions[i];
    } else {
        uint16_t *const locator = (uint16_t *)rest, *const previous = locator + count + 2;
        for (unsigned i = 0; i < count + 2; i++) locator[i] = 0;
        locator[0] = 1;
        length = ev_gf16_locator(&code->large, syndromes, count, 0, locator, previous);
        if (length > code->t || locator[length] == 0) return BEYOND;
        if (ev_gf16_roots(&code->large, locator, length, 1, code->n, places, previous) != length)
            return BEYOND;
    }
    flip(word, places, length);
    // If the first root is alpha, the squares among the syndromes make every error value 1. Otherwise check the values.
    if (code->first_root != 1 && ev_bch_low_remainder(code, word, rest) != 0) {
        flip(word, places, length);
        return BEYOND;
    }
    return (int)length;
}

// Decodes the whole code, extended or not, without erasures.
static int correct_all(const ev_bch_code_t *code, uint32_t *word, uint32_t *work) {
    if (!code->extended) return correct(code, word, work);
    const unsigned total = words_of(code);
    uint32_t *const proper = work;
    const unsigned last = word[0] & 1;
    shift_right(proper, word, total);
    const int changed = correct(code, proper, work + total);
    if (changed < 0) return changed;
    const unsigned wrong = parity(proper, total) ^ last;   // then the parity bit is the last error
    if (changed + (int)wrong > code->t) return BEYOND;
    shift_left(word, proper, total);
    word[0] |= last ^ wrong;
    return changed + (int)wrong;
}

// Decodes with erasures: twice, with the erased bits all 0 and all 1. Returns the number of bits to change and leaves the
// corrected word in `trial`, or returns BEYOND.
static int correct_erased(const ev_bch_code_t *code, const uint32_t *word, const ev_position_t *erasures,
                          unsigned count, uint32_t *trial, uint32_t *work) {
    const unsigned total = words_of(code), last = length_of(code) - 1u;
    for (unsigned ones = 0; ones < (count ? 2u : 1u); ones++) {
        for (unsigned w = 0; w < total; w++) trial[w] = word[w];
        for (unsigned e = 0; e < count; e++) {
            const unsigned place = last - erasures[e];
            const uint32_t bit = 1u << place % 32;
            trial[place / 32] = ones ? trial[place / 32] | bit : trial[place / 32] & ~bit;
        }
        if (correct_all(code, trial, work) < 0) continue;
        unsigned changed = 0, errors;
        for (unsigned w = 0; w < total; w++)
            for (uint32_t difference = trial[w] ^ word[w]; difference; difference &= difference - 1) changed++;
        errors = changed;
        for (unsigned e = 0; e < count; e++) {
            const unsigned place = last - erasures[e];
            errors -= (trial[place / 32] ^ word[place / 32]) >> place % 32 & 1;
        }
        if (2 * errors + count <= 2u * code->t) return (int)changed;
    }
    return BEYOND;
}

// Are they positions of the word, each once?
static int are_distinct(const ev_bch_code_t *code, const ev_position_t *erasures, size_t count) {
    for (size_t e = 0; e < count; e++) {
        if (erasures[e] >= length_of(code)) return 0;
        for (size_t other = 0; other < e; other++)
            if (erasures[other] == erasures[e]) return 0;
    }
    return 1;
}

// Lists the bits that differ, in order of transmission.
static void list_corrections(const ev_bch_code_t *code, const uint32_t *word, const uint32_t *corrected,
                             ev_corrections_t *corrections) {
    size_t at = 0;
    const unsigned last = length_of(code) - 1u;
    for (unsigned position = 0; at < corrections->count; position++) {
        const unsigned place = last - position;
        if (((word[place / 32] ^ corrected[place / 32]) >> place % 32 & 1) == 0) continue;
        if (corrections->positions) corrections->positions[at] = (ev_position_t)position;
        if (corrections->magnitudes) corrections->magnitudes[at] = 1;
        at++;
    }
}

ev_status_t ev_bch_decode(const ev_bch_code_t *code, uint32_t *word, size_t word_bytes, size_t *corrected,
                          ev_corrections_t *corrections, const ev_position_t *erasures, size_t erasure_count,
                          uint32_t *work, size_t work_bytes) {
    if (!code || !word || !work || (erasure_count && !erasures)) return EV_NULL;
    if (word_bytes != EV_BCH_WORD_BYTES(code->n)) return EV_BAD_LENGTH;
    const size_t needed = EV_BCH_WORK_BYTES(code->n, code->t);
    if (work_bytes < needed) return EV_TOO_SMALL;
    if (ev_overlap(word, word_bytes, work, needed)) return EV_OVERLAP;
    if (!are_distinct(code, erasures, erasure_count)) return EV_BAD_ERASURE;
    if (erasure_count > 2u * code->t) return EV_UNCORRECTABLE;
    if (has_high_bit(code, word)) return EV_BAD_SYMBOL;
    int changed;
    if (erasure_count == 0 && !corrections) {   // in place
        changed = correct_all(code, word, work);
        if (changed < 0) return EV_UNCORRECTABLE;
    } else {
        uint32_t *const trial = work;
        changed = correct_erased(code, word, erasures, (unsigned)erasure_count, trial, work + words_of(code));
        if (changed < 0) return EV_UNCORRECTABLE;
        if (corrections) {
            if ((size_t)changed > corrections->capacity) return EV_TOO_SMALL;
            corrections->count = (size_t)changed;
            list_corrections(code, word, trial, corrections);
        }
        memcpy(word, trial, word_bytes);
    }
    if (corrected) *corrected = (size_t)changed;
    return EV_OK;
}
