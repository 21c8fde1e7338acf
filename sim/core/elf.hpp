// SPDX-License-Identifier: Apache-2.0
// ELF files: from the bytes of a file to an image that fits the machine's memories, or to the
// reason why not.
//
// A pure function of its input, written to be fuzzed: every offset and size is checked in 64 bits
// before use.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/machine_info.hpp"

namespace evariste::host {

using sim::Region;

struct Segment {
  uint32_t address;  // where the bytes are put (the physical address)
  std::vector<uint8_t> bytes;
};

struct Symbol {
  std::string name;
  uint32_t address;
  uint32_t size;  // of a label without a size: to the end of its section
  bool function;  // typed as a function; else a label in executable code
};

struct Image {
  std::vector<Segment> segments;
  std::vector<Symbol> symbols;  // of code, sorted by address; empty in a stripped file
  uint32_t code_bytes = 0;      // of the executable segments' file contents
  uint32_t data_bytes =
      0;             // of the others, and of what is only reserved; a section .stack is not counted
  uint32_t end = 0;  // first RAM address above everything the file places
};

struct Parsed {
  Image image;
  std::string error;  // empty: the image is good; else a clause for "NAME: ..."
};

// Reads a 32-bit little-endian executable of this machine, whose loaded contents lie in its
// memories and include what it boots from.
Parsed parse_elf(std::span<const uint8_t> file, const sim::MachineInfo& info);

}  // namespace evariste::host
