// SPDX-License-Identifier: Apache-2.0
// What a backend may provide for scalars modulo the order of a curve. Included by the library and by the backends. Not for
// programs.
//
// A backend's ec_kernels.h may define EC_HAS_MUL_MODULO, and EC_MUL_MODULO(W) for W = 6, 7, 8, 9, 12, 13, 17, 18 as the name
// of a function (ec_mul_modulo of the backend):
//
//   void f(r, a, b, order)   r[W] = a b modulo order[W], for a, b < order; order[W .. 2 W] is floor(2^(64 W) / order)
//
//   * r may be a or b, and these may be equal. No other overlap occurs. All are aligned to 4 bytes.
//   * Secret: a, b and r. Public: order. Time and addresses do not depend on secrets.
//   * It may leave operands on the stack, 4 W words at most. The library clears them.
//
// Or it may define EC_HAS_UNIT_PRODUCT and provide ev_ec_unit_product(r, a, b, order, r2, inverse, words), which does the
// same by a unit that the machine may have. r2 is 2^(64 words) modulo order, inverse is 1/order modulo 2^32. It returns 0 if
// there is no unit, and the library computes. It may leave operands on the stack.
//
// Or it may define EC_HAS_MONTGOMERY_ROW and provide ec_montgomery_row (ec_montgomery_mips.h of portable). A signature then
// takes fewer such products.
//
// A backend's ec_kernels.h may define EC_HAS_INVERSION_BESIDE and include ec_inversion.h: then it has the functions of that
// file, and a signature computes 1/k beside k G, if the engine has mul_base_beside.
#ifndef EVARISTE_EC_BACKEND_H
#define EVARISTE_EC_BACKEND_H

#include <stdint.h>

#include "ec_kernels.h"

#ifdef EC_HAS_UNIT_PRODUCT
unsigned ev_ec_unit_product(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *order, const uint32_t *r2,
                            uint32_t inverse, int words);
#endif

#ifdef EC_HAS_MUL_MODULO
typedef void ev_ec_mul_modulo_t(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *order);

// An engine takes the function of its size. So a program links the sizes of its curves only.
extern ev_ec_mul_modulo_t EC_MUL_MODULO(6), EC_MUL_MODULO(7), EC_MUL_MODULO(8), EC_MUL_MODULO(9), EC_MUL_MODULO(12),
    EC_MUL_MODULO(13), EC_MUL_MODULO(17), EC_MUL_MODULO(18);
#define EC_MUL_MODULO_OF(words) EC_MUL_MODULO(words)
#endif

#endif
