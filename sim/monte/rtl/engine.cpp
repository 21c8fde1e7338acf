// SPDX-License-Identifier: Apache-2.0
// The Verilated RTL of the machine monte, as an engine.
#include "Vmonte_sim.h"
#include "Vmonte_sim___024root.h"
#include "mips/rtl_engine.hpp"
#include "monte/accelerator.hpp"

namespace {

namespace monte = evariste::monte;

class Second {
 public:
  using Top = Vmonte_sim;
  static constexpr bool kPresent = true;

  void reset(Top&) { trace_ = 0; }
  bool busy(const Top& t) const { return t.at_work_o; }
  size_t place(uint32_t word) const { return monte::place(word); }
  std::span<const uint32_t> stored(const Top&) { return {}; }
  void retired(const Top& t, uint32_t, std::vector<evariste::sim::Write>& writes) {
    trace_ = t.trace_o;
    writes.push_back({monte::kFirstFile, monte::kRowTrace, 0, {&trace_, 1}});
  }
  evariste::sim::Value read_register(unsigned row) const {
    return row == monte::kRowTrace ? trace_ : 0;
  }
  bool write_register(Top&, unsigned row, const evariste::sim::Value& value) {
    return value == read_register(row);
  }

 private:
  uint32_t trace_ = 0;
};

struct Model {
  using Top = Vmonte_sim;
  using Second = ::Second;
  static constexpr const char* kName = "monte";
  static constexpr bool kInterrupts = false;
  static uint32_t* rom(Top& top) {
    return &top.rootp->monte_sim__DOT__u_soc__DOT__u_memories__DOT__u_rom__DOT__mem[0];
  }
  static uint32_t* ram(Top& top) {
    return &top.rootp->monte_sim__DOT__u_soc__DOT__u_memories__DOT__u_ram__DOT__mem[0];
  }
};

}  // namespace

extern "C" [[gnu::visibility("default")]] evariste::sim::Machine* evariste_engine(
    const evariste::sim::EngineOptions& options) {
  return new evariste::mips::RtlEngine<Model>(options);
}
