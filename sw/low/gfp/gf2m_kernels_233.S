// SPDX-License-Identifier: Apache-2.0
// The generated kernels of GF(2^233), each in a section of its own, so that only what a program uses is linked.
#include <evariste/backend/extensions.h>

#include "kernels/gf2_233_mul_k.S"
#include "kernels/gf2_233_muladd_k.S"
#include "kernels/gf2_233_sqr_k.S"
#include "kernels/gf2_233_reduce_k.S"
#include "kernels/gf2_233_sumsqr_k.S"
#include "kernels/gf2_233_mulsqr_k.S"
#include "kernels/gf2_233_sumsqr2_k.S"
#include "kernels/gf2_233_sqrn_k.S"
#include "kernels/gf2_233_ladder_k.S"
#include "kernels/gf2_233_ladderb_k.S"
#include "kernels/gf2_233_steps_k.S"
#include "kernels/gf2_233_stepsb_k.S"
#if EV_GFMAC32
#include "kernels/gf2_233_mul2_k.S"
#endif
