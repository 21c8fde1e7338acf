// SPDX-License-Identifier: Apache-2.0
// The Arm semihosting call (Arm IHI "Semihosting for AArch32 and AArch64", release 2.0): operation in r0, parameter in
// r1, `bkpt #0xAB`, result in r0.
#ifndef EVARISTE_SEMIHOST_H
#define EVARISTE_SEMIHOST_H

#include <stdint.h>

enum { SYS_GET_CMDLINE = 0x15, SYS_EXIT_EXTENDED = 0x20 };
enum { ADP_STOPPED_APPLICATION_EXIT = 0x20026 };

static inline int semihost(int operation, const void *parameter) {
    register int r0 __asm("r0") = operation;
    register const void *r1 __asm("r1") = parameter;
    __asm volatile("bkpt #0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

#endif
