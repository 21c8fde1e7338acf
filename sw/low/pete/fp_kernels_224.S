// SPDX-License-Identifier: Apache-2.0
#include "pete/kernels/fp_224.S"
