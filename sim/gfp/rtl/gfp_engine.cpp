// SPDX-License-Identifier: Apache-2.0
#include "gfp/rtl/gfp_engine.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "Vgfp_sim.h"
#include "Vgfp_sim___024root.h"
#include "core/harness.hpp"
#include "core/memory.hpp"
#include "gfp/instruction.hpp"
#include "gfp/machine.hpp"
#include "gfp/timing.hpp"
#include "gfp_isa.hpp"

namespace evariste::rtl {

using namespace gfp;
using sim::Pause;
using timing::kRefill;
using timing::kRefillLoaded;

namespace {

constexpr unsigned kMspEntry = 13, kPspEntry = 15;

// Class of every 16-bit instruction word.
struct Klasses {
  std::array<Klass, 65536> of;
  Klasses() {
    for (uint32_t w = 0; w < 65536; ++w) of[w] = info_of(decode16(static_cast<uint16_t>(w))).klass;
  }
};
const Klasses klasses;

Klass klass_of(uint32_t insn) {
  if (insn >> 16 == 0) return klasses.of[insn];
  constexpr uint32_t kGaloisPrefix = 0b111011;
  if (insn >> 26 == kGaloisPrefix) return Klass::gf;
  return info_of(decode32(static_cast<uint16_t>(insn >> 16), static_cast<uint16_t>(insn))).klass;
}

}  // namespace

Engine::Engine(const sim::EngineOptions& options)
    : harness_(std::make_unique<Harness<Vgfp_sim>>(options, "gfp")),
      top_(&harness_->top()),
      interrupts_(options.lines != 0),
      timed_(options.slower || (options.instr_wait | options.data_wait) != 0) {
  rom_ = &top_->rootp->gfp_sim__DOT__u_soc__DOT__u_rom__DOT__mem[0];
  ram_ = &top_->rootp->gfp_sim__DOT__u_soc__DOT__u_ram__DOT__mem[0];
  clear();
  reset();
}

Engine::~Engine() = default;

void Engine::clock() {
  // Values set now act after the edge. A halted cycle does not count.
  if (next_change_ < changes_.size()) drive_lines(top_->cycle_o + !top_->halted_o);
  if (device_ != nullptr && top_->rst_ni && !top_->halted_o) drive_device();
  harness_->clock();
}

void Engine::drive(std::span<const sim::LineChange> changes) {
  changes_.assign(changes.begin(), changes.end());
  next_change_ = 0;
}

void Engine::drive_lines(uint64_t cycle) {
  while (next_change_ < changes_.size() && changes_[next_change_].cycle <= cycle) {
    driven_ = changes_[next_change_++].lines;
  }
  set_lines();
}

void Engine::set_lines() {
  top_->irq_i = static_cast<uint32_t>(driven_) | uint32_t{irq_} << kDeviceIrq;
  top_->nmi_i = driven_ >> 32 & 1;
}

bool Engine::attach(std::unique_ptr<sim::BusDevice> device) {
  device_ = std::move(device);
  top_->device_present_i = 1;
  return true;
}

// The device's end of this cycle, and what it drives in the next one. Halted cycles do not count
// for it; no access is under way then.
void Engine::drive_device() {
  const auto out = device_->clock({.request = top_->device_req_o != 0,
                                   .write = top_->device_we_o != 0,
                                   .offset = top_->device_addr_o & ~3u,
                                   .lanes = top_->device_be_o,
                                   .data = top_->device_wdata_o});
  top_->device_rvalid_i = out.valid;
  top_->device_err_i = out.error;
  top_->device_rdata_i = out.data;
  restless_ = out.restless;
  was_irq_ = std::exchange(irq_, out.irq);
  if (irq_ != was_irq_) set_lines();
}

// Something new may become pending.
bool Engine::awaits() const {
  return top_->sleep_timed_o || (interrupts_ && (restless_ || irq_ != was_irq_)) ||
         next_change_ < changes_.size() ||
         (!changes_.empty() && changes_.back().cycle >= top_->cycle_o);
}

void Engine::reset() {
  harness_->restart();
  top_->dbg_we_i = 0;
  top_->dbg_resume_i = 0;
  top_->dbg_halt_i = 1;  // in front of the first instruction
  top_->instr_wait_i = top_->data_wait_i = 0;
  top_->rst_ni = 0;
  next_change_ = changes_.size();
  driven_ = 0;
  irq_ = restless_ = was_irq_ = false;
  set_lines();
  top_->device_rvalid_i = 0;
  if (device_ != nullptr) device_->reset();
  clock();
  next_change_ = 0;
  drive_lines(0);
  const size_t at_start = std::exchange(next_change_, changes_.size());
  clock();
  next_change_ = at_start;
  top_->rst_ni = 1;
  top_->eval();

  std::fill(std::begin(file_), std::end(file_), 0);
  psp_ = psp_before_ = locked_up_ = false;
  idle_ = 0;
  handler_ = 0;
  pending_ = Pause::kBound;
  cycles_ = 0;
  instructions_ = 0;
  mix_ = {};
  faults_ = {};
  entering_ = {};
  breakpoint_ = {};
  console_.clear();
  counter_reads_.clear();
  look();
  halt();
  // The register file has no reset; a simulation begins with zeros.
  if (!locked_up_ && !stuck()) {
    for (unsigned i = 0; i < kMspEntry; ++i) write_register(i, 0u);
    write_register(kPsp, 0u);
  }
  stores_.clear();
  written_ = 0;
  event_times_ = {};
  begun_ = false;
}

// Reads what the present cycle reports. Called once in every cycle that is not halted.
void Engine::look() {
  const Vgfp_sim& t = *top_;
  if (t.rf_we0_o) {
    file_[t.rf_addr0_o] = t.rf_data0_o;
    written_ |= static_cast<uint16_t>(1u << t.rf_addr0_o);
  }
  if (t.rf_we1_o) {
    file_[t.rf_addr1_o] = t.rf_data1_o;
    written_ |= static_cast<uint16_t>(1u << t.rf_addr1_o);
  }
  if (observer_ != nullptr && timed_) note_event_times();
  if (t.console_valid_o) console_.push_back(static_cast<char>(t.console_byte_o));
  if (observer_ != nullptr && t.mem_store_o) {
    const unsigned lane = static_cast<unsigned>(std::countr_zero(unsigned{t.mem_be_o}));
    const unsigned bytes = static_cast<unsigned>(std::popcount(unsigned{t.mem_be_o}));
    uint32_t data = t.mem_data_o >> (8 * lane);
    if (bytes < 4) data &= (1u << (8 * bytes)) - 1;
    stores_.push_back({(t.mem_addr_o & ~3u) + lane, data, static_cast<uint8_t>(bytes)});
  }
  if (t.mem_load_o && t.mem_addr_o == kCycleLo && counter_reads_.size() < kCounterReads) {
    counter_reads_.push_back(
        {t.retire_pc_o, file_[kLr], t.mem_data_o | t.cycle_o >> 32 << 32, mix_});
  }
  if (t.fault_o) note_fault();
  idle_ = t.sleeping_o ? 0 : idle_ + 1;
  if (t.retire_valid_o) take_retirement();
}

void Engine::note_fault() {
  const Vgfp_sim& t = *top_;
  const auto cause = static_cast<Cause>(t.fault_cause_o);
  const bool fetched = cause != Cause::fetch_bus_error && cause != Cause::invalid_state;
  const bool accessed = cause == Cause::misaligned || cause == Cause::data_bus_error;
  entering_ = {t.fault_cause_o, t.fault_pc_o, fetched ? t.fault_insn_o : 0,
               accessed ? t.fault_addr_o : 0, 0};
}

void Engine::note_event_times() {
  const Vgfp_sim& t = *top_;
  if (t.begins_o && !begun_) {
    event_times_.ready = t.cycle_o;
    begun_ = true;
  }
  if (t.mem_load_o | t.mem_store_o) event_times_.accesses.push_back(t.cycle_o);
  if (t.returns_o) event_times_.own[kReturns] = t.cycle_o;
  if (t.fails_o) event_times_.own[kFailed] = t.cycle_o;
  event_times_.end = t.cycle_o;
}

unsigned Engine::refill(const sim::Retirement& event) const {
  if (!transfers(event)) return 0;
  const Insn which = decode(event.insn());
  const bool returned = which == Insn::bx && handler_ != (event.flags & kFlagsHandler);
  const unsigned base = event.trap || which == Insn::pop || returned ? kRefillLoaded : kRefill;
  // Only in Thumb state, which the port does not show. A branch that leaves it can only lead to a
  // fault.
  uint8_t b[2];
  const bool wide = (event.next_pc & 2) && read_memory(event.next_pc, b) &&
                    is_wide(static_cast<uint16_t>(b[0] | b[1] << 8));
  return base + (wide ? kWideUnalignedTargetCycles : 0);
}

void Engine::take_retirement() {
  const Vgfp_sim& t = *top_;
  const uint32_t insn = t.retire_insn_o, pc = t.retire_pc_o;
  const auto cause = static_cast<Cause>(t.retire_cause_o);
  Klass klass = klass_of(insn);
  idle_ = 0;
  psp_ = t.retire_special_o >> 6 & 1;
  const uint64_t cycle = t.cycle_o + 1;
  interrupted_ =
      t.retire_trap_o && insn == 0 && (cause == Cause::none || cause == Cause::data_bus_error);

  if (t.retire_trap_o) {
    if (cause == Cause::illegal_instruction || cause == Cause::fetch_bus_error ||
        cause == Cause::invalid_state) {
      klass = Klass::other;
    }
    if (cause != Cause::none) {
      faults_ = {{t.retire_cause_o, pc, insn, t.retire_addr_o, cycle}, {}};
    }
  } else if (klass == Klass::branch && t.retire_next_pc_o == pc && insn >> 16 == 0) {
    const Insn which = decode16(static_cast<uint16_t>(insn));
    if ((which == Insn::b || which == Insn::b_cond) && !awaits()) pending_ = Pause::kLoop;
  } else if ((insn & 0xFF00) == 0xBE00 && insn >> 16 == 0) {
    pending_ = Pause::kBreakpoint;
    breakpoint_ = {insn & 0xFF, pc};
  }
  if (!interrupted_) {
    ++instructions_;
    ++mix_[place_of(klass)];
  }
  if (observer_ != nullptr) {
    uint32_t regs[kGeneral];
    std::memcpy(regs, file_, sizeof regs);
    unsigned written = written_ & ((1u << kGeneral) - 1);
    if (psp_) {
      regs[kSp] = file_[kPspEntry];
      written = (written & ~(1u << kMspEntry)) | (written_ >> kPspEntry & 1) << kSp;
    }
    if (psp_ != psp_before_) written |= 1u << kSp;
    writes_.clear();
    for (unsigned i = 0; i < kGeneral; ++i) {
      if (written >> i & 1) writes_.push_back({0, static_cast<uint16_t>(i), 0, {&regs[i], 1}});
    }
    sim::Retirement event{.cycle = cycle,
                          .pc = pc,
                          .next_pc = t.retire_next_pc_o,
                          .words = {&insn, 1},
                          .trap = t.retire_trap_o != 0,
                          .cause = t.retire_cause_o,
                          .address = t.retire_addr_o,
                          .flags = uint32_t{t.retire_nzcv_o} << kFlagsNzcv | t.retire_special_o,
                          .writes = writes_,
                          .general = regs,
                          .stores = stores_,
                          .interrupt = interrupted_};
    event.refill = refill(event);
    const bool go_on = observer_->retired(event);
    if (!go_on && pending_ == Pause::kBound) pending_ = Pause::kObserver;
    stores_.clear();
    event_times_.accesses.clear();
    begun_ = false;
  }
  handler_ = t.retire_special_o & 0x3F;
  written_ = 0;
  psp_before_ = psp_;
  entering_ = {};
}

// The halt request is set; it acts before the next instruction.
void Engine::halt() {
  while (!top_->halted_o && !top_->lockup_o && !stuck()) {
    clock();
    if (!top_->halted_o) look();
  }
  top_->dbg_halt_i = 0;
  cycles_ = top_->cycle_o;
  if (stuck()) pending_ = Pause::kStuck;
  if (top_->lockup_o) {
    locked_up_ = true;
    pending_ = Pause::kLockup;
    explain_lockup();
  }
}

// The retirement port shows the instruction that led to the lockup, and the fault. Outside the
// HardFault handler a core locks up because it cannot store an exception frame or, in a return,
// cannot load one. After a return the debug port's PC is that of the instruction behind it.
void Engine::explain_lockup() {
  const uint32_t pc = top_->retire_pc_o;
  uint8_t b[4] = {};
  uint32_t insn = 0;
  if (read_memory(pc, {b, 2})) {
    insn = b[0] | b[1] << 8;
    if (gfp::is_wide(static_cast<uint16_t>(insn)) && read_memory(pc + 2, {b + 2, 2})) {
      insn = insn << 16 | b[2] | uint32_t{b[3]} << 8;
    }
  }
  faults_.last = {top_->retire_cause_o, pc, insn, top_->retire_addr_o, cycles_};
  const bool returning = word(kPc) != pc;
  if ((handler_ == kExcHardfault || handler_ == kExcNmi) && !returning) return;
  faults_.first = returning ? sim::Fault{} : entering_;
  faults_.last.stacking = returning ? -1 : 1;
}

Pause Engine::run(const sim::Bounds& bounds) {
  if (locked_up_) return Pause::kLockup;
  if (stuck()) return Pause::kStuck;
  if (cycles_ >= bounds.cycles || instructions() >= bounds.instructions) return Pause::kBound;
  const uint64_t slice_end =
      bounds.slice > UINT64_MAX - cycles_ ? UINT64_MAX : cycles_ + bounds.slice;
  const uint64_t stop_at = std::min(bounds.cycles, slice_end);
  uint64_t steps_left = bounds.instructions - instructions();
  pending_ = Pause::kBound;

  Vgfp_sim& t = *top_;
  t.dbg_resume_i = 1;
  clock();  // still halted; the request is in its register now
  t.dbg_resume_i = 0;
  clock();  // leaves the halt
  t.dbg_halt_i = 0;
  // Values set now act in the next cycle, which begins with cycle_o + 1 cycles completed.
  while (!t.halted_o && !t.lockup_o && !stuck()) {
    const bool retires = t.retire_valid_o;
    look();
    if (retires && !interrupted_) --steps_left;
    if (t.sleeping_o && !awaits()) pending_ = Pause::kAsleep;
    if (t.cycle_o + 1 >= stop_at || steps_left == 0 || pending_ != Pause::kBound) t.dbg_halt_i = 1;
    clock();
  }
  halt();
  if (pending_ != Pause::kBound) return pending_;
  return cycles_ >= bounds.cycles || instructions() >= bounds.instructions ? Pause::kBound
                                                                           : Pause::kSlice;
}

sim::Value Engine::read_register(unsigned row) const {
  if (row < 13 || row == kLr) return file_[row];
  if (row == kSp) return file_[psp_ ? kPspEntry : kMspEntry];
  if (row == kMsp) return file_[kMspEntry];
  if (row == kPsp) return file_[kPspEntry];
  if (row == kDescriptor) {
    const uint32_t words[] = {word(kField0), word(kField1)};
    return sim::Value(words);
  }
  if (row == kDegree) return degree_of(word(kField1));
  if (row >= kRegisters) return 0u;
  // One clock of the halted core takes the number into the port's register.
  top_->dbg_addr_i = static_cast<uint8_t>(row);
  const_cast<Engine*>(this)->clock();
  return top_->dbg_rdata_o;
}

bool Engine::write_register(unsigned row, const sim::Value& given) {
  if (row >= kRegisters || locked_up_ || stuck()) return false;
  if (row == kDescriptor || row == kDegree) {
    return write_field(
        row, given, [this](unsigned r) { return word(r); },
        [this](unsigned r, uint32_t v) { return write_register(r, v); });
  }
  const uint32_t value = given.low();
  if ((row == kField1 || row == kSecond1) && !is_degree(degree_of(value))) return false;
  top_->dbg_addr_i = static_cast<uint8_t>(row);
  top_->dbg_wdata_i = value;
  top_->dbg_we_i = 1;
  clock();
  top_->dbg_we_i = 0;
  // The port writes in this cycle. The register file's write is reported like any other.
  if (top_->rf_we0_o) file_[top_->rf_addr0_o] = top_->rf_data0_o;
  clock();
  if (row == kControl) psp_ = psp_before_ = value >> 1 & 1;
  // After a new PC the core refills its prefetch buffer while halted.
  if (row == kPc) {
    for (int i = 0; i < 4; ++i) clock();
  }
  return true;
}

uint32_t* Engine::memory(uint32_t address) const {
  if (address - kRomBase < kRomSize) return rom_ + (address - kRomBase) / 4;
  if (address - kRamBase < kRamSize) return ram_ + (address - kRamBase) / 4;
  return nullptr;
}

bool Engine::read_memory(uint32_t address, std::span<uint8_t> out) const {
  return sim::read({rom_, kRomSize / 4}, kRomBase, address, out) ||
         sim::read({ram_, kRamSize / 4}, kRamBase, address, out);
}

bool Engine::write_memory(uint32_t address, std::span<const uint8_t> bytes) {
  if (!sim::write({rom_, kRomSize / 4}, kRomBase, address, bytes) &&
      !sim::write({ram_, kRamSize / 4}, kRamBase, address, bytes))
    return false;
  if (bytes.empty()) return true;
  // The prefetch buffer may hold the old instructions: fetch them again.
  if (!locked_up_ && !stuck()) {
    const uint32_t pc = word(kPc), last = address + static_cast<uint32_t>(bytes.size() - 1);
    if (address < pc + 16 && last >= pc) write_register(kPc, pc);
  }
  return true;
}

void Engine::clear() {
  std::memset(rom_, 0, kRomSize);
  std::memset(ram_, 0, kRamSize);
}

}  // namespace evariste::rtl

extern "C" [[gnu::visibility("default")]] evariste::sim::Machine* evariste_engine(
    const evariste::sim::EngineOptions& options) {
  return new evariste::rtl::Engine(options);
}
