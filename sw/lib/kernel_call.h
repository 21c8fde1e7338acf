// SPDX-License-Identifier: Apache-2.0
// A call, from inline assembly, of an assembly routine that changes every register but sp.
#ifndef EVARISTE_KERNEL_CALL_H
#define EVARISTE_KERNEL_CALL_H

// r7 is the frame pointer of clang, and of GCC at -O0. Neither saves it around inline assembly.
#if defined __clang__ || !defined __OPTIMIZE__
#define KERNEL_CALL(function) "push {r7}\nbl " function "\npop {r7}"
#define KERNEL_CHANGED "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc", "memory"
#else
#define KERNEL_CALL(function) "bl " function
#define KERNEL_CHANGED "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc", "memory"
#endif

#endif
