// SPDX-License-Identifier: Apache-2.0
// The contract of the register file, for any one entry: at each port, each halfword reads as what was last written to
// it, or as before if nothing was written; of two writes that of the higher port counts; register 0 reads as 0. From
// any state, over two cycles; the first defines the old value.
module coreva_regfile_check
  import coreva_pkg::*;
(
    input logic clk_i,
    input logic [4:0] entry_i,  // of the file
    input logic [9:0][4:0] number_i,  // read at the ports
    input result_t [Slots-1:0] write_i,
    output logic assume_o,
    output logic wrong_o
);

  logic [9:0][31:0] value, expected;
  logic [4:0] entry_q;
  logic [31:0] expected_q, expected_d;
  logic [9:0][4:0] number;

  coreva_regfile dut (
      .clk_i,
      .number_i(number),
      .value_o (value),
      .write_i
  );

  // In the first cycle the first port reads the entry.
  always_comb begin
    number = number_i;
    number[0] = entry_i;
    expected_d = value[0];
    for (int k = 0; k < Slots; k++)
      for (int half = 0; half < 2; half++)
        if (write_i[k].en[half] & write_i[k].rd == entry_i) expected_d[16*half+:16] = write_i[k].value[16*half+:16];
  end
  always_ff @(posedge clk_i) {entry_q, expected_q} <= {entry_i, expected_d};

  always_comb begin
    assume_o = 1'b1;  // the core's proofs show that it is so
    for (int k = 0; k < Slots; k++) assume_o &= write_i[k].en == '0 | write_i[k].rd != '0;
    wrong_o = 1'b0;
    for (int i = 0; i < 10; i++) begin
      expected[i] = number[i] == '0 ? '0 : expected_q;
      wrong_o |= (number[i] == entry_q | number[i] == '0) & value[i] != expected[i];
    end
  end

endmodule
