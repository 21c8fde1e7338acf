// SPDX-License-Identifier: Apache-2.0
// Halt, resume and single step, and the numbering of the debug registers (gfp_pkg).
//
// The core halts in place of executing an instruction that is ready, never in the middle of one or
// of the refill before it: so halting takes away no cycle and adds none. It halts for dbg_halt_i,
// after BKPT, and after one instruction when resumed with dbg_step_i. With dbg_en_i constant 0,
// synthesis removes all of it.
module gfp_debug
  import gfp_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    // cover: off dbg_en_i: the system for simulation has a debugger always
    input logic dbg_en_i,
    input logic dbg_halt_i,
    input logic dbg_resume_i,
    // cover: off dbg_step_i: the simulator steps by halting; the mutants of the debugger step
    input logic dbg_step_i,
    input logic dbg_we_i,
    input logic [4:0] dbg_addr_i,

    input logic ready_i,  // an instruction is ready
    input logic running_i,  // it runs in this cycle
    input logic done_i,  // and ends
    input logic completed_i,  // with all that follows: exception entry or return
    input logic bkpt_i,
    input logic psp_i,

    output logic halted_o,
    output logic write_o,  // debug write to any register
    output logic is_reg_o,  // dbg_addr_i is in the register file
    output logic [3:0] reg_o  // at this entry
);

  // cover: off x_step_q: the simulator steps by halting; the mutants of the debugger step
  logic x_halted_q, x_request_q, x_step_q, x_started_q;

  assign halted_o = x_halted_q | (dbg_en_i & ready_i & ~x_started_q & (dbg_halt_i | x_request_q));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      x_halted_q  <= 1'b0;
      x_request_q <= 1'b0;
      x_step_q    <= 1'b0;
      x_started_q <= 1'b0;
    end else begin
      x_halted_q <= halted_o & ~dbg_resume_i;
      if (halted_o) x_request_q <= 1'b0;
      else if (dbg_en_i & ((done_i & bkpt_i) | (completed_i & x_step_q))) x_request_q <= 1'b1;
      if (halted_o) x_step_q <= dbg_resume_i & dbg_step_i;
      else if (completed_i) x_step_q <= 1'b0;
      // Part of an instruction has been done: its accesses, or the request for one, must stay.
      x_started_q <= running_i & ~done_i;
    end
  end

  assign write_o  = halted_o & dbg_we_i;
  assign is_reg_o = dbg_addr_i < DbgPc | dbg_addr_i == DbgMsp | dbg_addr_i == DbgPsp;

  always_comb begin
    if (dbg_addr_i == DbgMsp) reg_o = RegMsp;
    else if (dbg_addr_i == DbgPsp) reg_o = RegPsp;
    else reg_o = dbg_addr_i[3:0] == ArchSp & psp_i ? RegPsp : dbg_addr_i[3:0];
  end

endmodule
