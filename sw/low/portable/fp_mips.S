// SPDX-License-Identifier: Apache-2.0
// The kernels of the prime fields on MIPS, each in a section of its own.
#ifdef __mips__
#include "mips/kernels/fp_192.S"
#include "mips/kernels/fp_224.S"
#include "mips/kernels/fp_25519.S"
#include "mips/kernels/fp_256.S"
#include "mips/kernels/fp_384.S"
#include "mips/kernels/fp_521.S"
#endif
