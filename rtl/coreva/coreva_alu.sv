// SPDX-License-Identifier: Apache-2.0
// The arithmetic of a slot: sums, logic, shifts, compares, on a word or on two halfwords.
// Combinational, one cycle.
//
// One adder serves sums, differences, compares and the choice of the smaller operand. On halfwords
// no carry goes from the low to the high one.
module coreva_alu
  import coreva_pkg::*;
#(
    parameter bit ISE = 1'b0,
    parameter bit LSLADD = 1'b0
) (
    input op_t op_i,
    input logic [31:0] a_i,
    input logic [31:0] b_i,  // rs2 or a constant
    input logic [31:0] state_i,  // for ALU_STATE and ALU_DIVIDE
    output logic [31:0] value_o,
    output logic [1:0] holds_o  // the compare; of halfwords: for each
);

  // --------------------------------------------------------------------------------------------
  // Shifts

  logic [31:0] shift_in, shifted, shifted2;
  logic [4:0] amount;
  logic of_b;

  assign of_b = (ISE & op_i.fuse == FUSE_XOR) | (LSLADD & op_i.fuse == FUSE_SUM);
  assign shift_in = of_b ? b_i : a_i;
  assign amount = of_b ? op_i.imm[4:0] : b_i[4:0];

  coreva_shifter u_shifter (
      .a_i(shift_in),
      .amount_i(amount),
      .left_i(op_i.mode[0]),
      .sign_i(op_i.mode[1]),
      .rotate_i(op_i.mode[2]),
      .out_o(shifted)
  );

  for (genvar i = 0; i < 2; i++) begin : gen_half
    coreva_shifter #(
        .W(16)
    ) u_shifter (
        .a_i(a_i[16*i+:16]),
        .amount_i(b_i[16*i+:4]),
        .left_i(op_i.mode[0]),
        .sign_i(op_i.mode[1]),
        .rotate_i(1'b0),
        .out_o(shifted2[16*i+:16])
    );
  end

  logic [31:0] fused, mask;
  always_comb begin
    mask = amount[3] ? 32'h00ff00ff : amount[2] ? 32'h0f0f0f0f : 32'h33333333;
    if (amount[0]) mask = 32'h55555555;
    fused = shifted;
    if (ISE & op_i.fuse != FUSE_NONE) fused = shifted ^ a_i;
    if (ISE & op_i.fuse == FUSE_MASK) fused &= mask;
  end

  // --------------------------------------------------------------------------------------------
  // Sums and compares

  logic [31:0] addend, sum;
  logic carry_low, carry_high;
  assign addend = (LSLADD & op_i.fuse == FUSE_SUM ? shifted : b_i) ^ {32{op_i.sub}};
  assign {carry_low, sum[15:0]} = 17'(a_i[15:0]) + 17'(addend[15:0]) + 17'(op_i.sub);
  assign {carry_high, sum[31:16]} = 17'(a_i[31:16]) + 17'(addend[31:16]) +
      17'(op_i.halves ? op_i.sub : carry_low);

  // Operands with different signs are unlike as signed and as unsigned numbers. In the low halfword
  // of a word there is no sign.
  logic [1:0] less, equal, any, holds;
  assign less[1] = op_i.is_signed & (a_i[31] ^ b_i[31]) ? a_i[31] : ~carry_high;
  assign less[0] = op_i.is_signed & (a_i[15] ^ b_i[15]) ? a_i[15] : ~carry_low;
  assign equal = {a_i[31:16] == b_i[31:16], a_i[15:0] == b_i[15:0]};
  assign any = {(a_i[31:16] & b_i[31:16]) != '0, (a_i[15:0] & b_i[15:0]) != '0};

  always_comb begin
    for (int unsigned i = 0; i < 2; i++) begin
      unique case (op_i.cond)
        CondEq, CondNe: holds[i] = (op_i.halves ? equal[i] : &equal) ^ op_i.cond[0];
        CondLt, CondGe, CondLtu, CondGeu:
        holds[i] = (op_i.halves ? less[i] : less[1]) ^ op_i.cond[0];
        default: holds[i] = |any;
      endcase
    end
    holds_o = holds;
  end

  logic [1:0] first;  // the first operand is the result
  assign first = (op_i.halves ? less : {2{less[1]}}) ^ {2{op_i.invert}};

  // --------------------------------------------------------------------------------------------
  // The rest

  logic [5:0] count;
  coreva_count u_count (
      .a_i,
      .mode_i (op_i.mode),
      .count_o(count)
  );

  logic [31:0] word_less, logical, picked, extended, turned;
  assign turned = b_i ^ {32{op_i.invert}};
  always_comb begin
    unique case (op_i.mode)
      LogicAnd: logical = a_i & turned;
      LogicOr:  logical = a_i | turned;
      default:  logical = a_i ^ turned;
    endcase
    unique case (op_i.mode)
      ExtendSignByte: extended = 32'($signed(a_i[7:0]));
      ExtendSignHalf: extended = 32'($signed(a_i[15:0]));
      ExtendHalf: extended = 32'(a_i[15:0]);
      default: extended = {a_i[7:0], a_i[15:8], a_i[23:16], a_i[31:24]};
    endcase
    word_less = op_i.halves ? {15'd0, less[1], 15'd0, less[0]} : {31'd0, less[1]};
    picked = {first[1] ? a_i[31:16] : b_i[31:16], first[0] ? a_i[15:0] : b_i[15:0]};
  end

  always_comb begin
    unique case (op_i.alu)
      ALU_SUM: value_o = sum;
      ALU_LOGIC: value_o = logical;
      ALU_SHIFT: value_o = fused;
      ALU_SHIFT2: value_o = shifted2;
      ALU_LESS: value_o = word_less;
      ALU_PICK: value_o = picked;
      ALU_ZERO: value_o = (b_i == '0) ^ op_i.invert ? '0 : a_i;
      ALU_COUNT: value_o = 32'(count);
      ALU_EXTEND: value_o = extended;
      ALU_CONSTANT: value_o = op_i.invert ? {op_i.imm[15:0], a_i[15:0]} : 32'($signed(op_i.imm));
      ALU_PACK: value_o = op_i.invert ? {b_i[31:16], a_i[31:16]} : {b_i[15:0], a_i[15:0]};
      default: value_o = state_i;
    endcase
  end

  // The rest of the operation is for others.
  logic unused;
  assign unused = &{1'b0, op_i};

endmodule
