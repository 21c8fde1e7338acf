// SPDX-License-Identifier: Apache-2.0
// The command line as argc and argv, the exit status and atexit. Arguments: one "two words" "a\"b\\c"
#include <stdio.h>
#include <stdlib.h>

static void last(void) { puts("at exit"); }

int main(int argc, char **argv) {
    atexit(last);
    printf("%d\n", argc);
    for (int i = 1; i < argc; i++) printf("[%s]\n", argv[i]);
    exit(argc == 4 ? 7 : 1);
}
