// SPDX-License-Identifier: Apache-2.0
// Operands, the units that work on them, and write-back.
//
// Operand A comes from port A of the register file, the PC or zero; operand B from port B, the
// immediate, or the offset of an access. The adder of the ALU makes addresses, too: the base plus
// or minus so many words. Other units see the register ports themselves.
// Parameters: see gfp_core.
module gfp_execute
  import gfp_pkg::*;
#(
    parameter bit GF = 1'b1,
    parameter int unsigned GF_LANES = 4,
    parameter int unsigned GF_MIN_DEGREE = 2,
    parameter bit GF_SQUARERS = 1'b1,
    parameter bit GF_INVERSE = 1'b1,
    parameter int unsigned GF_INVERSE_CYCLES = 1,
    parameter bit GF_GATE_REDUCTION = 1'b1,
    parameter bit GF_ISOLATE = 1'b1,
    parameter bit GF_FIELD2 = 1'b0,
    parameter int unsigned GF_MAC = 0,
    parameter int unsigned MUL_CYCLES = 1
) (
    input logic clk_i,
    input logic rst_ni,

    // What is done
    input phase_t phase_i,
    input lsu_t lsu_i,
    input logic [3:0] step_i,
    input logic exec_i,
    input logic done_i,
    input decoded_t dec_i,
    input logic [7:0] sysm_i,  // of MSR
    input psr_t psr_i,
    input logic [31:1] pc_i,
    input logic [5:0] entry_number_i,  // of the exception that is entered
    input logic to_thread_i,
    input logic chained_i,

    // Registers, loaded words
    input logic [3:0] a_entry_i,  // at port A
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic [31:0] c_i,
    input logic [31:0] d_i,
    input logic gf_late_i,  // second cycle of an instruction that accumulates
    input logic [31:0] mrs_i,
    input logic [31:0] rdata_i,
    input logic [1:0] byte_i,  // address bits 1:0 of a load

    input logic halted_i,
    input logic dbg_write_i,
    input logic dbg_is_reg_i,
    input logic [3:0] dbg_reg_i,
    input debug_t debug_i,

    output logic [31:0] sum_o,
    output logic carry_o,
    output logic overflow_o,
    output logic mul_done_o,
    output logic field_legal_o,
    output logic [63:0] field_o,  // of the instruction
    output logic [63:0] dbg_field_o,  // ... and of the debugger
    output logic [31:0] flagged_o,  // the result from which N and Z come
    output write_t write_o
);

  // --------------------------------------------------------------------------------------------
  // Operands

  logic mul_adds, mul_skip;
  logic [31:0] mul_partial;
  logic [31:0] a, b;
  logic carry_in;
  assign mul_adds = MUL_CYCLES != 1 & dec_i.mul;

  // An instruction reads PC as its address + 4. pc_i is here the address of the next instruction. A
  // 16-bit instruction needs 2 more: they come in as bit 0 of operand A together with the carry. To
  // round down to a word, bit 1 of the next address is added twice: it carries into bit 2 or is
  // zero.
  always_comb begin
    if (phase_i.reset | lsu_i.vector) a = '0;
    else if (phase_i.frame) a = {a_i[31:3], a_i[2] & ~phase_i.entry, a_i[1:0]};
    else if (dec_i.a_zero) a = '0;
    else if (dec_i.a_pc) a = {pc_i, dec_i.pc_plus2};
    else if (mul_adds) a = mul_partial;
    else a = a_i;

    if (lsu_i.vector) b = {24'd0, entry_number_i, 2'b00};
    else if (lsu_i.multiple) b = {26'd0, lsu_i.offset, 2'b00};
    else if (dec_i.b_imm)
      b = {dec_i.imm[31:2], dec_i.imm[1] | (dec_i.pc_align & pc_i[1]), dec_i.imm[0]};
    else b = b_i & ~{32{mul_adds & mul_skip}};
    b ^= {32{lsu_i.multiple ? lsu_i.down & ~lsu_i.vector : dec_i.b_invert}};

    carry_in = lsu_i.multiple ? lsu_i.down & ~lsu_i.vector
                            : dec_i.carry_one | dec_i.pc_plus2 | (dec_i.carry_flag & psr_i.c);
  end

  // --------------------------------------------------------------------------------------------
  // Units

  logic [31:0] alu_result, shift_result, align_result, mul_result, gf_lo;
  logic [31:0] gf_hi;
  logic sum_carry, shift_carry;
  align_op_t align_op;

  gfp_alu u_alu (
      .a_i(a),
      .b_i(b),
      .carry_i(carry_in),
      .want_sum_i((dec_i.sum | mul_adds) & exec_i),
      .want_and_i(dec_i.bits_and & exec_i),
      .want_xor_i(dec_i.bits_xor & exec_i),
      .sum_o,
      .carry_o(sum_carry),
      .overflow_o,
      .result_o(alu_result)
  );

  gfp_shifter u_shifter (
      .value_i(a_i),
      .amount_i(dec_i.shift_imm ? {2'b00, dec_i.amount} : b_i[7:0]),
      .left_i(dec_i.left),
      .arithmetic_i(dec_i.arithmetic),
      .rotate_i(dec_i.rotate),
      .carry_i(psr_i.c),
      .result_o(shift_result),
      .carry_o(shift_carry)
  );

  // Loaded words pass through the aligner; words of a frame as they are.
  assign align_op = phase_i.run ? dec_i.align_op : '{size: SIZE_WORD, default: 1'b0};

  gfp_align u_align (
      .word_i(lsu_i.load ? rdata_i : b_i),
      .offset_i(byte_i & {2{lsu_i.load}}),
      .op_i(align_op),
      .word_o(align_result)
  );

  gfp_multiplier #(
      .CYCLES(MUL_CYCLES)
  ) u_multiplier (
      .clk_i,
      .rst_ni,
      .active_i(exec_i & dec_i.mul),
      .a_i,
      .b_i,
      .result_o(mul_result),
      .partial_o(mul_partial),
      .skip_o(mul_skip),
      .sum_i(sum_o),
      .done_o(mul_done_o)
  );

  gfp_galois #(
      .ENABLED(GF),
      .LANES(GF_LANES),
      .MIN_DEGREE(GF_MIN_DEGREE),
      .SQUARERS(GF_SQUARERS),
      .INVERSE(GF_INVERSE),
      .INVERSE_CYCLES(GF_INVERSE_CYCLES),
      .GATE_REDUCTION(GF_GATE_REDUCTION),
      .ISOLATE(GF_ISOLATE),
      .SECOND(GF_FIELD2),
      .MAC(GF_MAC)
  ) u_galois (
      .clk_i,
      .rst_ni,
      .active_i(exec_i & dec_i.gf),
      .op_i(dec_i.gf_op),
      .step_i(step_i),
      .a_i,
      .b_i,
      .c_i,
      .d_i,
      .keep_i(dec_i.gf_two),
      .late_i(gf_late_i),
      .lo_o(gf_lo),
      .hi_o(gf_hi),
      .second_i(dec_i.gf_second),
      .low_i(exec_i & dec_i.gfcfg & lsu_i.data & ~lsu_i.data_beat[0]),
      .high_i(exec_i & dec_i.gfcfg & lsu_i.done),
      .word_i(rdata_i),
      .legal_o(field_legal_o),
      .field_o,
      .dbg_second_i(debug_i.addr == DbgSecondLow | debug_i.addr == DbgSecondHigh),
      .dbg_low_i(dbg_write_i & (debug_i.addr == DbgFieldLow | debug_i.addr == DbgSecondLow)),
      .dbg_high_i(dbg_write_i & (debug_i.addr == DbgFieldHigh | debug_i.addr == DbgSecondHigh)),
      .dbg_wdata_i(debug_i.wdata),
      .dbg_field_o
  );

  gfp_writeback u_writeback (
      .phase_i,
      .lsu_i,
      .exec_i,
      .done_i,
      .dec_i,
      .sysm_i,
      .spsel_i(psr_i.spsel),
      .base_i(a_entry_i),
      .alu_i(alu_result),
      .mul_i(mul_result),
      .gf_lo_i(gf_lo),
      .gf_hi_i(gf_hi),
      .shift_i(shift_result),
      .align_i(align_result),
      .mrs_i,
      .sum_i(sum_o),
      .rdata_i,
      .pc_i,
      .to_thread_i,
      .chained_i,
      .halted_i,
      .dbg_write_i,
      .dbg_is_reg_i,
      .dbg_reg_i,
      .dbg_wdata_i(debug_i.wdata),
      .flagged_o,
      .write_o
  );

  assign carry_o = dec_i.shift ? shift_carry : sum_carry;

  // Not all of the instruction and the status is used here.
  logic unused;
  assign unused = &{1'b0, dec_i, psr_i, debug_i};

endmodule
