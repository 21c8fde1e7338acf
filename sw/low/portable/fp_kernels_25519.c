// SPDX-License-Identifier: Apache-2.0
#define FP_LABEL 25519
#include "fp_portable.h"
