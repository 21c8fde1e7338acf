// SPDX-License-Identifier: Apache-2.0
// Programs that `ev ct` must find out. Argument: "branch" or "address" on a secret bit or byte; "none" is innocent.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "ct.h"

static uint8_t secret[64];
volatile uint8_t table[256];
volatile uint32_t sink;

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "none";
    FILE *file = fopen("secret.bin", "rb");
    if (file == 0 || fread(secret, 1, sizeof secret, file) != sizeof secret) return 2;
    fclose(file);
    const int branch = strcmp(how, "branch") == 0, address = strcmp(how, "address") == 0;
    ct_begin();
    uint32_t sum = 0;
    for (int i = 0; i < 64; i++) sum += (uint32_t)secret[i] * 3;
    if (branch && (secret[7] & 1)) sink = sum;
    if (address) sum += table[secret[9]];
    sink = sum;
    ct_end();
    return 0;
}
