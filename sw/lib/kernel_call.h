// SPDX-License-Identifier: Apache-2.0
// A call, from inline assembly, of an assembly routine that changes every register but sp.
#ifndef EVARISTE_KERNEL_CALL_H
#define EVARISTE_KERNEL_CALL_H

#ifdef __clang__  // r7 is its frame pointer, which it does not save around inline assembly
#define KERNEL_CALL(function) "push {r7}\nbl " function "\npop {r7}"
#define KERNEL_CHANGED "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc", "memory"
#else
#define KERNEL_CALL(function) "bl " function
#define KERNEL_CHANGED "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc", "memory"
#endif

#endif
