// SPDX-License-Identifier: Apache-2.0
// Carry-less product of two 32-bit words: 64 bits, sum (XOR) over the set bits i of b of a << i.
#pragma once

#include <cstdint>

namespace evariste::iss {

// Works on every host, in at most 32 steps.
uint64_t clmul32_portable(uint32_t a, uint32_t b);

// Uses the host's carry-less multiplier if it has one (selected at start-up), else the portable
// one.
extern uint64_t (*const clmul32)(uint32_t a, uint32_t b);

}  // namespace evariste::iss
