// SPDX-License-Identifier: Apache-2.0
// The cycles of the machine gfp's instructions, from the generated table, in the groups that the
// interpreter counts.
#pragma once

#include "gfp_isa.hpp"

namespace evariste::timing {

using gfp::info;
using gfp::info_of;
using gfp::Insn;
using gfp::Klass;

// Every instruction of `klass` that satisfies `when` costs `cycles` when control falls through.
template <typename Predicate>
constexpr bool all_cost(Klass klass, unsigned cycles, Predicate when) {
  for (size_t i = 1; i < gfp::kInsnCount; ++i) {
    if (info[i].klass == klass && when(info[i]) && info[i].cycles != cycles) return false;
  }
  return true;
}
constexpr bool single(const gfp::Info& i) { return i.per_register == 0; }
constexpr bool several(const gfp::Info& i) { return i.per_register != 0; }

constexpr int kAlu = info_of(Insn::movs_imm).cycles;
constexpr int kAluTaken = info_of(Insn::mov_hi).taken;
constexpr int kTransfer = info_of(Insn::ldr_imm).cycles;
constexpr int kMany = info_of(Insn::ldm).cycles;  // and kWord for each register
constexpr int kWord = info_of(Insn::ldm).per_register;
constexpr int kPopPc = info_of(Insn::pop).taken;  // and kWord for each register, pc included
constexpr int kTaken = info_of(Insn::b_cond).taken;
constexpr int kNotTaken = info_of(Insn::b_cond).cycles;
constexpr int kCall = info_of(Insn::bl).taken;
constexpr int kIndirect = info_of(Insn::bx).taken;
constexpr int kGf = info_of(Insn::gfmul).cycles;
constexpr int kInverse = info_of(Insn::gfinv).cycles;  // of the default core
constexpr int kGfcfg = info_of(Insn::gfcfg).cycles;
constexpr int kGfst = info_of(Insn::gfst).cycles;

static_assert(kAlu == 1 && all_cost(Klass::alu, 1, single),
              "the interpreter counts ALU instructions by their one cycle each");
static_assert(all_cost(Klass::load, kTransfer, single) && all_cost(Klass::store, kTransfer, single),
              "the interpreter counts single loads and stores at one price");
static_assert(all_cost(Klass::load, kMany, several) && all_cost(Klass::store, kMany, several),
              "the interpreter counts loads and stores of several registers at one price");
static_assert(info_of(Insn::b).taken == kTaken && info_of(Insn::blx).taken == kIndirect &&
                  info_of(Insn::add_hi).taken == kAluTaken,
              "the interpreter counts b with b_cond, blx with bx, add pc with mov pc");
static_assert(info_of(Insn::gfpow).cycles == kInverse, "the interpreter counts gfpow with gfinv");
static_assert(kGfst == kGfcfg, "the interpreter counts gfst with gfcfg");

// Cycles after the retirement of a branch in which the prefetch buffer refills: one for a branch,
// two if the new pc comes from memory (POP, exception entry and return).
constexpr int kRefill = kTaken - kNotTaken;
constexpr int kRefillLoaded = kPopPc - kMany;

// A fault seen without a memory access costs this before its exception entry.
constexpr int kFaultCycles = 1;
// The cycles of a load or store with an error at its k-th word (from 0): address phase, earlier
// words, answer.
constexpr int error_cycles(int k) { return k + 2; }
// Of an exception entry, the address phases of the frame.
constexpr unsigned kStackingCycles = 8;
// ... and the rest; all of it if the frame stays as it is.
constexpr unsigned kVectorCycles = gfp::kExceptionEntryCycles - kStackingCycles;
// BX as an exception return, before the unstacking; POP costs what it does without pc.
constexpr int kReturnBx = 1;

}  // namespace evariste::timing
