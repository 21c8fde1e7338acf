// SPDX-License-Identifier: Apache-2.0
// A unit of division steps, in stage x: one bit of a quotient, and the register DQ. DQ has the
// dividend's bits that are still to come above those of the quotient.
module coreva_divide (
    input logic clk_i,

    input logic load_i,  // DQ takes a_i
    input logic step_i,
    input logic commit_i,  // DQ changes at the end of the cycle
    input logic [31:0] a_i,  // the dividend; the remainder so far
    input logic [31:0] b_i,
    output logic [31:0] value_o,  // the new remainder
    output logic [31:0] dq_o
);

  // Set by a simulation that starts in the middle of a program.
  logic [31:0] dq_q  /* verilator public_flat_rd */;
  logic [32:0] t, rest;
  logic below;

  assign t = {a_i, dq_q[31]};
  assign {below, rest} = 34'(t) - 34'(b_i);
  assign value_o = below ? t[31:0] : rest[31:0];
  assign dq_o = dq_q;

  always_ff @(posedge clk_i) begin
    if (commit_i & load_i) dq_q <= a_i;
    else if (commit_i & step_i) dq_q <= {dq_q[30:0], ~below};
  end

  logic unused;
  assign unused = rest[32];

endmodule
