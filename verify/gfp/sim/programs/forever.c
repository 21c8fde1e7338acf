// SPDX-License-Identifier: Apache-2.0
// Writes a file and says "ready", then counts (or, with an argument, prints lines) until it is stopped.

#include <stdio.h>

volatile unsigned counter;

int main(int argc, char **argv) {
    (void)argv;
    FILE *file = fopen("written.txt", "w");
    if (file != NULL) {
        fputs("whole\n", file);
        fclose(file);
    }
    puts("ready");
    fflush(stdout);
    for (;;) {
        counter++;
        if (argc > 1) printf("line %u\n", counter);
    }
}
