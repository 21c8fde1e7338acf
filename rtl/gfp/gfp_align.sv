// SPDX-License-Identifier: Apache-2.0
// Aligner: picks and extends the addressed byte or halfword of a loaded word, and serves
// SXTB, SXTH, UXTB, UXTH (offset 0) and REV, REV16, REVSH. Combinational.
//
// offset_i: address bits 1:0 of a load; 0 for the register instructions. rev and rev16 exclude
// each other; REVSH is rev16 with a signed halfword.
module gfp_align
  import gfp_pkg::*;
(
    input logic [31:0] word_i,
    input logic [1:0] offset_i,
    input align_op_t op_i,
    output logic [31:0] word_o
);

  logic [7:0] b0, b1, b2, b3;
  logic [1:0] pick;  // source of byte 0
  logic ext;

  assign {b3, b2, b1, b0} = word_i;

  // byte 0:  as addressed; 3 for REV; 1 for REV16
  assign pick = offset_i | {op_i.rev, op_i.rev | op_i.rev16};

  always_comb begin
    case (pick)
      2'd0: word_o[7:0] = b0;
      2'd1: word_o[7:0] = b1;
      2'd2: word_o[7:0] = b2;
      default: word_o[7:0] = b3;
    endcase
    if (op_i.rev) word_o[15:8] = b2;
    else if (op_i.rev16) word_o[15:8] = b0;
    else word_o[15:8] = offset_i[1] ? b3 : b1;
    if (op_i.rev) word_o[31:16] = {b0, b1};
    else if (op_i.rev16) word_o[31:16] = {b2, b3};
    else word_o[31:16] = {b3, b2};

    ext = op_i.sign & (op_i.size == SIZE_BYTE ? word_o[7] : word_o[15]);
    if (op_i.size == SIZE_BYTE) word_o[15:8] = {8{ext}};
    if (op_i.size != SIZE_WORD) word_o[31:16] = {16{ext}};
  end

endmodule
