// SPDX-License-Identifier: Apache-2.0
// Four words of the AES key schedule (FIPS 197, 5.2) in a cycle, for keys of 4, 6 and 8 words.
// Word 0 of a round key is its bits 31:0, byte 0 of a word its bits 7:0. recent_i is the round key
// j - 1, older_i the round key j - 2, out_o the round key j; step_i says what is special in it. In
// EXPAND_192_FIRST, where there is no round key j - 2, the upper half of older_i is the rest of the
// key, words 4 and 5.
//
// Each word is the one a key's length before plus the word before it. Only one word in four goes
// through the S-box instead, so four S-boxes do. Where that word is the third, its operand, the
// second, is a sum of words that are there already, so there is no loop. constant_i is
// x^(i/n - 1) for the special word i and a key of n words.
//
// Operands: any. Combinational.
module aes_expand
  import aes_pkg::*;
(
    input  expand_e         step_i,
    input  logic    [  7:0] constant_i,
    input  logic    [127:0] recent_i,
    input  logic    [127:0] older_i,
    output logic    [127:0] out_o
);

  typedef logic [3:0][31:0] words_t;

  words_t recent, older, base, out;
  logic [31:0] in, substituted, special;
  logic first, middle, none, plain;

  assign recent = recent_i;
  assign older  = older_i;
  assign first  = step_i == EXPAND_192_FIRST;
  assign middle = step_i == EXPAND_192_MIDDLE;
  assign none   = step_i == EXPAND_192_NONE;
  assign plain  = step_i == EXPAND_256_PLAIN;

  // The words of a key's length before.
  always_comb begin
    unique case (step_i)
      EXPAND_128: base = recent;
      EXPAND_256_ROTATED, EXPAND_256_PLAIN: base = older;
      default: base = {recent[1:0], older[3:2]};
    endcase
  end

  assign in = (first ? older[3] : recent[3]) ^ (middle ? older[3] ^ older[2] : '0);

  for (genvar i = 0; i < 4; i++) begin : gen_byte
    aes_sbox u_sbox (
        .inverse_i(1'b0),
        .in_i(in[8*i+:8]),
        .out_o(substituted[8*i+:8])
    );
  end

  assign special = plain ? substituted : {substituted[7:0], substituted[31:8]} ^ 32'(constant_i);

  // The first two words of EXPAND_192_FIRST are there already.
  assign out[0]  = base[0] ^ (first ? '0 : middle || none ? recent[3] : special);
  assign out[1]  = base[1] ^ (first ? '0 : out[0]);
  assign out[2]  = base[2] ^ (first || middle ? special : out[1]);
  assign out[3]  = base[3] ^ out[2];
  assign out_o   = out;

endmodule
