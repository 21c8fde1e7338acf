// SPDX-License-Identifier: Apache-2.0
#include "core/lockstep.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

#include "gfp/disassemble.hpp"
#include "gfp/instruction.hpp"

namespace evariste::cosim {

using sim::Pause;
using sim::Retirement;

namespace {

constexpr const char* kNames[sim::kRegisters] = {
    "r0",  "r1", "r2", "r3", "r4",   "r5",  "r6",  "r7",      "r8",      "r9",     "r10",   "r11",
    "r12", "sp", "lr", "pc", "xpsr", "msp", "psp", "primask", "control", "field0", "field1"};

[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...) {
  char buffer[256];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  return buffer;
}

std::string stores(std::span<const sim::Store> list) {
  std::string out;
  for (const sim::Store& s : list) {
    out += text("%s[0x%08x] = 0x%0*x", out.empty() ? "" : ", ", s.address, s.bytes * 2, s.data);
  }
  return out.empty() ? "none" : out;
}

const char* pause_name(Pause pause) {
  switch (pause) {
    case Pause::kBreakpoint:
      return "stopped at a breakpoint";
    case Pause::kLoop:
      return "stopped in a branch to itself";
    case Pause::kLockup:
      return "locked up";
    case Pause::kAsleep:
      return "sleeps for good";
    default:
      return "went on";
  }
}

}  // namespace

void Lockstep::Event::take(const Retirement& event) {
  std::copy(event.regs.begin(), event.regs.end(), regs.begin());
  stores.assign(event.stores.begin(), event.stores.end());
  head = event;
  head.regs = regs;
  head.stores = stores;
}

Lockstep::Lockstep(std::unique_ptr<sim::Machine> leader, std::unique_ptr<sim::Machine> follower,
                   bool waits)
    : leader_(std::move(leader)), follower_(std::move(follower)), waits_(waits) {
  leader_->observe(this);
  follower_->observe(&recorder_);
}

void Lockstep::reset() {
  leader_->reset();
  follower_->reset();
  difference_.clear();
  retirements_ = 0;
  stale_.clear();
  console_leader_.clear();
  console_follower_.clear();
}

void Lockstep::clear() {
  leader_->clear();
  follower_->clear();
}

void Lockstep::drive(std::span<const sim::LineChange> changes) {
  leader_->drive(changes);
  follower_->drive(changes);
}

void Lockstep::write_register(unsigned index, uint32_t value) {
  leader_->write_register(index, value);
  follower_->write_register(index, value);
}

bool Lockstep::write_memory(uint32_t address, std::span<const uint8_t> bytes) {
  return leader_->write_memory(address, bytes) && follower_->write_memory(address, bytes);
}

Pause Lockstep::run(const sim::Bounds& bounds) {
  if (!difference_.empty()) return Pause::kDifference;
  const Pause pause = leader_->run(bounds);
  if (difference_.empty() && pause == Pause::kLockup) {
    // A lockup is no retirement: the follower must run into it by itself.
    const Pause other =
        waits_ ? step() : follower_->run({.instructions = follower_->instructions() + 1});
    if (other != Pause::kLockup)
      differ(text("the RTL locked up, the interpreter %s", pause_name(other)));
  }
  const bool asleep = waits_ ? pause == Pause::kAsleep : leader_->cycles() > follower_->cycles();
  if (difference_.empty() && asleep) {
    // The follower has not begun to sleep.
    recorder_.seen = false;
    const Pause other = waits_ ? step() : follower_->run({.cycles = leader_->cycles()});
    if (recorder_.seen) {
      differ(text("the RTL sleeps, the interpreter retired the instruction at 0x%08x",
                  follower_event_.head.pc));
    } else if ((pause == Pause::kAsleep) != (other == Pause::kAsleep)) {
      differ(text("the RTL %s, the interpreter %s", pause_name(pause), pause_name(other)));
    }
  }
  if (difference_.empty()) compare_rest(pause == Pause::kLockup);
  return difference_.empty() ? pause : Pause::kDifference;
}

Pause Lockstep::step() {
  return waits_ ? follower_->follow(leader_->event_times()) : follower_->run({});
}

bool Lockstep::retired(const Retirement& leader) {
  past_[retirements_++ % kKept] = {leader.cycle, leader.pc, leader.insn};
  recorder_.seen = false;
  const Pause pause = step();
  if (!recorder_.seen) {
    differ(text("the RTL retired the instruction at 0x%08x, the interpreter %s", leader.pc,
                pause_name(pause)));
    return false;
  }
  if (!agree(leader, follower_event_.head)) {
    explain(leader);
    return false;
  }
  remember_stores(leader);
  return observer_ == nullptr || observer_->retired(follower_event_.head);
}

bool Lockstep::agree(const Retirement& a, const Retirement& b) const {
  return a.pc == b.pc && a.insn == b.insn && a.next_pc == b.next_pc && a.trap == b.trap &&
         a.cause == b.cause && a.address == b.address && a.xpsr == b.xpsr &&
         a.special == b.special && a.cycle == b.cycle &&
         std::equal(a.regs.begin(), a.regs.begin() + 15, b.regs.begin()) &&
         std::equal(a.stores.begin(), a.stores.end(), b.stores.begin(), b.stores.end());
}

// The prefetch buffer and the word on its way reach no further ahead than this, in bytes.
constexpr uint32_t kPrefetched = 16;

void Lockstep::remember_stores(const Retirement& event) {
  if (host::transfers(event)) stale_.clear();
  for (const sim::Store& store : event.stores) {
    if (store.address - (event.pc & ~3u) < kPrefetched) stale_.push_back(store.address & ~3u);
  }
}

bool Lockstep::stored_over(uint32_t pc) const {
  return std::ranges::any_of(
      stale_, [pc](uint32_t word) { return word == (pc & ~3u) || word == ((pc + 2) & ~3u); });
}

void Lockstep::explain(const Retirement& a) {
  const Retirement& b = follower_event_.head;
  std::string out;
  const auto line = [&](const char* what, const std::string& rtl, const std::string& iss) {
    out += text("  %-12s rtl %s  iss %s\n", what, rtl.c_str(), iss.c_str());
  };
  const auto number = [&](const char* what, uint32_t rtl, uint32_t iss) {
    if (rtl != iss) line(what, text("0x%08x", rtl), text("0x%08x", iss));
  };
  number("address", a.pc, b.pc);
  number("instruction", a.insn, b.insn);
  number("next", a.next_pc, b.next_pc);
  number("exception", a.trap, b.trap);
  number("cause", a.cause, b.cause);
  number("fault at", a.address, b.address);
  for (unsigned i = 0; i < 15; ++i) number(kNames[i], a.regs[i], b.regs[i]);
  number("xpsr", a.xpsr, b.xpsr);
  number("special", a.special, b.special);
  if (!std::equal(a.stores.begin(), a.stores.end(), b.stores.begin(), b.stores.end())) {
    line("writes", stores(a.stores), stores(b.stores));
  }
  if (a.cycle != b.cycle) {
    line("cycle", std::to_string(a.cycle), std::to_string(b.cycle));
  }
  if (a.insn != b.insn && stored_over(a.pc)) {
    out +=
        "  stored over after it was fetched: an ISB belongs between the store and the "
        "instruction\n";
  }
  differ(
      text("the engines differ after 0x%08x: %s", a.pc, host::disassemble(a.insn, a.pc).c_str()) +
      "\n" + out);
}

// What retirements do not show. Where the pc of a core that has locked up stands is not
// architectural.
void Lockstep::compare_rest(bool locked_up) {
  std::string out;
  for (unsigned i = 0; i < sim::kRegisters; ++i) {
    if (locked_up && i == sim::kPc) continue;
    const uint32_t rtl = leader_->read_register(i), iss = follower_->read_register(i);
    if (rtl != iss) out += text("  %-12s rtl 0x%08x  iss 0x%08x\n", kNames[i], rtl, iss);
  }
  if (!waits_ && leader_->cycles() != follower_->cycles()) {
    out += text("  %-12s rtl %llu  iss %llu\n", "cycle",
                static_cast<unsigned long long>(leader_->cycles()),
                static_cast<unsigned long long>(follower_->cycles()));
  }
  if (leader_->instructions() != follower_->instructions()) {
    out += text("  %-12s rtl %llu  iss %llu\n", "instructions",
                static_cast<unsigned long long>(leader_->instructions()),
                static_cast<unsigned long long>(follower_->instructions()));
  }
  console_leader_ += leader_->take_console();
  console_follower_ += follower_->take_console();
  if (console_leader_ != console_follower_) out += "  the console outputs differ\n";
  if (!out.empty()) {
    differ(text("the engines differ at a pause, before 0x%08x", leader_->read_register(sim::kPc)) +
           "\n" + out);
  }
}

void Lockstep::differ(std::string what) {
  if (!what.ends_with('\n')) what += '\n';
  difference_ = std::move(what) + history();
}

std::string Lockstep::history() const {
  std::string out = "  last retirements of the RTL (cycle, address, instruction):\n";
  const uint64_t first = retirements_ > kKept ? retirements_ - kKept : 0;
  for (uint64_t i = first; i < retirements_; ++i) {
    const Past& p = past_[i % kKept];
    out += text("    %10llu  0x%08x  %s\n", static_cast<unsigned long long>(p.cycle), p.pc,
                host::disassemble(p.insn, p.pc).c_str());
  }
  out.pop_back();
  return out;
}

std::string Lockstep::take_console() {
  // compare_rest has taken what both printed; they are equal, or the run has stopped.
  console_follower_.clear();
  return std::exchange(console_leader_, {});
}

}  // namespace evariste::cosim
