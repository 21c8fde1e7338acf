// SPDX-License-Identifier: Apache-2.0
// The netlist of rtl/soc/gfp_soc.sv around its two memories, 512 machines at once.
//
// Lane 0 is the reference. A run compares, or follows, the others:
// clang-format off
//   compare   A lane counts as different, for good, from the first cycle in which its retirement
//             port, debug port or stores differ from lane 0. Until then all share one memory.
//             Fetches may differ.
//   follow    A lane that stores something other than lane 0 continues with its own memory to the
//             end.
// clang-format on
// Wait states, debugger requests and other stimuli are drawn from a seed and are the same for all
// lanes. The memories of this system answer in the cycle after the grant. Late answers model other
// systems on the core's ports. Until an answer comes, its data are noise.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gates/memory.hpp"
#include "gates/netlist.hpp"

namespace evariste::gates {

using Nodes = std::vector<int32_t>;
using Ports = std::map<std::string, Nodes>;

// Outputs of a lane that must equal those of lane 0 whenever one of the two sets `valid`.
struct Group {
  int32_t valid;
  Nodes nodes;
};

struct Flip {
  uint64_t cycle;  // since the end of reset
  int32_t node;    // output of a flip-flop
  uint32_t lane;
};

enum class Debugger : uint8_t {
  kIdle,    // there, and does nothing
  kActive,  // sometimes halts, steps, reads and writes registers; is absent for a while
  kAbsent,
};

struct Options {
  bool follow = false;
  unsigned instr_wait = 0, data_wait = 0;  // probability in 1/256 to withhold a grant
  unsigned late = 0;   // probability in 1/256, in each cycle, that a due answer does not come yet
  unsigned pulse = 0;  // probability in 1/256 that an unknown input is not zero in a cycle
  Debugger debugger = Debugger::kIdle;
  uint64_t seed = 1;
  uint64_t preset = 0;  // flip-flops at power-up: 0 for zeros, else a seed
  // From a cycle on, the interrupt lines, as in sim::LineChange; in ascending order.
  std::vector<std::pair<uint64_t, uint64_t>> lines;
};

// One retirement of lane 0, as evariste.sim.RECORD describes it.
struct [[gnu::packed]] Retired {
  uint64_t cycle;
  uint32_t pc, insn, next_pc, address, flags;
  uint8_t cause, trap;
};

class Soc {
 public:
  // `others`: inputs without a known meaning. `ports`: the ports of gfp_soc; u_rom.* and u_ram.*
  // for the ports of the two memories; instr_rvalid_q and data_rvalid_q, the flip-flops of the two
  // answers. Throws std::invalid_argument if one is missing.
  Soc(Netlist& net, const Ports& ports, std::vector<Group> groups, std::vector<Nodes> others);

  void clear();  // all memories, of all lanes
  // Words for all lanes, or for one lane. False if there is no memory at the address.
  bool load(uint32_t address, std::span<const uint8_t> bytes);
  bool load(unsigned lane, uint32_t address, std::span<const uint8_t> bytes);
  bool read(unsigned lane, uint32_t address, std::span<uint8_t> out) const;

  // Resets, then clocks the lanes in `use` up to `cycles` times: until lane 0 executes a breakpoint
  // and, when lanes are followed, all of them have halted or locked up. Returns the number of
  // clocks.
  uint64_t run(const Lanes& use, uint64_t cycles, const Options& options,
               std::vector<Flip> flips = {});

  const Lanes& different() const { return different_; }  // from lane 0
  const Lanes& trapped() const { return trapped_; }      // have taken a fault
  const Lanes& locked_up() const { return locked_up_; }
  uint64_t when(unsigned lane) const { return when_[lane]; }  // different; or halted, locked up
  int by(unsigned lane) const { return by_[lane]; }           // group that differed; -1: a store
  void record(bool on) { recording_ = on; }
  std::vector<Retired> take_record() { return std::move(record_); }

 private:
  struct Answer {
    int32_t valid;
    Lanes owed;  // due, but not given yet
  };
  struct Read {
    Nodes address, data;
    bool ram;
    unsigned answer;  // which it is part of
  };
  const Nodes& port(const std::string& name) const;
  void cycle(const Options& options);
  void stimulate(const Options& options);
  void interfere();
  void delay(unsigned chance);
  void feed(const Read& read, bool noise);
  void compare();
  void follow();
  void store(bool follow);
  void note();
  Memory& ram(unsigned lane) { return own_ram_[lane] ? *own_ram_[lane] : ram_; }
  Memory& rom(unsigned lane) { return own_rom_[lane] ? *own_rom_[lane] : rom_; }
  uint64_t random();

  Netlist& net_;
  Ports ports_;
  std::vector<Group> groups_;
  std::vector<Nodes> others_;
  std::array<Answer, 2> answers_;  // instructions, data
  std::array<Read, 4> reads_;
  Nodes we_, store_address_, store_data_;

  Memory rom_, ram_;
  std::array<std::unique_ptr<Memory>, kLanes> own_rom_, own_ram_;
  Lanes apart_{};  // with a RAM of their own

  uint64_t random_ = 1;
  uint32_t resume_pc_ = 0;
  bool debugger_ = true;
  unsigned locked_ = 0;  // cycles since lane 0 locked up
  size_t line_ = 0;      // the next change of the lines
  Lanes use_{}, different_{}, trapped_{}, locked_up_{}, ended_{};
  std::array<uint64_t, kLanes> when_{};
  std::array<int, kLanes> by_{};
  uint64_t now_ = 0;
  bool finished_ = false, recording_ = false;
  std::vector<Retired> record_;
};

}  // namespace evariste::gates
