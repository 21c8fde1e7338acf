// SPDX-License-Identifier: Apache-2.0
// The generated kernels of GF(2^239), each in a section of its own, so that only what a program uses is linked.
#include <evariste/backend/extensions.h>

#include "kernels/gf2_239_mul_k.S"
#include "kernels/gf2_239_muladd_k.S"
#include "kernels/gf2_239_sqr_k.S"
#include "kernels/gf2_239_reduce_k.S"
#include "kernels/gf2_239_sumsqr_k.S"
#include "kernels/gf2_239_mulsqr_k.S"
#include "kernels/gf2_239_sumsqr2_k.S"
#include "kernels/gf2_239_sqrn_k.S"
#include "kernels/gf2_239_ladder_k.S"
#include "kernels/gf2_239_ladderb_k.S"
#include "kernels/gf2_239_steps_k.S"
#include "kernels/gf2_239_stepsb_k.S"
#if EV_GFMAC32
#include "kernels/gf2_239_mul2_k.S"
#endif
