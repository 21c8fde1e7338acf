// SPDX-License-Identifier: Apache-2.0
// UHI, the semihosting interface of MIPS (Unified Hosting Interface, MD01069): operation in $25,
// arguments from $4 on, `sdbbp 1`, result in $2, error number in $3.
#pragma once

#include "core/host.hpp"
#include "core/machine.hpp"

namespace evariste::mips {

constexpr uint64_t kClockHz = 100'000'000;  // the clock a simulated program believes in

void call_host(sim::Machine& machine, sim::Host& host);

}  // namespace evariste::mips
