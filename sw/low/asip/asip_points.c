// SPDX-License-Identifier: Apache-2.0
// Points and inverses by the coprocessor. Each call loads its field, and for points the curve: about 600 cycles. Time
// depends on the field alone.
//
// The core waits for a result by polling STATUS, or asleep after ev_asip_sleep(1).
#include <string.h>

#include "asip_driver.h"
#include "ec.h"
#include "gf2m_backend.h"

enum { CHECK_RESULT = 2 };    // a flag of point_multiply: the result has to be on the curve

unsigned ev_asip_width(void) {
    const uint32_t info = ASIP_REGISTER(ASIP_INFO);
    return info >> 25 & 1 ? (info >> 12 & 15) * 128 : 0;
}

// x^exponent modulo the polynomial, added to r.
static void add_power(const ev_asip_field_t *field, uint32_t *r, unsigned exponent) {
    if (exponent < field->degree) {
        r[exponent >> 5] ^= (uint32_t)1 << (exponent & 31);
        return;
    }
    for (unsigned i = 0;; i++) {
        add_power(field, r, exponent - field->degree + field->terms[i]);
        if (field->terms[i] == 0) return;
    }
}

// R^2, where R is x to the digits of an element. The sum of the polynomial's lower terms, moved, is R.
static void square_of_r(const ev_asip_field_t *field, uint32_t *r2) {
    const unsigned digit = 1u << (ASIP_REGISTER(ASIP_INFO) >> 8 & 15);
    const unsigned moved = (field->degree + digit - 1) / digit * digit - field->degree;
    memset(r2, 0, 4u * field->words);
    for (unsigned i = 0;; i++) {
        add_power(field, r2, 2 * (field->terms[i] + moved));
        if (field->terms[i] == 0) return;
    }
}

// A number for a wide register.
static void put(const uint32_t *a, unsigned words) {
    ev_asip_put(a, words);
    for (unsigned i = words; i < ev_asip_width() / 32; i++) ASIP_REGISTER(ASIP_DATA_IN) = 0;
}

// Waits for a word in OUT or the end of the task; STATUS then.
static inline uint32_t result(void) {
    uint32_t status = ASIP_REGISTER(ASIP_STATUS);
    if (ev_asip_is_over(status)) return status;
    if (ev_asip_sleeps()) {
        do ev_asip_doze();
        while (!ev_asip_is_over(ASIP_REGISTER(ASIP_STATUS)));
    }
    do status = ASIP_REGISTER(ASIP_STATUS);
    while (!ev_asip_is_over(status));
    return status;
}

// Takes the numbers of a result, when they are there, EV_CURVE_WORDS_MAX words apart. Not 0 if the task has failed.
static uint32_t get(uint32_t *r, unsigned words, unsigned numbers) {
    result();
    const uint32_t mask = ev_asip_mask();
    uint32_t failed = 0;
    for (; numbers > 0; numbers--, r += EV_CURVE_WORDS_MAX)
        for (unsigned i = 0; i < ev_asip_width() / 32; i++) {
            failed |= ASIP_WORDS_OUT(result()) == 0;
            if (failed) continue;
            const uint32_t word = ASIP_REGISTER(ASIP_DATA_OUT);
            if (i < words) r[i] = word;
        }
    ev_asip_unmask(mask);
    return failed | ev_asip_wait();
}

// Not 0 if the coprocessor refuses the curve.
static uint32_t load(const ev_asip_field_t *field, const uint32_t *b, uint32_t a) {
    uint32_t r2[GF2_571_WORDS];
    square_of_r(field, r2);
    const uint32_t exponents[4] = {field->degree, field->terms[0], field->terms[1], field->terms[2]};
    const uint32_t last[4] = {a};
    ev_asip_wait();
    const uint32_t mask = ev_asip_mask();
    ev_asip_start(ASIP_CURVE);
    ev_asip_put(exponents, 4);
    put(r2, field->words);
    put(b, field->words);
    ev_asip_put(last, 4);
    ev_asip_unmask(mask);
    return ev_asip_wait();
}

unsigned ev_asip_invert(const ev_asip_field_t *field, uint32_t *r, const uint32_t *a) {
    static const uint32_t one[GF2_571_WORDS] = {1};
    uint32_t inverse[GF2_571_WORDS];
    uint32_t failed = load(field, one, 0);
    if (failed) return 1;
    const uint32_t mask = ev_asip_mask();
    ev_asip_start(ASIP_FIELD_INVERT);
    put(a, field->words);
    ev_asip_unmask(mask);
    failed = get(inverse, field->words, 1);
    if (failed) return 1;
    memcpy(r, inverse, 4u * field->words);
    return 0;
}

// A point of odd order has the trace of a as that of its x.
static uint32_t a_of(const ev_asip_field_t *field, const uint32_t *x) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < field->words; i++) sum ^= x[i] & field->trace[i];
    for (unsigned s = 16; s; s /= 2) sum ^= sum >> s;
    return sum & 1;
}

uint32_t ev_asip_check(const ev_asip_field_t *field, const uint32_t *p, uint32_t a, const uint32_t *b) {
    const uint32_t failed = load(field, b, a);
    if (failed) return failed;
    const uint32_t mask = ev_asip_mask();
    ev_asip_start(ASIP_POINT_VALIDATE);
    put(p, field->words);
    put(p + EV_CURVE_WORDS_MAX, field->words);
    ev_asip_unmask(mask);
    return ev_asip_wait();
}

unsigned ev_asip_point(const ev_asip_field_t *field, uint32_t *r, const uint32_t *k, unsigned bits, const uint32_t *p,
                       const uint32_t *b) {
    static const uint32_t lambda[GF2_571_WORDS] = {1};
    uint32_t failed = load(field, b, a_of(field, p));
    if (failed) return 2;
    const uint32_t mask = ev_asip_mask();
    ev_asip_start(ASIP_POINT_MULTIPLY | CHECK_RESULT << 6 | bits << 16);
    put(p, field->words);
    put(p + EV_CURVE_WORDS_MAX, field->words);
    put(k, (bits + 31) / 32);
    put(lambda, field->words);
    ev_asip_unmask(mask);
    failed = get(r, field->words, 2);
    if (!failed) return 0;
    return (ASIP_REGISTER(ASIP_STATUS) >> 8 & 31) == ASIP_ERROR_INFINITY ? 1 : 2;
}
