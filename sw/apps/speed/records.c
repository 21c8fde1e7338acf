// SPDX-License-Identifier: Apache-2.0
// A load for measuring simulators. It exercises what Dhrystone does (records behind pointers, strings, arrays, calls,
// switches, a little multiplication and division), in new code. argv[1]: rounds. Prints a checksum.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { EMPTY, NUMBER, TEXT, PAIR };

struct record {
    struct record *next;
    enum kind kind;
    int32_t number;
    char name[24];
};

enum { RECORDS = 16, CELLS = 50 };

static struct record records[RECORDS];
static int32_t row[CELLS], table[CELLS][CELLS];

static __attribute__((noinline)) void link_records(void) {
    for (int i = 0; i < RECORDS; i++) {
        records[i].next = &records[(i + 5) % RECORDS];
        records[i].kind = (enum kind)(i % 4);
        records[i].number = i * 37;
        strcpy(records[i].name, "RECORD, NUMBER    00");
        records[i].name[18] = (char)('0' + i / 10);
        records[i].name[19] = (char)('0' + i % 10);
    }
}

static __attribute__((noinline)) int32_t weigh(const struct record *r, int32_t by) {
    switch (r->kind) {
        case EMPTY: return 1;
        case NUMBER: return r->number + by;
        case TEXT: return (int32_t)strlen(r->name) + r->name[19];
        case PAIR: return r->number * by + r->next->number;
    }
    return 0;
}

static __attribute__((noinline)) struct record *exchange(struct record *r, int32_t round) {
    struct record copy = *r->next;
    copy.number += round & 7;
    copy.kind = r->kind;
    *r->next = copy;
    return strcmp(r->name, copy.name) > 0 ? r->next : copy.next;
}

static __attribute__((noinline)) void fill(int32_t at, int32_t value) {
    row[at] = value;
    row[at + 1] = row[at];
    row[at + 9] = at;
    for (int32_t i = at; i <= at + 1; i++) table[at][i] = at;
    table[at][at - 1] += 1;
    table[at + 5][at] = row[at];
}

int main(int argc, char **argv) {
    const int32_t rounds = argc > 1 ? atoi(argv[1]) : 1000;
    link_records();
    struct record *r = &records[0];
    uint32_t sum = 0;
    for (int32_t round = 1; round <= rounds; round++) {
        r = exchange(r, round);
        for (int32_t i = 0; i < 4; i++) {
            sum = sum * 31 + (uint32_t)weigh(r, i);
            r = r->next;
        }
        fill(3 + round % 30, round);
        if (round % 10 == 0) sum += (uint32_t)(round * 7 / ((int32_t)(sum & 15) + 3));
        if (memcmp(r->name, "RECORD, NUMBER    07", 20) == 0) sum ^= (uint32_t)row[round % CELLS];
    }
    printf("sum %08lx\n", (unsigned long)sum);
    return 0;
}
