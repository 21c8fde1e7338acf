// SPDX-License-Identifier: Apache-2.0
// Exact cycles of a piece of code, on the machine's own counter.
//
//     bench_begin();
//     kernel(...);
//     bench_end("label");          prints "cycles label N"
//
// N is the cycles of the code between the two lines. It includes a call's argument set-up, branch and return. It does
// not include the cost of the measurement, which is that of an empty pair, measured each time. Measurements do not
// nest. On a core without the counter the first read is a bus error.
#ifndef EVARISTE_BENCH_H
#define EVARISTE_BENCH_H

#include <stdint.h>

void bench_begin(void);
uint32_t bench_stop(void);                                // cycles since bench_begin, including the empty pair
uint32_t bench_empty(void);                               // cycles of an empty begin-stop pair
void bench_report(const char *label, uint32_t cycles);    // prints the line, without the empty pair

#define bench_end(label)                             \
    do {                                             \
        const uint32_t bench_cycles_ = bench_stop(); \
        bench_report((label), bench_cycles_);        \
    } while (0)

#endif
