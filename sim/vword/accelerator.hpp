// SPDX-License-Identifier: Apache-2.0
// The accelerator of vword: 32 registers of w bits, shifts by constant amounts, arithmetic modulo
// f.
//
// Each instruction does at once what it says; time is apart from it. For each register there is the
// first cycle in which an instruction that needs it as an operand can be in EX.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "mips/coprocessor.hpp"
#include "vword_isa.hpp"

namespace evariste::vword {

// The values of control register `level`.
enum Level : unsigned { kNone, kPaper, kFused, kField };

constexpr unsigned kRegisters = 32;
constexpr unsigned kRowProduct = 32, kRowCond = 33, kRowCount = 34;  // behind v0 to v31
constexpr unsigned kFirstFile = 3;  // of sim::Write: v0 to v31, then VP and COND
constexpr unsigned kMostBits = 32 * sim::Value::kWords;
constexpr unsigned kMostAmounts = 15, kMostTerms = 3;

// An instance: its parameters in isa/vword/configurations.yaml, and those that follow from them.
struct Instance {
  unsigned degree = 0;                       // M
  std::array<unsigned, kMostTerms> terms{};  // TERM1 ..: exponents between the first and 0
  unsigned width = 0, level = 0, digit = 0;  // W, LEVEL, D
  unsigned amounts = 0;                      // SHIFTS
  std::array<int, kMostAmounts> amount{};    // SHIFT0 ..
  uint32_t fingerprint = 0;

  // False for a parameter, or a value, that it cannot have.
  bool set(std::string_view name, int64_t value);
  unsigned row_bits() const;
  unsigned parts() const { return (width + 31) / 32; }
};

class Accelerator final : public mips::Coprocessor {
 public:
  explicit Accelerator(const Instance& instance);

  void reset() override;
  Kind kind(uint32_t word) const override;
  size_t place(uint32_t word) const override;
  uint64_t start(uint32_t word, uint64_t cycle) const override;
  uint32_t execute(uint32_t word, uint32_t value, uint64_t cycle) override;
  uint32_t row() const override { return instance_.row_bits() / 8; }
  void load(uint32_t word, const uint8_t* row, uint64_t cycle) override;
  std::span<const uint32_t> store(uint32_t word) override;
  void drain() override;
  sim::Value read_register(unsigned row) const override;
  bool write_register(unsigned row, const sim::Value& value) override;
  void report(uint32_t word, std::vector<sim::Write>& writes) override;

 private:
  static constexpr unsigned kLimbs = kMostBits / 64;
  using Word = std::array<uint64_t, kLimbs>;
  using Double = std::array<uint64_t, 2 * kLimbs>;

  bool present(Insn insn, const Operands& o) const;
  void set(unsigned number, const Word& value, uint64_t ready);
  uint32_t control(unsigned number) const;
  Word shifted(const Word& a, int amount) const;
  Word reduced(Double a) const;
  Word product(const Word& a, const Word& b) const;

  const Instance instance_;
  const unsigned limbs_, product_cycles_;
  Word all_{}, low_{}, element_{};  // masks: w bits; those that vmask keeps; m bits
  Word v_[kRegisters]{};
  Word product_{};
  uint32_t cond_ = 0;
  uint64_t ready_[kRegisters]{};
  uint64_t ready_product_ = 0;
  sim::Value reported_;
  uint32_t parts_[sim::Value::kWords]{};  // of the word that a store writes
};

}  // namespace evariste::vword
