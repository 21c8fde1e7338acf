// SPDX-License-Identifier: Apache-2.0
// Strings.

#include <string.h>

size_t strlen(const char *text) {
    const char *at = text;
    while (*at != 0) at++;
    return (size_t)(at - text);
}

int strcmp(const char *a, const char *b) {
    while (*a != 0 && *a == *b) a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t most) {
    for (; most > 0; most--, a++, b++) {
        if (*a != *b || *a == 0) return (unsigned char)*a - (unsigned char)*b;
    }
    return 0;
}

char *strcpy(char *restrict to, const char *restrict from) {
    char *at = to;
    while ((*at++ = *from++) != 0) {
    }
    return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        to[i] = *from;
        if (*from != 0) from++;
    }
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    strcpy(to + strlen(to), from);
    return to;
}

char *strchr(const char *text, int value) {
    for (;; text++) {
        if (*text == (char)value) return (char *)text;
        if (*text == 0) return NULL;
    }
}

char *strrchr(const char *text, int value) {
    const char *found = NULL;
    for (;; text++) {
        if (*text == (char)value) found = text;
        if (*text == 0) return (char *)found;
    }
}

char *strstr(const char *text, const char *part) {
    const size_t length = strlen(part);
    for (; *text != 0 || length == 0; text++) {
        if (strncmp(text, part, length) == 0) return (char *)text;
    }
    return NULL;
}

char *strncat(char *restrict to, const char *restrict from, size_t most) {
    char *at = to + strlen(to);
    for (; most > 0 && *from != 0; most--) *at++ = *from++;
    *at = 0;
    return to;
}

// The length of the first part of a text whose characters are all in `set`, or none.
static size_t span(const char *text, const char *set, int inside) {
    size_t length = 0;
    while (text[length] != 0 && (strchr(set, text[length]) != NULL) == inside) length++;
    return length;
}

size_t strspn(const char *text, const char *set) { return span(text, set, 1); }

size_t strcspn(const char *text, const char *set) { return span(text, set, 0); }

char *strpbrk(const char *text, const char *set) {
    text += strcspn(text, set);
    return *text != 0 ? (char *)text : NULL;
}

char *strtok(char *restrict text, const char *restrict set) {
    static char *rest;
    if (text == NULL) text = rest;
    if (text == NULL) return NULL;
    text += strspn(text, set);
    char *const end = text + strcspn(text, set);
    rest = *end != 0 ? end + 1 : NULL;
    if (end == text) return NULL;
    *end = 0;
    return text;
}
