// SPDX-License-Identifier: Apache-2.0
// The path of a program between two marks: for every instruction its address, its data address, the
// cycle, and what an accelerator did. Two runs that differ only in their secrets must leave the
// same path (`ev ct`).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/machine_info.hpp"
#include "core/stack_values.hpp"

namespace evariste::host {

class PathRecorder : public sim::Observer {
 public:
  // A step of the path. `address` is the first address of a load or store, and 0 for other
  // instructions. `cycle` counts from the beginning of the region. `beside` is the value of
  // MachineInfo::beside if the instruction asked a unit beside the core, and 0 otherwise.
  struct Step {
    uint32_t pc, address, cycle, beside;
  };

  // Records from each retirement at `begin` to the next retirement at `end`. `machine` runs the
  // program; `notes` say where it keeps secrets.
  PathRecorder(const sim::MachineInfo& info, sim::Machine& machine, uint32_t begin, uint32_t end,
               Notes notes)
      : info_(info), begin_(begin), end_(end), values_(info, machine, std::move(notes)) {
    PathRecorder::changed(machine);
  }

  bool retired(const sim::Retirement& event) override;
  void changed(const sim::Machine& machine) override;

  // The words of keys that functions left on the stack.
  const std::vector<StackValues::Left>& left() const { return values_.left(); }

  // Takes the steps of all regions so far, one after another.
  std::vector<Step> take() { return std::exchange(steps_, {}); }

 private:
  uint32_t address(const sim::Retirement& event) const;
  uint32_t beside(const sim::Retirement& event) const;

  const sim::MachineInfo& info_;
  uint32_t begin_, end_;
  bool inside_ = false;
  uint64_t start_ = 0;
  std::vector<uint32_t> before_;  // general registers before the instruction
  std::vector<Step> steps_;
  StackValues values_;
};

}  // namespace evariste::host
