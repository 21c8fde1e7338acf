// SPDX-License-Identifier: Apache-2.0
// The contract of the register file, for one entry, and for each port when it reads that entry: each halfword reads as
// what was last written to it, or as before if nothing was written; of two writes that of the higher port counts;
// register 0 reads as 0. From any state, over two cycles; the first defines the old value.
module coreva_regfile_check
  import coreva_pkg::*;
#(
    parameter int unsigned PORTS = 10
) (
    input logic clk_i,
    input logic [4:0] entry_i,
    input logic [PORTS-1:0][4:0] number_i,
    input result_t [Slots-1:0] write_i,
    output logic assume_o,
    output logic [PORTS-1:0][31:0] value_o,
    output logic [PORTS-1:0] wrong_o
);

  logic [31:0] expected_q, expected_d;

  coreva_regfile #(
      .READS(PORTS)
  ) dut (
      .clk_i,
      .number_i,
      .value_o,
      .write_i
  );

  // In the first cycle the first port reads the entry.
  always_comb begin
    expected_d = value_o[0];
    for (int k = 0; k < Slots; k++)
      for (int half = 0; half < 2; half++)
        if (write_i[k].en[half] & write_i[k].rd == entry_i)
          expected_d[16*half+:16] = write_i[k].value[16*half+:16];
  end
  always_ff @(posedge clk_i) expected_q <= expected_d;

  always_comb begin
    assume_o = 1'b1;  // the core's proofs show that it is so
    for (int k = 0; k < Slots; k++) assume_o &= write_i[k].en == '0 | write_i[k].rd != '0;
    for (int i = 0; i < PORTS; i++) wrong_o[i] = value_o[i] != (entry_i == '0 ? '0 : expected_q);
  end

endmodule
