// SPDX-License-Identifier: Apache-2.0
// The instruction cache of a core mips, with the fetch stage in front of it, as numbers of cycles.
//
// The stage asks for a word when stage ID takes the word before it. A word that the cache has
// arrives in the next cycle, any other one kMissCycles later. ID takes it when it is there and the
// instruction before it has left. So the model keeps two cycles: that in which ID took the last
// word, and that in which the last instruction left ID.
//
// The cache's words are not kept: they are memory's, unless a program changes code without emptying
// the cache.
#pragma once

#include <cstdint>
#include <vector>

#include "core/machine.hpp"

namespace evariste::mips {

// Of the cache. Without bytes there is none.
struct CacheGeometry {
  unsigned bytes = 0, ways = 1;
};

struct CacheCounts {
  uint32_t hits = 0, misses = 0, stalls = 0;
};

inline std::vector<sim::EventCount> named(const CacheCounts& counts) {
  return {{"cache hits", counts.hits},
          {"cache misses", counts.misses},
          {"cache stalls", counts.stalls}};
}

class Icache {
 public:
  explicit Icache(CacheGeometry geometry);

  // Empty, and with these counts. The next instruction could be in EX in cycle `first`.
  void reset(uint64_t first, CacheCounts counts = {});

  // The cycle in which the next instruction can be in EX at the earliest. Its word is at `address`.
  uint64_t next(uint32_t address);

  // That instruction left ID in this cycle.
  void leaves(uint64_t cycle) { left_ = cycle; }

  // That instruction leaves ID in this cycle, and the word behind it, at `address`, is not wanted.
  void skip(uint64_t cycle, uint32_t address);

  // That instruction was in EX last in cycle `x`. In the cycle behind, all younger ones are
  // dropped; their words are at `first` and `second`.
  void drop(uint64_t x, uint32_t first, uint32_t second);

  // All lines are invalid from the end of this cycle on.
  void invalidate(uint64_t cycle) { invalid_.push_back(cycle); }

  // What was counted before cycle `x`, in which that instruction is in EX. `next` is the address of
  // the word behind it.
  CacheCounts counts(uint64_t x, uint32_t next);

  // What was counted up to cycle `x`, as behind drop().
  CacheCounts counts_at_drop(uint64_t x, uint32_t first, uint32_t second) const;

 private:
  static constexpr uint64_t kMissCycles = 6;
  static constexpr uint32_t kLineBytes = 16;

  // The same, of the instruction for which leaves() was called.
  void drop_behind(uint64_t x, uint32_t first, uint32_t second);
  void empty();
  void look(uint32_t address);
  bool lookup(uint32_t line, uint64_t cycle);
  CacheCounts before(uint64_t cycle) const;

  struct Line {
    bool valid = false;
    uint32_t number = 0;  // address / kLineBytes
  };
  const CacheGeometry geometry_;
  std::vector<Line> lines_;        // by set, the ways of one side by side
  std::vector<uint8_t> oldest_;    // by set
  std::vector<uint64_t> invalid_;  // cycles of invalidations that no lookup has come behind yet
  CacheCounts counts_;             // those of misses in progress included
  uint64_t stalled_until_ = 0;     // the cycle in which the last miss is answered
  uint64_t taken_ = 0, left_ = 0;  // see above
  uint64_t arrives_ = 0;           // the cycle in which the word that was looked up last arrives
  bool ahead_ = false;             // the next word was looked up already
  bool dropped_ = false;           // nothing is on its way
};

}  // namespace evariste::mips
