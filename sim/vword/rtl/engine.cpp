// SPDX-License-Identifier: Apache-2.0
// The Verilated RTL of the machine vword, as an engine.
#include "Vvword_sim.h"
#include "Vvword_sim___024root.h"
#include "mips/rtl_engine.hpp"

namespace {

struct Model {
  using Top = Vvword_sim;
  static uint32_t* rom(Top& top) {
    return &top.rootp->vword_sim__DOT__u_soc__DOT__u_rom__DOT__mem[0];
  }
  static uint32_t* ram(Top& top) {
    return &top.rootp->vword_sim__DOT__u_soc__DOT__u_ram__DOT__mem[0];
  }
};

}  // namespace

extern "C" [[gnu::visibility("default")]] evariste::sim::Machine* evariste_engine(
    const evariste::sim::EngineOptions& options) {
  return new evariste::mips::RtlEngine<Model>(options);
}
