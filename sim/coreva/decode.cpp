// SPDX-License-Identifier: Apache-2.0
// Bundles from words, and what makes one illegal.
#include <algorithm>

#include "coreva/coreva.hpp"

namespace evariste::coreva {

namespace {

Op decoded(uint32_t word) {
  const Insn insn = decode(word & ~kStop);
  const Operands o = operands(insn, word & ~kStop);
  Op op{};
  op.insn = insn;
  op.klass = info_of(insn).klass;
  op.guard = static_cast<uint8_t>(o.guard);
  op.rd = o.rd;
  op.rs1 = o.rs1;
  op.rs2 = op.klass == Klass::store ? o.value : o.rs2;
  op.flag = static_cast<uint8_t>(o.flag | o.pair | o.file);
  if (insn == Insn::call || insn == Insn::callr) op.rd = kLink;
  op.imm = o.imm | o.amount | o.bit | o.offset;  // an operation has one of these
  return op;
}

// The instance of a unit that a slot reaches; 2: none.
unsigned instance(Unit unit, unsigned slot) {
  switch (unit) {
    case Unit::x:
    case Unit::d:
      return slot % 2;
    case Unit::memory:
      return slot < 2 ? 0 : 2;
    case Unit::system:
      return slot == 0 ? 0 : 2;
    default:
      return 0;
  }
}

}  // namespace

bool reads_rd(Insn insn) { return insn == Insn::mla || insn == Insn::mla2 || insn == Insn::movhi; }

unsigned length(std::span<const uint32_t> words) {
  const auto last =
      std::find_if(words.begin(), words.end(), [](uint32_t word) { return word & kStop; });
  return static_cast<unsigned>(last == words.end() ? words.size() : last - words.begin() + 1);
}

void decode(std::span<const uint32_t> words, const Extensions& extensions, Bundle& bundle) {
  bundle = {};
  bundle.count = static_cast<uint8_t>(words.size());
  bundle.memory = kNoSlot;
  unsigned taken = 0;  // a bit for each instance of a unit
  bool legal = words.back() & kStop;
  for (unsigned slot = 0; slot < words.size(); ++slot) {
    const Op op = bundle.op[slot] = decoded(words[slot]);
    const Info& info = info_of(op.insn);
    if (op.insn == Insn::illegal || !extensions.has(info.extension)) {
      bundle.fault = Cause::illegal_instruction;
      return;
    }
    legal &= info.slots >> slot & 1;
    if (info.unit != Unit::none) {
      const unsigned bit = 1u << (2 * static_cast<unsigned>(info.unit) + instance(info.unit, slot));
      legal &= !(taken & bit);
      taken |= bit;
    }
    if (info.unit == Unit::memory) bundle.memory = static_cast<uint8_t>(slot);
    if (info.unit == Unit::branch) {
      bundle.branches = true;
      bundle.guard = op.guard;
    }
    for (const uint8_t number : {op.rs1, op.rs2, reads_rd(op.insn) ? op.rd : uint8_t{0}}) {
      if (number != 0) bundle.read[bundle.reads++] = number;
    }
  }
  if (!legal) bundle.fault = Cause::illegal_bundle;
}

bool idles(const Bundle& bundle) {
  const Op& only = bundle.op[0];
  return bundle.count == 1 && only.rd == 0 &&
         (only.klass == Klass::alu || only.klass == Klass::load);
}

}  // namespace evariste::coreva
