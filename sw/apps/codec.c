// SPDX-License-Identifier: Apache-2.0
// Encodes and decodes words of any code, according to a file of jobs.
//
//     codec JOBS RESULTS
//
// JOBS is a sequence of 16-bit little-endian numbers and bytes:
//     1 polynomial n k first_root step punctured     makes that Reed-Solomon code the current one; result: status
//     2 count, count * (k symbols)                   encodes; result: count * (status, n symbols)
//     3 count erased, count * (n symbols, erased positions)      decodes; result: count * (status, n symbols)
//     4 polynomial n t first_root extended           makes that BCH code the current one; result: status, k
//     5 count, count * word                          encodes words that hold the message bits; result: as for 6
//     6 count erased, count * (word, erased bits)    decodes; result: count * (status, word)
//     10 index                                       makes that code of rs_rom.h the current one (the header's order)
//     7, 8, 9                                        as 1, 2, 3 with 16-bit symbols and positions (fields above GF(2^8))
//     11, 12                                         as 3, 6 with the word's cycles, 32 bits, behind each status
// Reed-Solomon symbols and positions are bytes. A BCH word is its 32-bit words, an erased bit a 16-bit number. A status
// is a 16-bit number. Prints "cycles setup|encode|decode N" for each job, without the file access.

#include <stdio.h>

#include "bch.h"
#include "bench.h"
#include "rs.h"
#include "rs16.h"
#include "rs_rom.h"

static FILE *jobs, *results;
static uint32_t empty;

static ev_rs_code_t rs;
static uint32_t tables[EV_RS_TABLE_WORDS_ANY], work[EV_RS_WORK_WORDS(254)], word[64];
static uint8_t erasures[256];

enum { BCH_BITS = 16383, BCH_ERRORS = 64 };
static ev_bch_code_t bch;
static uint32_t bch_tables[EV_BCH_TABLE_WORDS(14, BCH_ERRORS) + EV_RS_TABLE_WORDS_ANY];
static uint32_t bch_work[EV_BCH_WORK_WORDS(BCH_BITS, BCH_ERRORS)], bch_word[EV_BCH_WORD_WORDS(BCH_BITS)];
static uint16_t bch_erasures[2 * BCH_ERRORS];

static int number(unsigned *value) {
    const int low = fgetc(jobs), high = fgetc(jobs);
    *value = (unsigned)low | (unsigned)high << 8;
    return high != EOF;
}

static void answer(int status) {
    fputc(status & 0xFF, results);
    fputc(status >> 8 & 0xFF, results);
}

static int timed;   // the job wants the cycles of each word

static void answer_timed(int status, uint32_t cycles) {
    answer(status);
    if (timed) fwrite(&cycles, sizeof cycles, 1, results);
}

static int take(void *to, unsigned bytes) { return fread(to, 1, bytes, jobs) == bytes; }

static void report(const char *what, uint32_t cycles) { printf("cycles %s %lu\n", what, (unsigned long)cycles); }

static int make_rs(void) {
    unsigned v[6];
    for (int i = 0; i < 6; i++)
        if (!number(&v[i])) return 0;
    const ev_rs_parameters_t parameters = {(uint16_t)v[0], (uint16_t)v[1], (uint16_t)v[2],
                                        (uint16_t)v[3], (uint16_t)v[4], (uint16_t)v[5]};
    bench_begin();
    const int status = ev_rs_init(&rs, &parameters, tables);
    report("setup", bench_stop() - empty);
    answer(status);
    return 1;
}

static int take_rs(void) {
    static const ev_rs_code_t *const rom[] = {&ev_rs255_239, &ev_rs204_188, &ev_rs255_223_ccsds, &ev_rs255_239_ccsds, &ev_rs63_55};
    unsigned index;
    if (!number(&index) || index >= sizeof rom / sizeof rom[0]) return 0;
    rs = *rom[index];
    return 1;
}

static int encode_rs(void) {
    unsigned count;
    if (!number(&count)) return 0;
    uint32_t cycles = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!take(word, rs.k)) return 0;
        bench_begin();
        const int status = ev_rs_encode(&rs, (uint8_t *)word);
        cycles += bench_stop() - empty;
        answer(status);
        fwrite(word, 1, rs.n, results);
    }
    report("encode", cycles);
    return 1;
}

static int decode_rs(void) {
    unsigned count, erased;
    if (!number(&count) || !number(&erased) || erased > sizeof erasures) return 0;
    uint32_t cycles = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!take(word, rs.n) || !take(erasures, erased)) return 0;
        bench_begin();
        const int status = ev_rs_decode(&rs, (uint8_t *)word, erasures, erased, work);
        const uint32_t taken = bench_stop() - empty;
        cycles += taken;
        answer_timed(status, taken);
        fwrite(word, 1, rs.n, results);
    }
    report("decode", cycles);
    return 1;
}

static int make_bch(void) {
    unsigned v[5];
    for (int i = 0; i < 5; i++)
        if (!number(&v[i])) return 0;
    const ev_bch_parameters_t parameters = {(uint16_t)v[0], (uint16_t)v[1], (uint16_t)v[2], (uint16_t)v[3],
                                         (uint16_t)v[4]};
    bench_begin();
    const int status = v[2] > BCH_ERRORS ? CODE_BAD_CAPABILITY : ev_bch_init(&bch, &parameters, bch_tables);
    report("setup", bench_stop() - empty);
    answer(status);
    answer(bch.k);
    return 1;
}

static int encode_bch(void) {
    unsigned count;
    if (!number(&count)) return 0;
    const unsigned bytes = 4 * EV_BCH_WORD_WORDS(bch.n);
    uint32_t cycles = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!take(bch_word, bytes)) return 0;
        bench_begin();
        const int status = ev_bch_encode(&bch, bch_word);
        cycles += bench_stop() - empty;
        answer(status);
        fwrite(bch_word, 1, bytes, results);
    }
    report("encode", cycles);
    return 1;
}

static int decode_bch(void) {
    unsigned count, erased;
    if (!number(&count) || !number(&erased) || erased > 2 * BCH_ERRORS) return 0;
    const unsigned bytes = 4 * EV_BCH_WORD_WORDS(bch.n);
    uint32_t cycles = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!take(bch_word, bytes) || !take(bch_erasures, 2 * erased)) return 0;
        bench_begin();
        const int status = ev_bch_decode(&bch, bch_word, bch_erasures, erased, bch_work);
        const uint32_t taken = bench_stop() - empty;
        cycles += taken;
        answer_timed(status, taken);
        fwrite(bch_word, 1, bytes, results);
    }
    report("decode", cycles);
    return 1;
}

enum { RS16_CHECKS = 64, RS16_LENGTH = 16383 };
static ev_rs16_code_t rs16;
static uint32_t rs16_tables[EV_RS16_TABLE_WORDS(14, RS16_CHECKS)], rs16_work[EV_RS16_WORK_WORDS(RS16_CHECKS)];
static uint16_t rs16_word[RS16_LENGTH], rs16_erasures[RS16_CHECKS];

static int make_rs16(void) {
    unsigned v[6];
    for (int i = 0; i < 6; i++)
        if (!number(&v[i])) return 0;
    const ev_rs_parameters_t parameters = {(uint16_t)v[0], (uint16_t)v[1], (uint16_t)v[2],
                                        (uint16_t)v[3], (uint16_t)v[4], (uint16_t)v[5]};
    bench_begin();
    const int status =
        v[1] + v[5] > v[2] + RS16_CHECKS ? CODE_BAD_DIMENSION : ev_rs16_init(&rs16, &parameters, rs16_tables);
    report("setup", bench_stop() - empty);
    answer(status);
    return 1;
}

static int encode_rs16(void) {
    unsigned count;
    if (!number(&count)) return 0;
    uint32_t cycles = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!take(rs16_word, 2u * rs16.k)) return 0;
        bench_begin();
        const int status = ev_rs16_encode(&rs16, rs16_word, rs16_work);
        cycles += bench_stop() - empty;
        answer(status);
        fwrite(rs16_word, 2, rs16.n, results);
    }
    report("encode", cycles);
    return 1;
}

static int decode_rs16(void) {
    unsigned count, erased;
    if (!number(&count) || !number(&erased) || erased > RS16_CHECKS) return 0;
    uint32_t cycles = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!take(rs16_word, 2u * rs16.n) || !take(rs16_erasures, 2 * erased)) return 0;
        bench_begin();
        const int status = ev_rs16_decode(&rs16, rs16_word, rs16_erasures, erased, rs16_work);
        cycles += bench_stop() - empty;
        answer(status);
        fwrite(rs16_word, 2, rs16.n, results);
    }
    report("decode", cycles);
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fputs("usage: codec JOBS RESULTS\n", stderr);
        return 2;
    }
    jobs = fopen(argv[1], "rb");
    results = fopen(argv[2], "wb");
    if (!jobs || !results) {
        fputs("a file cannot be opened\n", stderr);
        return 1;
    }
    empty = bench_empty();
    unsigned job;
    while (number(&job)) {
        static int (*const does[])(void) = {make_rs,    encode_rs,  decode_rs, make_bch,   encode_bch,
                                            decode_bch, make_rs16, encode_rs16, decode_rs16, take_rs,
                                            decode_rs,  decode_bch};
        timed = job > 10;
        if (job < 1 || job > sizeof does / sizeof does[0] || !does[job - 1]()) {
            fprintf(stderr, "the job file ends early or has an unknown job %u\n", job);
            return 1;
        }
    }
    if (fclose(results)) {
        fputs("the results cannot be written\n", stderr);
        return 1;
    }
    return 0;
}
