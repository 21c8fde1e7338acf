// SPDX-License-Identifier: Apache-2.0
// The instruction cache of a Verilated core mips, for RtlEngine. A Model with `static constexpr
// bool kCached = true` has one, and its top the ports icache_*. Any other has none.
//
// Halting the core fetches words for nothing. So a halt ends with an empty cache, and with the
// counts from before, as in the interpreter.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/machine.hpp"
#include "mips/icache.hpp"

namespace evariste::mips {

template <typename Model>
class RtlIcache {
 public:
  using Top = typename Model::Top;
  static constexpr bool kPresent = requires { Model::kCached; };

  void reset() { kept_ = {}; }

  // Whether something is on its way.
  bool busy(const Top& t) const {
    if constexpr (kPresent) return t.icache_busy_o;
    return false;
  }

  // The core begins to halt.
  void keep(const Top& t) { kept_ = now(t); }

  // In the first clock of a restart, and behind it.
  void restore(Top& t, bool on) const {
    if constexpr (kPresent) {
      t.icache_set_i = on;
      t.icache_set_hits_i = kept_.hits;
      t.icache_set_misses_i = kept_.misses;
      t.icache_set_stalls_i = kept_.stalls;
    }
  }

  // At the end of a cycle. A load of a counter in MEM gives what there was one cycle before.
  void look(const Top& t) { former_ = now(t); }
  std::array<uint64_t, 2> loaded() const {
    return {former_.hits | uint64_t{former_.misses} << 32, former_.stalls};
  }

  std::vector<sim::EventCount> counts(const Top& t, bool halted) const {
    if constexpr (kPresent) return named(halted ? kept_ : now(t));
    return {};
  }

 private:
  static CacheCounts now(const Top& t) {
    if constexpr (kPresent) return {t.icache_hits_o, t.icache_misses_o, t.icache_stalls_o};
    return {};
  }

  CacheCounts kept_;    // when the core was halted
  CacheCounts former_;  // in the cycle before
};

}  // namespace evariste::mips
