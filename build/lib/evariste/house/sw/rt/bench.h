// SPDX-License-Identifier: Apache-2.0
// Cycles of a piece of code, to the cycle, on the machine's own counter.
//
//     bench_begin();
//     kernel(...);
//     bench_end("label");          prints "cycles label N"
//
// N is what the code between the two lines took: a call's argument set-up, branch and return are in it, the
// measurement's own cost (that of an empty pair, measured each time) is not. Measurements do not nest.
// On a core without the counter the first read is a bus error.
#ifndef EVARISTE_BENCH_H
#define EVARISTE_BENCH_H

#include <stdint.h>

void bench_begin(void);
uint32_t bench_stop(void);                                // cycles since bench_begin, the empty pair not yet taken off
uint32_t bench_empty(void);                               // cycles of an empty begin-stop pair
void bench_report(const char *label, uint32_t cycles);    // prints the line, the empty pair taken off

#define bench_end(label)                             \
    do {                                             \
        const uint32_t bench_cycles_ = bench_stop(); \
        bench_report((label), bench_cycles_);        \
    } while (0)

#endif
