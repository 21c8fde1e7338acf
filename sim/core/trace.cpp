// SPDX-License-Identifier: Apache-2.0
#include "core/trace.hpp"

#include "gfp/disassemble.hpp"
#include "gfp/instruction.hpp"

namespace evariste::host {

namespace {

constexpr const char* kNames[15] = {"r0", "r1", "r2",  "r3",  "r4",  "r5", "r6", "r7",
                                    "r8", "r9", "r10", "r11", "r12", "sp", "lr"};
constexpr size_t kKnown = 1 << 16;
// Stands for the instruction that an interrupt kept from running; no instruction word.
constexpr uint32_t kInterrupt = 0xFFFF;

}  // namespace

const Trace::Known& Trace::known(uint32_t pc, uint32_t insn) {
  if (known_.size() >= kKnown) known_.clear();
  const auto [at, fresh] = known_.try_emplace(uint64_t{pc} << 32 | insn);
  if (fresh) {
    char head[128];
    if (insn == kInterrupt) {
      std::snprintf(head, sizeof head, "  %08x  -         %-28s", pc, "(interrupted)");
    } else {
      std::snprintf(head, sizeof head,
                    is_wide(insn) ? "  %08x  %08x  %-28s" : "  %08x  %04x      %-28s", pc, insn,
                    disassemble(insn, pc).c_str());
    }
    const std::string place = symbols_.place(pc);
    at->second = {head, place.empty() ? "\n" : "  ; " + place + "\n"};
  }
  return at->second;
}

bool Trace::retired(const sim::Retirement& event) {
  const Known& known = this->known(event.pc, event.interrupt ? kInterrupt : event.insn);
  line_.clear();
  char text[96];
  const auto add = [&](const char* format, auto... values) {
    line_.append(text, static_cast<size_t>(std::snprintf(text, sizeof text, format, values...)));
  };
  add("%10llu", static_cast<unsigned long long>(event.cycle));
  line_ += known.head;
  for (unsigned i = 0; i < 15; ++i) {
    if (event.written >> i & 1) add(" %s=%08x", kNames[i], event.regs[i]);
  }
  for (const sim::Store& s : event.stores) add(" [%08x]=%0*x", s.address, s.bytes * 2, s.data);
  if (event.trap) add(" exception %u", event.special & 0x3Fu);
  if (event.cause != 0) add(": %.80s", info_.cause_text(event.cause));
  line_ += known.tail;
  if (std::fwrite(line_.data(), 1, line_.size(), file_.get()) != line_.size()) failed_ = true;
  return !failed_;
}

bool Trace::flush() {
  if (std::fflush(file_.get()) != 0) failed_ = true;
  return !failed_;
}

}  // namespace evariste::host
