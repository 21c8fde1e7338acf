// SPDX-License-Identifier: Apache-2.0
// A predecoded instruction of the interpreter.
#pragma once

#include <cstdint>

#include "gfp_isa.hpp"

namespace evariste::iss {

// The interpreter's entry points, in the order of its label table.
enum class Handler : uint16_t {
#define HANDLER(name) name,
#include "gfp/iss/handlers.def"
#undef HANDLER
};

// One per halfword of ROM and RAM. All zero: not decoded yet.
struct Op {
  uint16_t handler;  // a Handler
  uint8_t rd, rn, rm,
      rh;          // register numbers; in loads and stores of several registers rm is their count
  uint16_t list;   // registers of a load or store of several
  int32_t imm;     // immediate; the distance to a direct branch's target, in halfwords
  int32_t second;  // the second instruction's immediate or distance, if one Op covers two
                   // instructions
};
static_assert(sizeof(Op) == 16);

}  // namespace evariste::iss
