// SPDX-License-Identifier: Apache-2.0
// An execution trace as text, one line for each retired instruction: cycle, address, instruction
// word and text, written registers, stores, the exception it ended in, and after " ; " the place in
// the program, with the line of the source where it is known.
#pragma once

#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <unordered_map>

#include "core/lines.hpp"
#include "core/machine.hpp"
#include "core/machine_info.hpp"
#include "core/symbols.hpp"

namespace evariste::host {

class Trace final : public sim::Observer {
 public:
  // Writes to `file` and closes it at the end.
  Trace(std::FILE* file, const Symbols& symbols, const Lines& lines, const sim::MachineInfo& info)
      : file_(file, &std::fclose), symbols_(symbols), lines_(lines), info_(info) {}

  // Returns false, which stops the machine, if the file cannot take more.
  bool retired(const sim::Retirement& event) override;
  // Writes the buffer to the operating system. False if it has not taken everything.
  bool flush();

 private:
  // The common part of all lines of the instruction at an address.
  struct Known {
    std::string head, tail;
  };
  const Known& known(uint32_t pc, std::span<const uint32_t> words, bool interrupted);

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  const Symbols& symbols_;
  const Lines& lines_;
  const sim::MachineInfo& info_;
  struct Key {
    uint32_t pc;
    bool interrupted;
    unsigned count;
    std::array<uint32_t, sim::kSlots> words;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    size_t operator()(const Key& key) const;
  };
  std::unordered_map<Key, Known, Hash> known_;
  std::string line_;
  bool failed_ = false;
};

}  // namespace evariste::host
