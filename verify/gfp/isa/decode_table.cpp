// SPDX-License-Identifier: Apache-2.0
//
// Writes what the generated decoder says, for test_generated.py to compare: one record of 13 bytes
// for each word.
//   decode_table 16            every halfword
//   decode_table 32 < words    the 32-bit words on standard input, four bytes each, little endian
//   decode_table space         the instruction's number alone, one byte, for every word 0xEC000000
//   .. 0xEFFFFFFF

#include <cstdio>
#include <cstring>
#include <vector>

#include "gfp_isa.hpp"

using namespace evariste::gfp;

static_assert(decode16(0x1CD1) == Insn::adds_imm3, "the decoder works at compile time");
static_assert(operands(Insn::adds_imm3, 0x1CD1).imm == 3, "so do the operands");

static void put(Insn insn, uint32_t word) {
  const Operands o = operands(insn, word);
  const uint32_t imm = static_cast<uint32_t>(o.imm);
  const uint8_t record[13] = {static_cast<uint8_t>(insn),
                              o.rd,
                              o.rn,
                              o.rm,
                              o.rh,
                              o.cond,
                              0,
                              static_cast<uint8_t>(o.list),
                              static_cast<uint8_t>(o.list >> 8),
                              static_cast<uint8_t>(imm),
                              static_cast<uint8_t>(imm >> 8),
                              static_cast<uint8_t>(imm >> 16),
                              static_cast<uint8_t>(imm >> 24)};
  std::fwrite(record, 1, sizeof record, stdout);
}

int main(int argc, char** argv) {
  if (argc == 2 && !std::strcmp(argv[1], "16")) {
    for (uint32_t w = 0; w < 0x10000; ++w) put(decode16(static_cast<uint16_t>(w)), w);
    return 0;
  }
  if (argc == 2 && !std::strcmp(argv[1], "32")) {
    uint32_t w = 0;
    while (std::fread(&w, 4, 1, stdin) == 1)
      put(decode32(static_cast<uint16_t>(w >> 16), static_cast<uint16_t>(w)), w);
    return 0;
  }
  if (argc == 2 && !std::strcmp(argv[1], "space")) {
    std::vector<uint8_t> row(0x10000);
    for (uint32_t high = 0xEC00; high < 0xF000; ++high) {
      for (uint32_t low = 0; low < 0x10000; ++low)
        row[low] =
            static_cast<uint8_t>(decode32(static_cast<uint16_t>(high), static_cast<uint16_t>(low)));
      std::fwrite(row.data(), 1, row.size(), stdout);
    }
    return 0;
  }
  return 2;
}
