// SPDX-License-Identifier: Apache-2.0
// GF(2^233): products and squares are generated assembly (gen/coreva/kernels). Only the reduction of a long element is C.
#define GF2M_DEGREE 233
#define GF2M_PORTABLE(type, n) __attribute__((unused)) static type portable##n
#include "../portable/gf2m_portable.h"
