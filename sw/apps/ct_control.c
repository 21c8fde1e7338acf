// SPDX-License-Identifier: Apache-2.0
// Programs that `ev ct` and `ev ct --taint` must detect, by the first argument:
//
//   branch, address   on a secret bit or byte
//   exit              a comparison that ends at the first difference
//   rare              a branch that one secret in 2^32 takes: only the taint mode can find it
//   division          by a function of the compiler's run-time library, whose time depends on the operands
//   stack             a copy of the secret is left on the stack
//   mask              selects words by a mask that the compiler sees through; may be detected
//
// and that they must not detect: "hidden" selects by a mask that the compiler does not see through, "wiped" clears its
// copy on the stack, "public" branches on a value that is declared public, "none" does nothing of all this.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef EV_MARK_SECRETS
#define EV_MARK_SECRETS
#endif
#include "ct.h"
#include "secret.h"

static uint8_t secret[64];
volatile uint8_t table[256];
volatile uint32_t sink, divisor = 7;

enum { WORDS = 6, KEY_WORDS = 4 };
static uint32_t low[WORDS], high[WORDS], key[KEY_WORDS], result[WORDS];

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
    for (int i = 0; i < WORDS; i++) ((volatile uint32_t *)t)[i] = 0;
}

static __attribute__((noinline)) uint32_t equal_until_the_first_difference(const uint8_t *a, const uint8_t *b) {
    for (int i = 0; i < 16; i++)
        if (a[i] != b[i]) return 0;
    return 1;
}

static __attribute__((noinline)) uint32_t copy_on_the_stack(int wipe) {
    volatile uint32_t copy[KEY_WORDS];
    uint32_t sum = 0;
    for (int i = 0; i < KEY_WORDS; i++) copy[i] = key[i];
    for (int i = 0; i < KEY_WORDS; i++) sum += copy[i];
    for (int i = 0; wipe && i < KEY_WORDS; i++) copy[i] = 0;
    return sum;
}

// Not inlined, so that main() has no word of the key in a register.
static __attribute__((noinline)) void take_secrets(void) {
    memcpy(low, secret, sizeof low);
    memcpy(high, secret + sizeof low, sizeof high);
    memcpy(key, secret + sizeof low + sizeof high, sizeof key);
}

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "none";
    FILE *file = fopen("secret.bin", "rb");
    if (file == 0 || fread(secret, 1, sizeof secret, file) != sizeof secret) return 2;
    fclose(file);
    const int branch = strcmp(how, "branch") == 0, address = strcmp(how, "address") == 0;
    const int leave = strcmp(how, "exit") == 0, rare = strcmp(how, "rare") == 0, divide = strcmp(how, "division") == 0;
    const int mask = strcmp(how, "mask") == 0, hidden = strcmp(how, "hidden") == 0;
    const int stack = strcmp(how, "stack") == 0, wiped = strcmp(how, "wiped") == 0, open = strcmp(how, "public") == 0;
    ct_secret(secret, sizeof secret);
    take_secrets();
    ct_key(key, sizeof key);
    ct_begin();
    if (mask) select_by_a_plain_mask(result, low, high);
    if (hidden) select_by_a_hidden_mask(result, low, high);
    if (leave) sink = equal_until_the_first_difference(secret, secret + 16);
    if (divide) sink = low[0] / divisor;
    if (stack || wiped) sink = copy_on_the_stack(wiped);
    uint32_t sum = 0;
    for (int i = 0; i < 64; i++) sum += (uint32_t)secret[i] * 3;
    if (branch && (secret[7] & 1)) sink = sum;
    if (rare && low[1] == 0x5EC2E7) sink = 1;
    if (address) sum += table[secret[9]];
    if (open) {
        uint32_t verdict = secret_is_zero(sum);
        EV_DECLASSIFY(verdict);
        if (verdict) sink = 1;
    }
    sink = sum;
    ct_end();
    return 0;
}
