// SPDX-License-Identifier: Apache-2.0
// The generated kernels of GF(2^571), each in a section of its own, so that only what a program uses is linked.
#include <evariste/backend/extensions.h>

#include "kernels/gf2_571_mul_k.S"
#include "kernels/gf2_571_muladd_k.S"
#include "kernels/gf2_571_sqr_k.S"
#include "kernels/gf2_571_reduce_k.S"
#include "kernels/gf2_571_sumsqr_k.S"
#include "kernels/gf2_571_ladder_k.S"
#include "kernels/gf2_571_ladderb_k.S"
#include "kernels/gf2_571_steps_k.S"
#include "kernels/gf2_571_stepsb_k.S"
#if EV_GFMAC32
#include "kernels/gf2_571_mul2_k.S"
#endif
