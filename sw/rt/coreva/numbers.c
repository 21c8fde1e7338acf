// SPDX-License-Identifier: Apache-2.0
// Numbers from text, and sorting.

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static unsigned digit(char c) {
    if (isdigit(c)) return (unsigned)(c - '0');
    if (isalpha(c)) return (unsigned)(tolower(c) - 'a') + 10;
    return 99;
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
    const char *at = text;
    while (isspace(*at)) at++;
    const int negative = *at == '-';
    if (*at == '-' || *at == '+') at++;
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] | 32) == 'x' && digit(at[2]) < 16) {
        at += 2;
        base = 16;
    }
    if (base == 0) base = *at == '0' ? 8 : 10;
    const char *const first = at;
    unsigned long value = 0;
    for (; digit(*at) < (unsigned)base; at++) value = value * (unsigned)base + digit(*at);
    if (end != NULL) *end = (char *)(at == first ? text : at);
    return negative ? -value : value;
}

long strtol(const char *restrict text, char **restrict end, int base) { return (long)strtoul(text, end, base); }

int atoi(const char *text) { return (int)strtoul(text, NULL, 10); }

int abs(int value) { return value < 0 ? -value : value; }

// By insertion into a sorted part: the programs sort little.
void qsort(void *base, size_t count, size_t bytes, int (*compare)(const void *, const void *)) {
    uint8_t *const first = base;
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0; j--) {
            uint8_t *const a = first + (j - 1) * bytes, *const b = a + bytes;
            if (compare(a, b) <= 0) break;
            for (size_t k = 0; k < bytes; k++) {
                const uint8_t kept = a[k];
                a[k] = b[k];
                b[k] = kept;
            }
        }
    }
}
