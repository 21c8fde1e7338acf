// SPDX-License-Identifier: Apache-2.0
#include "core/gdb/target.hpp"

#include <algorithm>
#include <cstdio>

namespace evariste::host::gdb {

Target::Target(sim::Machine& machine, const sim::MachineInfo& info)
    : machine_(machine), info_(info) {
  for (unsigned row = 0; row < info.registers.size(); ++row) {
    if (info.registers[row].debugger >= 0) rows_.push_back(row);
  }
  std::ranges::sort(rows_, {}, [&](unsigned row) { return info.registers[row].debugger; });
}

std::string Target::read(unsigned number) const {
  const sim::Value value = machine_.read_register(rows_[number]);
  std::string out;
  for (unsigned i = 0; i < bytes_of(rows_[number]); ++i) {
    out += static_cast<char>(value.words[i / 4] >> i % 4 * 8);
  }
  return out;
}

bool Target::write(unsigned number, std::string_view bytes) {
  if (bytes.size() != bytes_of(rows_[number])) return false;
  sim::Value value;
  for (size_t i = 0; i < bytes.size(); ++i) {
    value.words[i / 4] |= uint32_t{static_cast<uint8_t>(bytes[i])} << i % 4 * 8;
  }
  return machine_.write_register(rows_[number], value);
}

std::optional<std::string> Target::document(std::string_view object, std::string_view annex) const {
  if (object == "features" && annex == "target.xml") return description();
  if (object == "memory-map" && annex.empty()) return memory_map();
  return std::nullopt;
}

std::string Target::description() const {
  std::string out =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n"
      "<target version=\"1.0\">\n<architecture>" +
      std::string(info_.architecture) + "</architecture>\n";
  bool open = false;
  for (const unsigned row : rows_) {
    const sim::Register& r = info_.registers[row];
    if (r.feature != nullptr) {
      if (open) out += "</feature>\n";
      // A feature knows only its own types.
      out += std::string("<feature name=\"") + r.feature + "\">\n" + info_.types;
      open = true;
    }
    const char* name = r.shown ? r.shown : r.name;
    out += std::string("<reg name=\"") + name + "\" bitsize=\"" +
           std::to_string(8 * bytes_of(row)) + "\" type=\"" + r.type + "\"/>\n";
  }
  return out + "</feature>\n</target>\n";
}

// All memories can be written by GDB's `load`, as by any loader, so all are "ram" to it.
std::string Target::memory_map() const {
  std::string out =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE memory-map PUBLIC \"+//IDN gnu.org//DTD GDB Memory Map "
      "V1.0//EN\" \"http://sourceware.org/gdb/gdb-memory-map.dtd\">\n<memory-map>\n";
  for (const sim::Region& memory : info_.memories) {
    char line[96];
    const char* upper = info_.sign_extended && memory.base >> 31 ? "ffffffff" : "";
    std::snprintf(line, sizeof line, "<memory type=\"ram\" start=\"0x%s%08x\" length=\"0x%x\"/>\n",
                  upper, memory.base, memory.size);
    out += line;
  }
  return out + "</memory-map>\n";
}

}  // namespace evariste::host::gdb
