// SPDX-License-Identifier: Apache-2.0
// What an instruction of the accelerator does, as in the manual: from the values of its registers, of COND and VP, and of
// the core's register.
module vword_spec
  import vword_isa_pkg::*;
  import vword_spec_pkg::*;
#(
    parameter int unsigned M = 11,
    parameter int unsigned TERM1 = 2,
    parameter int unsigned TERM2 = 0,
    parameter int unsigned TERM3 = 0,
    parameter int unsigned W = 11,
    parameter int unsigned LEVEL = 3,
    parameter int unsigned D = 3,
    parameter int unsigned ROW = 32,
    parameter int unsigned SHIFTS = 3,
    parameter int AMOUNTS[15] = '{default: 0},
    parameter logic [31:0] FINGERPRINT = 0
) (
    input logic [31:0] insn,
    input logic [W-1:0] y,  // V[y]
    input logic [W-1:0] z,  // V[z]
    input logic [31:0] cond,
    input logic [W-1:0] vp,
    input logic [31:0] core,  // R[t]
    output logic legal,
    output logic load,
    output logic store,
    output logic write,  // V[vd] = word
    output logic [4:0] vd,
    output logic [W-1:0] word,
    output logic read,  // R[t] = data
    output logic [31:0] data,
    output logic [31:0] cond_after,
    output logic multiply,  // VP = the product of a and b
    output logic [W-1:0] a,
    output logic [W-1:0] b
);

  localparam int unsigned Parts = (W + 31) / 32;
  localparam int unsigned Kept = W >= M ? M : M % W == 0 ? W : M % W;

  logic [3:0] amount;
  logic [4:0] number;
  assign amount = insn[24:21];
  assign number = insn[15:11];

  // Of an operand of a field operation, bits from x^M on do not count.
  logic [W-1:0] shifted, masked, masked_z;
  always_comb begin
    shifted = '0;
    for (int i = 0; i < int'(W); i++)
      for (int unsigned k = 0; k < SHIFTS; k++)
        if (amount == 4'(k) && i - AMOUNTS[k] >= 0 && i - AMOUNTS[k] < int'(W)) shifted[i] = y[i-AMOUNTS[k]];
    for (int unsigned i = 0; i < W; i++) {masked[i], masked_z[i]} = i < Kept ? {y[i], z[i]} : 2'b00;
  end

  logic there, part;
  always_comb begin
    there = 32'(amount) < SHIFTS;
    part = 32'(insn[4:0]) < Parts;
    {legal, load, store, write, read, multiply} = '0;
    word = '0;
    data = '0;
    vd = insn[10:6];
    cond_after = cond;
    {a, b} = {masked, masked_z};
    if (is_vl(insn)) {legal, load, vd} = {2'b11, insn[20:16]};
    if (is_vs(insn)) {legal, store} = 2'b11;
    if (is_mtc2(insn)) begin
      {legal, write, vd} = {part, 1'b1, number};
      word = y;
      for (int unsigned i = 0; i < W; i++) if (i / 32 == 32'(insn[4:0])) word[i] = core[i%32];
    end
    if (is_mfc2(insn)) begin
      {legal, read} = {part, 1'b1};
      for (int unsigned i = 0; i < W; i++) if (i / 32 == 32'(insn[4:0])) data[i%32] = y[i];
    end
    if (is_cfc2(insn)) begin
      {legal, read} = 2'b11;
      case (number)
        5'd0: data = FINGERPRINT;
        5'd1: data = W;
        5'd2: data = ROW;
        5'd3: data = M;
        5'd4: data = LEVEL;
        5'd5: data = LEVEL == 3 ? D : 0;
        5'd31: {legal, data} = {LEVEL == 3, cond};
        default: if (number[4]) begin
          legal = 32'(number[3:0]) < SHIFTS;
          for (int unsigned k = 0; k < SHIFTS; k++) if (number[3:0] == 4'(k)) data = AMOUNTS[k];
        end
      endcase
    end
    if (is_ctc2(insn)) {legal, cond_after} = {LEVEL == 3, core};
    if (is_vxor(insn)) {legal, write, word} = {2'b11, y ^ z};
    if (is_vsh(insn)) {legal, write, word} = {there, 1'b1, shifted};
    if (is_vshx(insn)) {legal, write, word} = {LEVEL >= 2 & there, 1'b1, z ^ shifted};
    if (is_vmask(insn)) {legal, write, word} = {LEVEL >= 2, 1'b1, masked};
    if (is_vsel(insn)) {legal, write, word} = {LEVEL == 3, 1'b1, cond[31] ? y : z};
    if (is_vfmul(insn)) begin
      {legal, write, word} = {LEVEL == 3, 1'b1, vp};
      multiply = 1'b1;
    end
    if (is_vfmf(insn)) {legal, write, word} = {LEVEL == 3, 1'b1, vp};
    if (is_vfsq(insn)) begin
      {legal, write} = {LEVEL == 3, 1'b1};
      word = W'(square(word_t'(masked), M, TERM1, TERM2, TERM3));
    end
    if (is_vred(insn)) begin
      {legal, write} = {LEVEL == 3, 1'b1};
      // For a sum of degree 2 M - 2 at most: what is above does not count.
      word = W'(remainder((double_t'(y) << W | double_t'(z)) & ((double_t'(1) << (2 * M - 1)) - 1), M, TERM1, TERM2,
                          TERM3));
    end
    if (~legal) {load, store, write, read, multiply, cond_after} = {5'd0, cond};
  end

endmodule
