// SPDX-License-Identifier: Apache-2.0
// The Verilated RTL of the machine pete, as an engine. HAS_ISE and HAS_GF2: the model has these
// parameters. PETE_INTERRUPTS, PETE_ICACHE: it has interrupt lines, an instruction cache.
#include "Vpete_sim.h"
#include "Vpete_sim___024root.h"
#include "mips/rtl_engine.hpp"
#include "pete/accumulator.hpp"

namespace {

struct Model {
  using Top = Vpete_sim;
  static constexpr const char* kName = "pete";
  using Second = evariste::mips::NoCoprocessor<Top>;
#ifdef PETE_INTERRUPTS
  static constexpr bool kInterrupts = true;
#else
  static constexpr bool kInterrupts = false;
#endif
#ifdef PETE_ICACHE
  static constexpr bool kCached = true;
#endif
#if HAS_GF2
  static evariste::mips::AccumulatorOp accumulator(uint32_t word) {
    return evariste::pete::of_both(word);
  }
#elif HAS_ISE
  static evariste::mips::AccumulatorOp accumulator(uint32_t word) {
    return evariste::pete::of_integers(word);
  }
#endif
  static uint32_t* rom(Top& top) {
    return &top.rootp->pete_sim__DOT__u_soc__DOT__u_memories__DOT__u_rom__DOT__mem[0];
  }
  static uint32_t* ram(Top& top) {
    return &top.rootp->pete_sim__DOT__u_soc__DOT__u_memories__DOT__u_ram__DOT__mem[0];
  }
};

}  // namespace

extern "C" [[gnu::visibility("default")]] evariste::sim::Machine* evariste_engine(
    const evariste::sim::EngineOptions& options) {
  return new evariste::mips::RtlEngine<Model>(options);
}
