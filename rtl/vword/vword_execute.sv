// SPDX-License-Identifier: Apache-2.0
// The operations of the accelerator, in stage x, on words of W bits. f = x^M + x^TERM1 + x^TERM2 +
// x^TERM3 + 1, with TERM2 = TERM3 = 0 for three terms.
//
// A shift has SHIFTS constant amounts, positive to the left: wires, and a selection among them. The
// squarer and the reduction of two words share one remainder. Level LEVEL says what is built.
//
// A result is a sum of sources, each with a gate. Few look-up tables make such a sum: gates of two
// sources fit in one, a selection by a code does not.
module vword_execute
  import vword_isa_pkg::*;
  import vword_pkg::*;
#(
    parameter int unsigned M = 283,
    parameter int unsigned TERM1 = 12,
    parameter int unsigned TERM2 = 7,
    parameter int unsigned TERM3 = 5,
    parameter int unsigned W = 294,
    parameter int unsigned LEVEL = 1,
    parameter int unsigned D = 32,
    parameter int unsigned ROW = 512,
    parameter int unsigned SHIFTS = 1,
    parameter int AMOUNTS[MostShifts] = '{default: 0},
    parameter logic [31:0] FINGERPRINT = 0
) (
    input operation_e operation_i,
    input logic [4:0] number_i,
    input logic [W-1:0] a_i,
    input logic [W-1:0] b_i,
    input logic [31:0] core_i,  // register of the core
    input logic [31:0] cond_i,
    input logic [W-1:0] product_i,

    output logic [32*((W+31)/32)-1:0] result_o  // above bit W only in V_CONTROL
);

  localparam int unsigned Parts = (W + 31) / 32;

  // --------------------------------------------------------------------------------------------
  // Shift

  logic shifts;
  logic [W-1:0] shifted;  // 0 in other operations

  assign shifts = operation_i == V_SHIFT | (operation_i == V_SHIFT_XOR & LEVEL >= LevelFused);
  always_comb begin
    shifted = '0;
    for (int unsigned k = 0; k < SHIFTS; k++) begin
      shifted |= (AMOUNTS[k] > 0 ? a_i << AMOUNTS[k] : a_i >> -AMOUNTS[k]) &
          {W{shifts & number_i[3:0] == 4'(k)}};
    end
  end

  // --------------------------------------------------------------------------------------------
  // Mask: bits below x^M in the word that x^M is in

  localparam int unsigned Kept = W >= M ? M : M % W == 0 ? W : M % W;
  localparam logic [W-1:0] Mask = W'({W{1'b1}}) >> (W - Kept);

  // --------------------------------------------------------------------------------------------
  // Square and remainder

  logic [W-1:0] remainder;

  if (LEVEL >= LevelField) begin : gen_field
    logic [2*M-2:0] wide;
    logic [2*W-1:0] both;
    logic [  M-1:0] reduced;

    assign both = {a_i, b_i};
    always_comb begin
      wide = both[2*M-2:0];
      if (operation_i == V_SQUARE) begin
        wide = '0;
        for (int unsigned i = 0; i < M; i++) wide[2*i] = a_i[i];
      end
    end
    gf_fixed_reduce #(
        .M (M),
        .T1(TERM1),
        .T2(TERM2),
        .T3(TERM3)
    ) u_reduce (
        .a_i  (wide),
        .out_o(reduced)
    );
    assign remainder = W'(reduced);

    if (2 * W > 2 * M - 1) begin : gen_unused
      logic unused;
      assign unused = &both[2*W-1:2*M-1];
    end
  end else begin : gen_no_field
    assign remainder = '0;
  end

  // --------------------------------------------------------------------------------------------
  // Control registers

  logic [31:0] control;

  always_comb begin
    control = '0;
    for (int unsigned k = 0; k < SHIFTS; k++) begin
      if (number_i == CONTROL_AMOUNT0[4:0] + 5'(k)) control = 32'(AMOUNTS[k]);
    end
    unique case (number_i)
      CONTROL_FINGERPRINT[4:0]: control = FINGERPRINT;
      CONTROL_WIDTH[4:0]: control = W;
      CONTROL_ROW[4:0]: control = ROW;
      CONTROL_DEGREE[4:0]: control = M;
      CONTROL_LEVEL[4:0]: control = LEVEL;
      CONTROL_DIGIT[4:0]: control = LEVEL >= LevelField ? D : 0;
      CONTROL_COND[4:0]: control = LEVEL >= LevelField ? cond_i : '0;
      default: ;
    endcase
  end

  // --------------------------------------------------------------------------------------------
  // The result

  logic takes_a, takes_b, takes_product, takes_remainder;
  logic [W-1:0] word;
  logic [Parts-1:0] replaced;  // by the register of the core

  always_comb begin
    {takes_a, takes_b, takes_product, takes_remainder} = '0;
    unique case (operation_i)
      V_XOR: {takes_a, takes_b} = 2'b11;
      V_SHIFT_XOR: takes_b = LEVEL >= LevelFused;
      V_MASK: takes_a = LEVEL >= LevelFused;
      V_SELECT: {takes_a, takes_b} = LEVEL < LevelField ? '0 : {cond_i[31], ~cond_i[31]};
      V_PRODUCT: takes_product = LEVEL >= LevelField;
      V_SQUARE, V_REDUCE: takes_remainder = 1'b1;
      V_PART, V_FIRST: takes_a = 1'b1;
      V_SECOND: takes_b = 1'b1;
      default: ;
    endcase

    for (int unsigned p = 0; p < Parts; p++) begin
      replaced[p] = operation_i == V_PART & number_i == 5'(p);
    end
    for (int unsigned i = 0; i < W; i++) begin
      word[i] = takes_a & ~replaced[i/32] & (operation_i != V_MASK | Mask[i]) & a_i[i] |
          replaced[i/32] & core_i[i%32] | shifted[i];
    end
    word ^= b_i & {W{takes_b}};
    if (LEVEL >= LevelField) begin
      word |= (product_i & {W{takes_product}}) | (remainder & {W{takes_remainder}});
    end
    result_o = (32 * Parts)'(word);
    if (operation_i == V_CONTROL) result_o = (32 * Parts)'(control);
  end

endmodule
