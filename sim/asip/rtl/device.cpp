// SPDX-License-Identifier: Apache-2.0
// rtl/asip/asip_obi.sv as a device on the bus of a Verilated machine.
#include "core/device.hpp"

#include <memory>

#include "Vasip_obi.h"
#include "Vasip_obi___024root.h"
#include "asip/bus.hpp"

namespace evariste::asip {
namespace {

class Circuit final : public sim::BusDevice {
 public:
  Circuit() { reset(); }
  ~Circuit() override {
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
  }

  Outputs clock(const Inputs& inputs) override {
    top_.req_i = inputs.request;
    top_.we_i = inputs.write;
    top_.addr_i = inputs.offset & 0x3FFF;
    top_.be_i = lanes_at(inputs.offset, inputs.lanes);
    top_.wdata_i = inputs.data;
    top_.eval();
    tick();
    const auto& root = *top_.rootp;
    const bool busy = (root.asip_obi__DOT__u_core__DOT__u_host__DOT__status & 1) != 0;
    const bool enabled = root.asip_obi__DOT__u_core__DOT__u_host__DOT__enable_q != 0;
    return {top_.rvalid_o != 0, top_.err_o != 0, top_.rdata_o, top_.irq_o != 0, busy && enabled};
  }

 private:
  void tick() {
    top_.clk_i = 1;
    top_.eval();
    top_.clk_i = 0;  // which the next evaluation sees
  }

  std::unique_ptr<VerilatedContext> context_ = std::make_unique<VerilatedContext>();
  Vasip_obi top_{context_.get(), "asip"};
};

}  // namespace
}  // namespace evariste::asip

extern "C" [[gnu::visibility("default")]] evariste::sim::BusDevice* evariste_bus_device() {
  return new evariste::asip::Circuit;
}
