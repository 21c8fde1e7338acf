// SPDX-License-Identifier: Apache-2.0
// Have two buffers, neither of them empty, a byte in common?
#ifndef EVARISTE_OVERLAP_H
#define EVARISTE_OVERLAP_H

#include <stddef.h>
#include <stdint.h>

// The distance from one to the other, modulo the size of the address space, is below the length of the first.
static inline int ev_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes) {
    const uintptr_t from_a = (uintptr_t)b - (uintptr_t)a, from_b = (uintptr_t)a - (uintptr_t)b;
    return from_a < a_bytes || from_b < b_bytes;
}

#endif
