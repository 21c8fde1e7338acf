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
// Reed-Solomon symbols are bytes. A BCH word is its 32-bit words. A position is a 16-bit number. A status is a 16-bit
// number: what the decoder corrected, or a status of evariste/status.h, negated. Prints "cycles setup|encode|decode N" for each job, without the file access.

#include <evariste.h>
#include <stdio.h>

#include "bench.h"

static FILE *jobs, *results;
static uint32_t empty;

static ev_rs_code_t rs;
static uint32_t tables[EV_RS_TABLE_BYTES_MAX / 4], work[EV_RS_WORK_BYTES(254) / 4], word[64];
static ev_position_t erasures[256];

enum { BCH_BITS = 16383, BCH_ERRORS = 64 };
static ev_bch_code_t bch;
static uint32_t bch_tables[(EV_BCH_TABLE_BYTES(14, BCH_ERRORS) + EV_RS_TABLE_BYTES_MAX) / 4];
static uint32_t bch_work[EV_BCH_WORK_BYTES(BCH_BITS, BCH_ERRORS) / 4], bch_word[EV_BCH_WORD_BYTES(BCH_BITS) / 4];
static ev_position_t bch_erasures[2 * BCH_ERRORS];

static int number(unsigned *value) {
    const int low = fgetc(jobs), high = fgetc(jobs);
    *value = (unsigned)low | (unsigned)high << 8;
    return high != EOF;
}

static int as_number(ev_status_t status, size_t corrected) {
    return status == EV_OK ? (int)corrected : -(int)status;
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
    const ev_status_t status = ev_rs_init(&rs, tables, sizeof tables, &parameters);
    report("setup", bench_stop() - empty);
    answer(as_number(status, 0));
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
        const ev_status_t status = ev_rs_encode(&rs, (uint8_t *)word, rs.n);
        cycles += bench_stop() - empty;
        answer(as_number(status, 0));
        fwrite(word, 1, rs.n, results);
    }
    report("encode", cycles);
    return 1;
}

static int decode_rs(void) {
    unsigned count, erased;
    if (!number(&count) || !number(&erased) || erased > sizeof erasures / sizeof erasures[0]) return 0;
    uint32_t cycles = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!take(word, rs.n) || !take(erasures, 2 * erased)) return 0;
        size_t corrected = 0;
        bench_begin();
        const ev_status_t status =
            ev_rs_decode(&rs, (uint8_t *)word, rs.n, &corrected, NULL, erasures, erased, work, sizeof work);
        const uint32_t taken = bench_stop() - empty;
        cycles += taken;
        answer_timed(as_number(status, corrected), taken);
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
    const ev_status_t status = ev_bch_init(&bch, bch_tables, sizeof bch_tables, &parameters);
    report("setup", bench_stop() - empty);
    answer(as_number(status, 0));
    answer(bch.k);
    return 1;
}

static int encode_bch(void) {
    unsigned count;
    if (!number(&count)) return 0;
    const unsigned bytes = EV_BCH_WORD_BYTES(bch.n);
    uint32_t cycles = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!take(bch_word, bytes)) return 0;
        bench_begin();
        const ev_status_t status = ev_bch_encode(&bch, bch_word, bytes);
        cycles += bench_stop() - empty;
        answer(as_number(status, 0));
        fwrite(bch_word, 1, bytes, results);
    }
    report("encode", cycles);
    return 1;
}

static int decode_bch(void) {
    unsigned count, erased;
    if (!number(&count) || !number(&erased) || erased > 2 * BCH_ERRORS) return 0;
    const unsigned bytes = EV_BCH_WORD_BYTES(bch.n);
    uint32_t cycles = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!take(bch_word, bytes) || !take(bch_erasures, 2 * erased)) return 0;
        size_t corrected = 0;
        bench_begin();
        const ev_status_t status = ev_bch_decode(&bch, bch_word, bytes, &corrected, NULL, bch_erasures, erased,
                                                 bch_work, sizeof bch_work);
        const uint32_t taken = bench_stop() - empty;
        cycles += taken;
        answer_timed(as_number(status, corrected), taken);
        fwrite(bch_word, 1, bytes, results);
    }
    report("decode", cycles);
    return 1;
}

enum { RS16_CHECKS = 64, RS16_LENGTH = 16383 };
static ev_rs16_code_t rs16;
static uint32_t rs16_tables[EV_RS16_TABLE_BYTES(14, RS16_CHECKS) / 4], rs16_work[EV_RS16_WORK_BYTES(RS16_CHECKS) / 4];
static uint16_t rs16_word[RS16_LENGTH];
static ev_position_t rs16_erasures[RS16_CHECKS];

static int make_rs16(void) {
    unsigned v[6];
    for (int i = 0; i < 6; i++)
        if (!number(&v[i])) return 0;
    const ev_rs_parameters_t parameters = {(uint16_t)v[0], (uint16_t)v[1], (uint16_t)v[2],
                                        (uint16_t)v[3], (uint16_t)v[4], (uint16_t)v[5]};
    bench_begin();
    const ev_status_t status = ev_rs16_init(&rs16, rs16_tables, sizeof rs16_tables, &parameters);
    report("setup", bench_stop() - empty);
    answer(as_number(status, 0));
    return 1;
}

static int encode_rs16(void) {
    unsigned count;
    if (!number(&count)) return 0;
    uint32_t cycles = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!take(rs16_word, 2u * rs16.k)) return 0;
        bench_begin();
        const ev_status_t status = ev_rs16_encode(&rs16, rs16_word, 2u * rs16.n, rs16_work, sizeof rs16_work);
        cycles += bench_stop() - empty;
        answer(as_number(status, 0));
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
        size_t corrected = 0;
        bench_begin();
        const ev_status_t status = ev_rs16_decode(&rs16, rs16_word, 2u * rs16.n, &corrected, NULL, rs16_erasures, erased,
                                                  rs16_work, sizeof rs16_work);
        cycles += bench_stop() - empty;
        answer(as_number(status, corrected));
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
