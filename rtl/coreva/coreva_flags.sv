// SPDX-License-Identifier: Apache-2.0
// The flags p1 to p14. Compares and mtc write them at the end of stage x. Of two writes to a flag
// that of the higher slot counts.
module coreva_flags
  import coreva_pkg::*;
(
    input logic clk_i,

    input logic x_valid_i,
    input op_t [Slots-1:0] x_op_i,
    input logic [Slots-1:0][1:0] x_on_i,  // the guard holds, for each halfword
    input logic [Slots-1:0][1:0] x_holds_i,
    input logic [Slots-1:0][31:0] x_a_i,  // for mtc
    input logic commit_i,

    output logic [15:0] flags_o,   // bit 0 is 1, bit 15 means nothing
    output logic [15:0] flags_d_o  // after the bundle in x
);

  // Set by a simulation that starts in the middle of a program.
  logic [14:1] flags_q  /* verilator public_flat_rd */;
  logic [14:1] flags_d;
  logic [Slots-1:0][6:0] moved;

  always_comb begin
    flags_d = flags_q;
    for (int unsigned k = 0; k < Slots; k++) moved[k] = 7'(x_a_i[k] >> x_op_i[k].imm[4:0]);
    for (int unsigned k = 0; k < Slots; k++) begin
      for (int unsigned i = 1; i < 15; i++) begin
        if (x_op_i[k].compare & x_op_i[k].flag == 4'(i) & x_on_i[k][0])
          flags_d[i] = x_holds_i[k][0];
        if (x_op_i[k].compare & partner(x_op_i[k].flag) == 4'(i)) begin
          if (x_op_i[k].halves & x_on_i[k][1]) flags_d[i] = x_holds_i[k][1];
          if (x_op_i[k].both & x_on_i[k][0]) flags_d[i] = ~x_holds_i[k][0];
        end
        if (x_op_i[k].move_flags & x_op_i[k].file == (i > 7) & x_on_i[k][0])
          flags_d[i] = moved[k][(i-1)%7];
      end
    end
  end

  always_ff @(posedge clk_i) if (commit_i) flags_q <= flags_d;

  assign flags_o   = {1'b0, flags_q, 1'b1};
  assign flags_d_o = {1'b0, x_valid_i ? flags_d : flags_q, 1'b1};

  // The rest of the operation is for others.
  logic unused;
  assign unused = &{1'b0, x_op_i};

endmodule
