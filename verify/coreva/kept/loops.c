// SPDX-License-Identifier: Apache-2.0
// Was refused with -O2: the second loop comes first, so an address is made in a block behind those that use it.
#include <stdio.h>
static volatile unsigned known = 5, other = 9;
__attribute__((noinline)) static unsigned turned(unsigned x)
{
    unsigned i = 0;
    goto second;
first:
    do {
        if (x & 4)
            known += other;
        else
            known ^= x;
        x += 3;
    } while (x < 900);
    return x + known;
second:
    do {
        other = x;
        if (other & 1)
            known += i;
        x += other & 3;
    } while (++i < 50);
    goto first;
}
int main(void)
{
    printf("%u %u\n", turned(known), turned(80));
    return 0;
}
