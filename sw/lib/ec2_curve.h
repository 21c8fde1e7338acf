// SPDX-License-Identifier: Apache-2.0
// The curves over GF(2^GF2M_DEGREE), from the generated constants. Part of ec2_engine.h.

#define CURVE_(NAME, UP, TAU)                                                                                 \
    const ev_curve_t ev_curve_##NAME = {&ENGINE_NAME_(GF2M_DEGREE).general, GF2M_DEGREE, EC2_##UP##_ORDER_BITS, W,    \
                                  GF2M_FACT(OCTETS), EC2_##UP##_ORDER_WORDS, (EC2_##UP##_ORDER_BITS + 7) / 8, \
                                  EC2_##UP##_A, EC2_##UP##_COFACTOR, EC2_##UP##_B, EC2_##UP##_SQRT_B,         \
                                  EC2_##UP##_G, EC2_##UP##_ORDER, EC2_##UP##_ORDER_R2,                        \
                                  EC2_##UP##_ORDER_INVERSE, EC2_##UP##_BASE[0], EC2_##UP##_COMB[0],           \
                                  EC2_##UP##_COMB_COLUMNS, TAU,                                               \
                                  EC2_##UP##_NAME, EC2_##UP##_OID, sizeof EC2_##UP##_OID};
#define KOBLITZ_(NAME, UP)                                                                              \
    static const ev_ec2_tau_t tau_##NAME = {EC2_##UP##_D0, EC2_##UP##_D1, EC2_##UP##_G0, EC2_##UP##_G1, \
                                       EC2_##UP##_D0_SIGN, EC2_##UP##_D1_SIGN, EC2_##UP##_G0_SIGN,      \
                                       EC2_##UP##_G1_SIGN, EC2_##UP##_D0_WORDS, EC2_##UP##_D1_WORDS,    \
                                       EC2_##UP##_G0_WORDS, EC2_##UP##_G1_WORDS, EC2_##UP##_DROP_WORDS, \
                                       EC2_##UP##_SHIFT_WORDS};                                         \
    CURVE_(NAME, UP, &tau_##NAME)

#if GF2M_DEGREE == 163
#include "curves/b163.h"
#include "curves/k163.h"
KOBLITZ_(k163, K163)
CURVE_(b163, B163, 0)
#elif GF2M_DEGREE == 233
#include "curves/b233.h"
#include "curves/k233.h"
KOBLITZ_(k233, K233)
CURVE_(b233, B233, 0)
#elif GF2M_DEGREE == 239
#include "curves/k239.h"
KOBLITZ_(k239, K239)
#elif GF2M_DEGREE == 283
#include "curves/b283.h"
#include "curves/k283.h"
KOBLITZ_(k283, K283)
CURVE_(b283, B283, 0)
#elif GF2M_DEGREE == 409
#include "curves/b409.h"
#include "curves/k409.h"
KOBLITZ_(k409, K409)
CURVE_(b409, B409, 0)
#elif GF2M_DEGREE == 571
#include "curves/b571.h"
#include "curves/k571.h"
KOBLITZ_(k571, K571)
CURVE_(b571, B571, 0)
#else
#error "There are curves over GF(2^m) for m = 163, 233, 239, 283, 409 and 571."
#endif
