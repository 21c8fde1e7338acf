// SPDX-License-Identifier: Apache-2.0
// The machine vword as sim/core sees it, and the door of its shared library.
#include <memory>
#include <stdexcept>

#include "mips/core.hpp"
#include "mips/mips.hpp"

namespace evariste::vword {

namespace {

std::unique_ptr<sim::Machine> interpreter(const sim::MachineInfo&) {
  return std::make_unique<mips::Core>();
}

sim::MachineInfo described() {
  sim::MachineInfo info{};
  info.name = "vword";
  info.interpreter = interpreter;
  mips::describe(info);
  return info;
}

}  // namespace

}  // namespace evariste::vword

extern "C" [[gnu::visibility("default")]] const evariste::sim::MachineInfo* evariste_machine(
    std::span<const evariste::sim::Parameter> parameters) {
  if (!parameters.empty()) throw std::invalid_argument(parameters[0].name);
  static const evariste::sim::MachineInfo info = evariste::vword::described();
  return &info;
}
