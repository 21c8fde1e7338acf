// SPDX-License-Identifier: Apache-2.0
// A heap of blocks in the order of their addresses. A free one that is large enough is divided; neighbours are joined.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct block {
    size_t bytes;  // behind this header, a multiple of 8
    size_t free;
} block;

extern char __heap_start[], __heap_end[];

static block *first;

static block *next(block *b) {
    char *const at = (char *)(b + 1) + b->bytes;
    return at + sizeof(block) < __heap_end ? (block *)at : NULL;
}

void *malloc(size_t bytes) {
    if (first == NULL) {
        first = (block *)(((uintptr_t)__heap_start + 7) & ~(uintptr_t)7);
        *first = (block){(size_t)(__heap_end - (char *)(first + 1)) & ~(size_t)7, 1};
    }
    if (bytes > (size_t)(__heap_end - __heap_start)) return NULL;
    bytes = bytes < 8 ? 8 : (bytes + 7) & ~(size_t)7;
    for (block *b = first; b != NULL; b = next(b)) {
        if (!b->free) continue;
        for (block *n = next(b); n != NULL && n->free; n = next(b)) b->bytes += sizeof(block) + n->bytes;
        if (b->bytes < bytes) continue;
        if (b->bytes >= bytes + 2 * sizeof(block)) {
            block *const rest = (block *)((char *)(b + 1) + bytes);
            *rest = (block){b->bytes - bytes - sizeof(block), 1};
            b->bytes = bytes;
        }
        b->free = 0;
        return b + 1;
    }
    return NULL;
}

void free(void *at) {
    if (at != NULL) ((block *)at - 1)->free = 1;
}

void *calloc(size_t count, size_t bytes) {
    if (bytes != 0 && count > SIZE_MAX / bytes) return NULL;
    void *const at = malloc(count * bytes);
    return at == NULL ? NULL : memset(at, 0, count * bytes);
}

void *realloc(void *at, size_t bytes) {
    void *const fresh = malloc(bytes);
    if (fresh != NULL && at != NULL) {
        const size_t old = ((block *)at - 1)->bytes;
        memcpy(fresh, at, old < bytes ? old : bytes);
        free(at);
    }
    return fresh;
}
