// SPDX-License-Identifier: Apache-2.0
#include "core/taint_tracker.hpp"

#include <algorithm>
#include <bit>

namespace evariste::host {

using sim::Leak;
using sim::Taint;

namespace {

// A number for where a tainted byte came from: the secret in the high half, the byte's place in the
// low half, up to the last place that fits.
constexpr unsigned kPlaceBits = 16;
constexpr uint32_t kLastPlace = (1u << kPlaceBits) - 1, kLastSecret = kLastPlace;

constexpr uint32_t mask_of(unsigned bytes) { return bytes >= 4 ? ~0u : (1u << (8 * bytes)) - 1; }

unsigned tainted_bytes(uint32_t bits) {
  unsigned count = 0;
  for (; bits != 0; bits >>= 8) count += (bits & 0xFF) != 0;
  return count;
}

}  // namespace

Shadow::Shadow(std::span<const sim::Region> memories) {
  for (const sim::Region& m : memories) {
    const size_t words = (m.size + 3) / 4;
    memories_.push_back({m.base, m.size, std::vector<uint32_t>(words), std::vector<uint32_t>(words),
                         std::vector<uint32_t>(words)});
  }
}

void Shadow::clear() {
  for (Memory& m : memories_) std::fill(m.bits.begin(), m.bits.end(), 0);
}

const Shadow::Memory* Shadow::find(uint32_t address, unsigned bytes) const {
  for (const Memory& m : memories_) {
    const uint32_t offset = address - m.base;
    if (offset < m.size && bytes <= m.size - offset) return &m;
  }
  return nullptr;
}

Taint Shadow::load(uint32_t address, unsigned bytes) const {
  const Memory* m = find(address, bytes);
  if (m == nullptr) return {};
  Taint taint;
  for (unsigned done = 0; done < bytes;) {
    const uint32_t offset = address + done - m->base, place = offset % 4;
    const unsigned part = std::min(bytes - done, 4 - place);
    const uint32_t bits = m->bits[offset / 4] >> (8 * place) & mask_of(part);
    if (bits != 0) taint = {taint.bits | bits << (8 * done), m->origin[offset / 4]};
    done += part;
  }
  return taint;
}

bool Shadow::store(uint32_t address, unsigned bytes, Taint taint, uint32_t writer) {
  Memory* m = const_cast<Memory*>(find(address, bytes));
  if (m == nullptr) return false;
  for (unsigned done = 0; done < bytes;) {
    const uint32_t offset = address + done - m->base, place = offset % 4;
    const unsigned part = std::min(bytes - done, 4 - place);
    const uint32_t bits = taint.bits >> (8 * done) & mask_of(part);
    uint32_t& word = m->bits[offset / 4];
    word = (word & ~(mask_of(part) << (8 * place))) | bits << (8 * place);
    if (bits != 0) {
      m->origin[offset / 4] = taint.origin;
      m->writer[offset / 4] = writer;
    }
    done += part;
  }
  return true;
}

uint32_t Shadow::writer(uint32_t address) const {
  const Memory* m = find(address, 1);
  return m == nullptr ? 0 : m->writer[(address - m->base) / 4];
}

TaintTracker::TaintTracker(const sim::MachineInfo& info, sim::Machine& machine, uint32_t begin,
                           uint32_t end, Notes notes, size_t limit, bool stack)
    : info_(info),
      machine_(machine),
      begin_(begin),
      end_(end),
      notes_(std::move(notes)),
      limit_(limit),
      stack_(stack),
      shadow_(info.memories),
      registers_(info.propagation(info)) {
  changed(machine);
}

void TaintTracker::changed(const sim::Machine& machine) {
  const unsigned count = info_.files[0].count;
  const bool known = before_.size() == count;
  before_.resize(count);
  for (unsigned i = 0; i < count; ++i) {
    const uint32_t now = machine.word(info_.files[0].first + i);
    if (known && now != before_[i]) registers_->write(i, {});
    before_[i] = now;
  }
}

bool TaintTracker::retired(const sim::Retirement& event) {
  pc_ = event.pc;
  word_ = event.insn();
  if (pc_ == begin_) {
    inside_ = true;
    lowest_ = before_[info_.stack];
  } else if (pc_ == end_ && inside_) {
    look_at_stack(pc_);
    inside_ = false;
  } else {
    instructions_ += inside_;
  }
  registers_->follow(event, before_, flags_before_, *this);
  before_.assign(event.general.begin(), event.general.end());
  flags_before_ = event.flags;
  lowest_ = std::min(lowest_, before_[info_.stack]);
  if (const Note* note = notes_.at(pc_); note != nullptr && !event.interrupt) follow_note(*note);
  return findings_.size() < limit_;
}

void TaintTracker::follow_note(const Note& note) {
  switch (note.kind) {
    case Note::Kind::kSecret:
    case Note::Kind::kKey:
      make_secret(note.address, before_[note.first], before_[note.second]);
      break;
    case Note::Kind::kPublic:
    case Note::Kind::kPublicValue:
      make_public(note);
      break;
    case Note::Kind::kStack:
      if (inside_) look_at_stack(note.address);
      break;
  }
}

void TaintTracker::make_secret(uint32_t note, uint32_t address, uint32_t bytes) {
  const auto known = [&](const Secret& s) { return s.note == note && s.address == address; };
  auto it = std::find_if(secrets_.begin(), secrets_.end(), known);
  if (it == secrets_.end() && secrets_.size() <= kLastSecret) {
    it = secrets_.insert(it, {note, address});
  }
  const auto number = std::min(static_cast<uint32_t>(it - secrets_.begin()), uint32_t{kLastSecret});
  for (uint32_t i = 0; i < bytes; ++i) {
    const Taint taint{0xFF, number << kPlaceBits | std::min(i, uint32_t{kLastPlace})};
    if (shadow_.store(address + i, 1, taint, pc_)) ++secret_bytes_;
  }
}

void TaintTracker::make_public(const Note& note) {
  Declassified& entry = declassified_[note.address];
  entry.note = note.address;
  ++entry.times;
  if (note.kind == Note::Kind::kPublicValue) {
    entry.bytes += tainted_bytes(registers_->read(note.first).bits);
    registers_->write(note.first, {});
    return;
  }
  const uint32_t address = before_[note.first], bytes = before_[note.second];
  for (uint32_t i = 0; i < bytes; ++i) {
    entry.bytes += shadow_.load(address + i, 1).bits != 0;
    if (!shadow_.store(address + i, 1, {}, pc_)) break;
  }
}

void TaintTracker::look_at_stack(uint32_t pc) {
  if (!stack_) return;
  ++stacks_;
  const uint32_t top = before_[info_.stack];
  // By the instruction that stored them.
  std::map<uint32_t, std::pair<unsigned, Taint>> left;
  for (uint32_t at = lowest_ & ~3u; at < top; at += 4) {
    const Taint taint = shadow_.load(at, 4);
    if (taint.bits == 0 || shadow_.writer(at) == 0) continue;
    auto& [bytes, first] = left[shadow_.writer(at)];
    bytes += tainted_bytes(taint.bits);
    if (first.bits == 0) first = taint;
  }
  for (const auto& [writer, found] : left) {
    const auto& [bytes, taint] = found;
    add({.kind = Leak::kStack, .pc = writer, .address = pc, .bytes = bytes}, taint);
  }
  lowest_ = top;
}

Taint TaintTracker::load(uint32_t address, unsigned bytes) { return shadow_.load(address, bytes); }

void TaintTracker::store(uint32_t address, unsigned bytes, Taint taint) {
  if (!shadow_.store(address, bytes, taint, inside_ ? pc_ : 0)) leak(Leak::kDevice, taint);
}

uint32_t TaintTracker::value(uint32_t address) {
  uint8_t b[4];
  if (!machine_.read_memory(address, b)) return 0;
  return b[0] | b[1] << 8 | b[2] << 16 | uint32_t{b[3]} << 24;
}

void TaintTracker::leak(Leak kind, Taint taint) {
  if (inside_ && taint.bits != 0) add({.kind = kind, .pc = pc_, .word = word_}, taint);
}

void TaintTracker::add(Finding finding, Taint taint) {
  if (findings_.size() >= limit_ || !known_.emplace(finding.kind, finding.pc).second) return;
  const size_t number = taint.origin >> kPlaceBits;
  if (number < secrets_.size()) finding.secret = secrets_[number].note;
  finding.offset = taint.origin & kLastPlace;
  findings_.push_back(finding);
}

std::vector<Declassified> TaintTracker::declassified() const {
  std::vector<Declassified> list;
  for (const auto& [note, entry] : declassified_) list.push_back(entry);
  return list;
}

}  // namespace evariste::host
