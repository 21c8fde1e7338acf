// SPDX-License-Identifier: Apache-2.0
// Calls the codes and checksums with what they must refuse, and with what is just allowed. Prints, for each call, a name
// and the status. The tests know what is right. A word or an output that a refused call changed is printed as "changed".
#include <evariste.h>
#include <stdio.h>
#include <string.h>

enum { N = 15, K = 9, CHECKS = N - K, BITS = 31, T = 2, WIDE = 40, DEPTH = 3 };

static uint32_t tables[4096], work[512], small_work[512];
static union {
    uint32_t words[64];
    uint16_t wide[128];
    uint8_t bytes[256];
} word, before;
static size_t corrected;
static ev_position_t positions[8];
static uint16_t magnitudes[8];
static ev_corrections_t corrections;

// What must not change: remembers it, and asks for it.
static void remember(void) {
    before = word;
    corrected = 77;
    corrections = (ev_corrections_t){positions, magnitudes, 8, 66};
}

static void show(const char *name, ev_status_t status) {
    const int changed = status != EV_OK && (memcmp(&before, &word, sizeof word) || corrected != 77 || corrections.count != 66);
    printf("%s: %s%s\n", name, ev_status_text(status), changed ? " changed" : "");
    remember();
}

static void number(const char *name, size_t value) { printf("%s: %lu\n", name, (unsigned long)value); }

static void reed_solomon(void) {
    static const ev_rs_parameters_t right = {0x13, N, K, 1, 1, 0};
    ev_rs_parameters_t p = right;
    ev_rs_code_t code, punctured;
    const size_t needed = ev_rs_table_bytes(&p);
    remember();
    number("rs table bytes", needed == EV_RS_TABLE_BYTES(4, CHECKS));
    number("rs table bytes of nothing", ev_rs_table_bytes(NULL));
    show("rs init without code", ev_rs_init(NULL, tables, sizeof tables, &p));
    show("rs init without tables", ev_rs_init(&code, NULL, sizeof tables, &p));
    show("rs init without parameters", ev_rs_init(&code, tables, sizeof tables, NULL));
    show("rs init with small tables", ev_rs_init(&code, tables, needed - 1, &p));
    show("rs init with no tables", ev_rs_init(&code, tables, 0, &p));
    show("rs init with a code in its tables", ev_rs_init((ev_rs_code_t *)(void *)(tables + 2), tables, sizeof tables, &p));
    memcpy(tables + 4, &p, sizeof p);
    show("rs init with parameters in its tables",
         ev_rs_init(&code, tables, sizeof tables, (const ev_rs_parameters_t *)(const void *)(tables + 4)));
    p.polynomial = 0x211;
    number("rs table bytes of a large field", ev_rs_table_bytes(&p));
    show("rs init with a large field", ev_rs_init(&code, tables, sizeof tables, &p));
    p.polynomial = 0;
    show("rs init without a field", ev_rs_init(&code, tables, sizeof tables, &p));
    p.polynomial = 0x11;
    show("rs init reducible", ev_rs_init(&code, tables, sizeof tables, &p));
    p.polynomial = 0x1f;
    show("rs init not primitive", ev_rs_init(&code, tables, sizeof tables, &p));
    p = right;
    p.n = 16;
    show("rs init too long", ev_rs_init(&code, tables, sizeof tables, &p));
    p.n = 0;
    show("rs init of length 0", ev_rs_init(&code, tables, sizeof tables, &p));
    p = right;
    p.punctured = 1;
    show("rs init too long with punctured symbols", ev_rs_init(&code, tables, sizeof tables, &p));
    p.punctured = 65535;
    show("rs init with every symbol punctured", ev_rs_init(&code, tables, sizeof tables, &p));
    p = right;
    p.k = N;
    show("rs init without check symbols", ev_rs_init(&code, tables, sizeof tables, &p));
    p.k = 0;
    show("rs init without message", ev_rs_init(&code, tables, sizeof tables, &p));
    p = right;
    p.step = 5;
    show("rs init with a wrong step", ev_rs_init(&code, tables, sizeof tables, &p));
    p.step = 0;
    show("rs init with step 0", ev_rs_init(&code, tables, sizeof tables, &p));
    p = right;
    p.n = N - 1;
    p.punctured = 1;
    show("rs init punctured", ev_rs_init(&punctured, tables + 2048, 2048, &p));
    show("rs init", ev_rs_init(&code, tables, needed, &right));
    const size_t bytes = ev_rs_work_bytes(&code);
    number("rs work bytes", bytes == EV_RS_WORK_BYTES(CHECKS));
    number("rs work bytes of nothing", ev_rs_work_bytes(NULL));
    show("rs encode without code", ev_rs_encode(NULL, word.bytes, N));
    show("rs encode nothing", ev_rs_encode(&code, NULL, N));
    show("rs encode a short word", ev_rs_encode(&code, word.bytes, N - 1));
    show("rs encode a long word", ev_rs_encode(&code, word.bytes, N + 1));
    show("rs encode length 0", ev_rs_encode(&code, word.bytes, 0));
    word.bytes[3] = 16;
    remember();
    show("rs encode a symbol with a bit too high", ev_rs_encode(&code, word.bytes, N));
    show("rs check a symbol with a bit too high", ev_rs_check(&code, word.bytes, N, work, bytes));
    show("rs decode a symbol with a bit too high",
         ev_rs_decode(&code, word.bytes, N, &corrected, &corrections, NULL, 0, work, bytes));
    for (unsigned i = 0; i < N; i++) word.bytes[i] = (uint8_t)i;
    remember();
    show("rs encode", ev_rs_encode(&code, word.bytes, N));
    show("rs check", ev_rs_check(&code, word.bytes, N, work, bytes));
    show("rs check without work", ev_rs_check(&code, word.bytes, N, NULL, bytes));
    show("rs check a short word", ev_rs_check(&code, word.bytes, N - 1, work, bytes));
    show("rs check with small work", ev_rs_check(&code, word.bytes, N, work, bytes - 1));
    show("rs check in its own work", ev_rs_check(&code, (const uint8_t *)work, N, work, bytes));
    show("rs check punctured", ev_rs_check(&punctured, word.bytes, N - 1, work, sizeof work));
    word.bytes[4] ^= 1;
    remember();
    show("rs check a wrong word", ev_rs_check(&code, word.bytes, N, work, bytes));
    const ev_position_t lost[8] = {0, 1, 2, 3, 4, 5, 6, 7}, outside[1] = {N}, twice[2] = {3, 3};
    show("rs decode without code", ev_rs_decode(NULL, word.bytes, N, &corrected, NULL, NULL, 0, work, bytes));
    show("rs decode nothing", ev_rs_decode(&code, NULL, N, &corrected, NULL, NULL, 0, work, bytes));
    show("rs decode without work", ev_rs_decode(&code, word.bytes, N, &corrected, NULL, NULL, 0, NULL, bytes));
    show("rs decode without erasures", ev_rs_decode(&code, word.bytes, N, &corrected, NULL, NULL, 1, work, bytes));
    show("rs decode a short word", ev_rs_decode(&code, word.bytes, N - 1, &corrected, NULL, NULL, 0, work, bytes));
    show("rs decode length 0", ev_rs_decode(&code, word.bytes, 0, &corrected, NULL, NULL, 0, work, bytes));
    show("rs decode with small work", ev_rs_decode(&code, word.bytes, N, &corrected, NULL, NULL, 0, work, bytes - 1));
    memcpy(small_work, word.bytes, N);
    show("rs decode in its own work",
         ev_rs_decode(&code, (uint8_t *)small_work, N, &corrected, NULL, NULL, 0, small_work, bytes));
    show("rs decode across its own work",
         ev_rs_decode(&code, (uint8_t *)small_work, N, &corrected, NULL, NULL, 0, small_work + 3, bytes));
    show("rs decode beside its work",
         ev_rs_decode(&code, (uint8_t *)small_work, N, &corrected, NULL, NULL, 0, small_work + 4, bytes));
    show("rs decode an erasure outside", ev_rs_decode(&code, word.bytes, N, &corrected, NULL, outside, 1, work, bytes));
    show("rs decode an erasure twice", ev_rs_decode(&code, word.bytes, N, &corrected, NULL, twice, 2, work, bytes));
    show("rs decode more erasures than checks",
         ev_rs_decode(&code, word.bytes, N, &corrected, NULL, lost, CHECKS + 1, work, bytes));
    corrections.capacity = 0;
    show("rs decode with no room for corrections",
         ev_rs_decode(&code, word.bytes, N, &corrected, &corrections, NULL, 0, work, bytes));
    show("rs decode", ev_rs_decode(&code, word.bytes, N, NULL, NULL, NULL, 0, work, bytes));
    word.bytes[2] ^= 9;
    word.bytes[14] ^= 4;
    remember();
    ev_rs_decode(&code, word.bytes, N, &corrected, &corrections, lost, 1, work, bytes);
    number("rs corrected", corrected);
    number("rs corrections", corrections.count);
    number("rs corrections right", (positions[0] == 2 && magnitudes[0] == 9 && positions[1] == 14 && magnitudes[1] == 4) ||
                                       (positions[1] == 2 && magnitudes[1] == 9 && positions[0] == 14 && magnitudes[0] == 4));
    for (unsigned i = 0; i < 5; i++) word.bytes[3 * i] ^= (uint8_t)(i + 1);
    remember();
    show("rs decode five errors", ev_rs_decode(&code, word.bytes, N, &corrected, &corrections, NULL, 0, work, bytes));
}

static void interleaved(void) {
    static const ev_rs_parameters_t p = {0x13, N, K, 1, 1, 0};
    ev_rs_code_t code;
    ev_rs_outcome_t outcomes[DEPTH];
    const size_t bytes = EV_RS_INTERLEAVED_WORK_BYTES(N, CHECKS), block = N * DEPTH;
    memset(&word, 0, sizeof word);
    remember();
    ev_rs_init(&code, tables, sizeof tables, &p);
    number("block work bytes", ev_rs_interleaved_work_bytes(&code) == bytes);
    number("block work bytes of nothing", ev_rs_interleaved_work_bytes(NULL));
    show("block encode without code", ev_rs_encode_interleaved(NULL, word.bytes, block, DEPTH, work, bytes));
    show("block encode nothing", ev_rs_encode_interleaved(&code, NULL, block, DEPTH, work, bytes));
    show("block encode without work", ev_rs_encode_interleaved(&code, word.bytes, block, DEPTH, NULL, bytes));
    show("block encode depth 0", ev_rs_encode_interleaved(&code, word.bytes, block, 0, work, bytes));
    show("block encode length 0", ev_rs_encode_interleaved(&code, word.bytes, 0, DEPTH, work, bytes));
    show("block encode a wrong length", ev_rs_encode_interleaved(&code, word.bytes, block + 1, DEPTH, work, bytes));
    show("block encode with small work", ev_rs_encode_interleaved(&code, word.bytes, block, DEPTH, work, bytes - 1));
    show("block encode in its own work", ev_rs_encode_interleaved(&code, (uint8_t *)work, block, DEPTH, work, bytes));
    word.bytes[7] = 16;
    remember();
    show("block encode a symbol with a bit too high",
         ev_rs_encode_interleaved(&code, word.bytes, block, DEPTH, work, bytes));
    word.bytes[7] = 15;
    remember();
    show("block encode", ev_rs_encode_interleaved(&code, word.bytes, block, DEPTH, work, bytes));
    show("block decode without outcomes",
         ev_rs_decode_interleaved(&code, word.bytes, block, DEPTH, NULL, DEPTH, work, bytes));
    show("block decode with few outcomes",
         ev_rs_decode_interleaved(&code, word.bytes, block, DEPTH, outcomes, DEPTH - 1, work, bytes));
    show("block decode a wrong length",
         ev_rs_decode_interleaved(&code, word.bytes, block - 1, DEPTH, outcomes, DEPTH, work, bytes));
    word.bytes[0] ^= 1;
    for (unsigned i = 0; i < 5; i++) word.bytes[1 + DEPTH * 3 * i] ^= (uint8_t)(i + 1);   // word 1
    word.bytes[5] ^= 16;                                                                  // word 2
    const ev_status_t status = ev_rs_decode_interleaved(&code, word.bytes, block, DEPTH, outcomes, DEPTH, work, bytes);
    corrected = 77;
    before = word;
    show("block decode", status);
    show("block word 0", outcomes[0].status);
    show("block word 1", outcomes[1].status);
    show("block word 2", outcomes[2].status);
    number("block corrected", 100 * outcomes[0].corrected + 10 * outcomes[1].corrected + outcomes[2].corrected);
}

static void wide_reed_solomon(void) {
    static const ev_rs_parameters_t right = {0x211, WIDE, WIDE - CHECKS, 1, 1, 0};
    ev_rs_parameters_t p = right;
    ev_rs16_code_t code;
    const size_t needed = ev_rs16_table_bytes(&p), length = 2 * WIDE;
    memset(&word, 0, sizeof word);
    remember();
    number("rs16 table bytes", needed == EV_RS16_TABLE_BYTES(9, CHECKS));
    number("rs16 table bytes of nothing", ev_rs16_table_bytes(NULL));
    show("rs16 init without code", ev_rs16_init(NULL, tables, sizeof tables, &p));
    show("rs16 init without tables", ev_rs16_init(&code, NULL, sizeof tables, &p));
    show("rs16 init without parameters", ev_rs16_init(&code, tables, sizeof tables, NULL));
    show("rs16 init with small tables", ev_rs16_init(&code, tables, needed - 1, &p));
    show("rs16 init with a code in its tables", ev_rs16_init((ev_rs16_code_t *)(void *)tables, tables, sizeof tables, &p));
    p.polynomial = 0x13;
    show("rs16 init with a small field", ev_rs16_init(&code, tables, sizeof tables, &p));
    p.polynomial = 0x201;
    show("rs16 init reducible", ev_rs16_init(&code, tables, sizeof tables, &p));
    p.polynomial = 0x203;
    show("rs16 init not primitive", ev_rs16_init(&code, tables, sizeof tables, &p));
    p = right;
    p.n = 512;
    show("rs16 init too long", ev_rs16_init(&code, tables, sizeof tables, &p));
    p = right;
    p.k = WIDE;
    show("rs16 init without check symbols", ev_rs16_init(&code, tables, sizeof tables, &p));
    p = right;
    p.step = 7;
    show("rs16 init with a wrong step", ev_rs16_init(&code, tables, sizeof tables, &p));
    show("rs16 init", ev_rs16_init(&code, tables, sizeof tables, &right));
    const size_t bytes = ev_rs16_work_bytes(&code);
    number("rs16 work bytes", bytes == EV_RS16_WORK_BYTES(CHECKS));
    number("rs16 work bytes of nothing", ev_rs16_work_bytes(NULL));
    show("rs16 encode nothing", ev_rs16_encode(&code, NULL, length, work, bytes));
    show("rs16 encode a short word", ev_rs16_encode(&code, word.wide, length - 2, work, bytes));
    show("rs16 encode with small work", ev_rs16_encode(&code, word.wide, length, work, bytes - 1));
    show("rs16 encode in its own work", ev_rs16_encode(&code, (uint16_t *)(void *)work, length, work, bytes));
    word.wide[3] = 512;
    remember();
    show("rs16 encode a symbol with a bit too high", ev_rs16_encode(&code, word.wide, length, work, bytes));
    show("rs16 decode a symbol with a bit too high",
         ev_rs16_decode(&code, word.wide, length, &corrected, &corrections, NULL, 0, work, bytes));
    word.wide[3] = 511;
    remember();
    show("rs16 encode", ev_rs16_encode(&code, word.wide, length, work, bytes));
    word.wide[30] ^= 300;
    remember();
    const ev_position_t lost[7] = {0, 1, 2, 3, 4, 5, 6}, outside[1] = {WIDE}, twice[2] = {3, 3};
    show("rs16 decode nothing", ev_rs16_decode(&code, NULL, length, &corrected, NULL, NULL, 0, work, bytes));
    show("rs16 decode without erasures", ev_rs16_decode(&code, word.wide, length, &corrected, NULL, NULL, 1, work, bytes));
    show("rs16 decode a long word", ev_rs16_decode(&code, word.wide, length + 2, &corrected, NULL, NULL, 0, work, bytes));
    show("rs16 decode with small work",
         ev_rs16_decode(&code, word.wide, length, &corrected, NULL, NULL, 0, work, bytes - 1));
    show("rs16 decode in its own work",
         ev_rs16_decode(&code, (uint16_t *)(void *)work, length, &corrected, NULL, NULL, 0, work, bytes));
    show("rs16 decode an erasure outside",
         ev_rs16_decode(&code, word.wide, length, &corrected, NULL, outside, 1, work, bytes));
    show("rs16 decode an erasure twice", ev_rs16_decode(&code, word.wide, length, &corrected, NULL, twice, 2, work, bytes));
    show("rs16 decode more erasures than checks",
         ev_rs16_decode(&code, word.wide, length, &corrected, NULL, lost, 7, work, bytes));
    corrections.capacity = 0;
    show("rs16 decode with no room for corrections",
         ev_rs16_decode(&code, word.wide, length, &corrected, &corrections, NULL, 0, work, bytes));
    ev_rs16_decode(&code, word.wide, length, &corrected, &corrections, NULL, 0, work, bytes);
    number("rs16 corrected", corrected);
    number("rs16 corrections right", corrections.count == 1 && positions[0] == 30 && magnitudes[0] == 300);
    for (unsigned i = 0; i < 5; i++) word.wide[7 * i] ^= (uint16_t)(i + 1);
    remember();
    show("rs16 decode five errors", ev_rs16_decode(&code, word.wide, length, &corrected, NULL, NULL, 0, work, bytes));
}

static void binary(void) {
    static const ev_bch_parameters_t right = {0x25, BITS, T, 1, 0};
    ev_bch_parameters_t p = right;
    ev_bch_code_t code;
    const size_t needed = ev_bch_table_bytes(&p), length = EV_BCH_WORD_BYTES(BITS);
    memset(&word, 0, sizeof word);
    remember();
    number("bch table bytes", needed == EV_BCH_TABLE_BYTES(5, T));
    number("bch table bytes of nothing", ev_bch_table_bytes(NULL));
    show("bch init without code", ev_bch_init(NULL, tables, sizeof tables, &p));
    show("bch init without tables", ev_bch_init(&code, NULL, sizeof tables, &p));
    show("bch init without parameters", ev_bch_init(&code, tables, sizeof tables, NULL));
    show("bch init with small tables", ev_bch_init(&code, tables, needed - 1, &p));
    show("bch init with a code in its tables", ev_bch_init((ev_bch_code_t *)(void *)tables, tables, sizeof tables, &p));
    p.polynomial = 7;
    show("bch init with a tiny field", ev_bch_init(&code, tables, sizeof tables, &p));
    p.polynomial = 0x21;
    show("bch init reducible", ev_bch_init(&code, tables, sizeof tables, &p));
    p.polynomial = 0x49;
    show("bch init not primitive", ev_bch_init(&code, tables, sizeof tables, &p));
    p = right;
    p.n = 32;
    show("bch init too long", ev_bch_init(&code, tables, sizeof tables, &p));
    p = right;
    p.t = 0;
    show("bch init of no error", ev_bch_init(&code, tables, sizeof tables, &p));
    p.t = 65535;
    show("bch init of every error", ev_bch_init(&code, tables, sizeof tables, &p));
    p = right;
    p.n = 10;
    show("bch init without message", ev_bch_init(&code, tables, sizeof tables, &p));
    show("bch init", ev_bch_init(&code, tables, needed, &right));
    const size_t bytes = ev_bch_work_bytes(&code);
    number("bch work bytes", bytes == EV_BCH_WORK_BYTES(BITS, T));
    number("bch work bytes of nothing", ev_bch_work_bytes(NULL));
    number("bch word bytes", ev_bch_word_bytes(&code) == length);
    number("bch word bytes of nothing", ev_bch_word_bytes(NULL));
    show("bch encode nothing", ev_bch_encode(&code, NULL, length));
    show("bch encode a wrong length", ev_bch_encode(&code, word.words, length + 4));
    word.words[0] = 1u << 31;
    remember();
    show("bch encode a bit too high", ev_bch_encode(&code, word.words, length));
    show("bch decode a bit too high",
         ev_bch_decode(&code, word.words, length, &corrected, &corrections, NULL, 0, work, bytes));
    word.words[0] = 1u << 20;
    remember();
    show("bch encode", ev_bch_encode(&code, word.words, length));
    word.words[0] ^= 1u << 7;
    remember();
    const ev_position_t lost[5] = {0, 1, 2, 3, 4}, outside[1] = {BITS}, twice[2] = {3, 3};
    show("bch decode nothing", ev_bch_decode(&code, NULL, length, &corrected, NULL, NULL, 0, work, bytes));
    show("bch decode without work", ev_bch_decode(&code, word.words, length, &corrected, NULL, NULL, 0, NULL, bytes));
    show("bch decode without erasures", ev_bch_decode(&code, word.words, length, &corrected, NULL, NULL, 1, work, bytes));
    show("bch decode length 0", ev_bch_decode(&code, word.words, 0, &corrected, NULL, NULL, 0, work, bytes));
    show("bch decode with small work",
         ev_bch_decode(&code, word.words, length, &corrected, NULL, NULL, 0, work, bytes - 1));
    show("bch decode in its own work", ev_bch_decode(&code, work, length, &corrected, NULL, NULL, 0, work, bytes));
    show("bch decode an erasure outside",
         ev_bch_decode(&code, word.words, length, &corrected, NULL, outside, 1, work, bytes));
    show("bch decode an erasure twice", ev_bch_decode(&code, word.words, length, &corrected, NULL, twice, 2, work, bytes));
    show("bch decode more erasures than 2t", ev_bch_decode(&code, word.words, length, &corrected, NULL, lost, 5, work, bytes));
    corrections.capacity = 0;
    show("bch decode with no room for corrections",
         ev_bch_decode(&code, word.words, length, &corrected, &corrections, NULL, 0, work, bytes));
    ev_bch_decode(&code, word.words, length, &corrected, &corrections, NULL, 0, work, bytes);
    number("bch corrected", corrected);
    number("bch corrections right", corrections.count == 1 && positions[0] == BITS - 1 - 7 && magnitudes[0] == 1);
    word.words[0] ^= 7u;
    remember();
    show("bch decode three errors", ev_bch_decode(&code, word.words, length, &corrected, NULL, NULL, 0, work, bytes));

    uint8_t sent[8] = {0};
    size_t written = 0;
    show("put word without code", ev_bch_put_word(NULL, word.words, length, sent, 4, EV_MSB_FIRST));
    show("put word without bytes", ev_bch_put_word(&code, word.words, length, NULL, 4, EV_MSB_FIRST));
    show("put nothing", ev_bch_put_word(&code, word.words, length, sent, 0, EV_MSB_FIRST));
    show("put a wrong word", ev_bch_put_word(&code, word.words, length + 4, sent, 4, EV_MSB_FIRST));
    show("put too many bytes", ev_bch_put_word(&code, word.words, length, sent, 5, EV_MSB_FIRST));
    show("put a word on itself", ev_bch_put_word(&code, word.words, length, word.bytes, 4, EV_MSB_FIRST));
    show("put a message on itself", ev_bch_put_message(&code, word.words, length, word.bytes, 3, EV_MSB_FIRST));
    show("put a message of a word", ev_bch_put_message(&code, word.words, length, sent, 4, EV_MSB_FIRST));
    sent[3] = 1;
    show("put a bit behind the last, most significant first", ev_bch_put_word(&code, word.words, length, sent, 4, EV_MSB_FIRST));
    sent[3] = 0x80;
    show("put a bit behind the last, least significant first", ev_bch_put_word(&code, word.words, length, sent, 4, EV_LSB_FIRST));
    show("get word without length", ev_bch_get_word(&code, sent, 8, NULL, word.words, length, EV_MSB_FIRST));
    show("get word to nowhere", ev_bch_get_word(&code, NULL, 8, &written, word.words, length, EV_MSB_FIRST));
    show("get word to little room", ev_bch_get_word(&code, sent, 3, &written, word.words, length, EV_MSB_FIRST));
    show("get message to little room", ev_bch_get_message(&code, sent, 2, &written, word.words, length, EV_MSB_FIRST));
    show("get a wrong word", ev_bch_get_word(&code, sent, 8, &written, word.words, length - 4, EV_MSB_FIRST));
    show("get a word on itself", ev_bch_get_word(&code, word.bytes, 8, &written, word.words, length, EV_MSB_FIRST));
    word.words[0] |= 1u << 31;
    remember();
    show("get a bit too high", ev_bch_get_word(&code, sent, 8, &written, word.words, length, EV_MSB_FIRST));
    number("written", written);
}

static void short_codes(void) {
    memset(&word, 0, sizeof word);
    remember();
    show("bch31_11 nothing", ev_bch31_11_decode(NULL, &corrected));
    show("bch63_51 nothing", ev_bch63_51_decode(NULL, &corrected));
    show("bch31_19 nothing", ev_bch31_19_decode(NULL, &corrected));
    show("four words of nothing", ev_bch63_51_decode4(NULL, word.bytes));
    show("four words to nowhere", ev_bch63_51_decode4(word.words, NULL));
    show("bch31_11 without count", ev_bch31_11_decode(word.words, NULL));
    word.words[1] = 1u << 31;
    remember();
    show("bch31_11 a bit too high", ev_bch31_11_decode(word.words + 1, &corrected));
    show("bch63_51 a bit too high", ev_bch63_51_decode(word.words, &corrected));
    show("bch31_19 a bit too high", ev_bch31_19_decode(word.words + 1, &corrected));
    uint8_t each[4];
    word.words[4] = 5;
    remember();
    const ev_status_t status = ev_bch63_51_decode4(word.words, each);
    printf("four words: %s %u %u %u %u\n", ev_status_text(status), each[0], each[1], each[2], each[3]);
    word.words[0] = 0;
    word.words[1] = 7;
    remember();
    show("bch63_51 three errors", ev_bch63_51_decode(word.words, &corrected));
    word.words[0] = 0x00111155;
    remember();
    show("bch31_11 eight errors", ev_bch31_11_decode(word.words, &corrected));
    word.words[0] = 0x00010011;
    remember();
    show("bch31_19 three errors", ev_bch31_19_decode(word.words, &corrected));
}

static void checksums(void) {
    ev_crc_kind_t kind = ev_crc32_ieee;
    ev_crc_t crc;
    uint32_t value = 0;
    remember();
    show("crc start without state", ev_crc_start(NULL, &kind));
    show("crc start without kind", ev_crc_start(&crc, NULL));
    kind.width = 7;
    show("crc of 7 bits", ev_crc_start(&crc, &kind));
    kind.width = 33;
    show("crc of 33 bits", ev_crc_start(&crc, &kind));
    kind.width = 31;
    show("crc with a bit above its width", ev_crc_start(&crc, &kind));
    kind = ev_crc32_ieee;
    kind.reflected = 2;
    show("crc reflected twice", ev_crc_start(&crc, &kind));
    kind = ev_crc32_ieee;
    kind.polynomial ^= 1;
    show("crc without the term 1", ev_crc_start(&crc, &kind));
    show("crc start", ev_crc_start(&crc, &ev_crc32_ieee));
    show("crc update without state", ev_crc_update(NULL, "a", 1));
    show("crc update without bytes", ev_crc_update(&crc, NULL, 1));
    show("crc update with nothing", ev_crc_update(&crc, NULL, 0));
    show("crc value without state", ev_crc_value(NULL, &value));
    show("crc value to nowhere", ev_crc_value(&crc, NULL));
    show("crc message without kind", ev_crc_message(NULL, &value, "a", 1));
    show("crc message without bytes", ev_crc_message(&ev_crc32c, &value, NULL, 1));
    show("crc message to nowhere", ev_crc_message(&ev_crc32c, NULL, "a", 1));
    show("crc message of a wrong kind", ev_crc_message(&kind, &value, "a", 1));
    show("crc message of nothing", ev_crc_message(&ev_crc32_ieee, &value, NULL, 0));
    number("crc of nothing", value);
    show("dual basis of nothing", ev_ccsds_to_dual(NULL, 0));
    show("dual basis without symbols", ev_ccsds_to_dual(NULL, 1));
    show("conventional basis of nothing", ev_ccsds_to_conventional(NULL, 0));
    show("conventional basis without symbols", ev_ccsds_to_conventional(NULL, 1));
}

int main(void) {
    reed_solomon();
    interleaved();
    wide_reed_solomon();
    binary();
    short_codes();
    checksums();
    return 0;
}
