// SPDX-License-Identifier: Apache-2.0
// The generated kernels of GF(2^283), each in a section of its own, so that only what a program uses is linked.
#include <evariste/backend/extensions.h>

#include "kernels/gf2_283_mul_k.S"
#include "kernels/gf2_283_muladd_k.S"
#include "kernels/gf2_283_sqr_k.S"
#include "kernels/gf2_283_reduce_k.S"
#include "kernels/gf2_283_sumsqr_k.S"
#include "kernels/gf2_283_mulsqr_k.S"
#include "kernels/gf2_283_sumsqr2_k.S"
#include "kernels/gf2_283_sqrn_k.S"
#include "kernels/gf2_283_ladder_k.S"
#include "kernels/gf2_283_ladderb_k.S"
#include "kernels/gf2_283_steps_k.S"
#include "kernels/gf2_283_stepsb_k.S"
#if EV_GFMAC32
#include "kernels/gf2_283_mul2_k.S"
#endif
