// SPDX-License-Identifier: Apache-2.0
// The Verilated RTL of the machine monte, as an engine.
#include "mips/accelerated/rtl_engine.hpp"
#include "monte/words.hpp"

extern "C" [[gnu::visibility("default")]] evariste::sim::Machine* evariste_engine(
    const evariste::sim::EngineOptions& options) {
  using Model = evariste::mips::AcceleratedModel<evariste::monte::Words>;
  return new evariste::mips::RtlEngine<Model>(options);
}
