// SPDX-License-Identifier: Apache-2.0
// Single faults in the state of the accelerator.
#include <map>
#include <string>
#include <utility>

#include "billie/unit.hpp"

namespace evariste::billie {

namespace {

constexpr unsigned kTagBits = 5, kCommandBits = 25;

}  // namespace

bool Unit::flip(const sim::Flip& flip) {
  const std::map<std::string, std::pair<unsigned, unsigned>> places = {
      {"register", {kRegisters * parameters_.field.words(), 32}},
      {"tag", {kRegisters, kTagBits + 1}},
      {"queue", {parameters_.depth, kCommandBits}},
      {"index", {1, 7}},
      {"flag", {1, 1}}};
  const auto place = places.find(flip.place);
  if (place == places.end() || flip.index >= place->second.first ||
      flip.bit >= place->second.second) {
    return false;
  }
  flip_ = flip;
  quiet_ = false;
  return true;
}

void Unit::strike() {
  const auto& [_, place, index, bit] = *flip_;
  const uint32_t mask = 1u << bit;
  const unsigned k = parameters_.field.words();
  if (place == "register") {
    const bool beyond = index % k == k - 1 && (mask & ~parameters_.field.last_word()) != 0;
    if (!beyond) registers_[index / k].value[index % k] ^= mask;
  } else if (place == "tag") {
    // The number of a result that is lost is that of no later one.
    Id& from = registers_[index].from;
    if (bit == kTagBits) {
      from = from == 0 ? ~Id{0} : 0;
    } else if (from != 0) {
      from ^= mask;
    }
  } else if (place == "queue") {
    if (index >= queue_.size()) return;
    Entry& entry = queue_[index];
    entry.value ^= mask;
    if (entry.insn == Insn::ctc2) return;
    entry.insn = decode(entry.value);
    entry.o = operands(entry.insn, entry.value);
  } else if (place == "index") {
    index_ ^= mask;
  } else {
    flag_ = !flag_;
  }
}

}  // namespace evariste::billie
