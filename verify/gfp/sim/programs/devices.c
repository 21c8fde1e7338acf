// SPDX-License-Identifier: Apache-2.0
// Prints through the console register and reads the cycle counter: twice in a row, and once after some work.

#include <stdint.h>
#include <stdio.h>

#include "gfp_soc.h"

static uint32_t spend(uint32_t n) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += *(volatile uint32_t *)(0x20000000 + 4 * (i & 63)) != 0;
    return sum;
}

int main(void) {
    volatile uint32_t *console = (volatile uint32_t *)GFP_CONSOLE, *low = (volatile uint32_t *)GFP_CYCLE_LO;
    volatile uint32_t *high = (volatile uint32_t *)GFP_CYCLE_HI;
    for (const char *c = "device\n"; *c != '\0'; c++) *console = (uint8_t)*c;
    uint32_t first = *low, second = *low;
    uint32_t used = spend(100), third = *low;
    printf("%lu %lu %lu %lu %lu\n", (unsigned long)first, (unsigned long)(second - first),
           (unsigned long)(third - second), (unsigned long)*high, (unsigned long)(used > 100));
    return 7;
}
