// SPDX-License-Identifier: Apache-2.0
// CRCs of jobs from the file jobs.bin, one result word each to results.bin; and the cycles of 1,024 bytes of CRC-32.
//
// A job: polynomial, initial, final xor, width, reflected, offset from word alignment, bytes a piece (0: all at once),
// length; then the bytes.
#include <evariste/crc.h>
#include <stdio.h>

#include "bench.h"

static uint8_t buffer[4100] __attribute__((aligned(4)));

int main(void) {
    FILE *in = fopen("jobs.bin", "rb"), *out = fopen("results.bin", "wb");
    if (in == 0 || out == 0) return 2;
    uint32_t job[8];
    while (fread(job, 1, sizeof job, in) == sizeof job) {
        if (job[7] > 4096 || job[5] > 3 || fread(buffer + job[5], 1, job[7], in) != job[7]) return 2;
        const ev_crc_kind_t kind = {job[0], job[1], job[2], (uint8_t)job[3], (uint8_t)job[4]};
        uint32_t value = 0;
        if (job[6] == 0) {
            if (ev_crc_message(&kind, &value, buffer + job[5], job[7]) != EV_OK) return 3;
        } else {
            ev_crc_t c;
            if (ev_crc_start(&c, &kind) != EV_OK) return 3;
            for (uint32_t at = 0; at < job[7]; at += job[6])
                ev_crc_update(&c, buffer + job[5] + at, job[7] - at < job[6] ? job[7] - at : job[6]);
            if (ev_crc_value(&c, &value) != EV_OK) return 3;
        }
        fwrite(&value, 1, sizeof value, out);
    }
    ev_crc_t c;
    ev_crc_start(&c, &ev_crc32_ieee);
    bench_begin();
    ev_crc_update(&c, buffer, 1024);
    bench_end("crc32");
    uint32_t value = 0;
    if (ev_crc_value(&c, &value) != EV_OK) return 3;
    fwrite(&value, 1, sizeof value, out);
    return fclose(out) == 0 ? 0 : 2;
}
