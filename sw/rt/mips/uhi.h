// SPDX-License-Identifier: Apache-2.0
// UHI, the semihosting call of MIPS (MD01069): operation in $25, arguments from $4 on, `sdbbp 1`, result in $2, error
// number in $3. A result of -1 sets errno.
#ifndef EVARISTE_UHI_H
#define EVARISTE_UHI_H

enum {
    UHI_EXIT = 1,
    UHI_OPEN = 2,
    UHI_CLOSE = 3,
    UHI_READ = 4,
    UHI_WRITE = 5,
    UHI_LSEEK = 6,
    UHI_UNLINK = 7,
    UHI_FSTAT = 8,
    UHI_ARGC = 9,
    UHI_ARGNLEN = 10,
    UHI_ARGN = 11,
};

int uhi(int operation, long first, long second, long third);

#endif
