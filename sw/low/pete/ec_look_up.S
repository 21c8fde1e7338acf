// SPDX-License-Identifier: Apache-2.0
#include "pete/kernels/look_up.S"
