// SPDX-License-Identifier: Apache-2.0
#define FP_LABEL 384
#include "ecp_engine.h"
