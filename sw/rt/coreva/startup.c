// SPDX-License-Identifier: Apache-2.0
// From start.s to main with the host's arguments, and to the end.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

enum { ARGUMENTS = 64, LENGTH = 4096, AT_EXIT = 32 };

extern int main(int argc, char **argv);
// Functions to call before main, in order, and behind it, the last one first.
extern void (*const __init_array_start[])(void), (*const __init_array_end[])(void);
extern void (*const __fini_array_start[])(void), (*const __fini_array_end[])(void);
void start_program(void) __attribute__((noreturn));

static char line[LENGTH];
static char *words[ARGUMENTS + 1];

// The host quotes words with spaces, quotes or backslashes, and puts a backslash before the latter two.
static int split(void) {
    char *from = line, *to = line;
    int count = 0;
    while (*from != 0 && count < ARGUMENTS) {
        while (*from == ' ') from++;
        if (*from == 0) break;
        const int quoted = *from == '"';
        from += quoted;
        words[count++] = to;
        while (*from != 0 && *from != (quoted ? '"' : ' ')) {
            if (quoted && *from == '\\' && from[1] != 0) from++;
            *to++ = *from++;
        }
        if (*from != 0) from++;
        *to++ = 0;
    }
    return count;
}

void start_program(void) {
    uint32_t block[2] = {(uint32_t)line, LENGTH};
    const int argc = host_call(HOST_COMMAND_LINE, block) == 0 ? split() : 0;
    for (void (*const *f)(void) = __init_array_start; f != __init_array_end; f++) (*f)();
    exit(main(argc, words));
}

static void (*at_exit[AT_EXIT])(void);
static int registered;

int atexit(void (*function)(void)) {
    if (registered == AT_EXIT) return 1;
    at_exit[registered++] = function;
    return 0;
}

void exit(int status) {
    while (registered > 0) at_exit[--registered]();
    for (void (*const *f)(void) = __fini_array_end; f != __fini_array_start;) (*--f)();
    _exit(status);
}

void abort(void) { _exit(134); }
