// SPDX-License-Identifier: Apache-2.0
#define GF2M_DEGREE 163
#include "ec2_engine.h"
