// SPDX-License-Identifier: Apache-2.0
// What each operation does in a bundle that is computed whole before anything of it is written.
#include <cstring>

#include "coreva/core.hpp"
#include "coreva/values.hpp"

namespace evariste::coreva {

Cause Core::load(const Op& op, uint32_t address, uint32_t& value) {
  const unsigned bytes = bytes_of(op.insn);
  fault_address_ = address;
  if (address % bytes != 0) return Cause::misaligned;
  const uint32_t offset = address - kRamBase;
  value = 0;
  if (offset < kRamSize) {
    std::memcpy(&value, reinterpret_cast<const uint8_t*>(ram_.data()) + offset, bytes);
    return Cause::none;
  }
  if (field_.at(address)) {
    if (!field_.allows(address, bytes, false, 0)) return Cause::data_bus_error;
    value = field_.load(address);
    return Cause::none;
  }
  return address == kConsole && bytes == 4 ? Cause::none : Cause::data_bus_error;
}

Cause Core::store(const Op& op, uint32_t address, sim::Store& made) {
  const unsigned bytes = bytes_of(op.insn);
  fault_address_ = address;
  if (address % bytes != 0) return Cause::misaligned;
  const uint32_t value = r_[op.rs2];
  const bool there = address - kRamBase < kRamSize || (address == kConsole && bytes == 4) ||
                     (field_.at(address) && field_.allows(address, bytes, true, value));
  if (!there) return Cause::data_bus_error;
  made = {address, bytes == 4 ? value : value & ((1u << (8 * bytes)) - 1),
          static_cast<uint8_t>(bytes)};
  return Cause::none;
}

Cause Core::compute(const Op& op, unsigned slot, uint32_t lanes, uint32_t behind, uint64_t cycle,
                    Result& result) {
  const uint32_t a = r_[op.rs1], b = r_[op.rs2], old = r_[op.rd];
  const auto imm = static_cast<uint32_t>(op.imm);
  uint32_t value = 0;
  const unsigned flag = op.flag;
  const auto set_flag = [&](unsigned number, bool to) {
    result.flag_mask |= 1u << number;
    result.flags = (result.flags & ~(1u << number)) | uint32_t{to} << number;
  };
  const auto goes = [&](uint32_t target, bool call) {
    result.jump = {.taken = true,
                   .call = call,
                   .through = op.insn == Insn::jr || op.insn == Insn::callr,
                   .target = target};
    return Cause::none;
  };
  switch (op.insn) {
    case Insn::lw:
    case Insn::lh:
    case Insn::lhu:
    case Insn::lb:
    case Insn::lbu: {
      const Cause cause = load(op, a + imm, value);
      if (cause != Cause::none) return cause;
      value = extended(op.insn, value);
      break;
    }
    case Insn::sw:
    case Insn::sh:
    case Insn::sb:
      return store(op, a + imm, result.store);
    case Insn::mtc: {
      const unsigned first = flag != 0 ? 8 : 1;
      result.flag_mask |= 0x7Fu << first;
      result.flags = (result.flags & ~(0x7Fu << first)) | static_cast<uint32_t>(a >> imm & 0x7F)
                                                              << first;
      return Cause::none;
    }
    case Insn::mfc:
      value = flags_ & kAllFlags;
      break;
    case Insn::br:
      return goes(pc_ + 4 * slot + imm, false);
    case Insn::call:
      goes(pc_ + 4 * slot + imm, true);
      value = behind_delay(behind);
      break;
    case Insn::jr:
    case Insn::callr:
      fault_address_ = a;
      if (a % 4 != 0) return Cause::misaligned;
      goes(a, op.insn == Insn::callr);
      if (op.insn == Insn::jr) return Cause::none;
      value = behind_delay(behind);
      break;
    case Insn::divi:
      result.dq[slot % 2] = a;
      return Cause::none;
    case Insn::divs:
      value = divided(a, b, result.dq[slot % 2]);
      break;
    case Insn::divq:
      value = dq_[slot % 2];
      break;
    case Insn::trap:
      result.trap = true;
      breakpoint_.number = imm;
      return Cause::none;
    case Insn::rdcycle:
      value = static_cast<uint32_t>(cycle);
      if (counter_reads_.size() < kCounterReads) {
        counter_reads_.push_back({pc_, r_[kLink], cycle, mix()});
      }
      break;
    case Insn::rdcycleh:
      value = static_cast<uint32_t>(cycle >> 32);
      break;
    default:
      if (compares_halves(op.insn)) {
        if (lanes & 1) set_flag(flag, holds_half(op.insn, a, b));
        if (lanes >> 16) set_flag(flag + 7, holds_half(op.insn, a >> 16, b >> 16));
        return Cause::none;
      }
      if (compares_words(op.insn)) {
        const bool so = holds(op.insn, a, b, imm);
        set_flag(flag, so);
        if (compares_both(op.insn)) set_flag(partner_of(flag), !so);
        return Cause::none;
      }
      value = value_of(op.insn, a, b, old, imm);
  }
  result.write[result.writes++] = {op.rd, value, lanes};
  return Cause::none;
}

}  // namespace evariste::coreva
