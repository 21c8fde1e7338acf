// SPDX-License-Identifier: Apache-2.0
// Was wrong: a register that begins as a multiple of 4096 and changes later counted as a constant.
#include <stdio.h>
__attribute__((noinline)) static unsigned loop(unsigned n) {
    unsigned h = 0;
    for (unsigned i = 0x2000; i < 0x2000 + n; i += 3) h = h * 33 ^ i;
    return h;
}
__attribute__((noinline)) static unsigned turn(unsigned n, const unsigned *p) {
    unsigned s = 0, x = 0x4000;
    while (n--) {
        s ^= p[n];
        if (p[n] & 1) {
            x += 1;
        } else {
            x ^= s;
        }
    }
    return x;
}
// Was wrong in its text: an output of an asm statement that takes nothing stood before one that does.
__attribute__((noinline)) static unsigned kept(unsigned b) {
    unsigned a;
    __asm__ volatile("" : "=r"(a), "+r"(b));
    return b;
}
int main(void) {
    static const unsigned p[8] = {1, 3, 5, 7, 9, 11, 13, 16};
    printf("%08x %08x %u", loop(100), turn(8, p), kept(42));
    return 0;
}
