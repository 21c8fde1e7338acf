// SPDX-License-Identifier: Apache-2.0
// Scalars of curves (ec_backend.h): the core inverts while the accelerator computes.
#ifndef BILLIE_EC_KERNELS_H
#define BILLIE_EC_KERNELS_H

#include "ec_inversion.h"
#include "ec_montgomery_mips.h"

#define EC_HAS_INVERSION_BESIDE 1
#define EC_HAS_MONTGOMERY_ROW 1

#endif
