// SPDX-License-Identifier: Apache-2.0
// The prime fields (fp_backend.h) for monte: single operations as in the portable version, curves by the accelerator
// (ecp_accelerated.h, x25519_accelerated.h), if the machine has one.
#ifndef MONTE_FP_KERNELS_H
#define MONTE_FP_KERNELS_H

#include "../portable/fp_kernels.h"
#include "monte_present.h"

#define FP_HAS_ACCELERATOR 1
#define ECP_TABLE(UP, name) ECP_##UP##_MONTE_##name

#endif
