// SPDX-License-Identifier: Apache-2.0
// A program run: an engine, the loaded program, its host, and the end of the run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/elf.hpp"
#include "core/lines.hpp"
#include "core/machine.hpp"
#include "core/machine_info.hpp"
#include "core/profile.hpp"
#include "core/program_host.hpp"
#include "core/symbols.hpp"
#include "core/trace.hpp"

namespace evariste::host {

// Why a run ended, as one word for programs and one sentence for people.
struct Stop {
  // exit, fault, lockup, breakpoint, loop, limit, step, semihosting, disk, stuck, difference,
  // trace, watcher, debugger
  std::string reason;
  int status = 1;  // the program's own for exit, otherwise nonzero
  std::string sentence;
};

class Session {
 public:
  Session(std::unique_ptr<sim::Machine> machine, const sim::MachineInfo& info);

  // Loads an ELF file into the machine and resets the machine. Returns an empty string, or what is
  // wrong with the file.
  std::string load(std::span<const uint8_t> file);
  // Resets the machine and the program's files. Memory stays as it is.
  void reset();

  enum class Progress { kStopped, kSlice, kInput };
  // Runs for about `seconds` of host time, or until the run ends (stop() says how), or until the
  // program waits for console input. Bounds count from reset.
  Progress run(uint64_t cycle_bound, uint64_t instruction_bound, double seconds);
  const Stop& stop() const { return stop_; }

  sim::Machine& machine() { return *machine_; }
  const sim::MachineInfo& info() const { return info_; }
  ProgramHost& host() { return host_; }
  const Image& image() const { return image_; }
  const Symbols& symbols() const { return symbols_; }
  // The program's output since the last call: console device and standard output together, and
  // standard error.
  std::string take_output();
  std::string take_errors() { return host_.take_errors(); }

  // What watch() attaches: cycles per function; a trace to `path` (returns 0 or errno). A profile
  // needs a machine with an Abi.
  void profile_on() { profiling_ = info_.abi != nullptr; }
  int trace_to(const std::string& path);
  // The lines of the loaded program's source. Profile and trace have them from watch() on.
  void lines_are(Lines lines) { lines_ = std::move(lines); }
  bool flush_trace() { return trace_ == nullptr || trace_->flush(); }
  // The caller's own observer (or nullptr), in addition.
  void watch_with(sim::Observer* observer) {
    guest_ = observer;
    watch();
  }
  // Attaches the watchers again, with empty counts. reset() does this too.
  void watch();
  // A debugger's observer, or nullptr. A run that it pauses ends with the reason "debugger". The
  // other observers keep their counts.
  void debug_with(sim::Observer* observer) {
    watchers_.debugger = observer;
    attach();
  }
  // Drops a host call that waits for input.
  void forget_call() { call_pending_ = false; }
  std::vector<Profile::Row> profile_rows();
  Profile::Part profile_of_main();
  std::vector<std::pair<std::string, uint64_t>> profile_of_lines();
  // Runs up to `count` instructions, host calls included, and returns the retirement of each.
  struct Recorded {
    uint64_t cycle;
    uint32_t pc, insn, next_pc, address, flags;
    uint8_t cause, trap;
  };
  std::vector<Recorded> record(uint64_t count);

  // "0x000001a4 (main+0x12)"
  std::string where(uint32_t address) const;

 private:
  void end(std::string reason, int status, std::string sentence) {
    stop_ = {std::move(reason), status, std::move(sentence)};
  }
  std::string describe(const sim::Fault& fault) const;
  bool ended_by_fault(const std::string& how);
  void end_at_breakpoint();

  // Passes retirements to all observers.
  class Watchers final : public sim::Observer {
   public:
    bool retired(const sim::Retirement& event) override {
      bool go_on = true;
      for (sim::Observer* o : list) go_on &= o->retired(event);
      if (debugger != nullptr && !debugger->retired(event)) debugger_stops = true;
      return go_on && !debugger_stops;
    }
    void changed(const sim::Machine& machine) override {
      for (sim::Observer* o : list) o->changed(machine);
    }
    std::vector<sim::Observer*> list;
    sim::Observer* debugger = nullptr;
    bool debugger_stops = false;
  };
  void attach();
  Progress advance(uint64_t cycle_bound, uint64_t instruction_bound, double seconds);

  std::unique_ptr<sim::Machine> machine_;
  const sim::MachineInfo& info_;
  ProgramHost host_;
  Image image_;
  Symbols symbols_;
  Lines lines_;
  Stop stop_;
  std::string output_;
  bool profiling_ = false;
  std::unique_ptr<Profile> profile_;
  std::unique_ptr<Trace> trace_;
  sim::Observer* guest_ = nullptr;
  Watchers watchers_;
  bool call_pending_ = false;  // a call of the host waits for input
};

}  // namespace evariste::host
