// SPDX-License-Identifier: Apache-2.0
#define FP_LABEL 256
#include "ecp_engine.h"
