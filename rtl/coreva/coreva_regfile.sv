// SPDX-License-Identifier: Apache-2.0
// Register file: 32 x 32, ten read ports, four write ports that each write halfwords.
//
// Reads are combinational and see the values before this cycle's writes. Register 0 reads as 0; the
// caller does not write it. Of two writes to a halfword that of the higher port counts. No reset: a
// program writes a register before it reads it.
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

  // Set by a simulation that starts in the middle of a program.
  logic [31:0] regs_q[32]  /* verilator public_flat_rd */;

  always_comb begin
    for (int unsigned i = 0; i < READS; i++)
    value_o[i] = number_i[i] == '0 ? '0 : regs_q[number_i[i]];
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned k = 0; k < Slots; k++)
    for (int unsigned half = 0; half < 2; half++)
    if (write_i[k].en[half]) regs_q[write_i[k].rd][16*half+:16] <= write_i[k].value[16*half+:16];
  end

endmodule
