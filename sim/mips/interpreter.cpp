// SPDX-License-Identifier: Apache-2.0
// The interpreter's frame: dispatch, time, branches, exceptions. The instructions are in ops_*.inc.
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "mips/core.hpp"
#include "mips/hilo.hpp"

namespace evariste::mips {

using sim::Pause;

namespace {

bool unlikely(bool condition) { return __builtin_expect(condition, false); }

uint32_t bytes_at(const uint32_t* memory, uint32_t offset, unsigned bytes) {
  uint32_t value = 0;
  std::memcpy(&value, reinterpret_cast<const uint8_t*>(memory) + offset, bytes);
  return value;
}

int32_t as_signed(uint32_t value) { return static_cast<int32_t>(value); }

}  // namespace

template <bool kWatched>
Pause Core::interpret(uint64_t bound) {
#define MIPS_LABEL(name) &&L_##name,
  static const void* const labels[] = {MIPS_HANDLERS(MIPS_LABEL)};
#undef MIPS_LABEL
  uint32_t* const r = r_;
  uint64_t* const ready = ready_;
  const uint32_t* const rom = rom_.data();
  uint32_t* const ram = ram_.data();
  const uint8_t* const code_page = code_page_.data();
  Coprocessor* const sharing =
      coprocessor_ && coprocessor_->shares_ram() ? coprocessor_.get() : nullptr;

  uint64_t now = now_, count = count_, slot = slot_;
  uint64_t x = now;  // the cycle in which the present instruction is in EX
  Op* op = place(pc_);
  Op* next = op == outside_ ? op + 1 : place(after_);
  Cause cause = Cause::none;
  uint32_t address = 0;
  Pause pause = Pause::kBound;  // after the present instruction; any other value ends the run
  bool looping = false;         // a branch to itself, and nothing in its delay slot
  [[maybe_unused]] Before before;
  [[maybe_unused]] uint32_t behind = 0;  // where the word after the next one is

#define OP(name) L_##name:
#define DISPATCH() goto* labels[op->handler]
// When operands are there: nothing, one or two registers in EX; one or two in ID; one in EX and one
// in MEM.
#define AT0() x = now
#define AT1(a) x = std::max(now, ready[a])
#define AT2(a, b) x = std::max({now, ready[a], ready[b]})
#define AT_EARLY1(a) x = std::max(now, ready[a] + kBranchUseStall)
#define AT_EARLY2(a, b) x = std::max({now, ready[a] + kBranchUseStall, ready[b] + kBranchUseStall})
#define AT_LATE(a, b) x = std::max({now, ready[a], ready[b] - (ready[b] != 0)})
// The instruction begins in EX, or an interrupt takes its place.
#define BEGIN()                                                                           \
  if constexpr (kWatched) {                                                               \
    if (unlikely(lines_ != 0) && asks(decided_ == kNever ? x : decided_)) goto interrupt; \
  }
// A branch does, which goes to `to` if it is taken: the word there is behind that of the delay
// slot.
#define BEGIN_BRANCH(taken, to)           \
  if constexpr (kWatched) {               \
    behind = (taken) ? (to) : after_ + 4; \
  }                                       \
  BEGIN()
#define START0() \
  AT0();         \
  BEGIN()
#define START1(a) \
  AT1(a);         \
  BEGIN()
#define START2(a, b) \
  AT2(a, b);         \
  BEGIN()
#define LATE(a, b) \
  AT_LATE(a, b);   \
  BEGIN()
// The result of an operation, and of a load.
#define RESULT(a, value) (r[a] = (value), ready[a] = x + 1)
#define LOADED(a, value) (r[a] = (value), ready[a] = x + 1 + kLoadUseStall)
#define COUNT(where) ++mix_[where]
#define SAVE()            \
  do {                    \
    pc_ = pc_of(op);      \
    after_ = pc_of(next); \
    now_ = now;           \
    count_ = count;       \
    slot_ = slot;         \
  } while (0)
// The next instruction is *op, and behind it *next; `now` says when.
#define GO()                                \
  do {                                      \
    ++count;                                \
    if constexpr (kWatched) goto retired;   \
    if (unlikely(now >= bound)) goto leave; \
    DISPATCH();                             \
  } while (0)
#define NEXT()     \
  do {             \
    now = x + 1;   \
    op = next;     \
    next = op + 1; \
    GO();          \
  } while (0)
#define FAULT(what, where) \
  do {                     \
    cause = (what);        \
    address = (where);     \
    goto fault;            \
  } while (0)
#define NOT_IN_SLOT()                      \
  if (unlikely(count == slot)) {           \
    START0();                              \
    FAULT(Cause::reserved_instruction, 0); \
  }
// A branch that goes to `target`; one that does not.
#define TAKEN(target)                                              \
  do {                                                             \
    Op* const to = (target);                                       \
    COUNT(kBranches);                                              \
    now = x + 1;                                                   \
    slot = count + 1;                                              \
    if constexpr (kWatched) branched_ = true;                      \
    if (unlikely(to == op) && does_nothing(op + 1) && !awaits()) { \
      looping = true;                                              \
      bound = 0;                                                   \
    }                                                              \
    op = op + 1;                                                   \
    next = to;                                                     \
    GO();                                                          \
  } while (0)
#define NOT_TAKEN()                            \
  do {                                         \
    COUNT(kBranches);                          \
    slot = count + 1;                          \
    if constexpr (kWatched) branched_ = false; \
    NEXT();                                    \
  } while (0)
// The word behind the instruction is fetched, but dropped.
#define DROP_SLOT()                                              \
  if constexpr (kWatched) {                                      \
    if (unlikely(caches())) icache_->skip(x - 1, pc_of(op) + 4); \
  }
// A branch-likely that is not taken: its delay slot is a bubble.
#define SKIP()        \
  do {                \
    COUNT(kBranches); \
    DROP_SLOT();      \
    now = x + 2;      \
    op = op + 2;      \
    next = op + 1;    \
    GO();             \
  } while (0)

  const auto does_nothing = [&](const Op* what) {
    uint32_t word = 1;
    return fetch(pc_of(what), word) && word == 0;
  };
  [[maybe_unused]] const auto target = [&](const Op* from) {
    return from->far ? static_cast<uint32_t>(from->imm) : pc_of(from + from->imm);
  };
  const auto direct = [&](Op* from) {
    return unlikely(from->far) ? place(static_cast<uint32_t>(from->imm)) : from + from->imm;
  };

  if constexpr (kWatched) goto watch;
  DISPATCH();

fault:
  {
    const bool in_slot = count == slot;
    const uint32_t pc = pc_of(op);
    uint32_t word = 0;
    const bool fetched = cause != Cause::fetch_bus_error && fetch(pc, word);
    ++count;
    if (unlikely(caches())) icache_->drop(x, after_, after_ + 4);
    const bool others = coprocessor_of(word) == 2 && coprocessor_;
    COUNT(!fetched ? size_t{kOthers}
          : others ? coprocessor_->place(word)
                   : place_of(info_of(mips::decode(word)).klass));
    now = x + kExceptionCycles;
    slot = kNever;
    now_ = now;
    count_ = count;
    slot_ = slot;
    if (!take_exception(cause, pc, in_slot, address,
                        op->cd * (cause == Cause::coprocessor_unusable))) {
      return Pause::kLockup;
    }
    op = place(pc_);
    next = op + 1;
    if constexpr (kWatched) goto retired;
    if (now >= bound) goto leave;
    DISPATCH();
  }

[[maybe_unused]] interrupt:
  if (unlikely(caches())) icache_->drop(x, after_, behind);
  now = x + kExceptionCycles;
  take_interrupt(pc_of(op), count == slot);
  slot = kNever;
  op = place(pc_);
  next = op + 1;
  goto retired;

[[maybe_unused]] watch:
  if (observer_ != nullptr) note(before, op, count == slot);
  if (unlikely(caches())) now = std::max(now, icache_->next(pc_of(op)));
  stores_.clear();
  trapped_ = 0;
  interrupted_ = false;
  trap_address_ = 0;
  behind = after_ + 4;
  DISPATCH();

[[maybe_unused]] retired:
  SAVE();
  last_ = x;
  if (unlikely(caches())) icache_->leaves(x - 1 - std::exchange(stays_, 0));
  if (!report(before, x + 1) && pause == Pause::kBound) pause = Pause::kObserver;
  if (pause != Pause::kBound) return pause;
  if (looping && op != next) {  // the delay slot is still to come
    if (next == op - 1) goto watch;
    return Pause::kLoop;
  }
  if (now >= bound) return Pause::kBound;
  goto watch;

leave:
  if (looping) {  // the delay slot, which does nothing
    ++count;
    ++now;
    op = next;
    next = op + 1;
    pause = Pause::kLoop;
  }
  SAVE();
  return pause;

  OP(undecoded) {
    decode(op);
    DISPATCH();
  }
  OP(fetch_error) {
    START0();
    const uint32_t pc = pc_of(op);
    if (pc % 4 != 0) FAULT(Cause::load_address, pc);
    FAULT(Cause::fetch_bus_error, pc);
  }
  OP(reserved) {
    START0();
    FAULT(Cause::reserved_instruction, 0);
  }
  OP(unusable) {
    START0();
    FAULT(Cause::coprocessor_unusable, 0);
  }

#include "mips/ops_accumulate.inc"
#include "mips/ops_alu.inc"
#include "mips/ops_branch.inc"
#include "mips/ops_coprocessor.inc"
#include "mips/ops_memory.inc"
#include "mips/ops_multiply.inc"
#include "mips/ops_system.inc"
}

template Pause Core::interpret<false>(uint64_t);
template Pause Core::interpret<true>(uint64_t);

}  // namespace evariste::mips
