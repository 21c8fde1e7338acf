// SPDX-License-Identifier: Apache-2.0
// Gives the library descriptors of codes and checksums with random contents, most of them wrong. What it takes must
// work: with memory of exactly the sizes it asks for, filled with rubbish, so that a sanitizer sees a read or a write
// outside. A word with as many errors as the code corrects, erasures among them, comes back; noise comes back untouched
// or as a codeword. Parameters are near their bounds, or anything.
//
//     descriptors SEED COUNT         prints how many of each kind were taken; exit status 1 and a sentence if one fails
//
// Compiled with -DPLANTED the tables are a word short of what the library is told.

#include <evariste.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint32_t any(void) {   // xorshift64*, Vigna 2016
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)(state * 0x2545F4914F6CDD1DULL >> 32);
}

static unsigned below(unsigned bound) { return any() % bound; }

static _Noreturn void fail(const char *what, const void *descriptor, size_t numbers) {
    printf("%s:", what);
    for (size_t i = 0; i < numbers; i++) printf(" %u", ((const uint16_t *)descriptor)[i]);
    printf("\n");
    exit(1);
}

static void *rubbish(size_t bytes) {
    void *const memory = malloc(bytes ? bytes : 1);
    if (!memory) exit(2);
    memset(memory, (int)below(256), bytes);
    return memory;
}

static uint32_t *tables_of(size_t bytes) {
#ifdef PLANTED
    return rubbish(bytes - 4);
#else
    return rubbish(bytes);
#endif
}

// A number of 16 bits: anything, or near one of the bounds that matter.
static uint16_t near(unsigned bound) {
    switch (below(8)) {
        case 0: return (uint16_t)any();
        case 1: return 0;
        case 2: return (uint16_t)(bound + below(3) - 1);
        default: return (uint16_t)below(bound + 1);
    }
}

static uint16_t polynomial(unsigned least, unsigned most) {
    static const uint16_t primitive[] = {0x7,   0xB,   0x13,  0x25,   0x43,   0x89,  0x11D,
                                         0x211, 0x409, 0x805, 0x1053, 0x201B, 0x4143};
    const unsigned m = least + below(most - least + 1);
    if (below(3)) return primitive[m - 2];
    return below(2) ? (uint16_t)any() : (uint16_t)(1u << m | below(1u << m) | 1);
}

// `count` different positions below `length`.
static void choose(ev_position_t *places, unsigned count, unsigned length) {
    for (unsigned i = 0; i < count; i++) {
    again:
        places[i] = (ev_position_t)below(length);
        for (unsigned j = 0; j < i; j++)
            if (places[j] == places[i]) goto again;
    }
}

enum { MOST = 40 };   // errors and erasures of a word
static ev_position_t places[MOST];

// How many erasures and how many places in all, for a word of `length` symbols and `checks` check symbols.
static unsigned damage(unsigned length, unsigned checks, unsigned *erased) {
    *erased = below(2) ? 0 : below((checks < MOST ? checks : MOST) + 1);
    unsigned count = *erased + (checks - *erased) / 2;
    if (count > MOST) count = MOST;
    if (count > length) count = length;
    if (*erased > count) *erased = count;
    choose(places, count, length);
    return count;
}

static int small_code(void) {
    ev_rs_parameters_t p = {polynomial(2, 8), 0, near(255), (uint16_t)any(), near(255), 0};
    unsigned order = 3;
    while (order < 255 && order < p.polynomial / 2u) order = 2 * order + 1;
    p.n = near(order);
    if (below(3) == 0) p.punctured = near(6);
    if (below(2)) p.step = 1;
    if (below(2) && p.n > 2) p.k = (uint16_t)(p.n - 1 - below(p.n < 12 ? p.n - 1u : 11));
    ev_rs_code_t code;
    const size_t table_bytes = ev_rs_table_bytes(&p);
    if (table_bytes == 0) {
        uint32_t none;
        if (ev_rs_init(&code, &none, sizeof none, &p) == EV_OK) fail("taken without tables", &p, 6);
        return 0;
    }
    uint32_t *const tables = tables_of(table_bytes);
    const int taken = ev_rs_init(&code, tables, table_bytes, &p) == EV_OK;
    if (taken) {
        const unsigned n = p.n, mask = (1u << code.m) - 1;
        const size_t work_bytes = ev_rs_work_bytes(&code);
        uint32_t *const work = rubbish(work_bytes);
        uint8_t *const word = rubbish(n), *const sent = rubbish(n);
        for (unsigned i = 0; i < n; i++) word[i] = (uint8_t)(any() & mask);
        if (ev_rs_encode(&code, word, n) != EV_OK) fail("not encoded", &p, 6);
        memcpy(sent, word, n);
        unsigned erased;
        const unsigned count = damage(n, p.n - p.k, &erased);
        for (unsigned i = 0; i < count; i++) word[places[i]] = (uint8_t)(any() & mask);
        ev_position_t positions[MOST];
        uint16_t magnitudes[MOST];
        ev_corrections_t said = {positions, magnitudes, MOST, 0};
        size_t corrected = 0;
        if (ev_rs_decode(&code, word, n, &corrected, &said, places, erased, work, work_bytes) != EV_OK ||
            memcmp(word, sent, n) || said.count != corrected)
            fail("not corrected", &p, 6);
        for (unsigned i = 0; i < n; i++) word[i] = (uint8_t)(any() & mask);
        memcpy(sent, word, n);
        const ev_status_t status = ev_rs_decode(&code, word, n, &corrected, NULL, NULL, 0, work, work_bytes);
        if (status == EV_UNCORRECTABLE ? memcmp(word, sent, n) != 0
                                       : !p.punctured && ev_rs_check(&code, word, n, work, work_bytes) != EV_OK)
            fail("noise became no codeword", &p, 6);
        free(sent);
        free(word);
        free(work);
    }
    free(tables);
    return taken;
}

static int wide_code(void) {
    ev_rs_parameters_t p = {polynomial(9, 14), near(400), 0, (uint16_t)any(), (uint16_t)(below(2) ? 1 : any()), 0};
    p.k = below(4) ? (uint16_t)(p.n - 1 - below(12)) : (uint16_t)any();
    if (below(3) == 0) p.punctured = near(3);
    ev_rs16_code_t code;
    const size_t table_bytes = ev_rs16_table_bytes(&p);
    if (table_bytes == 0) {
        uint32_t none;
        if (ev_rs16_init(&code, &none, sizeof none, &p) == EV_OK) fail("taken without tables", &p, 6);
        return 0;
    }
    if (p.n - p.k + p.punctured > 60) return 0;   // takes long
    uint32_t *const tables = tables_of(table_bytes);
    const int taken = ev_rs16_init(&code, tables, table_bytes, &p) == EV_OK;
    if (taken) {
        const unsigned n = p.n, mask = (1u << code.field.m) - 1;
        const size_t work_bytes = ev_rs16_work_bytes(&code);
        uint32_t *const work = rubbish(work_bytes);
        uint16_t *const word = rubbish(2 * n), *const sent = rubbish(2 * n);
        for (unsigned i = 0; i < n; i++) word[i] = (uint16_t)(any() & mask);
        if (ev_rs16_encode(&code, word, 2 * n, work, work_bytes) != EV_OK) fail("not encoded", &p, 6);
        memcpy(sent, word, 2 * n);
        unsigned erased;
        const unsigned count = damage(n, p.n - p.k, &erased);
        for (unsigned i = 0; i < count; i++) word[places[i]] = (uint16_t)(any() & mask);
        size_t corrected = 0;
        if (ev_rs16_decode(&code, word, 2 * n, &corrected, NULL, places, erased, work, work_bytes) != EV_OK ||
            memcmp(word, sent, 2 * n))
            fail("not corrected", &p, 6);
        for (unsigned i = 0; i < n; i++) sent[i] = word[i] = (uint16_t)(any() & mask);
        if (ev_rs16_decode(&code, word, 2 * n, NULL, NULL, NULL, 0, work, work_bytes) == EV_UNCORRECTABLE &&
            memcmp(word, sent, 2 * n))
            fail("noise was changed", &p, 6);
        free(sent);
        free(word);
        free(work);
    }
    free(tables);
    return taken;
}

static int binary_code(void) {
    const uint16_t field = polynomial(3, 14);
    ev_bch_parameters_t p = {field, 0, (uint16_t)(below(8) ? 1 + below(12) : any()), 1, (uint16_t)below(2)};
    p.n = near(field > 2 ? (field < 600 ? field / 2u + 3 : 600) : 3);
    if (below(3) == 0) p.first_root = (uint16_t)any();
    ev_bch_code_t code;
    const size_t table_bytes = ev_bch_table_bytes(&p);
    if (table_bytes == 0) {
        uint32_t none;
        if (ev_bch_init(&code, &none, sizeof none, &p) == EV_OK) fail("taken without tables", &p, 5);
        return 0;
    }
    uint32_t *const tables = tables_of(table_bytes);
    const int taken = ev_bch_init(&code, tables, table_bytes, &p) == EV_OK;
    if (taken) {
        const unsigned length = p.n + (p.extended != 0);
        const size_t bytes = ev_bch_word_bytes(&code), work_bytes = ev_bch_work_bytes(&code);
        const size_t message_bytes = (code.k + 7u) / 8, sent_bytes = (length + 7u) / 8;
        const ev_bit_order_t order = below(2) ? EV_MSB_FIRST : EV_LSB_FIRST;
        uint32_t *const work = rubbish(work_bytes), *const word = rubbish(bytes);
        uint8_t *const message = rubbish(message_bytes), *const sent = rubbish(sent_bytes);
        for (size_t i = 0; i < message_bytes; i++) message[i] = (uint8_t)any();
        for (unsigned bit = code.k; bit < 8 * message_bytes; bit++)
            message[bit / 8] &= (uint8_t)~(order == EV_MSB_FIRST ? 0x80u >> bit % 8 : 1u << bit % 8);
        size_t written = 0, corrected = 0;
        if (ev_bch_put_message(&code, word, bytes, message, message_bytes, order) != EV_OK ||
            ev_bch_encode(&code, word, bytes) != EV_OK ||
            ev_bch_get_word(&code, sent, sent_bytes, &written, word, bytes, order) != EV_OK || written != sent_bytes)
            fail("not encoded", &p, 5);
        unsigned erased, changed = 0;
        const unsigned count = damage(length, 2u * p.t, &erased);
        for (unsigned i = 0; i < count; i++) {
            if (i < erased && below(2)) continue;
            const unsigned place = length - 1 - places[i];
            word[place / 32] ^= 1u << place % 32;
            changed++;
        }
        if (ev_bch_decode(&code, word, bytes, &corrected, NULL, places, erased, work, work_bytes) != EV_OK ||
            corrected != changed)
            fail("not corrected", &p, 5);
        uint8_t *const back = rubbish(sent_bytes);
        if (ev_bch_get_word(&code, back, sent_bytes, &written, word, bytes, order) != EV_OK ||
            memcmp(back, sent, sent_bytes) || ev_bch_put_word(&code, word, bytes, back, sent_bytes, order) != EV_OK ||
            ev_bch_get_message(&code, back, message_bytes, &written, word, bytes, order) != EV_OK ||
            memcmp(back, message, message_bytes))
            fail("another word came back", &p, 5);
        free(back);
        for (unsigned place = 0; place < length; place++) {
            word[place / 32] &= ~(1u << place % 32);
            word[place / 32] |= below(2) << place % 32;
        }
        const ev_status_t status = ev_bch_decode(&code, word, bytes, &corrected, NULL, NULL, 0, work, work_bytes);
        if (status != EV_OK && status != EV_UNCORRECTABLE) fail("noise was refused", &p, 5);
        free(sent);
        free(message);
        free(word);
        free(work);
    }
    free(tables);
    return taken;
}

// Bit by bit, as the catalogues define it.
static uint32_t serial(const ev_crc_kind_t *kind, const uint8_t *bytes, size_t length) {
    uint64_t value = kind->initial;
    const unsigned top = kind->width - 1u;
    for (size_t bit = 0; bit < 8 * length; bit++) {
        const unsigned in = bytes[bit / 8] >> (kind->reflected ? bit % 8 : 7 - bit % 8) & 1;
        const unsigned out = (unsigned)(value >> top & 1) ^ in;
        value = (value << 1 & (((uint64_t)2 << top) - 1)) ^ (out ? kind->polynomial : 0);
    }
    if (kind->reflected) {
        uint64_t turned = 0;
        for (unsigned i = 0; i <= top; i++) turned |= (value >> i & 1) << (top - i);
        value = turned;
    }
    return (uint32_t)value ^ kind->final_xor;
}

static int checksum(void) {
    ev_crc_kind_t kind = {any(), any(), any(), (uint8_t)any(), (uint8_t)any()};
    if (below(4)) kind.width = (uint8_t)(8 + below(25));
    if (below(9)) kind.reflected = (uint8_t)below(2);
    if (below(5) && kind.width <= 32) {
        const uint32_t mask = kind.width == 32 ? ~0u : (1u << kind.width) - 1;
        kind.polynomial = (kind.polynomial & mask) | 1;
        kind.initial &= mask;
        kind.final_xor &= mask;
    }
    ev_crc_t crc;
    if (ev_crc_start(&crc, &kind) != EV_OK) return 0;
    const size_t length = below(70), from = below(4), cut = length ? below((unsigned)length + 1) : 0;
    uint32_t *const memory = rubbish(from + length);   // aligned; the bytes end with it
    uint8_t *const bytes = (uint8_t *)memory + from;
    for (size_t i = 0; i < length; i++) bytes[i] = (uint8_t)any();
    uint32_t value = 0;
    ev_crc_update(&crc, bytes, cut);
    ev_crc_update(&crc, bytes + cut, length - cut);
    ev_crc_value(&crc, &value);
    if (value != serial(&kind, bytes, length)) fail("another checksum", &kind, sizeof kind / 2);
    free(memory);
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    state = strtoull(argv[1], NULL, 10) * 0x9E3779B97F4A7C15ULL + 1;
    unsigned taken[4] = {0, 0, 0, 0};
    for (unsigned long left = strtoul(argv[2], NULL, 10); left > 0; left--) {
        taken[0] += (unsigned)small_code();
        taken[1] += (unsigned)wide_code();
        taken[2] += (unsigned)binary_code();
        taken[3] += (unsigned)checksum();
    }
    printf("%u %u %u %u\n", taken[0], taken[1], taken[2], taken[3]);
    return 0;
}
