// SPDX-License-Identifier: Apache-2.0
// The Verilated RTL of the machine billie, as an engine.
#include "billie/words.hpp"
#include "mips/accelerated/rtl_engine.hpp"

extern "C" [[gnu::visibility("default")]] evariste::sim::Machine* evariste_engine(
    const evariste::sim::EngineOptions& options) {
  using Model = evariste::mips::AcceleratedModel<evariste::billie::Words>;
  return new evariste::mips::RtlEngine<Model>(options);
}
