// SPDX-License-Identifier: Apache-2.0
// Runs a bundle operation by operation; each writes at once. The result is that of the bundle
// computed whole if no operation reads what another one wrote before, and if nothing faults.
// prepare() finds such an order, and quick() checks addresses first. Core::step runs all other
// bundles, and all bundles that an observer watches.
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "coreva/core.hpp"
#include "coreva/values.hpp"

namespace evariste::coreva {

using sim::Pause;

namespace {

// Registers and flags, a bit each. Two operations of a bundle never have the same division unit.
using Set = uint64_t;
Set registers(std::initializer_list<uint8_t> numbers) {
  Set all = 0;
  for (const uint8_t number : numbers) all |= Set{1} << number;
  return all & ~Set{1};
}
constexpr Set flags(uint32_t mask) { return Set{mask} << kGeneral; }

struct Use {
  Set reads = 0, writes = 0;
};

bool is_division(Insn insn) {
  return insn == Insn::divi || insn == Insn::divs || insn == Insn::divq;
}

Use use_of(const Op& op) {
  Use use;
  use.reads = registers({op.rs1, op.rs2, reads_rd(op.insn) ? op.rd : uint8_t{0}});
  use.writes = registers({op.rd});
  if (op.guard != 0) use.reads |= flags(1u << op.guard);
  if (op.insn == Insn::mfc) use.reads |= flags(kAllFlags);
  if (op.klass == Klass::compare) {
    use.writes |= flags(1u << op.flag);
    if (compares_both(op.insn) || compares_halves(op.insn)) {
      use.writes |= flags(1u << partner_of(op.flag));
    }
  }
  return use;
}

// What is left to Core::step: what the host sees, and what writes half a register or many flags.
bool is_rare(const Op& op) {
  switch (op.insn) {
    case Insn::trap:
    case Insn::rdcycle:
    case Insn::rdcycleh:
    case Insn::mtc:
      return true;
    default:
      return op.guard != 0 && by_halves(op.insn);
  }
}

}  // namespace

template <Insn kInsn, bool kGuarded, bool kLast>
void Core::perform(Core& core, const Step* step) {
  if (!kGuarded || core.flags_ >> step->guard & 1) core.perform<kInsn>(*step);
  if constexpr (kLast) return;
  ++step;
  return step->run(core, step);
}

template <Insn kInsn>
void Core::perform(const Step& step) {
  constexpr Klass klass = info_of(kInsn).klass;
  const uint32_t a = r_[step.rs1], b = r_[step.rs2];
  const auto set_flag = [&](unsigned number, bool to) {
    flags_ = (flags_ & ~(1u << number)) | uint32_t{to} << number;
  };
  if constexpr (klass == Klass::load) {
    uint32_t value = 0;
    std::memcpy(&value, bytes() + (a + step.imm - kRamBase), bytes_of(kInsn));
    r_[step.rd] = extended(kInsn, value);
  } else if constexpr (klass == Klass::store) {
    std::memcpy(bytes() + (a + step.imm - kRamBase), &b, bytes_of(kInsn));
  } else if constexpr (compares_halves(kInsn)) {
    set_flag(step.flag, holds_half(kInsn, a, b));
    set_flag(step.flag + 7, holds_half(kInsn, a >> 16, b >> 16));
  } else if constexpr (compares_words(kInsn)) {
    const bool so = holds(kInsn, a, b, step.imm);
    set_flag(step.flag, so);
    if constexpr (compares_both(kInsn)) set_flag(partner_of(step.flag), !so);
  } else if constexpr (kInsn == Insn::br || kInsn == Insn::call) {
    jump_ = {.taken = true, .call = kInsn == Insn::call, .through = false, .target = step.imm};
  } else if constexpr (kInsn == Insn::jr || kInsn == Insn::callr) {
    jump_ = {.taken = true, .call = kInsn == Insn::callr, .through = true, .target = a};
  } else if constexpr (kInsn == Insn::mfc) {
    r_[step.rd] = flags_ & kAllFlags;
  } else if constexpr (kInsn == Insn::divi) {
    dq_[step.flag] = a;
  } else if constexpr (kInsn == Insn::divs) {
    r_[step.rd] = divided(a, b, dq_[step.flag]);
  } else if constexpr (kInsn == Insn::divq) {
    r_[step.rd] = dq_[step.flag];
  } else {
    r_[step.rd] = value_of(kInsn, a, b, r_[step.rd], step.imm);
  }
  if constexpr (kInsn == Insn::call || kInsn == Insn::callr) {
    r_[step.rd] = behind_delay(pc_ + 4 * bundles_[pc_ / 4].count);
  }
}

namespace {

template <bool kGuarded, bool kLast, size_t... kNumbers>
constexpr auto handlers(std::index_sequence<kNumbers...>) {
  return std::array{&Core::perform<static_cast<Insn>(kNumbers), kGuarded, kLast>...};
}

}  // namespace

Plan* Core::prepare(uint32_t pc) {
  static constexpr auto kAll = std::make_index_sequence<kInsnCount>();
  static constexpr std::array<std::array<decltype(handlers<false, false>(kAll)), 2>, 2> kHandlers =
      {{{handlers<false, false>(kAll), handlers<false, true>(kAll)},
        {handlers<true, false>(kAll), handlers<true, true>(kAll)}}};
  const Bundle& bundle = fetch(pc);
  prepared_.push_back(pc);
  Plan plan{};
  std::array<Step, sim::kSlots> steps{};
  const std::span<const Op> ops(bundle.op, bundle.count);
  if (!extensions_.forward || bundle.fault != Cause::none) return memory_.keep(plan, {});
  if (std::any_of(ops.begin(), ops.end(), is_rare)) return memory_.keep(plan, {});

  std::array<Use, sim::kSlots> use;
  std::transform(ops.begin(), ops.end(), use.begin(), use_of);
  const auto may_precede = [&](unsigned slot, unsigned left) {
    for (unsigned other = 0; other < ops.size(); ++other) {
      if (other == slot || !(left >> other & 1)) continue;
      if (use[slot].writes & use[other].reads) return false;
      if (other < slot && (use[slot].writes & use[other].writes)) return false;
    }
    return true;
  };
  for (unsigned left = (1u << ops.size()) - 1; left != 0; ++plan.count) {
    unsigned slot = 0;
    while (slot < ops.size() && !(left >> slot & 1 && may_precede(slot, left))) ++slot;
    if (slot == ops.size()) return memory_.keep({}, {});
    left &= ~(1u << slot);
    const Op& op = ops[slot];
    const auto number = static_cast<size_t>(op.insn);
    auto imm = static_cast<uint32_t>(op.imm);
    if (op.insn == Insn::br || op.insn == Insn::call) imm += pc + 4 * slot;
    const bool divides = is_division(op.insn);
    steps[plan.count] = {.run = kHandlers[op.guard != 0][left == 0][number],
                         .imm = imm,
                         .rd = op.rd != 0 ? op.rd : kNowhere,
                         .rs1 = op.rs1,
                         .rs2 = op.rs2,
                         .flag = static_cast<uint8_t>(divides ? slot % 2 : op.flag),
                         .guard = op.guard};
    plan.klass[plan.count] = static_cast<uint8_t>(op.klass);
    if (op.insn == Insn::jr || op.insn == Insn::callr) plan.jumps = op.rs1;
    const uint8_t latency = info_of(op.insn).latency;
    if (op.rd != 0 && latency > 1) {
      plan.late_rd[plan.late] = op.rd;
      plan.late_by[plan.late++] = latency;
    }
    if (op.klass == Klass::compare && op.flag != 0) plan.set[plan.sets++] = op.flag;
  }
  plan.branches = bundle.branches;
  plan.guard = bundle.branches ? bundle.guard : uint8_t{0};
  for (unsigned i = 0; i < bundle.reads; ++i) plan.reads |= 1u << bundle.read[i];
  if (bundle.memory != kNoSlot) {
    const Op& op = ops[bundle.memory];
    plan.accesses = true;
    plan.base = op.rs1;
    plan.offset = static_cast<uint32_t>(op.imm) - kRamBase;
    plan.align = static_cast<uint8_t>(bytes_of(op.insn) - 1);
  }
  plan.quick = true;
  return memory_.keep(plan, std::span(steps).first(plan.count));
}

Plan* Core::plan_at(uint32_t pc) {
  if (pc / 4 >= kWords) return nullptr;
  Plan*& known = plans_[pc / 4];
  if (known == nullptr) known = prepare(pc);
  return known;
}

Pause Core::quick(uint64_t cycles, uint64_t instructions) {
  Pause pause = Pause::kBound;
  uint64_t now = now_, count = count_;
  for (Plan* plan = plan_at(pc_); plan != nullptr && now < cycles && count < instructions;) {
    const uint32_t pc = pc_;
    if (!plan->quick || (plan->branches && delay_ != 0)) break;
    if (plan->accesses) {
      const uint32_t offset = r_[plan->base] + plan->offset;
      if (offset >= kRamSize || (offset & plan->align) != 0) break;
    }
    if (plan->jumps != 0 && r_[plan->jumps] % 4 != 0) break;

    uint64_t cycle = now;
    if (const uint32_t asked = plan->reads & awaited_; asked != 0) {
      for (uint32_t left = asked; left != 0; left &= left - 1) {
        cycle = std::max(cycle, ready_[std::countr_zero(left)]);
      }
      awaited_ &= ~asked;
    }
    if (plan->guard != 0) {
      cycle = std::max(cycle, flag_ready_[plan->guard] + (flag_ready_[plan->guard] != 0));
    }
    if (plan->branches) jump_ = {};
    plan->step->run(*this, plan->step);

    for (unsigned i = 0; i < plan->late; ++i) {
      uint64_t& ready = ready_[plan->late_rd[i]];
      ready = std::max(ready, cycle + plan->late_by[i]);
      awaited_ |= 1u << plan->late_rd[i];
    }
    for (unsigned i = 0; i < plan->sets; ++i) {
      flag_ready_[plan->set[i]] = flag_ready_[partner_of(plan->set[i])] = cycle + 1;
    }
    ++plan->runs;
    count += plan->count;
    now = cycle + 1;
    pc_ = pc + 4 * plan->count;
    if (delay_ == 0 && !plan->branches) {
      if (plan->behind == nullptr) plan->behind = plan_at(pc_);
      plan = plan->behind;
      continue;
    }
    now_ = now;
    if (leave(pc, bundles_[pc / 4])) pause = Pause::kLoop;
    now = now_;
    branch(bundles_[pc / 4], jump_, cycle);
    if (pause != Pause::kBound) break;
    plan = plan_at(pc_);
  }
  now_ = now;
  count_ = count;
  return pause;
}

sim::Mix Core::mix() const {
  sim::Mix all = mix_;
  for (const uint32_t pc : prepared_) {
    const Plan& plan = *plans_[pc / 4];
    for (unsigned i = 0; i < plan.count; ++i) all[plan.klass[i]] += plan.runs;
  }
  return all;
}

void Core::forget() {
  mix_ = mix();
  for (const uint32_t pc : prepared_) plans_[pc / 4] = nullptr;
  prepared_.clear();
  memory_.clear();
}

}  // namespace evariste::coreva
