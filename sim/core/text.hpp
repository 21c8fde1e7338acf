// SPDX-License-Identifier: Apache-2.0
// Texts of numbers, words and bundles.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>

#include "core/machine_info.hpp"

namespace evariste::host {

[[gnu::format(printf, 1, 2)]] inline std::string text(const char* format, ...) {
  char buffer[320];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  return buffer;
}

// The operations of an event, side by side.
inline std::string disassembled(const sim::MachineInfo& info, std::span<const uint32_t> words,
                                uint32_t address) {
  std::string all;
  for (const uint32_t word : words) {
    all += (all.empty() ? "" : " || ") + info.instructions->disassemble(word, address);
    address += info.instructions->bytes(word);
  }
  return all;
}

// In hexadecimal, with all digits of a register of this width.
inline std::string hex(std::span<const uint32_t> words) {
  std::string digits = "0x";
  for (size_t i = words.size(); i-- > 0;) digits += text("%08x", words[i]);
  return digits;
}

}  // namespace evariste::host
