// SPDX-License-Identifier: Apache-2.0
// The kernels of the prime fields (fp_backend.h) for pete: assembly that `ev gen accumulator` makes. They take the
// instructions of the extension ISE; without it, the portable backend is the one to use.
#ifndef EVARISTE_FP_KERNELS_H
#define EVARISTE_FP_KERNELS_H

#include <stdint.h>

#include "ec_look_up.h"

#define FP_KERNEL_2_(LABEL, NAME)                                                                     \
    void ev_fp_##LABEL##_##NAME##_k(uint32_t *r, const uint32_t *a, const uint32_t *b);               \
    static inline void ev_fp_##LABEL##_##NAME##_i(uint32_t *r, const uint32_t *a, const uint32_t *b) { \
        ev_fp_##LABEL##_##NAME##_k(r, a, b);                                                          \
    }
#define FP_KERNELS_(LABEL)                                                                                 \
    FP_KERNEL_2_(LABEL, mul)                                                                               \
    FP_KERNEL_2_(LABEL, add)                                                                               \
    FP_KERNEL_2_(LABEL, sub)                                                                               \
    void ev_fp_##LABEL##_sqr_k(uint32_t *r, const uint32_t *a);                                            \
    static inline void ev_fp_##LABEL##_sqr_i(uint32_t *r, const uint32_t *a) { ev_fp_##LABEL##_sqr_k(r, a); }

FP_KERNELS_(192)
FP_KERNELS_(224)
FP_KERNELS_(256)
FP_KERNELS_(384)
FP_KERNELS_(521)
FP_KERNELS_(25519)

#endif
