// SPDX-License-Identifier: Apache-2.0
// The library with the interpreter alone.
#include "asip/coprocessor.hpp"

namespace evariste::asip {

std::unique_ptr<Engine> make(const Parameters& parameters, Kind) {
  return std::make_unique<Coprocessor>(parameters);
}

}  // namespace evariste::asip
