// SPDX-License-Identifier: Apache-2.0
// A pointer that is to a local array or to a constant place in a global one.
#include <stdio.h>
#include <string.h>

int numbers[80];
unsigned char bytes[64];
int count;

__attribute__((noinline)) void noted(int x) { count += x; }

__attribute__((noinline)) int words(int local, int n, int k) {
    int own[80];
    for (int i = 0; i < 80; i++) own[i] = i * k;
    int *p;
    if (local) {
        noted(1);
        p = own;
    } else {
        noted(5);
        p = numbers + 4;
    }
    int s = 1;
    for (int i = 0; i < n; i++) {
        int v = numbers[i + 3];
        s = s * 3 + (v ^ k);
        p[i] = (v + k) * 5;
    }
    return s + own[n - 1];
}

__attribute__((noinline)) unsigned small(int n, int mode) {
    unsigned char own[64];
    memset(own, 1, 64);
    unsigned char *w;
    switch (mode) {
        case 0: noted(1); w = own; break;
        case 1: noted(2); w = bytes + 1; break;
        default: noted(3); w = bytes + 2;
    }
    unsigned s = 0;
    for (int i = 0; i < n; i++) {
        w[i] = bytes[i] * 3 + 1;
        s += w[i];
    }
    return s + own[3];
}

int main(void) {
    for (int local = 0; local < 2; local++) {
        for (int i = 0; i < 80; i++) numbers[i] = i;
        printf("%d ", words(local, 40, 7));
        for (int i = 0; i < 80; i++) printf("%d ", numbers[i]);
    }
    for (int mode = 0; mode < 3; mode++) {
        for (int i = 0; i < 64; i++) bytes[i] = (unsigned char)i;
        printf("%u ", small(50, mode));
        for (int i = 0; i < 64; i++) printf("%u ", bytes[i]);
    }
    printf("%d\n", count);
    return 0;
}
