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

long labs(long value) { return value < 0 ? -value : value; }

static void exchange(uint8_t *a, uint8_t *b, size_t bytes) {
    for (size_t k = 0; k < bytes; k++) {
        const uint8_t kept = a[k];
        a[k] = b[k];
        b[k] = kept;
    }
}

// Heapsort (Williams, 1964): it needs no memory, and no order makes it slow.
void qsort(void *base, size_t count, size_t bytes, int (*compare)(const void *, const void *)) {
    uint8_t *const first = base;
    for (size_t left = count / 2, end = count; end > 1;) {
        if (left > 0) left--;
        else exchange(first, first + --end * bytes, bytes);
        for (size_t parent = left, child; (child = 2 * parent + 1) < end; parent = child) {
            if (child + 1 < end && compare(first + child * bytes, first + (child + 1) * bytes) < 0) child++;
            if (compare(first + parent * bytes, first + child * bytes) >= 0) break;
            exchange(first + parent * bytes, first + child * bytes, bytes);
        }
    }
}

void *bsearch(const void *key, const void *base, size_t count, size_t bytes,
              int (*compare)(const void *, const void *)) {
    const uint8_t *first = base;
    while (count > 0) {
        const uint8_t *const middle = first + count / 2 * bytes;
        const int order = compare(key, middle);
        if (order == 0) return (void *)middle;
        if (order > 0) {
            first = middle + bytes;
            count--;
        }
        count /= 2;
    }
    return NULL;
}
