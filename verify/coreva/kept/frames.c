// SPDX-License-Identifier: Apache-2.0
// Was wrong: LLVM reaches one object of a large frame from the address of another one.
#include <stdio.h>
__attribute__((noinline)) static unsigned fill(unsigned *a, unsigned n, unsigned x) {
    for (unsigned i = 0; i < n; i++) a[i] = x += 2654435761u;
    return x;
}
int main(int argc, char **argv) {
    unsigned a[400], b[20], c[350], d[9], e[300];
    unsigned x = fill(e, 300, (unsigned)argc);
    x = fill(c, 350, fill(a, 400, x));
    if (argc > 1) x = fill(d, 9, x) ^ d[4] ^ d[8];
    x = fill(b, 20, x);
    for (int i = 0; i < 20; i += 3) x = 31 * x + (b[i] ^ c[i + 300] ^ a[2 * i] ^ a[399 - i] ^ e[i] ^ e[290]);
    printf("%08x %08x %08x %08x", x, a[7], c[349], e[1]);
    return 0;
}
