// SPDX-License-Identifier: Apache-2.0
// ELF files: turns the bytes of a file into an image that fits the machine's memories, or gives the
// reason why it cannot.
//
// A pure function of its input, written to be fuzzed. It checks every offset and size in 64 bits
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
  uint32_t address;  // load address (physical)
  std::vector<uint8_t> bytes;
};

struct Symbol {
  std::string name;
  uint32_t address;
  uint32_t size;  // a label without a size extends to the end of its section
  bool function;  // typed as a function; else a label in executable code
};

struct Image {
  std::vector<Segment> segments;
  std::vector<Symbol> symbols;  // of code, sorted by address; empty in a stripped file
  uint32_t code_bytes = 0;      // of the executable segments' file contents
  uint32_t data_bytes =
      0;  // of the other segments, and of reserved memory; a section .stack is not counted
  uint32_t end = 0;  // first RAM address above everything the file places
};

struct Parsed {
  Image image;
  std::string error;  // empty: the image is good; else a clause for "NAME: ..."
};

// Reads a 32-bit little-endian executable of this machine. Its loaded contents must lie in the
// machine's memories and include what the machine boots from.
Parsed parse_elf(std::span<const uint8_t> file, const sim::MachineInfo& info);

}  // namespace evariste::host
