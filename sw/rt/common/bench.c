// SPDX-License-Identifier: Apache-2.0
// The printed line of a measurement (see bench.h).

#include "bench.h"

#include <stdio.h>

void bench_report(const char *label, uint32_t cycles) {
    printf("cycles %s %lu\n", label, (unsigned long)(cycles - bench_empty()));
}
