// SPDX-License-Identifier: Apache-2.0
// A device on a machine's data bus that is neither part of the machine nor of the core of the
// simulator: a coprocessor. A machine that has a place for one says where (Machine::attach). A
// device comes as a shared object, in two forms: for interpreters a model that takes whole
// accesses, for Verilated machines a circuit that is clocked with the machine.
#pragma once

#include <cstdint>
#include <optional>
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

  // The interrupt, a level that is low after a reset. The level of a cycle never depends on an
  // access in that cycle or later.
  //
  // The first cycle in which it changes and that no call has given before, if that is not after
  // `cycle`. Accesses in earlier cycles than `cycle` have all been made.
  virtual std::optional<uint64_t> take_change(uint64_t /*cycle*/) { return std::nullopt; }
  // When to look again, if nobody accesses the device: neither the interrupt nor whether it is
  // restless (BusDevice) changes between the cycle of the last call, or access, and this one.
  // kNever: it is not restless.
  static constexpr uint64_t kNever = UINT64_MAX;
  virtual uint64_t look_again() { return kNever; }
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
  // What the device drives in a cycle: the response to the access that it took last, and its
  // interrupt. `restless`: the interrupt may change in a later cycle, even if nobody accesses the
  // device. When it is not, a core that waits for nothing else stops.
  struct Outputs {
    bool valid = false, error = false;
    uint32_t data = 0;
    bool irq = false, restless = false;
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
