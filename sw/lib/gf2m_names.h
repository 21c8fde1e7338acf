// SPDX-License-Identifier: Apache-2.0
// Names for code that is compiled once per field: GF2M_DEGREE is defined before this is included.
//
//     GF2M(_mul)     ev_gf2_233_mul                 GF2M_FACT(WORDS)    GF2_233_WORDS
//     W              words of an element
#include "curves/fields.h"

#define GF2M_PASTE3_(a, b, c) a##b##c
#define GF2M_NAME_(m, n) GF2M_PASTE3_(ev_gf2_, m, n)
#define GF2M(n) GF2M_NAME_(GF2M_DEGREE, n)
#define GF2M_FACT_(m, n) GF2M_PASTE3_(GF2_, m, _##n)
#define GF2M_FACT__(m, n) GF2M_FACT_(m, n)
#define GF2M_FACT(n) GF2M_FACT__(GF2M_DEGREE, n)
#define W ((int)GF2M_FACT(WORDS))
#define UNROLLED _Pragma("GCC unroll 9")  // of loops over words, up to the length of GF(2^283)
