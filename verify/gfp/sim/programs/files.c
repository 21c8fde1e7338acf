// SPDX-License-Identifier: Apache-2.0
// Tries what its arguments say, in order, and prints each outcome as a line: "<argument> ok" or "<argument> errno N".
//   r:NAME  opens to read and prints the first byte      w:NAME  writes "mine"      x:NAME  removes
//   m:A:B   renames                                       c        prints clock()    t        prints time()

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "semihost.h"

enum { SYS_RENAME = 0x0F, SYS_ERRNO = 0x13 };

static int try(char *argument) {
    char *name = argument + 2;
    errno = 0;
    if (argument[0] == 'r' || argument[0] == 'w') {
        FILE *file = fopen(name, argument[0] == 'r' ? "r" : "w");
        if (file == NULL) return 0;
        if (argument[0] == 'r') {
            printf("%c ", fgetc(file));
        } else {
            fputs("mine", file);
        }
        return fclose(file) == 0;
    }
    if (argument[0] == 'x') return remove(name) == 0;
    // newlib's rename() makes a link, which semihosting does not have; the host's own operation is asked instead.
    const char *to = strchr(name, ':') + 1;
    const struct { const char *from; size_t from_length; const char *to; size_t to_length; } block = {
        name, (size_t)(to - 1 - name), to, strlen(to)};
    const int failed = semihost(SYS_RENAME, &block);
    errno = semihost(SYS_ERRNO, NULL);
    return !failed;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == 'c') {
            printf("clock %ld\n", (long)clock());
        } else if (argv[i][0] == 't') {
            printf("time %ld\n", (long)time(NULL));
        } else if (try(argv[i])) {
            printf("%s ok\n", argv[i]);
        } else {
            printf("%s errno %d\n", argv[i], errno);
        }
    }
    return 0;
}
