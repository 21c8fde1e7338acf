// SPDX-License-Identifier: Apache-2.0
// Halt, resume and single step, and the numbering of the debug registers (gfp_pkg).
//
// The core halts instead of starting an instruction that is ready, never in the middle of one or of
// the refill before it. So halting neither removes nor adds a cycle. It halts for debug_i.halt,
// after BKPT, and after one instruction when resumed with debug_i.step. With debug_i.enable
// constant 0, synthesis removes all of it.
module gfp_debug
  import gfp_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input debug_t debug_i,

    input logic ready_i,  // an instruction is ready
    input logic running_i,  // it runs in this cycle
    input logic done_i,  // and ends
    input logic completed_i,  // with all that follows: exception entry or return
    input logic bkpt_i,
    input logic psp_i,

    output logic halted_o,
    output logic write_o,  // debug write to any register
    output logic is_reg_o,  // debug_i.addr is in the register file
    output logic [3:0] reg_o  // at this entry
);

  logic x_halted_q, x_request_q, x_step_q, x_started_q;

  assign halted_o = x_halted_q |
      (debug_i.enable & ready_i & ~x_started_q & (debug_i.halt | x_request_q));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      x_halted_q  <= 1'b0;
      x_request_q <= 1'b0;
      x_step_q    <= 1'b0;
      x_started_q <= 1'b0;
    end else begin
      x_halted_q <= halted_o & ~debug_i.resume;
      if (halted_o) x_request_q <= 1'b0;
      else if (debug_i.enable & ((done_i & bkpt_i) | (completed_i & x_step_q))) x_request_q <= 1'b1;
      if (halted_o) x_step_q <= debug_i.resume & debug_i.step;
      else if (completed_i) x_step_q <= 1'b0;
      // Part of an instruction is done: its accesses, or the request for one, must stay.
      x_started_q <= running_i & ~done_i;
    end
  end

  assign write_o  = halted_o & debug_i.we;
  assign is_reg_o = debug_i.addr < DbgPc | debug_i.addr == DbgMsp | debug_i.addr == DbgPsp;

  always_comb begin
    if (debug_i.addr == DbgMsp) reg_o = RegMsp;
    else if (debug_i.addr == DbgPsp) reg_o = RegPsp;
    else reg_o = debug_i.addr[3:0] == ArchSp & psp_i ? RegPsp : debug_i.addr[3:0];
  end

  // The core itself writes what the debugger writes.
  logic unused;
  assign unused = &debug_i.wdata;

endmodule
