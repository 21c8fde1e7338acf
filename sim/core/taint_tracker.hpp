// SPDX-License-Identifier: Apache-2.0
// The taint mode of a run (`ev ct --taint`): an observer that follows secrets through a program.
//
// The program says with notes (sw/rt/common/secret_mark.h) which memory is secret and what becomes
// public. Taint moves all the time. Leaks count between the instructions at `begin` and `end`.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "core/machine_info.hpp"
#include "core/notes.hpp"
#include "core/taint.hpp"

namespace evariste::host {

// Of every byte in the memories: the tainted bits, where they came from, and which instruction
// stored them. The last two are kept for each word, and the last only within the marked region.
class Shadow {
 public:
  explicit Shadow(std::span<const sim::Region> memories);

  void clear();
  sim::Taint load(uint32_t address, unsigned bytes) const;
  // False: outside the memories, nothing is stored.
  bool store(uint32_t address, unsigned bytes, sim::Taint taint, uint32_t writer);
  uint32_t writer(uint32_t address) const;

 private:
  struct Memory {
    uint32_t base, size;
    std::vector<uint32_t> bits, origin, writer;  // by word
  };
  const Memory* find(uint32_t address, unsigned bytes) const;
  std::vector<Memory> memories_;
};

// A leak, once for each instruction and kind.
struct Finding {
  sim::Leak kind;
  uint32_t pc = 0;       // the instruction; of kStack, the one that stored the secret
  uint32_t word = 0;     // its word, as in Retirement::words
  uint32_t address = 0;  // of kStack: where the stack pointer was looked at
  uint32_t bytes = 0;    // of kStack: how many are left
  uint32_t secret = 0;   // the note that made the bytes secret
  uint32_t offset = 0;   // of the first tainted byte within these bytes
};

// What a note made public: its address, how often, and the bytes that were tainted.
struct Declassified {
  uint32_t note = 0;
  uint64_t times = 0, bytes = 0;
};

class TaintTracker final : public sim::Observer, private sim::TaintHost {
 public:
  // After `limit` findings the run pauses. `stack`: what is left on the stack is one, too.
  // `machine` runs the program. The machine's description must have `propagation`.
  TaintTracker(const sim::MachineInfo& info, sim::Machine& machine, uint32_t begin, uint32_t end,
               Notes notes, size_t limit, bool stack);

  bool retired(const sim::Retirement& event) override;
  void changed(const sim::Machine& machine) override;

  const std::vector<Finding>& findings() const { return findings_; }
  std::vector<Declassified> declassified() const;
  uint64_t instructions() const { return instructions_; }  // between begin and end
  uint64_t secret_bytes() const { return secret_bytes_; }  // made so by notes
  unsigned stacks() const { return stacks_; }              // times that the stack was looked at

  // For tests of the propagation itself.
  void mark(uint32_t address, uint32_t bytes) { make_secret(0, address, bytes); }
  sim::Taint memory(uint32_t address, unsigned bytes) { return load(address, bytes); }
  sim::Propagation& registers() { return *registers_; }

 private:
  sim::Taint load(uint32_t address, unsigned bytes) override;
  void store(uint32_t address, unsigned bytes, sim::Taint taint) override;
  uint32_t value(uint32_t address) override;
  void leak(sim::Leak kind, sim::Taint taint) override;

  void follow_note(const Note& note);
  void make_secret(uint32_t note, uint32_t address, uint32_t bytes);
  void make_public(const Note& note);
  void look_at_stack(uint32_t pc);
  void add(Finding finding, sim::Taint taint);

  const sim::MachineInfo& info_;
  sim::Machine& machine_;
  uint32_t begin_, end_;
  Notes notes_;
  size_t limit_;
  bool stack_;
  Shadow shadow_;
  std::unique_ptr<sim::Propagation> registers_;

  bool inside_ = false;
  uint64_t instructions_ = 0;
  uint32_t lowest_ = 0;  // stack pointer since the region's begin, or since it was looked at
  std::vector<uint32_t> before_;
  uint32_t flags_before_ = 0;
  uint32_t pc_ = 0, word_ = 0;  // of the instruction being followed

  struct Secret {
    uint32_t note, address;
  };
  std::vector<Secret> secrets_;
  uint64_t secret_bytes_ = 0;
  unsigned stacks_ = 0;
  std::vector<Finding> findings_;
  std::set<std::pair<sim::Leak, uint32_t>> known_;
  std::map<uint32_t, Declassified> declassified_;
};

}  // namespace evariste::host
