// SPDX-License-Identifier: Apache-2.0
// Logarithm tables and field descriptors made at run time (see gf_table.h).

#include "gf_table.h"

unsigned ev_gf_degree(uint32_t polynomial) {
    unsigned degree = 0;
    while (polynomial >>= 1) degree++;
    return degree;
}

static uint32_t remainder_of(uint32_t a, uint32_t b) {
    const unsigned degree = ev_gf_degree(b);
    for (unsigned d = ev_gf_degree(a); a && d >= degree; d = ev_gf_degree(a)) a ^= b << (d - degree);
    return a;
}

int ev_gf_irreducible(uint32_t polynomial) {
    const unsigned half = ev_gf_degree(polynomial) / 2;
    for (uint32_t factor = 2; factor < (2u << half); factor++)
        if (remainder_of(polynomial, factor) == 0) return 0;
    return polynomial > 1;
}

ev_status_t ev_gf_table_init(uint8_t *exp, uint16_t *log, uint32_t polynomial) {
    const unsigned m = ev_gf_degree(polynomial);
    if (m < 2 || m > 8) return EV_BAD_DEGREE;
    const unsigned order = (1u << m) - 1;
    uint32_t power = 1;
    for (unsigned i = 0; i < order; i++) {
        if ((i && power == 1) || power == 0) return ev_gf_irreducible(polynomial) ? EV_NOT_PRIMITIVE : EV_REDUCIBLE;
        exp[i] = exp[i + order] = (uint8_t)power;
        log[power] = (uint16_t)i;
        power <<= 1;
        if (power >> m) power ^= polynomial;
    }
    if (power != 1) return EV_REDUCIBLE;
    for (unsigned i = 2 * order; i < EV_GF_EXP_BYTES(m); i++) exp[i] = 0;
    log[0] = (uint16_t)(2 * order);
    return EV_OK;
}

void ev_gf_field_init(uint32_t field[2], uint32_t polynomial, unsigned m) {
    uint8_t *const bytes = (uint8_t *)field;
    uint32_t column = polynomial ^ (1u << m);
    for (unsigned j = 0; j < 7; j++) {
        bytes[j] = (uint8_t)(j + 1 < m ? column : 0);
        column <<= 1;
        if (column >> m) column ^= polynomial;
    }
    bytes[7] = (uint8_t)m;
}
