// SPDX-License-Identifier: Apache-2.0
// The operations of the accelerator, in stage x, on words of W bits. f = x^M + x^TERM1 + x^TERM2 +
// x^TERM3 + 1, with TERM2 = TERM3 = 0 for three terms.
//
// A shift has SHIFTS constant amounts, positive to the left: wires, and a selection among them. The
// squarer and the reduction of two words share one remainder. Level LEVEL says what is built.
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

  logic [W-1:0] shifted;

  always_comb begin
    shifted = '0;
    for (int unsigned k = 0; k < SHIFTS; k++) begin
      if (number_i[3:0] == 4'(k)) begin
        shifted |= AMOUNTS[k] > 0 ? a_i << AMOUNTS[k] : a_i >> -AMOUNTS[k];
      end
    end
  end

  // --------------------------------------------------------------------------------------------
  // Mask: bits below x^M in the word that x^M is in

  localparam int unsigned Kept = W >= M ? M : M % W == 0 ? W : M % W;
  localparam logic [W-1:0] Mask = W'({W{1'b1}}) >> (W - Kept);

  // --------------------------------------------------------------------------------------------
  // One part replaced

  logic [W-1:0] parts;

  always_comb begin
    for (int unsigned i = 0; i < W; i++) begin
      parts[i] = number_i == 5'(i / 32) ? core_i[i%32] : a_i[i];
    end
  end

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

  logic [W-1:0] word;

  always_comb begin
    unique case (operation_i)
      V_XOR: word = a_i ^ b_i;
      V_SHIFT: word = shifted;
      V_SHIFT_XOR: word = LEVEL >= LevelFused ? shifted ^ b_i : '0;
      V_MASK: word = LEVEL >= LevelFused ? a_i & Mask : '0;
      V_SELECT: word = LEVEL < LevelField ? '0 : cond_i[31] ? a_i : b_i;
      V_PRODUCT: word = LEVEL >= LevelField ? product_i : '0;
      V_SQUARE, V_REDUCE: word = remainder;
      V_PART: word = parts;
      V_FIRST: word = a_i;
      V_SECOND: word = b_i;
      default: word = '0;
    endcase
    result_o = (32 * Parts)'(word);
    if (operation_i == V_CONTROL) result_o = (32 * Parts)'(control);
  end

endmodule
