// SPDX-License-Identifier: Apache-2.0
// Opens the shared objects of machines and of their Verilated RTL. They stay open until the end:
// their code and tables are in use.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/machine_info.hpp"
#include "core/plugin.hpp"

namespace evariste::host {

// The machine in this shared object with these parameters. Throws std::runtime_error if the object
// cannot be opened or does not hold a machine.
const sim::MachineInfo& describe(const std::string& object,
                                 std::span<const sim::Parameter> parameters);

// The engine in a shared object with Verilated RTL.
std::unique_ptr<sim::Machine> make_rtl(const std::string& object,
                                       const sim::EngineOptions& options);

// The device in a shared object, for an interpreter with these parameters, or for Verilated RTL.
std::unique_ptr<sim::Device> make_device(const std::string& object,
                                         std::span<const sim::Parameter> parameters);
std::unique_ptr<sim::BusDevice> make_bus_device(const std::string& object);

}  // namespace evariste::host
