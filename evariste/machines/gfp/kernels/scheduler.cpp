// SPDX-License-Identifier: Apache-2.0
// Orders and allocates one straight-line kernel for the core, and searches for a good order.
//
// Input (stdin): a problem as written by evariste/machines/gfp/kernels/problem.py. One line per item:
//     vars N, then N lines `kind a b`: 0 accumulator, 1 input (array, word), 2 constant (value, cycles), 3 pointer (array, register),
//                                      4 value living in register a at entry (and, when b = 1, again at exit)
//     ops N, then N lines `type a b c d imm deps...`
//     accumulates                the core has gfmac32 (optional)
//     regs MASK                  the registers the kernel may use (bit 14 = lr)
//     order i0 i1 ... / hints h0 h1 ...      a starting order (optional)
// Arguments: `emit`                            allocate the order as it is, print instructions
//            `search SEED STEPS T0 T1`         simulated annealing over orders, then print the best order and hints
//
// Cost is what the allocator says (allocator.hpp).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "allocator.hpp"

namespace {

Problem read_problem(std::istream& in) {
  Problem p;
  std::string line, word;
  while (std::getline(in, line)) {
    std::istringstream s(line);
    if (!(s >> word)) continue;
    if (word == "vars") { int n; s >> n; for (int i = 0; i < n; i++) { Var v; in >> v.kind >> v.a >> v.b; p.vars.push_back(v); } in.ignore(); }
    else if (word == "regs") s >> p.regs >> p.pin_regs;
    else if (word == "accumulates") p.accumulates = true;
    else if (word == "chain") { Chain c; int n; s >> c.keep_first >> n; for (int i = 0; i < n; i++) { int w, t; s >> w >> t; c.words.push_back(w); c.targets.push_back(t); } p.chains.push_back(c); }
    else if (word == "op") { Op o; s >> o.type >> o.a >> o.b >> o.c >> o.d >> o.imm; int d; while (s >> d) o.deps.push_back(d); p.ops.push_back(o); }
    else if (word == "pins") { int i; while (s >> i) p.pins.push_back(i); }
    else if (word == "registers") { int r; for (size_t k = 0; s >> r && k < p.pins.size(); k += 2) { p.vars[p.pins[k]].a = r; if (p.pins[k + 1] >= 0) p.vars[p.pins[k + 1]].a = r; } }
    else if (word == "order") { p.order.clear(); int i; while (s >> i) p.order.push_back(i); }
    else if (word == "hints") { p.hints.clear(); int i; while (s >> i) p.hints.push_back(i); }
    else { std::fprintf(stderr, "scheduler: unknown line `%s`\n", word.c_str()); std::exit(2); }
  }
  if (p.order.empty()) for (size_t i = 0; i < p.ops.size(); i++) p.order.push_back(int(i));
  p.hints.resize(p.ops.size(), 0);
  return p;
}

void search(Problem& p, uint64_t seed, long steps, double t0, double t1) {
  Allocator a(p);
  std::mt19937_64 rng(seed);
  size_t n = p.ops.size();
  std::vector<std::vector<int>> succ(n);
  for (size_t i = 0; i < n; i++) for (int d : p.ops[i].deps) succ[d].push_back(int(i));
  std::vector<int> order = p.order, hints = p.hints, pos(n);
  for (size_t i = 0; i < n; i++) pos[order[i]] = int(i);
  double cost = a.run(order, hints, nullptr) + a.words() * 0.002;
  double best = cost;
  std::vector<int> best_order = order, best_hints = hints, trial;
  std::vector<Var> best_vars = p.vars;
  auto uniform = [&] { return double(rng() >> 11) * 0x1p-53; };
  for (long step = 0; step < steps; step++) {
    double t = t0 * std::pow(t1 / t0, double(step) / double(steps));
    trial = order;
    int kind = int(rng() % 16), flipped = -1, bit = 0;
    if (kind < 3) {
      flipped = int(rng() % n); bit = 1 << (rng() % 5);
      if (p.ops[flipped].type == kLd) bit = 1 << (rng() % 7);
      hints[flipped] ^= bit;
    } else if (kind == 3 && !p.pins.empty()) {
      // two values that stay in registers across the kernel exchange them, or one moves to an unused register
      size_t i = rng() % (p.pins.size() / 2), j = rng() % (p.pins.size() / 2);
      auto set = [&](size_t k, int r) { p.vars[p.pins[2 * k]].a = r; if (p.pins[2 * k + 1] >= 0) p.vars[p.pins[2 * k + 1]].a = r; };
      int ri = p.vars[p.pins[2 * i]].a, rj = p.vars[p.pins[2 * j]].a, other = kNone;
      if (i == j) {
        other = int(rng() % 15);
        if (!(p.pin_regs >> other & 1)) continue;
        for (size_t k = 0; k < p.pins.size(); k += 2) if (p.vars[p.pins[k]].a == other) other = kNone;
        if (other == kNone) continue;
        set(i, other);
      } else { set(i, rj); set(j, ri); }
      double c = a.run(order, hints, nullptr) + a.words() * 0.002;
      if (c <= cost || uniform() < std::exp((cost - c) / t)) {
        cost = c;
        if (c < best) { best = c; best_order = order; best_hints = hints; best_vars = p.vars; }
      } else { set(i, ri); if (i != j) set(j, rj); }
      continue;
    } else {
      // move a run of 1..k neighbours, keeping their order, as far as their dependencies allow
      int len = kind < 11 ? 1 : 1 + int(rng() % 6);
      int at = int(rng() % n);
      if (at + len > int(n)) len = int(n) - at;
      int lo = 0, hi = int(n);
      for (int k = 0; k < len; k++) {
        int o = order[at + k];
        for (int d : p.ops[o].deps) if (pos[d] < at) lo = std::max(lo, pos[d] + 1);
        for (int s : succ[o]) if (pos[s] >= at + len) hi = std::min(hi, pos[s]);
      }
      hi -= len;
      if (hi <= lo) continue;
      int to;
      if (rng() & 1) { int w = 1 + int(rng() % 12); to = at + ((rng() & 1) ? w : -w); if (to < lo || to > hi) continue; }
      else to = lo + int(rng() % uint64_t(hi - lo + 1));
      if (to == at) continue;
      if (to > at) std::rotate(trial.begin() + at, trial.begin() + at + len, trial.begin() + to + len);
      else std::rotate(trial.begin() + to, trial.begin() + at, trial.begin() + at + len);
    }
    double c = a.run(trial, hints, nullptr) + a.words() * 0.002;
    if (c <= cost || uniform() < std::exp((cost - c) / t)) {
      cost = c;
      order.swap(trial);
      for (size_t i = 0; i < n; i++) pos[order[i]] = int(i);
      if (c < best) { best = c; best_order = order; best_hints = hints; best_vars = p.vars; }
    } else if (flipped >= 0) hints[flipped] ^= bit;
    if (step % (steps / 20 + 1) == 0) std::fprintf(stderr, "step %ld T %.3f cost %.2f best %.2f\n", step, t, cost, best);
  }
  p.order = best_order; p.hints = best_hints; p.vars = best_vars;
  std::fprintf(stderr, "best %.2f\n", best);
}

}  // namespace

int main(int argc, char** argv) {
  Problem p = read_problem(std::cin);
  std::string mode = argc > 1 ? argv[1] : "emit";
  if (mode == "search") {
    search(p, std::strtoull(argv[2], nullptr, 10), std::atol(argv[3]), std::atof(argv[4]), std::atof(argv[5]));
    std::printf("order"); for (int o : p.order) std::printf(" %d", o);
    std::printf("\nhints"); for (int h : p.hints) std::printf(" %d", h);
    if (!p.pins.empty()) { std::printf("\nregisters"); for (size_t k = 0; k < p.pins.size(); k += 2) std::printf(" %d", p.vars[p.pins[k]].a); }
    std::printf("\n");
    return 0;
  }
  Allocator a(p);
  std::vector<std::string> text;
  int cost = a.run(p.order, p.hints, &text);
  std::printf("cost %d slots %d reloaded %u halfwords %d failed %d\n", cost, a.slots(), a.reloaded(), a.words(), int(a.failed()));
  for (auto& s : text) std::printf("%s\n", s.c_str());
  return 0;
}
