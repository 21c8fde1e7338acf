// SPDX-License-Identifier: Apache-2.0
// Copying, filling and comparing bytes. Words are used where both sides are aligned.

#include <stdint.h>
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    uint8_t *d = to;
    const uint8_t *s = from;
    if ((((uintptr_t)d | (uintptr_t)s) & 3) == 0) {
        for (; bytes >= 4; bytes -= 4, d += 4, s += 4) *(uint32_t *)d = *(const uint32_t *)s;
    }
    while (bytes-- > 0) *d++ = *s++;
    return to;
}

void *memmove(void *to, const void *from, size_t bytes) {
    uint8_t *d = to;
    const uint8_t *s = from;
    if ((uintptr_t)d - (uintptr_t)s >= bytes) return memcpy(to, from, bytes);
    while (bytes-- > 0) d[bytes] = s[bytes];
    return to;
}

void *memset(void *to, int value, size_t bytes) {
    uint8_t *d = to;
    const uint32_t word = (uint8_t)value * 0x01010101u;
    for (; bytes > 0 && ((uintptr_t)d & 3) != 0; bytes--) *d++ = (uint8_t)value;
    for (; bytes >= 4; bytes -= 4, d += 4) *(uint32_t *)d = word;
    while (bytes-- > 0) *d++ = (uint8_t)value;
    return to;
}

int memcmp(const void *a, const void *b, size_t bytes) {
    const uint8_t *x = a, *y = b;
    for (; bytes > 0; bytes--, x++, y++) {
        if (*x != *y) return *x - *y;
    }
    return 0;
}

void *memchr(const void *in, int value, size_t bytes) {
    const uint8_t *at = in;
    for (; bytes > 0; bytes--, at++) {
        if (*at == (uint8_t)value) return (void *)at;
    }
    return NULL;
}
