// SPDX-License-Identifier: Apache-2.0
// The generated routines of all fields, each in a section of its own, so that only what a program uses is linked.
#include "vword/kernels/clear.S"
#include "vword/kernels/gf2_163.S"
#include "vword/kernels/gf2_233.S"
#include "vword/kernels/gf2_239.S"
#include "vword/kernels/gf2_283.S"
#include "vword/kernels/gf2_409.S"
#include "vword/kernels/gf2_571.S"
