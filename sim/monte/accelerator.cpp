// SPDX-License-Identifier: Apache-2.0
#include "monte/accelerator.hpp"

namespace evariste::monte {

namespace {

constexpr uint32_t kCommand = 0x4A000000, kCommandMask = 0xFE000000;

bool is_command(uint32_t word) { return (word & kCommandMask) == kCommand; }

bool queued(Insn insn, const Operands& o) {
  return insn == Insn::ctc2 && (o.control == kControlIndex || o.control == kControlFlag);
}

}  // namespace

void Accelerator::attach(const mips::SharedRam& ram) {
  unit_ = Unit(parameters_, {ram.words, ram.base, ram.size, ram.stored});
}

void Accelerator::reset() {
  unit_.reset();
  trace_ = 0;
}

Accelerator::Kind Accelerator::kind(uint32_t word) const {
  if (is_command(word)) return Kind::kOperation;  // also one that is not assigned
  switch (decode(word)) {
    case Insn::cfc2:
      return Kind::kToCore;
    case Insn::ctc2:
      return Kind::kFromCore;
    default:
      return Kind::kReserved;
  }
}

// In the cycle before it is in EX, the accelerator has to be ready for it.
uint64_t Accelerator::start(uint32_t word, uint64_t cycle) const {
  const Insn insn = decode(word);
  const Operands o = operands(insn, word);
  const auto ready = [&] {
    if (is_command(word) || queued(insn, o)) return unit_.accepts();
    if (insn == Insn::ctc2) return unit_.idle();
    return insn != Insn::cfc2 || o.control != kControlWait || unit_.idle() || unit_.failed();
  };
  for (;; ++cycle) {
    if (cycle != 0) unit_.reach(cycle - 1);
    if (ready()) return cycle;
  }
}

uint32_t Accelerator::execute(uint32_t word, uint32_t value, uint64_t cycle) {
  unit_.reach(cycle);
  trace_ = unit_.trace();
  const Insn insn = decode(word);
  const auto control = static_cast<unsigned>(operands(insn, word).control);
  if (is_command(word)) {
    unit_.command(word);
  } else if (insn == Insn::ctc2) {
    unit_.write(control, value);
  } else if (insn == Insn::cfc2) {
    return unit_.read(control);
  }
  return 0;
}

void Accelerator::report(uint32_t, std::vector<sim::Write>& writes) {
  writes.push_back({kFirstFile, kRowTrace, 0, {&trace_, 1}});
}

}  // namespace evariste::monte
