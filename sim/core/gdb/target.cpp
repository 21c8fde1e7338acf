// SPDX-License-Identifier: Apache-2.0
#include "core/gdb/target.hpp"

#include <array>
#include <cstdio>

namespace evariste::host::gdb {

namespace {

struct Entry {
  const char* name;
  const char* type;
  unsigned bytes;
  unsigned first;  // sim::Register; of two for eight bytes
};

constexpr Entry kEntries[] = {
    {"r0", "uint32", 4, 0},
    {"r1", "uint32", 4, 1},
    {"r2", "uint32", 4, 2},
    {"r3", "uint32", 4, 3},
    {"r4", "uint32", 4, 4},
    {"r5", "uint32", 4, 5},
    {"r6", "uint32", 4, 6},
    {"r7", "uint32", 4, 7},
    {"r8", "uint32", 4, 8},
    {"r9", "uint32", 4, 9},
    {"r10", "uint32", 4, 10},
    {"r11", "uint32", 4, 11},
    {"r12", "uint32", 4, 12},
    {"sp", "data_ptr", 4, sim::kSp},
    {"lr", "uint32", 4, sim::kLr},
    {"pc", "code_ptr", 4, sim::kPc},
    {"xpsr", "uint32", 4, sim::kXpsr},
    {"msp", "data_ptr", 4, sim::kMsp},
    {"psp", "data_ptr", 4, sim::kPsp},
    {"primask", "uint32", 4, sim::kPrimask},
    {"control", "uint32", 4, sim::kControl},
    {"gf_field", "uint64", 8, sim::kField0},
    {"gf_m", "uint32", 4, sim::kField1},
};
constexpr unsigned kCount = std::size(kEntries);

// Where a feature begins.
constexpr unsigned kSystem = 17, kField = 21, kDegree = 22;
static_assert(kDegree == kCount - 1);
constexpr const char* feature(unsigned number) {
  switch (number) {
    case 0:
      return "org.gnu.gdb.arm.m-profile";
    case kSystem:
      return "org.gnu.gdb.arm.m-system";
    case kField:
      return "org.evariste.gfp";
    default:
      return nullptr;
  }
}

constexpr unsigned kDegreeShift = 24;  // of the degree in kField1
constexpr bool is_degree(uint32_t m) { return m >= 2 && m <= 8; }

uint32_t word(std::string_view bytes) {
  uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i) value |= uint32_t{static_cast<uint8_t>(bytes[i])} << 8 * i;
  return value;
}

void append(std::string& out, uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) out += static_cast<char>(value >> 8 * i);
}

}  // namespace

// A core without the unit has a descriptor of zeros, whose degree is none.
Target::Target(sim::Machine& machine, const sim::MachineInfo& info)
    : machine_(machine),
      info_(info),
      count_(is_degree(machine.read_register(sim::kField1) >> kDegreeShift) ? kCount : kField) {}

std::string Target::read(unsigned number) const {
  const Entry& e = kEntries[number];
  std::string out;
  for (unsigned i = 0; i < e.bytes / 4; ++i) {
    const uint32_t value = machine_.read_register(e.first + i);
    append(out, number == kDegree ? value >> kDegreeShift : value);
  }
  return out;
}

bool Target::write(unsigned number, std::string_view bytes) {
  const Entry& e = kEntries[number];
  if (bytes.size() != e.bytes) return false;
  if (number == kDegree) {
    const uint32_t m = word(bytes);
    if (!is_degree(m)) return false;
    const uint32_t columns = machine_.read_register(sim::kField1) & ((1u << kDegreeShift) - 1);
    machine_.write_register(sim::kField1, m << kDegreeShift | columns);
    return true;
  }
  if (number == kField && !is_degree(word(bytes.substr(4)) >> kDegreeShift)) return false;
  for (unsigned i = 0; i < e.bytes / 4; ++i) {
    machine_.write_register(e.first + i, word(bytes.substr(4 * i)));
  }
  return true;
}

std::optional<std::string> Target::document(std::string_view object, std::string_view annex) const {
  if (object == "features" && annex == "target.xml") return description();
  if (object == "memory-map" && annex.empty()) return memory_map();
  return std::nullopt;
}

std::string Target::description() const {
  std::string out =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n"
      "<target version=\"1.0\">\n<architecture>armv6s-m</architecture>\n";
  for (unsigned i = 0; i < count_; ++i) {
    const Entry& e = kEntries[i];
    if (const char* name = feature(i)) {
      if (i != 0) out += "</feature>\n";
      out += std::string("<feature name=\"") + name + "\">\n";
    }
    out += std::string("<reg name=\"") + e.name + "\" bitsize=\"" + std::to_string(8 * e.bytes) +
           "\" type=\"" + e.type + "\"/>\n";
  }
  return out + "</feature>\n</target>\n";
}

// Both memories can be written by GDB's `load`, as by any loader, so both are "ram" to it.
std::string Target::memory_map() const {
  std::string out =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE memory-map PUBLIC \"+//IDN gnu.org//DTD GDB Memory Map "
      "V1.0//EN\" \"http://sourceware.org/gdb/gdb-memory-map.dtd\">\n<memory-map>\n";
  for (const Region& memory : info_.memories) {
    char line[96];
    std::snprintf(line, sizeof line, "<memory type=\"ram\" start=\"0x%08x\" length=\"0x%x\"/>\n",
                  memory.base, memory.size);
    out += line;
  }
  return out + "</memory-map>\n";
}

}  // namespace evariste::host::gdb
