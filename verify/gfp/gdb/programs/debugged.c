// SPDX-License-Identifier: Apache-2.0
// A program for debuggers: a callback from newlib, variables that change, a field, a fault, an endless loop, input.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fields.h"
#include "gfp.h"

volatile int counter;
volatile int table[4] = {10, 20, 30, 40};
volatile uint32_t product;
volatile int stay = 1;

__attribute__((noinline)) static int leaf(int x) {
    counter += x;
    return x * 2;
}

__attribute__((noinline)) static int middle(int x) {
    int doubled = leaf(x + 1);
    return doubled + table[x & 3];
}

__attribute__((noinline)) int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

__attribute__((noinline)) static void field(void) {
    gf_cfg(&GF_FIELD_0x11d);
    product = gf_mul(0x53535353, 0xCACACACA);
    gf_cfg(&GF_FIELD_0x13);
    product = gf_mul(0x05050505, 0x07070707);
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "spin") == 0) {
        while (stay) counter++;
        return 3;
    }
    if (strcmp(what, "fault") == 0) return *(volatile int *)0x60000000;
    if (strcmp(what, "echo") == 0) {
        char line[64];
        while (fgets(line, sizeof line, stdin)) printf("<%s", line);
        return 5;
    }
    int values[4] = {4, 1, 3, 2};
    qsort(values, 4, sizeof values[0], compare);
    int sum = 0;
    for (int i = 0; i < 5; i++) sum += middle(i);
    field();
    printf("sum %d, smallest %d, %s\n", sum, values[0], argc > 2 ? argv[2] : "no more");
    return sum & 0x3F;
}
