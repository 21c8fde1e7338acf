// SPDX-License-Identifier: Apache-2.0
// Assembler text from the syntax of isa/: "add {rd}, {rn}" with the operands put in.
#pragma once

#include <string>
#include <string_view>

namespace evariste::sim {

// `value_of` gives the text for a name in braces.
template <typename ValueOf>
std::string fill_in(std::string_view syntax, ValueOf value_of) {
  std::string text;
  for (size_t open; (open = syntax.find('{')) != syntax.npos;) {
    const size_t close = syntax.find('}', open);
    text += syntax.substr(0, open);
    text += value_of(syntax.substr(open + 1, close - open - 1));
    syntax.remove_prefix(close + 1);
  }
  return text + std::string(syntax);
}

}  // namespace evariste::sim
