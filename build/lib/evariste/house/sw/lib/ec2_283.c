// SPDX-License-Identifier: Apache-2.0
#define GF2M_DEGREE 283
#include "ec2_engine.h"
