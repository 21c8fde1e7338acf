// SPDX-License-Identifier: Apache-2.0
// `rtl` of a machine with the core mips: its Verilated SystemVerilog.
//
// Between two calls of run() the harness does not clock the model, so nothing of the pipeline is
// disturbed and no cycle is added. It stops in the cycle in which an instruction retires: the
// registers are mirrored from the retirement port, and the store of that cycle is put into the
// memory at once. When the host changes a register or memory, the core first halts in front of the
// next instruction, which it then fetches anew. The clocks for that do not count: the instruction
// is in EX in the cycle that follows from the last one's time, as in the interpreter (Core::drain).
//
// While a product or a quotient is on its way, the mirror of HI and LO has what it will be. The
// core's own value takes its place when it is there, as a write by the next retirement.
//
// Model is a class with `using Top`, the Verilated top module; `static constexpr const char*
// kName`, the machine's; `static uint32_t* rom(Top&)`, the same for ram; and `static constexpr bool
// kInterrupts`. Its class Second is coprocessor 2; NoCoprocessor says what that has. A core with an
// accumulator has `static AccumulatorOp accumulator(uint32_t word)`, too, and its top the output
// upper_o. RtlIcache says what one with an instruction cache has.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/harness.hpp"
#include "core/machine.hpp"
#include "core/memory.hpp"
#include "core/plugin.hpp"
#include "mips/accumulator.hpp"
#include "mips/hilo.hpp"
#include "mips/mips.hpp"
#include "mips/no_coprocessor.hpp"
#include "mips/rtl_icache.hpp"

namespace evariste::mips {

template <typename Model>
class RtlEngine : public sim::Machine {
 public:
  explicit RtlEngine(const sim::EngineOptions& options)
      : harness_(options, Model::kName),
        top_(&harness_.top()),
        timed_(options.slower || (options.instr_wait | options.data_wait) != 0) {
    rom_ = Model::rom(*top_);
    ram_ = Model::ram(*top_);
    std::memset(rom_, 0, kRomSize);
    std::memset(ram_, 0, kRamSize);
    reset();
  }

  void reset() override;
  void clear() override {
    drain();
    std::memset(rom_, 0, kRomSize);
    std::memset(ram_, 0, kRamSize);
  }
  sim::Pause run(const sim::Bounds& bounds) override;
  void drive(std::span<const sim::LineChange> changes) override {
    changes_.assign(changes.begin(), changes.end());
    next_change_ = 0;
  }
  sim::Value read_register(unsigned row) const override;
  bool write_register(unsigned row, const sim::Value& value) override;
  bool read_memory(uint32_t address, std::span<uint8_t> out) const override {
    const uint8_t* from = place(address, out.size());
    if (from == nullptr) return false;
    std::memcpy(out.data(), from, out.size());
    return true;
  }
  bool write_memory(uint32_t address, std::span<const uint8_t> bytes) override {
    uint8_t* to = place(address, bytes.size());
    if (to == nullptr) return false;
    drain();
    std::memcpy(to, bytes.data(), bytes.size());
    return true;
  }
  uint64_t cycles() const override { return now_; }
  uint64_t instructions() const override { return instructions_; }
  sim::Mix mix() const override { return mix_; }
  sim::Faults faults() const override { return faults_; }
  Breakpoint breakpoint() const override { return breakpoint_; }
  void observe(sim::Observer* observer) override { observer_ = observer; }
  std::string take_console() override { return std::exchange(console_, {}); }
  std::span<const sim::CounterRead> counter_reads() const override { return counter_reads_; }
  std::vector<sim::EventCount> event_counts() const override {
    return icache_.counts(*top_, halted_);
  }
  const sim::EventTimes& event_times() const override { return event_times_; }

 private:
  using Top = typename Model::Top;
  static constexpr unsigned kPatience = 1 << 18;  // clocks without a retirement
  static constexpr unsigned kSpecials = 6;        // rows kLo to kEpc
  static constexpr bool kAccumulates = requires(uint32_t word) { Model::accumulator(word); };
  static constexpr unsigned kDebugUpper = 44;  // the debugger's number of U

  void clock();  // one rising edge; the outputs are then those of the new cycle
  void look();   // reads what the present cycle reports; not in a halted one
  void take_retirement();
  void take_fault(uint64_t cycle);
  void mirror();  // takes over the registers of CP0, and HI and LO
  unsigned refill(Insn insn) const;
  void settle();  // the store of the present cycle
  void halt_request(bool on);
  void drain();  // halts the core
  void restart(uint64_t cycle);
  uint32_t debug_read(unsigned number);
  void debug_write(unsigned number, uint32_t value);
  void set_count(uint64_t cycle);
  bool awaits() const;
  bool stuck() const { return idle_ >= kPatience; }
  uint8_t* place(uint32_t address, size_t bytes) const;
  static AccumulatorOp accumulator(uint32_t word) {
    if constexpr (kAccumulates) return Model::accumulator(word);
    return AccumulatorOp::none;
  }
  static bool is_second(uint32_t word) { return Second::kPresent && coprocessor_of(word) == 2; }
  size_t place_in_mix(uint32_t word) const {
    if (accumulator(word) != AccumulatorOp::none) return kMultiplies;
    return is_second(word) ? second_.place(word) : place_of(info_of(decode(word)).klass);
  }

  using Second = typename Model::Second;
  Second second_;
  rtl::Harness<Top> harness_;
  Top* top_;  // the one in harness_
  uint32_t* rom_ = nullptr;
  uint32_t* ram_ = nullptr;

  // The state behind the last retirement.
  uint32_t file_[kGeneral] = {};
  uint32_t special_[kSpecials] = {};
  uint32_t upper_ = 0;  // 0 without an accumulator
  bool link_ = false;
  uint32_t next_pc_ = 0, after_pc_ = 0;
  bool next_slot_ = false;
  uint64_t now_ = 0;        // the first cycle in which the next instruction can be in EX
  bool halted_ = false;     // it has left the pipeline
  bool unsettled_ = false;  // the last retirement's store is not in the memory yet
  uint32_t branch_ = 0;     // the last instruction that was not in a delay slot
  bool branched_ = false;   // and it was taken

  uint64_t instructions_ = 0;
  sim::Mix mix_{};
  sim::Faults faults_;
  Breakpoint breakpoint_;
  std::string console_;
  std::vector<sim::CounterRead> counter_reads_;
  sim::Pause pending_ = sim::Pause::kBound;
  bool locked_up_ = false;
  unsigned idle_ = 0;
  uint64_t steps_left_ = 0;

  sim::Observer* observer_ = nullptr;
  std::vector<sim::Write> writes_, second_writes_;
  std::vector<sim::Store> stores_;

  std::vector<sim::LineChange> changes_;  // of the interrupt lines
  size_t next_change_ = 0;                // not yet applied
  bool rewound_ = false;                  // the next cycle is not the one behind the present one

  sim::EventTimes event_times_;
  bool begun_ = false;  // event_times_.ready is that of the event to come

  RtlIcache<Model> icache_;
  bool calm_ = false;  // no wait states now
  bool timed_;         // a follower goes by this clock
};

template <typename Model>
void RtlEngine<Model>::clock() {
  // Values set now act after the edge. A halted cycle does not count.
  if (!changes_.empty()) {
    const uint64_t next = rewound_ ? top_->cycle_i : top_->cycle_o + !top_->halted_o;
    while (next_change_ < changes_.size() && changes_[next_change_].cycle <= next) {
      top_->irq_i = static_cast<uint8_t>(changes_[next_change_++].lines);
    }
  }
  harness_.clock(calm_);
}

template <typename Model>
void RtlEngine<Model>::halt_request(bool on) {
  top_->dbg_halt_i = on;
  top_->dbg_clk_i = 1;
  top_->eval();
  top_->dbg_clk_i = 0;
  top_->eval();
}

template <typename Model>
void RtlEngine<Model>::reset() {
  harness_.restart();
  Top& t = *top_;
  t.dbg_we_i = t.dbg_resume_i = t.cycle_set_i = 0;
  t.instr_wait_i = t.data_wait_i = 0;
  t.irq_i = 0;
  next_change_ = 0;
  t.rst_ni = 0;
  calm_ = true;
  clock();
  halt_request(true);  // in front of the first instruction
  clock();
  t.rst_ni = 1;
  t.eval();
  idle_ = 0;
  while ((!t.halted_o || icache_.busy(t)) && !stuck()) {
    clock();
    ++idle_;
  }
  calm_ = false;
  halted_ = true;
  idle_ = 0;
  icache_.reset();

  // The register file has no reset; a simulation begins with zeros.
  locked_up_ = false;
  next_pc_ = kRomBase;
  for (unsigned row = 1; row < kGeneral; ++row) write_register(row, 0u);
  write_register(kLo, 0u);
  write_register(kHi, 0u);
  if constexpr (kAccumulates) write_register(kUpper, 0u);
  write_register(kPc, kRomBase);
  file_[0] = 0;
  second_.reset(t);
  mirror();
  link_ = false;
  now_ = kResetCycles;
  unsettled_ = branched_ = false;
  branch_ = 0;
  pending_ = sim::Pause::kBound;
  instructions_ = 0;
  mix_ = {};
  faults_ = {};
  breakpoint_ = {};
  console_.clear();
  counter_reads_.clear();
  next_change_ = 0;
  event_times_ = {};
  begun_ = false;
}

template <typename Model>
sim::Pause RtlEngine<Model>::run(const sim::Bounds& bounds) {
  using sim::Pause;
  if (locked_up_) return Pause::kLockup;
  if (stuck()) return Pause::kStuck;
  if (now_ >= bounds.cycles || instructions_ >= bounds.instructions) return Pause::kBound;
  const uint64_t slice_end = bounds.slice > UINT64_MAX - now_ ? UINT64_MAX : now_ + bounds.slice;
  const uint64_t stop_at = std::min(bounds.cycles, slice_end);
  steps_left_ = bounds.instructions - instructions_;
  pending_ = Pause::kBound;

  if (halted_) restart(now_);
  bool stop = false;
  do {
    clock();
    look();
    stop = top_->retire_valid_o && (now_ >= stop_at || steps_left_ == 0);
  } while (!stop && pending_ == Pause::kBound && !stuck());
  settle();
  if (stuck()) return Pause::kStuck;
  if (pending_ != Pause::kBound) return pending_;
  return now_ >= bounds.cycles || instructions_ >= bounds.instructions ? Pause::kBound
                                                                       : Pause::kSlice;
}

// The next instruction's word is asked for three cycles before it is in EX.
template <typename Model>
void RtlEngine<Model>::restart(uint64_t cycle) {
  Top& t = *top_;
  halt_request(false);
  if constexpr (Model::kInterrupts) set_count(cycle - kResetCycles);
  t.dbg_resume_i = t.cycle_set_i = 1;
  t.cycle_i = cycle - kResetCycles;
  icache_.restore(t, true);
  calm_ = true;
  clock();
  t.dbg_resume_i = t.cycle_set_i = 0;
  icache_.restore(t, false);
  // The lines are those of that cycle again.
  next_change_ = 0;
  t.irq_i = 0;
  rewound_ = true;
  clock();
  rewound_ = false;
  calm_ = false;
  halted_ = false;
  begun_ = false;
}

template <typename Model>
uint32_t RtlEngine<Model>::debug_read(unsigned number) {
  top_->dbg_addr_i = static_cast<uint8_t>(number);
  clock();
  return top_->dbg_rdata_o;
}

template <typename Model>
void RtlEngine<Model>::debug_write(unsigned number, uint32_t value) {
  Top& t = *top_;
  t.dbg_addr_i = static_cast<uint8_t>(number);
  t.dbg_wdata_i = value;
  t.dbg_slot_i = next_slot_;
  t.dbg_we_i = 1;
  clock();
  t.dbg_we_i = 0;
  clock();
}

// Count goes back together with the cycle counter, and so does a request of the timer since then.
template <typename Model>
void RtlEngine<Model>::set_count(uint64_t cycle) {
  constexpr unsigned kCount = 41, kCompare = 42, kTimerRequest = 43;
  const auto back = static_cast<uint32_t>(top_->cycle_o - cycle);
  const uint32_t count = debug_read(kCount), since = count - debug_read(kCompare);
  debug_write(kCount, count - back);
  if (since >= 1 && since <= back) debug_write(kTimerRequest, 0);
}

template <typename Model>
bool RtlEngine<Model>::awaits() const {
  const uint32_t status = special_[kStatus - kLo];
  if (!Model::kInterrupts || (status & (kIe | kExl)) != kIe) return false;
  return status & kTimer || (!changes_.empty() && changes_.back().cycle >= now_);
}

template <typename Model>
void RtlEngine<Model>::drain() {
  if (halted_ || locked_up_ || stuck()) return;
  Top& t = *top_;
  icache_.keep(t);
  calm_ = true;
  halt_request(true);
  while ((!t.halted_o || t.busy_o || second_.busy(t) || icache_.busy(t)) && !stuck()) {
    clock();
    ++idle_;
  }
  calm_ = false;
  idle_ = 0;
  halted_ = true;
  mirror();
}

template <typename Model>
void RtlEngine<Model>::settle() {
  if (!std::exchange(unsettled_, false)) return;
  const Top& t = *top_;
  if (is_second(t.retire_insn_o)) {
    const std::span<const uint32_t> row = second_.stored(t);
    if (uint8_t* to = place(t.mem_addr_o, row.size_bytes()); to != nullptr) {
      std::memcpy(to, row.data(), row.size_bytes());
    }
    return;
  }
  uint8_t* word = place(t.mem_addr_o & ~3u, 4);
  if (word == nullptr) return;
  for (unsigned i = 0; i < 4; ++i) {
    if (t.mem_be_o >> i & 1) word[i] = static_cast<uint8_t>(t.mem_data_o >> (8 * i));
  }
}

template <typename Model>
void RtlEngine<Model>::look() {
  const Top& t = *top_;
  if (t.console_valid_o) console_.push_back(static_cast<char>(t.console_byte_o));
  ++idle_;
  if (t.retire_valid_o) take_retirement();
  // What begins is behind what retires.
  if (timed_ && t.begins_o && !begun_) {
    event_times_.ready = t.cycle_o;
    begun_ = true;
  }
  icache_.look(t);
}

template <typename Model>
void RtlEngine<Model>::mirror() {
  const Top& t = *top_;
  if (!t.busy_o) {
    special_[kLo - kLo] = t.lo_o;
    special_[kHi - kLo] = t.hi_o;
    if constexpr (kAccumulates) upper_ = t.upper_o;
  }
  special_[kStatus - kLo] = t.status_o;
  special_[kBadvaddr - kLo] = t.badvaddr_o;
  // Without the requests from outside.
  special_[kCause - kLo] = t.state_o & ~(0x3Fu << kFirstLine);
  special_[kEpc - kLo] = t.epc_o;
  link_ = t.link_o;
}

template <typename Model>
unsigned RtlEngine<Model>::refill(Insn insn) const {
  const Top& t = *top_;
  if (t.retire_trap_o || insn == Insn::sdbbp) return kExceptionCycles - 1;
  if (insn == Insn::eret) return kEretCycles - 1;
  return is_likely(insn) && !t.retire_taken_o;
}

template <typename Model>
void RtlEngine<Model>::take_retirement() {
  const Top& t = *top_;
  const uint32_t pc = t.retire_pc_o, word = t.retire_insn_o;
  const Insn insn = decode(word);
  const bool trapped = t.retire_trap_o, interrupted = t.retire_irq_o;
  const uint64_t cycle = t.cycle_o;  // that of EX, and one more
  idle_ = 0;
  if (trapped && !interrupted) {
    const sim::Fault fault{.cause = t.retire_cause_o,
                           .pc = pc,
                           .insn = word,  // 0 if it could not be fetched
                           .address = t.retire_addr_o,
                           .cycle = cycle + kExceptionCycles - 1};
    ++instructions_;
    ++mix_[word != 0 ? place_in_mix(word) : size_t{kOthers}];
    now_ = fault.cycle;
    --steps_left_;
    if (special_[kStatus - kLo] & kExl) {
      faults_.last = fault;
      locked_up_ = true;
      pending_ = sim::Pause::kLockup;
      next_pc_ = pc;
      after_pc_ = pc + 4;
      return;
    }
    faults_ = {fault, {}};
  } else if (!interrupted) {
    if (t.mem_load_o && (t.mem_addr_o & ~3u) == kCycleLo && counter_reads_.size() < kCounterReads) {
      counter_reads_.push_back({pc, file_[kLink], cycle - 1, mix_});
    }
    ++instructions_;
    ++mix_[place_in_mix(word)];
    --steps_left_;
    if (insn == Insn::eret) faults_ = {};
    if (insn == Insn::sdbbp) {
      pending_ = sim::Pause::kBreakpoint;
      breakpoint_ = {static_cast<unsigned>(operands(insn, word).code), pc};
    }
    if (t.retire_slot_o && branched_ && word == 0 && t.retire_next_pc_o == pc - 4 && !awaits()) {
      pending_ = sim::Pause::kLoop;
    }
  }
  unsettled_ = t.mem_store_o;

  // Registers.
  const uint32_t old[kSpecials] = {special_[0], special_[1], special_[2],
                                   special_[3], special_[4], special_[5]};
  const Accumulator before{special_[0], special_[1], upper_};
  const Operands o = operands(insn, word);
  const uint32_t a = file_[o.rs & 31], b = file_[o.rt & 31];
  mirror();
  // What is on its way. A unit that is not busy has delivered.
  if (!trapped && (!kAccumulates || t.busy_o)) {
    const auto start = [&](HiLo result) {
      special_[kLo - kLo] = result.lo;
      special_[kHi - kLo] = result.hi;
      if (insn == Insn::mult || insn == Insn::multu) upper_ = 0;
    };
    if (insn == Insn::mult) start(multiply_signed(a, b));
    if (insn == Insn::multu) start(multiply_unsigned(a, b));
    if (insn == Insn::div) start(divide_signed(a, b));
    if (insn == Insn::divu) start(divide_unsigned(a, b));
    if (const AccumulatorOp op = accumulator(word); op != AccumulatorOp::none) {
      const AccumulatorOperands use = operands_of(op, word);
      const Accumulator value = accumulated(op, before, file_[use.rs], file_[use.rt]);
      special_[kLo - kLo] = value.lo;
      special_[kHi - kLo] = value.hi;
      upper_ = value.upper;
    }
  }
  if (t.retire_rd_o != 0) file_[t.retire_rd_o] = t.retire_value_o;
  next_pc_ = t.retire_next_pc_o;
  after_pc_ = t.retire_after_pc_o;
  next_slot_ = t.retire_next_slot_o;
  now_ = cycle + refill(insn);

  second_writes_.clear();
  if (is_second(word) && !trapped) second_.retired(t, word, second_writes_);
  if (observer_ != nullptr) {
    writes_.clear();
    if (const auto rd = t.retire_rd_o; rd != 0) writes_.push_back({0, rd, 0, {&file_[rd], 1}});
    for (uint16_t i = 0; i < kSpecials; ++i) {
      if (special_[i] == old[i]) continue;
      const auto number = static_cast<uint16_t>(i < 2 ? i : i - 2);
      writes_.push_back({static_cast<uint8_t>(i < 2 ? 1 : 2), number, 0, {&special_[i], 1}});
    }
    if (upper_ != before.upper) writes_.push_back({kFileUpper, 0, 0, {&upper_, 1}});
    writes_.insert(writes_.end(), second_writes_.begin(), second_writes_.end());
    stores_.clear();
    if (t.mem_store_o && is_second(word)) {
      uint32_t at = t.mem_addr_o;
      for (const uint32_t part : second_.stored(t)) {
        stores_.push_back({at, part, 4});
        at += 4;
      }
    } else if (t.mem_store_o) {
      const unsigned lane = static_cast<unsigned>(std::countr_zero(unsigned{t.mem_be_o}));
      const unsigned bytes = static_cast<unsigned>(std::popcount(unsigned{t.mem_be_o}));
      const uint32_t at = (t.mem_addr_o & ~3u) + lane, value = t.mem_data_o >> (8 * lane);
      for (unsigned done = 0; done < bytes;) {
        const unsigned part = bytes - done == 3 ? 2 : bytes - done;
        const uint32_t data = value >> (8 * done) & (part == 4 ? ~0u : (1u << (8 * part)) - 1);
        stores_.push_back({at + done, data, static_cast<uint8_t>(part)});
        done += part;
      }
    }
    uint32_t flags = handling(special_[kStatus - kLo], special_[kCause - kLo]);
    if (t.retire_slot_o && branched_ && !trapped) {
      flags |= kFlagsMoved | linked(branch_) << kFlagsLinked;
    }
    event_times_.end = cycle - 1;
    event_times_.own = icache_.loaded();
    const sim::Retirement event{.cycle = cycle,
                                .refill = static_cast<unsigned>(now_ - cycle),
                                .pc = pc,
                                .next_pc = next_pc_,
                                .words = {&word, 1},
                                .trap = trapped,
                                .cause = t.retire_cause_o,
                                .address = t.retire_addr_o,
                                .flags = flags,
                                .writes = writes_,
                                .general = {file_, kGeneral},
                                .stores = stores_,
                                .interrupt = interrupted};
    const bool go_on = observer_->retired(event);
    if (!go_on && pending_ == sim::Pause::kBound) pending_ = sim::Pause::kObserver;
  }
  begun_ = false;
  if (!t.retire_slot_o) {
    branch_ = word;
    branched_ = t.retire_taken_o && !trapped;
  }
}

template <typename Model>
sim::Value RtlEngine<Model>::read_register(unsigned row) const {
  if (kAccumulates && row == kUpper) return upper_;
  if (row >= kRows) return second_.read_register(row - kRows - kAccumulates);
  if (row < kGeneral) return file_[row];
  if (row >= kLo && row <= kEpc) return special_[row - kLo];
  switch (row) {
    case kPc:
      return next_pc_;
    case kAfter:
      return after_pc_;
    case kLinkBit:
      return link_;
    default:
      return 0u;
  }
}

template <typename Model>
bool RtlEngine<Model>::write_register(unsigned row, const sim::Value& given) {
  const uint32_t value = given.low();
  if (row == 0 || (row > kLinkBit && row < kRows)) return value == 0;
  if (locked_up_ || stuck()) return false;
  drain();
  const bool upper = kAccumulates && row == kUpper;
  if (row >= kRows && !upper) {
    return second_.write_register(*top_, row - kRows - kAccumulates, given);
  }
  debug_write(upper ? kDebugUpper : row, value);
  if (row < kGeneral) file_[row] = value;
  if (row == kPc) {
    next_pc_ = value;
    after_pc_ = value + 4;
    next_slot_ = false;
  }
  if (row == kAfter) after_pc_ = value;
  mirror();
  return true;
}

template <typename Model>
uint8_t* RtlEngine<Model>::place(uint32_t address, size_t bytes) const {
  if (sim::inside(kRomBase, kRomSize, address, bytes))
    return reinterpret_cast<uint8_t*>(rom_) + (address - kRomBase);
  if (sim::inside(kRamBase, kRamSize, address, bytes))
    return reinterpret_cast<uint8_t*>(ram_) + (address - kRamBase);
  return nullptr;
}

}  // namespace evariste::mips
