// SPDX-License-Identifier: Apache-2.0
#include <evariste/wipe.h>

#include <stdint.h>

#include "secret.h"
#include "wipe_stack.h"

// Four words a turn, then words, then bytes.
void ev_wipe(void *memory, size_t length) {
    volatile uint8_t *byte = memory;
    while (length > 0 && ((uintptr_t)byte & 3) != 0) *byte++ = 0, length--;
    volatile uint32_t *word = (volatile uint32_t *)byte;
    for (; length >= 16; length -= 16, word += 4) word[0] = 0, word[1] = 0, word[2] = 0, word[3] = 0;
    for (; length >= 4; length -= 4) *word++ = 0;
    byte = (volatile uint8_t *)word;
    while (length-- > 0) *byte++ = 0;
}

// The array lies where the called functions had their frames.
__attribute__((noinline)) void ev_wipe_stack(size_t words) {
    volatile uint32_t below[words];
    volatile uint32_t *word = below;
    for (; words >= 4; words -= 4, word += 4) word[0] = 0, word[1] = 0, word[2] = 0, word[3] = 0;
}

int ev_equal(const void *a, const void *b, size_t length) {
    const volatile uint8_t *p = a, *q = b;
    uint32_t difference = 0;
    for (size_t i = 0; i < length; i++) difference |= (uint32_t)(p[i] ^ q[i]);
    return (int)secret_is_zero(difference);
}
