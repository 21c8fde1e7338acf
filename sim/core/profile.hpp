// SPDX-License-Identifier: Apache-2.0
// Cycles per function, from retirements.
//
// Every cycle of the run belongs to exactly one function: that of the instruction that spent it,
// its refill included. Calls are followed on a stack of its own: calls open a frame, so do an
// exception entry and a jump to the first instruction of another function (tail call). A frame
// closes when control returns to its return address or to its caller with the stack pointer as it
// was at the call, or when the stack pointer has risen above that (longjmp). A function's inclusive
// cycles are those between the opening and the closing of its outermost frame.
//
// Where lines of the source are known, a line's cycles are counted, too: those of its instructions.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/lines.hpp"
#include "core/machine_info.hpp"
#include "core/symbols.hpp"

namespace evariste::host {

class Profile final : public sim::Observer {
 public:
  Profile(const Symbols& symbols, const Lines& lines, const sim::MachineInfo& info);

  bool retired(const sim::Retirement& event) override;

  struct Row {
    std::string function;
    uint64_t calls, self, inclusive;
  };
  // The functions that ran, by falling self cycles. The self cycles add up to `cycles`, the cycles
  // of the whole run. Cycles without a retirement (a lockup) belong to the last function.
  std::vector<Row> rows(uint64_t cycles);

  // The same between the first entry of main() and its return. Frames that were open before count
  // only what they spent in between. No rows if main() never ran.
  struct Part {
    uint64_t cycles = 0;
    std::vector<Row> rows;
  };
  Part of_main(uint64_t cycles);

  // The lines of the source that ran, by falling cycles.
  std::vector<std::pair<std::string, uint64_t>> lines() const;

 private:
  struct Count {
    uint64_t calls = 0, self = 0, inclusive = 0;
    unsigned active = 0;   // frames open
    uint64_t entered = 0;  // cycle at which the outermost opened
  };
  struct Frame {
    int function;
    uint32_t return_address;
    uint32_t sp;     // at the call
    bool exception;  // closes only with the exception's return
  };

  int function_at(uint32_t pc);
  uint64_t& line_at(uint32_t pc);
  Count& count(int function) { return counts_[static_cast<size_t>(function + 1)]; }
  void open(int function, uint32_t return_address, uint32_t sp, bool exception);
  void close();
  void transferred(const sim::Retirement& event, int from, int to);
  std::vector<Count> so_far() const;  // with the open frames closed
  std::vector<Row> rows_of(const std::vector<Count>& counts) const;

  const Symbols& symbols_;
  const Lines& lines_;
  const sim::MachineInfo& info_;  // with an Abi
  std::vector<Count> counts_;     // [0]: code without a symbol
  std::vector<Frame> frames_;
  std::vector<uint64_t> line_cycles_;  // [0]: code without a line
  uint64_t now_ = 0;
  int last_function_ = -1;  // of the last look-up, which is valid for a range
  uint32_t last_begin_ = 1, last_end_ = 0;
  int last_line_ = -1;
  uint32_t line_begin_ = 1, line_end_ = 0;
  unsigned handler_ = 0;  // exception number after the last instruction
  int main_ = -1;
  std::vector<Count> at_main_, after_main_;  // as main() begins, and ends; empty until then
  uint64_t main_began_ = 0, main_ended_ = 0;
};

}  // namespace evariste::host
