// SPDX-License-Identifier: Apache-2.0
#include "vword/accelerator.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include "mips/mips.hpp"

namespace evariste::vword {

namespace {

// The lowest `bits` bits.
template <size_t kSize>
std::array<uint64_t, kSize> ones(unsigned bits) {
  std::array<uint64_t, kSize> mask{};
  for (unsigned i = 0; i < bits; ++i) mask[i / 64] |= uint64_t{1} << i % 64;
  return mask;
}

bool bit(std::span<const uint64_t> a, unsigned i) { return a[i / 64] >> i % 64 & 1; }

unsigned rounded(unsigned width) { return std::max(std::bit_ceil(width), 32u); }

// PREFIX and a number from `first` on: that number less `first`; else -1.
int numbered(std::string_view name, std::string_view prefix, int first) {
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return -1;
  int number = 0;
  for (const char c : name.substr(prefix.size())) {
    if (c < '0' || c > '9') return -1;
    number = 10 * number + (c - '0');
  }
  return number - first;
}

}  // namespace

bool Instance::set(std::string_view name, int64_t value) {
  const auto number = static_cast<unsigned>(value);
  if (name == "FINGERPRINT") {
    fingerprint = static_cast<uint32_t>(value);
    return value >= 0;
  }
  if (const int i = numbered(name, "SHIFT", 0); i >= 0) {
    if (i >= int{kMostAmounts}) return false;
    amount[static_cast<size_t>(i)] = static_cast<int>(value);
    return value > -int64_t{kMostBits} && value < int64_t{kMostBits};
  }
  if (value < 0) return false;
  if (const int i = numbered(name, "TERM", 1); i >= 0) {
    if (i >= int{kMostTerms}) return false;
    terms[static_cast<size_t>(i)] = number;
    return value < 1024;
  }
  if (name == "M") return degree = number, value <= 1024;
  if (name == "W") return width = number, value >= 8 && value <= kMostBits;
  if (name == "LEVEL") return level = number, value <= kField;
  if (name == "D") return digit = number, value <= 1024;
  if (name == "SHIFTS") return amounts = number, value <= kMostAmounts;
  return false;
}

unsigned Instance::row_bits() const { return rounded(width); }

Accelerator::Accelerator(const Instance& instance)
    : instance_(instance),
      limbs_((instance.width + 63) / 64),
      product_cycles_(
          instance.digit == 0 ? 0 : (instance.degree + instance.digit - 1) / instance.digit),
      all_(ones<kLimbs>(instance.width)) {
  const unsigned left = instance.degree % instance.width;
  low_ = instance.width >= instance.degree ? ones<kLimbs>(instance.degree)
         : left == 0                       ? all_
                                           : ones<kLimbs>(left);
  element_ = ones<kLimbs>(std::min(instance.degree, instance.width));
}

void Accelerator::reset() {
  std::fill(std::begin(v_), std::end(v_), Word{});
  product_ = {};
  cond_ = 0;
  drain();
}

void Accelerator::drain() {
  std::fill(std::begin(ready_), std::end(ready_), 0);
  ready_product_ = 0;
}

// Whether the instance has the instruction with these operands.
bool Accelerator::present(Insn insn, const Operands& o) const {
  const auto amount = static_cast<unsigned>(o.amount), control = static_cast<unsigned>(o.control);
  switch (insn) {
    case Insn::illegal:
      return false;
    case Insn::vl:
    case Insn::vs:
    case Insn::vxor:
      return true;
    case Insn::mtc2:
    case Insn::mfc2:
      return static_cast<unsigned>(o.part) < instance_.parts();
    case Insn::cfc2:
      if (control == kControlCond) return instance_.level >= kField;
      return control < kControlAmount0 || control - kControlAmount0 < instance_.amounts;
    case Insn::vsh:
      return amount < instance_.amounts;
    case Insn::vshx:
      return instance_.level >= kFused && amount < instance_.amounts;
    case Insn::vmask:
      return instance_.level >= kFused;
    default:
      return instance_.level >= kField;
  }
}

Accelerator::Kind Accelerator::kind(uint32_t word) const {
  const Insn insn = decode(word);
  if (!present(insn, operands(insn, word))) return Kind::kReserved;
  switch (insn) {
    case Insn::vl:
      return Kind::kLoad;
    case Insn::vs:
      return Kind::kStore;
    case Insn::mtc2:
    case Insn::ctc2:
      return Kind::kFromCore;
    case Insn::mfc2:
    case Insn::cfc2:
      return Kind::kToCore;
    default:
      return Kind::kOperation;
  }
}

size_t Accelerator::place(uint32_t word) const {
  switch (info_of(decode(word)).klass) {
    case Klass::load:
      return mips::kLoads;
    case Klass::store:
      return mips::kStores;
    case Klass::multiply:
      return mips::kMultiplies;
    case Klass::alu:
      return mips::kAlu;
    default:
      return mips::kOthers;
  }
}

uint64_t Accelerator::start(uint32_t word, uint64_t cycle) const {
  const Insn insn = decode(word);
  const Operands o = operands(insn, word);
  switch (insn) {
    case Insn::vs:  // its data is needed in MEM
      return std::max(cycle, ready_[o.vt] - (ready_[o.vt] != 0));
    case Insn::mtc2:  // the other parts of the register
      return std::max(cycle, ready_[o.vd]);
    case Insn::vfmul:
    case Insn::vfmf:
      cycle = std::max(cycle, ready_product_);
      break;
    case Insn::vl:
    case Insn::cfc2:
    case Insn::ctc2:
      return cycle;
    default:
      break;
  }
  // A register that the instruction does not have is v0, which is never waited for.
  return std::max({cycle, ready_[o.vs], ready_[o.vt]});
}

void Accelerator::set(unsigned number, const Word& value, uint64_t ready) {
  if (number == 0) return;
  v_[number] = value;
  ready_[number] = ready;
}

uint32_t Accelerator::control(unsigned number) const {
  switch (number) {
    case kControlFingerprint:
      return instance_.fingerprint;
    case kControlWidth:
      return instance_.width;
    case kControlRow:
      return instance_.row_bits();
    case kControlDegree:
      return instance_.degree;
    case kControlLevel:
      return instance_.level;
    case kControlDigit:
      return instance_.digit;
    case kControlCond:
      return cond_;
    default:
      return static_cast<uint32_t>(instance_.amount[number - kControlAmount0]);
  }
}

uint32_t Accelerator::execute(uint32_t word, uint32_t value, uint64_t cycle) {
  const Insn insn = decode(word);
  const Operands o = operands(insn, word);
  const Word &a = v_[o.vs], &b = v_[o.vt];
  const auto part = static_cast<unsigned>(o.part);
  Word result{};
  switch (insn) {
    case Insn::mfc2:
      return static_cast<uint32_t>(a[part / 2] >> 32 * (part % 2));
    case Insn::cfc2:
      return control(static_cast<unsigned>(o.control));
    case Insn::ctc2:
      cond_ = value;
      return 0;
    case Insn::mtc2:
      result = v_[o.vd];
      result[part / 2] &= uint64_t{0xFFFFFFFF} << 32 * (1 - part % 2);
      result[part / 2] |= uint64_t{value} << 32 * (part % 2);
      for (unsigned i = 0; i < limbs_; ++i) result[i] &= all_[i];
      break;
    case Insn::vxor:
      for (unsigned i = 0; i < limbs_; ++i) result[i] = a[i] ^ b[i];
      break;
    case Insn::vsh:
    case Insn::vshx:
      result = shifted(a, instance_.amount[static_cast<size_t>(o.amount)]);
      if (insn == Insn::vshx) {
        for (unsigned i = 0; i < limbs_; ++i) result[i] ^= b[i];
      }
      break;
    case Insn::vmask:
      for (unsigned i = 0; i < limbs_; ++i) result[i] = a[i] & low_[i];
      break;
    case Insn::vsel:
      result = cond_ >> 31 ? a : b;
      break;
    case Insn::vfmul: {
      const Word next = product(a, b);
      result = std::exchange(product_, next);
      ready_product_ = cycle + product_cycles_ + kProductCycles;
      break;
    }
    case Insn::vfmf:
      result = product_;
      break;
    case Insn::vfsq: {
      Double square{};
      for (unsigned i = 0; i < instance_.degree; ++i) {
        square[i / 32] |= uint64_t{bit(a, i)} << 2 * i % 64;
      }
      result = reduced(square);
      break;
    }
    case Insn::vred: {
      Double sum{};
      for (unsigned i = 0; i < 2 * instance_.degree - 1; ++i) {
        const bool one = i < instance_.width ? bit(b, i) : bit(a, i - instance_.width);
        sum[i / 64] |= uint64_t{one} << i % 64;
      }
      result = reduced(sum);
      break;
    }
    default:
      break;
  }
  set(o.vd, result, cycle + 1);
  return 0;
}

void Accelerator::load(uint32_t word, const uint8_t* row, uint64_t cycle) {
  Word value{};
  std::memcpy(value.data(), row, std::min<size_t>(this->row(), sizeof value));
  for (unsigned i = 0; i < kLimbs; ++i) value[i] &= all_[i];
  set(operands(Insn::vl, word).vd, value, cycle + 1 + kRowUseStall);
}

std::span<const uint32_t> Accelerator::store(uint32_t word) {
  const Word& value = v_[operands(Insn::vs, word).vt];
  std::memcpy(parts_, value.data(), sizeof parts_);
  return {parts_, instance_.parts()};
}

// Positive: to the left.
Accelerator::Word Accelerator::shifted(const Word& a, int amount) const {
  Word result{};
  const auto by = static_cast<unsigned>(std::abs(amount));
  const unsigned limbs = by / 64, bits = by % 64;
  for (unsigned i = 0; i + limbs < limbs_; ++i) {
    if (amount > 0) {
      const uint64_t below = i != 0 && bits != 0 ? a[i - 1] >> (64 - bits) : 0;
      result[i + limbs] = a[i] << bits | below;
    } else {
      const unsigned from = i + limbs;
      const uint64_t above = from + 1 < limbs_ && bits != 0 ? a[from + 1] << (64 - bits) : 0;
      result[i] = a[from] >> bits | above;
    }
  }
  for (unsigned i = 0; i < limbs_; ++i) result[i] &= all_[i];
  return result;
}

// a mod f, bit by bit from the highest.
Accelerator::Word Accelerator::reduced(Double a) const {
  for (unsigned i = 2 * instance_.degree - 1; i-- > instance_.degree;) {
    if (!bit(a, i)) continue;
    const unsigned at = i - instance_.degree;
    const auto flip = [&a](unsigned place) { a[place / 64] ^= uint64_t{1} << place % 64; };
    flip(i);
    flip(at);
    for (const unsigned term : instance_.terms) {
      if (term != 0) flip(at + term);
    }
  }
  Word result{};
  std::copy_n(a.begin(), kLimbs, result.begin());
  return result;
}

Accelerator::Word Accelerator::product(const Word& a, const Word& b) const {
  Double sum{};
  Word element{};
  for (unsigned i = 0; i < limbs_; ++i) element[i] = a[i] & element_[i];
  for (unsigned i = 0; i < instance_.degree; ++i) {
    if (!bit(b, i)) continue;
    const unsigned limbs = i / 64, bits = i % 64;
    for (unsigned k = 0; k < limbs_; ++k) {
      sum[k + limbs] ^= element[k] << bits;
      if (bits != 0) sum[k + limbs + 1] ^= element[k] >> (64 - bits);
    }
  }
  return reduced(sum);
}

sim::Value Accelerator::read_register(unsigned row) const {
  if (row == kRowCond) return cond_;
  if (row > kRowCond) return {};
  const Word& value = row == kRowProduct ? product_ : v_[row];
  sim::Value out;
  std::memcpy(out.words.data(), value.data(), sizeof value);
  return out;
}

bool Accelerator::write_register(unsigned row, const sim::Value& value) {
  if (row == kRowCond) {
    cond_ = value.low();
    return true;
  }
  if (row > kRowCond) return false;
  Word word{};
  std::memcpy(word.data(), value.words.data(), sizeof word);
  const Word& mask = row == kRowProduct ? element_ : all_;
  for (unsigned i = 0; i < kLimbs; ++i) word[i] &= mask[i];
  if (row == 0) return word == Word{};
  (row == kRowProduct ? product_ : v_[row]) = word;
  return true;
}

void Accelerator::report(uint32_t word, std::vector<sim::Write>& writes) {
  const Insn insn = decode(word);
  const unsigned vd = operands(insn, word).vd;
  const size_t words = instance_.parts();
  if (vd != 0) {
    reported_ = read_register(vd);
    writes.push_back({kFirstFile, static_cast<uint16_t>(vd), 0, {reported_.words.data(), words}});
  }
  // The product of vfmul is there later; the instruction that takes it reports it.
  if (insn == Insn::ctc2) writes.push_back({kFirstFile + 1, 1, 0, {&cond_, 1}});
}

}  // namespace evariste::vword
