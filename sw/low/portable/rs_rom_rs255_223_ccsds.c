// SPDX-License-Identifier: Apache-2.0
#include "codes/portable/rs_rom_rs255_223_ccsds.c"
