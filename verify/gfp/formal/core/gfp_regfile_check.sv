// SPDX-License-Identifier: Apache-2.0
// The contract of a register file, for any one entry: at every port it reads as what was last written, or as before if
// nothing was written. Ports C and D, if it has them, read as zero without accumulate_i. From any state, over two cycles;
// the first defines the old value.
module gfp_regfile_check #(
    parameter int unsigned READ_PORTS = 2
) (
    input logic clk_i,
    input logic [3:0] entry_i,  // of the file, the same in both cycles
    input logic [3:0] other_i,  // an address read at ports B, C and D
    input logic accumulate_i,
    input logic we0_i, we1_i,
    input logic [3:0] wa0_i, wa1_i,
    input logic [31:0] wd0_i, wd1_i,
    output logic assume_o,
    output logic wrong_o
);

  logic [3:0] entry_q;
  logic [31:0] a, b, c, d, expected_q;
  always_ff @(posedge clk_i) begin
    entry_q <= entry_i;
    expected_q <= we1_i & wa1_i == entry_i ? wd1_i : we0_i & wa0_i == entry_i ? wd0_i : a;
  end

  gfp_regfile #(
      .READ_PORTS(READ_PORTS)
  ) dut (
      .clk_i,
      .ra_i(entry_i),
      .ra_data_o(a),
      .rb_i(other_i),
      .rb_data_o(b),
      .accumulate_i,
      .rc_i(other_i),
      .rc_data_o(c),
      .rd_i(other_i),
      .rd_data_o(d),
      .we0_i, .wa0_i, .wd0_i, .we1_i, .wa1_i, .wd1_i
  );

  assign assume_o = ~(we0_i & we1_i & wa0_i == wa1_i);  // the core's proofs show that it is so
  assign wrong_o = (entry_i == entry_q & a != expected_q) | (other_i == entry_i & b != a) |
      (other_i == entry_i & c != (READ_PORTS > 2 & accumulate_i ? a : '0)) |
      (other_i == entry_i & d != (READ_PORTS > 3 & accumulate_i ? a : '0));

endmodule
