// SPDX-License-Identifier: Apache-2.0
// Set-up, Berlekamp-Massey and Chien search over GF(2^m), m = 9..14 (see gf16_code.h).

#include "gf16_code.h"

#include "gf_table.h"

ev_status_t ev_gf16_init(ev_gf16_t *field, uint32_t polynomial, uint32_t *tables) {
    const unsigned m = ev_gf_degree(polynomial);
    if (m < 9 || m > 14) return EV_BAD_DEGREE;
    if (!ev_gf_irreducible(polynomial)) return EV_REDUCIBLE;
    field->polynomial = (uint16_t)polynomial;
    field->m = (uint16_t)m;
    field->order = (uint16_t)((1u << m) - 1);
    uint32_t power = 1;
    for (unsigned i = 1; i < field->order; i++) {
        power <<= 1;
        if (power >> m) power ^= polynomial;
        if (power == 1) return EV_NOT_PRIMITIVE;
    }
    ev_gf16_tables(field, tables);
    return EV_OK;
}

unsigned ev_gf16_locator(const ev_gf16_t *field, const uint16_t *syndromes, unsigned count, unsigned erased,
                      uint16_t *locator, uint16_t *previous) {
    unsigned length = erased, span = erased + 1, scale = 1;   // scale: the inverse of the previous discrepancy
    for (unsigned i = 0; i < count + 2; i++) previous[i] = locator[i];
    for (unsigned r = erased; r < count; r++) {
        unsigned discrepancy = 0;
        for (unsigned i = 0; i <= length; i++) discrepancy ^= ev_gf16_mul(field, locator[i], syndromes[r - i]);
        for (unsigned i = span; i > 0; i--) previous[i] = previous[i - 1];   // previous = x * previous
        previous[0] = 0;
        if (span < count + 1) span++;
        if (discrepancy == 0) continue;
        const unsigned factor = ev_gf16_mul(field, discrepancy, scale);
        const int grows = 2 * length <= r + erased;
        if (grows) {
            length = r + 1 + erased - length;
            scale = ev_gf16_inv(field, discrepancy);
            if (span < length + 1) span = length + 1;
        }
        for (unsigned i = 0; i < span; i++) {
            const unsigned old = locator[i];
            locator[i] = (uint16_t)(old ^ ev_gf16_mul(field, factor, previous[i]));
            if (grows) previous[i] = (uint16_t)old;
        }
    }
    return length;
}

unsigned ev_gf16_roots(const ev_gf16_t *field, const uint16_t *locator, unsigned degree, unsigned step, unsigned end,
                    uint16_t *positions, uint16_t *terms) {
    // Term i is locator[i] * beta^(-i p). Its factor from one position to the next is beta^-i.
    const unsigned back = ev_gf16_alpha(field, field->order - step);
    for (unsigned i = 0; i <= degree; i++) terms[i] = locator[i];
    unsigned found = 0;
    for (unsigned position = 0; position < end; position++) {
        unsigned sum = terms[0], factor = 1;
        for (unsigned i = 1; i <= degree; i++) sum ^= terms[i];
        if (sum == 0) {
            positions[found++] = (uint16_t)position;
            if (found == degree) break;
        }
        for (unsigned i = 1; i <= degree; i++) {
            factor = ev_gf16_mul(field, factor, back);
            terms[i] = (uint16_t)ev_gf16_mul(field, terms[i], factor);
        }
    }
    return found;
}
