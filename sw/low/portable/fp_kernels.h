// SPDX-License-Identifier: Apache-2.0
// The portable kernels of the prime fields (fp_backend.h). Sums and differences take the modulus as argument: one routine
// serves all fields of a length.
#ifndef EVARISTE_FP_KERNELS_H
#define EVARISTE_FP_KERNELS_H

#ifdef __mips__
// Assembly that `ev gen words` makes: fp_mips.S.
#include <stdint.h>

#include "ec_look_up_mips.h"

#define FP_KERNEL_2_(LABEL, NAME)                                                                     \
    void ev_fp_##LABEL##_##NAME##_mips(uint32_t *r, const uint32_t *a, const uint32_t *b);            \
    static inline void ev_fp_##LABEL##_##NAME##_i(uint32_t *r, const uint32_t *a, const uint32_t *b) { \
        ev_fp_##LABEL##_##NAME##_mips(r, a, b);                                                       \
    }
#define FP_KERNELS_(LABEL, N)                                                                                 \
    FP_KERNEL_2_(LABEL, mul)                                                                                  \
    FP_KERNEL_2_(LABEL, add)                                                                                  \
    FP_KERNEL_2_(LABEL, sub)                                                                                  \
    void ev_fp_##LABEL##_sqr_mips(uint32_t *r, const uint32_t *a);                                            \
    static inline void ev_fp_##LABEL##_sqr_i(uint32_t *r, const uint32_t *a) { ev_fp_##LABEL##_sqr_mips(r, a); }
#else
#include "fp_words.h"

#define FP_KERNELS_(LABEL, N)                                                                              \
    extern const uint32_t ev_fp_##LABEL##_modulus[];                                                       \
    void ev_fp_##LABEL##_mul_k(uint32_t *r, const uint32_t *a, const uint32_t *b);                         \
    void ev_fp_##LABEL##_sqr_k(uint32_t *r, const uint32_t *a);                                            \
    static inline void ev_fp_##LABEL##_mul_i(uint32_t *r, const uint32_t *a, const uint32_t *b) {          \
        ev_fp_##LABEL##_mul_k(r, a, b);                                                                    \
    }                                                                                                      \
    static inline void ev_fp_##LABEL##_sqr_i(uint32_t *r, const uint32_t *a) { ev_fp_##LABEL##_sqr_k(r, a); } \
    static inline void ev_fp_##LABEL##_add_i(uint32_t *r, const uint32_t *a, const uint32_t *b) {          \
        ev_fp_add_##N(r, a, b, ev_fp_##LABEL##_modulus);                                                   \
    }                                                                                                      \
    static inline void ev_fp_##LABEL##_sub_i(uint32_t *r, const uint32_t *a, const uint32_t *b) {          \
        ev_fp_sub_##N(r, a, b, ev_fp_##LABEL##_modulus);                                                   \
    }
#endif

FP_KERNELS_(192, 6)
FP_KERNELS_(224, 7)
FP_KERNELS_(256, 8)
FP_KERNELS_(384, 12)
FP_KERNELS_(521, 17)
FP_KERNELS_(25519, 8)

#endif
