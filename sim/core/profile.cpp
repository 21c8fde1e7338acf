// SPDX-License-Identifier: Apache-2.0
#include "core/profile.hpp"

#include <algorithm>

namespace evariste::host {

namespace {

constexpr size_t kDeepest =
    1 << 16;  // frames followed; deeper recursion counts for the outermost of them

}  // namespace

Profile::Profile(const Symbols& symbols, const Lines& lines, const sim::MachineInfo& info)
    : symbols_(symbols),
      lines_(lines),
      info_(info),
      counts_(static_cast<size_t>(symbols.count()) + 1),
      line_cycles_(static_cast<size_t>(lines.count()) + 1) {
  for (int f = 0; f < symbols.count(); ++f) {
    if (symbols.name(f) == "main") main_ = f;
  }
}

int Profile::function_at(uint32_t pc) {
  if (pc < last_begin_ || pc >= last_end_) {
    last_function_ = symbols_.find(pc);
    symbols_.range(last_function_, pc, last_begin_, last_end_);
  }
  return last_function_;
}

uint64_t& Profile::line_at(uint32_t pc) {
  if (pc < line_begin_ || pc >= line_end_) last_line_ = lines_.find(pc, line_begin_, line_end_);
  return line_cycles_[static_cast<size_t>(last_line_ + 1)];
}

void Profile::open(int function, uint32_t return_address, uint32_t sp, bool exception) {
  if (function == main_ && at_main_.empty()) {
    at_main_ = so_far();
    main_began_ = now_;
  }
  Count& c = count(function);
  ++c.calls;
  if (frames_.size() >= kDeepest) return;
  if (c.active++ == 0) c.entered = now_;
  frames_.push_back({function, return_address, sp, exception});
}

void Profile::close() {
  Count& c = count(frames_.back().function);
  if (--c.active == 0) c.inclusive += now_ - c.entered;
  if (frames_.back().function == main_ && c.active == 0 && after_main_.empty()) {
    after_main_ = so_far();
    main_ended_ = now_;
  }
  frames_.pop_back();
}

bool Profile::retired(const sim::Retirement& event) {
  const int from = function_at(event.pc);
  if (frames_.empty()) open(from, 0xFFFFFFFF, event.general[info_.stack], false);
  const uint64_t end = event.cycle + event.refill;
  count(from).self += end - now_;
  line_at(event.pc) += end - now_;
  now_ = end;
  const int to = function_at(event.next_pc);
  if (from != to || info_.instructions->transfers(event)) transferred(event, from, to);
  handler_ = info_.abi->handling(event.flags);
  return true;
}

void Profile::transferred(const sim::Retirement& event, int from, int to) {
  const uint32_t sp = event.general[info_.stack], next = event.next_pc;
  if (event.trap) {
    open(to, 0, sp, true);
    return;
  }
  if (info_.abi->handling(event.flags) != handler_) {  // an exception return
    while (frames_.size() > 1 && !frames_.back().exception) close();
    if (frames_.size() > 1) close();
    return;
  }
  // A compiler may also use a call to jump far within a function.
  const bool within = from == to && from >= 0 && !symbols_.begins(next);
  if (const auto back = info_.abi->call(event); back && !within) {
    open(to, *back, sp, false);
    return;
  }
  // Frames whose stack is gone.
  while (from != to && frames_.size() > 1 && !frames_.back().exception && sp > frames_.back().sp)
    close();
  // Closes the frame that this returns from, and all above it.
  for (size_t depth = frames_.size(); depth-- > 1;) {
    const Frame& f = frames_[depth];
    if (f.exception || f.sp != sp) break;
    const bool back_in_caller =
        frames_[depth - 1].function == to && from != to && !symbols_.begins(next);
    if (f.return_address == next || back_in_caller) {
      // Also closes the frames that called it by a jump: they have the same return.
      const Frame gone = f;
      while (frames_.size() > 1 &&
             (frames_.size() > depth || (frames_.back().return_address == gone.return_address &&
                                         frames_.back().sp == gone.sp))) {
        close();
      }
      return;
    }
  }
  if (from != to && symbols_.begins(next)) {
    const Frame top = frames_.back();
    open(to, top.return_address, top.sp, false);
  }
}

std::vector<Profile::Row> Profile::rows(uint64_t cycles) {
  if (cycles > now_) {
    count(last_function_).self += cycles - now_;
    line_cycles_[static_cast<size_t>(last_line_ + 1)] += cycles - now_;
    now_ = cycles;
  }
  return rows_of(so_far());
}

Profile::Part Profile::of_main(uint64_t cycles) {
  if (at_main_.empty()) return {};
  rows(cycles);
  std::vector<Count> counts = after_main_.empty() ? so_far() : after_main_;
  for (size_t f = 0; f < counts.size(); ++f) {
    counts[f].calls -= at_main_[f].calls;
    counts[f].self -= at_main_[f].self;
    counts[f].inclusive -= at_main_[f].inclusive;
  }
  return {(after_main_.empty() ? now_ : main_ended_) - main_began_, rows_of(counts)};
}

std::vector<std::pair<std::string, uint64_t>> Profile::lines() const {
  std::vector<std::pair<std::string, uint64_t>> found;
  for (int line = 0; line < lines_.count(); ++line) {
    const uint64_t cycles = line_cycles_[static_cast<size_t>(line + 1)];
    if (cycles != 0) found.emplace_back(lines_.text(line), cycles);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return found;
}

std::vector<Profile::Count> Profile::so_far() const {
  std::vector<Count> counts = counts_;
  for (Count& c : counts) {
    if (c.active != 0) c.inclusive += now_ - c.entered;
  }
  return counts;
}

std::vector<Profile::Row> Profile::rows_of(const std::vector<Count>& counts) const {
  std::vector<Row> rows;
  for (int f = -1; f < symbols_.count(); ++f) {
    const Count& c = counts[static_cast<size_t>(f + 1)];
    if (c.calls == 0 && c.self == 0) continue;
    rows.push_back({f < 0 ? "(no symbol)" : symbols_.name(f), c.calls, c.self, c.inclusive});
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.self > b.self; });
  return rows;
}

}  // namespace evariste::host
