// SPDX-License-Identifier: Apache-2.0
// Every semihosting operation that newlib does not use, called directly; prints what comes back.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "semihost.h"

static int call(int operation, uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t block[3] = {a, b, c};
    return semihost(operation, block);
}

#define P(x) ((uint32_t)(uintptr_t)(x))

int main(void) {
    char text[16] = "";
    const char features[] = ":semihosting-features";
    const int f = call(0x01, P(features), 0, sizeof features - 1);
    printf("features %d", call(0x0C, f, 0, 0));                       // SYS_FLEN
    printf(" %d", call(0x06, f, P(text), 5));                         // SYS_READ
    printf(" %.4s %d\n", text, text[4]);
    printf("tty %d %d\n", call(0x09, 1, 0, 0), call(0x09, f, 0, 0));  // SYS_ISTTY
    printf("iserror %d %d\n", call(0x08, 0, 0, 0) != 0, call(0x08, 0xFFFFFFFF, 0, 0) != 0);
    memset(text, 0, sizeof text);
    printf("tmpnam %d %s\n", call(0x0D, P(text), 7, sizeof text), text);
    printf("tmpnam %d\n", call(0x0D, P(text), 7, 3));                 // too short
    const char command[] = "true";
    printf("system %d errno %d\n", call(0x12, P(command), 4, 0), semihost(0x13, 0));
    uint32_t heap[4] = {0};
    call(0x16, P(heap), 0, 0);
    printf("heap %d %d\n", heap[0] >= 0x20000000 && heap[0] < heap[1], heap[2] == 0x20100000);
    uint64_t ticks[2] = {0};
    semihost(0x30, &ticks[0]);
    semihost(0x30, &ticks[1]);
    printf("elapsed %d\n", ticks[0] < ticks[1] && ticks[1] < 1000000);
    printf("tickfreq %d\n", semihost(0x31, 0));
    printf("unknown %d errno %d\n", semihost(0x77, 0), semihost(0x13, 0));
    printf("closed %d %d\n", call(0x02, f, 0, 0), call(0x02, f, 0, 0));
    fflush(stdout);
    semihost(0x03, "c");        // SYS_WRITEC
    semihost(0x04, "0 done\n");  // SYS_WRITE0
    int c;
    while ((c = semihost(0x07, 0)) >= 0) printf("%02x", c);  // SYS_READC
    putchar('\n');
    return 0;
}
