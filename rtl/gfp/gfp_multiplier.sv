// SPDX-License-Identifier: Apache-2.0
// Low 32 bits of the product of two words, in 1 or 32 cycles.
//
// Operands: any. The caller holds them, and active_i, from the first cycle to the one with done_o.
// In one cycle: result_o is the product, and zero without active_i, so an idle multiplier does not
// switch. In 32 cycles: result_o is zero, and the caller's adder adds in each cycle: sum_i =
// partial_o + (skip_o ? 0 : b_i), by the bits of a from the highest down. The last sum is the
// product. No trap or debugger can come in between, since an instruction without memory access is
// not interrupted.
module gfp_multiplier #(
    parameter int unsigned CYCLES = 1
) (
    input logic clk_i,
    input logic rst_ni,
    input logic active_i,
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    output logic [31:0] result_o,
    output logic [31:0] partial_o,  // twice the last sum
    output logic skip_o,
    input logic [31:0] sum_i,
    output logic done_o  // active_i need not be set
);

  if (CYCLES == 1) begin : gen_parallel
    assign result_o = (a_i & {32{active_i}}) * b_i;
    assign {partial_o, skip_o} = '0;
    assign done_o = 1'b1;

    logic unused;
    assign unused = &{clk_i, rst_ni, sum_i};
  end else if (CYCLES == 32) begin : gen_serial
    logic [30:0] sum_q;
    logic [ 4:0] left_q;  // bits of a below the present one

    // In the first cycle left_q is 31, and the register's old value is not used.
    assign partial_o = {sum_q, 1'b0} & {32{left_q != 5'd31}};
    assign skip_o = ~a_i[left_q];
    assign done_o = ~active_i | left_q == '0;
    assign result_o = '0;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) left_q <= 5'd31;
      else if (active_i) left_q <= left_q - 5'd1;
    end
    always_ff @(posedge clk_i) if (active_i) sum_q <= sum_i[30:0];

    logic unused;
    assign unused = &{b_i, sum_i[31]};
  end else begin : gen_check
    $fatal(1, "gfp_multiplier: CYCLES must be 1 or 32");
  end

endmodule
