// SPDX-License-Identifier: Apache-2.0
// The generated kernels of GF(2^163), each in a section of its own, so that only what a program uses is linked.
#include <evariste/backend/extensions.h>

#include "kernels/gf2_163_mul_k.S"
#include "kernels/gf2_163_muladd_k.S"
#include "kernels/gf2_163_sqr_k.S"
#include "kernels/gf2_163_reduce_k.S"
#include "kernels/gf2_163_sumsqr_k.S"
#include "kernels/gf2_163_mulsqr_k.S"
#include "kernels/gf2_163_sumsqr2_k.S"
#include "kernels/gf2_163_sqrn_k.S"
#include "kernels/gf2_163_ladder_k.S"
#include "kernels/gf2_163_ladderb_k.S"
#include "kernels/gf2_163_steps_k.S"
#include "kernels/gf2_163_stepsb_k.S"
#if EV_GFMAC32
#include "kernels/gf2_163_mul2_k.S"
#endif
