// SPDX-License-Identifier: Apache-2.0
// A device on a machine's data bus that is neither part of the machine nor of the core of the
// simulator: a coprocessor. A machine that has a place for one says where (Machine::attach). A
// device comes as a shared object, in two forms: for interpreters a model that takes whole
// accesses, for Verilated machines a circuit that is clocked with the machine.
#pragma once

#include <cstdint>
#include <span>

#include "core/parameter.hpp"

namespace evariste::sim {

// For an interpreter. Time is that of the machine: cycles completed since reset.
class Device {
 public:
  struct Answer {
    bool error = false;
    uint32_t data = 0;
    unsigned waits = 0;  // cycles by which the response came late
  };

  virtual ~Device() = default;
  virtual void reset() = 0;
  // An access of the bytes `lanes` of the word at this offset, whose response phase begins in
  // `cycle`: not before the response to the access before it.
  virtual Answer access(uint64_t cycle, bool write, uint32_t offset, unsigned lanes,
                        uint32_t data) = 0;
};

// For a Verilated machine.
class BusDevice {
 public:
  // What the machine drives in a cycle. `data` belongs to the access in its response phase.
  struct Inputs {
    bool request = false, write = false;
    uint32_t offset = 0;
    unsigned lanes = 0;
    uint32_t data = 0;
  };
  // What the device drives in a cycle: the response to the access that it took last.
  struct Outputs {
    bool valid = false, error = false;
    uint32_t data = 0;
  };

  virtual ~BusDevice() = default;
  virtual void reset() = 0;
  // The end of a cycle; the device's outputs in the next one. They depend on nothing that the
  // machine drives in it.
  virtual Outputs clock(const Inputs& inputs) = 0;
};

// `evariste_device` and `evariste_bus_device` of a device's shared objects.
using MakeDevice = Device* (*)(std::span<const Parameter> parameters);
using MakeBusDevice = BusDevice* (*)();

}  // namespace evariste::sim
