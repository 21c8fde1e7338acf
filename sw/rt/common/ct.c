// SPDX-License-Identifier: Apache-2.0
#include "ct.h"

// The simulator finds these functions by name. They do nothing and must not be inlined.
__attribute__((noinline)) void ct_begin(void) { __asm__ volatile("" ::: "memory"); }

__attribute__((noinline)) void ct_end(void) { __asm__ volatile("nop" ::: "memory"); }
