// SPDX-License-Identifier: Apache-2.0
// A simulated machine: one interface, several engines behind it (iss, rtl, lockstep).
//
// An engine knows the processor and its memories and nothing of the host: ELF files, semihosting,
// symbols and the wording of messages belong to sim/host, which drives any engine through this
// interface.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace evariste::sim {

// Numbers of the registers a debugger sees; the same as those of the RTL's debug port.
// 0..12 general, then:
enum Register : unsigned {
  kSp = 13,  // the active stack pointer
  kLr = 14,
  kPc = 15,    // address of the next instruction
  kXpsr = 16,  // flags 31:28, T 24, exception number 5:0
  kMsp = 17,
  kPsp = 18,
  kPrimask = 19,
  kControl = 20,
  kField0 = 21,  // field descriptor, bytes 0..3
  kField1 = 22,  // field descriptor, bytes 4..7
  kRegisters = 23,
};

// Why run() returned.
enum class Pause : uint8_t {
  kBound,       // the cycle or instruction bound is reached
  kSlice,       // enough for now: the caller wanted to look at something else
  kBreakpoint,  // a BKPT has halted the core; kPc is the instruction after it
  kLoop,  // an instruction branched to itself, and no interrupt is to come: nothing can ever change
          // again
  kLockup,      // a fault inside the HardFault handler has stopped the core
  kStuck,       // the core has completed no instruction for very long (rtl)
  kObserver,    // the observer asked for it
  kDifference,  // lockstep: the engines disagree
  kAsleep,      // the core sleeps, and nothing is to come that could wake it
};

// A fault the core has taken (or that locked it up). Causes are those of isa/<machine>.yaml.
struct Fault {
  uint8_t cause = 0;
  uint32_t pc = 0;       // address of the faulting instruction
  uint32_t insn = 0;     // its word: first halfword << 16 | second, or the halfword alone; 0 if it
                         // could not be fetched
  uint32_t address = 0;  // the address accessed, for the causes that have one
  uint64_t cycle = 0;    // cycles completed when its exception entry was done
  int8_t stacking =
      0;  // a lockup's last fault: 1 storing an exception frame, -1 loading one, 0 neither
};

// The two faults that explain a stop: `first` is the one that entered the HardFault handler, `last`
// the one that followed inside it (cause 0 when there was none).
struct Faults {
  Fault first;
  Fault last;
};

// One write to memory. `bytes` is 1, 2 or 4; `data` holds the bytes in its low end.
struct Store {
  uint32_t address;
  uint32_t data;
  uint8_t bytes;
  bool operator==(const Store&) const = default;
};

// From `cycle` on, counted since reset, the interrupt lines are `lines`: bits 0..31 the external
// interrupts, 32 NMI.
struct LineChange {
  uint64_t cycle;
  uint64_t lines;
};

// When the parts of an event happen, each as the number of cycles before it since reset. With this
// a machine can follow another one that has wait states: it decides everything by itself but when.
struct EventTimes {
  uint64_t ready = 0;    // the first cycle in which the instruction could begin
  uint64_t returns = 0;  // of an exception return: the last cycle before the frame is loaded
  uint64_t failed = 0;   // of a frame that cannot be stored or loaded: the bus error
  uint64_t end = 0;      // the event's last cycle
  std::vector<uint64_t> accesses;  // the cycles in which a word arrives, or is taken by the bus
};

// How far run() may go. Counts since reset; reached at the end of the first instruction that
// reaches or passes them.
struct Bounds {
  uint64_t cycles = UINT64_MAX;
  uint64_t instructions = UINT64_MAX;
  // After about this many cycles more, run() returns kSlice at the next place that suits the
  // engine.
  uint64_t slice = UINT64_MAX;
};

// Everything that the completion of one instruction changed. A fault or SVC completes once, at the
// end of its exception entry; its stores then include the stacked frame. The entry of an interrupt
// is an event of its own (see interrupt), unless it takes the place of an exception return: then
// it is the completion of that instruction. An interrupt's entry is no instruction and does not
// count as one.
struct Retirement {
  uint64_t cycle = 0;  // cycles completed since reset, the instruction's last execute cycle
                       // included, a refill not
  unsigned refill =
      0;  // the cycles from there to the next instruction's first, by the machine's timing
  uint32_t pc = 0;
  uint32_t insn = 0;     // first halfword << 16 | second, or the halfword alone
  uint32_t next_pc = 0;  // address of the instruction that follows
  bool trap = false;     // an exception entry completed with this event
  uint8_t cause = 0;     // its fault cause; 0 for SVC
  uint32_t address = 0;  // the faulting access, where the cause has one
  uint32_t xpsr = 0;     // after the instruction; its T bit reads as 0
  uint8_t special =
      0;  // PRIMASK << 7 | CONTROL.SPSEL << 6 | exception number, after the instruction
  uint16_t written = 0;  // mask of the general registers r0..r14 written
  std::span<const uint32_t, 16>
      regs;                       // all registers after the instruction; [15] is not meaningful
  std::span<const Store> stores;  // in ascending address order within one burst

  // An interrupt, taken in place of the instruction at pc; or HardFault, because its frame could
  // not be stored.
  bool interrupt = false;
};

// Receives every retirement while attached to a machine. What an event points to is valid during
// the call only.
class Observer {
 public:
  virtual ~Observer() = default;
  // False: pause the machine (kObserver) after this instruction.
  virtual bool retired(const Retirement& event) = 0;
};

// Executed instructions by class of isa/<machine>.yaml.
struct Mix {
  uint64_t load = 0, store = 0, gf = 0, alu = 0, branch = 0, other = 0;
  uint64_t total() const { return load + store + gf + alu + branch + other; }
};

// A load of the cycle counter by the program.
struct CounterRead {
  uint32_t pc = 0;
  uint32_t lr = 0;     // the link register: in a leaf function, where it was called from
  uint64_t cycle = 0;  // the value of the counter
  Mix mix;             // the instructions retired before
};

class Machine {
 public:
  virtual ~Machine() = default;

  // Power-on reset: reads the vector table, sets counters and cycle number to zero. Memory contents
  // stay.
  virtual void reset() = 0;

  // Fills ROM and RAM with zeros.
  virtual void clear() = 0;

  // Runs until one of the bounds, or one of the other pauses. After kBreakpoint the next call
  // continues behind the BKPT; after kLoop it takes the branch again; after kLockup it returns
  // kLockup at once; after kAsleep it sleeps on.
  virtual Pause run(const Bounds& bounds) = 0;

  // One event more, the parts of which happen when `event_times` says, whatever this machine's
  // timing says. Then `cycle` of the event is the other machine's, too: `event_times.end` + 1,
  // unless the event ends a sleep, of which this machine knows by itself when it is over.
  virtual Pause follow(const EventTimes& event_times) {
    static_cast<void>(event_times);
    return run({});
  }

  // While a retirement is reported, its event_times; between two runs, those of what has begun. For
  // a machine with wait states and an observer.
  virtual const EventTimes& event_times() const {
    static const EventTimes none;
    return none;
  }

  // The interrupt lines as a function of time, over resets; all low before the first change. In
  // ascending order. A machine without interrupts ignores them.
  virtual void drive(std::span<const LineChange> changes) { static_cast<void>(changes); }

  // The register's value. `index` is below kRegisters.
  virtual uint32_t read_register(unsigned index) const = 0;

  // Sets a register between two run() calls. SP values lose bits 1:0; kPc loses bit 0; of kXpsr the
  // flags, the T bit and the exception number are taken; a kField1 whose degree (bits 31:24) is not
  // 2..8 is ignored, as the circuit and the tables are defined for these only.
  virtual void write_register(unsigned index, uint32_t value) = 0;

  // Copies bytes out of ROM or RAM; false, and nothing copied, unless the whole range lies in one
  // of them.
  virtual bool read_memory(uint32_t address, std::span<uint8_t> out) const = 0;

  // Copies bytes into ROM (as a loader does) or RAM; false, and nothing written, unless the range
  // lies in one of them.
  virtual bool write_memory(uint32_t address, std::span<const uint8_t> bytes) = 0;

  // Cycles completed since reset. Cycles in which the core is halted do not count.
  virtual uint64_t cycles() const = 0;

  // Instructions retired since reset; a faulting instruction counts once.
  virtual uint64_t instructions() const = 0;

  // The retired instructions by class; the sum is instructions().
  virtual Mix mix() const = 0;

  // The program's loads of the cycle counter's low word since reset, the first kCounterReads of
  // them.
  virtual std::span<const CounterRead> counter_reads() const = 0;
  static constexpr size_t kCounterReads = 1 << 16;

  // The faults since reset that explain the present state (see Faults); cause 0 when there was
  // none.
  virtual Faults faults() const = 0;

  // The immediate of the BKPT that caused the last kBreakpoint.
  virtual unsigned breakpoint() const = 0;

  // Attaches the receiver of retirements, or detaches it (nullptr). Takes effect at the next run().
  // Engines run slower while one is attached.
  virtual void observe(Observer* observer) = 0;

  // Takes the bytes printed on the console device since the last call.
  virtual std::string take_console() = 0;

  // After kDifference: what differed, for people, in several lines. Otherwise empty.
  virtual std::string difference() const { return {}; }
};

}  // namespace evariste::sim
