// SPDX-License-Identifier: Apache-2.0
// Exceptions (ARMv6-M Architecture Reference Manual, B1.5) and special registers (B5.2).
#include <cstring>
#include <utility>

#include "gfp/iss/core.hpp"
#include "gfp/timing.hpp"

namespace evariste::iss {

using namespace timing;

using namespace gfp;

namespace {

constexpr uint32_t kReturn = 0xFFFFFFF1;  // EXC_RETURN: to a handler, main stack
constexpr uint32_t kReturnToThread = 8;
constexpr uint32_t kReturnToPsp = 4;
constexpr uint32_t kFrameBytes = 32;
constexpr uint32_t kFrameAligned =
    1u << 9;  // in the stacked xPSR: the stack pointer was moved by 4 to align it

}  // namespace

uint32_t Core::xpsr() const {
  return (nz_ < 0 ? 1u << 31 : 0) | (static_cast<uint32_t>(nz_) == 0 ? 1u << 30 : 0) | c_ << 29 |
         v_ >> 31 << 28 | uint32_t{thumb_} << 24 | ipsr_;
}

void Core::set_flags(uint32_t xpsr) {
  // N is the sign and Z the low half being zero, so that N and Z can both be set.
  nz_ = (xpsr >> 31 ? INT64_MIN : 0) | (xpsr >> 30 & 1 ? 0 : 1);
  c_ = xpsr >> 29 & 1;
  v_ = xpsr >> 28 << 31;
}

bool Core::condition_holds(unsigned condition) const {
  const uint32_t flags = xpsr();
  const bool n = flags >> 31, z = flags >> 30 & 1, c = flags >> 29 & 1, v = flags >> 28 & 1;
  bool holds = true;
  switch (condition >> 1) {
    case 0:
      holds = z;
      break;
    case 1:
      holds = c;
      break;
    case 2:
      holds = n;
      break;
    case 3:
      holds = v;
      break;
    case 4:
      holds = c && !z;
      break;
    case 5:
      holds = n == v;
      break;
    case 6:
      holds = n == v && !z;
      break;
  }
  return holds != (condition & 1);
}

bool Core::svc_escalates() const {
  if (interrupts_) return !nvic_.svc_preempts(ipsr_, primask_);
  return primask_ || ipsr_ == kExcSvcall || ipsr_ == kExcHardfault;
}

void Core::lock_up(Cause cause, uint32_t pc, uint32_t address, int8_t stacking) {
  faults_.last = {static_cast<uint8_t>(cause), pc, fetch_word(pc), address, cycles_, stacking};
  locked_up_ = true;
  pc_ = pc;
}

bool Core::take_fault(Cause cause, uint32_t pc, uint32_t address) {
  const bool has_address = cause == Cause::misaligned || cause == Cause::data_bus_error;
  if (!has_address) address = 0;
  if (ipsr_ == kExcHardfault || (interrupts_ && ipsr_ == kExcNmi)) {
    lock_up(cause, pc, address);
    return false;
  }
  const bool fetched = cause != Cause::fetch_bus_error && cause != Cause::invalid_state;
  faults_ = {{static_cast<uint8_t>(cause), pc, fetched ? fetch_word(pc) : 0, address, 0}, {}};
  trap_cause_ = static_cast<uint8_t>(cause);
  trap_address_ = address;
  if (!enter_exception(kExcHardfault, pc)) return false;
  faults_.first.cycle = cycles_;
  return true;
}

bool Core::take_svc(uint32_t pc) {
  trap_cause_ = 0;
  trap_address_ = 0;
  return enter_exception(kExcSvcall, pc + info_of(Insn::svc).size);
}

// If the frame of an exception cannot be stored or loaded, HardFault is taken instead. The words
// before the error are stored (or loaded). HardFault cannot preempt itself or NMI.
bool Core::enter_exception(unsigned number, uint32_t return_address) {
  trapped_ = true;
  const bool interrupt = number == kInterrupt;
  const uint32_t frame = (r_[13] - kFrameBytes) & ~4u;
  const uint32_t moved = r_[13] & 4 ? kFrameAligned : 0;
  const uint32_t words[8] = {r_[0],  r_[1],  r_[2],          r_[3],
                             r_[12], r_[14], return_address, xpsr() | moved};
  for (uint32_t k = 0; k < 8; ++k) {
    const uint32_t at = frame + 4 * k;
    if (!store_slow(at, 4, words[k])) {
      const unsigned spent = static_cast<unsigned>(error_cycles(static_cast<int>(k)));
      if (interrupt) number = arriving(told_ ? told_->own[kFailed] : cycles_ + spent - 1);
      spend(spent);
      if (number == kExcHardfault || number == kExcNmi) {
        if (interrupt) faults_.first = {};  // of an earlier time
        lock_up(Cause::data_bus_error, return_address, at, 1);
        return false;
      }
      r_[13] = frame;
      if (interrupt) {
        fail_frame(!in_handler(), return_address, 0, at);
      } else {
        const uint32_t pc = return_address - info_of(Insn::svc).size;
        fail_frame(!in_handler(), pc, fetch_word(pc), at);
      }
      return true;
    }
    note_store(at, words[k], 4);
  }
  if (interrupt) {
    const auto own = static_cast<int64_t>(cycles_ + kStackingCycles);
    number = arriving(phase(kStackingCycles - 1, own));
  }
  r_[13] = frame;
  to_handler(number, !in_handler());
  begin_exception(number, cycles_ + kExceptionEntryCycles);
  cycles_ += kExceptionEntryCycles;
  tally_.irregular += kExceptionEntryCycles;
  return true;
}

// The interrupt that is entered if the bus takes the last word of its frame in this cycle. One of
// higher priority may have come until the cycle before, the address phase of that word.
unsigned Core::arriving(uint64_t cycle) {
  nvic_.advance(cycle - 1);
  return nvic_.preempting(ipsr_, primask_);
}

void Core::fail_frame(bool from_thread, uint32_t pc, uint32_t insn, uint32_t address) {
  trapped_ = true;
  trap_cause_ = static_cast<uint8_t>(Cause::data_bus_error);
  trap_address_ = address;
  to_handler(kExcHardfault, from_thread);
  begin_exception(kExcHardfault, cycles_ + kVectorCycles);
  spend(kVectorCycles);
  faults_ = {{trap_cause_, pc, insn, address, cycles_}, {}};
}

void Core::spend(unsigned cycles) {
  cycles_ += cycles;
  tally_.irregular += cycles;
}

void Core::to_handler(unsigned number, bool from_thread) {
  r_[14] = kReturn | (from_thread ? kReturnToThread : 0) | (spsel_ ? kReturnToPsp : 0);
  if (spsel_) std::swap(r_[13], idle_sp_);
  spsel_ = false;
  ipsr_ = static_cast<uint8_t>(number);
  const uint32_t vector = rom_[number];
  pc_ = vector & ~1u;
  thumb_ = vector & 1;
}

void Core::begin_exception(unsigned number, uint64_t end) {
  if (!interrupts_) return;
  nvic_.advance(instant(end_, end - kRefillLoaded - 1));  // the vector's data phase
  nvic_.enter(number);
}

// Only the stack selection of EXC_RETURN is used. The stacked xPSR says whether a handler
// continues.
bool Core::return_from_exception(uint32_t exc_return, uint32_t pc) {
  const bool psp = exc_return & kReturnToPsp;
  if (psp != spsel_) std::swap(r_[13], idle_sp_);
  spsel_ = psp;
  if (interrupts_) {
    nvic_.advance(told_ ? told_->own[kReturns] : cycles_ - 1);
    nvic_.leave(ipsr_);
    if (chain_exception()) return true;
  }
  const uint32_t frame = r_[13];
  uint32_t words[8];
  for (uint32_t k = 0; k < 8; ++k) {
    const uint32_t at = frame + 4 * k;
    if (!load_slow(at, 4, cycles_ + k, words[k])) {
      spend(static_cast<unsigned>(error_cycles(static_cast<int>(k))));
      if (nvic_.returns_to_hardfault(ipsr_)) {
        faults_.first = {};  // of an earlier time
        lock_up(Cause::data_bus_error, pc, at, -1);
        return false;
      }
      const bool to_thread = interrupts_ ? nvic_.to_thread() : exc_return & kReturnToThread;
      fail_frame(to_thread, pc, fetch_word(pc), at);
      return true;
    }
    // Writes r0..r3, r12, lr as they come, and the rest when all is read.
    if (k < 6) r_[k < 4 ? k : 8 + k + (k == 5)] = words[k];
  }
  returned_ = true;
  const uint32_t stacked = words[7];
  r_[13] = (frame + kFrameBytes) | (stacked & kFrameAligned ? 4 : 0);
  pc_ = words[6] & ~1u;
  set_flags(stacked);
  thumb_ = stacked >> 24 & 1;
  ipsr_ = stacked & 0x3F;
  cycles_ += kExceptionReturnCycles;
  tally_.irregular += kExceptionReturnCycles;
  if (interrupts_ && nvic_.sleeps_on_exit() && !in_handler()) sleep_ = Sleep::kNap;
  return true;
}

void Core::select_stack(bool psp) {
  if (psp != spsel_) std::swap(r_[13], idle_sp_);
  spsel_ = psp;
}

uint32_t Core::read_special(unsigned number) const {
  constexpr uint32_t kFlags = 0xF0000000;
  switch (number) {
    case kSysApsr:
    case kSysEapsr:
      return xpsr() & kFlags;
    case kSysIapsr:
    case kSysXpsr:
      return (xpsr() & kFlags) | ipsr_;
    case kSysIpsr:
    case kSysIepsr:
      return ipsr_;
    case kSysMsp:
      return word(gfp::kMsp);
    case kSysPsp:
      return word(gfp::kPsp);
    case kSysPrimask:
      return primask_;
    case kSysControl:
      return word(gfp::kControl);
    default:
      return 0;
  }
}

void Core::write_special(unsigned number, uint32_t value) {
  switch (number) {
    case kSysApsr:
    case kSysIapsr:
    case kSysEapsr:
    case kSysXpsr:
      set_flags(value);
      break;
    case kSysMsp:
      write_register(gfp::kMsp, value);
      break;
    case kSysPsp:
      write_register(gfp::kPsp, value);
      break;
    case kSysPrimask:
      primask_ = value & 1;
      break;
    case kSysControl:
      if (!in_handler()) select_stack(value & 2);
      break;
    default:
      break;  // IPSR and EPSR cannot be written
  }
}

// Counts an instruction that faulted after `spent` cycles with its class.
void Core::count_faulted(uint32_t pc, Cause cause, int64_t spent) {
  uint16_t hw0 = 0, hw1 = 0;
  Insn insn = Insn::illegal;
  if (cause != Cause::invalid_state && cause != Cause::fetch_bus_error && fetch16(pc, hw0)) {
    insn = is_wide(hw0) && fetch16(pc + 2, hw1) ? decode32(hw0, hw1) : decode16(hw0);
  }
  const auto irregular = [&](int64_t counted) {
    tally_.irregular += static_cast<uint64_t>(spent - counted);
  };
  const bool many = info_of(insn).per_register != 0;
  switch (cause == Cause::illegal_instruction ? Klass::other : info_of(insn).klass) {
    case Klass::load:
      many ? ++tally_.load_many : ++tally_.load;
      irregular(many ? kMany : kTransfer);
      break;
    case Klass::store:
      many ? ++tally_.store_many : ++tally_.store;
      irregular(many ? kMany : kTransfer);
      break;
    case Klass::gf:
      ++tally_.gfcfg;
      irregular(kGfcfg);
      break;
    default:
      ++tally_.other;
      tally_.other_cycles += static_cast<uint64_t>(spent);
  }
}

}  // namespace evariste::iss
