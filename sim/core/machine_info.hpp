// SPDX-License-Identifier: Apache-2.0
// The description of a machine for the core of the simulator, besides its engines: tables, and two
// interfaces. A machine's shared library returns one for each of its configurations.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/host.hpp"
#include "core/machine.hpp"
#include "core/parameter.hpp"
#include "core/taint.hpp"

namespace evariste::sim {

// A memory that a program may be loaded into.
struct Region {
  const char* name;
  uint32_t base;
  uint32_t size;
};

struct Register {
  const char* name;
  unsigned bits;        // up to 640
  int debugger;         // its number in the debugger's protocol (dense); -1: not known there
  const char* type;     // GDB's, as uint32, data_ptr, code_ptr, or one of MachineInfo::types
  const char* feature;  // GDB's feature that begins with this register, or nullptr
  bool view = false;    // it shows bits of other rows
  const char* shown = nullptr;  // its name in GDB, where that means another register by `name`
};

// Consecutive rows of the table. Retirements name registers by file and number.
struct RegisterFile {
  const char* name;
  unsigned first;  // row of MachineInfo::registers
  unsigned count;
};

// Data that an instruction will access, from `address` on. A burst counts as one access.
struct Access {
  uint32_t address;
  uint32_t bytes;
  bool write;
};

// The meaning of instruction words, as far as the core needs it. A word is one operation of a
// bundle.
class Instructions {
 public:
  virtual ~Instructions() = default;

  // As assembler text. Targets of branches and literals are absolute addresses.
  virtual std::string disassemble(uint32_t word, uint32_t address) const = 0;
  // The bytes that the word takes in memory.
  virtual unsigned bytes(uint32_t word) const = 0;
  // The words at an address, in the form of Retirement::words, and their number, up to kSlots.
  virtual unsigned fetch(const Machine& machine, uint32_t address,
                         std::span<uint32_t, kSlots> words) const = 0;
  // Nothing for an instruction without data accesses. `general`: the registers of file 0 before it.
  virtual std::optional<Access> access(std::span<const uint32_t> words, uint32_t address,
                                       std::span<const uint32_t> general) const = 0;
  // Whether the load of an event was made. A machine whose guards turn loads off says when.
  virtual bool loaded(const Retirement&) const { return true; }
  // The event was a taken branch, even if its target is the next instruction in memory.
  virtual bool transfers(const Retirement& event) const = 0;
};

// How programs call functions, take exceptions, and call their host.
class Abi {
 public:
  virtual ~Abi() = default;

  // Whether the event is a function call, and its return address.
  virtual std::optional<uint32_t> call(const Retirement& event) const = 0;
  // The number of the active exception, by the flags of a retirement, or now. 0: none.
  virtual unsigned handling(uint32_t flags) const = 0;
  virtual unsigned handling(const Machine& machine) const = 0;
  // Performs the host call for which the machine has halted at a breakpoint. If host.done(), gives
  // the program its result.
  virtual void call_host(Machine& machine, Host& host) const = 0;
};

struct MachineInfo {
  const char* name;

  // Programs.
  unsigned elf_machine;              // e_machine of its executables
  const char* elf_name;              // in words
  uint32_t code_mask = ~0u;          // of the bits of a code symbol that are an address
  std::span<const Region> memories;  // the last one is RAM
  // What must be loaded for a reset to go anywhere, in words, and how many bytes where.
  const char* boot_name;
  uint32_t boot = 0, boot_bytes = 4;
  uint64_t clock_hz;  // the clock a simulated program believes in

  // Registers. The rows of the three that everybody knows.
  std::span<const Register> registers;
  std::span<const RegisterFile> files;
  unsigned pc, stack, link;              // `stack` and `link` in file 0
  std::span<const char* const> classes;  // of Mix, by the generated facts
  // The register with what a unit with a memory port of its own did, and when, since the core last
  // asked it. An instruction that asks writes it.
  struct Place {
    uint8_t file;
    uint16_t number;
  };
  std::optional<Place> beside;

  // For the debugger: GDB's name of the architecture, and definitions of types for its description.
  const char* architecture;
  const char* types = "";
  bool sign_extended = false;  // it takes addresses as 64 bits with the sign of the 32

  // Capabilities.
  unsigned lines = 0;     // interrupt lines that can be driven
  bool stacking = false;  // exceptions store a frame in memory, and can fail in that
  bool waits = false;     // the RTL's ports can be made to wait
  // The interpreter does not count this configuration's cycles: it can only follow the RTL's clock.
  bool slower = false;
  // How many bytes ahead instructions are fetched, and what a program must put between a store and
  // the stored instruction. 0 if the order is kept.
  unsigned prefetch = 0;
  const char* barrier = "";

  // Faults.
  const char* (*cause_text)(uint8_t cause);
  bool (*cause_has_address)(uint8_t cause);
  unsigned fault_exception = 0;  // the exception whose handler a fault enters; 0: it stops the core
  const char* fault_handler = "";  // in words
  unsigned host_breakpoint = 0;    // the number of the breakpoint that calls the host

  const Instructions* instructions;
  const Abi* abi;  // nullptr: no program calls functions or the host

  std::unique_ptr<Machine> (*interpreter)(const MachineInfo& info);
  // nullptr: no run can follow secrets.
  std::unique_ptr<Propagation> (*propagation)(const MachineInfo& info) = nullptr;
};

// `evariste_machine` of a machine's shared library: its description with these parameters; the
// others have their defaults. Throws std::invalid_argument for a parameter that the interpreter
// does not know.
using DescribeMachine = const MachineInfo* (*)(std::span<const Parameter> parameters);

// Words of a register.
inline size_t words_of(const Register& r) { return (r.bits + 31) / 32; }

}  // namespace evariste::sim
