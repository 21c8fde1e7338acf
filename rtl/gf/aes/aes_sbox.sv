// SPDX-License-Identifier: Apache-2.0
// The S-box of AES (FIPS 197, 5.1.1) and its inverse (5.3.2), around one inversion in the tower
// GF((2^4)^2) of Rudra et al., CHES 2001: GF(2^4) is modulo x^4 + x + 1, and the upper field
// modulo y^2 + y + 10. The isomorphism maps x of the AES field to 0x4c. Of all 64 to towers over
// this GF(2^4) it has the fewest ones in the four matrices below. They join it, or its inverse,
// with the affine map of the S-box, or its inverse.
//
// For a = h y + l the inverse is (h y + h + l) / d with d = 10 h^2 + h l + l^2, and 0 for 0.
//
// Operands: any. Combinational: two matrices, three products and an inversion in GF(2^4) in a row.
// The same time for all operands, but nothing is masked.
module aes_sbox (
    input  logic       inverse_i,
    input  logic [7:0] in_i,
    output logic [7:0] out_o
);

  typedef logic [7:0][7:0] matrix_t;  // the rows, that of bit 7 first

  localparam matrix_t ForwardIn = {
    8'b10100000,
    8'b01110010,
    8'b10101100,
    8'b11011100,
    8'b11001010,
    8'b11000010,
    8'b00101100,
    8'b00100001
  };
  localparam matrix_t InverseIn = {
    8'b11000110,
    8'b10111110,
    8'b01110001,
    8'b10000110,
    8'b00010111,
    8'b00110010,
    8'b00100011,
    8'b00110000
  };
  localparam matrix_t ForwardOut = {
    8'b00011110,
    8'b10010000,
    8'b10110110,
    8'b10110111,
    8'b01010001,
    8'b00001011,
    8'b00000101,
    8'b10110001
  };
  localparam matrix_t InverseOut = {
    8'b00100010,
    8'b01010110,
    8'b10100010,
    8'b11000100,
    8'b00001100,
    8'b10101100,
    8'b01110000,
    8'b10100011
  };
  localparam logic [7:0] Affine = 8'h63, InverseAffine = 8'h33;  // the second after its matrix

  function automatic logic [7:0] mapped(matrix_t rows, logic [7:0] a);
    for (int unsigned i = 0; i < 8; i++) mapped[i] = ^(rows[i] & a);
  endfunction

  function automatic logic [3:0] product(logic [3:0] a, logic [3:0] b);
    logic [6:0] s;
    s = '0;
    for (int unsigned i = 0; i < 4; i++) s ^= 7'(a & {4{b[i]}}) << i;
    return s[3:0] ^ {1'b0, s[6:4]} ^ {s[6:4], 1'b0};
  endfunction

  function automatic logic [3:0] square(logic [3:0] a);
    return {a[3], a[1] ^ a[3], a[2], a[0] ^ a[2]};
  endfunction

  function automatic logic [3:0] inverse(logic [3:0] a);
    inverse[3] = a[1] ^ a[2] ^ a[3] ^ (a[3] & (a[0] ^ a[1] ^ a[2])) ^ (a[3] & a[2] & a[1]);
    inverse[2] = a[2] ^ a[3] ^ (a[0] & (a[1] ^ a[2] ^ a[3])) ^ (a[3] & a[2] & a[0]);
    inverse[1] = a[3] ^ (a[1] & a[0]) ^ (a[2] & (a[0] ^ a[1])) ^ (a[3] & a[1]) ^
        (a[3] & a[1] & a[0]);
    inverse[0] = a[0] ^ a[1] ^ a[2] ^ a[3] ^ (a[2] & (a[0] ^ a[1])) ^ (a[2] & a[1] & a[0]) ^
        (a[3] & a[2] & a[1]);
  endfunction

  logic [7:0] a, z;
  logic [3:0] high, low, both, d;

  assign a = inverse_i ? mapped(InverseIn, in_i) ^ InverseAffine : mapped(ForwardIn, in_i);
  assign {high, low} = a;
  assign both = high ^ low;
  assign d = inverse(product(square(high), 4'd10) ^ product(both, low));
  assign z = {product(high, d), product(both, d)};
  assign out_o = inverse_i ? mapped(InverseOut, z) : mapped(ForwardOut, z) ^ Affine;

endmodule
