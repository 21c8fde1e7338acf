// SPDX-License-Identifier: Apache-2.0
// Four words of the AES key schedule (FIPS 197, 5.2) in a cycle, for keys of 4, 6 and 8 words.
// Word 0 of a round key is its bits 31:0, byte 0 of a word its bits 7:0. recent_i is the round key
// j - 1, older_i the round key j - 2, out_o the round key j; step_i says what is special in it. Only
// one word in four goes through the S-box, so four S-boxes do. Where that word is the third, its
// operand, the second, is a sum of words that are there already, so there is no loop.
//
// constant_i is x^(i/n - 1) for the special word i and a key of n words. given_i are words 4 and 5
// of a key of 6 words, for the step EXPAND_192_FIRST alone.
//
// Operands: any. Combinational.
module aes_expand
  import aes_pkg::*;
(
    input  expand_e         step_i,
    input  logic    [  7:0] constant_i,
    input  logic    [127:0] recent_i,
    input  logic    [127:0] older_i,
    input  logic    [ 63:0] given_i,
    output logic    [127:0] out_o
);

  typedef logic [3:0][31:0] words_t;

  words_t recent, older, out;
  logic [1:0][31:0] given;
  logic [31:0] in, substituted, special;
  logic rotated;

  assign recent  = recent_i;
  assign older   = older_i;
  assign given   = given_i;
  assign rotated = step_i != EXPAND_256_PLAIN;

  always_comb begin
    unique case (step_i)
      EXPAND_192_FIRST: in = given[1];
      EXPAND_192_MIDDLE: in = recent[3] ^ older[2] ^ older[3];
      default: in = recent[3];
    endcase
  end

  for (genvar i = 0; i < 4; i++) begin : gen_byte
    aes_sbox u_sbox (
        .inverse_i(1'b0),
        .in_i(in[8*i+:8]),
        .out_o(substituted[8*i+:8])
    );
  end

  assign special = rotated ? {substituted[7:0], substituted[31:8]} ^ 32'(constant_i) : substituted;

  always_comb begin
    out = '0;
    unique case (step_i)
      EXPAND_128: begin
        out[0] = recent[0] ^ special;
        for (int unsigned i = 1; i < 4; i++) out[i] = recent[i] ^ out[i-1];
      end
      EXPAND_192_FIRST: begin
        out[0] = given[0];
        out[1] = given[1];
        out[2] = recent[0] ^ special;
        out[3] = recent[1] ^ out[2];
      end
      EXPAND_192_NONE, EXPAND_192_LOWEST, EXPAND_192_MIDDLE: begin
        out[0] = older[2] ^ (step_i == EXPAND_192_LOWEST ? special : recent[3]);
        out[1] = older[3] ^ out[0];
        out[2] = recent[0] ^ (step_i == EXPAND_192_MIDDLE ? special : out[1]);
        out[3] = recent[1] ^ out[2];
      end
      default: begin
        out[0] = older[0] ^ special;
        for (int unsigned i = 1; i < 4; i++) out[i] = older[i] ^ out[i-1];
      end
    endcase
  end

  assign out_o = out;

endmodule
