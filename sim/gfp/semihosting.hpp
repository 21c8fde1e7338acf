// SPDX-License-Identifier: Apache-2.0
// Arm semihosting: the calls of a program to its host through BKPT 0xAB. Source: Arm, "Semihosting
// for AArch32 and AArch64", release 2.0 (operations with 32-bit fields).
//
// Commands for the host's shell are refused.
#pragma once

#include "core/host.hpp"
#include "core/machine.hpp"

namespace evariste::gfp {

constexpr uint64_t kClockHz = 100'000'000;  // the clock a simulated program believes in

// Performs the call for which the machine has halted, and gives the program its result.
void call_host(sim::Machine& machine, sim::Host& host);

}  // namespace evariste::gfp
