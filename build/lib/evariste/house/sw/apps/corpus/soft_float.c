// SPDX-License-Identifier: Apache-2.0
// Floating point by the compiler's library: single, double, conversions, comparisons with NaN, libm.
#include <math.h>
#include <stdio.h>

int main(void) {
    volatile float a = 1.5f, b = -0.1f;
    volatile double x = 2.0, y = 1e-3;
    printf("%.6f %.6f %.6f %.6f\n", (double)(a + b), (double)(a - b), (double)(a * b), (double)(a / b));
    printf("%.12f %.12f %.12f %.12f\n", x + y, x - y, x * y, x / y);
    printf("%.10f %.10f %.10f %.10f\n", sqrt(x), sin(y), exp(x), pow(x, 0.5 + y));
    printf("%.6f %.6f %.6f\n", (double)sqrtf(a), floor(-2.5), fmod(7.5, 2.0));
    printf("%d %d %u %d\n", (int)-3.99, (int)a, (unsigned)4e9, (int)(float)16777217);
    const double nan = sqrt(-x);
    printf("%d %d %d %d\n", nan < x, nan > x, nan == nan, nan != nan);
    double sum = 0;
    for (int i = 1; i <= 200; i++) sum += 1.0 / i;
    printf("%.12f\n", sum);
    return 0;
}
