// SPDX-License-Identifier: Apache-2.0
// Single faults in the state of the accelerator.
#include <map>
#include <string>
#include <utility>

#include "monte/unit.hpp"

namespace evariste::monte {

namespace {

constexpr unsigned kSlotBits = 6, kCommandBits = 25;

}  // namespace

bool Unit::flip(const sim::Flip& flip) {
  const std::map<std::string, std::pair<unsigned, unsigned>> places = {
      {"buffer", {kBuffers * kWords, 32}},
      {"tag", {kBuffers, kSlotBits + 1}},
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
  if (place == "buffer") {
    buffers_[index / kWords].words[index % kWords] ^= mask;
  } else if (place == "tag") {
    auto& slot = buffers_[index].slot;
    if (bit == kSlotBits) {
      slot = slot ? std::nullopt : std::optional(0u);
    } else if (slot) {
      slot = *slot ^ mask;
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

}  // namespace evariste::monte
