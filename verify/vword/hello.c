// SPDX-License-Identifier: Apache-2.0
// What a C program may use: formats of every size, floating point, files, arguments, input, the heap, the clock.

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int file(void) {
    char line[32];
    FILE *f = fopen("notes.txt", "w+");
    if (!f) return errno;
    fprintf(f, "one\ntwo %d\n", 2);
    fseek(f, 4, SEEK_SET);
    if (!fgets(line, sizeof line, f)) return -1;
    printf("read back: %s", line);
    fseek(f, 0, SEEK_END);
    printf("length %ld\n", ftell(f));
    return fclose(f);
}

int main(int argc, char **argv) {
    printf("%s has %d arguments\n", argv[0], argc - 1);
    for (int i = 1; i < argc; i++) printf("[%s]\n", argv[i]);
    printf("%d %lld %llx %" PRIu64 "\n", -42, -1234567890123456789ll, 0xfedcba9876543210ull, UINT64_MAX / 7);
    printf("%.6f %g %.15g %a\n", 3.14159265, sqrt(2.0), exp(1.0), 0.1);
    float single = 1.0f / 3;
    printf("%.9g %ld %lld\n", (double)single, (long)-1e6, (long long)(double)(1ull << 53));
    double parsed;
    long long number;
    if (sscanf("2.5e3 -99999999999", "%lf %lld", &parsed, &number) == 2) printf("%g %lld\n", parsed, number);
    const int failed = file();
    if (failed) fprintf(stderr, "notes.txt: %s\n", strerror(failed));
    char input[32];
    while (fgets(input, sizeof input, stdin)) printf("typed %s", input);
    char *block = malloc(200000);
    memset(block, 1, 200000);
    printf("%d %d\n", block[199999], malloc(1 << 20) == NULL);
    printf("%d\n", clock() >= 0);
    return 7;
}
