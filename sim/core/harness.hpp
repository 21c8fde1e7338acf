// SPDX-License-Identifier: Apache-2.0
// A Verilated top with what an engine has around it: context, clock, waveforms, coverage, wait
// states.
//
// The top has the inputs clk_i, instr_wait_i and data_wait_i. The last two withhold a grant in a
// cycle, with probabilities in 1/256.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/plugin.hpp"
#include "core/wave.hpp"
#include "verilated.h"
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

namespace evariste::rtl {

template <typename Top>
class Harness {
 public:
  Harness(const sim::EngineOptions& options, const char* name)
      : context_(std::make_unique<VerilatedContext>()),
        instr_wait_(options.instr_wait),
        data_wait_(options.data_wait),
        first_random_(options.seed * 2 + 1) {
    if (options.cover != nullptr) cover_ = options.cover;
    if (options.wave != nullptr) context_->traceEverOn(true);
    top_ = std::make_unique<Top>(context_.get(), name);
    if (options.wave != nullptr) wave_ = std::make_unique<Wave>(*top_, options.wave);
  }
  Harness(const Harness&) = delete;
  Harness& operator=(const Harness&) = delete;

  ~Harness() {
    wave_.reset();  // before the model it looks at
#if VM_COVERAGE
    if (!cover_.empty()) context_->coveragep()->write(cover_.c_str());
#endif
    top_->final();
    // The model's destructor uses the context that was made last on this thread. It may belong to
    // another engine and be gone by now.
    Verilated::threadContextp(context_.get());
    top_.reset();
  }

  Top& top() { return *top_; }

  // The wait states of a program are the same whatever ran before it.
  void restart() { random_ = first_random_; }

  // One rising edge; the outputs are then those of the new cycle. A calm one has no wait states.
  void clock(bool calm = false) {
    if (instr_wait_ | data_wait_) {
      const uint64_t r = random() >> 32;
      top_->instr_wait_i = !calm && (r & 0xFF) < instr_wait_;
      top_->data_wait_i = !calm && (r >> 8 & 0xFF) < data_wait_;
    }
    top_->clk_i = 1;
    top_->eval();
    if (wave_) wave_->rising();
    top_->clk_i = 0;
    top_->eval();
    if (wave_) wave_->falling();
  }

 private:
  uint64_t random() {  // xorshift64*
    random_ ^= random_ >> 12;
    random_ ^= random_ << 25;
    random_ ^= random_ >> 27;
    return random_ * 0x2545F4914F6CDD1D;
  }

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Top> top_;
  std::unique_ptr<Wave> wave_;
  std::string cover_;  // file for coverage data
  unsigned instr_wait_, data_wait_;
  uint64_t first_random_, random_ = 0;
};

}  // namespace evariste::rtl
