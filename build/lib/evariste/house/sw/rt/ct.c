// SPDX-License-Identifier: Apache-2.0
#include "ct.h"

// The simulator knows these functions by their names; they do nothing, and must not be inlined.
__attribute__((noinline)) void ct_begin(void) { __asm__ volatile("" ::: "memory"); }

__attribute__((noinline)) void ct_end(void) { __asm__ volatile("nop" ::: "memory"); }
