// SPDX-License-Identifier: Apache-2.0
// A task that uses nothing of the library: what every program has.

#define MEMORY 0
static int task(void) { return 0; }

#include "footprint.h"
