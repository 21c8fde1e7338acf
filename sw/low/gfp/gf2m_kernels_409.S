// SPDX-License-Identifier: Apache-2.0
// The generated kernels of GF(2^409), each in a section of its own, so that only what a program uses is linked.
#include <evariste/backend/extensions.h>

#include "kernels/gf2_409_mul_k.S"
#include "kernels/gf2_409_muladd_k.S"
#include "kernels/gf2_409_sqr_k.S"
#include "kernels/gf2_409_reduce_k.S"
#include "kernels/gf2_409_sumsqr_k.S"
#include "kernels/gf2_409_ladder_k.S"
#include "kernels/gf2_409_ladderb_k.S"
#include "kernels/gf2_409_steps_k.S"
#include "kernels/gf2_409_stepsb_k.S"
#if EV_GFMAC32
#include "kernels/gf2_409_mul2_k.S"
#endif
