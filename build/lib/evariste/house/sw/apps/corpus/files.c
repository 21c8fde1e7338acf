// SPDX-License-Identifier: Apache-2.0
// Files of the host: write, append, seek, read back, line by line, remove, a file that is not there.
#include <stdio.h>
#include <string.h>

int main(void) {
    FILE *file = fopen("corpus.tmp", "wb");
    if (!file) return 1;
    for (int i = 0; i < 300; i++) fprintf(file, "line %d\n", i);
    printf("closed %d\n", fclose(file));
    file = fopen("corpus.tmp", "ab");
    fputs("the end\n", file);
    fclose(file);
    file = fopen("corpus.tmp", "rb");
    char line[64], last[64] = "";
    int lines = 0;
    unsigned sum = 0;
    while (fgets(line, sizeof line, file)) {
        lines++;
        strcpy(last, line);
        for (char *c = line; *c; c++) sum = sum * 33 + (unsigned char)*c;
    }
    printf("%d lines, sum %08x, last %s", lines, sum, last);
    fseek(file, 0, SEEK_END);
    printf("%ld bytes\n", ftell(file));
    fseek(file, 700, SEEK_SET);
    const size_t got = fread(line, 1, 20, file);
    printf("%d [%.*s]\n", (int)got, 7, line);
    fclose(file);
    printf("removed %d\n", remove("corpus.tmp"));
    printf("%s\n", fopen("corpus.tmp", "rb") ? "still there" : "gone");
    return 0;
}
