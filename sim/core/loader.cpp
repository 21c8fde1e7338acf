// SPDX-License-Identifier: Apache-2.0
#include "core/loader.hpp"

#include <dlfcn.h>

#include <stdexcept>

namespace evariste::host {

namespace {

void* find(const std::string& object, const char* symbol) {
  void* const handle = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const found = handle != nullptr ? dlsym(handle, symbol) : nullptr;
  if (found == nullptr) throw std::runtime_error(dlerror());
  return found;
}

}  // namespace

const sim::MachineInfo& describe(const std::string& object,
                                 std::span<const sim::Parameter> parameters) {
  const auto describe = reinterpret_cast<sim::DescribeMachine>(find(object, "evariste_machine"));
  return *describe(parameters);
}

std::unique_ptr<sim::Machine> make_rtl(const std::string& object,
                                       const sim::EngineOptions& options) {
  const auto make = reinterpret_cast<sim::MakeEngine>(find(object, "evariste_engine"));
  return std::unique_ptr<sim::Machine>(make(options));
}

std::unique_ptr<sim::Device> make_device(const std::string& object,
                                         std::span<const sim::Parameter> parameters) {
  const auto make = reinterpret_cast<sim::MakeDevice>(find(object, "evariste_device"));
  return std::unique_ptr<sim::Device>(make(parameters));
}

std::unique_ptr<sim::BusDevice> make_bus_device(const std::string& object) {
  const auto make = reinterpret_cast<sim::MakeBusDevice>(find(object, "evariste_bus_device"));
  return std::unique_ptr<sim::BusDevice>(make());
}

}  // namespace evariste::host
