// SPDX-License-Identifier: Apache-2.0
// A bundle that is prepared for quick.cpp: its operations in an order in which each may write at
// once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "coreva/coreva.hpp"

namespace evariste::coreva {

class Core;

constexpr uint8_t kNowhere = kGeneral;  // the register of results that are dropped

struct Step {
  void (*run)(Core&, const Step*);  // the operation, and then those behind it
  uint32_t imm;                     // of a branch: where it goes
  uint8_t rd, rs1, rs2;
  uint8_t flag : 4, guard : 4;  // of a division: flag is its unit
};

struct Plan {
  uint64_t runs;    // that core.hpp's mix_ does not count
  uint32_t reads;   // registers that it waits for, a bit each
  uint32_t offset;  // of the access, with its base in RAM taken off
  bool quick;       // false: nothing else of it counts
  uint8_t count;    // of operations
  bool branches, accesses;
  uint8_t guard;       // of the branch
  uint8_t base;        // of the access
  uint8_t align;       // bits of its address that are zero
  uint8_t jumps;       // the register that a branch goes to; 0: none
  uint8_t late, sets;  // how many of the following there are
  uint8_t late_rd[sim::kSlots], late_by[sim::kSlots];  // results that the next bundle waits for
  uint8_t set[sim::kSlots];                            // flags that comparisons write
  uint8_t klass[sim::kSlots];
  const Step* step;  // the operations
  Plan* behind;      // the plan of what follows; nullptr: not looked up yet
};

// Plans, each with its steps behind it, in the order in which they were made.
class Plans {
 public:
  Plan* keep(Plan plan, std::span<const Step> steps) {
    const size_t bytes = sizeof(Plan) + steps.size_bytes();
    if (left_ < bytes) {
      blocks_.push_back(std::make_unique<std::byte[]>(kBlock));
      left_ = kBlock;
    }
    std::byte* const at = blocks_.back().get() + (kBlock - left_);
    left_ -= bytes;
    plan.step = std::uninitialized_copy(steps.begin(), steps.end(),
                                        reinterpret_cast<Step*>(at + sizeof(Plan))) -
                steps.size();
    return new (at) Plan(plan);
  }
  void clear() {
    blocks_.clear();
    left_ = 0;
  }

 private:
  static constexpr size_t kBlock = 1 << 16;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  size_t left_ = 0;  // bytes of the last one
};

}  // namespace evariste::coreva
