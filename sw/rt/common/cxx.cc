// SPDX-License-Identifier: Apache-2.0
// The run-time library for free-standing C++ (no exceptions, no RTTI): memory operators on malloc, and a stop for calls
// of pure virtual functions.

#include <stddef.h>
#include <stdlib.h>

void *operator new(size_t bytes) {
    void *block = malloc(bytes ? bytes : 1);
    if (!block) abort();
    return block;
}
void *operator new[](size_t bytes) { return operator new(bytes); }
void operator delete(void *block) noexcept { free(block); }
void operator delete[](void *block) noexcept { free(block); }
void operator delete(void *block, size_t) noexcept { free(block); }
void operator delete[](void *block, size_t) noexcept { free(block); }

extern "C" void __cxa_pure_virtual() { abort(); }
