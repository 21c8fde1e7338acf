// SPDX-License-Identifier: Apache-2.0
#ifdef __mips__
#include "mips/kernels/look_up.S"
#endif
