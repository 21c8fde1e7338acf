// SPDX-License-Identifier: Apache-2.0
#include "../portable/ec_inverse.c"
#include "ec_inverse_slices.h"
