// SPDX-License-Identifier: Apache-2.0
// A simulated machine: one interface, several engines behind it (iss, rtl, lockstep).
//
// An engine knows only the processor and its memories. ELF files, host calls, symbols and messages
// use any engine through this interface. machine_info.hpp describes what else differs between
// machines. sim/core/README.md says what a new machine must provide.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/device.hpp"

namespace evariste::sim {

// A register's value: up to 640 bits, the least significant word first, unused bits zero.
struct Value {
  static constexpr unsigned kWords = 20;
  std::array<uint32_t, kWords> words{};

  Value() = default;
  Value(uint32_t word) { words[0] = word; }  // NOLINT: a word is a value
  explicit Value(std::span<const uint32_t> given) {
    std::copy_n(given.begin(), std::min<size_t>(given.size(), kWords), words.begin());
  }
  uint32_t low() const { return words[0]; }
  uint64_t low64() const { return words[0] | uint64_t{words[1]} << 32; }
  bool operator==(const Value&) const = default;
};

// The maximum number of operations in a bundle.
constexpr unsigned kSlots = 4;

// Why run() returned.
enum class Pause : uint8_t {
  kBound,       // the cycle or instruction bound is reached
  kSlice,       // the time slice is over
  kBreakpoint,  // a breakpoint instruction has halted the core; the pc is behind it
  kLoop,        // a branch to itself, and no interrupt will come: nothing can change any more
  kLockup,      // a fault has stopped the core for good
  kStuck,       // the core has completed no instruction for very long (rtl)
  kObserver,    // the observer asked for it
  kDifference,  // lockstep: the engines disagree
  kAsleep,      // the core sleeps, and nothing will wake it
};

// A fault that the core has taken, or that stopped it. Causes are those of isa/<machine>.
struct Fault {
  uint8_t cause = 0;
  uint32_t pc = 0;       // address of the faulting instruction
  uint32_t insn = 0;     // its word, as in Retirement::words; 0 if it could not be fetched
  uint32_t address = 0;  // the address accessed, for the causes that have one
  uint64_t cycle = 0;    // cycles completed when its exception entry was done
  // For a machine that stacks (MachineInfo): a lockup's last fault came from storing an exception
  // frame (1) or from loading one (-1).
  int8_t stacking = 0;
};

// The two faults that explain a stop. `first` entered the fault handler. `last` followed inside it;
// its cause is 0 if there was none.
struct Faults {
  Fault first;
  Fault last;
};

// One write to memory. `bytes` is 1, 2 or 4. The low end of `data` holds the bytes. A wider store
// is several of these, in ascending order of addresses.
struct Store {
  uint32_t address;
  uint32_t data;
  uint8_t bytes;
  bool operator==(const Store&) const = default;
};

// One write to a register of MachineInfo's table.
struct Write {
  uint8_t file;     // of MachineInfo::files
  uint16_t number;  // in the file
  uint8_t slot;     // of the operation that wrote it; 0 for a machine without bundles
  std::span<const uint32_t> value;  // as many words as the register has
};

// From `cycle` on, counted since reset, the interrupt lines are `lines`, bit n line n.
struct LineChange {
  uint64_t cycle;
  uint64_t lines;
};

// When the parts of an event happen, each as the number of cycles before it since reset. With this
// a machine can follow another one that has wait states. It takes only the times from it and
// decides everything else itself.
struct EventTimes {
  uint64_t ready = 0;              // the first cycle in which the instruction could begin
  uint64_t end = 0;                // the event's last cycle
  std::vector<uint64_t> accesses;  // the cycles in which a word arrives, or the bus takes one
  std::array<uint64_t, 2> own{};   // further times that the machine's two engines exchange
};

// How far run() may go. The bounds count from reset. run() stops at the end of the first
// instruction that reaches or passes one.
struct Bounds {
  uint64_t cycles = UINT64_MAX;
  uint64_t instructions = UINT64_MAX;
  // After about this many more cycles, run() returns kSlice at the next convenient place.
  uint64_t slice = UINT64_MAX;
};

// Everything that the completion of one instruction, or of one bundle, changed. A fault or a system
// call completes once, at the end of its exception entry; its stores include a stacked frame. The
// entry of an interrupt is an event of its own (see interrupt). If it replaces an exception return
// (tail-chaining), it is the completion of that return. An interrupt's entry does not count as an
// instruction.
struct Retirement {
  uint64_t cycle = 0;   // cycles completed since reset, the last execute cycle included, a refill
                        // not
  unsigned refill = 0;  // the cycles from there to the next instruction's first, by the machine's
                        // timing
  uint32_t pc = 0;
  uint32_t next_pc = 0;               // address of the instruction that follows
  std::span<const uint32_t> words;    // of the operations by slot, up to kSlots; one word of zero
                                      // where nothing was fetched
  bool trap = false;                  // an exception entry completed with this event
  uint8_t cause = 0;                  // its fault cause; 0 if it is not a fault
  uint32_t address = 0;               // the faulting access, where the cause has one
  uint32_t flags = 0;                 // of the machine's own choice, after the event
  std::span<const Write> writes;      // in the order of files and numbers within a slot
  std::span<const uint32_t> general;  // file 0 after the event, if its registers have 32 bits;
                                      // else nothing
  std::span<const Store> stores;      // in ascending address order within one burst

  // An interrupt was taken in place of the instruction at pc, or a fault, because the frame could
  // not be stored.
  bool interrupt = false;

  uint32_t insn() const { return words.empty() ? 0 : words[0]; }
};

class Machine;

// Receives every retirement while attached to a machine. The pointers of an event are valid only
// during the call.
class Observer {
 public:
  virtual ~Observer() = default;
  // False: pause the machine (kObserver) after this event.
  virtual bool retired(const Retirement& event) = 0;
  // Between two events the host has changed registers or memory of the machine.
  virtual void changed(const Machine& machine) { static_cast<void>(machine); }
};

// Executed operations by class, in the order of MachineInfo::classes.
constexpr size_t kClasses = 8;  // at most
using Mix = std::array<uint64_t, kClasses>;

// A load of the cycle counter by the program.
struct CounterRead {
  uint32_t pc = 0;
  uint32_t caller = 0;  // in a leaf function: where it returns to
  uint64_t cycle = 0;   // the value of the counter
  Mix mix{};            // the operations retired before
};

// How often something happened that a part of the machine counts, since reset.
struct EventCount {
  const char* name;
  uint64_t value;
};

// A bit of state behind the registers flips at the beginning of a cycle. `place`: by the machine.
struct Flip {
  uint64_t cycle;
  std::string place;
  unsigned index, bit;
};

class Machine {
 public:
  virtual ~Machine() = default;

  // Power-on reset: sets counters and cycle number to zero. Memory contents stay.
  virtual void reset() = 0;

  // Fills all memories with zeros.
  virtual void clear() = 0;

  // Runs until one of the bounds, or one of the other pauses. The next call then continues: after
  // kBreakpoint behind the breakpoint, after kLoop with the branch again, after kAsleep with the
  // sleep. After kLockup it returns kLockup at once.
  virtual Pause run(const Bounds& bounds) = 0;

  // One more event. Its parts happen at the times in `event_times`, not by this machine's own
  // timing. Then `cycle` of the event is also the other machine's: `event_times.end` + 1. The
  // exception is an event that ends a sleep: this machine finds its end itself.
  virtual Pause follow(const EventTimes& event_times) {
    static_cast<void>(event_times);
    return run({});
  }

  // While a retirement is reported: its event times. Between two runs: those of the instruction
  // that has begun. For a machine with wait states and an observer.
  virtual const EventTimes& event_times() const {
    static const EventTimes none;
    return none;
  }

  // The interrupt lines as a function of time, in ascending order; they are kept over resets. All
  // lines are low before the first change. A machine without interrupts ignores them.
  virtual void drive(std::span<const LineChange> changes) { static_cast<void>(changes); }

  // The value of a register by its row in MachineInfo::registers. Zero if the core does not have
  // it.
  virtual Value read_register(unsigned row) const = 0;

  // Sets a register between two run() calls. Ignores bits that the register does not have. Returns
  // false and sets nothing if the register cannot have the value.
  virtual bool write_register(unsigned row, const Value& value) = 0;

  uint32_t word(unsigned row) const { return read_register(row).low(); }

  // Copies bytes out of a memory. Returns false and copies nothing unless the whole range lies in
  // one memory.
  virtual bool read_memory(uint32_t address, std::span<uint8_t> out) const = 0;

  // Copies bytes into a memory, as a loader does. Returns false and writes nothing unless the range
  // lies in one memory.
  virtual bool write_memory(uint32_t address, std::span<const uint8_t> bytes) = 0;

  // Cycles completed since reset. Cycles in which the core is halted do not count.
  virtual uint64_t cycles() const = 0;

  // Operations retired since reset; a faulting instruction counts once.
  virtual uint64_t instructions() const = 0;

  // The retired operations by class; the sum is instructions().
  virtual Mix mix() const = 0;

  // The program's loads of the cycle counter's low word since reset: the first kCounterReads of
  // them.
  virtual std::span<const CounterRead> counter_reads() const { return {}; }
  static constexpr size_t kCounterReads = 1 << 16;

  // One fault in what follows, until the next reset. False: there is no such place.
  virtual bool flip(const Flip& flip) {
    static_cast<void>(flip);
    return false;
  }

  // What else the machine counts: nothing, if it has no such part.
  virtual std::vector<EventCount> event_counts() const { return {}; }

  // The faults since reset that explain the present state (see Faults). Cause 0 if there was none.
  virtual Faults faults() const = 0;

  // Puts a device in its place on the data bus, before the first reset(). False if there is no such
  // place, or the device is not of the form that this engine takes.
  virtual bool attach(std::unique_ptr<Device> device) { return device == nullptr; }
  virtual bool attach(std::unique_ptr<BusDevice> device) { return device == nullptr; }

  // The cause of the last kBreakpoint: the number in the instruction, and its address.
  struct Breakpoint {
    unsigned number = 0;
    uint32_t pc = 0;
  };
  virtual Breakpoint breakpoint() const = 0;

  // Attaches the receiver of retirements, or detaches it (nullptr). Takes effect at the next run().
  // Engines run slower while one is attached.
  virtual void observe(Observer* observer) = 0;

  // Takes the bytes printed on the console device since the last call.
  virtual std::string take_console() { return {}; }

  // After kDifference: a description of the difference, in several lines. Otherwise empty.
  virtual std::string difference() const { return {}; }
};

}  // namespace evariste::sim
