// SPDX-License-Identifier: Apache-2.0
#include "gates/netlist.hpp"

#include <stdexcept>

namespace evariste::gates {

Netlist::Netlist(unsigned nodes, std::span<const Gate> gates, size_t held,
                 std::span<const Flop> flops)
    : gates_(gates.begin(), gates.end()),
      held_(held),
      flops_(flops.begin(), flops.end()),
      values_(nodes),
      next_(flops.size()) {
  const auto inside = [nodes](int32_t node) {
    return node >= 0 && static_cast<unsigned>(node) < nodes;
  };
  for (const Gate& g : gates) {
    if (!inside(g.a) || !inside(g.b) || !inside(g.s) || !inside(g.y) || g.kind < kAnd ||
        g.kind > kOrNot) {
      throw std::invalid_argument("a gate names a node or an operation that does not exist");
    }
  }
  for (const Flop& f : flops) {
    if (!inside(f.d) || !inside(f.q)) throw std::invalid_argument("a flip-flop has no such node");
  }
  if (nodes < 2 || held > gates.size()) throw std::invalid_argument("no netlist");
  values_[1].lanes = all(true);
}

// Compiled once for each width of the host's registers. The loader takes the widest that the host
// has.
__attribute__((target_clones("avx512f", "avx2", "default"))) void Netlist::evaluate(size_t from,
                                                                                    size_t to) {
  Lanes* const v = &values_[0].lanes;
  const Gate* g = gates_.data() + from;
  const Gate* const end = gates_.data() + to;
  while (g != end) {
    // Gates of one kind mostly come in runs, so there is one branch per run.
    const int32_t kind = g->kind;
    const Gate* stop = g + 1;
    while (stop != end && stop->kind == kind) ++stop;
    switch (kind) {
      case kAnd:
        for (; g != stop; ++g) v[g->y] = v[g->a] & v[g->b];
        break;
      case kOr:
        for (; g != stop; ++g) v[g->y] = v[g->a] | v[g->b];
        break;
      case kXor:
        for (; g != stop; ++g) v[g->y] = v[g->a] ^ v[g->b];
        break;
      case kXnor:
        for (; g != stop; ++g) v[g->y] = ~(v[g->a] ^ v[g->b]);
        break;
      case kNot:
        for (; g != stop; ++g) v[g->y] = ~v[g->a];
        break;
      case kMux:
        for (; g != stop; ++g) v[g->y] = v[g->a] ^ ((v[g->a] ^ v[g->b]) & v[g->s]);
        break;
      case kNand:
        for (; g != stop; ++g) v[g->y] = ~(v[g->a] & v[g->b]);
        break;
      case kNor:
        for (; g != stop; ++g) v[g->y] = ~(v[g->a] | v[g->b]);
        break;
      case kAndNot:
        for (; g != stop; ++g) v[g->y] = v[g->a] & ~v[g->b];
        break;
      default:
        for (; g != stop; ++g) v[g->y] = v[g->a] | ~v[g->b];
    }
  }
}

void Netlist::clock() {
  for (size_t i = 0; i < flops_.size(); ++i) next_[i].lanes = (*this)[flops_[i].d];
  for (size_t i = 0; i < flops_.size(); ++i) (*this)[flops_[i].q] = next_[i].lanes;
}

void Netlist::preset(uint64_t seed) {
  for (const Flop& f : flops_) {
    seed = seed * 6364136223846793005 + (seed != 0);
    (*this)[f.q] = all(seed >> 63);
  }
}

uint64_t Netlist::get(std::span<const int32_t> nodes, unsigned lane) const {
  uint64_t value = 0;
  for (size_t i = 0; i < nodes.size(); ++i) value |= uint64_t{bit(nodes[i], lane)} << i;
  return value;
}

void Netlist::set(std::span<const int32_t> nodes, unsigned lane, uint64_t value) {
  for (size_t i = 0; i < nodes.size(); ++i) set_bit(nodes[i], lane, value >> i & 1);
}

void Netlist::set_all(std::span<const int32_t> nodes, uint64_t value) {
  for (size_t i = 0; i < nodes.size(); ++i) (*this)[nodes[i]] = all(value >> i & 1);
}

}  // namespace evariste::gates
