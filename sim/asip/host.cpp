// SPDX-License-Identifier: Apache-2.0
// The host's side: registers, FIFOs, start and end of tasks, errors.
#include "asip/coprocessor.hpp"

namespace evariste::asip {
namespace {

constexpr uint32_t kBase = kTask, kVersion = 1;
constexpr uint32_t offset_of(uint32_t address) { return address - kBase; }
constexpr uint32_t kWindow = 0x1000;
constexpr uint32_t kIrqDone = 1, kIrqError = 2, kIrqRoom = 4, kIrqWords = 8;
constexpr uint32_t kAbort = 1, kZeroise = 2, kFlush = 4;

bool within(uint32_t offset, uint32_t window) {
  return offset >= offset_of(window) && offset < offset_of(window) + kWindow;
}

unsigned log2_of(uint32_t power) {
  unsigned n = 0;
  while (power >> n > 1) ++n;
  return n;
}

}  // namespace

Coprocessor::Coprocessor(const Parameters& parameters)
    : parameters_(parameters), words_(parameters.width / 32) {
  for (unsigned i = 0; i < std::size(kImage); ++i) program_[i] = kImage[i];
  clean(true);
}

void Coprocessor::reset() {
  const auto program = program_;
  *this = Coprocessor(Parameters(parameters_));
  program_ = program;
}

bool Coprocessor::flip(Place place, unsigned index, unsigned bit) {
  switch (place) {
    case Place::wide:
      w_[index % 16].flip(bit % parameters_.width);
      return true;
    case Place::memory:
      memory(index) ^= uint32_t{1} << bit % 32;
      return true;
    case Place::counter:
      c_[index % 4] ^= static_cast<uint16_t>(1U << bit % 16);
      return true;
    case Place::flags: {
      bool* const flags[] = {&select_, &last_, &wide_zero_, &carry_, &zero_};
      if (bit < std::size(flags)) *flags[bit] = !*flags[bit];
      if (bit >= std::size(flags)) x_ ^= static_cast<uint8_t>(1U << (bit - std::size(flags)) % 4);
      return true;
    }
    case Place::product:
      if (!product_) return false;
      product_->value.flip(bit % parameters_.width);
      return true;
  }
  return false;
}

// What the end of a cycle brings: a product into its register, words into OUT, the end of cleaning.
void Coprocessor::settle() {
  if (written_) w_[written_->to] = written_->value;
  written_.reset();
  if (product_ && now_ >= product_->end) {
    w_[product_->to] = product_->value;
    product_.reset();
  }
  while (!leaving_.empty() && leaving_.front().first <= now_) {
    for (unsigned i = 0; i < 4; ++i) {
      uint32_t word = 0;
      for (unsigned j = 4; j-- > 0;) word = word << 8 | leaving_.front().second[4 * i + j];
      out_.push_back(word);
    }
    leaving_.pop_front();
  }
  if (state_ == State::cleaning && now_ >= clean_until_) {
    state_ = State::idle;
    if (zeroising_) done_ = true, irq_ |= kIrqDone;
    zeroising_ = false;
  }
}

Outputs Coprocessor::cycle(const Inputs& in) {
  stepped_.reset();
  const bool full = in_.size() >= kDeep, empty = out_.empty();
  Outputs out;
  std::optional<std::pair<uint32_t, uint32_t>> written;
  bool pushed = false, popped = false;
  if (in.access != 0) {
    const bool to_fifo = within(in.offset, kDataIn) && in.write != 0;
    const bool from_fifo = within(in.offset, kDataOut) && in.write == 0;
    if (in.offset % 4 != 0) {
      out.error = 1;
    } else if ((to_fifo && full) || (from_fifo && empty)) {
      if (++waited_ > parameters_.wait_limit) {
        out.error = 1;
        overdue_ = to_fifo ? Cause::overrun : Cause::underrun;
      }
    } else if (to_fifo || from_fifo) {
      out.ready = 1;
      pushed = to_fifo;
      popped = from_fifo;
      if (from_fifo) out.data = out_.front();
    } else if (in.write != 0 ? !writable(in.offset) : !readable(in.offset)) {
      out.error = 1;
    } else {
      out.ready = 1;
      if (in.write != 0) written = {in.offset, in.data};
      if (in.write == 0) out.data = read(in.offset);
    }
    if (out.ready != 0 || out.error != 0) waited_ = 0;
  } else {
    waited_ = 0;
  }
  out.in_ready = !full && !pushed;
  out.out_valid = !empty && !popped;
  if (!empty) out.out_data = out_.front();
  out.irq = irq();

  if (written && written->first == offset_of(kIrq)) {  // what happens now comes after it
    write(written->first, written->second);
    written.reset();
  }
  if (state_ == State::running) issue();

  if (pushed) in_.push_back(in.data);
  if (out.in_ready != 0 && in.in_valid != 0) in_.push_back(in.in_data);
  if (popped || (out.out_valid != 0 && in.out_ready != 0)) out_.pop_front();
  if (raised_ && now_ >= raised_at_) fail(*raised_);
  if (overdue_) fail(*overdue_);
  overdue_.reset();
  if (written) write(written->first, written->second);
  ++now_;
  settle();
  return out;
}

uint64_t Coprocessor::pass(uint64_t cycles) {
  const bool level = irq(), could = restless();
  uint64_t passed = 0;
  while (passed < cycles && (busy() || product_ || written_ || !leaving_.empty() || waited_ != 0)) {
    cycle({});
    ++passed;
    if (irq() != level || restless() != could) return passed;
  }
  now_ += cycles - passed;
  return cycles;
}

uint32_t Coprocessor::irqs() const {
  return irq_ | (in_.size() <= kDeep - 4 ? kIrqRoom : 0) | (out_.size() >= 4 ? kIrqWords : 0);
}

bool Coprocessor::irq() const { return (irqs() & irq_enable_) != 0; }

uint32_t Coprocessor::status() const {
  return static_cast<uint32_t>(busy()) | uint32_t{done_} << 1 | uint32_t{failed_} << 2 |
         uint32_t{valid_} << 4 | uint32_t{code_} << 8 | static_cast<uint32_t>(in_.size()) << 16 |
         static_cast<uint32_t>(out_.size()) << 20;
}

bool Coprocessor::readable(uint32_t offset) const {
  switch (offset + kBase) {
    case kTask:
    case kStatus:
    case kIrq:
    case kIrqEnable:
    case kTaskCycles:
    case kWhere:
    case kInfo:
      return true;
    case kProgramAddress:
      return parameters_.program_ram != 0 && !busy();
    default:
      return false;
  }
}

bool Coprocessor::writable(uint32_t offset) const {
  switch (offset + kBase) {
    case kTask:
    case kControl:
    case kIrq:
    case kIrqEnable:
      return true;
    case kProgramAddress:
    case kProgramData:
      return parameters_.program_ram != 0 && !busy();
    default:
      return false;
  }
}

uint32_t Coprocessor::read(uint32_t offset) const {
  switch (offset + kBase) {
    case kTask:
      return task_word_;
    case kStatus:
      return status();
    case kIrq:
      return irqs();
    case kIrqEnable:
      return irq_enable_;
    case kTaskCycles:
      return task_cycles_;
    case kWhere:
      return where_;
    case kInfo:
      return kVersion | log2_of(parameters_.digit) << 8 | parameters_.width / 128 << 12 |
             parameters_.squares << 16 | parameters_.aes << 24 | parameters_.ecc << 25 |
             parameters_.program_ram << 26;
    default:
      return program_address_;
  }
}

void Coprocessor::write(uint32_t offset, uint32_t data) {
  switch (offset + kBase) {
    case kTask:
      start(data);
      break;
    case kControl:
      if ((data & kFlush) != 0) in_.clear(), out_.clear(), leaving_.clear();
      if ((data & (kAbort | kZeroise)) != 0 && state_ == State::running) fail(Cause::aborted);
      if ((data & kZeroise) != 0) clean(true);
      break;
    case kIrq:
      irq_ &= ~data;
      break;
    case kIrqEnable:
      irq_enable_ = data & (kIrqDone | kIrqError | kIrqRoom | kIrqWords);
      break;
    case kProgramAddress:
      program_address_ = data % kProgramWords;
      break;
    default:
      program_[program_address_] = data;
      program_address_ = (program_address_ + 1) % kProgramWords;
  }
}

// A write to TASK. What is refused here runs nothing and clears nothing.
void Coprocessor::start(uint32_t word) {
  if (busy()) {
    failed_ = true;
    code_ = static_cast<uint8_t>(Cause::busy);
    irq_ |= kIrqError;
    return;
  }
  task_word_ = word;
  done_ = failed_ = false;
  code_ = 0;
  const unsigned number = word & 0x3F;
  const uint32_t count = word >> 16;
  const bool reserved = (word >> 14 & 3) != 0;
  if (number == 0 && !reserved) {
    zeroising_ = true;
    clean(true);
    return;
  }
  if (reserved || number > std::size(kTasks)) return fail(Cause::unknown_task);
  const Task& task = kTasks[number - 1];
  const uint32_t parts = (parameters_.aes != 0 ? kUsesAes : 0) |
                         (parameters_.ecc != 0 ? kUsesEcc : 0) |
                         (parameters_.long_keys != 0 ? kUsesLongKeys : 0);
  if ((task.uses & ~parts) != 0) return fail(Cause::unknown_task);
  const unsigned missing = task.needs & ~valid_;
  if ((missing & kKey) != 0) return fail(Cause::no_key);
  if ((missing & kCurve) != 0) return fail(Cause::no_field);
  if ((missing & kSession) != 0) return fail(Cause::no_session);
  const auto bound = static_cast<Count>(task.count);
  const uint32_t most = bound == Count::width   ? parameters_.width
                        : bound == Count::bytes ? 15
                                                : 65535;
  if (bound != Count::free && (count == 0 || count > most)) return fail(Cause::bad_count);
  task_ = number - 1;
  valid_ &= static_cast<uint8_t>(~(task.clears | task.sets));
  x_ = 0;
  carry_ = zero_ = select_ = last_ = wide_zero_ = false;
  stack_.clear();
  pc_ = task.entry;
  fetched_ = false;
  started_ = now_;
  in_r_ = now_ + kFirstExecute - 1;
  last_x_ = now_;
  task_cycles_ = 0;
  compared_ = 0;
  starving_ = 0;
  state_ = State::running;
}

// An error. It ends a task, if one is running.
void Coprocessor::fail(Cause cause) {
  failed_ = true;
  code_ = static_cast<uint8_t>(cause);
  irq_ |= kIrqError;
  raised_.reset();
  if (state_ != State::running) return;
  where_ = pc_;
  clean(false);
}

// Clears what is secret, or everything, in kClean cycles.
void Coprocessor::clean(bool all) {
  for (unsigned i = 0; i < (all ? 16U : 8U); ++i) w_[i] = Wide{};
  for (const Region& region : kSecret) {
    for (unsigned i = 0; i < region.words; ++i) memory(region.word + i) = 0;
  }
  c_ = {};
  x_ = 0;
  carry_ = zero_ = select_ = last_ = wide_zero_ = false;
  stack_.clear();
  in_.clear();
  out_.clear();
  leaving_.clear();
  product_.reset();
  written_.reset();
  raised_.reset();
  valid_ &= static_cast<uint8_t>(~kSession);
  if (all) {
    memory_ = {};
    field_.clear();
    rounds_ = 0;
    valid_ = 0;
  }
  state_ = State::cleaning;
  clean_until_ = now_ + 1 + kClean;
}

std::vector<uint32_t> Coprocessor::snapshot() const {
  std::vector<uint32_t> all;
  for (const Wide& w : w_) {
    for (unsigned i = 0; i < words_; ++i) all.push_back(w.word(i));
  }
  all.insert(all.end(), c_.begin(), c_.end());
  all.push_back(x_ | carry_ << 4 | zero_ << 5 | select_ << 6 | last_ << 7 | wide_zero_ << 8);
  all.insert(all.end(), memory_.begin(), memory_.end());
  all.insert(all.end(), field_.exponents().begin(), field_.exponents().end());
  all.push_back(rounds_);
  all.push_back(valid_);
  return all;
}

}  // namespace evariste::asip
