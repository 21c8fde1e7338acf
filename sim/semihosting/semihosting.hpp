// SPDX-License-Identifier: Apache-2.0
// Arm semihosting: the calls of a program to its host through a breakpoint. Source: Arm,
// "Semihosting for AArch32 and AArch64", release 2.0 (operations with 32-bit fields).
//
// Commands for the host's shell are refused.
#pragma once

#include "core/host.hpp"
#include "core/machine.hpp"

namespace evariste::semihosting {

constexpr uint64_t kClockHz = 100'000'000;  // the clock a simulated program believes in

// Where a machine has what the calls need.
struct Convention {
  unsigned operation, parameter;  // rows of the registers; the result goes to the first
  uint32_t ram;                   // where RAM begins
  uint32_t heap_end, stack_top;
};

// Performs the call for which the machine has halted, and gives the program its result.
void call_host(sim::Machine& machine, sim::Host& host, const Convention& convention);

}  // namespace evariste::semihosting
