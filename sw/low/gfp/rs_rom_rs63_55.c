// SPDX-License-Identifier: Apache-2.0
#include "codes/gfp/rs_rom_rs63_55.c"
