// SPDX-License-Identifier: Apache-2.0
// A gate-level netlist, simulated for 512 machines at once. Bit l of every word belongs to machine
// l.
//
// One clock, no delays, two values. The gates come in an order in which every operand is computed
// before it is read; they and the numbering of the nodes are the work of
// evariste/verification/gates.py. Nodes 0 and 1 are the constants. Machines differ in what the
// caller puts on inputs and flip-flops: other operands, another mutant selected, a flipped bit.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace evariste::gates {

constexpr unsigned kLanes = 512;
constexpr unsigned kWords = kLanes / 64;
using Lanes = uint64_t __attribute__((vector_size(kLanes / 8)));

enum Kind : int32_t { kAnd, kOr, kXor, kXnor, kNot, kMux, kNand, kNor, kAndNot, kOrNot };

struct Gate {
  int32_t kind, a, b, s, y;  // y = kind(a, b); kMux: s ? b : a
};
struct Flop {
  int32_t d, q;
};

class Netlist {
 public:
  // The first `held` gates depend only on inputs that do not change during a run.
  Netlist(unsigned nodes, std::span<const Gate> gates, size_t held, std::span<const Flop> flops);

  void settle_held() { evaluate(0, held_); }
  void settle() { evaluate(held_, gates_.size()); }
  void clock();  // every flip-flop takes its input

  Lanes& operator[](int32_t node) { return values_[static_cast<size_t>(node)].lanes; }
  const Lanes& operator[](int32_t node) const { return values_[static_cast<size_t>(node)].lanes; }

  bool bit(int32_t node, unsigned lane) const {
    return (*this)[node][lane / 64] >> (lane % 64) & 1;
  }
  void set_bit(int32_t node, unsigned lane, bool value) {
    uint64_t word = (*this)[node][lane / 64];
    word &= ~(uint64_t{1} << (lane % 64));
    word |= uint64_t{value} << (lane % 64);
    (*this)[node][lane / 64] = word;
  }
  // Reads a bus from one lane, or drives it in all lanes. nodes[0] is bit 0.
  uint64_t get(std::span<const int32_t> nodes, unsigned lane) const;
  void set(std::span<const int32_t> nodes, unsigned lane, uint64_t value);
  void set_all(std::span<const int32_t> nodes, uint64_t value);
  // Sets every flip-flop to the same value in all lanes: zero for seed 0, else drawn from the seed.
  void preset(uint64_t seed);

 private:
  void evaluate(size_t from, size_t to);

  std::vector<Gate> gates_;
  size_t held_;
  std::vector<Flop> flops_;
  // An allocator aligns a struct as declared, but a bare vector type as the compiler's target does.
  struct alignas(sizeof(Lanes)) Slot {
    Lanes lanes;
  };
  std::vector<Slot> values_, next_;
};

inline Lanes all(bool value) { return Lanes{} - static_cast<uint64_t>(value); }
inline bool any(const Lanes& lanes) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < kWords; ++i) sum |= lanes[i];
  return sum != 0;
}
// Lane 0 of the word, in all lanes.
inline Lanes first(const Lanes& lanes) { return all(lanes[0] & 1); }

// Calls f(lane) for every lane whose bit is set.
template <typename F>
void for_each(const Lanes& lanes, F f) {
  for (unsigned i = 0; i < kWords; ++i) {
    for (uint64_t word = lanes[i]; word != 0; word &= word - 1) {
      f(i * 64 + static_cast<unsigned>(__builtin_ctzll(word)));
    }
  }
}

}  // namespace evariste::gates
