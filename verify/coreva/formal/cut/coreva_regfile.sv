// SPDX-License-Identifier: Apache-2.0
// The contract of the register file, for one arbitrary register: reads see the values before this cycle's writes, and 0
// for register 0; of two writes to a halfword that of the higher port counts. Other registers read as anything. The
// core's proofs use it instead of the file of gates. Another proof shows that the file keeps it.
module coreva_regfile
  import coreva_pkg::*;
#(
    parameter int unsigned READS = 10
) (
    input logic clk_i,

    input  logic [READS-1:0][ 4:0] number_i,
    output logic [READS-1:0][31:0] value_o,

    input result_t [Slots-1:0] write_i
);

  logic [READS-1:0][31:0] any, any_q;  // undriven: free in the proof
  logic [31:0] entry_q;

  always_comb
    for (int i = 0; i < READS; i++)
      value_o[i] = number_i[i] == '0 ? '0 : number_i[i] == coreva_harness.entry_i ? entry_q : any_q[i];

  always_ff @(posedge clk_i) any_q <= any;
  always_ff @(posedge clk_i)
    for (int k = 0; k < Slots; k++)
      for (int half = 0; half < 2; half++)
        if (write_i[k].en[half] & write_i[k].rd == coreva_harness.entry_i)
          entry_q[16*half+:16] <= write_i[k].value[16*half+:16];

endmodule
