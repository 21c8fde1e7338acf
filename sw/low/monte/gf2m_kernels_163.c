// SPDX-License-Identifier: Apache-2.0
#define GF2M_DEGREE 163
#include "gf2m_monte.h"
