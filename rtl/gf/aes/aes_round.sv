// SPDX-License-Identifier: Apache-2.0
// One round of AES (FIPS 197, 5.1 and 5.3) in either direction. Byte i of a block is byte i of the
// standard, bits 8i+7..8i.
//
//     encrypt  SubBytes, ShiftRows, MixColumns (not in the last round), AddRoundKey
//     decrypt  InvShiftRows, InvSubBytes, AddRoundKey, InvMixColumns (not in the last round)
//
// Both directions share sixteen S-boxes and the MixColumns: bytes move after the S-boxes, since
// both work on single bytes, and InvMixColumns is MixColumns after a product with 4 x^2 + 5.
// The first AddRoundKey of a block is not here.
//
// Operands: any. Combinational.
module aes_round (
    input  logic         inverse_i,
    input  logic         last_i,
    input  logic [127:0] state_i,
    input  logic [127:0] key_i,
    output logic [127:0] out_o
);

  typedef logic [15:0][7:0] block_t;

  function automatic logic [7:0] times_x(logic [7:0] a);
    return {a[6:0], 1'b0} ^ (8'h1b & {8{a[7]}});
  endfunction

  block_t substituted, shifted, with_key, mixed_in, mixed;

  for (genvar i = 0; i < 16; i++) begin : gen_byte
    aes_sbox u_sbox (
        .inverse_i,
        .in_i (state_i[8*i+:8]),
        .out_o(substituted[i])
    );
  end

  // Row r, the bytes r + 4c, moves by r columns: to the left to encrypt, to the right to decrypt.
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      shifted[i] = inverse_i ? substituted[(i+16-4*(i%4))%16] : substituted[(i+4*(i%4))%16];
    end
  end

  assign with_key = shifted ^ key_i;

  // Byte i of a column becomes 2 a(i) + 3 a(i+1) + a(i+2) + a(i+3).
  always_comb begin
    for (int unsigned c = 0; c < 16; c += 4) begin
      for (int unsigned i = 0; i < 4; i++) begin
        mixed_in[c+i] = inverse_i ?
            with_key[c+i] ^ times_x(times_x(with_key[c+i] ^ with_key[c+(i+2)%4])) : shifted[c+i];
      end
      for (int unsigned i = 0; i < 4; i++) begin
        mixed[c+i] = times_x(mixed_in[c+i] ^ mixed_in[c+(i+1)%4]) ^ mixed_in[c+(i+1)%4] ^
            mixed_in[c+(i+2)%4] ^ mixed_in[c+(i+3)%4];
      end
    end
  end

  assign out_o = last_i ? with_key : inverse_i ? mixed : mixed ^ key_i;

endmodule
