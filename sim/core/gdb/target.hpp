// SPDX-License-Identifier: Apache-2.0
// What GDB is told of the machine: its registers by name, number and size, and its memories.
//
// The registers are those of GDB's own features for an M-profile core, and of one more,
// org.evariste.gfp, which is there when the core has its Galois-field unit: gf_field, the field
// descriptor as a 64-bit number whose byte i is column i of the reduction matrix and whose byte 7
// is the degree; and gf_m, that degree.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/machine.hpp"
#include "core/machine_info.hpp"

namespace evariste::host::gdb {

class Target {
 public:
  Target(sim::Machine& machine, const sim::MachineInfo& info);

  // How many registers GDB knows, numbered from 0.
  unsigned count() const { return count_; }
  static constexpr unsigned kSp = sim::kSp, kLr = sim::kLr, kPc = sim::kPc;

  // The register's bytes, in the order in which memory would hold them. `number` is below count().
  std::string read(unsigned number) const;
  // False, and nothing written, when the number of bytes is another, or the value is none that the
  // register can have: a field of another degree than 2..8. `number` is below count().
  bool write(unsigned number, std::string_view bytes);

  // The documents that GDB asks for by these names; nothing for another.
  std::optional<std::string> document(std::string_view object, std::string_view annex) const;

 private:
  std::string description() const;
  std::string memory_map() const;

  sim::Machine& machine_;
  const sim::MachineInfo& info_;
  unsigned count_;
};

}  // namespace evariste::host::gdb
