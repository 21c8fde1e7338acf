// SPDX-License-Identifier: Apache-2.0
// `rtl`: the machine gfp as its Verilated SystemVerilog (gfp_sim.sv around rtl/soc/gfp_soc.sv).
//
// Between two calls of run() the debugger halts the core before an instruction, so its registers
// can be read and written through the debug port. Halted clocks are not counted. While the core
// runs, the register file is mirrored from the retirement port.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/machine.hpp"
#include "core/plugin.hpp"

class Vgfp_sim;

namespace evariste::rtl {

template <typename Top>
class Harness;

class Engine final : public sim::Machine {
 public:
  explicit Engine(const sim::EngineOptions& options);
  ~Engine() override;

  void reset() override;
  void clear() override;
  sim::Pause run(const sim::Bounds& bounds) override;
  void drive(std::span<const sim::LineChange> changes) override;
  sim::Value read_register(unsigned row) const override;
  bool write_register(unsigned row, const sim::Value& value) override;
  bool read_memory(uint32_t address, std::span<uint8_t> out) const override;
  bool write_memory(uint32_t address, std::span<const uint8_t> bytes) override;
  uint64_t cycles() const override { return cycles_; }
  uint64_t instructions() const override { return instructions_; }
  sim::Mix mix() const override { return mix_; }
  sim::Faults faults() const override { return faults_; }
  Breakpoint breakpoint() const override { return breakpoint_; }
  void observe(sim::Observer* observer) override { observer_ = observer; }
  bool attach(std::unique_ptr<sim::BusDevice> device) override;
  std::string take_console() override { return std::exchange(console_, {}); }
  std::span<const sim::CounterRead> counter_reads() const override { return counter_reads_; }
  const sim::EventTimes& event_times() const override { return event_times_; }

 private:
  void clock();  // one rising edge; the outputs are then those of the new cycle
  void drive_lines(uint64_t cycle);
  void set_lines();
  void drive_device();
  bool awaits() const;
  void look();  // reads what the present cycle reports
  void note_event_times();
  void note_fault();
  void take_retirement();  // a retire_valid cycle
  void explain_lockup();
  void halt();  // clocks until the core is halted, locked up or stuck
  bool stuck() const { return idle_ >= kPatience; }
  unsigned refill(const sim::Retirement& event) const;
  uint32_t* memory(uint32_t address) const;  // of ROM or RAM; nullptr elsewhere

  std::unique_ptr<Harness<Vgfp_sim>> harness_;
  Vgfp_sim* top_;  // the one in harness_
  std::unique_ptr<sim::BusDevice> device_;
  bool interrupts_;                      // of the core
  bool irq_ = false, restless_ = false;  // what the device drives in the present cycle
  bool was_irq_ = false;                 // ... drove in the one before
  uint64_t driven_ = 0;                  // interrupt lines besides
  uint32_t* rom_ = nullptr;
  uint32_t* ram_ = nullptr;

  uint32_t file_[16] = {};  // mirror of the register file: 13 is MSP, 15 PSP
  bool psp_ = false;        // the active stack pointer is PSP
  uint64_t cycles_ = 0;
  uint64_t instructions_ = 0;
  sim::Mix mix_{};
  sim::Faults faults_;
  sim::Fault entering_;  // found since the last retirement; its exception entry is in progress
  Breakpoint breakpoint_;
  std::string console_;
  std::vector<sim::CounterRead> counter_reads_;
  sim::Pause pending_ = sim::Pause::kBound;  // a pause to report once the core has halted
  bool locked_up_ = false;
  static constexpr unsigned kPatience =
      1 << 18;  // clocks without a retirement, after which the core is stuck
  unsigned idle_ = 0;

  sim::Observer* observer_ = nullptr;
  std::vector<sim::Write> writes_;
  std::vector<sim::Store> stores_;
  uint16_t written_ = 0;
  bool psp_before_ = false;  // psp_ before the last retirement
  uint8_t handler_ = 0;      // exception number after the last retirement

  std::vector<sim::LineChange> changes_;  // of the interrupt lines
  size_t next_change_ = 0;                // not yet applied
  bool interrupted_ = false;              // the last retirement was an interrupt's entry

  sim::EventTimes event_times_;
  bool begun_ = false;  // event_times_.ready is that of the event to come

  bool timed_;  // a follower goes by this clock
};

}  // namespace evariste::rtl
