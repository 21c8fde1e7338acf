// SPDX-License-Identifier: Apache-2.0
// Files and the console, unbuffered: each call asks the host.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

struct ev_file {
    int handle;  // 0: not open; the console's are opened when they are used
    int mode;    // of the console
    int ended, failed;
    long at;
};

enum { FILES = 16 };

static FILE consoles[3] = {{0, 0, 0, 0, 0}, {0, 4, 0, 0, 0}, {0, 8, 0, 0, 0}};
static FILE files[FILES];

FILE *const stdin = &consoles[0], *const stdout = &consoles[1], *const stderr = &consoles[2];

static int host_open(const char *name, int mode) {
    uint32_t block[3] = {(uint32_t)name, (uint32_t)mode, strlen(name)};
    return host_call(HOST_OPEN, block);
}

static int handle_of(FILE *file) {
    if (file->handle == 0) file->handle = host_open(":tt", file->mode);
    return file->handle;
}

FILE *fopen(const char *name, const char *mode) {
    int number = mode[0] == 'r' ? 0 : mode[0] == 'w' ? 4 : mode[0] == 'a' ? 8 : -1;
    if (number < 0) return NULL;
    for (const char *m = mode + 1; *m != 0; m++) number |= *m == '+' ? 2 : *m == 'b' ? 1 : 0;
    for (int i = 0; i < FILES; i++) {
        if (files[i].handle != 0) continue;
        const int handle = host_open(name, number);
        if (handle < 0) return NULL;
        files[i] = (FILE){handle, number, 0, 0, 0};
        return &files[i];
    }
    return NULL;
}

int fclose(FILE *file) {
    uint32_t block[1] = {(uint32_t)handle_of(file)};
    const int failed = host_call(HOST_CLOSE, block);
    file->handle = 0;
    return failed != 0 ? EOF : 0;
}

size_t fread(void *to, size_t bytes, size_t count, FILE *file) {
    const size_t wanted = bytes * count;
    if (wanted == 0) return 0;
    size_t have = 0;
    do {
        uint32_t block[3] = {(uint32_t)handle_of(file), (uint32_t)to + have, wanted - have};
        const int missing = host_call(HOST_READ, block);
        if (missing < 0) file->failed = 1;
        const size_t got = missing < 0 || (size_t)missing > wanted - have ? 0 : wanted - have - (size_t)missing;
        if (got == 0) {
            file->ended = 1;
            break;
        }
        have += got;
    } while (have < wanted);
    file->at += (long)have;
    return have / bytes;
}

size_t fwrite(const void *from, size_t bytes, size_t count, FILE *file) {
    if (bytes * count == 0) return 0;
    uint32_t block[3] = {(uint32_t)handle_of(file), (uint32_t)from, bytes * count};
    const int missing = host_call(HOST_WRITE, block);
    if (missing != 0) file->failed = 1;
    const size_t done = bytes * count - (missing < 0 ? bytes * count : (size_t)missing);
    file->at += (long)done;
    return done / bytes;
}

int fseek(FILE *file, long offset, int whence) {
    uint32_t block[2] = {(uint32_t)handle_of(file), 0};
    const long base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file->at : host_call(HOST_LENGTH, block);
    if (base < 0 || base + offset < 0) return -1;
    block[1] = (uint32_t)(base + offset);
    if (host_call(HOST_SEEK, block) < 0) return -1;
    file->at = base + offset;
    file->ended = 0;
    return 0;
}

long ftell(FILE *file) { return file->at; }

void rewind(FILE *file) { fseek(file, 0, SEEK_SET); }

int feof(FILE *file) { return file->ended; }

int ferror(FILE *file) { return file->failed; }

int fflush(FILE *file) {
    (void)file;
    return 0;
}

// No buffer is used; only a request for none is granted.
int setvbuf(FILE *file, char *buffer, int mode, size_t bytes) {
    (void)file, (void)buffer, (void)bytes;
    return mode == _IONBF ? 0 : -1;
}

int remove(const char *name) {
    uint32_t block[2] = {(uint32_t)name, strlen(name)};
    return host_call(HOST_REMOVE, block) == 0 ? 0 : -1;
}

int fgetc(FILE *file) {
    unsigned char c;
    return fread(&c, 1, 1, file) == 1 ? c : EOF;
}

int getc(FILE *file) { return fgetc(file); }

int getchar(void) { return fgetc(stdin); }

char *fgets(char *to, int most, FILE *file) {
    int n = 0;
    while (n + 1 < most) {
        const int c = fgetc(file);
        if (c == EOF) break;
        to[n++] = (char)c;
        if (c == '\n') break;
    }
    if (most > 0) to[n] = 0;
    return n > 0 ? to : NULL;
}

int fputc(int value, FILE *file) {
    const unsigned char c = (unsigned char)value;
    return fwrite(&c, 1, 1, file) == 1 ? c : EOF;
}

int putc(int value, FILE *file) { return fputc(value, file); }

int putchar(int value) { return fputc(value, stdout); }

int fputs(const char *text, FILE *file) {
    const size_t length = strlen(text);
    return fwrite(text, 1, length, file) == length ? 0 : EOF;
}

int puts(const char *text) { return fputs(text, stdout) == 0 && putchar('\n') == '\n' ? 0 : EOF; }

void ev_assert_failed(const char *what, const char *file, int line) {
    fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, what);
    abort();
}
