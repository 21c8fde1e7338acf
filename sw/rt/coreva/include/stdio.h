// SPDX-License-Identifier: Apache-2.0
// Files and the console through the host's calls. There is no floating point in printf, and no scanf.
#ifndef EVARISTE_STDIO_H
#define EVARISTE_STDIO_H
#include <stdarg.h>
#include <stddef.h>
typedef struct ev_file FILE;
#define EOF (-1)
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
extern FILE *const stdin, *const stdout, *const stderr;
FILE *fopen(const char *name, const char *mode);
int fclose(FILE *file);
size_t fread(void *to, size_t bytes, size_t count, FILE *file);
size_t fwrite(const void *from, size_t bytes, size_t count, FILE *file);
int fseek(FILE *file, long offset, int whence);
long ftell(FILE *file);
void rewind(FILE *file);
int feof(FILE *file);
int ferror(FILE *file);
int fflush(FILE *file);
int setvbuf(FILE *file, char *buffer, int mode, size_t bytes);
int remove(const char *name);
int fgetc(FILE *file);
int getc(FILE *file);
int getchar(void);
char *fgets(char *to, int most, FILE *file);
int fputc(int value, FILE *file);
int putc(int value, FILE *file);
int putchar(int value);
int fputs(const char *text, FILE *file);
int puts(const char *text);
int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int fprintf(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
int sprintf(char *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
int snprintf(char *to, size_t most, const char *format, ...) __attribute__((format(printf, 3, 4)));
int vprintf(const char *format, va_list values);
int vfprintf(FILE *file, const char *format, va_list values);
int vsnprintf(char *to, size_t most, const char *format, va_list values);
#endif
