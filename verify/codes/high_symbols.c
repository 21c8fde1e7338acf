// SPDX-License-Identifier: Apache-2.0
// Gives the library symbols of all eight (sixteen) bits over smaller fields, with tables of exactly the required size,
// so that a sanitizer sees a read outside them. Exit status 1 if an answer is not CODE_BAD_SYMBOL.

#include <stdio.h>
#include <stdlib.h>

#include "bch.h"
#include "rs.h"
#include "rs16.h"

static int wrong;

static void expect(const char *what, unsigned m, int status) {
    if (status == CODE_BAD_SYMBOL) return;
    printf("%s over GF(2^%u): %s\n", what, m, ev_code_sentence(status));
    wrong = 1;
}

static void *room(size_t words) { return calloc(words, 4); }

static void small(uint16_t polynomial, uint16_t n, uint16_t k, uint16_t punctured, uint8_t symbol) {
    const unsigned m = ev_gf_degree(polynomial), checks = n - k + punctured;
    uint32_t *const tables = room(EV_RS_TABLE_WORDS(m, checks)), *const work = room(EV_RS_WORK_WORDS(checks));
    uint8_t *const word = calloc(n, 1);
    ev_rs_code_t code;
    const ev_rs_parameters_t parameters = {polynomial, n, k, 1, 1, punctured};
    if (ev_rs_init(&code, &parameters, tables) != CODE_OK) exit(2);
    for (unsigned i = 0; i < n; i++) {
        word[i] = symbol;
        const uint8_t erased = (uint8_t)i;
        expect("ev_rs_decode", m, ev_rs_decode(&code, word, NULL, 0, work));
        expect("ev_rs_decode, erased", m, ev_rs_decode(&code, word, &erased, 1, work));
        if (!punctured && ev_rs_check(&code, word, work)) wrong = 1;
        if (i < k) expect("ev_rs_encode", m, ev_rs_encode(&code, word));
        if (word[i] != symbol) wrong = 1;
        word[i] = 0;
    }
    free(word);
    free(work);
    free(tables);
}

static void large(uint16_t polynomial, uint16_t symbol) {
    enum { N = 40, K = 30, CHECKS = N - K };
    const unsigned m = ev_gf_degree(polynomial);
    uint32_t *const tables = room(EV_RS16_TABLE_WORDS(m, CHECKS)), *const work = room(EV_RS16_WORK_WORDS(CHECKS));
    uint16_t *const word = calloc(N, 2);
    ev_rs16_code_t code;
    const ev_rs_parameters_t parameters = {polynomial, N, K, 1, 1, 0};
    if (ev_rs16_init(&code, &parameters, tables) != CODE_OK) exit(2);
    for (unsigned i = 0; i < N; i++) {
        word[i] = symbol;
        const uint16_t erased = (uint16_t)i;
        expect("ev_rs16_decode", m, ev_rs16_decode(&code, word, NULL, 0, work));
        expect("ev_rs16_decode, erased", m, ev_rs16_decode(&code, word, &erased, 1, work));
        if (i < K) expect("ev_rs16_encode", m, ev_rs16_encode(&code, word, work));
        if (word[i] != symbol) wrong = 1;
        word[i] = 0;
    }
    free(word);
    free(work);
    free(tables);
}

// A word of `n` bits (and one more if extended) with one bit too high, in an array of exactly its size.
static void binary(uint16_t polynomial, uint16_t n, uint16_t t, uint16_t extended) {
    const unsigned m = ev_gf_degree(polynomial);
    uint32_t *const tables = room(EV_BCH_TABLE_WORDS(m, t)), *const work = room(EV_BCH_WORK_WORDS(n, t));
    uint32_t *const word = room(EV_BCH_WORD_WORDS(n));
    ev_bch_code_t code;
    const ev_bch_parameters_t parameters = {polynomial, n, t, 1, extended};
    if (ev_bch_init(&code, &parameters, tables) != CODE_OK) exit(2);
    for (unsigned bit = n + extended; bit < 32 * EV_BCH_WORD_WORDS(n); bit++) {
        word[bit / 32] = 1u << bit % 32;
        const uint16_t erased = 3;
        expect("ev_bch_decode", m, ev_bch_decode(&code, word, NULL, 0, work));
        expect("ev_bch_decode, erased", m, ev_bch_decode(&code, word, &erased, 1, work));
        expect("ev_bch_encode", m, ev_bch_encode(&code, word));
        if (word[bit / 32] != 1u << bit % 32) wrong = 1;
        word[bit / 32] = 0;
    }
    if (ev_bch_encode(&code, word) != CODE_OK || ev_bch_decode(&code, word, NULL, 0, work) != 0) wrong = 1;
    free(word);
    free(work);
    free(tables);
}

int main(void) {
    static const uint16_t polynomials[] = {0x7, 0xB, 0x13, 0x25, 0x43, 0x89, 0x211, 0x409, 0x805, 0x1053, 0x201B, 0x4143};
    for (unsigned m = 2; m < 8; m++) {
        const uint16_t polynomial = polynomials[m - 2], order = (uint16_t)((1u << m) - 1);
        for (unsigned bit = m; bit < 8; bit++) small(polynomial, order, order - 2, 0, (uint8_t)(1u << bit));
        small(polynomial, order, order - 2, 0, 0xFF);
        if (m > 2) small(polynomial, order - 1, order - 4, 1, 0xFF);
    }
    for (unsigned m = 9; m < 15; m++)
        for (unsigned bit = m; bit < 16; bit++) large(polynomials[m - 3], (uint16_t)(1u << bit));
    for (unsigned m = 4; m < 8; m++)
        for (unsigned extended = 0; extended < 2; extended++) binary(polynomials[m - 2], (uint16_t)((1u << m) - 1), 2, extended);
    for (uint16_t n = 62; n < 66; n++)
        for (unsigned extended = 0; extended < 2; extended++) binary(0x89, n, 3, extended);
    for (uint16_t n = 254; n < 258; n++)
        for (unsigned extended = 0; extended < 2; extended++) binary(0x211, n, 4, extended);
    return wrong;
}
