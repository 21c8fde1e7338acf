// SPDX-License-Identifier: Apache-2.0
// What the instructions do.
#include <cstring>

#include "asip/coprocessor.hpp"

namespace evariste::asip {

void Coprocessor::execute(bool last) {
  if (step_ == 0 && takes() && insn_ != Insn::popw && insn_ != Insn::aeskey) {
    operand_ = take();
  } else if (step_ == 0) {
    operand_ = q(o_.qa);
  }
  switch (info_of(insn_).klass) {
    case Klass::branch:
      return branch();
    case Klass::counter:
      return count();
    case Klass::aes:
      if (insn_ == Insn::aeskey) return key_step();
      if ((insn_ == Insn::aesenc || insn_ == Insn::aesdec) && rounds_ == 0) {
        return raise(Cause::no_key);
      }
      if (last) block();
      return;
    case Klass::block:
      return block();
    case Klass::product:
      return field();
    default:
      return wide(last);
  }
}

void Coprocessor::branch() {
  bool taken = true;
  switch (insn_) {
    case Insn::err:
      return raise(static_cast<Cause>(o_.imm));
    case Insn::call:
      if (stack_.size() == 4) return raise(Cause::illegal);
      stack_.push_back(pc_);
      break;
    case Insn::ret:
      if (stack_.empty()) return raise(Cause::illegal);
      pc_ = stack_.back();
      stack_.pop_back();
      jumped_ = true;
      return;
    case Insn::loop:
      taken = --c_[o_.ca] != 0;
      break;
    case Insn::bwz:
      taken = wide_zero_;
      break;
    case Insn::bwnz:
      taken = !wide_zero_;
      break;
    case Insn::bz:
      taken = zero_;
      break;
    case Insn::bnz:
      taken = !zero_;
      break;
    case Insn::bcs:
      taken = carry_;
      break;
    case Insn::bcc:
      taken = !carry_;
      break;
    default:
      break;
  }
  if (!taken) return;
  pc_ = static_cast<uint16_t>(o_.place);
  jumped_ = true;
}

void Coprocessor::count() {
  uint16_t& c = c_[o_.ca];
  const unsigned m = field_.degree();
  switch (insn_) {
    case Insn::cli:
      c = static_cast<uint16_t>(o_.imm);
      return;
    case Insn::carg:
      c = static_cast<uint16_t>(o_.imm == 0   ? task_word_ >> 16
                                : o_.imm == 1 ? m
                                : o_.imm == 2 ? 2 * m - 1
                                              : rounds_);
      break;
    case Insn::cadd:
      c = static_cast<uint16_t>(c + o_.imm);
      break;
    case Insn::cshl:
      carry_ = c >> 15 != 0;
      c = static_cast<uint16_t>(c << 1);
      break;
    case Insn::tflag:
      zero_ = (task_word_ >> 6 & 0xFF & static_cast<uint32_t>(o_.imm)) == 0;
      return;
    default:  // xidx
      x_ = 0;
      while (x_ < 15 && (c >> x_ & 1) == 0) ++x_;
      zero_ = x_ < 8;
      return;
  }
  zero_ = c == 0;
}

void Coprocessor::wide(bool last) {
  switch (insn_) {
    case Insn::popw: {
      const Block portion = take();
      std::memcpy(&w_[o_.wd].limb[2 * step_], portion.data(), portion.size());
      return;
    }
    case Insn::pushw: {
      Block portion;
      std::memcpy(portion.data(), &w_[o_.wa].limb[2 * step_], portion.size());
      return give(portion);
    }
    case Insn::stw:
      memory(o_.word + step_) = w_[o_.wa].word(step_);
      return;
    case Insn::stq:
    case Insn::stqx: {
      const unsigned to = o_.word + (insn_ == Insn::stqx ? 4U * x_ : 0) + step_;
      std::memcpy(&memory(to), &operand_[4 * step_], 4);
      return;
    }
    default:
      break;
  }
  if (!last) return;
  Block b;
  switch (insn_) {
    case Insn::xorw: {
      Wide sum = w_[o_.wa];
      sum ^= w_[o_.wb];
      w_[o_.wd] = sum;
      break;
    }
    case Insn::csel:
      w_[o_.wd] = select_ ? w_[o_.wa] : w_[o_.wb];
      break;
    case Insn::movw:
      w_[o_.wd] = w_[o_.wa];
      break;
    case Insn::liw:
      w_[o_.wd] = Wide{{static_cast<uint16_t>(o_.imm)}};
      break;
    case Insn::cmpz:
      wide_zero_ = w_[o_.wa].zero();
      compared_ = now_ + 1;
      break;
    case Insn::cmpc:
      select_ = w_[o_.wa].zero();
      break;
    case Insn::kbit: {
      const unsigned at = c_[o_.ca];
      const bool bit = (memory(o_.word + at / 32) >> at % 32 & 1) != 0;
      select_ = bit != last_;
      last_ = bit;
      break;
    }
    case Insn::ldw:
      for (unsigned i = 0; i < words_; ++i) w_[o_.wd].set_word(i, memory(o_.word + i));
      break;
    default:  // ldq, ldqx
      for (unsigned i = 0; i < 4; ++i) {
        const unsigned from = o_.word + (insn_ == Insn::ldqx ? 4U * x_ : 0) + i;
        std::memcpy(&b[4 * i], &memory(from), 4);
      }
      set_q(o_.qd, b);
  }
}

void Coprocessor::field() {
  if (insn_ == Insn::setf) {
    const Wide& a = w_[o_.wa];
    if (step_ == 0) {
      loaded_ = field_.load({a.word(0), a.word(1), a.word(2), a.word(3)}, parameters_.width,
                            parameters_.digit);
    }
    if (last_step() && !loaded_) raise(Cause::bad_field);
    return;
  }
  if (field_.degree() == 0) return raise(Cause::no_field);
  const bool product = insn_ == Insn::mul;
  const Wide& a = w_[step_ == 0 ? o_.wa : o_.wd];
  if (insn_ == Insn::sqrn && c_[o_.cb] == 0) {
    w_[o_.wd] = a;
    return;
  }
  if (!multiplies()) {  // a square network takes the lowest m bits
    const Wide low = a.lowest(field_.degree());
    w_[o_.wd] = field_.product(low, low);
    return;
  }
  written_ = product_;  // if there is one, in the cycle in which this one starts
  product_ = {o_.wd, now_ + 1 + field_.digits(), field_.product(a, product ? w_[o_.wb] : a)};
}

void Coprocessor::block() {
  const Block& a = operand_;
  Block result{};
  switch (insn_) {
    case Insn::xorq:
      result = a ^ q(o_.qb);
      break;
    case Insn::andq: {
      const Block b = q(o_.qb);
      for (unsigned i = 0; i < 16; ++i) result[i] = a[i] & b[i];
      break;
    }
    case Insn::movq:
      result = a;
      break;
    case Insn::dbl:
      result = doubled(a);
      break;
    case Insn::brev:
      result = reversed(a);
      break;
    case Insn::mask:
    case Insn::maskp:
      result = masked(a, c_[o_.cb] % 16, insn_ == Insn::maskp);
      break;
    case Insn::xorx:
      result = a ^ q((o_.qb + x_) % 32);
      break;
    case Insn::inc32:
      result = increment(a);
      break;
    case Insn::aese:
    case Insn::aesel:
      result = encrypt_round(a, q(o_.qb), insn_ == Insn::aesel);
      break;
    case Insn::aesd:
    case Insn::aesdl:
      result = decrypt_round(a, q(o_.qb), insn_ == Insn::aesdl);
      break;
    case Insn::aesenc:
      result = a ^ q(16);
      for (unsigned i = 1; i <= rounds_; ++i) {
        result = encrypt_round(result, q(16 + i), i == rounds_);
      }
      break;
    default:  // aesdec
      result = a ^ q(16 + rounds_);
      for (unsigned i = rounds_; i-- > 0;) result = decrypt_round(result, q(16 + i), i == 0);
  }
  set_q(o_.qd, result);
  if (o_.push != 0) give(result);
}

// One step of the key schedule: a round key, and at first what comes from the host.
void Coprocessor::key_step() {
  const auto nk = static_cast<unsigned>(o_.imm);
  const auto word = [&](unsigned i) { return w_[8 + i / 8].word(i % 8); };
  const auto expand = [&](unsigned i) {
    w_[8 + i / 8].set_word(i % 8, next_key_word(i, nk, word(i - 1), word(i - nk)));
  };
  rounds_ = 0;
  unsigned from = 4 * (step_ + (nk == 4));
  if (step_ == 0 || (step_ == 1 && nk > 4)) {
    set_q(16 + step_, take());
    if (nk == 6 && step_ == 1) from = 6;
    if (nk == 8 && step_ == 1) from = 8;
    if (nk > 4 && step_ == 0) return;
  }
  const unsigned to = 4 * (step_ + (nk == 4)) + 4;
  for (unsigned i = from; i < to; ++i) expand(i);
  if (last_step()) rounds_ = nk + 6;
}

Block Coprocessor::q(unsigned number) const {
  Block value{};
  if (number < 31) std::memcpy(value.data(), &w_[number / 2].limb[number % 2 * 2], value.size());
  return value;
}

void Coprocessor::set_q(unsigned number, const Block& value) {
  if (number < 31) std::memcpy(&w_[number / 2].limb[number % 2 * 2], value.data(), value.size());
}

Block Coprocessor::take() {
  Block value;
  for (unsigned i = 0; i < 4; ++i) {
    std::memcpy(&value[4 * i], &in_.front(), 4);
    in_.pop_front();
  }
  return value;
}

void Coprocessor::give(const Block& value) { leaving_.emplace_back(now_ + 2, value); }

}  // namespace evariste::asip
