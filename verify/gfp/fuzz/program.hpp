// SPDX-License-Identifier: Apache-2.0
// A program for the debugger to stop in: it counts in memory for ever, and asks the host for a
// character now and then.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

inline std::vector<uint8_t> small_program() {
  constexpr uint32_t kCode = 0x40, kStack = 0x20001000, kSegment = 52 + 32, kSize = 0x60;
  std::vector<uint8_t> file;
  const auto put = [&](std::initializer_list<uint32_t> values, unsigned bytes) {
    for (const uint32_t value : values) {
      for (unsigned i = 0; i < bytes; ++i) file.push_back(static_cast<uint8_t>(value >> 8 * i));
    }
  };
  put({0x464C457F, 0x00010101, 0, 0}, 4);
  put({2, 40}, 2);                                  // an executable for Arm
  put({1, kCode | 1, 52, 0, 0x05000000}, 4);        // entry, program headers, no sections
  put({52, 32, 1, 40, 0, 0}, 2);                    // sizes and counts of headers
  put({1, kSegment, 0, 0, kSize, kSize, 7, 4}, 4);  // one segment at 0
  put({kStack, kCode | 1, 0, kCode | 1}, 4);        // vectors
  while (file.size() < kSegment + kCode) file.push_back(0);
  put({0x2520, 0x062D,          // movs r5, #0x20; lsls r5, r5, #24
       0x682C, 0x3401, 0x602C,  // loop: ldr r4, [r5]; adds r4, #1; str r4, [r5]
       0x06E3, 0xD1FA,          // lsls r3, r4, #27; bne loop
       0x2007, 0xBEAB, 0xE7F7},
      2);  // movs r0, #7 (SYS_READC); bkpt 0xAB; b loop
  file.resize(kSegment + kSize);
  return file;
}
