// SPDX-License-Identifier: Apache-2.0
// Programs that `ev ct` must detect. Argument: "branch" or "address" on a secret bit or byte; "none" does neither.
// "mask" selects words by a mask that the compiler sees through, and may be detected. "hidden" selects by a mask that
// it does not see through, and must not be.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "ct.h"
#include "secret.h"

static uint8_t secret[64];
volatile uint8_t table[256];
volatile uint32_t sink;

enum { WORDS = 6 };
static uint32_t low[WORDS], high[WORDS], result[WORDS];

static uint32_t borrow_of(uint32_t *t, const uint32_t *a, const uint32_t *b) {
    uint32_t borrow = 0;
    for (int i = 0; i < WORDS; i++) {
        const uint64_t d = (uint64_t)a[i] - b[i] - borrow;
        t[i] = (uint32_t)d;
        borrow = (uint32_t)(d >> 32) & 1;
    }
    return borrow;
}

static __attribute__((noinline)) void select_by_a_plain_mask(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    uint32_t t[WORDS];
    const uint32_t keep = borrow_of(t, a, b);
    for (int i = 0; i < WORDS; i++) r[i] = t[i] ^ (-keep & (a[i] ^ t[i]));
}

static __attribute__((noinline)) void select_by_a_hidden_mask(uint32_t *r, const uint32_t *a, const uint32_t *b) {
    uint32_t t[WORDS];
    const uint32_t keep = secret_mask(borrow_of(t, a, b));
    secret_select_words(r, keep, t, a, WORDS);
}

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "none";
    FILE *file = fopen("secret.bin", "rb");
    if (file == 0 || fread(secret, 1, sizeof secret, file) != sizeof secret) return 2;
    fclose(file);
    const int branch = strcmp(how, "branch") == 0, address = strcmp(how, "address") == 0;
    const int mask = strcmp(how, "mask") == 0, hidden = strcmp(how, "hidden") == 0;
    memcpy(low, secret, sizeof low);
    memcpy(high, secret + sizeof low, sizeof high);
    ct_begin();
    if (mask) select_by_a_plain_mask(result, low, high);
    if (hidden) select_by_a_hidden_mask(result, low, high);
    uint32_t sum = 0;
    for (int i = 0; i < 64; i++) sum += (uint32_t)secret[i] * 3;
    if (branch && (secret[7] & 1)) sink = sum;
    if (address) sum += table[secret[9]];
    sink = sum;
    ct_end();
    return 0;
}
