// SPDX-License-Identifier: Apache-2.0
#define GF2M_DEGREE 233
#include "gf2m_monte.h"
