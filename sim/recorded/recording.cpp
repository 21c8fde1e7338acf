// SPDX-License-Identifier: Apache-2.0
// Signals of a Verilated model in every clock cycle, for Python's ctypes
// (evariste/silicon/recording.py). verilator.py beside this file puts it into the model, whose
// signals can all be read. What is read is of the model that was made last from the shared object.
//
//   signals  a line for each variable: its name, the bits of an element, the index of the lowest
//   bit,
//            the elements, the index of the first one
//   choose   what to record: pairs of a line's number and an element's, from 0
//   record   from now on, or no more
//   rows     what was recorded: for each cycle the elements one after the other, each in words of
//   32
//            bits, the lowest first
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "verilated.h"
#include "verilated_syms.h"

namespace {

// An element, or the first of several.
struct Signal {
  const uint8_t* data;
  uint32_t bytes, words, elements;
};

std::vector<Signal> signals, chosen;
std::string listed;
std::vector<uint32_t> rows;
bool on = false;
bool high = false;  // the clock, when the model was last evaluated

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

// The model is about to be evaluated. If the clock rises then, its signals are those of the cycle
// that ends.
EXPORTED void evariste_before(uint8_t clock) {
  if (on && clock != 0 && !high) {
    for (const Signal& c : chosen) {
      const size_t at = rows.size();
      rows.resize(at + c.words);
      std::memcpy(&rows[at], c.data, c.bytes);
    }
  }
  high = clock != 0;
}

EXPORTED const char* evariste_signals() {
  signals.clear();
  listed.clear();
  chosen.clear();
  on = false;
  for (const auto& [_, scope] : *Verilated::scopeNameMap()) {
    if (scope->varsp() == nullptr) continue;
    for (const auto& [name, variable] : *scope->varsp()) {
      const uint32_t bytes = variable.entSize();
      if (variable.isParam() || variable.udims() > 1 || bytes == 0) continue;
      const bool array = variable.udims() != 0;
      const auto& packed = variable.packedRanges();
      const uint32_t elements = array ? variable.elements(1) : 1;
      signals.push_back(
          {static_cast<const uint8_t*>(variable.datap()), bytes, (bytes + 3) / 4, elements});
      listed += std::string(scope->name()) + '.' + name;
      for (const long number : {long{variable.entBits()}, packed.size() == 1 ? packed[0].low() : 0L,
                                long{elements}, array ? variable.low(1) : 0L}) {
        listed += ' ' + std::to_string(number);
      }
      listed += '\n';
    }
  }
  return listed.c_str();
}

// The words of a row; 0 if there is no such element.
EXPORTED uint32_t evariste_choose(const uint32_t* pairs, uint32_t count) {
  chosen.clear();
  rows.clear();
  uint32_t words = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t number = pairs[2 * i], element = pairs[2 * i + 1];
    if (number >= signals.size() || element >= signals[number].elements) return 0;
    const Signal& s = signals[number];
    chosen.push_back({s.data + size_t{s.bytes} * element, s.bytes, s.words, 1});
    words += s.words;
  }
  return words;
}

EXPORTED void evariste_record(int now) { on = now != 0; }

// The rows so far. They are kept until the next choice.
EXPORTED const uint32_t* evariste_rows(uint64_t* words) {
  *words = rows.size();
  return rows.data();
}
