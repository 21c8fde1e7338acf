// SPDX-License-Identifier: Apache-2.0
// Instruction words to Ops.
#include <bit>

#include "gfp/iss/core.hpp"
#include "gfp/timing.hpp"

namespace evariste::iss {

using namespace timing;

using namespace gfp;

namespace {

constexpr uint16_t id(Handler handler) { return static_cast<uint16_t>(handler); }

// The handler of an instruction, if it does not depend on the operands.
Handler handler_of(Insn insn) {
  switch (insn) {
#define SAME(name) \
  case Insn::name: \
    return Handler::name
    SAME(movs_reg);
    SAME(lsls_imm);
    SAME(lsrs_imm);
    SAME(asrs_imm);
    SAME(adds_reg);
    SAME(subs_reg);
    SAME(movs_imm);
    SAME(cmp_imm);
    SAME(ands);
    SAME(eors);
    SAME(lsls_reg);
    SAME(lsrs_reg);
    SAME(asrs_reg);
    SAME(adcs);
    SAME(sbcs);
    SAME(rors);
    SAME(tst);
    SAME(rsbs);
    SAME(cmp_reg);
    SAME(cmn);
    SAME(orrs);
    SAME(muls);
    SAME(bics);
    SAME(mvns);
    SAME(add_hi);
    SAME(mov_hi);
    SAME(bx);
    SAME(blx);
    SAME(sxth);
    SAME(sxtb);
    SAME(uxth);
    SAME(uxtb);
    SAME(rev);
    SAME(rev16);
    SAME(revsh);
    SAME(ldr_imm);
    SAME(ldrh_imm);
    SAME(ldrb_imm);
    SAME(ldr_reg);
    SAME(ldrh_reg);
    SAME(ldrb_reg);
    SAME(ldrsh_reg);
    SAME(ldrsb_reg);
    SAME(str_imm);
    SAME(strh_imm);
    SAME(strb_imm);
    SAME(str_reg);
    SAME(strh_reg);
    SAME(strb_reg);
    SAME(push);
    SAME(pop);
    SAME(stm);
    SAME(ldm);
    SAME(svc);
    SAME(bkpt);
    SAME(cps);
    SAME(nop);
    SAME(mrs);
    SAME(msr);
#define GALOIS(name) SAME(name);
    GFP_GALOIS(GALOIS)
    GFP_SECOND_FIELD(GALOIS)
    GFP_MULTIPLY_ADD(GALOIS)
    GFP_MULTIPLY_ACCUMULATE(GALOIS)
    GFP_LANE_TEST(GALOIS)
    GFP_HIGH_ACCESS(GALOIS)
#undef GALOIS
#undef SAME
    case Insn::adds_imm3:
    case Insn::adds_imm8:
      return Handler::adds_imm;
    case Insn::subs_imm3:
    case Insn::subs_imm8:
      return Handler::subs_imm;
    case Insn::cmp_hi:
      return Handler::cmp_reg;
    case Insn::ldr_sp:
      return Handler::ldr_imm;
    case Insn::str_sp:
      return Handler::str_imm;
    case Insn::add_rd_sp_imm8:
    case Insn::add_sp_imm7:
    case Insn::sub_sp_imm7:
      return Handler::add_rd_imm;
    case Insn::adr:
      return Handler::set_constant;
    case Insn::ldr_lit:
      return Handler::ldr_literal;
    case Insn::yield_:
    case Insn::sev:
    case Insn::hint:
      return Handler::nop;
    case Insn::wfe:
    case Insn::wfi:
      return Handler::wait;
    case Insn::dsb:
    case Insn::dmb:
      return Handler::barrier;
    case Insn::isb:
      return Handler::isb;
    case Insn::b:
    case Insn::b_cond:
    case Insn::bl:
      return Handler::branch_slow;
    case Insn::illegal:
    case Insn::udf:
    case Insn::udf_w:
      return Handler::illegal;
  }
  return Handler::illegal;
}

}  // namespace

uint32_t Core::pc_of(const Op* op) const {
  return op < ram_ops_ ? kRomBase + 2 * static_cast<uint32_t>(op - ops_)
                       : kRamBase + 2 * static_cast<uint32_t>(op - ram_ops_);
}

bool Core::has(Insn insn) const {
  const Info& info = info_of(insn);
  return (gf_ || info.klass != Klass::gf) &&
         (info.extension == Extension::none || extensions_[static_cast<size_t>(info.extension)]);
}

Op* Core::op_at(uint32_t pc) const {
  if (pc - kRomBase < kRomSize) return ops_ + (pc - kRomBase) / 2;
  if (pc - kRamBase < kRamSize) return ram_ops_ + (pc - kRamBase) / 2;
  return nullptr;
}

bool Core::fetch16(uint32_t address, uint16_t& halfword) const {
  uint32_t value;
  // Instructions come only from memories. The peripherals answer a fetch with an error.
  if (op_at(address) == nullptr || !load_slow(address, 2, 0, value)) return false;
  halfword = static_cast<uint16_t>(value);
  return true;
}

uint32_t Core::fetch_word(uint32_t pc) const {
  uint16_t hw0, hw1;
  if (!fetch16(pc, hw0)) return 0;
  if (!is_wide(hw0) || !fetch16(pc + 2, hw1)) return hw0;
  return uint32_t{hw0} << 16 | hw1;
}

unsigned Core::bubble(uint32_t pc) const {
  uint16_t hw0;
  return (pc & 2) && fetch16(pc, hw0) && is_wide(hw0) ? kWideUnalignedTargetCycles : 0;
}

void Core::decode(Op* op) {
  const uint32_t pc = pc_of(op);
  uint16_t hw0 = 0, hw1 = 0;
  *op = {};
  if (!fetch16(pc, hw0)) {  // the guard behind a memory
    op->handler = id(Handler::fetch_error);
    return;
  }
  const bool whole = !is_wide(hw0) || fetch16(pc + 2, hw1);
  if (pc - kRomBase < kRomSize) {
    rom_page_[(pc - kRomBase) >> kPageShift] = 1;
  } else {
    code_page_[(pc - kRamBase) >> kPageShift] = 1;
    if (is_wide(hw0) && whole) code_page_[(pc + 2 - kRamBase) >> kPageShift] = 1;
  }
  if (!whole) {
    op->handler = id(Handler::fetch_error);
    return;
  }
  const uint32_t word = is_wide(hw0) ? uint32_t{hw0} << 16 | hw1 : hw0;
  const Insn insn = is_wide(hw0) ? decode32(hw0, hw1) : decode16(hw0);
  const Operands o = operands(insn, word);
  op->handler = id(handler_of(insn));
  op->rd = o.rd;
  op->rn = o.rn;
  op->rm = o.rm;
  op->rh = o.rh;
  op->list = o.list;
  op->imm = o.imm;

  const uint32_t literal = ((pc + 4) & ~3u) + static_cast<uint32_t>(o.imm);
  const uint32_t r15 = pc + 4;
  switch (insn) {
    case Insn::wfi:
      if (interrupts_) op->handler = id(Handler::wfi);
      break;
    case Insn::wfe:
      if (interrupts_) op->handler = id(Handler::wfe);
      break;
    case Insn::sev:
      if (interrupts_) op->handler = id(Handler::sev);
      break;
    case Insn::lsrs_imm:
      if (o.imm == 32) op->handler = id(Handler::lsrs_32);
      break;
    case Insn::adds_imm8:
    case Insn::subs_imm8:
      op->rn = o.rd;
      break;
    case Insn::add_hi:
      if (o.rd == 15) {
        op->handler = id(Handler::add_to_pc);
        op->imm = static_cast<int32_t>(r15);
      } else if (o.rm == 15) {
        op->handler = id(Handler::add_from_pc);
        op->imm = static_cast<int32_t>(r15);
        op->second = o.rd == 13 ? ~3 : ~0;
      } else if (o.rd == 13) {
        op->handler = id(Handler::add_to_sp);
      }
      break;
    case Insn::mov_hi:
      if (o.rd == 15) {
        op->handler = id(Handler::mov_to_pc);
        op->imm = static_cast<int32_t>(r15);
      } else if (o.rm == 15) {
        op->handler = id(Handler::set_constant);
        op->imm = static_cast<int32_t>(o.rd == 13 ? r15 & ~3u : r15);
      } else if (o.rd == 13) {
        op->handler = id(Handler::mov_to_sp);
      }
      break;
    case Insn::blx:
      op->second = static_cast<int32_t>((pc + 2) | 1);
      break;
    case Insn::adr:
      op->imm = static_cast<int32_t>(literal);
      break;
    case Insn::ldr_lit:
      op->imm = static_cast<int32_t>(literal);
      if (literal - kRomBase < kRomSize) {  // a ROM word never changes
        op->handler = id(Handler::ldr_constant);
        op->imm = static_cast<int32_t>(rom_[(literal - kRomBase) / 4]);
      }
      break;
    case Insn::ldr_sp:
    case Insn::str_sp:
    case Insn::add_rd_sp_imm8:
      op->rn = 13;
      break;
    case Insn::add_sp_imm7:
    case Insn::sub_sp_imm7:
      op->rd = op->rn = 13;
      if (insn == Insn::sub_sp_imm7) op->imm = -o.imm;
      break;
    case Insn::push:
    case Insn::pop:
    case Insn::stm:
    case Insn::ldm:
      op->rm = static_cast<uint8_t>(std::popcount(o.list));
      op->rh = insn == Insn::ldm && !(o.list >> o.rn & 1);
      if (insn == Insn::pop && (o.list & 0x8000)) op->handler = id(Handler::pop_pc);
      break;
    case Insn::b:
    case Insn::b_cond:
    case Insn::bl:
      decode_branch(op, insn, pc, o);
      break;
    default:
      if (!has(insn)) op->handler = id(Handler::illegal);
      break;
  }

  // Straight code checks the cycle bound once in every KiB. That place may be the second half of an
  // instruction, so two halfwords check.
  if ((pc & 0x3FF) <= 2 && op->second == 0) {
    op->second = op->handler;
    op->handler = id(Handler::checkpoint);
  }
}

void Core::decode_branch(Op* op, Insn insn, uint32_t pc, const Operands& o) {
  constexpr uint8_t kAlways = 14, kLink = 15;
  const uint32_t target = pc + 4 + static_cast<uint32_t>(o.imm);
  op->rh = insn == Insn::b ? kAlways : insn == Insn::bl ? kLink : o.cond;
  op->imm = o.imm;  // branch_slow's meaning: bytes from pc + 4
  const bool within_rom = pc - kRomBase < kRomSize && target - kRomBase < kRomSize;
  if (!within_rom || target == pc) return;
  const bool wide = bubble(target) != 0;
  if (insn == Insn::b) {
    op->handler = id(wide ? Handler::b_wide : Handler::b);
  } else if (insn == Insn::bl) {
    op->handler = id(wide ? Handler::bl_wide : Handler::bl);
    op->second = static_cast<int32_t>((pc + 4) | 1);
  } else {
    op->handler = static_cast<uint16_t>(id(wide ? Handler::b_eq_wide : Handler::b_eq) + o.cond);
  }
  op->imm = (static_cast<int32_t>(target) - static_cast<int32_t>(pc)) / 2;
}

}  // namespace evariste::iss
