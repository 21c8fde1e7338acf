// SPDX-License-Identifier: Apache-2.0
// Scalars of curves (ec_backend.h) for pete: ec_mul_modulo.S, for cores with the extension ISE.
#ifndef EVARISTE_EC_KERNELS_H
#define EVARISTE_EC_KERNELS_H

#define EC_HAS_MUL_MODULO
#define EC_MUL_MODULO(W) ev_ec_mul_modulo_##W

#endif
