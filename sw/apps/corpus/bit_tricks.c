// SPDX-License-Identifier: Apache-2.0
// Compiled code of shifts, masks, bit-fields, byte order, signed bytes and halfwords, switch tables, unions.
#include <stdint.h>
#include <stdio.h>

struct packed {
    unsigned a : 3, b : 7, c : 11, d : 11;
    int8_t e;
    int16_t f;
};

static int classify(unsigned x) {
    switch (x % 9) {
        case 0: return 17;
        case 1: return -4;
        case 2: return 1000;
        case 3: return 65536;
        case 5: return 3;
        case 6: return -70000;
        case 8: return 255;
        default: return 0;
    }
}

static uint32_t crc32(const uint8_t *data, int n) {
    uint32_t crc = 0xFFFFFFFFu;
    while (n--) {
        crc ^= *data++;
        for (int i = 0; i < 8; i++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

int main(void) {
    volatile struct packed p = {5, 100, 2000, 1023, -5, -30000};
    p.a += 6;
    p.c ^= 0x555;
    p.e -= 127;
    printf("%u %u %u %u %d %d\n", p.a, p.b, p.c, p.d, p.e, p.f);
    int sum = 0;
    for (unsigned i = 0; i < 100; i++) sum = sum * 3 + classify(i * i);
    printf("%d\n", sum);
    printf("%08x\n", (unsigned)crc32((const uint8_t *)"123456789", 9));
    union {
        uint32_t word;
        uint8_t byte[4];
    } order = {.word = 0x01020304};
    printf("%d %08x %04x\n", order.byte[0], (unsigned)__builtin_bswap32(order.word), __builtin_bswap16(0x1234));
    volatile uint32_t x = 0x80000001u;
    volatile unsigned by = 13;
    printf("%08x %08x %d %d\n", (unsigned)(x >> by | x << (32 - by)), (unsigned)((int32_t)x >> by),
           __builtin_popcount(x * 77), __builtin_clz(x >> by));
    return 0;
}
