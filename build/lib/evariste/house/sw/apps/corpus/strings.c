// SPDX-License-Identifier: Apache-2.0
// The string and character functions, on aligned and unaligned pieces.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char buffer[200] = "the quick brown fox jumps over the lazy dog";
    printf("%d %d\n", (int)strlen(buffer), (int)strlen(buffer + 3));
    printf("%s|%s|%s\n", strchr(buffer, 'q'), strrchr(buffer, 'o'), strstr(buffer, "fox"));
    int signs[3] = {strcmp("abc", "abd"), strncmp("abcx", "abcy", 3), memcmp("b", "a", 1)};
    for (int i = 0; i < 3; i++) printf("%d ", (signs[i] > 0) - (signs[i] < 0));
    printf("\n");
    for (int offset = 0; offset < 4; offset++) {
        char copy[64];
        memset(copy, '.', sizeof copy);
        memcpy(copy + offset, buffer + 4, 21);
        memmove(copy + offset + 3, copy + offset, 15);
        copy[30] = '\0';
        printf("%s\n", copy);
    }
    char words[] = "alpha,beta;;gamma";
    for (char *word = strtok(words, ",;"); word; word = strtok(NULL, ",;")) printf("[%s]", word);
    printf("\n%ld %ld %lu\n", strtol("-0x1f", NULL, 0), strtol("777", NULL, 8), strtoul("zz", NULL, 36));
    for (char *c = buffer; *c; c++) *c = (char)(islower((unsigned char)*c) ? toupper((unsigned char)*c) : '_');
    printf("%s %d\n", buffer, (int)strspn("1234x", "0123456789"));
    return 0;
}
