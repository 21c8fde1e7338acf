// SPDX-License-Identifier: Apache-2.0
// Scalars of curves (ec_backend.h): the core inverts while the accelerator computes points. Products are its own.
#ifndef MONTE_EC_KERNELS_H
#define MONTE_EC_KERNELS_H

#include "ec_inversion.h"

#define EC_HAS_INVERSION_BESIDE 1
#define EC_HAS_UNIT_PRODUCT 1

#endif
