// SPDX-License-Identifier: Apache-2.0
#include "core/session.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>

#include "core/text.hpp"

namespace evariste::host {

using sim::Pause;

namespace {

std::string hex(uint32_t value, int digits = 8) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%0*x", digits, value);
  return text;
}

}  // namespace

Session::Session(std::unique_ptr<sim::Machine> machine, const sim::MachineInfo& info)
    : machine_(std::move(machine)), info_(info), host_(info) {}

std::string Session::load(std::span<const uint8_t> file) {
  Parsed parsed = parse_elf(file, info_);
  if (!parsed.error.empty()) return std::move(parsed.error);
  image_ = std::move(parsed.image);
  symbols_ = Symbols(image_.symbols);
  lines_ = {};
  machine_->clear();
  for (const Segment& segment : image_.segments) {
    if (!machine_->write_memory(segment.address, segment.bytes)) {
      return "segment at " + hex(segment.address) + " does not fit the machine's memory";
    }
  }
  host_.set_heap(image_.end);
  reset();
  return {};
}

void Session::reset() {
  machine_->reset();
  host_.restart();
  output_.clear();
  call_pending_ = false;
  stop_ = {};
  watch();
}

void Session::watch() {
  watchers_.list.clear();
  if (profiling_) {
    profile_ = std::make_unique<Profile>(symbols_, lines_, info_);
    watchers_.list.push_back(profile_.get());
  }
  if (guest_ != nullptr) watchers_.list.push_back(guest_);
  if (trace_) watchers_.list.push_back(trace_.get());
  attach();
}

void Session::attach() {
  const bool nobody = watchers_.list.empty() && watchers_.debugger == nullptr;
  machine_->observe(nobody ? nullptr : &watchers_);
}

int Session::trace_to(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return errno;
  trace_ = std::make_unique<Trace>(file, symbols_, lines_, info_);
  return 0;
}

std::vector<Profile::Row> Session::profile_rows() {
  return profile_ ? profile_->rows(machine_->cycles()) : std::vector<Profile::Row>{};
}

Profile::Part Session::profile_of_main() {
  return profile_ ? profile_->of_main(machine_->cycles()) : Profile::Part{};
}

std::vector<std::pair<std::string, uint64_t>> Session::profile_of_lines() {
  if (!profile_) return {};
  profile_->rows(machine_->cycles());
  return profile_->lines();
}

std::vector<Session::Recorded> Session::record(uint64_t count) {
  class Recorder final : public sim::Observer {
   public:
    bool retired(const sim::Retirement& event) override {
      events.push_back({event.cycle, event.pc, event.insn(), event.next_pc, event.address,
                        event.flags, event.cause, event.trap});
      return true;
    }
    std::vector<Recorded> events;
  } recorder;
  machine_->observe(&recorder);
  constexpr double kNoLimit = 1e9;  // seconds
  const uint64_t end = machine_->instructions() + count;
  while (advance(UINT64_MAX, end, kNoLimit) == Progress::kSlice) {
  }
  attach();
  return std::move(recorder.events);
}

std::string Session::take_output() {
  // The console device comes first. The order of the two is not kept within a slice, but between
  // slices.
  output_ += machine_->take_console();
  output_ += host_.take_output();
  return std::exchange(output_, {});
}

std::string Session::where(uint32_t address) const {
  const std::string place = symbols_.place(address);
  return hex(address) + (place.empty() ? "" : " (" + place + ")");
}

std::string Session::describe(const sim::Fault& fault) const {
  std::string text = info_.cause_text(fault.cause);
  const bool fetched = fault.insn != 0;
  std::array<uint32_t, sim::kSlots> words{};
  const unsigned count = fetched ? info_.instructions->fetch(*machine_, fault.pc, words) : 0;
  const bool bundle = count > 1;
  if (info_.cause_has_address(fault.cause)) {
    text += ": address " + hex(fault.address) + ", by the " + (bundle ? "bundle" : "instruction");
  } else if (bundle) {
    text += ':';
  }
  if (bundle) {
    text += " '" + disassembled(info_, std::span(words).first(count), fault.pc) + "'";
  } else if (fetched) {
    text += " " + hex(fault.insn, info_.instructions->bytes(fault.insn) < 4 ? 4 : 8);
  }
  return text + " at " + where(fault.pc);
}

// When the fault handler is active the run ends because of the fault that entered it, whatever
// the handler did.
bool Session::ended_by_fault(const std::string& how) {
  const sim::Faults faults = machine_->faults();
  if (info_.fault_exception == 0 || info_.abi == nullptr || faults.first.cause == 0 ||
      info_.abi->handling(*machine_) != info_.fault_exception) {
    return false;
  }
  end("fault", 1, describe(faults.first) + how + ".");
  return true;
}

void Session::end_at_breakpoint() {
  if (ended_by_fault("")) return;
  const auto [number, pc] = machine_->breakpoint();
  const unsigned exception = info_.abi != nullptr ? info_.abi->handling(*machine_) : 0;
  end("breakpoint", 1,
      "breakpoint " + std::to_string(number) + " at " + where(pc) +
          (exception != 0 ? ", in the handler of exception " + std::to_string(exception) : "") +
          ".");
}

Session::Progress Session::run(uint64_t cycle_bound, uint64_t instruction_bound, double seconds) {
  const Progress progress = advance(cycle_bound, instruction_bound, seconds);
  if (trace_ && progress != Progress::kSlice) trace_->flush();
  return progress;
}

Session::Progress Session::advance(uint64_t cycle_bound, uint64_t instruction_bound,
                                   double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
  // Cycles between two readings of the host's clock. Grows until the readings are a small part of
  // the given time.
  uint64_t chunk = 1 << 12;
  if (!call_pending_) watchers_.debugger_stops = false;
  const auto end_for_debugger = [this] {
    end("debugger", 1, "stopped for the debugger.");
    return Progress::kStopped;
  };
  for (;;) {
    if (!call_pending_) {
      const auto begin = Clock::now();
      switch (machine_->run({cycle_bound, instruction_bound, chunk})) {
        case Pause::kBound:
          if (machine_->cycles() >= cycle_bound) {
            end("limit", 1,
                "the limit of " + std::to_string(cycle_bound) + " cycles is reached at " +
                    where(machine_->word(info_.pc)) + ".");
            return Progress::kStopped;
          }
          end("step", 0, "stopped after the steps asked for.");
          return Progress::kStopped;
        case Pause::kObserver:
          if (watchers_.debugger_stops) return end_for_debugger();
          if (!trace_) {
            end("watcher", 1, "stopped by what watches the run.");
            return Progress::kStopped;
          }
          end("trace", 1, "the trace cannot be written any further: is the disk full?");
          return Progress::kStopped;
        case Pause::kSlice:
          if (Clock::now() >= deadline) return Progress::kSlice;
          if (Clock::now() - begin < std::chrono::duration<double>(seconds / 64)) chunk *= 2;
          continue;
        case Pause::kLoop:
          if (watchers_.debugger_stops) return end_for_debugger();
          if (!ended_by_fault("")) {
            end("loop", 1,
                "endless loop: the instruction at " + where(machine_->word(info_.pc)) +
                    " branches to itself.");
          }
          return Progress::kStopped;
        case Pause::kLockup: {
          const sim::Faults faults = machine_->faults();
          if (info_.fault_exception == 0) {  // no handler: the first fault ends everything
            end("fault", 1, describe(faults.first) + ".");
            return Progress::kStopped;
          }
          std::string text = "lockup: ";
          if (faults.first.cause != 0) text += describe(faults.first) + ", then, ";
          if (faults.last.stacking != 0) {
            text += faults.last.stacking > 0 ? "on entry to the exception handler from "
                                             : "on return from the exception handler at ";
            text += where(faults.last.pc) + ", ";
            text += info_.cause_text(faults.last.cause);
            text += " on the stack at " + hex(faults.last.address);
          } else {
            text += std::string("in ") + info_.fault_handler + ", " + describe(faults.last);
          }
          end("lockup", 1, text + ".");
          return Progress::kStopped;
        }
        case Pause::kStuck:
          end("stuck", 1,
              "the core completes no instruction any more, at " + where(machine_->word(info_.pc)) +
                  ".");
          return Progress::kStopped;
        case Pause::kAsleep:
          end("asleep", 1,
              "the core sleeps at " + where(machine_->word(info_.pc)) +
                  ", and no interrupt is to come.");
          return Progress::kStopped;
        case Pause::kDifference:
          end("difference", 1, machine_->difference());
          return Progress::kStopped;
        case Pause::kBreakpoint:
          if (info_.abi == nullptr || machine_->breakpoint().number != info_.host_breakpoint) {
            end_at_breakpoint();
            return Progress::kStopped;
          }
          break;
      }
    }
    call_pending_ = false;
    output_ += machine_->take_console();
    const ProgramHost::Verdict verdict = host_.call(*machine_);
    output_ += host_.take_output();
    switch (verdict) {
      case ProgramHost::Verdict::kDone:
        watchers_.changed(*machine_);
        if (watchers_.debugger_stops) return end_for_debugger();
        break;
      case ProgramHost::Verdict::kNeedInput:
        call_pending_ = true;
        return Progress::kInput;
      case ProgramHost::Verdict::kExit: {
        const int status = host_.status();
        if (status != 0 && ended_by_fault("; the handler ended the program with status " +
                                          std::to_string(status))) {
          return Progress::kStopped;
        }
        end("exit", status, "the program ended with status " + std::to_string(status) + ".");
        return Progress::kStopped;
      }
      case ProgramHost::Verdict::kFull:
        end("disk", 1,
            "the program would write more than " + std::to_string(host_.quota()) +
                " bytes to its files, at " + where(machine_->breakpoint().pc) + ".");
        return Progress::kStopped;
      case ProgramHost::Verdict::kBroken:
        end("semihosting", 1, host_.broken() + ", at " + where(machine_->breakpoint().pc) + ".");
        return Progress::kStopped;
    }
    if (Clock::now() >= deadline) return Progress::kSlice;
  }
}

}  // namespace evariste::host
