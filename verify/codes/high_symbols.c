// SPDX-License-Identifier: Apache-2.0
// Gives the library symbols of all eight (sixteen) bits over smaller fields, with tables of exactly the required size,
// so that a sanitizer sees a read outside them. Exit status 1 if an answer is not EV_BAD_SYMBOL.

#include <evariste/bch.h>
#include <evariste/rs16.h>
#include <stdio.h>
#include <stdlib.h>

static int wrong;

static void expect(const char *what, unsigned m, ev_status_t status) {
    if (status == EV_BAD_SYMBOL) return;
    printf("%s over GF(2^%u): %s\n", what, m, ev_status_text(status));
    wrong = 1;
}

static void small(unsigned m, uint16_t polynomial, uint16_t n, uint16_t k, uint16_t punctured, uint8_t symbol) {
    const ev_rs_parameters_t parameters = {polynomial, n, k, 1, 1, punctured};
    const size_t table_bytes = ev_rs_table_bytes(&parameters);
    uint32_t *const tables = calloc(table_bytes, 1);
    uint8_t *const word = calloc(n, 1);
    ev_rs_code_t code;
    if (ev_rs_init(&code, tables, table_bytes, &parameters) != EV_OK) exit(2);
    const size_t work_bytes = ev_rs_work_bytes(&code);
    uint32_t *const work = calloc(work_bytes, 1);
    for (unsigned i = 0; i < n; i++) {
        word[i] = symbol;
        const ev_position_t erased = (ev_position_t)i;
        expect("ev_rs_decode", m, ev_rs_decode(&code, word, n, NULL, NULL, NULL, 0, work, work_bytes));
        expect("ev_rs_decode, erased", m, ev_rs_decode(&code, word, n, NULL, NULL, &erased, 1, work, work_bytes));
        if (!punctured) expect("ev_rs_check", m, ev_rs_check(&code, word, n, work, work_bytes));
        if (i < k) expect("ev_rs_encode", m, ev_rs_encode(&code, word, n));
        if (word[i] != symbol) wrong = 1;
        word[i] = 0;
    }
    free(word);
    free(work);
    free(tables);
}

static void large(unsigned m, uint16_t polynomial, uint16_t symbol) {
    enum { N = 40, K = 30 };
    const ev_rs_parameters_t parameters = {polynomial, N, K, 1, 1, 0};
    const size_t table_bytes = ev_rs16_table_bytes(&parameters);
    uint32_t *const tables = calloc(table_bytes, 1);
    uint16_t *const word = calloc(N, 2);
    ev_rs16_code_t code;
    if (ev_rs16_init(&code, tables, table_bytes, &parameters) != EV_OK) exit(2);
    const size_t work_bytes = ev_rs16_work_bytes(&code);
    uint32_t *const work = calloc(work_bytes, 1);
    for (unsigned i = 0; i < N; i++) {
        word[i] = symbol;
        const ev_position_t erased = (ev_position_t)i;
        expect("ev_rs16_decode", m, ev_rs16_decode(&code, word, 2 * N, NULL, NULL, NULL, 0, work, work_bytes));
        expect("ev_rs16_decode, erased", m, ev_rs16_decode(&code, word, 2 * N, NULL, NULL, &erased, 1, work, work_bytes));
        if (i < K) expect("ev_rs16_encode", m, ev_rs16_encode(&code, word, 2 * N, work, work_bytes));
        if (word[i] != symbol) wrong = 1;
        word[i] = 0;
    }
    free(word);
    free(work);
    free(tables);
}

// A word of `n` bits (and one more if extended) with one bit too high, in an array of exactly its size.
static void binary(unsigned m, uint16_t polynomial, uint16_t n, uint16_t t, uint16_t extended) {
    const ev_bch_parameters_t parameters = {polynomial, n, t, 1, extended};
    const size_t table_bytes = ev_bch_table_bytes(&parameters);
    uint32_t *const tables = calloc(table_bytes, 1);
    ev_bch_code_t code;
    if (ev_bch_init(&code, tables, table_bytes, &parameters) != EV_OK) exit(2);
    const size_t work_bytes = ev_bch_work_bytes(&code), bytes = ev_bch_word_bytes(&code);
    uint32_t *const work = calloc(work_bytes, 1), *const word = calloc(bytes, 1);
    for (unsigned bit = n + extended; bit < 8 * bytes; bit++) {
        word[bit / 32] = 1u << bit % 32;
        const ev_position_t erased = 3;
        expect("ev_bch_decode", m, ev_bch_decode(&code, word, bytes, NULL, NULL, NULL, 0, work, work_bytes));
        expect("ev_bch_decode, erased", m, ev_bch_decode(&code, word, bytes, NULL, NULL, &erased, 1, work, work_bytes));
        expect("ev_bch_encode", m, ev_bch_encode(&code, word, bytes));
        if (word[bit / 32] != 1u << bit % 32) wrong = 1;
        word[bit / 32] = 0;
    }
    if (ev_bch_encode(&code, word, bytes) != EV_OK) wrong = 1;
    if (ev_bch_decode(&code, word, bytes, NULL, NULL, NULL, 0, work, work_bytes) != EV_OK) wrong = 1;
    free(word);
    free(work);
    free(tables);
}

int main(void) {
    static const uint16_t polynomials[] = {0x7, 0xB, 0x13, 0x25, 0x43, 0x89, 0x211, 0x409, 0x805, 0x1053, 0x201B, 0x4143};
    for (unsigned m = 2; m < 8; m++) {
        const uint16_t polynomial = polynomials[m - 2], order = (uint16_t)((1u << m) - 1);
        for (unsigned bit = m; bit < 8; bit++) small(m, polynomial, order, order - 2, 0, (uint8_t)(1u << bit));
        small(m, polynomial, order, order - 2, 0, 0xFF);
        if (m > 2) small(m, polynomial, order - 1, order - 4, 1, 0xFF);
    }
    for (unsigned m = 9; m < 15; m++)
        for (unsigned bit = m; bit < 16; bit++) large(m, polynomials[m - 3], (uint16_t)(1u << bit));
    for (unsigned m = 4; m < 8; m++)
        for (unsigned extended = 0; extended < 2; extended++) binary(m, polynomials[m - 2], (uint16_t)((1u << m) - 1), 2, extended);
    for (uint16_t n = 62; n < 66; n++)
        for (unsigned extended = 0; extended < 2; extended++) binary(7, 0x89, n, 3, extended);
    for (uint16_t n = 254; n < 258; n++)
        for (unsigned extended = 0; extended < 2; extended++) binary(9, 0x211, n, 4, extended);
    return wrong;
}
