// SPDX-License-Identifier: Apache-2.0
#include "host/trace.hpp"

#include "host/disassemble.hpp"
#include "host/instruction.hpp"

namespace evariste::host {

Trace::Trace(const Symbols& symbols, const std::string& path)
    : symbols_(symbols), file_(std::fopen(path.c_str(), "w")) {}

bool Trace::retired(const sim::Retirement& event) {
  std::FILE* out = file_.get();
  std::fprintf(out, "%10llu  %08x  ", static_cast<unsigned long long>(event.cycle), event.pc);
  std::fprintf(out, is_wide(event.insn) ? "%08x  " : "%04x      ", event.insn);
  std::fprintf(out, "%-32s", disassemble(event.insn, event.pc).c_str());
  for (unsigned i = 0; i < 15; ++i) {
    if (event.written >> i & 1) std::fprintf(out, " r%u=%08x", i, event.regs[i]);
  }
  for (const sim::Store& store : event.stores) {
    std::fprintf(out, " [%08x]=%0*x", store.address, store.bytes * 2, store.data);
  }
  if (event.trap) std::fprintf(out, " exception %u", event.special & 0x3F);
  const std::string place = symbols_.place(event.pc);
  std::fprintf(out, place.empty() ? "\n" : "  ; %s\n", place.c_str());
  return true;
}

}  // namespace evariste::host
