// SPDX-License-Identifier: Apache-2.0
// Three system calls that replace those of newlib's semihosting library (librdimon). The others are the library's own.
//   _exit   always hands the host the full status (librdimon loses it on hosts without an extension file)
//   _kill   a raised signal (abort, assert) ends the program with status 128 + signal, as in a shell
//   _sbrk   heap from the end of .bss to the end of RAM (librdimon takes the stack for the heap's upper end)

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "semihost.h"

void _exit(int status) __attribute__((noreturn));
int _kill(int pid, int signal);
void *_sbrk(ptrdiff_t bytes);

void _exit(int status) {
    const uint32_t block[2] = {ADP_STOPPED_APPLICATION_EXIT, (uint32_t)status};
    for (;;) semihost(SYS_EXIT_EXTENDED, block);
}

int _kill(int pid, int signal) {
    (void)pid;
    _exit(128 + signal);
}

void *_sbrk(ptrdiff_t bytes) {
    extern char end[], __heap_end[];
    static char *top = end;
    if (bytes > __heap_end - top || bytes < end - top) {
        errno = ENOMEM;
        return (void *)-1;
    }
    char *block = top;
    top += bytes;
    return block;
}
