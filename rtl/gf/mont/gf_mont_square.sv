// SPDX-License-Identifier: Apache-2.0
// Montgomery square a^2 x^-R mod P in one cycle, for one P = x^M + x^K3 + x^K2 + x^K1 + 1, or the
// trinomial x^M + x^K3 + 1 (K2 = K1 = 0). A square is a zero between the bits of the operand. Then
// the lowest R bits are cleared, CHUNK at a time: q is the chunk times the inverse of P modulo
// x^CHUNK, a constant, and q P is added. What remains above is the result.
//
// A short chunk shares the most gates, a long one is fast: with CHUNK = 1 bit follows bit, with
// CHUNK = R every bit of the result is one sum. For trinomials the chunk hardly matters.
//
// Operands: any. Combinational: a network of XOR gates.
module gf_mont_square #(
    parameter int unsigned M = 233,
    parameter int unsigned K3 = 74,
    parameter int unsigned K2 = 0,
    parameter int unsigned K1 = 0,
    parameter int unsigned R = 240,
    parameter int unsigned CHUNK = 44
) (
    input  logic [M-1:0] a_i,
    output logic [M-1:0] out_o
);

  if (!(M > K3 && K3 > K2 && (K2 > K1 && K1 > 0 || K2 == 0 && K1 == 0))) begin : gen_check
    $fatal(1, "gf_mont_square: M > K3 > K2 > K1 > 0 must hold, or K2 and K1 must be 0");
  end
  if (R < M || CHUNK < 1) begin : gen_check_length
    $fatal(1, "gf_mont_square: R must be M at least, and CHUNK 1 at least");
  end

  localparam int unsigned Long = M + R + CHUNK;

  typedef logic [CHUNK-1:0] chunk_t;

  // The inverse of P modulo x^CHUNK, bit by bit.
  function automatic chunk_t inverse_of_p();
    logic [Long-1:0] p, rest;
    p = Long'(1);
    rest = Long'(1);
    p ^= Long'(1) << M ^ Long'(1) << K3;
    if (K2 != 0) p ^= Long'(1) << K2 ^ Long'(1) << K1;
    for (int unsigned j = 0; j < CHUNK; j++) begin
      inverse_of_p[j] = rest[0];
      rest = (rest[0] ? rest ^ p : rest) >> 1;
    end
  endfunction

  localparam chunk_t Inverse = inverse_of_p();

  logic [Long-1:0] s, q;
  chunk_t low;

  always_comb begin
    s = '0;
    for (int unsigned i = 0; i < M; i++) s[2*i] = a_i[i];
    for (int unsigned c = 0; c < R; c += CHUNK) begin
      low = '0;
      for (int unsigned j = 0; j < CHUNK; j++) if (Inverse[j]) low ^= s[c+:CHUNK] << j;
      if (R - c < CHUNK) low &= ~(chunk_t'('1) << (R - c));
      q = Long'(low) << c;
      s ^= q ^ q << M ^ q << K3;
      if (K2 != 0) s ^= q << K2 ^ q << K1;
    end
  end

  assign out_o = s[R+:M];

  logic unused;
  assign unused = ^{s[Long-1:R+M], s[R-1:0]};

endmodule
