// SPDX-License-Identifier: Apache-2.0
// An accelerator on its bus, without a core: the interpreter, the Verilated RTL, and both in
// lock-step. A test drives the pins of each cycle.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mips/accelerated/accelerator.hpp"

namespace evariste::mips::bus {

constexpr uint32_t kRamBase = 0x80000000, kRamSize = 0x100000;

struct Inputs {
  uint32_t request, write, address, lanes, data;
};
struct Outputs {
  uint32_t grant = 0, valid = 0, error = 0, data = 0;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual Outputs clock(const Inputs& in) = 0;
  virtual void write_ram(uint32_t word, uint32_t value) { ram_[word] = value; }
  virtual uint32_t read_ram(uint32_t word) { return ram_[word]; }
  // What the accelerator has done at its memory port up to now, and when.
  virtual uint32_t trace() = 0;
  // The first difference between two engines.
  virtual std::string difference() { return {}; }

 protected:
  std::vector<uint32_t> ram_ = std::vector<uint32_t>(kRamSize / 4);
};

// The bus adapter as an interpreter. Model has Unit and Words (accelerator.hpp), the numbers
// kStatus, kCommand and kOverflow, and readable(n), writable(n).
template <typename Model>
class Interpreter final : public Engine {
 public:
  Interpreter(const typename Model::Parameters& parameters, bool late)
      : late_(late), unit_(parameters, SharedRam{ram_.data(), kRamBase, kRamSize, {}, nullptr}) {
    unit_.reset();
  }

  Outputs clock(const Inputs& in) override {
    unit_.reach(now_);
    Outputs out;
    if (held_) answer(late_ ? in.data : data_, out);
    out.grant = !held_ || out.valid != 0;
    if (out.grant != 0) {
      held_ = in.request != 0;
      write_ = in.write != 0;
      whole_ = in.lanes == 0xF && in.address % 4 == 0;
      word_ = in.address / 4;
      data_ = in.data;
    }
    ++now_;
    return out;
  }

  uint32_t trace() override {
    unit_.reach(now_);
    return unit_.trace().word();
  }

 private:
  void answer(uint32_t data, Outputs& out) {
    const bool command = write_ && word_ == Model::kCommand;
    const bool legal =
        whole_ && (command || (write_ ? Model::writable(word_) : Model::readable(word_)));
    if (!legal) {
      out.valid = out.error = 1;
      return;
    }
    const bool queued =
        command || (write_ && (word_ == Model::Words::kIndex || word_ == Model::Words::kFlag));
    const bool waits = write_ ? !queued : word_ == Model::Words::kWait;
    if (waits && !unit_.idle() && (write_ || !unit_.failed())) return;
    out.valid = 1;
    if (!write_) {
      out.data = unit_.read(word_);
      if (lost_ && (word_ == Model::kStatus || word_ == Model::Words::kWait)) {
        out.data = (out.data & ~15u) | Model::kOverflow;
      }
      return;
    }
    if (word_ == Model::kStatus) lost_ = false;
    if (lost_) return;
    if (queued && !unit_.accepts() && !unit_.failed()) {
      out.error = 1;
      lost_ = true;
    } else if (command) {
      unit_.command(0x4A000000 | (data & 0x1FFFFFF));
    } else {
      unit_.write(word_, data);
    }
  }

  const bool late_;
  typename Model::Unit unit_;
  bool held_ = false, write_ = false, whole_ = false, lost_ = false;
  uint32_t word_ = 0, data_ = 0;
  uint64_t now_ = 0;
};

// The circuit; Top is the Verilated bus_sim.
template <typename Top>
class Circuit final : public Engine {
 public:
  Circuit() {
    top_.clk_i = 0;
    top_.rst_ni = 1;  // so that there is an edge
    top_.eval();
    top_.rst_ni = 0;
    tick();
    top_.rst_ni = 1;
    top_.eval();
  }
  ~Circuit() override { top_.final(); }

  Outputs clock(const Inputs& in) override {
    top_.req_i = in.request != 0;
    top_.we_i = in.write != 0;
    top_.addr_i = in.address & 63;
    top_.be_i = in.lanes & 15;
    top_.wdata_i = in.data;
    top_.eval();
    const Outputs out{top_.gnt_o, top_.rvalid_o, top_.err_o, top_.rdata_o};
    uint32_t word = 0;
    if (top_.mem_req_o) {
      const uint32_t at = (top_.mem_addr_o - kRamBase) / 4;
      trace_.request(now_, top_.mem_we_o, top_.mem_addr_o, top_.mem_wdata_o);
      if (at < ram_.size()) {
        if (top_.mem_we_o) ram_[at] = top_.mem_wdata_o;
        word = ram_[at];
      }
    }
    trace_.ends(now_, top_.completed_o);
    tick();
    top_.mem_rdata_i = word;
    ++now_;
    return out;
  }

  uint32_t trace() override { return trace_.word(); }

 private:
  void tick() {
    top_.clk_i = 1;
    top_.eval();
    top_.clk_i = 0;  // which the next evaluation sees
  }

  Top top_;
  EventTrace trace_;
  uint64_t now_ = 0;
};

// Both with the same inputs; each answer and the trace are compared in each cycle.
class Lockstep final : public Engine {
 public:
  Lockstep(std::unique_ptr<Engine> interpreter, std::unique_ptr<Engine> circuit)
      : iss_(std::move(interpreter)), rtl_(std::move(circuit)) {}

  Outputs clock(const Inputs& in) override {
    const Outputs a = iss_->clock(in), b = rtl_->clock(in);
    compare("grant", a.grant, b.grant);
    compare("valid", a.valid, b.valid);
    if (a.valid != 0) {
      compare("error", a.error, b.error);
      if (a.error == 0 && !wrote_) compare("data", a.data, b.data);
    }
    if (a.grant != 0) wrote_ = in.write != 0;
    compare("the trace of memory", iss_->trace(), rtl_->trace());
    ++now_;
    return b;
  }

  void write_ram(uint32_t word, uint32_t value) override {
    iss_->write_ram(word, value);
    rtl_->write_ram(word, value);
  }
  uint32_t read_ram(uint32_t word) override {
    compare("a word of RAM", iss_->read_ram(word), rtl_->read_ram(word));
    return rtl_->read_ram(word);
  }
  uint32_t trace() override { return rtl_->trace(); }
  std::string difference() override { return difference_; }

 private:
  void compare(const char* what, uint32_t a, uint32_t b) {
    if (a == b || !difference_.empty()) return;
    difference_ = "cycle " + std::to_string(now_) + ": " + what + " is " + std::to_string(a) +
                  " in the interpreter and " + std::to_string(b) + " in the RTL";
  }

  std::unique_ptr<Engine> iss_, rtl_;
  bool wrote_ = false;
  uint64_t now_ = 0;
  std::string difference_;
};

}  // namespace evariste::mips::bus
