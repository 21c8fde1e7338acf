// SPDX-License-Identifier: Apache-2.0
// The Verilated RTL of a core mips with an accelerator, as an engine: accelerated_sim.sv.
#pragma once

#include "Vaccelerated_sim.h"
#include "Vaccelerated_sim___024root.h"
#include "mips/accelerated/accelerator.hpp"
#include "mips/rtl_engine.hpp"

namespace evariste::mips {

// Names has kName, the machine's, and place(word) in sim::Mix.
template <typename Names>
struct AcceleratedModel {
  using Top = Vaccelerated_sim;
  static constexpr const char* kName = Names::kName;
  static constexpr bool kInterrupts = false;
  static uint32_t* rom(Top& top) {
    return &top.rootp
                ->accelerated_sim__DOT__u_soc__DOT__u_system__DOT__u_memories__DOT__u_rom__DOT__mem
                    [0];
  }
  static uint32_t* ram(Top& top) {
    return &top.rootp
                ->accelerated_sim__DOT__u_soc__DOT__u_system__DOT__u_memories__DOT__u_ram__DOT__mem
                    [0];
  }

  class Second {
   public:
    static constexpr bool kPresent = true;

    void reset(Top&) { seen_ = {}; }
    bool busy(const Top& t) const { return t.at_work_o; }
    size_t place(uint32_t word) const { return Names::place(word); }
    std::span<const uint32_t> stored(const Top&) { return {}; }
    void retired(const Top& t, uint32_t, std::vector<sim::Write>& writes) {
      seen_ = {t.trace_o, t.path_o};
      report_words(seen_, writes);
    }
    sim::Value read_register(unsigned row) const { return seen_.at(row); }
    bool write_register(Top&, unsigned row, const sim::Value& value) {
      return value == read_register(row);
    }

   private:
    Seen seen_{};
  };
};

}  // namespace evariste::mips
