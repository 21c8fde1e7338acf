// SPDX-License-Identifier: Apache-2.0
#include "pete/kernels/fp_521.S"
