// SPDX-License-Identifier: Apache-2.0
// Retirements for an observer.
#include <algorithm>

#include "mips/core.hpp"

namespace evariste::mips {

// The register that an instruction without an exception writes; 0: none.
unsigned Core::written(uint32_t word) const {
  if (coprocessor_of(word) == 2 && coprocessor_) {
    return coprocessor_->kind(word) == Coprocessor::Kind::kToCore ? word >> 16 & 31 : 0;
  }
  if (const AccumulatorOp op = accumulator_.operation(word); op != AccumulatorOp::none) {
    return operands_of(op, word).rd;
  }
  const Insn insn = mips::decode(word);
  const Operands o = operands(insn, word);
  if (info_of(insn).klass == Klass::load || insn == Insn::sc || insn == Insn::mfc0) return o.rt;
  if (info_of(insn).klass == Klass::branch) return linked(word);
  return o.rd != 0 || info_of(insn).klass != Klass::alu ? o.rd : o.rt;
}

uint32_t Core::flags() const { return handling(status_, cause_); }

void Core::note(Before& before, const Op* op, bool in_slot) const {
  before.pc = pc_of(op);
  if (!fetch(before.pc, before.word)) before.word = 0;
  before.in_slot = in_slot;
  std::copy_n(r_, kGeneral, before.r);
  for (unsigned i = 0; i < std::size(before.special); ++i) {
    before.special[i] = read_register(kLo + i).low();
  }
  before.upper = upper_;
}

bool Core::report(const Before& before, uint64_t cycle) {
  if (observer_ == nullptr) return true;
  const bool trapped = trapped_ != 0 || interrupted_;
  const unsigned target = trapped ? 0 : written(before.word);
  writes_.clear();
  for (uint16_t i = 0; i < kGeneral; ++i) {
    if (r_[i] != before.r[i] || (i != 0 && i == target)) writes_.push_back({0, i, 0, {&r_[i], 1}});
  }
  const uint32_t special[6] = {lo_, hi_, status_, badvaddr_, cause_, epc_};
  for (uint16_t i = 0; i < std::size(special); ++i) {
    const auto number = static_cast<uint16_t>(i < 2 ? i : i - 2);
    if (special[i] != before.special[i]) {
      writes_.push_back({static_cast<uint8_t>(i < 2 ? 1 : 2), number, 0, {&special[i], 1}});
    }
  }
  if (upper_ != before.upper) writes_.push_back({kFileUpper, 0, 0, {&upper_, 1}});
  if (coprocessor_ && !trapped && coprocessor_of(before.word) == 2) {
    coprocessor_->report(before.word, writes_);
  }
  uint32_t flags = this->flags();
  if (before.in_slot && branched_ && !trapped) {
    flags |= kFlagsMoved | linked(branch_) << kFlagsLinked;
  }
  if (!before.in_slot) branch_ = before.word;
  const uint32_t word = interrupted_ ? 0 : before.word;
  const sim::Retirement event{.cycle = cycle,
                              .refill = static_cast<unsigned>(now_ - cycle),
                              .pc = before.pc,
                              .next_pc = pc_,
                              .words = {&word, 1},
                              .trap = trapped,
                              .cause = trapped_,
                              .address = trap_address_,
                              .flags = flags,
                              .writes = writes_,
                              .general = {r_, kGeneral},
                              .stores = stores_,
                              .interrupt = interrupted_};
  return observer_->retired(event);
}

}  // namespace evariste::mips
