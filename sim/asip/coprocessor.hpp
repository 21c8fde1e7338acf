// SPDX-License-Identifier: Apache-2.0
// The coprocessor, cycle by cycle. `cycle` takes what is on the bus and on the streams in one clock
// cycle, and gives what the coprocessor answers in it. doc/asip.md has the rules of the pipeline.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "asip/aes.hpp"
#include "asip/engine.hpp"
#include "asip/field.hpp"
#include "asip_isa.hpp"
#include "tasks/asip_tasks.hpp"

namespace evariste::asip {

class Coprocessor : public Engine {
 public:
  explicit Coprocessor(const Parameters& parameters);

  void reset() override;
  bool flip(Place place, unsigned index, unsigned bit) override;
  Outputs cycle(const Inputs& in) override;
  // So many cycles without accesses and streams, or fewer: until the interrupt changes, or can no
  // longer change. Those that have passed.
  uint64_t pass(uint64_t cycles);

  bool busy() const { return state_ != State::idle; }
  // The interrupt in the cycle to come; whether it can change without an access.
  bool irq() const;
  bool restless() const { return irq_enable_ != 0 && busy(); }
  uint32_t status() const override;
  std::optional<uint16_t> stepped() const override { return stepped_; }
  std::vector<uint32_t> snapshot() const override;

 private:
  static constexpr unsigned kDeep = 8;  // words of a FIFO
  enum class State { idle, running, cleaning };

  // The host's side.
  bool readable(uint32_t offset) const;
  bool writable(uint32_t offset) const;
  uint32_t read(uint32_t offset) const;
  uint32_t irqs() const;
  void write(uint32_t offset, uint32_t data);
  void start(uint32_t word);
  void fail(Cause cause);
  void clean(bool all);
  void settle();

  // The pipeline.
  void issue();
  void fetch();
  bool ready() const;
  bool waits_for_host() const;
  bool takes() const;
  bool gives() const;
  uint16_t touched() const;
  bool multiplies() const;
  bool writes() const;
  unsigned steps() const;
  void execute(bool last);
  void branch();
  void count();
  void wide(bool last);
  void field();
  void block();
  void key_step();
  void raise(Cause cause);

  Block q(unsigned number) const;
  void set_q(unsigned number, const Block& value);
  Block take();
  void give(const Block& value);
  uint32_t& memory(unsigned word) { return memory_[word % kMemoryWords]; }
  bool squares() const;
  bool last_step() const { return step_ + 1 == steps(); }

  Parameters parameters_;
  unsigned words_;  // of a wide register

  std::array<Wide, 16> w_{};
  std::array<uint16_t, 4> c_{};
  uint8_t x_ = 0;
  bool carry_ = false, zero_ = false, select_ = false, last_ = false, wide_zero_ = false;
  std::array<uint32_t, kMemoryWords> memory_{};
  std::array<uint32_t, kProgramWords> program_{};
  Field field_;
  unsigned rounds_ = 0;
  uint8_t valid_ = 0;
  std::vector<uint16_t> stack_;

  uint64_t now_ = 0;
  State state_ = State::idle;
  uint64_t clean_until_ = 0;
  bool zeroising_ = false;  // the task zeroise
  bool done_ = false, failed_ = false;
  uint8_t code_ = 0;
  uint32_t task_word_ = 0;
  unsigned task_ = 0;
  uint64_t started_ = 0;
  uint32_t task_cycles_ = 0;
  uint16_t where_ = 0;
  uint32_t irq_ = 0, irq_enable_ = 0, program_address_ = 0;
  uint32_t waited_ = 0;  // cycles of the present access
  std::optional<Cause> overdue_;
  uint32_t starving_ = 0;  // cycles in which stage R waits for a FIFO
  std::deque<uint32_t> in_, out_;
  std::deque<std::pair<uint64_t, Block>> leaving_;  // for OUT, from stage X

  // The instruction in stage R.
  uint16_t pc_ = 0;
  bool fetched_ = false, jumped_ = false;
  uint64_t in_r_ = 0;  // the cycle in which it is there at the earliest
  Insn insn_ = Insn::illegal;
  Operands o_;
  unsigned step_ = 0;
  Block operand_{};  // the first one of a block instruction
  uint64_t last_x_ = 0, compared_ = 0;
  bool loaded_ = false;  // there is the field that an instruction is loading
  std::optional<uint16_t> stepped_;
  std::optional<Cause> raised_;
  uint64_t raised_at_ = 0;

  struct Product {
    unsigned to;
    uint64_t end;  // the multiplier is free from this cycle on; the register is written then
    Wide value;
  };
  std::optional<Product> product_, written_;  // under way; written in the next cycle
};

}  // namespace evariste::asip
