// SPDX-License-Identifier: Apache-2.0
// The disassembler, on words of four bytes each, at the address given by the first four bytes. It
// must always give a text in printable characters, and its data accesses must agree with the text.
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <string>

#include "gfp/access.hpp"
#include "gfp/disassemble.hpp"
#include "planted.hpp"

using namespace evariste;

static void check(bool holds) {
  if (!holds) std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  uint32_t address = 0;
  if (size >= 4) std::memcpy(&address, data, 4);
  uint32_t registers[16];
  for (uint32_t i = 0; i < 16; ++i) registers[i] = address * (i + 1);
  for (size_t at = 4; at + 4 <= size; at += 4) {
    uint32_t word;
    std::memcpy(&word, data + at, 4);
    const std::string text = gfp::disassemble(word, address);
    check(!text.empty() && text.size() < 100);
    for (const char c : text) check(std::isprint(static_cast<unsigned char>(c)) != 0);
    planted(text.starts_with("gfinv"));
    const auto access = gfp::access_of(word, address, registers);
    const bool loads = text.starts_with("ldr") || text.starts_with("ldm") ||
                       text.starts_with("pop") || text.starts_with("gfcfg") ||
                       text.starts_with("gfldr");
    const bool stores = text.starts_with("str") || text.starts_with("stm") ||
                        text.starts_with("push") || text.starts_with("gfst");
    check(access ? (access->write ? stores : loads) && access->bytes >= 1 && access->bytes <= 36
                 : !loads && !stores);
    address += word >> 16 != 0 ? 4 : 2;
  }
  return 0;
}
