// SPDX-License-Identifier: Apache-2.0
// SysTick: a 24-bit counter that runs down and reloads (ARMv6-M Architecture Reference Manual, B3.3).
//
// While enabled it counts down by one a cycle. At zero it takes the reload value. tick_o comes in
// the cycle at the end of which the counter goes from one to zero, so a period is the reload value
// + 1 cycles. A write of the current value clears it and COUNTFLAG without a tick. The clock is the
// core's.
module gfp_systick
  import gfp_isa_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,
    input logic run_i,   // the cycle counts: the core is not halted

    // Data phase of an access to one of the four registers.
    input logic [3:2] register_i,
    input logic read_i,
    input logic write_i,
    input logic [31:0] wdata_i,
    output logic [31:0] rdata_o,

    output logic tick_o,    // SysTick becomes pending at the end of this cycle, if enabled
    output logic awaited_o  // it will, sooner or later
);

  localparam logic [31:0] Calibration = 32'hc000_0000;  // no reference clock; 10 ms are not known

  logic enable_q, interrupt_q, flag_q;
  logic [23:0] reload_q, current_q;
  logic write_control, write_reload, write_current, wrap;

  assign write_control = write_i & register_i == SYST_CSR_ADDR[3:2];
  assign write_reload = write_i & register_i == SYST_RVR_ADDR[3:2];
  assign write_current = write_i & register_i == SYST_CVR_ADDR[3:2];
  assign wrap = enable_q & current_q == 24'd1 & ~write_current;
  assign tick_o = wrap & interrupt_q;
  assign awaited_o = enable_q & interrupt_q & (current_q != '0 | reload_q != '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q <= 1'b0;
      interrupt_q <= 1'b0;
      flag_q <= 1'b0;
      reload_q <= '0;
      current_q <= '0;
    end else if (run_i) begin
      if (write_control) {interrupt_q, enable_q} <= wdata_i[1:0];
      if (write_reload) reload_q <= wdata_i[23:0];
      if (write_current) current_q <= '0;
      else if (enable_q) current_q <= current_q == '0 ? reload_q : current_q - 24'd1;
      if (wrap) flag_q <= 1'b1;
      else if (write_current | (read_i & register_i == SYST_CSR_ADDR[3:2])) flag_q <= 1'b0;
    end
  end

  always_comb begin
    case (register_i)
      SYST_CSR_ADDR[3:2]: rdata_o = {15'd0, flag_q, 13'd0, 1'b1, interrupt_q, enable_q};
      SYST_RVR_ADDR[3:2]: rdata_o = {8'd0, reload_q};
      SYST_CVR_ADDR[3:2]: rdata_o = {8'd0, current_q};
      default: rdata_o = Calibration;
    endcase
  end

  logic unused;
  assign unused = &wdata_i;

endmodule
