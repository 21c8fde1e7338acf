// SPDX-License-Identifier: Apache-2.0
#define EC_INVERSE_MIPS 1
#define EC_INVERSION_SLICES 4
#include "../portable/ec_inverse.c"
#include "ec_inverse_slices.h"
