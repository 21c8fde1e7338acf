// SPDX-License-Identifier: Apache-2.0
// From words of memory to predecoded instructions, and between addresses and these.
#include <cstring>

#include "mips/core.hpp"

namespace evariste::mips {

namespace {

constexpr Handler handler_of(Insn insn) {
  switch (insn) {
#define MIPS_CASE(name) \
  case Insn::name:      \
    return Handler::name;
    MIPS_ARITHMETIC(MIPS_CASE)
    MIPS_LOGIC(MIPS_CASE)
    MIPS_SHIFT(MIPS_CASE)
    MIPS_MULTIPLY(MIPS_CASE)
    MIPS_MEMORY(MIPS_CASE)
    MIPS_BRANCH(MIPS_CASE)
    MIPS_LIKELY(MIPS_CASE)
    MIPS_TRAP(MIPS_CASE)
    MIPS_SYSTEM(MIPS_CASE)
#undef MIPS_CASE
    case Insn::illegal:
      return Handler::reserved;
  }
  return Handler::reserved;
}

// Whether the register in field rt is written, not read.
constexpr bool writes_rt(Insn insn) {
  switch (insn) {
    case Insn::addi:
    case Insn::addiu:
    case Insn::slti:
    case Insn::sltiu:
    case Insn::andi:
    case Insn::ori:
    case Insn::xori:
    case Insn::lui:
    case Insn::mfc0:
      return true;
    default:
      return info_of(insn).klass == Klass::load;
  }
}

constexpr bool keeps_rt(Insn insn) { return insn == Insn::lwl || insn == Insn::lwr; }

}  // namespace

void Core::decode(Op* op) {
  const uint32_t pc = pc_of(op);
  uint32_t word = 0;
  fetch(pc, word);
  const bool in_ram = pc - kRamBase < kRamSize;
  if (in_ram) {
    code_page_[(pc - kRamBase) >> kPageShift] = 1;
  } else {
    rom_page_[(pc - kRomBase) >> kPageShift] = 1;
  }
  const Insn insn = mips::decode(word);
  const Operands o = operands(insn, word);
  *op = {};
  op->handler = static_cast<uint16_t>(handler_of(insn));
  op->rd = o.rd;
  op->rs = o.rs;
  op->rt = o.rt;
  op->cd = static_cast<uint8_t>(o.cd);
  op->imm = insn == Insn::sdbbp ? o.code : o.imm;
  if (writes_rt(insn) || insn == Insn::sc) {
    op->rd = o.rt;
    if (writes_rt(insn) && !keeps_rt(insn)) op->rt = 0;
  }
  if (op->rd == 0) op->rd = kNowhere;
  if (accumulates()) decode_accumulator(op, insn, word);
  if (op->handler == static_cast<uint16_t>(Handler::reserved)) {
    op->cd = static_cast<uint8_t>(coprocessor_of(word));
    if (op->cd != 0) op->handler = static_cast<uint16_t>(Handler::unusable);
    if (op->cd == 2 && coprocessor_) decode_coprocessor(op, word);
  }
  if (info_of(insn).taken != 0 && insn != Insn::jr && insn != Insn::jalr && insn != Insn::eret) {
    const bool region = insn == Insn::j || insn == Insn::jal;
    const uint32_t target =
        (region ? (pc + 4) & 0xF0000000 : pc + 4) + static_cast<uint32_t>(o.imm);
    op->far = in_ram ? target - kRamBase >= kRamSize : target - kRomBase >= kRomSize;
    op->imm = static_cast<int32_t>(op->far ? target : target - pc);
    if (!op->far) op->imm /= 4;
  }
}

void Core::decode_accumulator(Op* op, Insn insn, uint32_t word) const {
  const auto handler = [&] {
    if (insn == Insn::mfhi) return Handler::accumulate_mfhi;
    if (insn == Insn::mflo) return Handler::accumulate_mflo;
    switch (insn == Insn::illegal ? accumulator_.operation(word) : AccumulatorOp::none) {
#define MIPS_CASE(name)     \
  case AccumulatorOp::name: \
    return Handler::accumulate_##name;
      MIPS_CASE(maddu)
      MIPS_CASE(m2addu)
      MIPS_CASE(addau)
      MIPS_CASE(sha)
      MIPS_CASE(mtlhx)
      MIPS_CASE(mul)
      MIPS_CASE(mulgf2)
      MIPS_CASE(maddgf2)
#undef MIPS_CASE
      case AccumulatorOp::none:
        break;
    }
    return static_cast<Handler>(op->handler);
  }();
  if (insn == Insn::illegal && handler != Handler::reserved) {
    const AccumulatorOperands o = operands_of(accumulator_.operation(word), word);
    op->rd = o.rd != 0 ? o.rd : kNowhere;
    op->rs = o.rs;
    op->rt = o.rt;
  }
  op->handler = static_cast<uint16_t>(handler);
}

void Core::decode_coprocessor(Op* op, uint32_t word) const {
  using Kind = Coprocessor::Kind;
  const auto rs = static_cast<uint8_t>(word >> 21 & 31), rt = static_cast<uint8_t>(word >> 16 & 31);
  Handler handler = Handler::coprocessor_reserved;
  switch (coprocessor_->kind(word)) {
    case Kind::kReserved:
      break;
    case Kind::kOperation:
      handler = Handler::coprocessor_operation;
      break;
    case Kind::kFromCore:
      handler = Handler::coprocessor_from_core;
      op->rt = rt;
      break;
    case Kind::kToCore:
      handler = Handler::coprocessor_to_core;
      op->rd = rt != 0 ? rt : kNowhere;
      break;
    case Kind::kLoad:
      handler = Handler::coprocessor_load;
      op->rs = rs;
      break;
    case Kind::kStore:
      handler = Handler::coprocessor_store;
      op->rs = rs;
      break;
  }
  op->handler = static_cast<uint16_t>(handler);
  op->imm = static_cast<int32_t>(word);
}

uint32_t Core::pc_of(const Op* op) const {
  if (op >= outside_) return outside_pc_ + 4 * static_cast<uint32_t>(op - outside_);
  if (op >= ram_ops_) return kRamBase + 4 * static_cast<uint32_t>(op - ram_ops_);
  return kRomBase + 4 * static_cast<uint32_t>(op - ops_);
}

Op* Core::place(uint32_t pc) {
  if (pc % 4 == 0) {
    if (pc - kRomBase < kRomSize) return ops_ + (pc - kRomBase) / 4;
    if (pc - kRamBase < kRamSize) return ram_ops_ + (pc - kRamBase) / 4;
  }
  outside_pc_ = pc;
  return outside_;
}

bool Core::fetch(uint32_t address, uint32_t& word) const {
  if (address - kRomBase < kRomSize) {
    word = rom_[(address - kRomBase) / 4];
  } else if (address - kRamBase < kRamSize) {
    word = ram_[(address - kRamBase) / 4];
  } else {
    return false;
  }
  return address % 4 == 0;
}

void Core::forget_rom() {
  constexpr size_t kOps = 1u << kPageShift >> 2;
  for (size_t page = 0; page < rom_page_.size(); ++page) {
    if (std::exchange(rom_page_[page], 0)) {
      std::memset(static_cast<void*>(ops_ + page * kOps), 0, kOps * sizeof(Op));
    }
  }
}

void Core::forget_code(uint32_t ram_offset, uint32_t bytes) {
  constexpr size_t kOps = 1u << kPageShift >> 2;
  if (bytes == 0) return;
  const uint32_t first = ram_offset >> kPageShift, last = (ram_offset + bytes - 1) >> kPageShift;
  for (uint32_t page = first; page <= last; ++page) {
    if (std::exchange(code_page_[page], 0)) {
      std::memset(static_cast<void*>(ram_ops_ + page * kOps), 0, kOps * sizeof(Op));
    }
  }
}

}  // namespace evariste::mips
