// SPDX-License-Identifier: Apache-2.0
// 64-bit arithmetic: products, quotients of every sign, shifts by variables, comparisons, conversions.
#include <stdint.h>
#include <stdio.h>

static volatile int64_t values[] = {0, 1, -1, 7, -7, 1000000007, -1000000007, 0x123456789abcdefLL, INT64_MAX, INT64_MIN + 1};

int main(void) {
    const int count = sizeof values / sizeof values[0];
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            const int64_t a = values[i], b = values[j];
            sum = sum * 6364136223846793005ull + (uint64_t)a * (uint64_t)b;
            if (b) sum ^= (uint64_t)(a / b) + ((uint64_t)(a % b) << 7);
            if (b) sum += (uint64_t)a / (uint64_t)b + (uint64_t)a % (uint64_t)b;
            sum += (a < b) + 2 * ((uint64_t)a < (uint64_t)b) + 4 * (a == b);
        }
        printf("%016llx\n", (unsigned long long)sum);
    }
    for (volatile int shift = 0; shift < 64; shift += 9) {
        printf("%d %016llx %016llx %016llx\n", shift, 0xfedcba9876543210ull << shift, 0xfedcba9876543210ull >> shift,
               (unsigned long long)((int64_t)0xfedcba9876543210ull >> shift));
    }
    printf("%lld %llu\n", (long long)-1e15, (unsigned long long)1.5e19);
    return 0;
}
