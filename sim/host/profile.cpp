// SPDX-License-Identifier: Apache-2.0
#include "host/profile.hpp"

#include <algorithm>

#include "host/instruction.hpp"

namespace evariste::host {

using gfp::Insn;

Profile::Profile(const Symbols& symbols)
    : symbols_(symbols), counts_(static_cast<size_t>(symbols.count()) + 1) {}

int Profile::function(uint32_t pc) {
  Known& known = known_[pc >> 1 & (known_.size() - 1)];
  if (known.pc != pc) {
    const int index = symbols_.find(pc);
    known = {pc, index < 0 ? symbols_.count() : index};
  }
  return known.function;
}

void Profile::enter(const Frame& frame) {
  Count& count = counts_[static_cast<size_t>(frame.function)];
  ++count.calls;
  if (count.depth++ == 0) count.entered = now_;
  stack_.push_back(frame);
}

void Profile::leave() {
  Count& count = counts_[static_cast<size_t>(stack_.back().function)];
  if (--count.depth == 0) count.inclusive += now_ - count.entered;
  stack_.pop_back();
}

// Makes the top frame that of `function`, which runs although nothing has called it.
void Profile::settle(int function) {
  if (stack_.empty()) return enter({function, 0, false, false});
  if (stack_.back().function == function) return;
  // Back in a function that had jumped away without a call?
  for (size_t i = stack_.size(); i-- > 0;) {
    if (stack_[i].function == function) {
      while (stack_.size() > i + 1) leave();
      return;
    }
    if (!stack_[i].tail) break;
  }
  enter({function, stack_.back().return_address, true, false});
}

bool Profile::retired(const sim::Retirement& event) {
  const int here = function(event.pc);
  settle(here);
  counts_[static_cast<size_t>(here)].self += event.cycle - now_;
  now_ = event.cycle;
  follow(event);
  return true;
}

void Profile::follow(const sim::Retirement& event) {
  const unsigned exception = event.special & 0x3F, before = std::exchange(exception_, exception);
  if (event.trap) return enter({function(event.next_pc), event.pc, false, true});
  switch (decode(event.insn)) {
    case Insn::bl:
    case Insn::blx:
      return enter(
          {function(event.next_pc), event.pc + (is_wide(event.insn) ? 4 : 2), false, false});
    case Insn::bx:
    case Insn::pop:
    case Insn::mov_hi:
      if (event.next_pc != event.pc + 2) go_back(event.next_pc, exception != before);
      return;
    default:
      return;
  }
}

// Unwinds to where an indirect branch leads: behind a call, out of an exception, or into the middle
// of a function that is on the stack (longjmp). A branch to a function's first instruction is a
// tail call, which settle() sees.
void Profile::go_back(uint32_t target, bool from_exception) {
  for (size_t i = stack_.size(); i-- > 0;) {
    if (from_exception ? stack_[i].exception
                       : !stack_[i].tail && stack_[i].return_address == target) {
      while (stack_.size() > i) leave();
      return;
    }
  }
  const int home = function(target);
  if (symbols_.find(target) >= 0 && symbols_.place(target) == symbols_.name(home)) return;
  for (size_t i = stack_.size(); i-- > 0;) {
    if (stack_[i].function == home) {
      while (stack_.size() > i + 1) leave();
      return;
    }
  }
}

std::vector<Profile::Row> Profile::rows(uint64_t cycles) const {
  std::vector<Count> counts = counts_;
  if (!stack_.empty()) counts[static_cast<size_t>(stack_.back().function)].self += cycles - now_;
  std::vector<Row> out;
  for (size_t i = 0; i < counts.size(); ++i) {
    Count& count = counts[i];
    if (count.depth != 0) count.inclusive += cycles - count.entered;
    if (count.calls == 0) continue;
    const bool named = i < static_cast<size_t>(symbols_.count());
    out.push_back({named ? symbols_.name(static_cast<int>(i)) : "(no symbol)", count.calls,
                   count.self, count.inclusive});
  }
  std::sort(out.begin(), out.end(), [](const Row& a, const Row& b) { return a.self > b.self; });
  return out;
}

}  // namespace evariste::host
