// SPDX-License-Identifier: Apache-2.0
// printf: d i u x X o c s p %, with flags, width, precision, and the lengths hh h l ll z j t. A
// floating-point number is printed as ?.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    FILE *file;  // NULL: text in memory
    char *to;
    size_t most, count;
    char line[128];
    unsigned filled;
} sink;

static void drain(sink *s) {
    if (s->file != NULL && s->filled != 0) fwrite(s->line, 1, s->filled, s->file);
    s->filled = 0;
}

static void put(sink *s, char c) {
    if (s->file != NULL) {
        s->line[s->filled++] = c;
        if (s->filled == sizeof s->line) drain(s);
    } else if (s->count + 1 < s->most) {
        s->to[s->count] = c;
    }
    s->count++;
}

static void pad(sink *s, char c, int times) {
    for (; times > 0; times--) put(s, c);
}

typedef struct {
    int left, zero, plus, space, alternate, width, precision;
} form;

static void field(sink *s, const form *f, const char *prefix, const char *digits, int count, int zeros) {
    const int length = (int)strlen(prefix), total = length + zeros + count;
    if (!f->left) pad(s, ' ', f->width - total);
    while (*prefix != 0) put(s, *prefix++);
    pad(s, '0', zeros);
    for (int i = 0; i < count; i++) put(s, digits[i]);
    if (f->left) pad(s, ' ', f->width - total);
}

static void number(sink *s, const form *f, uint64_t value, unsigned base, const char *prefix, int capital) {
    char digits[24];
    int at = sizeof digits;
    for (; value > 0xFFFFFFFF; value /= base) digits[--at] = "0123456789abcdef"[value % base];
    uint32_t low = (uint32_t)value;
    for (; low != 0; low /= base) digits[--at] = "0123456789abcdef"[low % base];
    int count = (int)sizeof digits - at;
    for (int i = at; capital && i < (int)sizeof digits; i++) digits[i] -= digits[i] >= 'a' ? 32 : 0;
    int zeros = f->precision >= 0 ? f->precision - count : count == 0 ? 1 : 0;
    const int room = f->width - (int)strlen(prefix) - count;
    if (f->zero && !f->left && f->precision < 0 && room > zeros) zeros = room;
    field(s, f, prefix, digits + at, count, zeros < 0 ? 0 : zeros);
}

static int count_of(const char **at, va_list *values) {
    int n = 0;
    if (**at == '*') {
        ++*at;
        return va_arg(*values, int);
    }
    for (; **at >= '0' && **at <= '9'; ++*at) n = 10 * n + (**at - '0');
    return n;
}

static uint64_t argument(int longs, int is_signed, va_list *values) {
    if (longs >= 2) return va_arg(*values, uint64_t);
    const uint32_t word = va_arg(*values, uint32_t);
    const int32_t value = longs == -1 ? (int16_t)word : longs == -2 ? (int8_t)word : (int32_t)word;
    if (is_signed) return (uint64_t)(int64_t)value;
    return longs == -1 ? (uint16_t)word : longs == -2 ? (uint8_t)word : word;
}

static void conversion(sink *s, const char **at, va_list *values) {
    form f = {0, 0, 0, 0, 0, 0, -1};
    for (;; ++*at) {
        if (**at == '-') f.left = 1;
        else if (**at == '0') f.zero = 1;
        else if (**at == '+') f.plus = 1;
        else if (**at == ' ') f.space = 1;
        else if (**at == '#') f.alternate = 1;
        else break;
    }
    f.width = count_of(at, values);
    if (f.width < 0) {
        f.left = 1;
        f.width = -f.width;
    }
    if (**at == '.') {
        ++*at;
        f.precision = count_of(at, values);
    }
    int longs = 0;
    for (;; ++*at) {
        if (**at == 'l') longs++;
        else if (**at == 'h') longs--;
        else if (**at == 'j') longs = 2;
        else if (**at != 'z' && **at != 't') break;
    }
    const char kind = **at;
    if (kind != 0) ++*at;
    if (kind == 'd' || kind == 'i') {
        const int64_t value = (int64_t)argument(longs, 1, values);
        const char *const sign = value < 0 ? "-" : f.plus ? "+" : f.space ? " " : "";
        number(s, &f, value < 0 ? -(uint64_t)value : (uint64_t)value, 10, sign, 0);
    } else if (kind == 'u') {
        number(s, &f, argument(longs, 0, values), 10, "", 0);
    } else if (kind == 'x' || kind == 'X') {
        const uint64_t value = argument(longs, 0, values);
        number(s, &f, value, 16, f.alternate && value != 0 ? (kind == 'x' ? "0x" : "0X") : "", kind == 'X');
    } else if (kind == 'o') {
        const uint64_t value = argument(longs, 0, values);
        number(s, &f, value, 8, f.alternate && value != 0 ? "0" : "", 0);
    } else if (kind == 'p') {
        number(s, &f, va_arg(*values, uint32_t), 16, "0x", 0);
    } else if (kind == 'c') {
        const char c = (char)va_arg(*values, int);
        field(s, &f, "", &c, 1, 0);
    } else if (kind == 's') {
        const char *const text = va_arg(*values, const char *);
        int length = 0;
        while ((f.precision < 0 || length < f.precision) && text[length] != 0) length++;
        field(s, &f, "", text, length, 0);
    } else if (kind != 0 && strchr("eEfFgGaA", kind) != NULL) {  // a number that this library does not print
        (void)va_arg(*values, uint64_t);
        field(s, &f, "", "?", 1, 0);
    } else if (kind != 0) {
        put(s, kind);
    }
}

static int print(sink *s, const char *format, va_list given) {
    va_list values;
    va_copy(values, given);
    while (*format != 0) {
        if (*format != '%') {
            put(s, *format++);
            continue;
        }
        format++;
        conversion(s, &format, &values);
    }
    va_end(values);
    drain(s);
    return (int)s->count;
}

int vfprintf(FILE *file, const char *format, va_list values) {
    sink s = {.file = file};
    return print(&s, format, values);
}

int vprintf(const char *format, va_list values) { return vfprintf(stdout, format, values); }

int vsnprintf(char *to, size_t most, const char *format, va_list values) {
    sink s = {.to = to, .most = most};
    const int count = print(&s, format, values);
    if (most > 0) to[s.count < most ? s.count : most - 1] = 0;
    return count;
}

int printf(const char *format, ...) {
    va_list values;
    va_start(values, format);
    const int count = vfprintf(stdout, format, values);
    va_end(values);
    return count;
}

int fprintf(FILE *file, const char *format, ...) {
    va_list values;
    va_start(values, format);
    const int count = vfprintf(file, format, values);
    va_end(values);
    return count;
}

int sprintf(char *to, const char *format, ...) {
    va_list values;
    va_start(values, format);
    const int count = vsnprintf(to, 0x7FFFFFFF, format, values);
    va_end(values);
    return count;
}

int snprintf(char *to, size_t most, const char *format, ...) {
    va_list values;
    va_start(values, format);
    const int count = vsnprintf(to, most, format, values);
    va_end(values);
    return count;
}
