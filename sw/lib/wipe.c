// SPDX-License-Identifier: Apache-2.0
#include <evariste/wipe.h>

#include "secret.h"
#include "wipe_stack.h"

void ev_wipe(void *memory, size_t length) {
    volatile uint8_t *byte = memory;
    while (length > 0 && ((uintptr_t)byte & 3) != 0) *byte++ = 0, length--;
    ev_wipe_words((uint32_t *)(uintptr_t)byte, length / 4);
    byte += length & ~(size_t)3;
    for (length &= 3; length > 0; length--) *byte++ = 0;
}

int ev_equal(const void *a, const void *b, size_t length) {
    const volatile uint8_t *p = a, *q = b;
    uint32_t difference = 0;
    for (size_t i = 0; i < length; i++) difference |= (uint32_t)(p[i] ^ q[i]);
    return (int)secret_is_zero(difference);
}
