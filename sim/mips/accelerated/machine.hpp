// SPDX-License-Identifier: Apache-2.0
// A machine of the core mips and an accelerator, as sim/core sees it.
//
// Model has kName; the class Coprocessor; Parameters, whose set(name, value) is false for a
// parameter, or a value, that it cannot have; and the class Instructions, which disassembles.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/machine_info.hpp"
#include "mips/accelerated/accelerator.hpp"
#include "mips/core.hpp"
#include "mips/mips.hpp"

namespace evariste::mips {

// A configuration. Its tables are in it.
template <typename Model>
struct Accelerated : sim::MachineInfo {
  typename Model::Parameters parameters;
  std::string feature;
  std::vector<sim::Register> rows;
  std::vector<sim::RegisterFile> register_files;
};

template <typename Model>
void describe_accelerated(Accelerated<Model>& info) {
  static const typename Model::Instructions decoder;
  describe(info);
  info.name = Model::kName;
  info.interpreter = [](const sim::MachineInfo& own) -> std::unique_ptr<sim::Machine> {
    const auto& parameters = static_cast<const Accelerated<Model>&>(own).parameters;
    return std::make_unique<Core>(std::make_unique<typename Model::Coprocessor>(parameters));
  };
  info.instructions = &decoder;
  info.rows.assign(info.registers.begin(), info.registers.end());
  int number = 0;
  for (const sim::Register& row : info.rows) number = std::max(number, row.debugger + 1);
  // What the accelerator did at its memory port, and when: since reset, and without data since the
  // core last asked.
  info.feature = "org.evariste." + std::string(Model::kName);
  info.rows.push_back({"trace", 32, number, "uint32", info.feature.c_str()});
  info.rows.push_back({"path", 32, number + 1, "uint32", nullptr});
  info.registers = info.rows;
  info.register_files.assign(info.files.begin(), info.files.end());
  info.register_files.push_back({"accelerator", kRows + kRowTrace, kRowCount});
  info.files = info.register_files;
  info.beside = sim::MachineInfo::Place{kFirstFile, kRowPath};
}

// The machine with these parameters, kept for good, each made once.
template <typename Model>
const sim::MachineInfo* accelerated(std::span<const sim::Parameter> parameters) {
  static std::map<std::string, Accelerated<Model>> all;
  std::string name;
  typename Model::Parameters wanted;
  for (const auto& parameter : parameters) {
    const std::string one = std::string(parameter.name) + " = " + std::to_string(parameter.value);
    if (!wanted.set(parameter.name, parameter.value)) throw std::invalid_argument(one);
    name += one + ";";
  }
  const auto [place, fresh] = all.try_emplace(name);
  if (fresh) {
    place->second.parameters = wanted;
    describe_accelerated(place->second);
  }
  return &place->second;
}

}  // namespace evariste::mips
