// SPDX-License-Identifier: Apache-2.0
// Names for code that is compiled once per prime field: FP_LABEL is defined before this is included.
//
//     FP(_mul)     ev_fp_256_mul             FP_FACT(_WORDS)    FP_256_WORDS
//     W            words of an element
#include "curves/primes.h"

#define FP_PASTE3_(a, b, c) a##b##c
#define FP_NAME_(label, n) FP_PASTE3_(ev_fp_, label, n)
#define FP(n) FP_NAME_(FP_LABEL, n)
#define FP_FACT_(label, n) FP_PASTE3_(FP_, label, n)
#define FP_FACT(n) FP_FACT_(FP_LABEL, n)
#define W ((int)FP_FACT(_WORDS))
