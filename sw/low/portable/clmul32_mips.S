// SPDX-License-Identifier: Apache-2.0
#ifdef __mips__
#include "mips/kernels/clmul32.S"
#endif
