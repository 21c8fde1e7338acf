// SPDX-License-Identifier: Apache-2.0
// printf and scanf of newlib: integers, widths, long long, strings, characters, floating point.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    printf("%d %i %u %x %X %o %c|%5d|%-5d|%05d|%+d\n", -42, 42, 42u, 0xbeefu, 0xBEEFu, 8u, 'z', 7, 7, 7, 7);
    printf("%s|%10s|%-10s|%.3s|%%\n", "galois", "field", "field", "polynomial");
    printf("%lld %llu %llx\n", -1234567890123456789ll, 18446744073709551615ull, 0x0123456789abcdefull);
    printf("%ld %lu %hd %hhu\n", -2147483647l, 4294967295ul, (short)-3, (unsigned char)250);
    printf("%f %.2f %e %g %g\n", 3.25, -2.345, 6.02214076e23, 1e-5, 123456789.0);
    printf("%*d|%.*f\n", 6, 12, 3, 2.0 / 3);
    char text[64];
    int n = snprintf(text, sizeof text, "%03d-%s-%#x", 5, "ab", 255u);
    printf("%d %s\n", n, text);
    int a;
    unsigned b;
    char word[16];
    float f;
    n = sscanf("12 ff hello -2.5", "%d %x %15s %f", &a, &b, word, &f);
    printf("%d: %d %u %s %g\n", n, a, b, word, (double)f);
    return 0;
}
