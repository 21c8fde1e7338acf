// SPDX-License-Identifier: Apache-2.0
// The toy's RTL as an engine: rtl/toy/toy_core.sv, verilated.
#include <memory>

#include "Vtoy_core.h"
#include "Vtoy_core___024root.h"
#include "core/plugin.hpp"
#include "toy/toy.hpp"

namespace evariste::toy {

namespace {

class Rtl final : public sim::Machine {
 public:
  Rtl() { reset(); }

  void reset() override {
    top_.clk_i = 0;
    for (const int level : {1, 0}) {  // the RTL waits for the edge
      top_.rst_ni = level;
      top_.eval();
    }
    top_.rst_ni = 1;
    cycles_ = instructions_ = 0;
    mix_ = {};
    fault_ = {};
  }
  void clear() override {
    for (uint32_t i = 0; i < kWords; ++i) root().toy_core__DOT__mem[i] = 0;
  }

  sim::Pause run(const sim::Bounds& bounds) override {
    constexpr unsigned kLongest = 4;  // cycles of an instruction, and more
    for (uint64_t slice = 0, idle = 0; slice < bounds.slice; ++slice) {
      if (fault_.cause != 0) return sim::Pause::kLockup;
      if (idle == 0 && (instructions_ >= bounds.instructions || cycles_ >= bounds.cycles)) {
        return sim::Pause::kBound;
      }
      top_.eval();
      ++cycles_;
      if (top_.fault_o) {
        fault_ = {.cause = static_cast<uint8_t>(top_.cause_o),
                  .pc = top_.pc_o,
                  .insn = top_.insn_o,
                  .address = cause_address(),
                  .cycle = cycles_};
      }
      const bool retired = top_.retire_o, loop = retired && top_.next_pc_o == top_.pc_o;
      const bool taken = retired && top_.next_pc_o != top_.pc_o + 4;
      const bool go_on = !retired || retire();
      tick();
      if (taken) {  // the bubble belongs to the branch
        ++cycles_;
        tick();
      }
      if (!go_on) return sim::Pause::kObserver;
      if (loop) return sim::Pause::kLoop;
      idle = retired ? 0 : idle + 1;
      if (idle > kLongest) return sim::Pause::kStuck;
    }
    return sim::Pause::kSlice;
  }

  sim::Value read_register(unsigned row) const override {
    return row == kPc ? root().toy_core__DOT__pc_q : root().toy_core__DOT__regs[row];
  }
  bool write_register(unsigned row, const sim::Value& value) override {
    (row == kPc ? root().toy_core__DOT__pc_q : root().toy_core__DOT__regs[row]) = value.low();
    return true;
  }
  bool read_memory(uint32_t address, std::span<uint8_t> out) const override {
    return copy_out(root().toy_core__DOT__mem, address, out);
  }
  bool write_memory(uint32_t address, std::span<const uint8_t> bytes) override {
    return copy_in(root().toy_core__DOT__mem, address, bytes);
  }
  uint64_t cycles() const override { return cycles_; }
  uint64_t instructions() const override { return instructions_; }
  sim::Mix mix() const override { return mix_; }
  sim::Faults faults() const override { return {fault_, {}}; }
  Breakpoint breakpoint() const override { return {}; }
  void observe(sim::Observer* observer) override { observer_ = observer; }

 private:
  Vtoy_core___024root& root() const { return *top_.rootp; }

  uint32_t cause_address() const {
    return static_cast<Cause>(top_.cause_o) == Cause::data_bus_error ? top_.address_o : 0;
  }

  // Counts the instruction that is in its last cycle, and tells the observer.
  bool retire() {
    ++instructions_;
    const Info& info = info_of(decode(top_.insn_o));
    ++mix_[static_cast<size_t>(info.klass)];
    if (observer_ == nullptr) return true;
    const uint32_t word = top_.insn_o, value = top_.value_o;
    const sim::Write write{
        .file = 0, .number = static_cast<uint16_t>(top_.rd_o), .slot = 0, .value = {&value, 1}};
    const sim::Store store{top_.address_o, top_.data_o, 4};
    for (unsigned i = 0; i < kGeneral; ++i) general_[i] = root().toy_core__DOT__regs[i];
    if (top_.write_o) general_[top_.rd_o] = value;
    return observer_->retired({.cycle = cycles_,
                               .refill = top_.next_pc_o != top_.pc_o + 4 ? 1u : 0u,
                               .pc = top_.pc_o,
                               .next_pc = top_.next_pc_o,
                               .words = {&word, 1},
                               .writes = {&write, top_.write_o ? size_t{1} : size_t{0}},
                               .general = general_,
                               .stores = {&store, top_.store_o ? size_t{1} : size_t{0}}});
  }

  void tick() {
    top_.clk_i = 1;
    top_.eval();
    top_.clk_i = 0;
    top_.eval();
  }

  VerilatedContext context_;
  Vtoy_core top_{&context_};
  std::array<uint32_t, kGeneral> general_{};
  uint64_t cycles_ = 0, instructions_ = 0;
  sim::Mix mix_{};
  sim::Fault fault_;
  sim::Observer* observer_ = nullptr;
};

}  // namespace

}  // namespace evariste::toy

extern "C" [[gnu::visibility("default")]] evariste::sim::Machine* evariste_engine(
    const evariste::sim::EngineOptions&) {
  return new evariste::toy::Rtl();
}
