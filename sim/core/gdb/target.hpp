// SPDX-License-Identifier: Apache-2.0
// The description of the machine for GDB: its registers by name, number and size, and its memories.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine.hpp"
#include "core/machine_info.hpp"

namespace evariste::host::gdb {

class Target {
 public:
  Target(sim::Machine& machine, const sim::MachineInfo& info);

  // How many registers GDB knows, numbered from 0.
  unsigned count() const { return static_cast<unsigned>(rows_.size()); }
  // The number of a register by its row in the machine's table.
  unsigned number_of(unsigned row) const {
    return static_cast<unsigned>(info_.registers[row].debugger);
  }

  // The register's bytes, in memory order. `number` is below count().
  std::string read(unsigned number) const;
  // False, and nothing written, when the number of bytes is another, or the value is none that the
  // register can have. `number` is below count().
  bool write(unsigned number, std::string_view bytes);

  // The documents that GDB requests by these names. Nothing for any other name.
  std::optional<std::string> document(std::string_view object, std::string_view annex) const;

 private:
  unsigned bytes_of(unsigned row) const { return (info_.registers[row].bits + 7) / 8; }
  std::string description() const;
  std::string memory_map() const;

  sim::Machine& machine_;
  const sim::MachineInfo& info_;
  std::vector<unsigned> rows_;  // by the debugger's numbers
};

}  // namespace evariste::host::gdb
