// SPDX-License-Identifier: Apache-2.0
// The interpreter loop. Handlers are in ops_*.inc, by kind of instruction.
//
// Inside the loop the cycle number is `bound - left`; a handler subtracts what its instruction
// costs. The flags live in local variables (see Core::nz_). A handler ends in one of
// clang-format off
//   NEXT(halfwords)       control falls through
//   LOOK(halfwords)       the same, and interrupts have to be looked at
//   BRANCH(cost, wide)    to the target op->imm halfwords away; `wide`: the target costs a bubble
//   ARRIVE(cost, refill)  at pc_ with thumb_, wherever that is; the last `refill` of the cycles
//                         follow the retirement
//   FAULT(...)            an exception; nothing of the instruction's effect may have happened but
//                         what a fault leaves
// clang-format on
#include <bit>
#include <cstring>
#include <limits>

#include "core/carryless.hpp"
#include "gfp/iss/core.hpp"
#include "gfp/timing.hpp"

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

namespace evariste::iss {

using namespace timing;

using sim::Pause;

template <bool kWatched>
Pause Core::interpret(uint64_t cycle_bound, uint64_t instruction_bound) {
  static const void* const labels[] = {
#define HANDLER(name) &&L_##name,
#include "gfp/iss/handlers.def"
#undef HANDLER
  };

  using gfp::kRamBase, gfp::kRamSize, gfp::kRomBase, gfp::kRomSize;
  uint32_t* const r = r_;
  uint32_t* const ram = ram_.data();
  const uint32_t* const rom = rom_.data();
  const uint8_t* const code_page = code_page_.data();
  Tally& tally = tally_;

  trapped_ = returned_ = false;
  const int64_t bound = static_cast<int64_t>(cycle_bound);
  int64_t left = bound - static_cast<int64_t>(cycles_);
  int64_t nz = nz_;
  uint32_t c = c_, v = v_;
  Op* op = nullptr;

  Cause fault_cause = Cause::none;
  uint32_t fault_address = 0;
  int64_t fault_spent = 0;

  // Used by the watched interpreter only.
  uint64_t steps_left = kWatched ? instruction_bound - instructions() : 0;
  uint32_t watched_pc = 0, watched_insn = 0;
  uint32_t before[16];
  [[maybe_unused]] int after_retirement =
      0;  // of the cycles spent, those that follow the retirement
  [[maybe_unused]] bool look_at_pc = false;  // interrupts must be checked
  Pause pause_after = Pause::kBound;         // any other value: stop with it after this instruction

#define OP(name) L_##name:
#define DISPATCH() goto* labels[op->handler]
#define NEXT(halfwords)                   \
  do {                                    \
    op += (halfwords);                    \
    if constexpr (kWatched) goto retired; \
    DISPATCH();                           \
  } while (0)
// As NEXT, if interrupts must be checked: returns to run().
#define LOOK(halfwords)       \
  do {                        \
    op += (halfwords);        \
    if constexpr (kWatched) { \
      steps_left = 1;         \
      goto retired;           \
    }                         \
    goto leave;               \
  } while (0)
#define BRANCH(cost, wide)                                                \
  do {                                                                    \
    constexpr int kBubble = (wide) ? gfp::kWideUnalignedTargetCycles : 0; \
    op += op->imm;                                                        \
    left -= (cost) + kBubble;                                             \
    if constexpr (wide) tally.irregular += kBubble;                       \
    if constexpr (kWatched) {                                             \
      after_retirement = kRefill + kBubble;                               \
      goto retired;                                                       \
    }                                                                     \
    if (unlikely(left <= 0)) goto leave;                                  \
    DISPATCH();                                                           \
  } while (0)
#define ARRIVE(cost, refill)     \
  do {                           \
    left -= (cost);              \
    after_retirement = (refill); \
    goto arrive;                 \
  } while (0)
#define ARRIVE_AND_LOOK(cost, refill)                   \
  do {                                                  \
    if (interrupts_) steps_left = 1, look_at_pc = true; \
    ARRIVE(cost, refill);                               \
  } while (0)
#define FAULT(cause, address, spent) \
  do {                               \
    fault_cause = (cause);           \
    fault_address = (address);       \
    fault_spent = (spent);           \
    goto fault;                      \
  } while (0)
// Copies locals to members and back, around calls that read or change the machine's state.
#define SAVE()                                     \
  do {                                             \
    nz_ = nz, c_ = c, v_ = v;                      \
    cycles_ = static_cast<uint64_t>(bound - left); \
  } while (0)
#define RESTORE()                                 \
  do {                                            \
    nz = nz_, c = c_, v = v_;                     \
    left = bound - static_cast<int64_t>(cycles_); \
  } while (0)

begin:  // the next instruction is at pc_
  op = nullptr;
  if constexpr (kWatched) watched_pc = pc_, watched_insn = 0;
  if (unlikely(!thumb_)) FAULT(Cause::invalid_state, 0, kFaultCycles);
  op = op_at(pc_);
  if (unlikely(op == nullptr)) FAULT(Cause::fetch_bus_error, 0, kFaultCycles);
  if constexpr (kWatched) goto watch;
  DISPATCH();

arrive:  // control has come to pc_, but not by a direct branch
  if (thumb_) {
    const int lost = static_cast<int>(bubble(pc_));
    left -= lost;
    after_retirement += lost;
    tally.irregular += static_cast<unsigned>(lost);
  }
  if constexpr (kWatched) goto retired_elsewhere;
  if (left <= 0 || look_at_pc) goto leave_at_pc;
  goto begin;

[[maybe_unused]] watch:
  watched_pc = pc_of(op);
  watched_insn = fetch_word(watched_pc);
  after_retirement = 0;
  if (observer_ != nullptr) {
    std::memcpy(before, r, sizeof before);
    stores_.clear();
  }
  DISPATCH();

[[maybe_unused]] retired:  // the next instruction is *op
  pc_ = pc_of(op);
[[maybe_unused]] retired_elsewhere:  // the next instruction is at pc_
  SAVE();
  if (observer_ != nullptr &&
      !report(watched_pc, watched_insn, static_cast<unsigned>(after_retirement), before) &&
      pause_after == Pause::kBound) {
    pause_after = Pause::kObserver;
  }
  if (pause_after != Pause::kBound) return pause_after;
  if (left <= 0 || --steps_left == 0) return Pause::kBound;
  goto begin;

fault:
  {
    const uint32_t pc = op != nullptr ? pc_of(op) : pc_;
    left -= fault_spent;
    SAVE();
    if constexpr (kWatched) {
      if (op == nullptr) {  // not even fetched: `watch` was not reached
        std::memcpy(before, r, sizeof before);
        stores_.clear();
      }
      if (fault_cause == Cause::fetch_bus_error) watched_insn = 0;
    }
    const bool taken = take_fault(fault_cause, pc, fault_address);
    if (!taken) {
      tally.irregular += static_cast<uint64_t>(fault_spent);  // what locks up does not retire
      return Pause::kLockup;
    }
    count_faulted(pc, fault_cause, fault_spent);
    RESTORE();
    ARRIVE_AND_LOOK(0, kRefillLoaded);  // what failed may have changed a device's interrupt
  }

leave:
  pc_ = pc_of(op);
leave_at_pc:
  SAVE();
  return Pause::kBound;

#include "gfp/iss/ops_alu.inc"
#include "gfp/iss/ops_branch.inc"
#include "gfp/iss/ops_gf.inc"
#include "gfp/iss/ops_memory.inc"
#include "gfp/iss/ops_system.inc"
}

template Pause Core::interpret<false>(uint64_t, uint64_t);
template Pause Core::interpret<true>(uint64_t, uint64_t);

}  // namespace evariste::iss
