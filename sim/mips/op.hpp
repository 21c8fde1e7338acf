// SPDX-License-Identifier: Apache-2.0
// A predecoded instruction of the interpreter.
#pragma once

#include <cstdint>

#include "mips_isa.hpp"

// Every entry point of the interpreter: those that are no instruction, then one for each.
// clang-format off
#define MIPS_HANDLERS(X)                                                         \
  X(undecoded) X(fetch_error) X(unusable) X(reserved)                            \
  X(coprocessor_reserved) X(coprocessor_operation) X(coprocessor_from_core)      \
  X(coprocessor_to_core) X(coprocessor_load) X(coprocessor_store)                \
  X(accumulate_maddu) X(accumulate_m2addu) X(accumulate_addau) X(accumulate_sha) \
  X(accumulate_mtlhx) X(accumulate_mul) X(accumulate_mulgf2)                     \
  X(accumulate_maddgf2) X(accumulate_mfhi) X(accumulate_mflo)                    \
  MIPS_ARITHMETIC(X) MIPS_LOGIC(X) MIPS_SHIFT(X) MIPS_MULTIPLY(X) MIPS_MEMORY(X) \
  MIPS_BRANCH(X) MIPS_LIKELY(X) MIPS_TRAP(X) MIPS_SYSTEM(X)
// clang-format on

namespace evariste::mips {

#define MIPS_NAME(name) name,
enum class Handler : uint16_t { MIPS_HANDLERS(MIPS_NAME) };
#undef MIPS_NAME

// The general register that takes what an instruction writes to $0. It is not read.
constexpr uint8_t kNowhere = 32;

// One per word of ROM and RAM. All zero: not decoded yet.
struct Op {
  uint16_t handler;  // a Handler
  uint8_t rd;        // the written register, or kNowhere
  uint8_t rs, rt;    // 0 if the instruction does not read it
  uint8_t cd;        // register of CP0; the number of a coprocessor
  bool far;          // the target of a direct branch is not in the same memory: imm is its address
  int32_t imm;       // immediate; the distance to a direct branch's target, in words; the word of
                     // an instruction of coprocessor 2
};
static_assert(sizeof(Op) == 12);

}  // namespace evariste::mips
