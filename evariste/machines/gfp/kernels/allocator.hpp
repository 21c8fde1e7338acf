// SPDX-License-Identifier: Apache-2.0
// Register allocation of one straight-line kernel for the core: the problem as the scheduler holds it, and the price and
// text of one order of its operations.
//
// The allocator is Belady's rule (evict what is needed last) made aware of what this instruction set charges: a load or store
// reaches only r0..r7, a move to r8..r12 and lr costs 1, a clean value costs nothing to drop, a group of neighbouring words may
// use LDM or STM. Cycles of the core: everything 1, single loads and stores 2, LDM/STM 1 + N.
#ifndef EVARISTE_KERNELS_ALLOCATOR_HPP
#define EVARISTE_KERNELS_ALLOCATOR_HPP

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

constexpr int kInf = 1 << 28;
constexpr int kNone = -1;

enum VarKind { kAcc, kInput, kConst, kPointer, kRegister };
// LD a             hint: bring words of input array a into registers now; which and how many is part of the hints
// MUL a b c d      c ^= low(a*b), d ^= high(a*b); d may be -1. A core that accumulates does it by one gfmac32
// ADD a c          c ^= a
// SUM a b c        c  = a ^ b
// ST a imm         store a as word imm of array b
// SHR a c imm      c  = a >> imm      SHL a c imm: c = a << imm
// MASK c imm       c keeps its low imm bits
// CHAIN            a,b index into the chain table: multiply neighbouring words by x through the carry flag
enum OpType { kLd, kMul, kAdd, kSum, kSt, kShr, kShl, kMask, kChain };
enum InsnType { iLd, iCl, iMac, iXor, iSt, iShr, iShl, iMask, iCarry, iAdc, iMov };

struct Var { int kind, a, b; };
struct Op { int type, a, b, c, d, imm; std::vector<int> deps; };
struct Insn { int type, d0, d1, s0, s1, imm, hint; int n0, n1, n2, n3; };
struct Chain { std::vector<int> words, targets; int keep_first; };

struct Problem {
  std::vector<Var> vars;
  std::vector<Op> ops;
  std::vector<Chain> chains;
  uint32_t regs = 0x5fff, pin_regs = 0x5fff;
  bool accumulates = false;  // the core has gfmac32
  std::vector<int> order, hints;
  std::vector<int> pins;  // variables of kind 4 that may exchange registers: pairs (entry variable, exit variable or -1)
};

bool low(int r) { return r < 8; }
const char* reg_name(int r) {
  static const char* n[] = {"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "sp", "lr"};
  return n[r];
}

class Allocator {
 public:
  explicit Allocator(const Problem& p) : p_(p), nvars_(int(p.vars.size())), total_(nvars_ + 3 * int(p.ops.size()) + 64) {
    for (int v = 0; v < nvars_; v++) {
      const Var& x = p.vars[v];
      if (x.kind == kPointer) { if (int(pointer_.size()) <= x.a) pointer_.resize(x.a + 1, kNone); pointer_[x.a] = v; }
      if (x.kind == kInput) { if (int(inputs_.size()) <= x.a) inputs_.resize(x.a + 1); inputs_[x.a].push_back(v); }
    }
    inputs_.resize(std::max(inputs_.size(), pointer_.size()));
  }

  // Cycles of the order; `text` receives the instructions when not null.
  int run(const std::vector<int>& order, const std::vector<int>& hints, std::vector<std::string>* text) {
    text_ = text;
    lower(order, hints);
    link();
    allocate();
    return cost_;
  }
  int slots() const { return slots_; }
  uint32_t reloaded() const { return reloaded_; }
  int words() const { return halfwords_; }

 private:
  // ---- lowering: operations to instructions on variables, accumulators opened by their first term ----
  void put(int type, int d0, int d1, int s0, int s1, int imm) { code_.push_back({type, d0, d1, s0, s1, imm, hint_, kInf, kInf, kInf, kInf}); }
  int value(int v) const { while (state_[v] == 2) v = alias_[v]; return v; }
  void before_change(int v) {  // somebody still names v's present value: give it a register of its own
    if (!aliased_[v]) return;
    for (int d = 0; d < nvars_; d++)
      if (state_[d] == 2 && alias_[d] == v) { put(iMov, d, kNone, v, kNone, 0); state_[d] = 1; aliased_[v]--; }
  }
  void accumulate(int dst, int src) {
    if (state_[dst] == 0) { state_[dst] = 2; alias_[dst] = src; aliased_[src]++; return; }
    if (state_[dst] == 2) {
      int s = alias_[dst]; put(iXor, dst, kNone, s, src, 0); aliased_[s]--; state_[dst] = 1; return;
    }
    before_change(dst);
    put(iXor, dst, kNone, dst, src, 0);
  }
  void own(int v) {  // v is about to change: the name of another value becomes a value of its own
    if (state_[v] == 2) { int s = alias_[v]; put(iMov, v, kNone, s, kNone, 0); aliased_[s]--; state_[v] = 1; }
    before_change(v);
  }
  void lower(const std::vector<int>& order, const std::vector<int>& hints) {
    code_.clear();
    state_.assign(total_, 1); alias_.assign(total_, kNone); aliased_.assign(total_, 0);
    for (int v = 0; v < nvars_; v++) if (p_.vars[v].kind == kAcc || (p_.vars[v].kind == kRegister && !(p_.vars[v].b & 1))) state_[v] = 0;
    int temp = nvars_;
    for (int o : order) {
      const Op& q = p_.ops[o];
      hint_ = hints[o];
      switch (q.type) {
        case kLd: {  // the hint says which word, and how many from there on
          const auto& words = inputs_[q.a];
          int first = (hint_ >> 2 & 31) % int(words.size()), count = std::min(1 + (hint_ & 3), int(words.size()) - first);
          for (int k = 0; k < count; k++) put(iLd, words[first + k], kNone, kNone, kNone, 0);
          break;
        }
        case kMul: {
          int a = value(q.a), b = value(q.b);
          int lo = q.c, hi = q.d, tlo = kNone, thi = kNone;
          if (p_.accumulates && state_[lo] != 0 && (hi == kNone || state_[hi] != 0)) {
            own(lo);
            if (hi != kNone) own(hi);
            put(iMac, hi == kNone ? lo : hi, lo, a, b, 0);
            break;
          }
          if (lo != kNone && state_[lo] != 0) tlo = temp++;
          if (hi != kNone && state_[hi] != 0) thi = temp++;
          int dl = tlo != kNone ? tlo : lo, dh = thi != kNone ? thi : hi;
          put(iCl, dh == kNone ? dl : dh, dl, a, b, 0);
          if (tlo == kNone) state_[lo] = 1;
          if (hi != kNone && thi == kNone) state_[hi] = 1;
          if (hint_ & 4) { if (thi != kNone) accumulate(hi, thi); if (tlo != kNone) accumulate(lo, tlo); }
          else { if (tlo != kNone) accumulate(lo, tlo); if (thi != kNone) accumulate(hi, thi); }
          break;
        }
        case kAdd: accumulate(q.c, value(q.a)); break;
        case kSum: put(iXor, q.c, kNone, value(q.a), value(q.b), 0); state_[q.c] = 1; break;
        case kSt: put(iSt, kNone, kNone, value(q.a), kNone, q.imm | q.b << 16); break;
        case kShr: put(iShr, q.c, kNone, value(q.a), kNone, q.imm); state_[q.c] = 1; break;
        case kShl: put(iShl, q.c, kNone, value(q.a), kNone, q.imm); state_[q.c] = 1; break;
        case kMask: {
          int v = q.c;
          own(v);
          put(iMask, v, kNone, v, kNone, q.imm);
          break;
        }
        case kChain: {
          const Chain& c = p_.chains[q.a];
          for (size_t k = 0; k < c.words.size(); k++) {
            int v = c.words[k];
            own(v);
            if (k == 0 && c.keep_first) { put(iCarry, temp++, kNone, v, kNone, 0); continue; }
            put(k == 0 ? iCarry : iAdc, v, kNone, v, kNone, 0);
            accumulate(c.targets[k], v);
          }
          break;
        }
        default: break;
      }
    }
    nvals_ = temp;
    for (int v = 0; v < nvars_; v++)
      if (state_[v] == 2 && p_.vars[v].kind == kRegister) { put(iMov, v, kNone, value(v), kNone, 0); state_[v] = 1; }
  }

  void link() {  // next use of every operand
    next_.assign(nvals_, kInf);
    for (int v = 0; v < nvars_; v++) if (p_.vars[v].kind == kRegister && (p_.vars[v].b & 2)) next_[v] = int(code_.size());
    for (int i = int(code_.size()) - 1; i >= 0; i--) {
      Insn& q = code_[i];
      if (q.type == iLd) continue;
      if (q.type == iMac) {  // reads all four
        q.n0 = next_[q.d0]; q.n1 = next_[q.d1]; q.n2 = next_[q.s0]; q.n3 = next_[q.s1];
        for (int v : {q.d0, q.d1, q.s0, q.s1}) next_[v] = i;
        continue;
      }
      if (q.d0 != kNone) { q.n0 = next_[q.d0]; if (q.d0 != q.s0 && q.d0 != q.s1) next_[q.d0] = kInf; }
      if (q.d1 != kNone) { q.n1 = q.d1 == q.d0 ? q.n0 : next_[q.d1]; if (q.d1 != q.s0 && q.d1 != q.s1) next_[q.d1] = kInf; }
      if (q.s0 != kNone) q.n2 = next_[q.s0];
      if (q.s1 != kNone) q.n3 = next_[q.s1];
      if (q.s0 != kNone) next_[q.s0] = i;
      if (q.s1 != kNone) next_[q.s1] = i;
    }
  }

  // ---- allocation ----
  template <class... A> void say(const char* f, A... a) {
    if (!text_) return;
    char b[160]; std::snprintf(b, sizeof b, f, a...); text_->push_back(b);
  }
  void spend(int c, int h) { cost_ += c; halfwords_ += h; }
  bool is_locked(int r) const { return lock_ >> r & 1; }
  void hold(int r) { lock_ |= 1u << r; }
  void place(int v, int r) { where_[v] = r; in_[r] = v; }
  void vacate(int r) { if (in_[r] != kNone) where_[in_[r]] = kNone; in_[r] = kNone; }

  int next_of(int v) const {
    if (v >= nvars_ || p_.vars[v].kind != kPointer) return next_[v];
    int n = kInf;
    for (int x : inputs_[p_.vars[v].a]) if (where_[x] == kNone) n = std::min(n, next_[x]);
    if (p_.vars[v].a < int(stores_.size())) n = std::min(n, stores_[p_.vars[v].a]);
    return n;
  }
  bool clean(int v) const {
    if (v < nvars_ && p_.vars[v].kind != kAcc && p_.vars[v].kind != kRegister) return true;
    return home_[v] >= 0 && saved_[v];
  }
  int free_reg(bool need_low, bool high_first) const {
    if (!need_low && high_first) for (int r = 8; r < 15; r++) if (usable(r) && in_[r] == kNone && !is_locked(r)) return r;
    for (int r = 7; r >= 0; r--) if (usable(r) && in_[r] == kNone && !is_locked(r)) return r;
    if (!need_low) for (int r = 8; r < 15; r++) if (usable(r) && in_[r] == kNone && !is_locked(r)) return r;
    return kNone;
  }
  bool usable(int r) const { return p_.regs >> r & 1; }
  void drop(int r) {  // make r free; its value is clean, dead, or is written to its slot (r low)
    int v = in_[r];
    if (v == kNone) return;
    if (next_of(v) < kInf && !clean(v)) {
      if (home_[v] < 0) home_[v] = slots_++;
      say("str %s, [sp, #%d]", reg_name(r), 4 * home_[v]);
      spend(2, 1);
      saved_[v] = 1;
    }
    vacate(r);
  }
  int take(bool need_low, bool high_first) {
    for (int r = 0; r < 15; r++)  // the dead leave first
      if (in_[r] != kNone && !is_locked(r) && next_of(in_[r]) >= kInf) vacate(r);
    int r = free_reg(need_low, high_first);
    if (r != kNone) return r;
    if (need_low) {
      int h = kNone;
      for (int k = 8; k < 15; k++) if (usable(k) && in_[k] == kNone && !is_locked(k)) { h = k; break; }
      if (h != kNone) { int m = worst(); if (m != kNone) return move_up(m, h); }
      // every register is full: drop a clean high value and move a low one there, or drop a low one
    }
    int best = kNone, second = kNone; double score = -1e18;
    for (int k = 0; k < 15; k++) {
      if (!usable(k) || is_locked(k) || in_[k] == kNone) continue;
      int v = in_[k];
      bool c = clean(v);
      if (!low(k) && !c) continue;
      double s = next_of(v) - now_;
      if (!c) s -= dirty_penalty;
      if (need_low && !low(k)) s -= move_penalty;
      if (v < nvars_ && p_.vars[v].kind == kConst) s += const_bonus;
      if (v < nvars_ && p_.vars[v].kind == kPointer) s -= pointer_penalty;
      if (s > score) { score = s; second = best; best = k; }
    }
    if (best == kNone) return fail();
    if (second != kNone && code_[now_].type != iLd && (code_[now_].hint & 16)) best = second;
    if (need_low && !low(best)) {
      int m = worst();
      vacate(best);
      if (m == kNone) return fail();
      return move_up(m, best);
    }
    drop(best);
    return best;
  }
  int fail() {
    failed_ = true; cost_ += 100000;
    for (int k = 0; k < 8; k++) if (usable(k) && !is_locked(k)) { vacate(k); return k; }
    return 3;
  }
  int worst() const {  // the low register whose value is needed last
    int best = kNone, d = -1;
    for (int k = 0; k < 8; k++) {
      if (!usable(k) || is_locked(k) || in_[k] == kNone) continue;
      int v = in_[k];
      int n = next_of(v);
      if (v < nvars_ && p_.vars[v].kind == kPointer) n = n < kInf ? now_ : n;
      if (n > d) { d = n; best = k; }
    }
    return best;
  }
  int move_up(int from, int to) {
    int v = in_[from];
    say("mov %s, %s", reg_name(to), reg_name(from));
    spend(1, 1);
    in_[from] = kNone;
    place(v, to);
    return from;
  }
  int bring_low(int v) {
    int r = where_[v];
    if (low(r)) return r;
    hold(r);
    int t = take(true, false);
    say("mov %s, %s", reg_name(t), reg_name(r));
    spend(1, 1);
    in_[r] = kNone;
    lock_ &= ~(1u << r);
    place(v, t);
    return t;
  }
  int pointer(int array, int word, bool exact) {
    int v = pointer_[array];
    if (where_[v] == kNone) {
      int t = take(true, false);
      say("ldr %s, [sp, #@%d]", reg_name(t), array);
      spend(2, 1);
      reloaded_ |= 1u << array;
      place(v, t);
      offset_[array] = 0;
    }
    int r = bring_low(v);
    hold(r);
    if (word < offset_[array] || word - offset_[array] > 31 || (exact && word != offset_[array])) {
      int d = word - offset_[array];
      say(d > 0 ? "adds %s, #%d" : "subs %s, #%d", reg_name(r), 4 * std::abs(d));
      spend(1, 1);
      offset_[array] = word;
    }
    return r;
  }
  int fetch(int v) {  // v in some register
    if (where_[v] != kNone) { hold(where_[v]); return where_[v]; }
    int r;
    if (v < nvars_ && p_.vars[v].kind == kInput) {
      int b = pointer(p_.vars[v].a, p_.vars[v].b, false);
      if (next_of_pointer_after(p_.vars[v].a, v) >= kInf) { r = b; vacate(b); }
      else r = take(true, false);
      say("ldr %s, [%s, #%d]", reg_name(r), reg_name(b), 4 * (p_.vars[v].b - offset_[p_.vars[v].a]));
      lock_ &= ~(1u << b);
      spend(2, 1);
    } else if (v < nvars_ && p_.vars[v].kind == kConst) {
      r = take(true, false);
      uint32_t c = uint32_t(p_.vars[v].a), k = 0;
      while (c && !(c & 1)) { c >>= 1; k++; }
      if (c > 255) { say("ldr %s, =0x%x", reg_name(r), uint32_t(p_.vars[v].a)); spend(2, 3); }
      else {
        if (k && (uint32_t(p_.vars[v].a) > 255)) { say("movs %s, #%u", reg_name(r), c); say("lsls %s, %s, #%u", reg_name(r), reg_name(r), k); spend(2, 2); }
        else { say("movs %s, #%u", reg_name(r), uint32_t(p_.vars[v].a)); spend(1, 1); }
      }
    } else {
      r = take(true, false);
      if (home_[v] < 0) { failed_ = true; cost_ += 100000; return r; }
      say("ldr %s, [sp, #%d]", reg_name(r), 4 * home_[v]);
      spend(2, 1);
    }
    place(v, r);
    hold(r);
    return r;
  }
  int next_of_pointer_after(int array, int except) const {
    int n = kInf;
    for (int x : inputs_[array]) if (x != except && next_[x] < kInf && where_[x] == kNone) n = 0;
    for (int x : inputs_[array]) if (next_[x] < kInf && x != except && where_[x] != kNone) n = 0;  // may be dropped and wanted again
    if (array < int(stores_.size()) && stores_[array] < kInf) n = 0;
    return n;
  }
  int target(const Insn& q, int v, int nu) {  // a register for the new value v
    bool wants_low = false;
    if (nu < int(code_.size())) {
      int t = code_[nu].type;
      wants_low = t == iSt || t == iShr || t == iShl || t == iMask || t == iCarry || t == iAdc;
      if (t == iSt) {  // words in ascending registers leave by STM
        int k = code_[nu].imm & 0xffff, r = 4 + (k & 3);
        if (usable(r) && in_[r] == kNone && !is_locked(r)) return r;
      }
    } else if (v < nvars_ && p_.vars[v].kind == kRegister && nu == int(code_.size())) {
      int r = p_.vars[v].a;
      if (usable(r) && in_[r] == kNone && !is_locked(r)) return r;
    }
    (void)q;
    bool high_first = !wants_low;
    if (q.hint & 1) high_first = !high_first;
    return take(false, high_first);
  }
  void release(int v, int nu) {  // after an instruction read v
    next_[v] = nu;
    if (nu >= kInf && where_[v] != kNone) vacate(where_[v]);
  }
  void assign(int v, int r, int nu) {
    next_[v] = nu;
    if (where_[v] != kNone && where_[v] != r) vacate(where_[v]);
    place(v, r);
    saved_[v] = 0;
    if (nu >= kInf) vacate(r);
  }

  void allocate() {
    cost_ = 0; halfwords_ = 0; slots_ = 0; failed_ = false; reloaded_ = 0; lock_ = 0;
    in_.fill(kNone);
    where_.assign(nvals_, kNone); home_.assign(nvals_, kNone); saved_.assign(nvals_, 0);
    offset_.fill(0);
    stores_.assign(pointer_.size(), kInf);
    for (int i = int(code_.size()) - 1; i >= 0; i--) if (code_[i].type == iSt) stores_[code_[i].imm >> 16] = i;
    for (int v = 0; v < nvars_; v++) {
      if (p_.vars[v].kind == kPointer) place(v, p_.vars[v].b);
      if (p_.vars[v].kind == kRegister && (p_.vars[v].b & 1)) place(v, p_.vars[v].a);
    }
    for (size_t i = 0; i < code_.size();) i += step(i);
    for (int v = 0; v < nvars_; v++)
      if (p_.vars[v].kind == kRegister && (p_.vars[v].b & 2) && where_[v] != p_.vars[v].a) {
        say("@final v%d in %s wants %s", v, where_[v] == kNone ? "memory" : reg_name(where_[v]), reg_name(p_.vars[v].a));
        spend(where_[v] == kNone ? 9 : 5, 1);
        misplaced_++;
      }
    cost_ += __builtin_popcount(reloaded_) + (slots_ ? 2 : reloaded_ ? 1 : 0);
  }

  size_t step(size_t i) {
    const Insn& q = code_[i];
    now_ = int(i);
    lock_ = 0;
    switch (q.type) {
      case iLd: return load_group(i);
      case iSt: return store_group(i);
      case iCl: {
        int a = fetch(q.s0), b = fetch(q.s1);
        release(q.s0, q.n2); if (q.s1 != q.s0) release(q.s1, q.n3);
        unlock_free(a); unlock_free(b);
        int h = target(q, q.d0, q.n0), l = h;
        assign_hold(q.d0, h, q.n0);
        if (q.d1 != q.d0) { l = target(q, q.d1, q.n1); assign_hold(q.d1, l, q.n1); }
        say("gfmul32 %s, %s, %s, %s", reg_name(h), reg_name(l), reg_name(a), reg_name(b));
        spend(1, 2);
        finish(q.d0, q.n0); finish(q.d1, q.n1);
        break;
      }
      case iMac: {
        int a = fetch(q.s0), b = fetch(q.s1), h = fetch(q.d0), l = fetch(q.d1);
        for (int v : {q.s0, q.s1}) if (v != q.d0 && v != q.d1) release(v, v == q.s0 ? q.n2 : q.n3);
        assign_hold(q.d0, h, q.n0);
        if (q.d1 != q.d0) assign_hold(q.d1, l, q.n1);
        say("gfmac32 %s, %s, %s, %s", reg_name(h), reg_name(l), reg_name(a), reg_name(b));
        spend(1, 2);
        finish(q.d0, q.n0); finish(q.d1, q.n1);
        break;
      }
      case iXor: {
        int a = fetch(q.s0), b = fetch(q.s1), d;
        bool in_place = q.d0 == q.s0;
        release(q.s0, in_place ? kInf : q.n2);
        if (q.s1 != q.s0) release(q.s1, q.n3);
        unlock_free(a); unlock_free(b);
        bool stay = in_place && !(q.hint & 2) && in_[a] == kNone;
        if (stay) {
          d = a;
          if (low(a)) { int h = kNone; for (int k = 8; k < 15; k++) if (usable(k) && in_[k] == kNone && !is_locked(k)) { h = k; break; }
            bool wants_low = q.n0 < int(code_.size()) && code_[q.n0].type >= iSt;
            if (h != kNone && !wants_low && (q.hint & 8)) d = h; }
        } else d = target(q, q.d0, q.n0);
        assign(q.d0, d, q.n0);
        xor3(d, a, b);
        break;
      }
      case iMov: {
        int a = fetch(q.s0);
        release(q.s0, q.n2); unlock_free(a);
        int d = in_[a] == kNone ? a : target(q, q.d0, q.n0);
        assign(q.d0, d, q.n0);
        if (d != a) { say("mov %s, %s", reg_name(d), reg_name(a)); spend(1, 1); }
        break;
      }
      case iShr: case iShl: case iCarry: {
        fetch(q.s0);
        int a = bring_low(q.s0);
        hold(a);
        release(q.s0, q.d0 == q.s0 ? kInf : q.n2); unlock_free(a);
        int d = in_[a] == kNone ? a : take(true, false);
        int n = q.n0;
        assign(q.d0, d, n);
        say("%s %s, %s, #%d", q.type == iShr ? "lsrs" : "lsls", reg_name(d), reg_name(a), q.type == iCarry ? 1 : q.imm);
        spend(1, 1);
        break;
      }
      case iMask: case iAdc: {
        fetch(q.s0);
        int a = bring_low(q.s0);
        hold(a);
        if (q.type == iMask) {
          say("lsls %s, %s, #%d", reg_name(a), reg_name(a), 32 - q.imm); spend(1, 1);
          say("lsrs %s, %s, #%d", reg_name(a), reg_name(a), 32 - q.imm); spend(1, 1);
        } else { say("adcs %s, %s", reg_name(a), reg_name(a)); spend(1, 1); }
        assign(q.d0, a, q.n0);
        break;
      }
      default: break;
    }
    return 1;
  }
  void assign_hold(int v, int r, int nu) {
    next_[v] = nu;
    if (where_[v] != kNone && where_[v] != r) vacate(where_[v]);
    place(v, r); saved_[v] = 0; hold(r);
  }
  void finish(int v, int nu) { if (nu >= kInf && where_[v] != kNone) vacate(where_[v]); }
  void unlock_free(int r) { if (in_[r] == kNone) lock_ &= ~(1u << r); }
  void xor3(int d, int a, int b) {
    if (low(d) && low(a) && low(b) && (d == a || d == b)) { say("eors %s, %s", reg_name(d), reg_name(d == a ? b : a)); spend(1, 1); }
    else { say("gfadd %s, %s, %s", reg_name(d), reg_name(a), reg_name(b)); spend(1, 2); }
  }

  size_t load_group(size_t i) {
    size_t run = 0;
    int first = code_[i].d0, array = p_.vars[first].a, word = p_.vars[first].b, n = 0;
    std::array<int, 8> vars{};
    while (i + run < code_.size() && code_[i + run].type == iLd && n < 5) {
      int v = code_[i + run].d0;
      if (where_[v] != kNone || next_[v] >= kInf) { if (n == 0) { run++; return run; } break; }
      if (p_.vars[v].a != array || p_.vars[v].b != word + n) break;
      vars[n++] = v; run++;
    }
    if (n == 0) return 1;
    int adjust = offset_[array] != word && where_[pointer_[array]] != kNone;
    if (where_[pointer_[array]] == kNone && word != 0) adjust = 1;
    if (n == 1 || 1 + n + adjust > 2 * n) { fetch(first); return 1; }
    int b = pointer(array, word, true);
    std::array<int, 8> regs{};
    for (int k = 0; k < n; k++) { regs[k] = take(true, false); hold(regs[k]); if (in_[regs[k]] != kNone) { failed_ = true; cost_ += 100000; return run; } }
    std::sort(regs.begin(), regs.begin() + n);
    std::string list;
    for (int k = 0; k < n; k++) { place(vars[k], regs[k]); list += std::string(k ? ", " : "") + reg_name(regs[k]); }
    say("ldmia %s!, {%s}", reg_name(b), list.c_str());
    spend(1 + n, 1);
    offset_[array] += n;
    return run;
  }
  size_t store_group(size_t i) {
    int array = code_[i].imm >> 16, word = code_[i].imm & 0xffff;
    for (size_t j = i + 1; ; j++) { if (j >= code_.size()) { stores_[array] = kInf; break; } if (code_[j].type == iSt && code_[j].imm >> 16 == array) { stores_[array] = int(i); break; } }
    fetch(code_[i].s0);
    bring_low(code_[i].s0);
    hold(where_[code_[i].s0]);
    int b = pointer(array, word, false);
    int n = 1, last = where_[code_[i].s0];
    std::string list = reg_name(last);
    if (b == last) n = 1;
    else while (i + n < code_.size() && code_[i + n].type == iSt && code_[i + n].imm == code_[i].imm + n) {
      int v = code_[i + n].s0, r = where_[v];
      if (r == kNone) break;
      if (!low(r)) {
        int t = kNone;
        for (int k = last + 1; k < 8; k++) if (usable(k) && in_[k] == kNone) { t = k; break; }
        if (t == kNone) break;
        say("mov %s, %s", reg_name(t), reg_name(r)); spend(1, 1);
        vacate(r); place(v, t); r = t;
      }
      if (r <= last || r == b) break;
      hold(r);
      list += std::string(", ") + reg_name(r); last = r; n++;
    }
    bool exact = offset_[array] == word;
    if (n >= 3 || (n == 2 && exact)) {
      if (!exact) pointer(array, word, true);
      say("stmia %s!, {%s}", reg_name(b), list.c_str());
      spend(1 + n, 1);
      offset_[array] += n;
    } else {
      n = 1;
      say("str %s, [%s, #%d]", reg_name(where_[code_[i].s0]), reg_name(b), 4 * (word - offset_[array]));
      spend(2, 1);
    }
    for (int k = 0; k < n; k++) release(code_[i + k].s0, code_[i + k].n2);
    stores_[array] = kInf;
    for (size_t j = i + n; j < code_.size(); j++) if (code_[j].type == iSt && code_[j].imm >> 16 == array) { stores_[array] = int(j); break; }
    return n;
  }

 public:
  double dirty_penalty = 20, move_penalty = 10, const_bonus = 0, pointer_penalty = 0;
  bool failed() const { return failed_; }

 private:
  const Problem& p_;
  int nvars_, total_, nvals_ = 0, hint_ = 0;
  std::vector<int> pointer_;
  std::vector<std::vector<int>> inputs_;
  std::vector<Insn> code_;
  std::vector<int> state_, alias_, aliased_, next_, where_, home_, saved_, stores_;
  std::array<int, 15> in_{};
  std::array<int, 8> offset_{};
  uint32_t lock_ = 0, reloaded_ = 0;
  int cost_ = 0, halfwords_ = 0, slots_ = 0, now_ = 0, misplaced_ = 0;
  bool failed_ = false;
  std::vector<std::string>* text_ = nullptr;
};

#endif
