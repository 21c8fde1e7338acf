// SPDX-License-Identifier: Apache-2.0
// The accelerator on a bus: rtl/monte/monte_obi.sv, and its interpreter.
#include "mips/accelerated/bus/interface.hpp"
#include "monte/unit.hpp"
#include "monte/words.hpp"

namespace evariste::monte {
namespace {

struct Model {
  using Unit = monte::Unit;
  using Parameters = monte::Parameters;
  using Words = monte::Words;
  static constexpr unsigned kStatus = kControlStatus, kCommand = kBusCommand;
  static constexpr uint32_t kOverflow = kErrorOverflow;
  static Parameters parameters() { return {true, true, true, BUS_DEPTH}; }
  static bool readable(unsigned n) { return decode(0x48400000 | n << 11) == Insn::cfc2; }
  static bool writable(unsigned n) { return decode(0x48C00000 | n << 11) == Insn::ctc2; }
};

}  // namespace
}  // namespace evariste::monte

BUS_INTERFACE(evariste::monte::Model)
