// SPDX-License-Identifier: Apache-2.0
// The accelerator as coprocessor 2 of the core mips.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mips/coprocessor.hpp"
#include "mips/mips.hpp"
#include "monte/unit.hpp"

namespace evariste::monte {

constexpr unsigned kRowTrace = 0, kRowCount = 1;  // behind the core's rows
constexpr unsigned kFirstFile = 3;                // of sim::Write

// Where sim::Mix counts a word of the coprocessor.
inline size_t place(uint32_t word) {
  switch (info_of(decode(word)).klass) {
    case Klass::multiply:
      return mips::kMultiplies;
    case Klass::alu:
      return mips::kAlu;
    default:
      return mips::kOthers;
  }
}

class Accelerator final : public mips::Coprocessor {
 public:
  explicit Accelerator(const Parameters& parameters)
      : parameters_(parameters), unit_(parameters, {}) {}

  void attach(const mips::SharedRam& ram) override;
  void reset() override;
  Kind kind(uint32_t word) const override;
  size_t place(uint32_t word) const override { return monte::place(word); }
  uint64_t start(uint32_t word, uint64_t cycle) const override;
  uint32_t execute(uint32_t word, uint32_t value, uint64_t cycle) override;

  uint32_t row() const override { return 4; }
  void load(uint32_t, const uint8_t*, uint64_t) override {}
  std::span<const uint32_t> store(uint32_t) override { return {}; }

  void drain() override {}
  void settle() override { unit_.settle(); }
  void reach(uint64_t cycle) override { unit_.reach(cycle); }

  sim::Value read_register(unsigned row) const override { return row == kRowTrace ? trace_ : 0; }
  bool write_register(unsigned row, const sim::Value& value) override {
    return value == read_register(row);
  }
  void report(uint32_t word, std::vector<sim::Write>& writes) override;

 private:
  const Parameters parameters_;
  mutable Unit unit_;  // its state is brought up to the cycle that is asked about
  uint32_t trace_ = 0;
};

}  // namespace evariste::monte
