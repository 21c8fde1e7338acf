// SPDX-License-Identifier: Apache-2.0
#include "billie/unit.hpp"

#include <algorithm>
#include <utility>

namespace evariste::billie {

namespace {

constexpr uint32_t kMostEntries = 64, kMostStride = 31, kMostDepth = 31, kMostDigit = 32;
constexpr unsigned kLeastDegree = 64, kMostDegree = 32 * kWords - 1;

}  // namespace

bool Parameters::set(std::string_view name, int64_t value) {
  const auto is = [&](std::string_view wanted, unsigned& to, unsigned least, unsigned most) {
    if (name != wanted || value < least || value > most) return false;
    to = static_cast<unsigned>(value);
    return true;
  };
  if (is("M", field.degree, kLeastDegree, kMostDegree)) {
    field.terms = {};  // those of the default belong to its degree
    return true;
  }
  return is("TERM1", field.terms[0], 1, field.degree / 2) ||
         is("TERM2", field.terms[1], 0, field.degree / 2) ||
         is("TERM3", field.terms[2], 0, field.degree / 2) || is("D", digit, 1, kMostDigit) ||
         is("DEPTH", depth, 2, kMostDepth) || (name == "GATED" && (value == 0 || value == 1));
}

Unit::Unit(const Parameters& parameters, mips::SharedRam ram)
    : parameters_(parameters), ram_(std::move(ram)) {
  reset();
}

void Unit::reset() {
  error_ = base_ = table_ = index_ = 0;
  count_ = 1;
  stride_ = parameters_.field.words();
  flag_ = asked_ = awaits_ = false;
  queue_.clear();
  push_.reset();
  registers_.fill({});
  for (auto& stations : stations_) stations.clear();
  running_ = {};
  bus_.reset();
  next_id_ = 1;
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
  while (!idle()) tick();
  cycle_ = now;
  trace_.clear();
}

bool Unit::resting() const {
  return queue_.empty() &&
         std::all_of(stations_.begin(), stations_.end(), [](auto& all) { return all.empty(); }) &&
         std::none_of(running_.begin(), running_.end(), [](auto& job) { return job.has_value(); });
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
    return;
  }
  asked_ = control == kControlIndex || control == kControlFlag;
  if (failed()) return;
  switch (control) {
    case kControlConfig:
      if (const uint32_t stride = value >> 9 & kMostStride; stride < parameters_.field.words()) {
        error_ = kErrorConfig;
      } else {
        stride_ = stride;
      }
      return;
    case kControlBase:
    case kControlTable:
      if (value % 4 != 0) {
        error_ = kErrorAlignment;
      } else {
        (control == kControlBase ? base_ : table_) = value;
      }
      return;
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

uint32_t Unit::read(unsigned control) const {
  const auto level = static_cast<uint32_t>(queue_.size());
  switch (control) {
    case kControlWait:
    case kControlStatus:
      return error_ | (resting() ? 0u : 1u << 4) | level << 8;
    case kControlConfig:
      return stride_ << 9;
    case kControlBase:
      return base_;
    case kControlTable:
      return table_;
    case kControlCount:
      return count_;
    case kControlIndex:
      return index_;
    case kControlFlag:
      return flag_;
    default:
      return parameters_.field.degree | parameters_.digit << 10 | parameters_.depth << 16 |
             2u << 28;
  }
}

// ------------------------------------------------------------------------------------------------
// A cycle

void Unit::fail(uint32_t error) {
  if (!failed()) error_ = error;
  failed_now_ = true;
}

void Unit::tick() {
  quiet_ = idle() && !flip_;
  if (flip_ && flip_->cycle == cycle_) strike();
  counts_.work += !resting();
  failed_now_ = false;
  ended_ = 0;
  bus_.reset();
  const std::array<size_t, kUnits> occupied = {stations_[0].size(), stations_[1].size(),
                                               stations_[2].size()};
  const bool waits = std::any_of(occupied.begin(), occupied.end(), [](size_t n) { return n != 0; });
  const bool works =
      std::any_of(running_.begin(), running_.end(), [](auto& job) { return job.has_value(); });

  multiply();
  move();
  square();
  const bool starts = !std::equal(occupied.begin(), occupied.end(), stations_.begin(),
                                  [](size_t n, auto& all) { return n == all.size(); });
  if (waits && !works && !starts) fail(kErrorLost);

  std::optional<Entry> next;
  if (!queue_.empty()) {
    const Entry& head = queue_.front();
    if (is_illegal(head)) {
      // Everything before it has ended.
      if (!waits && !works) fail(head.insn == Insn::gsqr ? kErrorSquarings : kErrorCommand);
    } else if (head.insn == Insn::gnop || occupied[kind_of(head.insn, head.o)] < kStations) {
      next = head;
      queue_.pop_front();
    }
  }
  // The result of this cycle comes first. A register gets it even if a command of this cycle will
  // write that register, too: should an error end the command, the register keeps the result.
  const auto give = [&](Operand& to) {
    if (bus_ && to.from == bus_->id) to = {bus_->value, 0};
  };
  for (auto& stations : stations_) {
    for (Job& job : stations) {
      give(job.a);
      give(job.b);
    }
  }
  std::for_each(registers_.begin(), registers_.end(), give);
  if (next && next->insn != Insn::gnop) {
    Job job;
    job.entry = *next;
    switch (next->insn) {
      case Insn::gmul:
      case Insn::gadd:
      case Insn::gcswap:
      case Insn::geq:
        job.b = operand(next->o.other);
        [[fallthrough]];
      case Insn::gsqr:
      case Insn::gst:
        job.a = operand(next->o.first);
        break;
      default:
        break;
    }
    job.id = next_id_;
    next_id_ += 2;
    if (next->insn == Insn::gcswap) {
      registers_[next->o.first].from = job.id;
      registers_[next->o.other].from = job.id + 1;
    } else if (destinations(*next) != 0) {
      registers_[next->o.dest].from = job.id;
    }
    stations_[kind_of(next->insn, next->o)].push_back(job);
  }

  if (failed_now_) {
    queue_.clear();
    for (auto& stations : stations_) stations.clear();
    running_ = {};
    awaits_ = false;
    for (Operand& one : registers_) one.from = 0;
  } else if (push_ && !failed()) {
    queue_.push_back(*push_);
  }
  push_.reset();
  asked_ = false;
  trace_.ends(cycle_, ended_);
  ++cycle_;
}

// ------------------------------------------------------------------------------------------------
// Stations

Unit::Kind Unit::kind_of(Insn insn, const Operands& o) {
  switch (insn) {
    case Insn::gmul:
      return kMultiplier;
    case Insn::gld:
    case Insn::gst:
    case Insn::gtsel:
      return kMover;
    case Insn::ctc2:
      return o.control == kControlIndex ? kMover : kSquarer;
    default:
      return kSquarer;
  }
}

bool Unit::is_illegal(const Entry& entry) {
  return entry.insn == Insn::illegal || (entry.insn == Insn::gsqr && entry.o.times == 0);
}

bool Unit::of_flag(const Entry& entry) {
  return entry.insn == Insn::gcswap || entry.insn == Insn::geq || entry.insn == Insn::ctc2;
}

unsigned Unit::destinations(const Entry& entry) const {
  switch (entry.insn) {
    case Insn::gcswap:
      return 2;
    case Insn::gmul:
    case Insn::gsqr:
    case Insn::gadd:
    case Insn::gld:
    case Insn::gtsel:
      return 1;
    default:
      return 0;
  }
}

Unit::Operand Unit::operand(int32_t number) const {
  return registers_[static_cast<unsigned>(number)];
}

// The oldest command with all its operands. What has to do with flag keeps its order, and so does
// everything in the mover.
std::optional<Unit::Job> Unit::take(Kind kind, bool in_order) {
  auto& stations = stations_[kind];
  for (auto job = stations.begin(); job != stations.end(); ++job) {
    if (job->complete() && (job == stations.begin() || !(in_order || of_flag(job->entry)))) {
      const Job found = *job;
      stations.erase(job);
      return found;
    }
    if (in_order) break;
  }
  return std::nullopt;
}

void Unit::offer(Job& job) {
  if (bus_) return;
  const unsigned which = destinations(job.entry) - job.results;
  bus_ = {job.id + which, job.result[which]};
  --job.results;
}

void Unit::multiply() {
  auto& job = running_[kMultiplier];
  if (!job) {
    job = take(kMultiplier, false);
    if (!job) return;
    const unsigned d = parameters_.digit;
    job->left = (parameters_.field.degree + d - 1) / d;
    job->results = 1;
    job->result[0] = parameters_.field.product(job->a.value, job->b.value);
  }
  if (--job->left != 0) return;
  offer(*job);
  ended_ |= 1u << kMultiplier;
  job.reset();
}

void Unit::square() {
  auto& job = running_[kSquarer];
  if (!job) {
    job = take(kSquarer, false);
    if (!job) return;
    const Element a = job->a.value, b = job->b.value;
    job->left = 1;
    job->results = destinations(job->entry);
    switch (job->entry.insn) {
      case Insn::gsqr:
        job->left = static_cast<unsigned>(job->entry.o.times);
        job->result[0] = a;
        for (unsigned i = 0; i < job->left; ++i) {
          job->result[0] = parameters_.field.square(job->result[0]);
        }
        break;
      case Insn::gadd:
        std::transform(a.begin(), a.end(), b.begin(), job->result[0].begin(), std::bit_xor());
        break;
      case Insn::gcswap:
        job->result = {flag_ ? b : a, flag_ ? a : b};
        break;
      case Insn::geq:
        flag_ = a == b;
        break;
      default:  // a write of flag
        flag_ = job->entry.value & 1;
        break;
    }
  }
  if (job->left != 0 && --job->left != 0) return;
  if (job->results != 0) offer(*job);
  if (job->results != 0) return;
  ended_ |= 1u << kSquarer;
  job.reset();
}

// ------------------------------------------------------------------------------------------------
// Loads and stores

bool Unit::in_ram(uint64_t address, uint64_t words) const {
  return address >= ram_.base && address + 4 * words <= uint64_t{ram_.base} + ram_.size;
}

void Unit::move() {
  auto& job = running_[kMover];
  if (!job) {
    job = take(kMover, true);
    if (job && !check()) job.reset();
    return;
  }
  if (awaits_) answer();
  awaits_ = false;
  if (failed_now_) return;
  if (move_asked_ < move_words_) {
    request();
    return;
  }
  if (move_answered_ < move_words_) return;
  if (job->results != 0) offer(*job);
  if (job->results != 0) return;
  ended_ |= 1u << kMover;
  job.reset();
}

bool Unit::check() {
  const Entry& entry = running_[kMover]->entry;
  if (entry.insn == Insn::ctc2) {
    index_ = std::min<uint32_t>(entry.value, kMostEntries);
    ended_ |= 1u << kMover;
    return false;
  }
  const unsigned k = parameters_.field.words(), slot = static_cast<unsigned>(entry.o.slot);
  const bool table = entry.insn == Insn::gtsel;
  move_words_ = table ? k * count_ : k;
  move_address_ = table ? table_ + 4 * slot * move_words_ : base_ + 4 * stride_ * slot;
  move_asked_ = move_answered_ = 0;
  running_[kMover]->results = destinations(entry);
  if (table && index_ >= count_) {
    fail(kErrorIndex);
  } else if (!in_ram(move_address_, move_words_)) {
    fail(kErrorRange);
  }
  return !failed_now_;
}

// Of the word that was asked for in the last cycle.
void Unit::answer() {
  Job& job = *running_[kMover];
  const unsigned k = parameters_.field.words(), place = move_answered_ % k;
  const bool table = job.entry.insn == Insn::gtsel;
  if (job.entry.insn != Insn::gst) {
    if (place == k - 1 && (answer_ & ~parameters_.field.last_word()) != 0) fail(kErrorElement);
    if (!table || move_answered_ / k == index_) job.result[0][place] = answer_;
  }
  ++move_answered_;
}

void Unit::request() {
  const Job& job = *running_[kMover];
  const uint32_t address = move_address_ + 4 * move_asked_;
  const bool store = job.entry.insn == Insn::gst;
  answer_ = store ? job.a.value[move_asked_] : ram_.load(address, cycle_);
  if (store) ram_.store(address, cycle_, answer_);
  trace_.request(cycle_, store, address, answer_);
  ++(store ? counts_.stores : counts_.loads);
  ++move_asked_;
  awaits_ = true;
}

}  // namespace evariste::billie
