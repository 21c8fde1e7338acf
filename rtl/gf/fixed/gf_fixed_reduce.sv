// SPDX-License-Identifier: Apache-2.0
// Remainder of a polynomial of N bits modulo f = x^M + x^T1 + x^T2 + x^T3 + 1 over GF(2). With
// T2 = T3 = 0, f is the trinomial x^M + x^T1 + 1.
//
// A pass folds all bits from M up at once: x^(M+i) = x^i (x^T1 + x^T2 + x^T3 + 1). It shortens the
// operand by M - T1 bits, so a product of two elements takes two passes if T1 is at most M/2.
//
// Operands: any. Combinational: at most 4 (N - M) XOR for each pass, and usually much less for the
// passes behind the first.
module gf_fixed_reduce #(
    parameter int unsigned M  = 283,
    parameter int unsigned T1 = 12,
    parameter int unsigned T2 = 7,
    parameter int unsigned T3 = 5,
    parameter int unsigned N  = 2 * M - 1
) (
    input  logic [N-1:0] a_i,
    output logic [M-1:0] out_o
);

  if (!(M > T1 && T1 > T2 && (T2 > T3 && T3 > 0 || T2 == 0 && T3 == 0))) begin : gen_check
    $fatal(1, "gf_fixed_reduce: M > T1 > T2 > T3 > 0 must hold, or T2 and T3 must be 0");
  end
  if (N <= M) begin : gen_check_length
    $fatal(1, "gf_fixed_reduce: N must be above M");
  end

  localparam int unsigned Passes = (N - M + M - T1 - 1) / (M - T1);

  logic [N-1:0] high;
  logic [N-1:0] rest;

  always_comb begin
    rest = a_i;
    for (int unsigned pass = 0; pass < Passes; pass++) begin
      high = rest >> M;
      rest = N'(rest[M-1:0]) ^ high ^ high << T1;
      if (T2 != 0) rest ^= high << T2 ^ high << T3;
    end
  end

  assign out_o = rest[M-1:0];

endmodule
