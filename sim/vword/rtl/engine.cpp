// SPDX-License-Identifier: Apache-2.0
// The Verilated RTL of the machine vword, as an engine. VWORD_BITS is the word of its accelerator,
// or 0 without one.
#include <cstring>
#include <type_traits>

#include "Vvword_sim.h"
#include "Vvword_sim___024root.h"
#include "mips/rtl_engine.hpp"
#include "vword/accelerator.hpp"

namespace {

using evariste::sim::Value;
using evariste::sim::Write;
namespace vword = evariste::vword;

// Part i of a signal, which Verilator keeps in an integer or in an array of words.
template <typename Signal>
uint32_t part(const Signal& signal, unsigned i) {
  if constexpr (std::is_integral_v<Signal>) {
    return static_cast<uint32_t>(uint64_t{signal} >> 32 * i);
  } else {
    return signal[i];
  }
}

template <typename Signal>
void set(Signal& signal, const Value& value) {
  if constexpr (std::is_integral_v<Signal>) {
    signal = static_cast<Signal>(value.low64());
  } else {
    for (unsigned i = 0; i < (VWORD_BITS + 31) / 32; ++i) signal[i] = value.words[i];
  }
}

#if VWORD_BITS

#define WORDS \
  vword_sim__DOT__u_soc__DOT__u_core__DOT__gen_accelerator__DOT__u_accelerator__DOT__u_regfile__DOT__words

// The registers are mirrored, since the file has no port for it. The product of a multiplication
// that has not been taken is not seen.
class Second {
 public:
  using Top = Vvword_sim;
  static constexpr bool kPresent = true;

  void reset(Top& t) {
    for (unsigned i = 0; i < vword::kRegisters; ++i) {
      v_[i] = {};
      set(t.rootp->WORDS[i], {});
    }
    cond_ = 0;
  }
  bool busy(const Top& t) const { return t.product_busy_o; }
  size_t place(uint32_t word) const {
    switch (vword::info_of(vword::decode(word)).klass) {
      case vword::Klass::load:
        return evariste::mips::kLoads;
      case vword::Klass::store:
        return evariste::mips::kStores;
      case vword::Klass::multiply:
        return evariste::mips::kMultiplies;
      case vword::Klass::alu:
        return evariste::mips::kAlu;
      default:
        return evariste::mips::kOthers;
    }
  }
  std::span<const uint32_t> stored(const Top& t) {
    for (unsigned i = 0; i < kParts; ++i) row_[i] = part(t.mem_row_o, i);
    return {row_, kParts};
  }
  void retired(const Top& t, uint32_t word, std::vector<Write>& writes) {
    if (const unsigned vd = t.retire_vd_o; vd != 0) {
      for (unsigned i = 0; i < kParts; ++i) v_[vd].words[i] = part(t.retire_word_o, i);
      writes.push_back(
          {vword::kFirstFile, static_cast<uint16_t>(vd), 0, {v_[vd].words.data(), kParts}});
    }
    if (vword::decode(word) == vword::Insn::ctc2) {
      cond_ = t.cond_o;
      writes.push_back({vword::kFirstFile + 1, 1, 0, {&cond_, 1}});
    }
  }
  Value read_register(unsigned row) const {
    return row < vword::kRegisters ? v_[row] : row == vword::kRowCond ? Value(cond_) : Value();
  }
  bool write_register(Top& t, unsigned row, const Value& value) {
    if (row == 0 || row >= vword::kRegisters) return value == read_register(row);
    v_[row] = value;
    if constexpr (VWORD_BITS % 32 != 0) {
      v_[row].words[kParts - 1] &= (1u << VWORD_BITS % 32) - 1;
    }
    std::fill(v_[row].words.begin() + kParts, v_[row].words.end(), 0);
    set(t.rootp->WORDS[row], v_[row]);
    return true;
  }

 private:
  static constexpr unsigned kParts = (VWORD_BITS + 31) / 32;
  Value v_[vword::kRegisters];
  uint32_t cond_ = 0;
  uint32_t row_[kParts] = {};
};

#else

using Second = evariste::mips::NoCoprocessor<Vvword_sim>;

#endif

struct Model {
  using Top = Vvword_sim;
  static constexpr const char* kName = "vword";
  using Second = ::Second;
#ifdef VWORD_INTERRUPTS
  static constexpr bool kInterrupts = true;
#else
  static constexpr bool kInterrupts = false;
#endif
  static uint32_t* rom(Top& top) {
    return &top.rootp->vword_sim__DOT__u_soc__DOT__u_memories__DOT__u_rom__DOT__mem[0];
  }
  static uint32_t* ram(Top& top) {
    return &top.rootp->vword_sim__DOT__u_soc__DOT__u_memories__DOT__u_ram__DOT__mem[0];
  }
};

}  // namespace

extern "C" [[gnu::visibility("default")]] evariste::sim::Machine* evariste_engine(
    const evariste::sim::EngineOptions& options) {
  return new evariste::mips::RtlEngine<Model>(options);
}
