// SPDX-License-Identifier: Apache-2.0
// The contract of the register file, for any one entry: at both ports it reads as what was last written, or as before if
// nothing was written; register 0 reads as 0. From any state, over two cycles; the first defines the old value.
module mips_regfile_check (
    input logic clk_i,
    input logic [4:0] entry_i,  // of the file, the same in both cycles
    input logic [4:0] other_i,  // an address read at port B
    input logic we_i,
    input logic [4:0] wa_i,
    input logic [31:0] wd_i,
    output logic assume_o,
    output logic wrong_o
);

  logic [4:0] entry_q;
  logic [31:0] a, b, expected_q;
  always_ff @(posedge clk_i) begin
    entry_q <= entry_i;
    expected_q <= we_i & wa_i == entry_i ? wd_i : a;
  end

  mips_regfile dut (
      .clk_i,
      .ra_i(entry_i),
      .ra_data_o(a),
      .rb_i(other_i),
      .rb_data_o(b),
      .we_i,
      .wa_i,
      .wd_i
  );

  assign assume_o = ~we_i | wa_i != '0;  // the core's proofs show that it is so
  assign wrong_o = (entry_i == entry_q & a != expected_q) | (other_i == entry_i & b != a) | (entry_i == '0 & a != '0);

endmodule
