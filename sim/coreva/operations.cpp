// SPDX-License-Identifier: Apache-2.0
// What each operation computes.
#include <bit>
#include <cstring>

#include "coreva/core.hpp"

namespace evariste::coreva {

namespace {

int32_t as_signed(uint32_t value) { return static_cast<int32_t>(value); }

// The comparisons of cmp, by their order in the specification.
bool compares(unsigned which, uint32_t a, uint32_t b) {
  switch (which) {
    case 0:
      return a == b;
    case 1:
      return a != b;
    case 2:
      return as_signed(a) < as_signed(b);
    case 3:
      return as_signed(a) >= as_signed(b);
    case 4:
      return a < b;
    case 5:
      return a >= b;
    default:
      return (a & b) != 0;
  }
}

unsigned distance(Insn insn, Insn first) {
  return static_cast<unsigned>(insn) - static_cast<unsigned>(first);
}

uint64_t carryless(uint32_t a, uint32_t b) {
  uint64_t product = 0;
  for (unsigned i = 0; i < 32; ++i) product ^= (b >> i & 1) ? uint64_t{a} << i : 0;
  return product;
}

// Applies a function to both halfwords.
template <typename Function>
uint32_t by_half(uint32_t a, uint32_t b, Function function) {
  const uint32_t low = function(a & 0xFFFF, b & 0xFFFF) & 0xFFFF;
  return (function(a >> 16, b >> 16) & 0xFFFF) << 16 | low;
}

int32_t half(uint32_t value) { return static_cast<int16_t>(value); }

constexpr uint32_t mask_of(int32_t amount) {
  return amount == 8   ? 0x00FF00FF
         : amount == 4 ? 0x0F0F0F0F
         : amount == 2 ? 0x33333333
                       : 0x55555555;
}

}  // namespace

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
  // The flag and its partner.
  const unsigned flag = op.flag, partner = flag < 8 ? flag + 7 : flag - 7;
  const auto set_flag = [&](unsigned number, bool to) {
    result.flag_mask |= 1u << number;
    result.flags = (result.flags & ~(1u << number)) | uint32_t{to} << number;
  };
  const auto goes = [&](uint32_t target, bool call) {
    result.taken = true;
    result.call = call;
    result.target = target;
    return Cause::none;
  };
  switch (op.insn) {
    case Insn::add:
      value = a + b;
      break;
    case Insn::sub:
      value = a - b;
      break;
    case Insn::addi:
      value = a + imm;
      break;
    case Insn::slt:
      value = as_signed(a) < as_signed(b);
      break;
    case Insn::sltu:
      value = a < b;
      break;
    case Insn::slti:
      value = as_signed(a) < op.imm;
      break;
    case Insn::sltiu:
      value = a < imm;
      break;
    case Insn::min:
      value = as_signed(a) < as_signed(b) ? a : b;
      break;
    case Insn::max:
      value = as_signed(a) < as_signed(b) ? b : a;
      break;
    case Insn::minu:
      value = a < b ? a : b;
      break;
    case Insn::maxu:
      value = a < b ? b : a;
      break;
    case Insn::czeqz:
      value = b == 0 ? 0 : a;
      break;
    case Insn::cznez:
      value = b != 0 ? 0 : a;
      break;
    case Insn::and_reg:
      value = a & b;
      break;
    case Insn::or_reg:
      value = a | b;
      break;
    case Insn::xor_reg:
      value = a ^ b;
      break;
    case Insn::andn:
      value = a & ~b;
      break;
    case Insn::orn:
      value = a | ~b;
      break;
    case Insn::xnor:
      value = ~(a ^ b);
      break;
    case Insn::andi:
      value = a & imm;
      break;
    case Insn::ori:
      value = a | imm;
      break;
    case Insn::xori:
      value = a ^ imm;
      break;
    case Insn::sll:
      value = a << (b & 31);
      break;
    case Insn::srl:
      value = a >> (b & 31);
      break;
    case Insn::sra:
      value = static_cast<uint32_t>(as_signed(a) >> (b & 31));
      break;
    case Insn::ror:
      value = std::rotr(a, static_cast<int>(b & 31));
      break;
    case Insn::rol:
      value = std::rotl(a, static_cast<int>(b & 31));
      break;
    case Insn::slli:
      value = a << imm;
      break;
    case Insn::srli:
      value = a >> imm;
      break;
    case Insn::srai:
      value = static_cast<uint32_t>(as_signed(a) >> imm);
      break;
    case Insn::rori:
      value = std::rotr(a, op.imm);
      break;
    case Insn::clz:
      value = static_cast<uint32_t>(std::countl_zero(a));
      break;
    case Insn::ctz:
      value = static_cast<uint32_t>(std::countr_zero(a));
      break;
    case Insn::cpop:
      value = static_cast<uint32_t>(std::popcount(a));
      break;
    case Insn::sextb:
      value = static_cast<uint32_t>(static_cast<int32_t>(static_cast<int8_t>(a)));
      break;
    case Insn::sexth:
      value = static_cast<uint32_t>(half(a));
      break;
    case Insn::zexth:
      value = a & 0xFFFF;
      break;
    case Insn::rev8:
      value = __builtin_bswap32(a);
      break;
    case Insn::movi:
      value = imm;
      break;
    case Insn::movhi:
      value = imm << 16 | (old & 0xFFFF);
      break;
    case Insn::lslxor:
      value = a ^ b << imm;
      break;
    case Insn::lsrxor:
      value = a ^ b >> imm;
      break;
    case Insn::mvbits:
      value = (a ^ a << imm) & mask_of(op.imm);
      break;
    case Insn::lsladd:
      value = a + (b << imm);
      break;
    case Insn::lw:
    case Insn::lh:
    case Insn::lhu:
    case Insn::lb:
    case Insn::lbu: {
      const Cause cause = load(op, a + imm, value);
      if (cause != Cause::none) return cause;
      if (op.insn == Insn::lh) value = static_cast<uint32_t>(half(value));
      if (op.insn == Insn::lb) value = static_cast<uint32_t>(static_cast<int8_t>(value));
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
      value = flags_ & 0x7FFE;
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
      result.through = true;
      goes(a, op.insn == Insn::callr);
      if (op.insn == Insn::jr) return Cause::none;
      value = behind_delay(behind);
      break;
    case Insn::mul:
      value = a * b;
      break;
    case Insn::mulh:
      value = static_cast<uint32_t>(int64_t{as_signed(a)} * as_signed(b) >> 32);
      break;
    case Insn::mulhu:
      value = static_cast<uint32_t>(uint64_t{a} * b >> 32);
      break;
    case Insn::mla:
      value = old + a * b;
      break;
    case Insn::clmul:
      value = static_cast<uint32_t>(carryless(a, b));
      break;
    case Insn::clmulh:
      value = static_cast<uint32_t>(carryless(a, b) >> 32);
      break;
    case Insn::divi:
      result.dq[slot % 2] = a;
      return Cause::none;
    case Insn::divs: {
      uint32_t& dq = result.dq[slot % 2];
      const uint64_t t = uint64_t{a} << 1 | dq >> 31;
      const bool q = t >= b;
      value = static_cast<uint32_t>(q ? t - b : t);
      dq = dq << 1 | q;
      break;
    }
    case Insn::divq:
      value = dq_[slot % 2];
      break;
    case Insn::add2:
      value = by_half(a, b, [](uint32_t x, uint32_t y) { return x + y; });
      break;
    case Insn::sub2:
      value = by_half(a, b, [](uint32_t x, uint32_t y) { return x - y; });
      break;
    case Insn::sll2:
      value = by_half(a, b, [](uint32_t x, uint32_t y) { return x << (y & 15); });
      break;
    case Insn::srl2:
      value = by_half(a, b, [](uint32_t x, uint32_t y) { return x >> (y & 15); });
      break;
    case Insn::sra2:
      value = by_half(
          a, b, [](uint32_t x, uint32_t y) { return static_cast<uint32_t>(half(x) >> (y & 15)); });
      break;
    case Insn::slt2:
      value = by_half(a, b, [](uint32_t x, uint32_t y) { return uint32_t{half(x) < half(y)}; });
      break;
    case Insn::min2:
      value = by_half(a, b, [](uint32_t x, uint32_t y) { return half(x) < half(y) ? x : y; });
      break;
    case Insn::max2:
      value = by_half(a, b, [](uint32_t x, uint32_t y) { return half(x) < half(y) ? y : x; });
      break;
    case Insn::pack:
      value = b << 16 | (a & 0xFFFF);
      break;
    case Insn::packh:
      value = (b & 0xFFFF0000) | a >> 16;
      break;
    case Insn::mul2:
      value = by_half(a, b, [](uint32_t x, uint32_t y) { return x * y; });
      break;
    case Insn::mla2:
      value = by_half(a, b, [](uint32_t x, uint32_t y) { return x * y; });
      value = by_half(value, old, [](uint32_t x, uint32_t y) { return x + y; });
      break;
    case Insn::trap:
      result.trap = true;
      breakpoint_.number = imm;
      return Cause::none;
    case Insn::rdcycle:
      value = static_cast<uint32_t>(cycle);
      if (counter_reads_.size() < kCounterReads) {
        counter_reads_.push_back({pc_, r_[kLink], cycle, mix_});
      }
      break;
    case Insn::rdcycleh:
      value = static_cast<uint32_t>(cycle >> 32);
      break;
    default:
      if (op.insn >= Insn::cmp2_eq && op.insn <= Insn::cmp2_geu) {
        const unsigned which = distance(op.insn, Insn::cmp2_eq);
        const bool is_signed = which == 2 || which == 3;
        const auto widened = [&](uint32_t v) {
          return is_signed ? static_cast<uint32_t>(half(v)) : v & 0xFFFF;
        };
        if (lanes & 1) set_flag(flag, compares(which, widened(a), widened(b)));
        if (lanes >> 16) set_flag(flag + 7, compares(which, widened(a >> 16), widened(b >> 16)));
        return Cause::none;
      }
      const bool both = op.insn >= Insn::cmpn_eq;
      const Insn first = both ? Insn::cmpn_eq : Insn::cmp_eq;
      const unsigned place = distance(op.insn, first);  // 7 with two registers, 6 with a constant
      const bool holds = place < 7 ? compares(place, a, b) : compares(place - 7, a, imm);
      set_flag(flag, holds);
      if (both) set_flag(partner, !holds);
      return Cause::none;
  }
  result.write[result.writes++] = {op.rd, value, lanes};
  return Cause::none;
}

}  // namespace evariste::coreva
