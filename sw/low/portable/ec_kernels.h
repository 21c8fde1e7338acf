// SPDX-License-Identifier: Apache-2.0
// Scalars of curves (ec_backend.h): the library's own code serves.
#ifndef EVARISTE_EC_KERNELS_H
#define EVARISTE_EC_KERNELS_H
#endif
