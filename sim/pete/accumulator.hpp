// SPDX-License-Identifier: Apache-2.0
// Which word does what to the accumulator: what the interpreter and the circuit's engine share.
#pragma once

#include "mips/accumulator.hpp"
#include "pete_isa.hpp"

namespace evariste::pete {

// With integers and polynomials.
inline mips::AccumulatorOp of_both(uint32_t word) {
  switch (decode(word)) {
#define PETE_CASE(name) \
  case Insn::name:      \
    return mips::AccumulatorOp::name;
    PETE_ISE(PETE_CASE)
    PETE_GF2(PETE_CASE)
#undef PETE_CASE
    case Insn::illegal:
      break;
  }
  return mips::AccumulatorOp::none;
}

// With integers.
inline mips::AccumulatorOp of_integers(uint32_t word) {
  using mips::AccumulatorOp;
  const AccumulatorOp op = of_both(word);
  const bool polynomials = op == AccumulatorOp::mulgf2 || op == AccumulatorOp::maddgf2;
  return polynomials ? AccumulatorOp::none : op;
}

}  // namespace evariste::pete
