// SPDX-License-Identifier: Apache-2.0
// Binary BCH codes: set-up, and the steps of the decoder (see bch.h). The remainder by the generator comes first. It is
// zero for a clean word; otherwise it is a word of n - k bits with the same syndromes.

#include "bch.h"

#include <stddef.h>

#include "bch_low.h"
#include "rs_low.h"

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

int ev_bch_init(ev_bch_code_t *code, const ev_bch_parameters_t *parameters, uint32_t *tables) {
    const unsigned m = ev_gf_degree(parameters->polynomial), t = parameters->t, n = parameters->n;
    if (m < 3 || m > 14) return CODE_BAD_DEGREE;
    const unsigned order = (1u << m) - 1;
    if (n < 2 || n > order) return CODE_BAD_LENGTH;
    if (t < 1 || 2 * t >= order) return CODE_BAD_CAPABILITY;
    code->m = (uint16_t)m;
    code->n = (uint16_t)n;
    code->t = (uint16_t)t;
    code->first_root = (uint16_t)(parameters->first_root % order);
    code->extended = parameters->extended != 0;
    int status;
    uint32_t *rest = tables;
    if (m <= 8) {
        // Roots and length of the Reed-Solomon code. Its number of message symbols does not matter here.
        const ev_rs_parameters_t roots = {parameters->polynomial, (uint16_t)order, (uint16_t)(order - 2 * t),
                                       code->first_root, 1, 0};
        status = ev_rs_init(&code->small, &roots, tables);
        code->small.n = (uint8_t)n;
        rest += EV_RS_TABLE_WORDS(m, 2 * t);
    } else {
        status = ev_gf16_init(&code->large, parameters->polynomial, tables);
        rest += EV_GF16_TABLE_WORDS(m);
    }
    if (status != CODE_OK) return status;
    const unsigned words = EV_BCH_GENERATOR_WORDS(m, t);
    uint32_t generator[EV_BCH_GENERATOR_WORDS(14, 255) + 1] = {1};
    if (t > 255) return CODE_BAD_CAPABILITY;
    unsigned degree = 0;
    for (unsigned i = 0; i < 2 * t; i++) {
        if (repeated(code, i)) continue;
        degree = times(generator, words + 1, degree, minimal(code, (code->first_root + i) % order), n - 1);
        if (degree == 0) return CODE_BAD_CAPABILITY;
    }
    for (unsigned w = 0; w < words; w++) rest[w] = generator[w];
    if (degree / 32 < words) rest[degree / 32] &= ~(1u << degree % 32);
    code->generator = rest;
    code->checks = (uint16_t)degree;
    code->k = (uint16_t)(n - degree);
    ev_bch_low_init(code, rest + words);
    return CODE_OK;
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

// Is a bit above the word's last bit set?
static int has_high_bit(const ev_bch_code_t *code, const uint32_t *word) {
    const unsigned length = code->n + code->extended, last = length / 32u;
    return last < EV_BCH_WORD_WORDS(code->n) && word[last] >> length % 32u;
}

int ev_bch_encode(const ev_bch_code_t *code, uint32_t *word) {
    if (has_high_bit(code, word)) return CODE_BAD_SYMBOL;
    const unsigned words = (code->n + 31u) / 32u, total = EV_BCH_WORD_WORDS(code->n);
    if (code->extended) shift_right(word, word, total);
    const unsigned from = code->checks / 32u;
    for (unsigned w = 0; w < from; w++) word[w] = 0;
    if (code->checks % 32) word[from] &= ~0u << code->checks % 32;
    uint32_t remainder[EV_BCH_GENERATOR_WORDS(14, 255)];
    ev_bch_low_remainder(code, word, remainder);
    for (unsigned w = 0; w < (code->checks + 31u) / 32u; w++) word[w] ^= remainder[w];
    if (code->extended) {
        const unsigned odd = parity(word, words);
        shift_left(word, word, total);
        word[0] |= odd;
    }
    return CODE_OK;
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

// Corrects errors of the code proper. Returns how many, or CODE_UNCORRECTABLE.
static int correct(const ev_bch_code_t *code, uint32_t *word, uint32_t *work) {
    const unsigned count = 2u * code->t;
    uint16_t *const syndromes = (uint16_t *)work;
    uint16_t *const places = syndromes + count;
    uint32_t *const rest = work + 2 * code->t;
    if (ev_bch_low_remainder(code, word, rest) == 0) return 0;
    syndromes_of(code, rest, syndromes);
    unsigned length;
    if (code->m <= 8) {
        const unsigned stride = EV_RS_WORK_STRIDE(count);
        for (unsigned i = 0; i < 6 * stride; i++) rest[i] = 0;
        ev_rs_state_t state = {(uint8_t *)rest,
                            (uint8_t *)(rest + stride),
                            (uint8_t *)(rest + 2 * stride),
                            (uint8_t *)(rest + 3 * stride),
                            (uint8_t *)(rest + 4 * stride),
                            (uint8_t *)(rest + 5 * stride),
                            0,
                            0};
        for (unsigned i = 0; i < count; i++) state.syndromes[i] = (uint8_t)syndromes[i];
        state.locator[0] = 1;
        ev_rs_low_start(&code->small);
        length = ev_rs_low_berlekamp_massey(&code->small, &state);
        if (length > code->t || state.locator[length] == 0) return CODE_UNCORRECTABLE;
        state.degree = length;
        if (ev_rs_low_chien(&code->small, &state) != length) return CODE_UNCORRECTABLE;
        for (unsigned i = 0; i < length; i++)   // a double root: not a valid locator
            for (unsigned j = 0; j < i; j++)
                if (state.positions[i] == state.positions[j]) return CODE_UNCORRECTABLE;
        for (unsigned i = 0; i < length; i++) places[i] = state.positions[i];
    } else {
        uint16_t *const locator = (uint16_t *)rest, *const previous = locator + count + 2;
        for (unsigned i = 0; i < count + 2; i++) locator[i] = 0;
        locator[0] = 1;
        length = ev_gf16_locator(&code->large, syndromes, count, 0, locator, previous);
        if (length > code->t || locator[length] == 0) return CODE_UNCORRECTABLE;
        if (ev_gf16_roots(&code->large, locator, length, 1, code->n, places, previous) != length)
            return CODE_UNCORRECTABLE;
    }
    flip(word, places, length);
    // If the first root is alpha, the squares among the syndromes make every error value 1. Otherwise check the values.
    if (code->first_root != 1 && ev_bch_low_remainder(code, word, rest) != 0) {
        flip(word, places, length);
        return CODE_UNCORRECTABLE;
    }
    return (int)length;
}

// Decodes the whole code, extended or not, without erasures.
static int correct_all(const ev_bch_code_t *code, uint32_t *word, uint32_t *work) {
    if (!code->extended) return correct(code, word, work);
    const unsigned total = EV_BCH_WORD_WORDS(code->n);
    uint32_t *const proper = work;
    const unsigned last = word[0] & 1;
    shift_right(proper, word, total);
    const int changed = correct(code, proper, work + total);
    if (changed < 0) return changed;
    const unsigned wrong = parity(proper, total) ^ last;   // then the parity bit is the last error
    if (changed + (int)wrong > code->t) return CODE_UNCORRECTABLE;
    shift_left(word, proper, total);
    word[0] |= last ^ wrong;
    return changed + (int)wrong;
}

int ev_bch_decode(const ev_bch_code_t *code, uint32_t *word, const uint16_t *erasures, unsigned count, uint32_t *work) {
    if (count == 0) return has_high_bit(code, word) ? CODE_BAD_SYMBOL : correct_all(code, word, work);
    const unsigned total = EV_BCH_WORD_WORDS(code->n);
    for (unsigned e = 0; e < count; e++) {
        if (erasures[e] >= code->n + code->extended) return CODE_BAD_ERASURE;
        for (unsigned other = 0; other < e; other++)
            if (erasures[other] == erasures[e]) return CODE_BAD_ERASURE;
    }
    if (count > 2u * code->t) return CODE_UNCORRECTABLE;
    if (has_high_bit(code, word)) return CODE_BAD_SYMBOL;
    uint32_t *const trial = work;
    for (unsigned fill = 0; fill < 2; fill++) {
        for (unsigned w = 0; w < total; w++) trial[w] = word[w];
        for (unsigned e = 0; e < count; e++) {
            trial[erasures[e] / 32] &= ~(1u << erasures[e] % 32);
            trial[erasures[e] / 32] |= fill << erasures[e] % 32;
        }
        if (correct_all(code, trial, work + total) < 0) continue;
        unsigned changed = 0, errors;
        for (unsigned w = 0; w < total; w++)
            for (uint32_t difference = trial[w] ^ word[w]; difference; difference &= difference - 1) changed++;
        errors = changed;
        for (unsigned e = 0; e < count; e++)
            errors -= (trial[erasures[e] / 32] ^ word[erasures[e] / 32]) >> erasures[e] % 32 & 1;
        if (2 * errors + count > 2u * code->t) continue;
        for (unsigned w = 0; w < total; w++) word[w] = trial[w];
        return (int)changed;
    }
    return CODE_UNCORRECTABLE;
}
