// SPDX-License-Identifier: Apache-2.0
// The ELF loader, from a file's bytes to an image, its symbols, and the queries of `ev run`. Either
// it refuses a file with a clause, or every segment lies in a memory, without overlap.
#include "core/elf.hpp"

#include <cstdlib>
#include <span>

#include "core/machine_info.hpp"
#include "core/symbols.hpp"
#include "planted.hpp"

using namespace evariste;

extern "C" const sim::MachineInfo* evariste_machine(std::span<const sim::Parameter> parameters);

static void check(bool holds) {
  if (!holds) std::abort();
}

static bool inside(const host::Segment& segment, const host::Region& region) {
  const uint64_t end = uint64_t{segment.address} + segment.bytes.size();
  return segment.address >= region.base && end <= uint64_t{region.base} + region.size;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const sim::MachineInfo& facts = *evariste_machine({});
  const host::Parsed parsed = host::parse_elf({data, size}, facts);
  if (!parsed.error.empty()) {
    check(parsed.image.segments.empty() || parsed.error.size() > 3);
    return 0;
  }
  planted(parsed.image.symbols.size() == 1);
  check(!parsed.image.segments.empty());
  for (const host::Segment& segment : parsed.image.segments) {
    bool placed = false;
    for (const host::Region& region : facts.memories) placed |= inside(segment, region);
    check(placed);
    for (const host::Segment& other : parsed.image.segments) {
      const uint64_t end = uint64_t{segment.address} + segment.bytes.size();
      const uint64_t other_end = uint64_t{other.address} + other.bytes.size();
      check(&other == &segment || end <= other.address || other_end <= segment.address);
    }
  }
  const host::Symbols symbols(parsed.image.symbols);
  for (const host::Symbol& symbol : parsed.image.symbols) {
    symbols.place(symbol.address);
    symbols.place(symbol.address + symbol.size);
    check(symbols.find(symbol.address) < symbols.count());
  }
  for (const uint32_t address : {0u, 0x100u, 0x20000000u, 0xFFFFFFFFu}) symbols.place(address);
  return 0;
}
