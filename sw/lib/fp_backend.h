// SPDX-License-Identifier: Apache-2.0
// What a backend provides for the prime fields of the curves. Included by the library and by the backends. Not for
// programs.
//
// A backend is a folder of sw/low. The file NAME.c or NAME.S of a backend takes the place of portable's file of that
// name, and its header that of portable's header. Files:
//
//   fp_kernels.h          the functions below, inline
//   fp_kernels_192        the routines that fp_kernels.h calls for P-192; _224, _256, _384, _521, _25519 likewise
//   ec_inverse            ev_ec_inverse_modulo of ec_scalar.h
//
// For each L = 192, 224, 256, 384, 521, 25519, with W words to an element, least significant word first:
//
//   ev_fp_L_mul_i(r, a, b)    r = a b        ev_fp_L_add_i(r, a, b)    r = a + b
//   ev_fp_L_sqr_i(r, a)       r = a^2        ev_fp_L_sub_i(r, a, b)    r = a - b
//
// A backend may define EC_HAS_LOOK_UP and provide what reads a table of 16 entries (ec_signed_digits.h):
//
//   ev_ec_look_up_i(entry, table, index, W)   entry[2W] = table[index]; every entry is read
//
// For all of them:
//   * Operands are below the modulus, and so are results. The modulus is the prime, but for 25519 it is twice the prime.
//   * r may be a or b, and these may be equal. No other overlap occurs.
//   * All are aligned to 4 bytes.
//   * Secret: every operand, every result, and index. Time and addresses do not depend on
//     secrets.
//   * If fp_kernels.h defines FP_HAS_ACCELERATOR, the backend also has ecp_accelerated.h: HERE(f) and HERE_BASE_STACK_WORDS
//     for ecp_engine.h, with points times scalars by a unit that the machine may have; and x25519_accelerated.h, likewise.
//   * If it defines ECP_TABLE(UP, name), the base point's tables are its own: BASE, COMB and COMB_COLUMNS of the curve UP.
//     Then ecp_accelerated.h also has mul_base, for a machine without the unit.
//   * They may leave operands on the stack. The library clears ECP_STACK_WORDS(W) words (ec_key.h) before it returns to a
//     program; a kernel that needs so much that this is not enough makes verify/ecc/test_stack.py fail.
#ifndef EVARISTE_FP_BACKEND_H
#define EVARISTE_FP_BACKEND_H

#include <stdint.h>

#include "fp_kernels.h"

#define FP_IS_(function, ...) \
    _Static_assert(_Generic(&(function), void (*)(uint32_t *, __VA_ARGS__): 1, default: 0), #function)
#define FP_PROVIDED_(L)                                                \
    FP_IS_(ev_fp_##L##_mul_i, const uint32_t *, const uint32_t *);     \
    FP_IS_(ev_fp_##L##_add_i, const uint32_t *, const uint32_t *);     \
    FP_IS_(ev_fp_##L##_sub_i, const uint32_t *, const uint32_t *);     \
    FP_IS_(ev_fp_##L##_sqr_i, const uint32_t *)

FP_PROVIDED_(192);
FP_PROVIDED_(224);
FP_PROVIDED_(256);
FP_PROVIDED_(384);
FP_PROVIDED_(521);
FP_PROVIDED_(25519);

#endif
