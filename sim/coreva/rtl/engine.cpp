// SPDX-License-Identifier: Apache-2.0
// `rtl` of the machine coreva: its Verilated SystemVerilog.
//
// The harness stops the clock in the cycle in which a bundle retires. There the store of the bundle
// is in the memory, and nothing of a younger one can be seen. The registers are mirrored from the
// retirement port. When the host changes a register or code, the pipeline is emptied: a reset, then
// the registers are set to those of the mirror, and the core fetches the next bundle anew. The
// clocks for that do not count: the bundle is in EX in the cycle that follows from the last one's
// time, as in the interpreter (Core::drain).
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "Vcoreva_sim.h"
#include "Vcoreva_sim___024root.h"
#include "core/harness.hpp"
#include "core/machine.hpp"
#include "core/memory.hpp"
#include "core/plugin.hpp"
#include "coreva/coreva.hpp"

#define SOC(name) coreva_sim__DOT__u_soc__DOT__##name
#define CORE(name) SOC(u_top__DOT__u_core__DOT__##name)
#define UNIT(name) SOC(u_top__DOT__gen_field__DOT__gen_units__DOT__u_field__DOT__##name)
#define ELEMENTS SOC(u_top__DOT__gen_field__DOT__gen_elements__DOT__u_field__DOT__e_q)
#define DQ(unit) CORE(u_execute__DOT__gen_unit__BRA__##unit##__KET____DOT__u_divide__DOT__dq_q)

namespace evariste::coreva {

namespace {

using sim::Pause;

class Engine final : public sim::Machine {
 public:
  explicit Engine(const sim::EngineOptions& options)
      : harness_(options, "coreva"),
        top_(&harness_.top()),
        code_(&top_->rootp->SOC(u_code__DOT__mem)[0], kCodeSize / 4),
        ram_(&top_->rootp->SOC(u_ram__DOT__mem)[0], kRamSize / 4) {
    clear();
    reset();
  }

  void reset() override;
  void clear() override {
    std::fill(code_.begin(), code_.end(), 0);
    std::fill(ram_.begin(), ram_.end(), 0);
    emptied_ = true;
  }
  Pause run(const sim::Bounds& bounds) override;
  sim::Value read_register(unsigned row) const override;
  bool write_register(unsigned row, const sim::Value& value) override;
  bool read_memory(uint32_t address, std::span<uint8_t> out) const override {
    return sim::read(code_, kCodeBase, address, out) || sim::read(ram_, kRamBase, address, out);
  }
  bool write_memory(uint32_t address, std::span<const uint8_t> bytes) override {
    if (sim::write(ram_, kRamBase, address, bytes)) return true;
    if (!sim::write(code_, kCodeBase, address, bytes)) return false;
    emptied_ = true;
    return true;
  }
  uint64_t cycles() const override { return now_; }
  uint64_t instructions() const override { return count_; }
  sim::Mix mix() const override { return mix_; }
  sim::Faults faults() const override { return {fault_, {}}; }
  Breakpoint breakpoint() const override { return breakpoint_; }
  void observe(sim::Observer* observer) override { observer_ = observer; }
  std::string take_console() override { return std::exchange(console_, {}); }
  std::span<const sim::CounterRead> counter_reads() const override { return counter_reads_; }

 private:
  static constexpr unsigned kPatience = 1 << 16;  // clocks without a retirement

  void clock() {
    top_->device_hold_i = held_ > 0;
    if (held_ > 0) --held_;
    harness_.clock();
  }
  void restart();
  void take_writes();
  Pause step();
  Pause take_fault();
  void count_operations(std::span<const uint32_t> words);
  uint32_t word(unsigned slot) const { return top_->retire_words_o[slot]; }

  rtl::Harness<Vcoreva_sim> harness_;
  Vcoreva_sim* top_;  // the one in harness_
  std::span<uint32_t> code_, ram_;

  // The state behind the last retirement.
  uint32_t r_[kGeneral] = {};
  uint32_t flags_ = 0;  // p1 to p14 in bits 1 to 14
  uint32_t dq_[2] = {};
  uint32_t pc_ = 0, target_ = 0;
  uint8_t delay_ = 0;
  bool call_ = false;   // the branch before the delay bundle is a call
  bool alone_ = false;  // and it is alone in its bundle
  bool emptied_ = false;
  bool began_ = false;    // a bundle has retired
  uint64_t retired_ = 0;  // one cycle behind its cycle in EX
  unsigned held_ = 0;     // clocks in which the accelerator does not move
  bool stopped_ = false;

  uint64_t now_ = 0;        // the next cycle in which a bundle can be in EX
  uint64_t target_at_ = 0;  // the same for the target of the taken branch
  uint64_t count_ = 0;
  sim::Mix mix_{};
  sim::Fault fault_;
  Breakpoint breakpoint_;
  std::string console_;
  std::vector<sim::CounterRead> counter_reads_;

  sim::Observer* observer_ = nullptr;
  std::vector<sim::Write> writes_;
  uint32_t c_[2] = {};  // the rows of the flags, for a report
};

void Engine::reset() {
  std::fill(std::begin(r_), std::end(r_), 0);
  dq_[0] = dq_[1] = flags_ = pc_ = target_ = 0;
  delay_ = 0;
  call_ = alone_ = stopped_ = false;
  emptied_ = true;
  now_ = kResetCycles;
  target_at_ = count_ = 0;
  mix_ = {};
  fault_ = {};
  breakpoint_ = {};
  console_.clear();
  counter_reads_.clear();
  harness_.restart();

  // The accelerator. Its registers have no reset; a simulation begins with zeros.
  Vcoreva_sim& t = *top_;
  t.device_rst_ni = 1;
  t.eval();
  t.device_rst_ni = 0;
  t.eval();
  t.device_rst_ni = 1;
  began_ = false;
#if COREVA_FIELD == 1
  for (unsigned i = 0; i < 8; ++i) {
    t.rootp->UNIT(a_q)[i] = t.rootp->UNIT(b_q)[i] = t.rootp->UNIT(r_q)[i] = 0;
  }
#elif COREVA_FIELD == 2
  for (auto& element : t.rootp->ELEMENTS.m_storage) element = {};
#endif
}

// The next bundle is fetched kResetCycles before it is in EX.
void Engine::restart() {
  Vcoreva_sim& t = *top_;
  t.rst_ni = 1;
  t.eval();
  t.rst_ni = 0;
  t.eval();
  t.rst_ni = 1;
  auto& state = *t.rootp;
  std::copy(std::begin(r_), std::end(r_), &state.CORE(u_read__DOT__u_regfile__DOT__regs_q)[0]);
  state.CORE(u_execute__DOT__u_flags__DOT__flags_q) = static_cast<uint16_t>(flags_ >> 1);
  state.DQ(0) = dq_[0];
  state.DQ(1) = dq_[1];
  // The accelerator waits for the cycles that do not count. At a pause it is in the cycle that the
  // last bundle was in m.
  held_ = began_ ? kResetCycles + 1 - static_cast<unsigned>(now_ - retired_) : 0;
  t.dbg_start_i = 1;
  t.dbg_pc_i = pc_;
  t.dbg_delay_i = delay_ != 0;
  t.dbg_taken_i = delay_ == 2;
  t.dbg_target_i = target_;
  t.dbg_cycle_i = now_ - kResetCycles;
  clock();
  t.dbg_start_i = 0;
  target_at_ = 0;
  emptied_ = false;
}

Pause Engine::run(const sim::Bounds& bounds) {
  if (stopped_) return Pause::kLockup;
  const uint64_t slice = now_ + std::min(bounds.slice, uint64_t{1} << 62);
  while (now_ < bounds.cycles && count_ < bounds.instructions) {
    if (now_ >= slice) return Pause::kSlice;
    const Pause pause = step();
    if (pause != Pause::kBound) return pause;
  }
  return Pause::kBound;
}

void Engine::count_operations(std::span<const uint32_t> words) {
  for (const uint32_t one : words) {
    const Insn insn = decode(one & ~kStop);
    ++mix_[static_cast<size_t>(info_of(insn).klass)];
    ++count_;
    if (insn != Insn::rdcycle || counter_reads_.size() >= kCounterReads) continue;
    const unsigned guard = operands(insn, one & ~kStop).guard;
    if ((flags_ | 1) >> guard & 1) counter_reads_.push_back({pc_, r_[kLink], top_->cycle_o, mix_});
  }
}

// What the bundle that retires has written; one with a fault, nothing.
void Engine::take_writes() {
  const Vcoreva_sim& t = *top_;
  writes_.clear();
  for (unsigned slot = 0; slot < sim::kSlots; ++slot) {
    const unsigned halves = t.retire_en_o >> (2 * slot) & 3;
    const auto number = static_cast<uint8_t>(t.retire_rd_o >> (5 * slot) & 31);
    if (halves == 0) continue;
    const uint32_t mask = (halves & 1 ? 0xFFFF : 0) | (halves & 2 ? 0xFFFF0000 : 0);
    r_[number] = (r_[number] & ~mask) | (t.retire_value_o[slot] & mask);
    const auto same = [&](const sim::Write& w) { return w.number == number; };
    if (std::none_of(writes_.begin(), writes_.end(), same)) {
      writes_.push_back({kFileR, number, 0, {&r_[number], 1}});
    }
  }
  const uint32_t changed = flags_ ^ t.flags_o;
  flags_ = t.flags_o;
  c_[0] = read_register(kC0).low();
  c_[1] = read_register(kC1).low();
  for (const uint16_t i : {0, 1}) {
    if (changed >> (1 + 7 * i) & 0x7F) writes_.push_back({kFileC, i, 0, {&c_[i], 1}});
  }
  for (const uint16_t i : {0, 1}) {
    const auto dq = static_cast<uint32_t>(t.dq_o >> (32 * i));
    if (std::exchange(dq_[i], dq) != dq) writes_.push_back({kFileDq, i, 0, {&dq_[i], 1}});
  }
}

Pause Engine::step() {
  if (emptied_) restart();
  unsigned idle = 0;
  do {
    clock();
    if (++idle == kPatience) return Pause::kStuck;
  } while (!top_->retire_valid_o);
  const Vcoreva_sim& t = *top_;
  if (t.retire_cause_o != 0) return take_fault();

  const uint32_t pc = t.retire_pc_o;
  uint32_t words[sim::kSlots];
  for (unsigned slot = 0; slot < sim::kSlots; ++slot) words[slot] = word(slot);
  const std::span<const uint32_t> bundle(words, t.retire_count_o);
  const uint64_t cycle = t.cycle_o + 1;
  began_ = true;
  retired_ = cycle;
  count_operations(bundle);

  take_writes();
  sim::Store store{};
  if (t.store_o) {
    store = {t.store_addr_o, sim::part(t.store_data_o, 0, t.store_bytes_o), t.store_bytes_o};
    if (store.address == kConsole) console_.push_back(static_cast<char>(store.data));
  }

  // Where it goes.
  const bool moved = delay_ == 2;
  now_ = moved ? std::max(cycle, target_at_) : cycle;
  pc_ = t.retire_next_pc_o;
  uint32_t flags = 0;
  if (moved) flags = kFlagsMoved | (call_ ? kFlagsCall : 0);
  bool loops = moved && alone_ && !call_ && target_ == pc - 4;
  if (loops) {
    Bundle decoded;
    decode(bundle, {}, decoded);
    loops = idles(decoded);
  }
  delay_ = 0;
  target_ = 0;
  if (t.branch_o) {
    delay_ = t.taken_o ? 2 : 1;
    call_ = t.taken_o && t.call_o;
    alone_ = bundle.size() == 1;
    if (t.taken_o) target_ = t.target_o;
    target_at_ = t.first_o + 2 + (t.taken_o && t.through_o ? kRegisterBranchBubble : 0);
  }
  Pause pause = Pause::kBound;
  if (t.trap_o) {
    breakpoint_ = {t.trap_number_o, pc};
    pause = Pause::kBreakpoint;
  }
  if (observer_ != nullptr) {
    const sim::Retirement event{.cycle = cycle,
                                .refill = static_cast<unsigned>(now_ - cycle),
                                .pc = pc,
                                .next_pc = pc_,
                                .words = bundle,
                                .flags = flags,
                                .writes = writes_,
                                .general = {r_, kGeneral},
                                .stores = {&store, t.store_o}};
    if (!observer_->retired(event) && pause == Pause::kBound) pause = Pause::kObserver;
  }
  return loops && pause == Pause::kBound ? Pause::kLoop : pause;
}

Pause Engine::take_fault() {
  const Vcoreva_sim& t = *top_;
  const auto cause = static_cast<Cause>(t.retire_cause_o);
  const uint32_t first = cause == Cause::fetch_bus_error ? 0 : word(0);
  ++count_;
  ++mix_[static_cast<size_t>(Klass::other)];
  pc_ = t.retire_pc_o;
  now_ = t.cycle_o + 1;
  fault_ = {.cause = t.retire_cause_o,
            .pc = pc_,
            .insn = first,
            .address = t.retire_addr_o,
            .cycle = now_};
  stopped_ = true;
  take_writes();
  if (observer_ != nullptr) {
    sim::Retirement event{.cycle = now_,
                          .pc = pc_,
                          .next_pc = t.retire_next_pc_o,
                          .words = {&first, 1},
                          .writes = writes_};
    event.trap = true;
    event.cause = fault_.cause;
    event.address = fault_.address;
    event.general = {r_, kGeneral};
    observer_->retired(event);
  }
  return Pause::kLockup;
}

sim::Value Engine::read_register(unsigned row) const {
  switch (row) {
    case kPc:
      return pc_;
    case kC0:
      return flags_ & 0xFE;
    case kC1:
      return flags_ >> 7 & 0xFE;
    case kDq0:
    case kDq1:
      return dq_[row - kDq0];
    case kDelay:
      return delay_;
    case kTarget:
      return target_;
    default:
      return row < kGeneral ? r_[row] : 0;
  }
}

bool Engine::write_register(unsigned row, const sim::Value& given) {
  const uint32_t value = given.low();
  emptied_ = true;
  alone_ = false;
  switch (row) {
    case kPc:
      if (value % 4 != 0) return false;
      pc_ = value;
      delay_ = 0;
      break;
    case kC0:
      flags_ = (flags_ & ~0xFEu) | (value & 0xFE);
      break;
    case kC1:
      flags_ = (flags_ & 0xFE) | (value & 0xFE) << 7;
      break;
    case kDq0:
    case kDq1:
      dq_[row - kDq0] = value;
      break;
    case kDelay:
      if (value > 2) return false;
      delay_ = static_cast<uint8_t>(value);
      break;
    case kTarget:
      target_ = value;
      break;
    default:
      if (row == 0 || row >= kGeneral) return value == 0;
      r_[row] = value;
  }
  return true;
}

}  // namespace

}  // namespace evariste::coreva

extern "C" [[gnu::visibility("default")]] evariste::sim::Machine* evariste_engine(
    const evariste::sim::EngineOptions& options) {
  return new evariste::coreva::Engine(options);
}
