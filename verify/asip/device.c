// SPDX-License-Identifier: Apache-2.0
// The coprocessor on the bus of its host: device WHAT. `aes` prints a block, its cycles and STATUS; the others are accesses
// that end in a bus error, after a number of waits for those of FIFOs.
#include <stdio.h>
#include <string.h>

#include "asip/asip_soc.h"
#include "asip/tasks/asip_tasks.h"

static void wait(void) {
    while (ASIP_REGISTER(ASIP_STATUS) & 1) continue;
}

static void aes(void) {    // FIPS 197, C.1
    wait();
    for (uint32_t i = 0; i < 4; i++) ASIP_REGISTER(ASIP_DATA_IN) = 0x03020100 + 0x04040404 * i;
    ASIP_REGISTER(ASIP_TASK) = ASIP_AES_KEY128;
    wait();
    for (uint32_t i = 0; i < 4; i++) ASIP_REGISTER(ASIP_DATA_IN) = 0x33221100 + 0x44444444 * i;
    ASIP_REGISTER(ASIP_TASK) = ASIP_AES_ENCRYPT;
    for (uint32_t i = 0; i < 4; i++) printf("%08lx ", (unsigned long)ASIP_REGISTER(ASIP_DATA_OUT));
    printf("%lu ", (unsigned long)ASIP_REGISTER(ASIP_TASK_CYCLES));
    printf("%lx\n", (unsigned long)ASIP_REGISTER(ASIP_STATUS));
}

static void words_of_one_instruction(uint32_t in, uint32_t out) {    // two come late
    __asm__ volatile("movs r4, #1\nmovs r5, #2\nmovs r6, #3\nmovs r7, #4\nstm %0!, {r4-r7}\nldm %1!, {r4-r7}"
                     : "+l"(in), "+l"(out) : : "r4", "r5", "r6", "r7", "memory");
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "aes") == 0) aes();
    else if (strcmp(what, "info") == 0) printf("%lx\n", (unsigned long)ASIP_REGISTER(ASIP_INFO));
    else if (strcmp(what, "byte") == 0) *(volatile uint8_t *)ASIP_TASK = 0;
    else if (strcmp(what, "nothing") == 0) ASIP_REGISTER(ASIP_DATA_OUT + 0x1000) = 0;
    else if (strcmp(what, "beyond") == 0) (void)ASIP_REGISTER(ASIP_TASK + 0x4000);
    else if (strcmp(what, "underrun") == 0) (void)ASIP_REGISTER(ASIP_DATA_OUT);
    else if (strcmp(what, "overrun") == 0)
        for (int i = 0; i < 9; i++) ASIP_REGISTER(ASIP_DATA_IN) = 0;
    else if (strcmp(what, "burst") == 0) wait(), words_of_one_instruction(ASIP_DATA_IN, ASIP_DATA_OUT);
    return 0;
}
