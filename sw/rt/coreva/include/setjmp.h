// SPDX-License-Identifier: Apache-2.0
#ifndef EVARISTE_SETJMP_H
#define EVARISTE_SETJMP_H
typedef unsigned long jmp_buf[14];
int setjmp(jmp_buf place) __attribute__((returns_twice));
void longjmp(jmp_buf place, int value) __attribute__((noreturn));
#define setjmp(place) setjmp(place)
#endif
