// SPDX-License-Identifier: Apache-2.0
// The field kernels (gf2m_backend.h) as inline functions, gfp version: calls of the generated assembly in gen/gfp/kernels.
//
// These routines take r0..r3 and change every register but sp. A C call would have to save and restore the registers
// each time. Here the compiler knows about the change, so a caller saves them once, for any number of kernel calls.
#ifndef GF2M_KERNELS_H
#define GF2M_KERNELS_H

#include <evariste/backend/extensions.h>
#include <stdint.h>

#include "kernel_call.h"

#define GF2M_HAS_LADDER_STEPS 1  // the steps of the Montgomery ladder are a kernel, too

#define GF2M_CALL2_(function)                                                                               \
    register uint32_t r0 __asm__("r0") = (uint32_t)(uintptr_t)r, r1 __asm__("r1") = (uint32_t)(uintptr_t)a; \
    __asm__ volatile(KERNEL_CALL(function) : "+r"(r0), "+r"(r1) : : "r2", "r3", KERNEL_CHANGED)
#define GF2M_CALL3_(function, third)                                                                        \
    register uint32_t r0 __asm__("r0") = (uint32_t)(uintptr_t)r, r1 __asm__("r1") = (uint32_t)(uintptr_t)a; \
    register uint32_t r2 __asm__("r2") = (uint32_t)(third);                                                 \
    __asm__ volatile(KERNEL_CALL(function) : "+r"(r0), "+r"(r1), "+r"(r2) : : "r3", KERNEL_CHANGED)
#define GF2M_CALL4_(function, third, fourth)                                                                \
    register uint32_t r0 __asm__("r0") = (uint32_t)(uintptr_t)r, r1 __asm__("r1") = (uint32_t)(uintptr_t)a; \
    register uint32_t r2 __asm__("r2") = (uint32_t)(third), r3 __asm__("r3") = (uint32_t)(fourth);          \
    __asm__ volatile(KERNEL_CALL(function) : "+r"(r0), "+r"(r1), "+r"(r2), "+r"(r3) : : KERNEL_CHANGED)

#define GF2M_KERNELS_COMMON_(M)                                                                                         \
    static inline void ev_gf2_##M##_mul_i(uint32_t *r, const uint32_t *a, const uint32_t *b) {                          \
        GF2M_CALL3_("ev_gf2_" #M "_mul_k", (uintptr_t)b);                                                               \
    }                                                                                                                   \
    static inline void ev_gf2_##M##_muladd_i(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *c) {    \
        GF2M_CALL4_("ev_gf2_" #M "_muladd_k", (uintptr_t)b, (uintptr_t)c);                                              \
    }                                                                                                                   \
    static inline void ev_gf2_##M##_sqr_i(uint32_t *r, const uint32_t *a) { GF2M_CALL2_("ev_gf2_" #M "_sqr_k"); }       \
    static inline void ev_gf2_##M##_reduce_i(uint32_t *r, const uint32_t *a) { GF2M_CALL2_("ev_gf2_" #M "_reduce_k"); } \
    static inline void ev_gf2_##M##_steps_i(uint32_t *r, const uint32_t *a, unsigned bits) {                            \
        GF2M_CALL3_("ev_gf2_" #M "_steps_k", bits);                                                                     \
    }                                                                                                                   \
    static inline void ev_gf2_##M##_stepsb_i(uint32_t *r, const uint32_t *a, unsigned bits) {                           \
        GF2M_CALL3_("ev_gf2_" #M "_stepsb_k", bits);                                                                    \
    }                                                                                                                   \
    static inline void ev_gf2_##M##_ladder_i(uint32_t *r, const uint32_t *a, const uint32_t *b, uint32_t bit) {         \
        GF2M_CALL4_("ev_gf2_" #M "_ladder_k", (uintptr_t)b, bit);                                                       \
    }                                                                                                                   \
    static inline void ev_gf2_##M##_ladderb_i(uint32_t *r, const uint32_t *a, const uint32_t *b, uint32_t bit) {        \
        GF2M_CALL4_("ev_gf2_" #M "_ladderb_k", (uintptr_t)b, bit);                                                      \
    }                                                                                                                   \
    static inline void ev_gf2_##M##_sumsqr_i(uint32_t *r, const uint32_t *a, const uint32_t *b) {                       \
        GF2M_CALL3_("ev_gf2_" #M "_sumsqr_k", (uintptr_t)b);                                                            \
    }

#define GF2M_KERNELS_SMALL_(M)                                                                     \
    GF2M_KERNELS_COMMON_(M)                                                                        \
    static inline void ev_gf2_##M##_mulsqr_i(uint32_t *r, const uint32_t *a, const uint32_t *b) {  \
        GF2M_CALL3_("ev_gf2_" #M "_mulsqr_k", (uintptr_t)b);                                       \
    }                                                                                              \
    static inline void ev_gf2_##M##_sumsqr2_i(uint32_t *r, const uint32_t *a, const uint32_t *b) { \
        GF2M_CALL3_("ev_gf2_" #M "_sumsqr2_k", (uintptr_t)b);                                      \
    }                                                                                              \
    static inline void ev_gf2_##M##_sqrn_i(uint32_t *r, const uint32_t *a, unsigned n) {           \
        GF2M_CALL3_("ev_gf2_" #M "_sqrn_k", n);                                                    \
    }

// Elements of these fields do not fit the registers, so longer combinations are made of shorter ones.
#define GF2M_KERNELS_LARGE_(M)                                                                     \
    GF2M_KERNELS_COMMON_(M)                                                                        \
    static inline void ev_gf2_##M##_mulsqr_i(uint32_t *r, const uint32_t *a, const uint32_t *b) {  \
        ev_gf2_##M##_mul_i(r, a, b);                                                               \
        ev_gf2_##M##_sqr_i(r, r);                                                                  \
    }                                                                                              \
    static inline void ev_gf2_##M##_sumsqr2_i(uint32_t *r, const uint32_t *a, const uint32_t *b) { \
        ev_gf2_##M##_sumsqr_i(r, a, b);                                                            \
        ev_gf2_##M##_sqr_i(r, r);                                                                  \
    }                                                                                              \
    static inline void ev_gf2_##M##_sqrn_i(uint32_t *r, const uint32_t *a, unsigned n) {           \
        ev_gf2_##M##_sqr_i(r, a);                                                                  \
        while (--n) ev_gf2_##M##_sqr_i(r, r);                                                      \
    }

#if EV_GFMAC32
#define GF2M_MULSQR_TO 283
#endif

#if EV_GFROR
#define GF2M_HAS_SQRN3 1
// Not inline: in the loop that calls it, it would take all registers from every turn.
#define GF2M_SQRN3_(M) static __attribute__((noinline, unused)) void ev_gf2_##M##_sqrn3_i(uint32_t *r, unsigned n)
#define GF2M_SQRN3_SMALL_(M)                                                               \
    GF2M_SQRN3_(M) {                                                                       \
        register uint32_t r0 __asm__("r0") = (uint32_t)(uintptr_t)r, r2 __asm__("r2") = n; \
        __asm__ volatile(KERNEL_CALL("ev_gf2_" #M "_sqrn3_k")                              \
                         : "+r"(r0), "+r"(r2) : : "r1", "r3", KERNEL_CHANGED);             \
    }
#define GF2M_SQRN3_LARGE_(M)                                           \
    GF2M_SQRN3_(M) {                                                   \
        for (int i = 0; i < 3; i++, r += ((M) + 31) / 32) ev_gf2_##M##_sqrn_i(r, r, n); \
    }
#else
#define GF2M_SQRN3_SMALL_(M)
#define GF2M_SQRN3_LARGE_(M)
#endif

GF2M_KERNELS_SMALL_(163)
GF2M_SQRN3_SMALL_(163)
GF2M_KERNELS_SMALL_(233)
GF2M_SQRN3_SMALL_(233)
GF2M_KERNELS_SMALL_(239)
GF2M_SQRN3_SMALL_(239)
GF2M_KERNELS_SMALL_(283)
GF2M_SQRN3_SMALL_(283)
GF2M_KERNELS_LARGE_(409)
GF2M_SQRN3_LARGE_(409)
GF2M_KERNELS_LARGE_(571)
GF2M_SQRN3_LARGE_(571)

#endif
