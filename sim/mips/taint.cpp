// SPDX-License-Identifier: Apache-2.0
// Taint is kept for each bit of the registers, and of U, HI and LO. An instruction that reads one
// register twice (xor r, s, s) is known not to depend on it.
#include "mips/taint.hpp"

#include <algorithm>
#include <bit>

#include "core/taint_rules.hpp"
#include "mips/mips.hpp"

namespace evariste::mips {

namespace {

namespace rules = sim::rules;
using sim::Leak;
using sim::Retirement;
using sim::Taint;
using sim::TaintHost;

// A word with the mask of its tainted bits.
struct Term {
  uint32_t value = 0;
  Taint taint;
};

constexpr uint32_t kSign = uint32_t{1} << 31;

// All bits from the lowest tainted one up: what a sum or a product may change.
constexpr uint64_t upwards(uint64_t bits) {
  return bits == 0 ? 0 : ~uint64_t{0} << std::countr_zero(bits);
}

// The bits of an integer product that depend on the operands' tainted bits. None is below the
// lowest tainted partial product, and without signs none is above the greatest product.
uint64_t product_bits(Term a, Term b, bool has_sign) {
  const uint32_t ta = a.taint.bits, tb = b.taint.bits;
  const uint32_t high_a = rules::high(a.value, ta), high_b = rules::high(b.value, tb);
  if ((ta | tb) == 0 || high_a == 0 || high_b == 0) return 0;
  int first = 64;
  if (ta != 0) first = std::countr_zero(ta) + std::countr_zero(high_b);
  if (tb != 0) first = std::min(first, std::countr_zero(tb) + std::countr_zero(high_a));
  const int width = std::bit_width(uint64_t{high_a} * high_b);
  const uint64_t inside = has_sign || width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  return first >= 64 ? 0 : inside & ~uint64_t{0} << first;
}

class MipsPropagation final : public sim::Propagation {
 public:
  explicit MipsPropagation(AccumulatorUnit accumulator) : accumulator_(accumulator) {}

  void clear() override {
    for (Taint& r : r_) r = {};
    lo_ = hi_ = upper_ = {};
  }
  Taint read(unsigned number) const override { return number < kGeneral ? r_[number] : Taint{}; }
  void write(unsigned number, Taint taint) override {
    if (number == 0 || number >= kGeneral) return;
    if (number == kStack) {
      if (host_ != nullptr) host_->leak(Leak::kAddress, taint);
      taint = {};
    }
    r_[number] = taint;
  }

  void follow(const Retirement& event, std::span<const uint32_t> before, uint32_t,
              TaintHost& host) override {
    before_ = before;
    host_ = &host;
    if (!event.interrupt) {
      const uint32_t word = event.insn();
      const AccumulatorOp op = accumulator_.operation(word);
      if (op != AccumulatorOp::none) {
        if (!event.trap) accumulate(op, operands_of(op, word));
      } else {
        const Insn insn = decode(word);
        execute(insn, operands(insn, word), event.trap);
      }
    }
    host_ = nullptr;
  }

 private:
  Term term(unsigned n) const { return {before_[n], r_[n]}; }
  static Term constant(int32_t imm) { return {static_cast<uint32_t>(imm), {}}; }

  void sum(unsigned n, Term a, Term b, bool carry = false) {
    const rules::Sum s = rules::sum(a.value, a.taint.bits, b.value, b.taint.bits, carry, false);
    write(n, {s.bits, origin_of(a.taint, b.taint)});
  }
  static Term inverted(Term a) { return {~a.value, a.taint}; }

  // a < b. The difference's carry decides; with signs, both top bits count the other way round.
  Taint less(Term a, Term b, bool has_sign) const {
    if (has_sign) a.value ^= kSign, b.value ^= kSign;
    const rules::Sum s = rules::sum(a.value, a.taint.bits, ~b.value, b.taint.bits, true, false);
    return {s.carry ? 1u : 0u, origin_of(a.taint, b.taint)};
  }
  // Whether they are equal. A public bit that differs decides.
  Taint equal(Term a, Term b) const {
    const uint32_t tainted = a.taint.bits | b.taint.bits;
    return {rules::zero(a.value ^ b.value, tainted) ? 1u : 0u, origin_of(a.taint, b.taint)};
  }
  Taint sign(Term a) const { return {a.taint.bits & kSign, a.taint.origin}; }
  // Whether it is 0 or less.
  Taint at_most_zero(Term a) const {
    const bool negative = (rules::low(a.value, a.taint.bits) & kSign) != 0;
    const bool tainted =
        !negative && ((a.taint.bits & kSign) || rules::zero(a.value, a.taint.bits));
    return {tainted ? 1u : 0u, a.taint.origin};
  }

  template <typename Shift>
  void shift(unsigned n, Term a, Term amount, Shift by) {
    if ((amount.taint.bits & 31) == 0) {
      return write(n, {by(a.taint.bits, amount.value & 31), a.taint.origin});
    }
    const bool anything = rules::high(a.value, a.taint.bits) != 0;
    write(n, {rules::all(anything), amount.taint.origin});
  }
  void logic(Insn insn, unsigned n, unsigned s, Term b);

  Taint loaded(uint32_t address, unsigned bytes, bool has_sign) {
    Taint t = host_->load(address, bytes);
    if (has_sign) {
      const int unused = 32 - 8 * static_cast<int>(bytes);
      t.bits = static_cast<uint32_t>(static_cast<int32_t>(t.bits << unused) >> unused);
    }
    return t;
  }
  void memory(Insn insn, const Operands& o);
  void multiply(Insn insn, const Operands& o);
  void accumulate(AccumulatorOp op, AccumulatorOperands o);
  // The accumulator plus a number with these tainted bits.
  void add(uint64_t bits, uint32_t above, uint32_t origin);
  void execute(Insn insn, const Operands& o, bool trapped);

  const AccumulatorUnit accumulator_;
  Taint r_[kGeneral];
  Taint lo_, hi_, upper_;

  // The event being followed.
  std::span<const uint32_t> before_;
  TaintHost* host_ = nullptr;
};

void MipsPropagation::logic(Insn insn, unsigned n, unsigned s, Term b) {
  const Term a = term(s);
  const uint32_t ta = a.taint.bits, tb = b.taint.bits;
  uint32_t bits = 0;
  switch (insn) {
    case Insn::and_reg:
    case Insn::andi:
      bits = rules::conjunction(a.value, ta, b.value, tb);
      break;
    case Insn::or_reg:
    case Insn::ori:
    case Insn::nor:
      bits = rules::disjunction(a.value, ta, b.value, tb);
      break;
    default:
      bits = ta | tb;
  }
  write(n, {bits, origin_of(a.taint, b.taint)});
}

// Memory is little-endian. lwl takes the bytes of a word up to the address into the high end of
// the register, and lwr those from the address on into the low end.
void MipsPropagation::memory(Insn insn, const Operands& o) {
  host_->leak(Leak::kAddress, r_[o.rs]);
  const uint32_t at = before_[o.rs] + static_cast<uint32_t>(o.imm);
  const unsigned place = at % 4;
  const Taint old = r_[o.rt];
  switch (insn) {
    case Insn::lb:
    case Insn::lbu:
      return write(o.rt, loaded(at, 1, insn == Insn::lb));
    case Insn::lh:
    case Insn::lhu:
      return write(o.rt, loaded(at, 2, insn == Insn::lh));
    case Insn::lw:
    case Insn::ll:
      return write(o.rt, loaded(at, 4, false));
    case Insn::lwl: {
      const Taint t = loaded(at - place, place + 1, false);
      const unsigned up = 8 * (3 - place);
      return write(o.rt, {t.bits << up | (old.bits & ((1u << up) - 1)), origin_of(t, old)});
    }
    case Insn::lwr: {
      const Taint t = loaded(at, 4 - place, false);
      return write(o.rt, {t.bits | (old.bits & ~(~0u >> (8 * place))), origin_of(t, old)});
    }
    case Insn::sb:
      return host_->store(at, 1, old);
    case Insn::sh:
      return host_->store(at, 2, old);
    case Insn::sw:
      return host_->store(at, 4, old);
    case Insn::sc:
      host_->store(at, 4, old);
      return write(o.rt, {});
    case Insn::swl:
      return host_->store(at - place, place + 1, {old.bits >> (8 * (3 - place)), old.origin});
    case Insn::swr:
      return host_->store(at, 4 - place, old);
    default:
      return;
  }
}

// The divider takes as long for every operand.
void MipsPropagation::multiply(Insn insn, const Operands& o) {
  const Term a = term(o.rs), b = term(o.rt);
  const uint32_t origin = origin_of(a.taint, b.taint);
  switch (insn) {
    case Insn::mult:
    case Insn::multu: {
      const uint64_t bits = product_bits(a, b, insn == Insn::mult);
      lo_ = {static_cast<uint32_t>(bits), origin};
      hi_ = {static_cast<uint32_t>(bits >> 32), origin};
      upper_ = {};
      return;
    }
    case Insn::div:
    case Insn::divu:
      lo_ = hi_ = {rules::all((a.taint.bits | b.taint.bits) != 0), origin};
      return;
    case Insn::mfhi:
      return write(o.rd, hi_);
    case Insn::mflo:
      return write(o.rd, lo_);
    case Insn::mthi:
      hi_ = a.taint;
      return;
    case Insn::mtlo:
      lo_ = a.taint;
      return;
    default:
      return;
  }
}

void MipsPropagation::add(uint64_t bits, uint32_t above, uint32_t origin) {
  const uint64_t old = uint64_t{hi_.bits} << 32 | lo_.bits;
  if ((old | bits | above | upper_.bits) == 0) return;
  const uint64_t reached = upwards(old | bits);
  const uint32_t from =
      (old | bits) != 0 ? origin_of(lo_.bits != 0 ? lo_ : hi_, {1, origin}) : origin;
  const uint32_t top = reached != 0 ? ~0u : static_cast<uint32_t>(upwards(upper_.bits | above));
  lo_ = {static_cast<uint32_t>(reached), from};
  hi_ = {static_cast<uint32_t>(reached >> 32), from};
  upper_ = {top, reached != 0 ? from : origin_of(upper_, {1, origin})};
}

void MipsPropagation::accumulate(AccumulatorOp op, AccumulatorOperands o) {
  const Term a = term(o.rs), b = term(o.rt);
  const uint32_t origin = origin_of(a.taint, b.taint);
  switch (op) {
    case AccumulatorOp::maddu:
      return add(product_bits(a, b, false), 0, origin);
    case AccumulatorOp::m2addu: {
      const uint64_t bits = product_bits(a, b, false);
      return add(bits << 1, static_cast<uint32_t>(bits >> 63), origin);
    }
    case AccumulatorOp::addau:
      return add(uint64_t{a.taint.bits} | b.taint.bits, 0, origin);
    case AccumulatorOp::sha:
      write(o.rd, lo_);
      lo_ = hi_;
      hi_ = upper_;
      upper_ = {};
      return;
    case AccumulatorOp::mtlhx:
      upper_ = hi_;
      hi_ = lo_;
      lo_ = a.taint;
      return;
    case AccumulatorOp::mul: {
      const auto bits = static_cast<uint32_t>(product_bits(a, b, false));
      return write(o.rd, {bits, origin});
    }
    case AccumulatorOp::mulgf2:
    case AccumulatorOp::maddgf2: {
      const uint64_t bits = rules::carryless(a.value, a.taint.bits, b.value, b.taint.bits);
      const Taint low{static_cast<uint32_t>(bits), origin};
      const Taint high{static_cast<uint32_t>(bits >> 32), origin};
      if (op == AccumulatorOp::mulgf2) {
        lo_ = low;
        hi_ = high;
        upper_ = {};
      } else {
        lo_ = {lo_.bits | low.bits, origin_of(lo_, low)};
        hi_ = {hi_.bits | high.bits, origin_of(hi_, high)};
      }
      return;
    }
    case AccumulatorOp::none:
      return;
  }
}

// An instruction that trapped has written nothing, but whether it traps may depend on a secret.
void MipsPropagation::execute(Insn insn, const Operands& o, bool trapped) {
  const Term s = term(o.rs), t = term(o.rt), imm = constant(o.imm);
  const auto branch = [this](Taint condition) { host_->leak(Leak::kBranch, condition); };
  switch (insn) {
    case Insn::beq:
    case Insn::bne:
    case Insn::beql:
    case Insn::bnel:
    case Insn::teq:
    case Insn::tne:
      return o.rs == o.rt ? void() : branch(equal(s, t));
    case Insn::teqi:
    case Insn::tnei:
      return branch(equal(s, imm));
    case Insn::blez:
    case Insn::bgtz:
    case Insn::blezl:
    case Insn::bgtzl:
      return branch(at_most_zero(s));
    case Insn::bltz:
    case Insn::bgez:
    case Insn::bltzl:
    case Insn::bgezl:
      return branch(sign(s));
    case Insn::bltzal:
    case Insn::bgezal:
    case Insn::bltzall:
    case Insn::bgezall:
      branch(sign(s));
      return write(kLink, {});
    case Insn::tge:
    case Insn::tlt:
      return branch(less(s, t, true));
    case Insn::tgeu:
    case Insn::tltu:
      return branch(less(s, t, false));
    case Insn::tgei:
    case Insn::tlti:
      return branch(less(s, imm, true));
    case Insn::tgeiu:
    case Insn::tltiu:
      return branch(less(s, imm, false));
    case Insn::jr:
      return branch(s.taint);
    case Insn::jalr:
      branch(s.taint);
      return trapped ? void() : write(o.rd, {});
    case Insn::jal:
      return write(kLink, {});
    default:
      break;
  }
  if (insn == Insn::add || insn == Insn::sub || insn == Insn::addi) {  // an overflow is a trap
    const Term second = insn == Insn::addi ? imm : insn == Insn::sub ? inverted(t) : t;
    const rules::Sum sum = rules::sum(s.value, s.taint.bits, second.value, second.taint.bits,
                                      insn == Insn::sub, false);
    branch({sum.overflow ? 1u : 0u, origin_of(s.taint, second.taint)});
  }
  if (info_of(insn).klass == Klass::load || info_of(insn).klass == Klass::store) {
    return trapped ? host_->leak(Leak::kAddress, s.taint) : memory(insn, o);
  }
  if (trapped) return;
  switch (insn) {
    case Insn::add:
    case Insn::addu:
      return sum(o.rd, s, t);
    case Insn::sub:
    case Insn::subu:
      return o.rs == o.rt ? write(o.rd, {}) : sum(o.rd, s, inverted(t), true);
    case Insn::addi:
    case Insn::addiu:
      return sum(o.rt, s, imm);
    case Insn::slt:
    case Insn::sltu:
      return write(o.rd, o.rs == o.rt ? Taint{} : less(s, t, insn == Insn::slt));
    case Insn::slti:
    case Insn::sltiu:
      return write(o.rt, less(s, imm, insn == Insn::slti));
    case Insn::and_reg:
    case Insn::or_reg:
    case Insn::nor:
      return logic(insn, o.rd, o.rs, t);
    case Insn::xor_reg:
      return o.rs == o.rt ? write(o.rd, {}) : logic(insn, o.rd, o.rs, t);
    case Insn::andi:
    case Insn::ori:
    case Insn::xori:
      return logic(insn, o.rt, o.rs, imm);
    case Insn::lui:
      return write(o.rt, {});
    case Insn::sll:
    case Insn::sllv:
      return shift(o.rd, t, insn == Insn::sll ? imm : s,
                   [](uint32_t x, unsigned n) { return x << n; });
    case Insn::srl:
    case Insn::srlv:
      return shift(o.rd, t, insn == Insn::srl ? imm : s,
                   [](uint32_t x, unsigned n) { return x >> n; });
    case Insn::sra:
    case Insn::srav:
      return shift(o.rd, t, insn == Insn::sra ? imm : s, [](uint32_t x, unsigned n) {
        return static_cast<uint32_t>(static_cast<int32_t>(x) >> n);
      });
    case Insn::mult:
    case Insn::multu:
    case Insn::div:
    case Insn::divu:
    case Insn::mfhi:
    case Insn::mflo:
    case Insn::mthi:
    case Insn::mtlo:
      return multiply(insn, o);
    case Insn::mfc0:
      return write(o.rt, {});
    default:
      return;
  }
}

}  // namespace

std::unique_ptr<sim::Propagation> make_propagation(AccumulatorUnit accumulator) {
  return std::make_unique<MipsPropagation>(accumulator);
}

}  // namespace evariste::mips
