// SPDX-License-Identifier: Apache-2.0
// Breakpoints and watchpoints. They watch the machine's reports and change nothing in the machine:
// no instruction is replaced, no cycle is added, and every engine stops at the same place.
//
// Both stop in front of an instruction: a breakpoint of the one at its address, a watchpoint of the
// one that is about to read or write its bytes (what GDB expects). Only what an exception
// entry writes is seen afterwards. The loads of an exception return and of a vector are not data
// accesses of an instruction and are not watched.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <tuple>

#include "core/machine.hpp"
#include "core/machine_info.hpp"

namespace evariste::host::gdb {

class Points final : public sim::Observer {
 public:
  // Values as in the protocol's Z packets, where 0 and 1 are breakpoints in software and hardware.
  enum class Kind : uint8_t { kSoftware, kHardware, kWrite, kRead, kAccess };
  static constexpr size_t kMost = 1024;

  Points(const sim::Machine& machine, const sim::MachineInfo& info)
      : machine_(machine), info_(info) {}

  // Sets one. Setting it again changes nothing. `bytes` is used only for watchpoints and is not 0
  // there. False: there are already kMost.
  bool insert(Kind kind, uint32_t address, uint32_t bytes);
  // Removes one, if it is there.
  void remove(Kind kind, uint32_t address, uint32_t bytes);
  void clear();
  bool empty() const { return breakpoints_.empty() && watchpoints_.empty(); }

  // A watchpoint that has stopped the machine, and the first of its bytes that is accessed.
  struct Hit {
    Kind kind;
    uint32_t address;
  };
  // The watchpoint that stopped it since the last call of forget(). Nothing if a breakpoint stopped
  // it, or none did.
  const std::optional<Hit>& hit() const { return hit_; }
  void forget() { hit_.reset(); }

  // Whether the next instruction would hit a watchpoint. Reports come only at the end of the
  // instruction before.
  bool watched_now();

  bool retired(const sim::Retirement& event) override;

 private:
  bool uses(uint64_t address, uint64_t bytes, bool write);
  bool about_to_use(uint32_t pc, std::span<const uint32_t> general);

  const sim::Machine& machine_;
  const sim::MachineInfo& info_;
  std::set<std::pair<uint32_t, Kind>> breakpoints_;
  std::set<std::tuple<uint32_t, uint32_t, Kind>> watchpoints_;  // address, bytes
  std::optional<Hit> hit_;
};

}  // namespace evariste::host::gdb
