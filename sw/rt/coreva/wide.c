// SPDX-License-Identifier: Apache-2.0
// Division of 64-bit integers, by shifts and subtractions, and their shifts, for small code. The compiler calls these
// functions by name.

#include <stdint.h>

uint64_t __udivdi3(uint64_t a, uint64_t b);
uint64_t __umoddi3(uint64_t a, uint64_t b);
int64_t __divdi3(int64_t a, int64_t b);
int64_t __moddi3(int64_t a, int64_t b);
uint64_t __ashldi3(uint64_t a, int count);
uint64_t __lshrdi3(uint64_t a, int count);
int64_t __ashrdi3(int64_t a, int count);

static uint64_t divided(uint64_t a, uint64_t b, uint64_t *rest) {
    uint64_t quotient = 0, left = 0;
    for (int i = 63; i >= 0; i--) {
        left = left << 1 | (a >> 63);
        a <<= 1;
        quotient <<= 1;
        if (left >= b) {
            left -= b;
            quotient |= 1;
        }
    }
    *rest = left;
    return quotient;
}

uint64_t __udivdi3(uint64_t a, uint64_t b) {
    uint64_t rest;
    return divided(a, b, &rest);
}

uint64_t __umoddi3(uint64_t a, uint64_t b) {
    uint64_t rest;
    divided(a, b, &rest);
    return rest;
}

static uint64_t magnitude(int64_t value) { return value < 0 ? -(uint64_t)value : (uint64_t)value; }

int64_t __divdi3(int64_t a, int64_t b) {
    const uint64_t quotient = __udivdi3(magnitude(a), magnitude(b));
    return (int64_t)((a < 0) != (b < 0) ? -quotient : quotient);
}

int64_t __moddi3(int64_t a, int64_t b) {
    const uint64_t rest = __umoddi3(magnitude(a), magnitude(b));
    return (int64_t)(a < 0 ? -rest : rest);
}

// Shifts by 0 to 63 places, on halves: a shift of the whole would be a call of these.

static uint64_t joined(uint32_t high, uint32_t low) { return (uint64_t)high << 32 | low; }

uint64_t __ashldi3(uint64_t a, int count) {
    const uint32_t high = (uint32_t)(a >> 32), low = (uint32_t)a;
    if (count >= 32) return joined(low << (count - 32), 0);
    return count == 0 ? a : joined(high << count | low >> (32 - count), low << count);
}

uint64_t __lshrdi3(uint64_t a, int count) {
    const uint32_t high = (uint32_t)(a >> 32), low = (uint32_t)a;
    if (count >= 32) return joined(0, high >> (count - 32));
    return count == 0 ? a : joined(high >> count, high << (32 - count) | low >> count);
}

int64_t __ashrdi3(int64_t a, int count) {
    const int32_t high = (int32_t)((uint64_t)a >> 32);
    const uint32_t low = (uint32_t)a;
    if (count >= 32) return (int64_t)joined((uint32_t)(high >> 31), (uint32_t)(high >> (count - 32)));
    return count == 0 ? a : (int64_t)joined((uint32_t)(high >> count), (uint32_t)high << (32 - count) | low >> count);
}
