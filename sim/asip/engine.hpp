// SPDX-License-Identifier: Apache-2.0
// What can be driven as the coprocessor: the interpreter, its RTL, or both in lock-step.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace evariste::asip {

struct Parameters {
  uint32_t digit = 16, width = 256, squares = 7;
  uint32_t aes = 1, ecc = 1, long_keys = 1, program_ram = 0;
  uint32_t wait_limit = 63, watchdog = 65535;
};

// An access of the host is there until a cycle answers it. Offsets are from the base.
struct Inputs {
  uint32_t access = 0, write = 0, offset = 0, data = 0;
  uint32_t in_valid = 0, in_data = 0;  // the stream into IN
  uint32_t out_ready = 0;              // the stream out of OUT
};

struct Outputs {
  uint32_t ready = 0, error = 0, data = 0;  // an access ends with ready or error
  uint32_t in_ready = 0;
  uint32_t out_valid = 0, out_data = 0;
  uint32_t irq = 0;
};

// Where a bit of the state can be flipped: a wide register, the data memory, a counter, the flags
// (S, L, W, C, Z, then X), the product under way.
enum class Place : uint32_t { wide, memory, counter, flags, product };

class Engine {
 public:
  virtual ~Engine() = default;

  // As after power-up, but that a loaded program stays.
  virtual void reset() = 0;

  virtual Outputs cycle(const Inputs& in) = 0;

  // Flips a bit before the next cycle. False if there is none, as in the product if none is under
  // way.
  virtual bool flip(Place, unsigned, unsigned) { return false; }

  // The register STATUS after the last cycle.
  virtual uint32_t status() const = 0;

  // The program counter of the step that left stage R in the last cycle, if one did.
  virtual std::optional<uint16_t> stepped() const = 0;

  // The state while no task runs: w0..w15, c0..c3, X and flags, the data memory, field, Nr, valid
  // bits.
  virtual std::vector<uint32_t> snapshot() const = 0;

  // The registers that operands and results pass through: those of stages X and W, the multiplier,
  // both FIFOs, the output of the data memory. Nothing on the interpreter.
  virtual std::vector<uint32_t> passing() const { return {}; }

  // Writes Verilator's coverage of the RTL since reset into a file, if the model counts it.
  virtual void cover(const char*) const {}

  // The first difference of two engines in lock-step, in a sentence.
  virtual std::string difference() const { return {}; }
};

enum class Kind : uint32_t { interpreter, rtl, lockstep };

// An engine, if this library has one of this kind.
std::unique_ptr<Engine> make(const Parameters& parameters, Kind kind);

}  // namespace evariste::asip
