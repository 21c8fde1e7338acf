// SPDX-License-Identifier: Apache-2.0
// Field register: the descriptor that every operation of the Galois-field unit uses. With SECOND = 1
// there are two, and the instruction says which.
//
// Descriptor, 8 bytes: bytes 0..6 are the columns of the reduction matrix, byte 7 is the degree,
// 2..8. The first word waits in a staging register until the second has arrived and its degree is
// legal, so a fault does not change the field. Reset: columns 0, degree 8. A degree below
// MIN_DEGREE is illegal.
module gfp_field #(
    parameter int unsigned MIN_DEGREE = 2,
    parameter bit SECOND = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic second_i,  // what follows is about the second field
    input logic low_i,  // word_i is the first word
    input logic high_i,  // word_i is the second word; the field changes if legal_o
    input logic [31:0] word_i,
    output logic legal_o,  // word_i holds a legal degree
    output logic [55:0] columns_o,
    output logic [3:0] degree_o,

    input logic dbg_second_i,  // of the debugger's words
    input logic dbg_low_i,
    input logic dbg_high_i,
    input logic [31:0] dbg_wdata_i,
    output logic [59:0] dbg_field_o
);

  logic [31:0] stage_q, low_q;
  logic [23:0] high_q;
  logic [ 3:0] degree_q;
  logic [59:0] second;

  always_comb begin
    legal_o = 1'b0;
    for (int unsigned m = MIN_DEGREE; m <= 8; m++) legal_o |= word_i[31:24] == 8'(m);
  end

  // No reset: only read after low_i.
  always_ff @(posedge clk_i) if (low_i) stage_q <= word_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      low_q <= '0;
      high_q <= '0;
      degree_q <= 4'd8;
    end else begin
      if (high_i & legal_o & ~second_i) {degree_q, high_q, low_q} <= {word_i[27:0], stage_q};
      if (dbg_low_i & ~dbg_second_i) low_q <= dbg_wdata_i;
      if (dbg_high_i & ~dbg_second_i) {degree_q, high_q} <= dbg_wdata_i[27:0];
    end
  end

  if (SECOND) begin : gen_second
    logic [31:0] second_low_q;
    logic [27:0] second_high_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        second_low_q  <= '0;
        second_high_q <= {4'd8, 24'd0};
      end else begin
        if (high_i & legal_o & second_i) {second_high_q, second_low_q} <= {word_i[27:0], stage_q};
        if (dbg_low_i & dbg_second_i) second_low_q <= dbg_wdata_i;
        if (dbg_high_i & dbg_second_i) second_high_q <= dbg_wdata_i[27:0];
      end
    end
    assign second = {second_high_q, second_low_q};
  end else begin : gen_no_second
    assign second = {degree_q, high_q, low_q};
  end

  assign {degree_o, columns_o} = second_i ? second : {degree_q, high_q, low_q};
  assign dbg_field_o = dbg_second_i ? second : {degree_q, high_q, low_q};

endmodule
