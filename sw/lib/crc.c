// SPDX-License-Identifier: Apache-2.0
// Checksums: set-up, bytes before and after whole words, the result (see evariste/crc.h).
#include <evariste/crc.h>

#include "codes_backend.h"

const ev_crc_kind_t ev_crc8_smbus = {0x07, 0, 0, 8, 0};
const ev_crc_kind_t ev_crc16_arc = {0x8005, 0, 0, 16, 1};
const ev_crc_kind_t ev_crc16_modbus = {0x8005, 0xFFFF, 0, 16, 1};
const ev_crc_kind_t ev_crc16_ibm_3740 = {0x1021, 0xFFFF, 0, 16, 0};
const ev_crc_kind_t ev_crc16_xmodem = {0x1021, 0, 0, 16, 0};
const ev_crc_kind_t ev_crc16_kermit = {0x1021, 0, 0, 16, 1};
const ev_crc_kind_t ev_crc24_ble = {0x00065B, 0x555555, 0, 24, 1};
const ev_crc_kind_t ev_crc24_openpgp = {0x864CFB, 0xB704CE, 0, 24, 0};
const ev_crc_kind_t ev_crc32_ieee = {0x04C11DB7, 0xFFFFFFFF, 0xFFFFFFFF, 32, 1};
const ev_crc_kind_t ev_crc32c = {0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, 32, 1};

static uint32_t reverse(uint32_t x) {
    uint32_t out = 0;
    for (int i = 0; i < 32; i++) out = out << 1 | (x >> i & 1);
    return out;
}

// x^64 by x^32 + modulus, without its leading term: long division.
static uint32_t divide(uint32_t modulus) {
    uint32_t remainder = modulus, quotient = 0;
    for (int i = 0; i < 32; i++) {
        const uint32_t bit = remainder >> 31;
        quotient = quotient << 1 | bit;
        remainder = remainder << 1 ^ (modulus & (0 - bit));
    }
    return quotient;
}

// Has the kind no bit above its width, and the term 1?
static int is_kind(const ev_crc_kind_t *kind) {
    const uint32_t above = kind->width < 32 ? ~0u << kind->width : 0;
    return ((kind->polynomial | kind->initial | kind->final_xor) & above) == 0 && (kind->polynomial & 1) &&
           kind->reflected < 2;
}

ev_status_t ev_crc_start(ev_crc_t *c, const ev_crc_kind_t *kind) {
    if (!c || !kind) return EV_NULL;
    if (kind->width < 8 || kind->width > 32) return EV_BAD_DEGREE;
    if (!is_kind(kind)) return EV_BAD_CRC;
    const unsigned up = 32u - kind->width;
    c->kind = *kind;
    c->state = c->kind.initial << up;
    c->modulus = c->kind.polynomial << up;
    c->quotient = divide(c->modulus);
    if (c->kind.reflected) {
        // Bit 0 is then x^32. The bit lost at the top is x^0 of the modulus, which is 1 only for a width of 32.
        c->state = reverse(c->state);
        c->modulus = reverse(c->modulus) << 1 | 1;
        c->quotient = reverse(c->quotient) << 1 | 1;
    }
    return EV_OK;
}

static uint32_t step_byte(const ev_crc_t *c, uint32_t state, uint32_t byte) {
    if (c->kind.reflected) {
        const uint32_t modulus = c->modulus >> 1 | (uint32_t)(c->kind.width == 32) << 31;
        state ^= byte;
        for (int i = 0; i < 8; i++) state = state >> 1 ^ (modulus & (0 - (state & 1)));
    } else {
        state ^= byte << 24;
        for (int i = 0; i < 8; i++) state = state << 1 ^ (c->modulus & (0 - (state >> 31)));
    }
    return state;
}

ev_status_t ev_crc_update(ev_crc_t *c, const void *bytes, size_t length) {
    const uint8_t *from = bytes;
    if (!c || (!from && length)) return EV_NULL;
    if ((uintptr_t)from & 3)
        for (; length > 0 && ((uintptr_t)from & 3) != 0; length--) c->state = step_byte(c, c->state, *from++);
    c->state = ev_crc_low_words(c, (const uint32_t *)from, length / 4);
    if (length & 3) {
        from += length / 4 * 4;
        for (length %= 4; length > 0; length--) c->state = step_byte(c, c->state, *from++);
    }
    return EV_OK;
}

ev_status_t ev_crc_value(const ev_crc_t *c, uint32_t *value) {
    if (!c || !value) return EV_NULL;
    *value = (c->kind.reflected ? c->state : c->state >> (32 - c->kind.width)) ^ c->kind.final_xor;
    return EV_OK;
}

ev_status_t ev_crc_message(const ev_crc_kind_t *kind, uint32_t *value, const void *bytes, size_t length) {
    ev_crc_t c;
    if (!value || (!bytes && length)) return EV_NULL;
    const ev_status_t status = ev_crc_start(&c, kind);
    if (status != EV_OK) return status;
    ev_crc_update(&c, bytes, length);
    return ev_crc_value(&c, value);
}
