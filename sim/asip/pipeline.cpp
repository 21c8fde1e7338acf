// SPDX-License-Identifier: Apache-2.0
// Stage R: when the next step of an instruction may enter stage X. An instruction of n cycles is n
// steps. What a step does is done here as it leaves stage R; the interlocks see to it that nobody
// can tell.
#include <algorithm>

#include "asip/coprocessor.hpp"

namespace evariste::asip {

void Coprocessor::issue() {
  if (raised_ || now_ < in_r_) return;
  if (!fetched_) fetch();
  if (insn_ == Insn::illegal) return raise(Cause::illegal);
  if (insn_ == Insn::end) {
    if (now_ <= last_x_ || product_) return;  // done when all before it is
    valid_ |= kTasks[task_].sets;
    state_ = State::idle;
    done_ = true;
    irq_ |= 1;
    return;
  }
  if (!ready()) return;
  if (waits_for_host()) {
    if (++starving_ >= parameters_.watchdog) raise(Cause::timeout);
    return;
  }
  starving_ = 0;
  last_x_ = now_ + 1;
  task_cycles_ = static_cast<uint32_t>(last_x_ - started_);
  stepped_ = pc_;
  const bool last = last_step();
  const uint16_t at = pc_;
  if (last) pc_ = static_cast<uint16_t>(pc_ + 1);
  execute(last);
  if (raised_) {
    pc_ = at;
    return;
  }
  ++step_;
  in_r_ = now_ + 1;
  if (last) {
    fetched_ = false;
    if (jumped_) in_r_ += kTakenBubble;
    jumped_ = false;
  }
}

void Coprocessor::fetch() {
  fetched_ = true;
  step_ = 0;
  insn_ = Insn::illegal;
  if (pc_ >= kProgramWords) return;
  const uint32_t word = program_[pc_];
  const Insn found = decode(word);
  const Extension part = info_of(found).extension;
  if ((part == Extension::aes && parameters_.aes == 0) ||
      (part == Extension::ecc && parameters_.ecc == 0)) {
    return;
  }
  o_ = operands(found, word);
  if (found == Insn::aeskey && o_.imm != 4 && parameters_.long_keys == 0) return;
  insn_ = found;
}

// All interlocks but those of the FIFOs.
bool Coprocessor::ready() const {
  const uint64_t x = now_ + 1;
  if (insn_ == Insn::bwz || insn_ == Insn::bwnz) return x >= compared_ + kWideFlag;
  if (!product_) return true;
  const uint64_t end = product_->end;
  if (multiplies() && x < end + kProductStart) return false;
  if (insn_ == Insn::setf && x <= end) return false;
  if ((touched() >> product_->to & 1) != 0 && x < end + kProductRead) return false;
  return !(writes() && x + kProductWrite == end);  // one write port
}

bool Coprocessor::takes() const {
  switch (insn_) {
    case Insn::popw:
      return true;
    case Insn::aeskey:
      return step_ == 0 || (step_ == 1 && o_.imm > 4);
    case Insn::xorq:
    case Insn::andq:
    case Insn::movq:
    case Insn::dbl:
    case Insn::brev:
    case Insn::mask:
    case Insn::maskp:
    case Insn::xorx:
    case Insn::stq:
    case Insn::stqx:
    case Insn::aesenc:
    case Insn::aesdec:
    case Insn::inc32:
    case Insn::aese:
    case Insn::aesel:
    case Insn::aesd:
    case Insn::aesdl:
      return step_ == 0 && o_.qa == 31;
    default:
      return false;
  }
}

bool Coprocessor::gives() const { return insn_ == Insn::pushw || (o_.push != 0 && last_step()); }

bool Coprocessor::waits_for_host() const {
  if (takes() && in_.size() < 4) return true;
  return gives() && out_.size() + 4 * leaving_.size() + 4 > kDeep;
}

// The wide registers that an instruction reads or writes, one bit for each.
uint16_t Coprocessor::touched() const {
  const auto w = [](unsigned i) { return 1U << i; };
  const auto q = [](unsigned i) { return i == 31 ? 0 : 1U << i / 2; };
  constexpr unsigned kKeys = 0xFF00;
  unsigned found = 0;
  switch (insn_) {
    case Insn::mul:
    case Insn::xorw:
    case Insn::csel:
      found = w(o_.wd) | w(o_.wa) | w(o_.wb);
      break;
    case Insn::sqr:
    case Insn::sqrn:
    case Insn::movw:
      found = w(o_.wd) | w(o_.wa);
      break;
    case Insn::cmpz:
    case Insn::cmpc:
    case Insn::stw:
    case Insn::pushw:
    case Insn::setf:
      found = w(o_.wa);
      break;
    case Insn::liw:
    case Insn::ldw:
    case Insn::popw:
      found = w(o_.wd);
      break;
    case Insn::xorq:
    case Insn::andq:
    case Insn::aese:
    case Insn::aesel:
    case Insn::aesd:
    case Insn::aesdl:
      found = q(o_.qd) | q(o_.qa) | q(o_.qb);
      break;
    case Insn::xorx:
      found = q(o_.qd) | q(o_.qa) | q((o_.qb + x_) % 32);
      break;
    case Insn::movq:
    case Insn::dbl:
    case Insn::brev:
    case Insn::mask:
    case Insn::maskp:
    case Insn::inc32:
      found = q(o_.qd) | q(o_.qa);
      break;
    case Insn::ldq:
    case Insn::ldqx:
      found = q(o_.qd);
      break;
    case Insn::stq:
    case Insn::stqx:
      found = q(o_.qa);
      break;
    case Insn::aesenc:
    case Insn::aesdec:
      found = q(o_.qd) | q(o_.qa) | kKeys;
      break;
    case Insn::aeskey:
      found = kKeys;
      break;
    default:
      break;
  }
  return static_cast<uint16_t>(found);
}

bool Coprocessor::squares() const {
  for (unsigned i = 0; i < std::size(kNetworks); ++i) {
    if ((parameters_.squares >> i & 1) != 0 &&
        std::ranges::equal(field_.exponents(), kNetworks[i])) {
      return true;
    }
  }
  return false;
}

bool Coprocessor::multiplies() const {
  if (insn_ == Insn::mul) return true;
  if (insn_ == Insn::sqr) return !squares();
  return insn_ == Insn::sqrn && !squares() && c_[o_.cb] != 0;
}

// Whether this step writes a register, other than with a product.
bool Coprocessor::writes() const {
  switch (info_of(insn_).klass) {
    case Klass::wide:
      return insn_ != Insn::cmpz && insn_ != Insn::cmpc;
    case Klass::product:
      return insn_ != Insn::setf && !multiplies();
    case Klass::block:
      return o_.qd != 31;
    case Klass::aes:
      if (insn_ == Insn::aeskey) return true;
      return o_.qd != 31 && last_step();
    case Klass::memory:
      if (insn_ == Insn::popw) return true;
      return (insn_ == Insn::ldw || (insn_ == Insn::ldq && o_.qd != 31) ||
              (insn_ == Insn::ldqx && o_.qd != 31)) &&
             last_step();
    default:
      return false;
  }
}

unsigned Coprocessor::steps() const {
  const Info& i = info_of(insn_);
  if (insn_ == Insn::sqrn) return std::max<unsigned>(1, c_[o_.cb]);
  if (insn_ == Insn::aeskey) return i.cycles + i.per_round * (o_.imm + 6U) - (o_.imm == 4);
  return i.cycles + i.per_digit * parameters_.digit + i.per_word * words_ +
         i.per_portion * (parameters_.width / 128) + i.per_round * rounds_;
}

void Coprocessor::raise(Cause cause) {
  raised_ = cause;
  raised_at_ = now_ + 1;
}

}  // namespace evariste::asip
