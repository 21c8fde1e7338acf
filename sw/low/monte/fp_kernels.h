// SPDX-License-Identifier: Apache-2.0
// The prime fields (fp_backend.h) for monte: single operations as in the portable version, curves by the accelerator
// (ecp_accelerated.h, x25519_accelerated.h), if the machine has one.
#ifndef MONTE_FP_KERNELS_H
#define MONTE_FP_KERNELS_H

#include "../portable/fp_kernels.h"
#include "monte/commands/monte_commands.h"

#define FP_HAS_ACCELERATOR 1

// Whether the accelerator is there; bit 1: with digits. Start-up has set Status.CU2 if there is a coprocessor 2.
static inline unsigned monte_present(void) {
    unsigned status, id;
    __asm__("mfc0 %0, $12" : "=r"(status));
    if ((status >> 30 & 1) == 0) return 0;
    MONTE_GET(id, MONTE_ID);
    return id >> 28 == 1 ? 1 | (id >> 8 & 1) << 1 : 0;
}

#endif
