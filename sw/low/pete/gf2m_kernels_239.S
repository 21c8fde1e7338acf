// SPDX-License-Identifier: Apache-2.0
#include "pete/kernels/gf2_239.S"
