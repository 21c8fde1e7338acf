// SPDX-License-Identifier: Apache-2.0
// Halt, resume and single step.
//
// The core halts in front of an instruction that is in stage x and has not begun its access, when
// all older ones have ended. The instruction and those behind it are fetched again on resume. It
// halts for debug_i.halt, behind SDBBP, and after one instruction when resumed with debug_i.step.
// With debug_i.enable constant 0, synthesis removes all of it.
module mips_debug
  import mips_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input debug_t debug_i,

    input logic breakpoint_i,  // SDBBP is in m
    input logic begins_i,  // an instruction in x could be stopped
    input logic free_i,  // it can leave, and the instruction port can take another address
    input logic gone_i,  // an instruction leaves x

    output debug_write_t write_o,  // what the core writes for the debugger

    output logic hold_o,   // it must not leave
    output logic halt_o,   // it is dropped, and the core halts
    output logic halted_o
);

  logic halted_q, request_q, step_q;

  assign hold_o   = debug_i.enable & ~halted_q & (debug_i.halt | request_q | breakpoint_i);
  assign halt_o   = hold_o & begins_i & free_i;
  assign halted_o = halted_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {halted_q, request_q, step_q} <= '0;
    end else begin
      halted_q <= halt_o | (halted_q & ~debug_i.resume);
      if (halt_o) request_q <= 1'b0;
      else if (debug_i.enable & (breakpoint_i | (gone_i & step_q))) request_q <= 1'b1;
      if (halted_q) step_q <= debug_i.resume & debug_i.step;
      else if (gone_i) step_q <= 1'b0;
    end
  end

  always_comb begin
    write_o = '0;
    write_o.any = halted_q & debug_i.we;
    write_o.gpr = write_o.any & ~debug_i.addr[5] & debug_i.addr != '0;
    write_o.pc = write_o.any & debug_i.addr == DbgPc;
    write_o.after = write_o.any & debug_i.addr == DbgAfter;
    write_o.upper = write_o.any & debug_i.addr == DbgUpper;
    write_o.hi = write_o.any & debug_i.addr == DbgHi;
    write_o.lo = write_o.any & debug_i.addr == DbgLo;
    write_o.link = write_o.any & debug_i.addr == DbgLinkBit;
  end

  // The core has the data.
  logic unused;
  assign unused = &{1'b0, debug_i};

endmodule
