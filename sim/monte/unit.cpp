// SPDX-License-Identifier: Apache-2.0
#include "monte/unit.hpp"

#include <algorithm>

namespace evariste::monte {

namespace {

constexpr unsigned kProductDrain = 3, kSumDrain = 2;  // cycles behind the last words read
constexpr uint32_t kMostEntries = 64;

Digit digit_of(uint32_t half) {
  return {half & 31, half >> 5 & 31, (half >> 10 & 1) != 0, (half >> 11 & 1) != 0};
}

}  // namespace

bool Unit::Entry::has_dest() const {
  switch (insn) {
    case Insn::pmul:
    case Insn::psqr:
    case Insn::padd:
    case Insn::psub:
    case Insn::pcpy:
    case Insn::pcswap:
    case Insn::ptsel:
      return true;
    default:
      return false;
  }
}

bool Unit::Entry::has_other() const {
  return insn == Insn::pmul || insn == Insn::padd || insn == Insn::psub || insn == Insn::pcswap ||
         insn == Insn::peq;
}

Unit::Unit(const Parameters& parameters, mips::SharedRam ram)
    : parameters_(parameters), ram_(std::move(ram)) {
  reset();
}

void Unit::reset() {
  error_ = config_ = base_ = digits_[0] = digits_[1] = table_ = index_ = 0;
  count_ = 1;
  flag_ = modulus_set_ = false;
  stride_ = 0;
  field_ = {};
  field_.squares = parameters_.sqr;
  queue_.clear();
  push_.reset();
  load_ = Load::kEmpty;
  state_ = Arithmetic::kIdle;
  storing_ = false;
  results_.fill(kNowhere);
  a_ = b_ = kNowhere;
  first_ = other_ = {};
  buffers_ = {};
  uses_ = 0;
  for (unsigned i = 0; i < kBuffers; ++i) touch(i);
  answer_ = {};
  asked_ = forgets_ = false;
  cycle_ = 0;
  counts_ = {};
  trace_.clear();
  flip_.reset();
  quiet_ = false;
}

void Unit::reach(uint64_t cycle) {
  while (cycle_ < cycle && !quiet_) tick();
  cycle_ = std::max(cycle_, cycle);
}

void Unit::settle() {
  const uint64_t now = cycle_;
  while (!steady()) tick();
  cycle_ = now;
  trace_.clear();
}

bool Unit::steady() const {
  return idle() && std::find(results_.begin(), results_.end(), kNowhere) == results_.end();
}

bool Unit::resting() const {
  return queue_.empty() && load_ == Load::kEmpty && state_ == Arithmetic::kIdle && !storing_;
}

// ------------------------------------------------------------------------------------------------
// The core's side

void Unit::command(uint32_t word) {
  quiet_ = false;
  asked_ = true;
  if (failed()) return;
  const Insn insn = decode(word);
  push_ = Entry{insn, operands(insn, word), word};
}

void Unit::write(unsigned control, uint32_t value) {
  quiet_ = false;
  if (control == kControlStatus) {
    error_ = kErrorNone;
    forgets_ = true;
    return;
  }
  asked_ = control == kControlIndex || control == kControlFlag;
  if (failed()) return;
  const auto aligned = [&](uint32_t& to) {
    if (value % 4 != 0) {
      error_ = kErrorAlignment;
    } else {
      to = value;
    }
  };
  switch (control) {
    case kControlConfig: {
      const unsigned words = value & 31, mode = value >> 5 & 3, stride = value >> 9 & 31;
      const bool binary = value >> 7 & 1, sign = value >> 8 & 1;
      const bool built =
          mode <= (parameters_.digits ? unsigned{kUpperDigits} : unsigned{kGeneric}) &&
          (!binary || parameters_.dual);
      if (words < 1 || words > kWords || stride < words || !built ||
          (sign && (binary || mode != kByDigits))) {
        error_ = kErrorConfig;
        return;
      }
      config_ = value & 0x3FFF;
      stride_ = stride;
      field_.words = words;
      field_.mode = mode;
      field_.binary = binary;
      field_.sign = sign;
      modulus_set_ = false;
      forgets_ = true;
      return;
    }
    case kControlBase:
      return aligned(base_);
    case kControlN0:
      field_.n0 = value;
      return;
    case kControlDigits0:
    case kControlDigits1: {
      const unsigned i = control - kControlDigits0;
      digits_[i] = value & 0x0FFF0FFF;
      field_.digits[2 * i] = digit_of(value);
      field_.digits[2 * i + 1] = digit_of(value >> 16);
      return;
    }
    case kControlTable:
      return aligned(table_);
    case kControlCount:
      if (value < 1 || value > kMostEntries) {
        error_ = kErrorConfig;
      } else {
        count_ = value;
      }
      return;
    default: {  // index and flag
      Entry entry{Insn::ctc2, {}, value};
      entry.o.control = static_cast<int32_t>(control);
      push_ = entry;
      return;
    }
  }
}

uint32_t Unit::read(unsigned control) {
  const auto level = static_cast<uint32_t>(queue_.size());
  const uint32_t status = error_ | (resting() ? 0u : 1u << 4) | level << 8;
  switch (control) {
    case kControlWait:
      forgets_ = true;
      quiet_ = false;
      return status;
    case kControlStatus:
      return status;
    case kControlConfig:
      return config_;
    case kControlBase:
      return base_;
    case kControlN0:
      return field_.n0;
    case kControlDigits0:
    case kControlDigits1:
      return digits_[control - kControlDigits0];
    case kControlTable:
      return table_;
    case kControlCount:
      return count_;
    case kControlIndex:
      return index_;
    case kControlFlag:
      return flag_;
    default:
      return kWords | uint32_t{parameters_.digits} << 8 | uint32_t{parameters_.sqr} << 9 |
             uint32_t{parameters_.dual} << 10 | parameters_.depth << 16 | 1u << 28;
  }
}

// ------------------------------------------------------------------------------------------------
// Buffers

std::array<bool, Unit::kBuffers> Unit::owned() const {
  std::array<bool, kBuffers + 1> all{};
  for (const unsigned result : results_) all[result] = true;
  if (state_ != Arithmetic::kIdle) all[a_] = all[b_] = true;
  if (load_ != Load::kEmpty) all[first_.buffer] = all[other_.buffer] = true;
  if (storing_) {
    for (unsigned i = 0; i < stores_; ++i) all[store_buffer_[i]] = true;
  }
  std::array<bool, kBuffers> those{};
  std::copy_n(all.begin(), kBuffers, those.begin());
  return those;
}

// The buffer to take next: one that holds no slot, else the least recently used one.
unsigned Unit::victim() const {
  const auto taken = owned();
  unsigned best = kNowhere;
  for (unsigned i = 0; i < kBuffers; ++i) {
    if (!taken[i] && !buffers_[i].slot) return i;
  }
  for (unsigned i = 0; i < kBuffers; ++i) {
    if (!taken[i] && (best == kNowhere || buffers_[i].used < buffers_[best].used)) best = i;
  }
  return best;
}

void Unit::forget(unsigned slot) {
  for (Buffer& buffer : buffers_) {
    if (buffer.slot == slot) buffer.slot.reset();
  }
}

bool Unit::pending(unsigned slot) const {
  if (state_ != Arithmetic::kIdle && running_.has_dest()) {
    if (running_.o_dest() == slot) return true;
    if (running_.insn == Insn::pcswap && running_.o_other() == slot) return true;
  }
  if (!storing_) return false;
  return std::find(store_slot_.begin(), store_slot_.begin() + stores_, slot) !=
         store_slot_.begin() + stores_;
}

bool Unit::pending_in(uint32_t from, uint32_t to) const {
  for (unsigned slot = 0; slot < 64; ++slot) {
    const uint64_t at = address_of(slot);
    if (pending(slot) && at < to && at + 4 * field_.words > from) return true;
  }
  return false;
}

bool Unit::in_ram(uint64_t address, uint64_t words) const {
  return address >= ram_.base && address + 4 * words <= uint64_t{ram_.base} + ram_.size;
}

// ------------------------------------------------------------------------------------------------
// A cycle

void Unit::fail(uint32_t error) {
  if (!failed()) error_ = error;
  failed_now_ = true;
  load_ = Load::kEmpty;
}

void Unit::tick() {
  quiet_ = steady() && !flip_;
  if (flip_ && flip_->cycle == cycle_) strike();
  failed_now_ = completed_ = false;
  // Decided by the state at the cycle's beginning.
  const bool done = state_ == Arithmetic::kDone && !storing_;
  const bool moves = load_ == Load::kReady && state_ == Arithmetic::kIdle &&
                     results_[0] != kNowhere && results_[1] != kNowhere;
  const bool asks = load_ != Load::kFirst && load_ != Load::kOther && state_ != Arithmetic::kDone;
  const bool more = std::find(results_.begin(), results_.end(), kNowhere) != results_.end();
  const unsigned spare = asks && more ? victim() : kNowhere;
  const Answer answer = answer_;
  const bool takes = load_ == Load::kEmpty || moves;
  const std::optional<Entry> next =
      takes && !queue_.empty() ? std::optional(queue_.front()) : std::nullopt;

  request();
  if (forgets_) {
    for (Buffer& buffer : buffers_) buffer.slot.reset();
  }
  if (answer.load && answer.last) {
    after_operand();
  } else if (!moves) {
    load_step();
  }
  if (answer.store && answer.last) {
    storing_ = false;
    completed_ = true;
  }
  counts_.work += state_ == Arithmetic::kRuns;
  if (state_ == Arithmetic::kRuns && --left_ == 0) state_ = Arithmetic::kDone;
  if (done) finish();
  if (moves) transfer();
  if (spare != kNowhere) {
    *std::find(results_.begin(), results_.end(), kNowhere) = spare;
    buffers_[spare].slot.reset();
  }
  if (next) {
    queue_.pop_front();
    loading_ = *next;
    first_ = other_ = {};
    load_ = Load::kCheck;
  }
  if (failed_now_) {
    queue_.clear();
  } else if (push_ && !failed()) {
    queue_.push_back(*push_);
  }
  push_.reset();
  asked_ = forgets_ = false;
  trace_.ends(cycle_, completed_);
  ++cycle_;
}

// ------------------------------------------------------------------------------------------------
// Load stage

void Unit::load_step() {
  switch (load_) {
    case Load::kCheck:
      return check();
    case Load::kFirst:
      return find(first_, loading_.first(), loading_.o.fetch & 1);
    case Load::kOther:
      return find(other_, loading_.o_other(), loading_.o.fetch >> 1 & 1);
    default:
      return;
  }
}

void Unit::check() {
  const Insn insn = loading_.insn;
  if (insn == Insn::ctc2) {
    if (loading_.o.control == kControlIndex) {
      index_ = std::min<uint32_t>(loading_.value, kMostEntries);
      load_ = Load::kEmpty;
    } else {
      load_ = Load::kReady;
    }
    return;
  }
  if (insn == Insn::pnop) {
    load_ = Load::kReady;
    return;
  }
  const bool product = insn == Insn::pmul || insn == Insn::psqr;
  const bool modular = product || insn == Insn::padd || insn == Insn::psub;
  if (insn == Insn::illegal) return fail(kErrorCommand);
  if (field_.words == 0) return fail(kErrorConfig);
  if (product && field_.mode != kGeneric && !field_.digits_in_range()) return fail(kErrorConfig);
  if (modular && !modulus_set_) return fail(kErrorModulus);
  if (insn == Insn::ptsel && index_ >= count_) return fail(kErrorIndex);
  if (loading_.has_dest() && !in_ram(address_of(loading_.o_dest()), field_.words)) {
    return fail(kErrorRange);
  }
  load_ = Load::kFirst;
}

void Unit::find(Operand& operand, unsigned slot, bool fetch) {
  const bool table = loading_.insn == Insn::ptsel, modulus = loading_.insn == Insn::psetp;
  const unsigned words = field_.words * (table ? count_ : 1);
  const uint32_t address = table ? table_ + 4 * slot * words : address_of(slot);
  if (!in_ram(address, words)) return fail(kErrorRange);
  if (state_ == Arithmetic::kDone) return;  // what is where changes in this cycle
  if (modulus) {
    if (state_ == Arithmetic::kIdle && !storing_) begin_move(kNowhere, address, words);
    return;
  }
  if (table) {
    if (pending_in(address, address + 4 * words)) return;
  } else if (fetch) {
    if (pending(slot)) return;
  } else {
    if (state_ == Arithmetic::kRuns && running_.has_dest()) {
      if (running_.o_dest() == slot) operand.from = From::kDest;
      if (operand.from == From::kBuffer && running_.insn == Insn::pcswap &&
          running_.o_other() == slot) {
        operand.from = From::kOther;
      }
      if (operand.from != From::kBuffer) return after_operand();
    }
    for (unsigned i = 0; i < kBuffers; ++i) {
      if (buffers_[i].slot != slot) continue;
      operand.buffer = i;
      touch(i);
      return after_operand();
    }
  }
  const unsigned taken = victim();
  if (taken == kNowhere) return;
  operand.buffer = taken;
  touch(taken);
  if (!table) forget(slot);
  buffers_[taken].slot.reset();
  begin_move(taken, address, words);
}

void Unit::begin_move(unsigned buffer, uint32_t address, unsigned words) {
  move_to_ = buffer;
  move_address_ = address;
  move_words_ = words;
  move_asked_ = 0;
  // What follows depends on which operand it is; kMove does not say.
  load_ = Load::kMove;
}

// An operand has its buffer.
void Unit::after_operand() {
  if (load_ == Load::kMove) {
    if (move_to_ == kNowhere) {
      if (field_.modulus[0] % 2 == 0) return fail(kErrorEven);
      modulus_set_ = true;
      load_ = Load::kEmpty;
      return;
    }
    if (loading_.insn != Insn::ptsel) {
      const bool second = other_.buffer == move_to_;
      buffers_[move_to_].slot = second ? loading_.o_other() : loading_.first();
      load_ = second ? Load::kOther : Load::kFirst;
    } else {
      load_ = Load::kOther;
    }
  }
  load_ = load_ == Load::kFirst && loading_.has_other() ? Load::kOther : Load::kReady;
}

// ------------------------------------------------------------------------------------------------
// Arithmetic

void Unit::transfer() {
  running_ = loading_;
  a_ = first_.buffer;
  b_ = loading_.has_other() ? other_.buffer : loading_.insn == Insn::psqr ? a_ : kNowhere;
  load_ = Load::kEmpty;
  first_ = other_ = {};
  switch (running_.insn) {
    case Insn::pmul:
      left_ = field_.product_slots(false) + kProductDrain;
      break;
    case Insn::psqr:
      left_ = field_.product_slots(true) + kProductDrain;
      break;
    case Insn::padd:
    case Insn::psub:
    case Insn::pcpy:
    case Insn::pcswap:
    case Insn::peq:
      left_ = field_.words + kSumDrain;
      break;
    default:
      left_ = 0;
      break;
  }
  state_ = left_ == 0 ? Arithmetic::kDone : Arithmetic::kRuns;
}

void Unit::finish() {
  state_ = Arithmetic::kIdle;
  if (!running_.has_dest()) {
    if (running_.insn == Insn::peq) {
      const auto& a = buffers_[a_].words;
      flag_ = std::equal(a.begin(), a.begin() + field_.words, buffers_[b_].words.begin());
    } else if (running_.insn == Insn::ctc2) {
      flag_ = running_.value & 1;
    }
    completed_ = true;
    return;
  }
  give_results();
  store_slot_[0] = running_.o_dest();
  store_slot_[1] = running_.o_other();
  stores_ = running_.insn == Insn::pcswap ? 2 : 1;
  for (unsigned i = 0; i < stores_; ++i) forget(store_slot_[i]);
  for (unsigned i = 0; i < stores_; ++i) {
    buffers_[store_buffer_[i]].slot = store_slot_[i];
    touch(store_buffer_[i]);
  }
  storing_ = true;
  stored_ = 0;
  // An operand of the next command that was not there yet.
  for (Operand* operand : {&first_, &other_}) {
    if (operand->from != From::kBuffer) {
      operand->buffer = store_buffer_[operand->from == From::kOther];
      operand->from = From::kBuffer;
    }
  }
}

// Puts results into buffers and the buffers into store_buffer_. Which of a pair the circuit chooses
// shows only in the order in which buffers are taken.
void Unit::give_results() {
  auto& [plain, corrected, spare] = results_;
  if (running_.insn == Insn::ptsel) {
    store_buffer_[0] = a_;
    return;
  }
  const Slot a = buffers_[a_].words, b = b_ == kNowhere ? Slot{} : buffers_[b_].words;
  if (running_.insn == Insn::pcswap) {
    buffers_[plain].words = a;
    buffers_[corrected].words = b;
    store_buffer_ = {plain, corrected};
    if (flag_) std::swap(store_buffer_[0], store_buffer_[1]);
    results_ = {spare, kNowhere, kNowhere};
    return;
  }
  bool second = false;
  Slot result = a;
  switch (running_.insn) {
    case Insn::pmul:
    case Insn::psqr:
      result = field_.product(a, b, second);
      break;
    case Insn::padd:
      result = field_.sum(a, b, second);
      break;
    case Insn::psub:
      result = field_.difference(a, b, second);
      break;
    default:
      break;
  }
  if (second) std::swap(plain, corrected);
  buffers_[plain].words = result;
  store_buffer_[0] = plain;
  results_ = {corrected, spare, kNowhere};
}

// ------------------------------------------------------------------------------------------------
// The memory port: operands first, then stores, then tables

void Unit::request() {
  const bool wants = load_ == Load::kMove && move_asked_ < move_words_;
  const bool table = loading_.insn == Insn::ptsel;
  const bool stores = storing_ && stored_ < stores_ * field_.words;
  answer_ = {};
  if (wants && !(table && stores)) {
    const uint32_t address = move_address_ + 4 * move_asked_;
    const uint32_t word = ram_.load(address, cycle_);
    const unsigned entry = move_asked_ / field_.words, place = move_asked_ % field_.words;
    if (move_to_ == kNowhere) {
      field_.modulus[place] = word;
      modulus_set_ = false;
    } else if (!table || entry == index_) {
      buffers_[move_to_].words[place] = word;
    }
    ++move_asked_;
    answer_ = {true, false, move_asked_ == move_words_};
    trace_.request(cycle_, false, address, 0);
    ++counts_.loads;
  } else if (stores) {
    const unsigned which = stored_ / field_.words, place = stored_ % field_.words;
    const uint32_t address = address_of(store_slot_[which]) + 4 * place;
    const uint32_t word = buffers_[store_buffer_[which]].words[place];
    ram_.store(address, cycle_, word);
    ++stored_;
    answer_ = {false, true, stored_ == stores_ * field_.words};
    trace_.request(cycle_, true, address, word);
    ++counts_.stores;
  }
}

}  // namespace evariste::monte
