// SPDX-License-Identifier: Apache-2.0
// BCH words from and to the bytes that are transmitted (see evariste/bch.h).

#include <evariste/bch.h>
#include <string.h>

#include "overlap.h"

static unsigned length_of(const ev_bch_code_t *code) { return (unsigned)code->n + code->extended; }

// Where a position of the transmission is in a byte.
static inline unsigned bit_of(unsigned position, ev_bit_order_t order) {
    return order == EV_LSB_FIRST ? position % 8 : 7 - position % 8;
}

// The first `count` bits of the transmission. The highest bit of the word is sent first.
static ev_status_t put(const ev_bch_code_t *code, uint32_t *word, size_t word_bytes, const uint8_t *bytes,
                       size_t length, ev_bit_order_t order, unsigned count) {
    if (word_bytes != EV_BCH_WORD_BYTES(code->n) || length != (count + 7) / 8) return EV_BAD_LENGTH;
    if (ev_overlap(word, word_bytes, bytes, length)) return EV_OVERLAP;
    for (unsigned position = count; position < 8 * length; position++)
        if (bytes[length - 1] >> bit_of(position, order) & 1) return EV_BAD_SYMBOL;
    memset(word, 0, word_bytes);
    for (unsigned position = 0, place = length_of(code); position < count; position++) {
        place--;
        word[place / 32] |= (uint32_t)(bytes[position / 8] >> bit_of(position, order) & 1) << place % 32;
    }
    return EV_OK;
}

static ev_status_t get(const ev_bch_code_t *code, uint8_t *bytes, size_t capacity, size_t *length,
                       const uint32_t *word, size_t word_bytes, ev_bit_order_t order, unsigned count) {
    const size_t needed = (count + 7) / 8;
    if (word_bytes != EV_BCH_WORD_BYTES(code->n)) return EV_BAD_LENGTH;
    if (capacity < needed) return EV_TOO_SMALL;
    if (ev_overlap(word, word_bytes, bytes, needed)) return EV_OVERLAP;
    const unsigned total = length_of(code);
    if (total < 8 * word_bytes && word[total / 32] >> total % 32) return EV_BAD_SYMBOL;
    memset(bytes, 0, needed);
    for (unsigned position = 0, place = total; position < count; position++) {
        place--;
        bytes[position / 8] |= (uint8_t)((word[place / 32] >> place % 32 & 1) << bit_of(position, order));
    }
    *length = needed;
    return EV_OK;
}

ev_status_t ev_bch_put_word(const ev_bch_code_t *code, uint32_t *word, size_t word_bytes, const uint8_t *bytes,
                            size_t length, ev_bit_order_t order) {
    if (!code || !word || !bytes) return EV_NULL;
    return put(code, word, word_bytes, bytes, length, order, length_of(code));
}

ev_status_t ev_bch_put_message(const ev_bch_code_t *code, uint32_t *word, size_t word_bytes, const uint8_t *bytes,
                               size_t length, ev_bit_order_t order) {
    if (!code || !word || !bytes) return EV_NULL;
    return put(code, word, word_bytes, bytes, length, order, code->k);
}

ev_status_t ev_bch_get_word(const ev_bch_code_t *code, uint8_t *bytes, size_t capacity, size_t *length,
                            const uint32_t *word, size_t word_bytes, ev_bit_order_t order) {
    if (!code || !bytes || !length || !word) return EV_NULL;
    return get(code, bytes, capacity, length, word, word_bytes, order, length_of(code));
}

ev_status_t ev_bch_get_message(const ev_bch_code_t *code, uint8_t *bytes, size_t capacity, size_t *length,
                               const uint32_t *word, size_t word_bytes, ev_bit_order_t order) {
    if (!code || !bytes || !length || !word) return EV_NULL;
    return get(code, bytes, capacity, length, word, word_bytes, order, code->k);
}
