// SPDX-License-Identifier: Apache-2.0
// Taint is kept for each bit of r0..lr, of the flags, and for the field descriptor as a whole. An
// instruction that reads one register twice (eors r, r; sbcs r, r) is known not to depend on it.
#include "gfp/taint.hpp"

#include <bit>

#include "core/taint_rules.hpp"
#include "gfp/access.hpp"
#include "gfp/instruction.hpp"
#include "gfp/iss/field.hpp"
#include "gfp/machine.hpp"
#include "gfp/taint_lanes.hpp"
#include "gfp_isa.hpp"

namespace evariste::gfp {

namespace {

namespace rules = sim::rules;
using sim::Leak;
using sim::Retirement;
using sim::Taint;
using sim::TaintHost;

constexpr uint32_t kN = 8, kZ = 4, kC = 2, kV = 1;  // of the flags NZCV
constexpr unsigned kNoOperand = 0xFF;
constexpr unsigned kFrameWords = 8;

constexpr uint32_t byte(uint32_t word, unsigned shift) { return word >> shift & 0xFF; }

class GfpPropagation final : public sim::Propagation {
 public:
  GfpPropagation() { GfpPropagation::clear(); }

  void clear() override {
    for (Taint& r : r_) r = {};
    flags_ = {};
    for (bank_ = 0; bank_ < 2; ++bank_) {
      descriptor_[bank_] = {};
      set_field(iss::Field::kReset);
    }
    bank_ = 0;
  }
  Taint read(unsigned number) const override { return number < kGeneral ? r_[number] : Taint{}; }
  void write(unsigned number, Taint taint) override {
    if (number < kGeneral) r_[number] = taint;
  }
  Taint flags() const override { return {flags_.bits << kFlagsNzcv, flags_.origin}; }

  void follow(const Retirement& event, std::span<const uint32_t> before, uint32_t flags,
              TaintHost& host) override {
    before_ = before;
    before_flags_ = flags;
    event_ = &event;
    host_ = &host;
    if (event.trap || event.interrupt) return enter_exception();
    const Insn insn = decode(event.insn());
    execute(insn, operands(insn, event.insn()));
  }

 private:
  // The value before the instruction, and the taint, of a register. r15 is public.
  uint32_t value(unsigned n) const { return n < kGeneral ? before_[n] : event_->pc + 4; }
  Taint taint(unsigned n) const { return n < kGeneral ? r_[n] : Taint{}; }
  uint32_t result(unsigned n) const { return n < kGeneral ? event_->general[n] : 0; }

  void set(unsigned n, Taint t) {
    if (n == kSp) return set_stack_pointer(t);
    write(n, t);
  }
  void set_stack_pointer(Taint t) {
    host_->leak(Leak::kAddress, t);
    r_[kSp] = {};
  }
  void set_flags(uint32_t which, uint32_t tainted, uint32_t origin) {
    flags_.bits = (flags_.bits & ~which) | (tainted & which);
    if (tainted & which) flags_.origin = origin;
  }
  void set_nz(uint32_t value, Taint t) {
    const uint32_t nz = (t.bits >> 31 ? kN : 0) | (rules::zero(value, t.bits) ? kZ : 0);
    set_flags(kN | kZ, nz, t.origin);
  }
  void set_with_nz(unsigned n, Taint t) {
    write(n, t);
    set_nz(result(n), t);
  }

  // x + y + carry into register n; kNoOperand: for the flags only. `inverted`: y is complemented.
  struct Term {
    uint32_t value;
    Taint taint;
  };
  Term term(unsigned n) const { return {value(n), taint(n)}; }
  static Term constant(int32_t imm) { return {static_cast<uint32_t>(imm), {}}; }
  void add(unsigned n, Term x, Term y, bool carry = false, Taint carry_taint = {}) {
    const rules::Sum s =
        rules::sum(x.value, x.taint.bits, y.value, y.taint.bits, carry, carry_taint.bits != 0);
    const uint32_t origin =
        (x.taint.bits | y.taint.bits) != 0 ? origin_of(x.taint, y.taint) : carry_taint.origin;
    const Taint t{s.bits, origin};
    if (n != kNoOperand) write(n, t);
    set_nz(x.value + y.value + carry, t);
    set_flags(kC | kV, (s.carry ? kC : 0) | (s.overflow ? kV : 0), origin);
  }
  void subtract(unsigned n, Term x, Term y) { add(n, x, {~y.value, y.taint}, true); }
  // A register minus itself, with a carry: 0 or all ones.
  void subtract_from_itself(unsigned n, bool borrow_matters) {
    const bool tainted = borrow_matters && (flags_.bits & kC);
    const Taint t{rules::all(tainted), flags_.origin};
    if (n != kNoOperand) write(n, t);
    set_flags(kN | kZ | kC | kV, tainted ? kN | kZ | kC : 0, t.origin);
  }
  Taint carry_taint() const { return {flags_.bits & kC, flags_.origin}; }
  bool carry() const { return before_flags_ >> kFlagsNzcv & kC; }

  void shift_by(unsigned n, unsigned from, unsigned amount, Insn kind);
  void shift_by_register(const Operands& o, Insn kind);
  void compare(unsigned n, unsigned m) {
    n == m ? subtract_from_itself(kNoOperand, false) : subtract(kNoOperand, term(n), term(m));
  }

  void load(const Operands& o, unsigned bytes, Taint address, bool sign = false);
  void store(const Operands& o, Taint address);
  void load_many(unsigned base, uint32_t list, bool writeback);
  void store_many(unsigned base, uint32_t list, uint32_t first);
  Taint sum_of(unsigned n, unsigned m) const {
    return {taint(n).bits | taint(m).bits, origin_of(taint(n), taint(m))};
  }

  void branch_if(unsigned condition) {
    const uint32_t now = before_flags_ >> kFlagsNzcv & 0xF, tainted = flags_.bits;
    const auto holds = [condition](uint32_t nzcv) {
      return condition_holds(condition, nzcv << kFlagsNzcv);
    };
    const bool first = holds(now & ~tainted);
    for (uint32_t choice = tainted; choice != 0; choice = (choice - 1) & tainted) {
      if (holds((now & ~tainted) | choice) != first) return host_->leak(Leak::kBranch, flags_);
    }
  }
  void branch_to(unsigned n) {
    host_->leak(Leak::kBranch, taint(n));
    returned(value(n));
  }
  void returned(uint32_t target);
  void enter_exception();

  void set_field(uint64_t descriptor) { field_[bank_] = fields_[bank_].get(descriptor); }
  void load_field(const Operands& o);
  void store_field(const Operands& o);
  void set_by_unit(unsigned n, uint32_t bits, Taint a, Taint b = {}) {
    Taint t{bits, origin_of(a, b)};
    if (descriptor_[bank_].bits != 0) t = {~0u, descriptor_[bank_].origin};
    write(n, t);
  }

  void execute(Insn insn, const Operands& o);

  Taint r_[kGeneral];
  Taint flags_;          // bits NZCV
  Taint descriptor_[2];  // of the unit; any bit taints all of it
  unsigned bank_ = 0;    // which of them the instruction uses
  iss::FieldCache fields_[2];
  const iss::Field* field_[2] = {};

  // The event being followed.
  std::span<const uint32_t> before_;
  uint32_t before_flags_ = 0;
  const Retirement* event_ = nullptr;
  TaintHost* host_ = nullptr;
};

// By a public amount of 1 or more.
void GfpPropagation::shift_by(unsigned n, unsigned from, unsigned amount, Insn kind) {
  const Taint t = taint(from);
  const uint64_t wide = t.bits;
  const auto sign = static_cast<int64_t>(static_cast<int32_t>(t.bits));
  uint32_t bits = 0;
  bool out = false;  // the last bit shifted out, which C takes
  switch (kind) {
    case Insn::lsls_imm:
      bits = amount < 32 ? static_cast<uint32_t>(wide << amount) : 0;
      out = amount <= 32 && (wide << amount >> 32 & 1);
      break;
    case Insn::lsrs_imm:
      bits = amount < 32 ? static_cast<uint32_t>(wide >> amount) : 0;
      out = amount <= 32 && (wide >> (amount - 1) & 1);
      break;
    case Insn::asrs_imm:
      bits = static_cast<uint32_t>(sign >> (amount < 32 ? amount : 32));
      out = sign >> (amount < 32 ? amount - 1 : 31) & 1;
      break;
    default:  // rors
      bits = std::rotr(t.bits, static_cast<int>(amount & 31));
      out = bits >> 31;
  }
  set_with_nz(n, {bits, t.origin});
  set_flags(kC, out ? kC : 0, t.origin);
}

// By the low byte of a register. If that is tainted, so is everything that is not 0 by any shift.
void GfpPropagation::shift_by_register(const Operands& o, Insn kind) {
  const Taint amount{taint(o.rm).bits & 0xFF, taint(o.rm).origin}, t = taint(o.rd);
  if (amount.bits == 0) {
    const uint32_t by = value(o.rm) & 0xFF;
    if (by == 0) return set_with_nz(o.rd, t);
    return shift_by(o.rd, o.rd, by, kind);
  }
  const bool anything = rules::high(value(o.rd), t.bits) != 0;
  const Taint all{rules::all(anything), amount.origin};
  set_with_nz(o.rd, all);
  // A shift by 0 leaves C, so C is tainted in any case unless it stays 0.
  const bool stays = !anything && !carry() && !(flags_.bits & kC);
  set_flags(kC, stays ? 0 : kC, amount.origin);
}

void GfpPropagation::load(const Operands& o, unsigned bytes, Taint address, bool sign) {
  host_->leak(Leak::kAddress, address);
  const auto access = access_of(event_->insn(), event_->pc, before_);
  Taint t = access ? host_->load(access->address, bytes) : Taint{};
  if (sign) {
    const int unused = 32 - 8 * static_cast<int>(bytes);
    t.bits = static_cast<uint32_t>(static_cast<int32_t>(t.bits << unused) >> unused);
  }
  if (address.bits != 0) t = {~0u, address.origin};
  write(o.rd, t);
}

void GfpPropagation::store(const Operands& o, Taint address) {
  host_->leak(Leak::kAddress, address);
  const auto access = access_of(event_->insn(), event_->pc, before_);
  if (access) host_->store(access->address, access->bytes, taint(o.rd));
}

void GfpPropagation::load_many(unsigned base, uint32_t list, bool writeback) {
  host_->leak(Leak::kAddress, taint(base));
  const Taint pointer = taint(base);
  uint32_t at = value(base);
  for (uint32_t left = list; left != 0; left &= left - 1, at += 4) {
    const auto n = static_cast<unsigned>(std::countr_zero(left));
    const Taint loaded = host_->load(at, 4);
    if (n == kPc) {
      host_->leak(Leak::kBranch, loaded);
    } else {
      write(n, loaded);
    }
  }
  if (writeback) set(base, pointer);
}

void GfpPropagation::store_many(unsigned base, uint32_t list, uint32_t first) {
  host_->leak(Leak::kAddress, taint(base));
  for (uint32_t at = first; list != 0; list &= list - 1, at += 4) {
    host_->store(at, 4, taint(static_cast<unsigned>(std::countr_zero(list))));
  }
}

// r0..r3, r12, lr, the return address and xPSR are the event's last stores. A burst that faulted
// may have stored words before them: any register's. What a burst loads before it faults is not
// followed.
void GfpPropagation::enter_exception() {
  const auto stores = event_->stores;
  if (stores.size() >= kFrameWords) {
    const auto frame = stores.last(kFrameWords);
    Taint any;
    for (const Taint& r : r_) any = {any.bits | r.bits, origin_of(any, r)};
    for (const auto& s : stores.first(stores.size() - kFrameWords)) host_->store(s.address, 4, any);
    const Taint words[kFrameWords] = {r_[0], r_[1], r_[2], r_[3], r_[12], r_[kLr], {}, flags()};
    for (unsigned k = 0; k < kFrameWords; ++k) host_->store(frame[k].address, 4, words[k]);
  }
  r_[kSp] = r_[kLr] = {};
}

// An exception return takes the same words from the frame, which lies below the new stack pointer
// on a multiple of 8.
void GfpPropagation::returned(uint32_t target) {
  if (target >> 28 != 0xF || (before_flags_ & kFlagsHandler) == 0) return;
  const uint32_t sp = event_->general[kSp];
  const uint32_t frame = sp - 4 * kFrameWords - (sp & 4);
  constexpr unsigned kOrder[] = {0, 1, 2, 3, 12, kLr};
  for (unsigned k = 0; k < std::size(kOrder); ++k) r_[kOrder[k]] = host_->load(frame + 4 * k, 4);
  host_->leak(Leak::kBranch, host_->load(frame + 24, 4));
  const Taint xpsr = host_->load(frame + 28, 4);
  flags_ = {xpsr.bits >> kFlagsNzcv, xpsr.origin};
}

// A degree that the unit refuses is a fault, so the degree has to be public.
void GfpPropagation::load_field(const Operands& o) {
  host_->leak(Leak::kAddress, taint(o.rn));
  const uint32_t at = value(o.rn);
  const Taint columns = host_->load(at, 4), last = host_->load(at + 4, 4);
  host_->leak(Leak::kBranch, {last.bits >> 24, last.origin});
  descriptor_[bank_] = {columns.bits | last.bits, origin_of(columns, last)};
  set_field(uint64_t{host_->value(at + 4)} << 32 | host_->value(at));
}

void GfpPropagation::store_field(const Operands& o) {
  host_->leak(Leak::kAddress, taint(o.rn));
  const Taint t{rules::all(descriptor_[bank_].bits != 0), descriptor_[bank_].origin};
  host_->store(value(o.rn), 4, t);
  host_->store(value(o.rn) + 4, 4, t);
}

void GfpPropagation::execute(Insn insn, const Operands& o) {
  const Taint d = taint(o.rd), n = taint(o.rn), m = taint(o.rm);
  const uint32_t dv = value(o.rd), nv = value(o.rn), mv = value(o.rm);
  const uint32_t imm = static_cast<uint32_t>(o.imm);
  bank_ = info_of(insn).extension == Extension::gf_field2;
  const auto address_imm = n;
  const auto address_reg = sum_of(o.rn, o.rm);
  switch (insn) {
    case Insn::movs_imm:
      return set_with_nz(o.rd, {});
    case Insn::movs_reg:
    case Insn::mvns:
      return set_with_nz(o.rd, m);
    case Insn::lsls_imm:
    case Insn::lsrs_imm:
    case Insn::asrs_imm:
      return shift_by(o.rd, o.rm, imm, insn);
    case Insn::lsls_reg:
      return shift_by_register(o, Insn::lsls_imm);
    case Insn::lsrs_reg:
      return shift_by_register(o, Insn::lsrs_imm);
    case Insn::asrs_reg:
      return shift_by_register(o, Insn::asrs_imm);
    case Insn::rors:
      return shift_by_register(o, Insn::rors);
    case Insn::adds_reg:
      return add(o.rd, term(o.rn), term(o.rm));
    case Insn::adds_imm3:
      return add(o.rd, term(o.rn), constant(o.imm));
    case Insn::adds_imm8:
      return add(o.rd, term(o.rd), constant(o.imm));
    case Insn::subs_reg:
      if (o.rn == o.rm) return subtract_from_itself(o.rd, false);
      return subtract(o.rd, term(o.rn), term(o.rm));
    case Insn::subs_imm3:
      return subtract(o.rd, term(o.rn), constant(o.imm));
    case Insn::subs_imm8:
      return subtract(o.rd, term(o.rd), constant(o.imm));
    case Insn::rsbs:
      return subtract(o.rd, constant(0), term(o.rn));
    case Insn::adcs:
      return add(o.rd, term(o.rd), term(o.rm), carry(), carry_taint());
    case Insn::sbcs:
      if (o.rd == o.rm) return subtract_from_itself(o.rd, true);
      return add(o.rd, term(o.rd), {~mv, m}, carry(), carry_taint());
    case Insn::cmp_imm:
      return subtract(kNoOperand, term(o.rn), constant(o.imm));
    case Insn::cmp_reg:
    case Insn::cmp_hi:
      return compare(o.rn, o.rm);
    case Insn::cmn:
      return add(kNoOperand, term(o.rn), term(o.rm));
    case Insn::ands:
      return set_with_nz(o.rd, {rules::conjunction(dv, d.bits, mv, m.bits), origin_of(d, m)});
    case Insn::tst:
      return set_nz(nv & mv, {rules::conjunction(nv, n.bits, mv, m.bits), origin_of(n, m)});
    case Insn::bics:
      if (o.rd == o.rm) return set_with_nz(o.rd, {});
      return set_with_nz(o.rd, {rules::conjunction(dv, d.bits, ~mv, m.bits), origin_of(d, m)});
    case Insn::orrs:
      return set_with_nz(o.rd, {rules::disjunction(dv, d.bits, mv, m.bits), origin_of(d, m)});
    case Insn::eors:
      if (o.rd == o.rm) return set_with_nz(o.rd, {});
      return set_with_nz(o.rd, {d.bits | m.bits, origin_of(d, m)});
    case Insn::muls:
      return set_with_nz(o.rd, {rules::product(dv, d.bits, nv, n.bits), origin_of(d, n)});

    case Insn::mov_hi:
      if (o.rd == kPc) return branch_to(o.rm);
      return set(o.rd, m);
    case Insn::add_hi: {
      const rules::Sum s = rules::sum(dv, d.bits, mv, m.bits, false, false);
      if (o.rd == kPc) return host_->leak(Leak::kBranch, m);
      return set(o.rd, {s.bits, origin_of(d, m)});
    }
    case Insn::add_rd_sp_imm8:
    case Insn::adr:
    case Insn::ldr_lit:
      return write(o.rd,
                   insn == Insn::ldr_lit ? host_->load((event_->pc & ~3u) + 4 + imm, 4) : Taint{});
    case Insn::sxth:
      return write(o.rd, {static_cast<uint32_t>(static_cast<int16_t>(m.bits)), m.origin});
    case Insn::sxtb:
      return write(o.rd, {static_cast<uint32_t>(static_cast<int8_t>(m.bits)), m.origin});
    case Insn::uxth:
      return write(o.rd, {m.bits & 0xFFFF, m.origin});
    case Insn::uxtb:
      return write(o.rd, {m.bits & 0xFF, m.origin});
    case Insn::rev:
      return write(o.rd, {__builtin_bswap32(m.bits), m.origin});
    case Insn::rev16:
      return write(o.rd, {std::rotr(__builtin_bswap32(m.bits), 16), m.origin});
    case Insn::revsh: {
      const uint16_t swapped = __builtin_bswap16(static_cast<uint16_t>(m.bits));
      return write(o.rd, {static_cast<uint32_t>(static_cast<int16_t>(swapped)), m.origin});
    }

    case Insn::ldr_imm:
    case Insn::gfldr:
      return load(o, 4, address_imm);
    case Insn::ldrh_imm:
      return load(o, 2, address_imm);
    case Insn::ldrb_imm:
      return load(o, 1, address_imm);
    case Insn::ldr_sp:
      return load(o, 4, r_[kSp]);
    case Insn::ldr_reg:
      return load(o, 4, address_reg);
    case Insn::ldrh_reg:
      return load(o, 2, address_reg);
    case Insn::ldrb_reg:
      return load(o, 1, address_reg);
    case Insn::ldrsh_reg:
      return load(o, 2, address_reg, true);
    case Insn::ldrsb_reg:
      return load(o, 1, address_reg, true);
    case Insn::str_imm:
    case Insn::gfstr:
    case Insn::strh_imm:
    case Insn::strb_imm:
      return store(o, address_imm);
    case Insn::str_sp:
      return store(o, r_[kSp]);
    case Insn::str_reg:
    case Insn::strh_reg:
    case Insn::strb_reg:
      return store(o, address_reg);
    case Insn::push:
      return store_many(kSp, o.list, event_->general[kSp]);
    case Insn::stm:
      return store_many(o.rn, o.list, nv);
    case Insn::ldm:
      return load_many(o.rn, o.list, !(o.list >> o.rn & 1));
    case Insn::pop: {
      const uint32_t target = host_->value(value(kSp) + 4 * std::popcount(unsigned{o.list}) - 4);
      load_many(kSp, o.list, false);
      if (o.list >> kPc & 1) returned(target);
      return;
    }

    case Insn::b_cond:
      return branch_if(o.cond);
    case Insn::bl:
      return write(kLr, {});
    case Insn::bx:
      return branch_to(o.rm);
    case Insn::blx:
      branch_to(o.rm);
      return write(kLr, {});

    case Insn::mrs: {
      const bool of_flags =
          o.imm == kSysApsr || o.imm == kSysEapsr || o.imm == kSysIapsr || o.imm == kSysXpsr;
      return write(o.rd, of_flags ? flags() : Taint{});
    }
    case Insn::msr:
      switch (o.imm) {
        case kSysApsr:
        case kSysIapsr:
        case kSysEapsr:
        case kSysXpsr:
          return set_flags(kN | kZ | kC | kV, n.bits >> kFlagsNzcv, n.origin);
        case kSysMsp:
        case kSysPsp:
          return host_->leak(Leak::kAddress, n);
        case kSysControl:
          return host_->leak(Leak::kAddress, {n.bits & 2, n.origin});
        case kSysPrimask:
          return host_->leak(Leak::kWait, {n.bits & 1, n.origin});
        default:
          return;
      }

    case Insn::gfadd:
      return write(o.rd, o.rn == o.rm ? Taint{} : Taint{n.bits | m.bits, origin_of(n, m)});
    case Insn::gfma: {
      const Taint h = taint(o.rh);  // before rd, which may be the same
      execute(Insn::gfmul, o);
      return write(o.rd, {h.bits | taint(o.rd).bits, origin_of(h, taint(o.rd))});
    }
    case Insn::gfmul:
    case Insn::gfmulb:
      return set_by_unit(o.rd, lanes([&](unsigned s) {
                           return bilinear_lane(
                               byte(nv, s), byte(n.bits, s), byte(mv, s), byte(m.bits, s),
                               [this](uint32_t x, uint32_t y) { return field_[bank_]->mul(x, y); });
                         }),
                         n, m);
    case Insn::gfpow:
    case Insn::gfpowb:
      return set_by_unit(o.rd, lanes([&](unsigned s) {
                           return bilinear_lane(byte(nv, s), byte(n.bits, s), byte(mv, s),
                                                byte(m.bits, s), [this](uint32_t x, uint32_t e) {
                                                  return field_[bank_]->pow(x, e) & 0xFF;
                                                });
                         }),
                         n, m);
    case Insn::gfsq:
    case Insn::gfsqb:
      return set_by_unit(o.rd, lanes([&](unsigned s) {
                           return lane(byte(nv, s), byte(n.bits, s),
                                       [this](uint32_t x) { return field_[bank_]->sq(x) & 0xFF; });
                         }),
                         n);
    case Insn::gfinv:
    case Insn::gfinvb:
      return set_by_unit(o.rd, lanes([&](unsigned s) {
                           return lane(byte(nv, s), byte(n.bits, s),
                                       [this](uint32_t x) { return field_[bank_]->inv(x) & 0xFF; });
                         }),
                         n);
    case Insn::gfmul32: {
      const uint64_t reached = rules::carryless(nv, n.bits, mv, m.bits);
      write(o.rh, {static_cast<uint32_t>(reached >> 32), origin_of(n, m)});
      return write(o.rd, {static_cast<uint32_t>(reached), origin_of(n, m)});
    }
    case Insn::gfror:
      return write(o.rd, {std::rotr(n.bits, o.imm), n.origin});
    case Insn::gftst:
      return set_flags(kN | kZ, n.bits != 0 ? kN | kZ : 0, n.origin);
    case Insn::gfcmp: {
      const Taint both{o.rn == o.rm ? 0 : n.bits | m.bits, origin_of(n, m)};
      return set_flags(kN | kZ, both.bits != 0 ? kN | kZ : 0, both.origin);
    }
    case Insn::gfmac32: {
      const uint64_t reached = rules::carryless(nv, n.bits, mv, m.bits);
      const Taint product{static_cast<uint32_t>(reached), origin_of(n, m)};
      const Taint high = taint(o.rh), above{static_cast<uint32_t>(reached >> 32), product.origin};
      write(o.rh, {high.bits | above.bits, origin_of(high, above)});
      return write(o.rd, {d.bits | product.bits, origin_of(d, product)});
    }
    case Insn::gfcfg:
    case Insn::gfcfgb:
      return load_field(o);
    case Insn::gfst:
    case Insn::gfstb:
      return store_field(o);

    case Insn::illegal:
    case Insn::udf:
    case Insn::udf_w:
    case Insn::svc:
    case Insn::bkpt:
    case Insn::b:
    case Insn::cps:
    case Insn::nop:
    case Insn::yield_:
    case Insn::wfe:
    case Insn::wfi:
    case Insn::sev:
    case Insn::hint:
    case Insn::dsb:
    case Insn::dmb:
    case Insn::isb:
    case Insn::add_sp_imm7:
    case Insn::sub_sp_imm7:
      return;
  }
}

}  // namespace

std::unique_ptr<sim::Propagation> make_propagation() { return std::make_unique<GfpPropagation>(); }

}  // namespace evariste::gfp
