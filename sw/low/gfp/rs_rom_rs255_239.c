// SPDX-License-Identifier: Apache-2.0
#include "codes/gfp/rs_rom_rs255_239.c"
