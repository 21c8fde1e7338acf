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

namespace evariste::host {

// A memory that a program may be loaded into.
struct Region {
  const char* name;
  uint32_t base;
  uint32_t size;
};

struct Segment {
  uint32_t address;  // where the bytes are put (the physical address)
  std::vector<uint8_t> bytes;
};

struct Symbol {
  std::string name;
  uint32_t address;  // bit 0 cleared
  uint32_t size;     // of a label without a size: to the end of its section
  bool function;     // typed as a function; else a label in executable code
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

// Reads a 32-bit little-endian Arm executable whose loaded contents lie in `regions`; the last
// region is RAM. The vector table must be loaded at `vectors`.
Parsed parse_elf(std::span<const uint8_t> file, std::span<const Region> regions, uint32_t vectors);

}  // namespace evariste::host
