// SPDX-License-Identifier: Apache-2.0
// `iss`: the machine gfp as a cycle-exact interpreter.
//
// Each instruction is decoded once, when it is first reached, into an array with one Op per
// halfword of memory. The interpreter runs along that array with one indirect jump per instruction.
// Cycles come from the generated instruction table, and every reported figure is derived from them.
// An instruction that costs one cycle and is counted nowhere else is an ALU instruction (see
// Tally).
//
// The interpreter is compiled twice from one source. The fast one checks the cycle bound only at
// taken branches and at fixed places in straight code, and stops at a safe distance from it. The
// watched one goes the rest of the way one instruction at a time, and reports retirements if an
// observer is attached.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/machine.hpp"
#include "gfp/iss/field.hpp"
#include "gfp/iss/nvic.hpp"
#include "gfp/iss/op.hpp"
#include "gfp/machine.hpp"
#include "gfp_isa.hpp"

namespace evariste::iss {

// Instructions counted by their cost. ALU instructions (one cycle each) account for the remaining
// cycles.
struct Tally {
  uint64_t load = 0, store = 0;            // single transfers
  uint64_t load_many = 0, store_many = 0;  // LDM, POP; STM, PUSH
  uint64_t words = 0;                      // transferred by these
  uint64_t pop_pc = 0;                     // of load_many: those that branched
  uint64_t taken = 0, not_taken = 0;       // B and conditional branches
  uint64_t call = 0, indirect = 0;         // BL; BX, BLX
  uint64_t alu_taken = 0;                  // MOV, ADD to pc
  uint64_t gf = 0, gfcfg = 0;
  uint64_t chained = 0;  // of gf: gfinv and gfpow
  uint64_t mac = 0;      // of gf: gfmac32
  uint64_t other = 0, other_cycles = 0;
  uint64_t irregular =
      0;  // cycles besides the instructions' own: reset, bubbles, exceptions, faults
};

class Core final : public sim::Machine {
 public:
  // `gf`: the core has its Galois-field unit. Without it the GF instructions are illegal.
  // `interrupts`: the core has its interrupt controller, SysTick and 32 external interrupts.
  // Without them wfi and wfe complete at once. `lowest_degree`: of a field that gfcfg accepts.
  // `inverse_cycles`: of gfinv and gfpow. `extensions`: the values of their parameters, by
  // gfp::Extension; an instruction whose parameter is 0 is illegal.
  Core(bool gf, bool interrupts, unsigned lowest_degree, int inverse_cycles,
       const gfp::Extensions& extensions);
  ~Core() override;

  void reset() override;
  void clear() override;
  sim::Pause run(const sim::Bounds& bounds) override;
  sim::Pause follow(const sim::EventTimes& event_times) override;
  void drive(std::span<const sim::LineChange> changes) override;
  sim::Value read_register(unsigned row) const override;
  bool write_register(unsigned row, const sim::Value& value) override;
  bool read_memory(uint32_t address, std::span<uint8_t> out) const override;
  bool write_memory(uint32_t address, std::span<const uint8_t> bytes) override;
  uint64_t cycles() const override { return cycles_; }
  uint64_t instructions() const override;
  sim::Mix mix() const override;
  sim::Faults faults() const override { return faults_; }
  Breakpoint breakpoint() const override { return {breakpoint_, pc_ - 2}; }
  void observe(sim::Observer* observer) override { observer_ = observer; }
  bool attach(std::unique_ptr<sim::Device> device) override {
    device_ = std::move(device);
    if (interrupts_) nvic_.connect(device_.get());
    return true;
  }
  std::string take_console() override { return std::exchange(console_, {}); }
  std::span<const sim::CounterRead> counter_reads() const override { return counter_reads_; }

 private:
  using Cause = gfp::Cause;
  static constexpr uint32_t kRomOps = gfp::kRomSize / 2, kRamOps = gfp::kRamSize / 2;
  static constexpr unsigned kPageShift = 8;  // granularity of the check of stores for decoded code

  template <bool kWatched>
  sim::Pause interpret(uint64_t cycle_bound, uint64_t instruction_bound);

  // Decoding (predecode.cpp).
  void decode(Op* op);
  bool has(gfp::Insn insn) const;
  void decode_branch(Op* op, gfp::Insn insn, uint32_t pc, const gfp::Operands& o);
  void forget_code(uint32_t ram_offset, uint32_t bytes);
  void forget_rom();
  uint32_t pc_of(const Op* op) const;
  Op* op_at(uint32_t pc) const;  // nullptr outside ROM and RAM
  bool fetch16(uint32_t address, uint16_t& halfword) const;
  uint32_t fetch_word(uint32_t pc) const;  // as in Retirement::words
  unsigned bubble(uint32_t pc) const;      // the bubble when control arrives at pc in Thumb state

  // Memory accesses that the interpreter does not do itself (memory.cpp). An access is aligned.
  // False: bus error.
  bool load_slow(uint32_t address, unsigned bytes, uint64_t cycle, uint32_t& value) const;
  bool store_slow(uint32_t address, unsigned bytes, uint32_t value);

  // The device, and the System Control Space on a core with interrupts. `cycle` is the cycle of the
  // data phase. False: bus error.
  bool load_control(uint32_t address, unsigned bytes, uint64_t cycle, uint32_t& value);
  bool store_control(uint32_t address, unsigned bytes, uint64_t cycle, uint32_t value);

  // The device, if there is one. The waits add up in waited_, until take_waits().
  bool access_device(bool write, uint32_t address, unsigned bytes, uint64_t cycle, uint32_t& value);
  int64_t take_waits();

  // Interrupts and sleep (interrupts.cpp).
  // kNap: in front of an instruction, after an exception return with SLEEPONEXIT.
  enum class Sleep : uint8_t { kAwake, kWfi, kWfe, kNap };
  sim::Pause take_interrupt();      // kBound: go on
  sim::Pause doze(uint64_t until);  // kBound: awake, or the cycle `until` is reached
  bool wakes() const;
  bool chain_exception();  // in place of an exception return; false: nothing is pending for it

  // Exceptions and special registers (exceptions.cpp).
  bool take_fault(Cause cause, uint32_t pc, uint32_t address);  // false: lockup
  bool take_svc(uint32_t pc);                                   // false: lockup
  bool svc_escalates() const;
  void count_faulted(uint32_t pc, Cause cause, int64_t spent);
  // `number` kInterrupt: the interrupt that preempts when the vector is read.
  static constexpr unsigned kInterrupt = 0;
  bool enter_exception(unsigned number, uint32_t return_address);  // false: lockup
  unsigned arriving(uint64_t cycle);
  // HardFault of the instruction at pc, because of this address of a frame.
  void fail_frame(bool from_thread, uint32_t pc, uint32_t insn, uint32_t address);
  void spend(unsigned cycles);
  void to_handler(unsigned number, bool from_thread);   // lr, stack, exception number, vector
  void begin_exception(unsigned number, uint64_t end);  // for the controller; `end` of the entry
  bool return_from_exception(uint32_t exc_return, uint32_t pc);  // false: lockup
  void lock_up(Cause cause, uint32_t pc, uint32_t address, int8_t stacking = 0);
  bool in_handler() const { return ipsr_ != 0; }
  bool is_exception_return(uint32_t target) const { return in_handler() && target >> 28 == 0xF; }
  uint32_t xpsr() const;
  uint32_t flags() const;  // of a retirement
  void set_flags(uint32_t xpsr);
  bool condition_holds(unsigned condition) const;
  void select_stack(bool psp);
  uint32_t read_special(unsigned number) const;
  void write_special(unsigned number, uint32_t value);
  void set_field(unsigned bank, uint64_t descriptor);

  void note_counter_read(uint32_t pc, uint32_t address);

  // Watching (watch.cpp).
  void note_store(uint32_t address, uint32_t data, unsigned bytes);
  bool report(uint32_t pc, uint32_t insn, unsigned refill, const uint32_t* before);

  // Architectural state. The active stack pointer lives in r_[13].
  uint32_t r_[16] = {};
  uint32_t pc_ = 0;
  int64_t nz_ = 1;  // Z: low 32 bits are zero. N: negative. A sign-extended result has both.
  uint32_t c_ = 0;  // 0 or 1
  uint32_t v_ = 0;  // bit 31
  bool thumb_ = true;
  uint8_t ipsr_ = 0;
  bool primask_ = false;
  bool spsel_ = false;                                       // r_[13] is PSP
  uint32_t idle_sp_ = 0;                                     // the other stack pointer
  uint64_t descriptor_[2] = {Field::kReset, Field::kReset};  // of the two fields
  bool locked_up_ = false;

  // Interrupts.
  bool interrupts_;
  Nvic nvic_;
  Sleep sleep_ = Sleep::kAwake;
  bool falls_asleep_ = false;  // wfi or wfe has done its first cycle

  uint64_t cycles_ = 0;
  Tally tally_;

  // Following another machine's clock: its times for the present event, and the cycles in which the
  // event begins and ends.
  const sim::EventTimes* told_ = nullptr;
  uint64_t begin_ = 0, end_ = 0;
  // The cycle of the k-th data phase, in which something happens. `own` is that cycle by this
  // machine's own timing.
  uint64_t phase(int k, int64_t own) const {
    if (told_ == nullptr) return static_cast<uint64_t>(own);
    const auto i = static_cast<size_t>(k);
    return i < told_->accesses.size() ? told_->accesses[i] : told_->end;
  }
  uint64_t instant(uint64_t told, uint64_t own) const { return told_ ? told : own; }

  // Memory and its decoded image. Byte [i] of code_page_ (rom_page_) is set when page i of RAM
  // (ROM) has decoded instructions.
  std::vector<uint32_t> rom_, ram_;
  Op* ops_ = nullptr;  // ROM, a guard, RAM, a guard
  Op* ram_ops_ = nullptr;
  size_t ops_bytes_ = 0;
  std::vector<uint8_t> code_page_, rom_page_;

  std::unique_ptr<sim::Device> device_;
  int64_t waited_ = 0;

  // The Galois-field unit.
  bool gf_;
  unsigned lowest_degree_;
  int inverse_cycles_;
  gfp::Extensions extensions_;
  int mac_cycles_;
  FieldCache cache_[2];  // one for each field: it forgets all but the last
  const Field* field_[2] = {};

  // State that the host asks for.
  sim::Faults faults_;
  unsigned breakpoint_ = 0;
  std::string console_;
  std::vector<sim::CounterRead> counter_reads_;
  sim::Observer* observer_ = nullptr;
  std::vector<sim::Write> writes_;
  std::vector<sim::Store> stores_;  // of the instruction being watched
  bool trapped_ = false;            // it ended in an exception entry
  bool returned_ = false;           // it was an exception return
  uint8_t trap_cause_ = 0;
  uint32_t trap_address_ = 0;
};

}  // namespace evariste::iss
