// SPDX-License-Identifier: Apache-2.0
// Stage x: adder, logic, shifter, comparison. Combinational.
//
// sum_o is also the address of an access. overflow_o is of the signed sum or difference; trap_o is
// the condition of a trap. Both need the instruction to be one that looks at them.
module mips_execute
  import mips_pkg::*;
(
    input execute_t op_i,
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic [15:0] imm_i,
    input logic [31:0] pc_i,
    input logic [31:0] hi_i,
    input logic [31:0] lo_i,
    output logic [31:0] sum_o,
    output logic carry_o,
    output logic overflow_o,
    output logic trap_o,
    output logic [31:0] result_o
);

  logic [31:0] imm, a, b, addend, shifted;
  logic less;

  assign imm = {{16{op_i.sign & imm_i[15]}}, imm_i};

  always_comb begin
    a = op_i.link ? pc_i : a_i;
    b = op_i.link ? 32'd8 : op_i.immediate ? imm : b_i;
    addend = b ^ {32{op_i.subtract}};
    {carry_o, sum_o} = 33'(a) + 33'(addend) + 33'(op_i.subtract);
    overflow_o = a[31] == addend[31] & sum_o[31] != a[31];
    less = op_i.less_signed ? sum_o[31] ^ overflow_o : ~carry_o;
    trap_o = (op_i.trap_equal ? sum_o == '0 : less) ^ op_i.trap_negate;
  end

  mips_shifter u_shifter (
      .value_i(b_i),
      .amount_i(op_i.amount_imm ? imm_i[10:6] : a_i[4:0]),
      .left_i(op_i.left),
      .arithmetic_i(op_i.arithmetic),
      .result_o(shifted)
  );

  always_comb begin
    case (op_i.alu)
      ALU_AND: result_o = a & b;
      ALU_OR: result_o = a | b;
      ALU_XOR: result_o = a ^ b;
      ALU_NOR: result_o = ~(a | b);
      ALU_LESS: result_o = 32'(less);
      ALU_SHIFT: result_o = shifted;
      ALU_UPPER: result_o = {imm_i, 16'd0};
      ALU_HI: result_o = hi_i;
      ALU_LO: result_o = lo_i;
      default: result_o = sum_o;
    endcase
  end

  // The rest of the operation belongs to other parts of the stage.
  logic unused;
  assign unused = &{1'b0, op_i};

endmodule
