// SPDX-License-Identifier: Apache-2.0
// Cycles by function: calls, own cycles, and inclusive cycles, from the retirements and a shadow
// call stack.
//
// A cycle belongs to the instruction that retires at its end; the refill after a taken branch
// therefore counts for the branch's target. A jump into another function without a call is a tail
// call: the function stays on the stack until the call that it answers returns. An exception entry
// is a call of its handler.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "host/symbols.hpp"
#include "machine.hpp"

namespace evariste::host {

class Profile : public sim::Observer {
 public:
  explicit Profile(const Symbols& symbols);

  bool retired(const sim::Retirement& event) override;

  struct Row {
    std::string function;
    uint64_t calls, self, inclusive;
  };
  // Every function that took cycles; `cycles` is what the machine has completed by now, and the sum
  // of `self`.
  std::vector<Row> rows(uint64_t cycles) const;

 private:
  struct Frame {
    int function;
    uint32_t return_address;
    bool tail;       // entered by a jump: it returns with the frame below
    bool exception;  // entered by an exception
  };
  struct Count {
    uint64_t calls = 0, self = 0, inclusive = 0, entered = 0;
    unsigned depth = 0;
  };

  int function(uint32_t pc);
  void enter(const Frame& frame);
  void leave();
  void settle(int function);
  void follow(const sim::Retirement& event);
  void go_back(uint32_t target, bool from_exception);

  const Symbols& symbols_;
  std::vector<Count> counts_;  // by function; the last one is code without a symbol
  std::vector<Frame> stack_;
  uint64_t now_ = 0;
  unsigned exception_ = 0;
  struct Known {
    uint32_t pc = 1;  // odd: never the address of an instruction
    int function = 0;
  };
  std::array<Known, 4096> known_{};
};

}  // namespace evariste::host
