// SPDX-License-Identifier: Apache-2.0
// A sum of secret bytes. With LEAK a store depends on it.

#include <stdio.h>
#include <stdint.h>
#include "ct.h"
static volatile uint32_t sink;
int main(void) {
    uint8_t secret[64];
    FILE *f = fopen("secret.bin", "rb");
    if (!f || fread(secret, 1, sizeof secret, f) != sizeof secret) return 1;
    fclose(f);
    uint32_t sum = 0;
    ct_begin();
    for (unsigned i = 0; i < sizeof secret; i++) sum += secret[i] * 3u;
#ifdef LEAK
    if (sum & 1) sink = sum;
#endif
    ct_end();
    sink = sum;
    return 0;
}
