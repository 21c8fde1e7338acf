// SPDX-License-Identifier: Apache-2.0
#include "core/lockstep.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace evariste::cosim {

using host::hex;
using host::text;
using sim::Pause;
using sim::Retirement;

namespace {

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
  head = event;
  words.assign(event.words.begin(), event.words.end());
  general.assign(event.general.begin(), event.general.end());
  stores.assign(event.stores.begin(), event.stores.end());
  writes.assign(event.writes.begin(), event.writes.end());
  values.clear();
  for (const sim::Write& w : writes) values.insert(values.end(), w.value.begin(), w.value.end());
  const uint32_t* value = values.data();
  for (sim::Write& w : writes) {
    w.value = {value, w.value.size()};
    value += w.value.size();
  }
  head.words = words;
  head.general = general;
  head.stores = stores;
  head.writes = writes;
}

Lockstep::Lockstep(const sim::MachineInfo& info, std::unique_ptr<sim::Machine> leader,
                   std::unique_ptr<sim::Machine> follower, bool waits)
    : info_(info),
      leader_(std::move(leader)),
      follower_(std::move(follower)),
      waits_(waits),
      known_(info.registers.size()) {
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

bool Lockstep::write_register(unsigned row, const sim::Value& value) {
  return leader_->write_register(row, value) & follower_->write_register(row, value);
}

bool Lockstep::write_memory(uint32_t address, std::span<const uint8_t> bytes) {
  return leader_->write_memory(address, bytes) && follower_->write_memory(address, bytes);
}

Pause Lockstep::run(const sim::Bounds& bounds) {
  if (!difference_.empty()) return Pause::kDifference;
  know();
  const Pause pause = leader_->run(bounds);
  if (difference_.empty() && pause == Pause::kLockup) {
    // A lockup is not a retirement. The follower must reach it by itself.
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
  const bool goes_on = pause == Pause::kSlice || leader_->instructions() >= bounds.instructions;
  if (difference_.empty() && !goes_on) compare_memories();
  return difference_.empty() ? pause : Pause::kDifference;
}

Pause Lockstep::step() {
  return waits_ ? follower_->follow(leader_->event_times()) : follower_->run({});
}

bool Lockstep::retired(const Retirement& leader) {
  Past& past = past_[retirements_++ % kKept];
  past = {leader.cycle, leader.pc, static_cast<unsigned>(leader.words.size()), {}};
  std::copy(leader.words.begin(), leader.words.end(), past.words.begin());
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
  remember(leader);
  return observer_ == nullptr || observer_->retired(follower_event_.head);
}

void Lockstep::know() {
  for (const sim::RegisterFile& file : info_.files) {
    for (unsigned i = file.first; i < file.first + file.count; ++i) {
      known_[i] = follower_->read_register(i);
    }
  }
}

Lockstep::After Lockstep::after(const Retirement& event, const sim::Write& which) const {
  for (size_t i = event.writes.size(); i-- > 0;) {  // of several writes the last one stays
    const sim::Write& w = event.writes[i];
    if (w.file == which.file && w.number == which.number) return {w.value, w.slot};
  }
  const unsigned row = info_.files[which.file].first + which.number;
  return {std::span(known_[row].words).first(words_of(info_.registers[row])), -1};
}

bool Lockstep::same(const Retirement& leader, const sim::Write& which) const {
  const After a = after(leader, which), b = after(follower_event_.head, which);
  return std::ranges::equal(a.value, b.value) && (a.slot == b.slot || a.slot < 0 || b.slot < 0);
}

bool Lockstep::agree(const Retirement& a, const Retirement& b) const {
  const auto same_here = [&](const sim::Write& w) { return same(a, w); };
  return a.pc == b.pc && std::ranges::equal(a.words, b.words) && a.next_pc == b.next_pc &&
         a.trap == b.trap && a.interrupt == b.interrupt && a.cause == b.cause &&
         a.address == b.address && a.flags == b.flags && a.cycle == b.cycle &&
         std::ranges::equal(a.general, b.general) && std::ranges::equal(a.stores, b.stores) &&
         std::ranges::all_of(a.writes, same_here) && std::ranges::all_of(b.writes, same_here);
}

void Lockstep::remember(const Retirement& event) {
  for (const sim::Write& w : event.writes) {
    known_[info_.files[w.file].first + w.number] = sim::Value(w.value);
  }
  if (info_.prefetch == 0) return;
  if (info_.instructions->transfers(event)) stale_.clear();
  for (const sim::Store& store : event.stores) {
    if (store.address - (event.pc & ~3u) < info_.prefetch) stale_.push_back(store.address & ~3u);
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
    out += text("  %-12s rtl ", what) + rtl + "  iss " + iss + "\n";
  };
  const auto number = [&](const char* what, uint32_t rtl, uint32_t iss) {
    if (rtl != iss) line(what, text("0x%08x", rtl), text("0x%08x", iss));
  };
  const auto words = [](const Retirement& event) {
    std::string all;
    for (const uint32_t word : event.words) all += text(all.empty() ? "0x%08x" : " %08x", word);
    return all;
  };
  number("address", a.pc, b.pc);
  if (!std::ranges::equal(a.words, b.words)) line("instruction", words(a), words(b));
  number("next", a.next_pc, b.next_pc);
  number("exception", a.trap, b.trap);
  number("interrupt", a.interrupt, b.interrupt);
  number("cause", a.cause, b.cause);
  number("fault at", a.address, b.address);
  std::vector<unsigned> told;  // rows
  for (size_t i = 0; i < std::min(a.general.size(), b.general.size()); ++i) {
    if (a.general[i] == b.general[i]) continue;
    told.push_back(info_.files[0].first + static_cast<unsigned>(i));
    number(info_.registers[told.back()].name, a.general[i], b.general[i]);
  }
  const auto registers = [&](const sim::Write& w) {
    const unsigned row = info_.files[w.file].first + w.number;
    if (same(a, w) || std::ranges::count(told, row) != 0) return;
    told.push_back(row);
    const auto shown = [&](const After& after) {
      const bool slots = a.words.size() > 1 && after.slot >= 0;
      return hex(after.value) + (slots ? text(" (slot %d)", after.slot) : "");
    };
    line(info_.registers[row].name, shown(after(a, w)), shown(after(b, w)));
  };
  std::ranges::for_each(a.writes, registers);
  std::ranges::for_each(b.writes, registers);
  number("flags", a.flags, b.flags);
  if (!std::ranges::equal(a.stores, b.stores)) line("writes", stores(a.stores), stores(b.stores));
  if (a.cycle != b.cycle) {
    line("cycle", std::to_string(a.cycle), std::to_string(b.cycle));
  }
  if (!std::ranges::equal(a.words, b.words) && stored_over(a.pc)) {
    out += text(
        "  stored over after it was fetched: %s belongs between the store and the instruction\n",
        info_.barrier);
  }
  differ(text("the engines differ after 0x%08x: %s", a.pc,
              host::disassembled(info_, a.words, a.pc).c_str()) +
         "\n" + out);
}

// Compares what retirements do not show. The pc of a locked-up core is not architectural.
void Lockstep::compare_rest(bool locked_up) {
  std::string out;
  for (unsigned i = 0; i < info_.registers.size(); ++i) {
    const sim::Register& r = info_.registers[i];
    if (r.view || (locked_up && i == info_.pc)) continue;
    const sim::Value rtl = leader_->read_register(i), iss = follower_->read_register(i);
    if (rtl == iss) continue;
    const auto shown = [&](const sim::Value& v) {
      return hex(std::span(v.words).first(words_of(r)));
    };
    out += text("  %-12s rtl ", r.name) + shown(rtl) + "  iss " + shown(iss) + "\n";
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
  const auto rtl = leader_->event_counts(), iss = follower_->event_counts();
  for (size_t i = 0; !waits_ && !locked_up && i < rtl.size(); ++i) {
    if (rtl[i].value == iss[i].value) continue;
    out += text("  %-12s rtl %llu  iss %llu\n", rtl[i].name,
                static_cast<unsigned long long>(rtl[i].value),
                static_cast<unsigned long long>(iss[i].value));
  }
  console_leader_ += leader_->take_console();
  console_follower_ += follower_->take_console();
  if (console_leader_ != console_follower_) out += "  the console outputs differ\n";
  if (!out.empty()) {
    differ(text("the engines differ at a pause, before 0x%08x", leader_->word(info_.pc)) + "\n" +
           out);
  }
}

// Where a run ends, also by a fault: a store that no retirement reports is in memory all the same.
// A unit with a memory port of its own may not have ended its stores.
void Lockstep::compare_memories() {
  if (info_.beside) return;
  constexpr uint32_t kPiece = 1 << 12;
  std::array<uint8_t, kPiece> rtl, iss;
  for (const sim::Region& region : info_.memories) {
    for (uint32_t at = 0; at < region.size; at += kPiece) {
      const uint32_t base = region.base + at, bytes = std::min(kPiece, region.size - at);
      const std::span a(rtl.data(), bytes), b(iss.data(), bytes);
      if (!leader_->read_memory(base, a) || !follower_->read_memory(base, b)) continue;
      const auto [where, other] = std::ranges::mismatch(a, b);
      if (where == a.end()) continue;
      const uint32_t address = base + static_cast<uint32_t>(where - a.begin());
      differ("the memories differ at the end\n" +
             text("  [0x%08x] rtl 0x%02x  iss 0x%02x", address, *where, *other));
      return;
    }
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
                host::disassembled(info_, std::span(p.words).first(p.count), p.pc).c_str());
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
