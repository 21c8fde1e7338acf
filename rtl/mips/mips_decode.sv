// SPDX-License-Identifier: Apache-2.0
// Decoder: an instruction word to what each stage does with it.
//
// A word that is no instruction is `illegal`. Words of coprocessors 1 to 3 are decoded apart from
// that: whether they are unusable or illegal depends on Status, which stage x knows.
module mips_decode
  import mips_isa_pkg::*;
  import mips_pkg::*;
#(
    parameter bit C2 = 1'b0
) (
    input logic [31:0] insn_i,
    input logic debug_i,  // without a debugger SDBBP is illegal
    input logic c2_illegal_i,
    output logic c2_o,  // a word of coprocessor 2
    output decoded_t dec_o
);

  // Formats.
  logic r3;  // rd, rs, rt
  logic shift_imm;  // rd, rt, amount
  logic imm;  // rt, rs, immediate
  logic branch1;  // rs, offset
  logic branch2;  // rs, rt, offset
  logic load, store;  // rt, offset(rs)
  logic unit2;  // rs, rt of the multiplier or divider
  logic trap2, trap_imm;
  logic link31;  // $31 takes the link

  logic legal;
  decoded_t d;

  // verilog_format: off
  always_comb begin
    d = '0;
    d.x.alu = ALU_SUM;
    d.m.size = SIZE_WORD;
    {r3, shift_imm, imm, branch1, branch2, load, store, unit2, trap2, trap_imm, link31} = '0;
    legal = 1;

    unique casez (insn_i)
      // Add, subtract, compare
      OPC_ADD:     begin r3 = 1; d.x.overflows = 1; end
      OPC_ADDU:    begin r3 = 1; end
      OPC_SUB:     begin r3 = 1; d.x.subtract = 1; d.x.overflows = 1; end
      OPC_SUBU:    begin r3 = 1; d.x.subtract = 1; end
      OPC_ADDI:    begin imm = 1; d.x.sign = 1; d.x.overflows = 1; end
      OPC_ADDIU:   begin imm = 1; d.x.sign = 1; end
      OPC_SLT:     begin r3 = 1; d.x.alu = ALU_LESS; d.x.less_signed = 1; end
      OPC_SLTU:    begin r3 = 1; d.x.alu = ALU_LESS; end
      OPC_SLTI:    begin imm = 1; d.x.sign = 1; d.x.alu = ALU_LESS; d.x.less_signed = 1; end
      OPC_SLTIU:   begin imm = 1; d.x.sign = 1; d.x.alu = ALU_LESS; end

      // Logic
      OPC_AND_REG: begin r3 = 1; d.x.alu = ALU_AND; end
      OPC_OR_REG:  begin r3 = 1; d.x.alu = ALU_OR; end
      OPC_XOR_REG: begin r3 = 1; d.x.alu = ALU_XOR; end
      OPC_NOR:     begin r3 = 1; d.x.alu = ALU_NOR; end
      OPC_ANDI:    begin imm = 1; d.x.alu = ALU_AND; end
      OPC_ORI:     begin imm = 1; d.x.alu = ALU_OR; end
      OPC_XORI:    begin imm = 1; d.x.alu = ALU_XOR; end
      OPC_LUI:     begin imm = 1; d.x.alu = ALU_UPPER; end

      // Shift
      OPC_SLL:     begin shift_imm = 1; d.x.left = 1; end
      OPC_SRL:     begin shift_imm = 1; end
      OPC_SRA:     begin shift_imm = 1; d.x.arithmetic = 1; end
      OPC_SLLV:    begin r3 = 1; d.x.alu = ALU_SHIFT; d.x.left = 1; end
      OPC_SRLV:    begin r3 = 1; d.x.alu = ALU_SHIFT; end
      OPC_SRAV:    begin r3 = 1; d.x.alu = ALU_SHIFT; d.x.arithmetic = 1; end

      // Multiply and divide
      OPC_MULT:    begin unit2 = 1; d.x.multiply = 1; d.x.unit_signed = 1; end
      OPC_MULTU:   begin unit2 = 1; d.x.multiply = 1; end
      OPC_DIV:     begin unit2 = 1; d.x.divide = 1; d.x.unit_signed = 1; end
      OPC_DIVU:    begin unit2 = 1; d.x.divide = 1; end
      OPC_MFHI:    begin d.unit = 1; d.rd = insn_i[15:11]; d.x.alu = ALU_HI; end
      OPC_MFLO:    begin d.unit = 1; d.rd = insn_i[15:11]; d.x.alu = ALU_LO; end
      OPC_MTHI:    begin d.unit = 1; d.ra = insn_i[25:21]; d.x.mthi = 1; end
      OPC_MTLO:    begin d.unit = 1; d.ra = insn_i[25:21]; d.x.mtlo = 1; end

      // Load and store
      OPC_LB:      begin load = 1; d.m.size = SIZE_BYTE; d.m.sign = 1; end
      OPC_LH:      begin load = 1; d.m.size = SIZE_HALF; d.m.sign = 1; end
      OPC_LWL:     begin load = 1; d.m.left = 1; end
      OPC_LW:      begin load = 1; end
      OPC_LBU:     begin load = 1; d.m.size = SIZE_BYTE; end
      OPC_LHU:     begin load = 1; d.m.size = SIZE_HALF; end
      OPC_LWR:     begin load = 1; d.m.right = 1; end
      OPC_LL:      begin load = 1; d.m.ll = 1; end
      OPC_SB:      begin store = 1; d.m.size = SIZE_BYTE; end
      OPC_SH:      begin store = 1; d.m.size = SIZE_HALF; end
      OPC_SWL:     begin store = 1; d.m.left = 1; end
      OPC_SW:      begin store = 1; end
      OPC_SWR:     begin store = 1; d.m.right = 1; end
      OPC_SC:      begin store = 1; d.x.sc = 1; d.m.sc = 1; d.m.late = 1; d.rd = insn_i[20:16]; end
      OPC_SYNC:    ;

      // Branch and jump
      OPC_J:       begin d.transfer.jump = 1; end
      OPC_JAL:     begin d.transfer.jump = 1; link31 = 1; end
      OPC_JR:      begin d.transfer.indirect = 1; d.ra = insn_i[25:21]; end
      OPC_JALR:    begin d.transfer.indirect = 1; d.ra = insn_i[25:21]; d.rd = insn_i[15:11];
                         d.x.link = 1; end
      OPC_BEQ:     begin branch2 = 1; end
      OPC_BNE:     begin branch2 = 1; d.transfer.negate = 1; end
      OPC_BLEZ:    begin branch1 = 1; d.transfer.zero = 1; end
      OPC_BGTZ:    begin branch1 = 1; d.transfer.zero = 1; d.transfer.negate = 1; end
      OPC_BLTZ:    begin branch1 = 1; end
      OPC_BGEZ:    begin branch1 = 1; d.transfer.negate = 1; end
      OPC_BLTZAL:  begin branch1 = 1; link31 = 1; end
      OPC_BGEZAL:  begin branch1 = 1; d.transfer.negate = 1; link31 = 1; end
      OPC_BEQL:    begin branch2 = 1; d.transfer.likely = 1; end
      OPC_BNEL:    begin branch2 = 1; d.transfer.likely = 1; d.transfer.negate = 1; end
      OPC_BLEZL:   begin branch1 = 1; d.transfer.likely = 1; d.transfer.zero = 1; end
      OPC_BGTZL:   begin branch1 = 1; d.transfer.likely = 1; d.transfer.zero = 1;
                         d.transfer.negate = 1; end
      OPC_BLTZL:   begin branch1 = 1; d.transfer.likely = 1; end
      OPC_BGEZL:   begin branch1 = 1; d.transfer.likely = 1; d.transfer.negate = 1; end
      OPC_BLTZALL: begin branch1 = 1; d.transfer.likely = 1; link31 = 1; end
      OPC_BGEZALL: begin branch1 = 1; d.transfer.likely = 1; d.transfer.negate = 1; link31 = 1; end

      // Trap and call the system
      OPC_SYSCALL:    begin d.syscall = 1; end
      OPC_BREAK_CODE: begin d.breakpoint = 1; end
      OPC_TGE:     begin trap2 = 1; d.x.less_signed = 1; d.x.trap_negate = 1; end
      OPC_TGEU:    begin trap2 = 1; d.x.trap_negate = 1; end
      OPC_TLT:     begin trap2 = 1; d.x.less_signed = 1; end
      OPC_TLTU:    begin trap2 = 1; end
      OPC_TEQ:     begin trap2 = 1; d.x.trap_equal = 1; end
      OPC_TNE:     begin trap2 = 1; d.x.trap_equal = 1; d.x.trap_negate = 1; end
      OPC_TGEI:    begin trap_imm = 1; d.x.less_signed = 1; d.x.trap_negate = 1; end
      OPC_TGEIU:   begin trap_imm = 1; d.x.trap_negate = 1; end
      OPC_TLTI:    begin trap_imm = 1; d.x.less_signed = 1; end
      OPC_TLTIU:   begin trap_imm = 1; end
      OPC_TEQI:    begin trap_imm = 1; d.x.trap_equal = 1; end
      OPC_TNEI:    begin trap_imm = 1; d.x.trap_equal = 1; d.x.trap_negate = 1; end

      // System
      OPC_MFC0:    begin d.rd = insn_i[20:16]; d.m.mfc0 = 1; d.m.late = 1;
                         d.x.alu = ALU_UPPER; legal = is_mfc0(insn_i); end  // its number, for m
      OPC_MTC0:    begin d.rb = insn_i[20:16]; d.x.mtc0 = 1; legal = is_mtc0(insn_i); end
      OPC_ERET:    begin d.transfer.eret = 1; d.x.eret = 1; end
      OPC_SDBBP:   begin d.m.sdbbp = 1; legal = debug_i; end

      default: legal = 0;
    endcase

    // Coprocessors 1 to 3. Coprocessor 2 has COP2, LDC2 and SDC2.
    d.x.coprocessor = (insn_i[31:28] == 4'b0100 & insn_i[27:26] != 2'd0) |
                      (insn_i[31:30] == 2'b11 & (insn_i[27] ^ insn_i[26]));
    c2_o = C2 & (insn_i[31:26] == 6'o22 | insn_i[31:26] == 6'o66 | insn_i[31:26] == 6'o76);
    if (c2_o) begin
      legal = ~c2_illegal_i;
      d.x.c2 = 1;
      d.m.c2 = 1;
      if (insn_i[31]) begin
        d.x.access = 1;
        d.x.immediate = 1;
        d.x.sign = 1;
        d.ra = insn_i[25:21];
        d.m.store = insn_i[29];
        d.m.size = SIZE_ROW;
      end else if (~insn_i[25] & ~insn_i[23]) begin
        d.rd = insn_i[20:16];  // MFC2, CFC2
        d.m.late = 1;
      end else if (~insn_i[25]) begin
        d.rb = insn_i[20:16];  // MTC2, CTC2
      end
    end

    if (r3 | unit2 | branch2 | trap2) {d.ra, d.rb} = insn_i[25:16];
    if (imm | branch1 | trap_imm | load | store) d.ra = insn_i[25:21];
    if (shift_imm) {d.rb, d.x.alu, d.x.amount_imm} = {insn_i[20:16], ALU_SHIFT, 1'b1};
    if (r3 | shift_imm) d.rd = insn_i[15:11];
    if (imm | load) d.rd = insn_i[20:16];
    if (link31) {d.rd, d.x.link} = {RegLink, 1'b1};
    if (imm | trap_imm | load | store) d.x.immediate = 1;
    if (load | store | trap_imm) d.x.sign = 1;
    if (load) {d.x.access, d.m.late} = 2'b11;
    if (store) {d.x.access, d.m.store} = 2'b11;
    if (store | d.m.left | d.m.right) {d.rb, d.b_late} = {insn_i[20:16], 1'b1};
    if (branch1 | branch2) d.transfer.branch = 1;
    if (branch2) d.transfer.equal = 1;
    if (unit2) d.unit = 1;
    if (trap2 | trap_imm) d.x.trap = 1;
    if (trap2 | trap_imm | d.x.alu == ALU_LESS) d.x.subtract = 1;

    dec_o = d;
    if (~legal) begin
      // Nothing but the exception.
      dec_o = '0;
      dec_o.illegal = 1;
      dec_o.x.coprocessor = d.x.coprocessor;
    end
  end
  // verilog_format: on

endmodule
