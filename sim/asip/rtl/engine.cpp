// SPDX-License-Identifier: Apache-2.0
// The Verilated RTL of the coprocessor, alone and in lock-step with the interpreter.
#include <sstream>

#if VM_COVERAGE
#include <verilated_cov.h>
#endif

#include "Vasip_sim.h"
#include "Vasip_sim___024root.h"
#include "asip/coprocessor.hpp"

// A signal of the core in the Verilated model. With ASIP_APB the core is behind its adapter for
// APB.
#ifdef ASIP_APB
#define CORE(signal) asip_sim__DOT__u_apb__DOT__u_obi__DOT__u_core__DOT__##signal
#else
#define CORE(signal) asip_sim__DOT__u_core__DOT__##signal
#endif

namespace evariste::asip {
namespace {

#ifdef ASIP_APB
constexpr bool kSetup = true;  // an access begins with a cycle in which the core does not see it
#else
constexpr bool kSetup = false;
#endif

class Rtl : public Engine {
 public:
  explicit Rtl(const Parameters& parameters)
      : words_(parameters.width / 32),
        exponent_bits_(32 - static_cast<unsigned>(__builtin_clz(parameters.width))) {
    reset();
  }
  ~Rtl() override {
    top_.final();
    Verilated::threadContextp(context_.get());
  }

  void reset() override {
    top_.rst_ni = 1;  // so that there is an edge
    top_.eval();
    top_.rst_ni = 0;
    tick();
    top_.rst_ni = 1;
    top_.eval();
    stepped_.reset();
  }

  Outputs cycle(const Inputs& in) override {
    top_.access_i = in.access != 0;
    top_.write_i = in.write != 0;
    top_.offset_i = in.offset;
    top_.data_i = in.data;
    top_.in_valid_i = in.in_valid != 0;
    top_.in_data_i = in.in_data;
    top_.out_ready_i = in.out_ready != 0;
    top_.eval();
    const Outputs out{top_.ready_o,     top_.error_o,    top_.data_o, top_.in_ready_o,
                      top_.out_valid_o, top_.out_data_o, top_.irq_o};
    stepped_.reset();
    if (top_.step_o) stepped_ = top_.step_place_o;
    tick();
    return out;
  }

  uint32_t status() const override { return root().CORE(u_host__DOT__status); }
  std::optional<uint16_t> stepped() const override { return stepped_; }

  std::vector<uint32_t> passing() const override {
    const auto& r = root();
    std::vector<uint32_t> all;
    const auto add = [&](const auto& wide) {
      for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); ++i) all.push_back(wide[i]);
    };
    add(r.CORE(u_operands__DOT__a_q));
    add(r.CORE(u_operands__DOT__b_q));
    add(r.CORE(result_q));
    add(r.CORE(gen_ecc__DOT__u_multiplier__DOT__sum_q));
    add(r.CORE(gen_ecc__DOT__u_multiplier__DOT__a_q));
    add(r.CORE(gen_ecc__DOT__u_multiplier__DOT__b_q));
    add(r.CORE(u_in__DOT__words_q));
    add(r.CORE(u_out__DOT__words_q));
    all.push_back(r.CORE(u_memory__DOT__data_q));
    return all;
  }

  void cover(const char* path) const override {
#if VM_COVERAGE
    context_->coveragep()->write(path);
#else
    static_cast<void>(path);
#endif
  }

  std::vector<uint32_t> snapshot() const override {
    const auto& r = root();
    std::vector<uint32_t> all;
    for (unsigned i = 0; i < 16; ++i) {
      const auto& w = r.CORE(u_operands__DOT__u_registers__DOT__w_q)[i];
      for (unsigned j = 0; j < words_; ++j) all.push_back(w[j]);
    }
    const uint64_t c = r.CORE(u_counters__DOT__c_q);
    for (unsigned i = 0; i < 4; ++i) all.push_back(c >> 16 * i & 0xFFFF);
    all.push_back(uint32_t{r.CORE(u_counters__DOT__index_q)} |
                  uint32_t{r.CORE(u_counters__DOT__carry_q)} << 4 |
                  uint32_t{r.CORE(u_counters__DOT__zero_q)} << 5 |
                  uint32_t{r.CORE(u_logic__DOT__selected_q)} << 6 |
                  uint32_t{r.CORE(u_logic__DOT__last_bit_q)} << 7 |
                  uint32_t{r.CORE(u_logic__DOT__wide_zero_q)} << 8);
    for (unsigned i = 0; i < kMemoryWords; ++i) {
      all.push_back(r.CORE(u_memory__DOT__mem)[i]);
    }
    const uint64_t exponents = r.CORE(exponents);
    for (unsigned i = 0; i < 4; ++i) {
      all.push_back(exponents >> exponent_bits_ * i & ((1U << exponent_bits_) - 1));
    }
    all.push_back(r.CORE(u_issue__DOT__rounds_q));
    all.push_back(r.CORE(u_host__DOT__valid_q));
    return all;
  }

 private:
  const Vasip_sim___024root& root() const { return *top_.rootp; }
  void tick() {
    top_.clk_i = 1;
    top_.eval();
    top_.clk_i = 0;  // which the next evaluation sees
  }

  const std::unique_ptr<VerilatedContext> context_ = std::make_unique<VerilatedContext>();
  mutable Vasip_sim top_{context_.get()};
  const unsigned words_, exponent_bits_;
  std::optional<uint16_t> stepped_;
};

// The interpreter and the RTL with the same inputs. What they answer, STATUS and the step that
// leaves stage R are compared in each cycle, the whole state in each cycle that ends a task or
// cleaning.
class Lockstep : public Engine {
 public:
  explicit Lockstep(const Parameters& parameters) : rtl_(parameters), iss_(parameters) {}

  void reset() override {
    rtl_.reset();
    iss_.reset();
    setup_ = true;
  }

  Outputs cycle(const Inputs& in) override {
    const bool busy = (iss_.status() & 1) != 0;
    Inputs seen = in;
    if (kSetup && setup_) seen.access = 0;
    const Outputs a = iss_.cycle(seen), b = rtl_.cycle(in);
    setup_ = in.access == 0 || a.ready != 0 || a.error != 0;
    ++now_;
    compare("ready", a.ready, b.ready);
    compare("error", a.error, b.error);
    if (!kSetup || seen.access != 0) compare("data", a.data, b.data);
    compare("in_ready", a.in_ready, b.in_ready);
    compare("out_valid", a.out_valid, b.out_valid);
    compare("out_data", a.out_data, b.out_data);
    compare("irq", a.irq, b.irq);
    compare("status", iss_.status(), rtl_.status());
    compare("step", iss_.stepped().value_or(~0), rtl_.stepped().value_or(~0));
    if (busy && (iss_.status() & 1) == 0) snapshot();
    return b;
  }

  uint32_t status() const override { return rtl_.status(); }
  std::optional<uint16_t> stepped() const override { return rtl_.stepped(); }

  std::vector<uint32_t> snapshot() const override {
    std::vector<uint32_t> a = iss_.snapshot(), b = rtl_.snapshot();
    compare("words of state", a.size(), b.size());
    for (size_t i = 0; i < a.size() && i < b.size() && difference_.empty(); ++i) {
      compare("word " + std::to_string(i) + " of the state", a[i], b[i]);
    }
    return b;
  }

  void cover(const char* path) const override { rtl_.cover(path); }
  std::string difference() const override { return difference_; }

 private:
  void compare(const std::string& what, uint64_t a, uint64_t b) const {
    if (a == b || !difference_.empty()) return;
    std::ostringstream said;
    said << "cycle " << now_ - 1 << ": " << what << " is 0x" << std::hex << a
         << " in the interpreter and 0x" << b << " in the RTL";
    difference_ = said.str();
  }

  Rtl rtl_;
  Coprocessor iss_;
  bool setup_ = true;  // an access that is there now is in its setup cycle
  uint64_t now_ = 0;
  mutable std::string difference_;
};

}  // namespace

std::unique_ptr<Engine> make(const Parameters& parameters, Kind kind) {
  if (kind == Kind::lockstep) return std::make_unique<Lockstep>(parameters);
  return std::make_unique<Rtl>(parameters);
}

}  // namespace evariste::asip
