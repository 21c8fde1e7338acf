// SPDX-License-Identifier: Apache-2.0
// The accelerator on a bus: rtl/billie/billie_obi.sv, and its interpreter.
#include "billie/unit.hpp"
#include "billie/words.hpp"
#include "mips/accelerated/bus/interface.hpp"

namespace evariste::billie {
namespace {

struct Model {
  using Unit = billie::Unit;
  using Parameters = billie::Parameters;
  using Words = billie::Words;
  static constexpr unsigned kStatus = kControlStatus, kCommand = kBusCommand;
  static constexpr uint32_t kOverflow = kErrorOverflow;
  static Parameters parameters() {
    Parameters all;
    all.depth = BUS_DEPTH;
    return all;
  }
  static bool readable(unsigned n) { return decode(0x48400000 | n << 11) == Insn::cfc2; }
  static bool writable(unsigned n) { return decode(0x48C00000 | n << 11) == Insn::ctc2; }
};

}  // namespace
}  // namespace evariste::billie

BUS_INTERFACE(evariste::billie::Model)
