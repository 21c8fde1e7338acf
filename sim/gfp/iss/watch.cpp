// SPDX-License-Identifier: Apache-2.0
// Retirements for an observer.
#include "gfp/iss/core.hpp"

namespace evariste::iss {

using namespace gfp;

namespace {

constexpr uint16_t kUnstacked = 0x700F;  // r0..r3, r12, sp, lr

// The registers r0..r14 that a completed instruction writes.
uint16_t written_registers(uint32_t word) {
  const bool wide = word >> 16 != 0;
  const Insn insn = wide ? decode32(static_cast<uint16_t>(word >> 16), static_cast<uint16_t>(word))
                         : decode16(static_cast<uint16_t>(word));
  const Operands o = operands(insn, word);
  const unsigned sp = 1u << 13, lr = 1u << 14;
  unsigned mask = 0;
  switch (insn) {
    case Insn::cmp_imm:
    case Insn::cmp_reg:
    case Insn::cmp_hi:
    case Insn::cmn:
    case Insn::tst:
      return 0;
    case Insn::push:
    case Insn::add_sp_imm7:
    case Insn::sub_sp_imm7:
      return sp;
    case Insn::pop:
      mask = o.list | sp;
      break;
    case Insn::stm:
      return static_cast<uint16_t>(1u << o.rn);
    case Insn::ldm:
      mask = o.list | 1u << o.rn;
      break;
    case Insn::bl:
    case Insn::blx:
      return static_cast<uint16_t>(lr);
    case Insn::gfmul32:
      mask = 1u << o.rd | 1u << o.rh;
      break;
    case Insn::msr:
      return o.imm == kSysMsp || o.imm == kSysPsp || o.imm == kSysControl ? sp : 0;
    case Insn::mrs:
      mask = 1u << o.rd;
      break;
    default:
      switch (info_of(insn).klass) {
        case Klass::alu:
        case Klass::load:
          mask = 1u << o.rd;
          break;
        case Klass::gf:
          mask = insn == Insn::gfcfg || insn == Insn::gfst ? 0 : 1u << o.rd;
          break;
        default:
          break;
      }
  }
  return mask & 0x7FFF;
}

}  // namespace

void Core::note_store(uint32_t address, uint32_t data, unsigned bytes) {
  if (observer_ == nullptr) return;
  if (bytes < 4) data &= (1u << (8 * bytes)) - 1;
  stores_.push_back({address, data, static_cast<uint8_t>(bytes)});
}

uint32_t Core::flags() const {
  constexpr uint32_t kNzcv = 0xFu << kFlagsNzcv;
  return (xpsr() & kNzcv) | (primask_ ? kFlagsPrimask : 0) | (spsel_ ? kFlagsSpsel : 0) | ipsr_;
}

bool Core::report(uint32_t pc, uint32_t insn, unsigned refill, const uint32_t* before) {
  uint16_t changed = 0;
  for (int i = 0; i < 15; ++i) changed |= static_cast<uint16_t>((r_[i] != before[i]) << i);
  if (!trapped_) changed |= written_registers(insn);
  if (returned_) changed |= kUnstacked;
  writes_.clear();
  for (unsigned i = 0; i < kGeneral; ++i) {
    if (changed >> i & 1) writes_.push_back({0, static_cast<uint16_t>(i), 0, {&r_[i], 1}});
  }
  const bool kept = trap_cause_ == 0 || trap_cause_ == static_cast<uint8_t>(Cause::data_bus_error);
  const sim::Retirement event{.cycle = instant(end_ + 1, cycles_ - refill),
                              .refill = refill,
                              .pc = pc,
                              .next_pc = pc_,
                              .words = {&insn, 1},
                              .trap = trapped_,
                              .cause = trapped_ ? trap_cause_ : uint8_t{0},
                              .address = trapped_ ? trap_address_ : 0,
                              .flags = flags(),
                              .writes = writes_,
                              .general = {r_, kGeneral},
                              .stores = stores_,
                              .interrupt = trapped_ && insn == 0 && kept};
  trapped_ = returned_ = false;
  return observer_->retired(event);
}

}  // namespace evariste::iss
