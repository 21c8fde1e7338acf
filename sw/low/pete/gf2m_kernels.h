// SPDX-License-Identifier: Apache-2.0
// The kernels of the binary fields (gf2m_backend.h) for pete: assembly that `ev gen accumulator` makes, and portable
// combinations of it. They take the instructions of the extensions ISE and GF2; without them, the portable backend is the
// one to use.
#ifndef PETE_GF2M_KERNELS_H
#define PETE_GF2M_KERNELS_H

#include <stdint.h>

#include "ec_look_up.h"

#define GF2M_MULADD_(M, W, r, a, b, c) ev_gf2_##M##_muladd_k(r, a, b, c);
#define GF2M_MULADD_DECLARE_(M) \
    void ev_gf2_##M##_muladd_k(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *c);
GF2M_MULADD_DECLARE_(163)
GF2M_MULADD_DECLARE_(233)
GF2M_MULADD_DECLARE_(239)
GF2M_MULADD_DECLARE_(283)
GF2M_MULADD_DECLARE_(409)
GF2M_MULADD_DECLARE_(571)

#include "../portable/gf2m_kernels.h"

#endif
