// SPDX-License-Identifier: Apache-2.0
// What a backend provides for the binary fields of the curves. Included by the library and by the backends. Not for
// programs.
//
// A backend is a folder of sw/low. The file NAME.c or NAME.S of a backend takes the place of portable's file of that
// name, and its header that of portable's header. Files:
//
//   gf2m_kernels.h        the functions below, inline: each either calls a routine or is made of others
//   gf2m_coprocessor.h    a unit beside the kernels, see GF2M_HAS_ACCELERATOR
//   gf2m_kernels_163      the routines that gf2m_kernels.h calls for GF(2^163); _233, _239, _283, _409, _571 likewise
//
// For each M = 163, 233, 239, 283, 409, 571, with W = ceil(M / 32) words to an element, least significant word first:
//
//   ev_gf2_M_mul_i(r, a, b)          r = a b
//   ev_gf2_M_muladd_i(r, a, b, c)    r = a b + c
//   ev_gf2_M_sqr_i(r, a)             r = a^2
//   ev_gf2_M_sqrn_i(r, a, n)         r = a^(2^n), n >= 1
//   ev_gf2_M_sumsqr_i(r, a, b)       r = (a + b)^2
//   ev_gf2_M_mulsqr_i(r, a, b)       r = (a b)^2
//   ev_gf2_M_sumsqr2_i(r, a, b)      r = (a + b)^4
//   ev_gf2_M_reduce_i(r, c)          r = c modulo the field polynomial, c of 2 W words and of degree at most 2 M - 2
//   ev_gf2_M_ladder_i(r, a, b, bit)  r[0..2W) = X, Z: the words of a for bit 0, of b for bit 1; r[2W..3W) = (X + Z)^4
//   ev_gf2_M_ladderb_i(r, a, b, bit) r[0..2W) = X^2, Z^2 of the same choice
//
// A backend may define GF2M_HAS_LADDER_STEPS and provide whole ladders, which the library then takes instead of ladder_i:
//
//   ev_gf2_M_steps_i(state, k, bits)   the steps of the Montgomery ladder for the bits-1 .. 0 of k, b = 1; `state` is
//   ev_gf2_M_stepsb_i(state, k, bits)  ladder_state of ec2_ladder.h, ten elements; the second for any b
//
// A backend may define GF2M_MULSQR_TO, the highest M for which its mulsqr_i takes clearly fewer cycles than mul_i and sqr_i.
// Up to there the library uses it in inversions, too.
//
// A backend may define GF2M_HAS_SQRN3 and provide:
//
//   ev_gf2_M_sqrn3_i(r, n)           sqrn_i of each of the three elements at r, r + W and r + 2 W, in place, n >= 1
//
// A backend may define EC_HAS_LOOK_UP as in fp_backend.h.
//
// A backend may define GF2M_HAS_ACCELERATOR, for a machine with a unit for whole operations of one field, and provide:
//
//   ev_gf2_M_accelerated_i()           1 if the machine that runs the program has a unit for this field; else 0, and then
//                                      none of the next functions is called
//   ev_gf2_M_inv_i(r, a)               r = 1/a, 0 for 0. Returns 0, or if the unit could not do it, anything else: then a
//                                      is as it was
//   ev_gf2_M_half_trace_i(r, a)        r = the sum of a^(4^i) for i = 0 .. (M-1)/2; not with GF2M_HAS_NO_HALF_TRACE
//   ev_gf2_M_point_i(r, k, bits, p, sqrt_b)  r = k p in constant time, points as in ev_ec_point_t: x, and y from word
//                                      EV_CURVE_WORDS_MAX on; k of `bits` bits and at most n - 1; sqrt_b = 0 for b = 1.
//                                      Returns 1 for infinity, 0 for another point, 2 if the unit could not do it
//
// A backend with such a unit may define GF2M_HAS_CHECK and provide:
//
//   ev_gf2_M_check_i(p, a, sqrt_b)     0 if p, a public point of a curve with cofactor 2 or 4, is in the group of prime
//                                      order. Anything else if it is not, or if the unit could not do it
//
// A backend with such a unit may define GF2M_HAS_ACCELERATED_COMB and provide the comb of ec2_comb.h:
//
//   ev_gf2_M_comb_i(r, signs, columns, even, comb, b, a, koblitz, beside)  r = k G in constant time: `signs` from to_signs,
//                                      `even` 1 for an even k; the curve's table, b, a, and whether b = 1; an inversion
//                                      (ec_inversion.h) that it may do slices of while the unit computes, or 0. Returns 0, or
//                                      if the unit could not do it, anything else. The curve's words may be in ROM. The
//                                      backend has EC_HAS_INVERSION_BESIDE
//
// Where that comb leaves secrets further down on the stack, the backend defines GF2M_BASE_STACK_WORDS(W) and
// GF2M_SIGN_STACK_WORDS(W), the words that the library clears behind k G and behind a signature.
//
// For all of them:
//   * Operands are reduced: bits from M on are 0. So are results. Only c of reduce_i is longer.
//   * r may be a, b or c, and these may be equal. No other overlap occurs, but for ladder_i, where r + 2W may be a.
//   * All are aligned to 4 bytes.
//   * Secret: every operand, every result, bit, k, signs, even. Public: n, bits and all addresses. Time and addresses depend on
//     public values only.
//   * They may leave operands on the stack. The library clears EC2_STACK_WORDS(W) words (ec_key.h) before it returns to a
//     program; a kernel that needs so much that this is not enough makes verify/ecc/test_stack.py fail.
//   * They may change the unit's configuration, and all registers that their inline form names.
#ifndef EVARISTE_GF2M_BACKEND_H
#define EVARISTE_GF2M_BACKEND_H

#include <stdint.h>

#include "gf2m_kernels.h"

#include "gf2m_coprocessor.h"

#define GF2M_IS_(function, ...) \
    _Static_assert(_Generic(&(function), void (*)(uint32_t *, __VA_ARGS__): 1, default: 0), #function)
#define GF2M_PROVIDED_(M)                                                                  \
    GF2M_IS_(ev_gf2_##M##_mul_i, const uint32_t *, const uint32_t *);                      \
    GF2M_IS_(ev_gf2_##M##_muladd_i, const uint32_t *, const uint32_t *, const uint32_t *); \
    GF2M_IS_(ev_gf2_##M##_sqr_i, const uint32_t *);                                        \
    GF2M_IS_(ev_gf2_##M##_sqrn_i, const uint32_t *, unsigned);                             \
    GF2M_IS_(ev_gf2_##M##_sumsqr_i, const uint32_t *, const uint32_t *);                   \
    GF2M_IS_(ev_gf2_##M##_mulsqr_i, const uint32_t *, const uint32_t *);                   \
    GF2M_IS_(ev_gf2_##M##_sumsqr2_i, const uint32_t *, const uint32_t *);                  \
    GF2M_IS_(ev_gf2_##M##_reduce_i, const uint32_t *);                                     \
    GF2M_IS_(ev_gf2_##M##_ladder_i, const uint32_t *, const uint32_t *, uint32_t);         \
    GF2M_IS_(ev_gf2_##M##_ladderb_i, const uint32_t *, const uint32_t *, uint32_t)

GF2M_PROVIDED_(163);
GF2M_PROVIDED_(233);
GF2M_PROVIDED_(239);
GF2M_PROVIDED_(283);
GF2M_PROVIDED_(409);
GF2M_PROVIDED_(571);

#endif
