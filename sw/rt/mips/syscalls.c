// SPDX-License-Identifier: Apache-2.0
// What C needs of the system: the way from reset to main, and newlib's system calls, on UHI and the cycle counter.
//
// Reset copies .data from ROM, clears .bss, asks the host for the arguments, runs constructors, main(argc, argv) and
// exit(). The heap goes from the end of .bss to the end of RAM. A raised signal (abort, assert) ends the program with
// status 128 + signal, as in a shell. There is no rename.

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>

#include "mips_soc.h"
#include "uhi.h"

enum { CLOCK_HZ = 100000000, ARGUMENTS = 128, ARGUMENT_BYTES = 4096 };

extern uint32_t __data_start[], __data_end[], __bss_start[], __bss_end[];
extern const uint32_t __data_load[];
extern char end[], __heap_end[];
extern void __libc_init_array(void);
extern int main(int argc, char **argv);

void start_program(void) __attribute__((noreturn));
int uhi_failed(int result, int error);
void _exit(int status) __attribute__((noreturn));
int open(const char *name, int flags, ...);
int close(int file);
int read(int file, void *buffer, size_t bytes);
int write(int file, const void *buffer, size_t bytes);
long lseek(int file, long offset, int whence);
int unlink(const char *name);
int link(const char *old, const char *new);
int isatty(int file);
int kill(int pid, int signal);
int getpid(void);
void *sbrk(ptrdiff_t bytes);

// newlib's __libc_init_array and __libc_fini_array call these two. They are empty, because constructors are in the init
// arrays. They are marked used, because link-time optimisation does not see those calls.
__attribute__((used)) void _init(void);
__attribute__((used)) void _fini(void);
void _init(void) {}
void _fini(void) {}

static char *arguments[ARGUMENTS + 1];
static char argument_text[ARGUMENT_BYTES];

// The host's words, as far as they fit.
static int ask_arguments(void) {
    const int count = uhi(UHI_ARGC, 0, 0, 0);
    char *text = argument_text;
    int argc = 0;
    while (argc < count && argc < ARGUMENTS) {
        const int length = uhi(UHI_ARGNLEN, argc, 0, 0);
        if (length < 0 || length >= argument_text + ARGUMENT_BYTES - text) break;
        if (uhi(UHI_ARGN, argc, (long)text, 0) != 0) break;
        arguments[argc++] = text;
        text += length + 1;
    }
    return argc;
}

void start_program(void) {
    const uint32_t *from = __data_load;
    for (volatile uint32_t *to = __data_start; to < __data_end;) *to++ = *from++;
    for (volatile uint32_t *to = __bss_start; to < __bss_end;) *to++ = 0;
    const int argc = ask_arguments();
    __libc_init_array();
    exit(main(argc, arguments));
}

int uhi_failed(int result, int error) {
    errno = error;
    return result;
}

void _exit(int status) {
    for (;;) uhi(UHI_EXIT, status, 0, 0);
}

int open(const char *name, int flags, ...) { return uhi(UHI_OPEN, (long)name, flags, 0666); }

int close(int file) { return uhi(UHI_CLOSE, file, 0, 0); }

int read(int file, void *buffer, size_t bytes) { return uhi(UHI_READ, file, (long)buffer, (long)bytes); }

int write(int file, const void *buffer, size_t bytes) { return uhi(UHI_WRITE, file, (long)buffer, (long)bytes); }

long lseek(int file, long offset, int whence) { return uhi(UHI_LSEEK, file, offset, whence); }

int unlink(const char *name) { return uhi(UHI_UNLINK, (long)name, 0, 0); }

int link(const char *old, const char *new) {
    (void)old, (void)new;
    errno = ENOSYS;
    return -1;
}

// UHI's block of 104 bytes: mode at byte 4, size at 16, size of a block at 72. All that follows from them is set.
int fstat(int file, struct stat *status) {
    uint32_t block[26];
    if (uhi(UHI_FSTAT, file, (long)block, 0) != 0) return -1;
    memset(status, 0, sizeof *status);
    status->st_mode = block[1];
    status->st_nlink = 1;
    status->st_size = (off_t)block[4];
    status->st_blksize = (blksize_t)block[18];
    return 0;
}

int isatty(int file) {
    struct stat status;
    if (fstat(file, &status) != 0) return 0;
    if (S_ISCHR(status.st_mode)) return 1;
    errno = ENOTTY;
    return 0;
}

int kill(int pid, int signal) {
    (void)pid;
    _exit(128 + signal);
}

int getpid(void) { return 1; }

void *sbrk(ptrdiff_t bytes) {
    static char *top = end;
    if (bytes > __heap_end - top || bytes < end - top) {
        errno = ENOMEM;
        return (void *)-1;
    }
    char *block = top;
    top += bytes;
    return block;
}

static uint64_t cycles(void) {
    uint32_t high, low;
    do {
        high = MIPS_REGISTER(MIPS_CYCLE_HI);
        low = MIPS_REGISTER(MIPS_CYCLE_LO);
    } while (high != MIPS_REGISTER(MIPS_CYCLE_HI));
    return (uint64_t)high << 32 | low;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    const uint64_t now = cycles();
    time->tv_sec = (time_t)(now / CLOCK_HZ);
    time->tv_usec = (suseconds_t)(now % CLOCK_HZ / (CLOCK_HZ / 1000000));
    return 0;
}

clock_t times(struct tms *used) {
    const clock_t ticks = (clock_t)(cycles() / (CLOCK_HZ / CLOCKS_PER_SEC));
    *used = (struct tms){.tms_utime = ticks};
    return ticks;
}
