// SPDX-License-Identifier: Apache-2.0
// Decoder of one slot: a word to what each stage does with it. A word that is no operation, or one
// of an extension that the core lacks, is not legal; the other outputs mean nothing then.
module coreva_decode
  import coreva_isa_pkg::*;
  import coreva_pkg::*;
#(
    parameter bit ISE = 1'b0,
    parameter bit CLMUL = 1'b0,
    parameter bit LSLADD = 1'b0
) (
    input logic [31:0] word_i,
    output op_t op_o,
    output needs_t needs_o
);

  // Formats.
  logic r3;  // rd, rs1, rs2
  logic r2;  // rd, rs1
  logic r1;  // rd
  logic imm;  // rd, rs1, simm12
  logic amount;  // rd, rs1, amount
  logic fused;  // rd, rs1, rs2, amount
  logic load, store;
  logic cmp, cmpi, cmp2;  // p, rs1, and rs2 or a constant; pair, rs1, rs2
  logic product;

  logic legal;
  op_t d;
  needs_t n;

  // verilog_format: off
  always_comb begin
    d = '0;
    n = '0;
    d.size = SIZE_WORD;
    {r3, r2, r1, imm, amount, fused, load, store, cmp, cmpi, cmp2, product} = '0;
    legal = 1;

    unique casez (word_i)
      // Add, subtract, compare
      OPC_ADD:      begin r3 = 1; end
      OPC_SUB:      begin r3 = 1; d.sub = 1; end
      OPC_ADDI:     begin imm = 1; end
      OPC_SLT:      begin r3 = 1; d.alu = ALU_LESS; d.sub = 1; d.is_signed = 1; end
      OPC_SLTU:     begin r3 = 1; d.alu = ALU_LESS; d.sub = 1; end
      OPC_SLTI:     begin imm = 1; d.alu = ALU_LESS; d.sub = 1; d.is_signed = 1; end
      OPC_SLTIU:    begin imm = 1; d.alu = ALU_LESS; d.sub = 1; end
      OPC_MIN:      begin r3 = 1; d.alu = ALU_PICK; d.sub = 1; d.is_signed = 1; end
      OPC_MAX:      begin r3 = 1; d.alu = ALU_PICK; d.sub = 1; d.is_signed = 1; d.invert = 1; end
      OPC_MINU:     begin r3 = 1; d.alu = ALU_PICK; d.sub = 1; end
      OPC_MAXU:     begin r3 = 1; d.alu = ALU_PICK; d.sub = 1; d.invert = 1; end
      OPC_CZEQZ:    begin r3 = 1; d.alu = ALU_ZERO; end
      OPC_CZNEZ:    begin r3 = 1; d.alu = ALU_ZERO; d.invert = 1; end

      // Logic
      OPC_AND_REG:  begin r3 = 1; d.alu = ALU_LOGIC; d.mode = LogicAnd; end
      OPC_OR_REG:   begin r3 = 1; d.alu = ALU_LOGIC; d.mode = LogicOr; end
      OPC_XOR_REG:  begin r3 = 1; d.alu = ALU_LOGIC; d.mode = LogicXor; end
      OPC_ANDN:     begin r3 = 1; d.alu = ALU_LOGIC; d.mode = LogicAnd; d.invert = 1; end
      OPC_ORN:      begin r3 = 1; d.alu = ALU_LOGIC; d.mode = LogicOr; d.invert = 1; end
      OPC_XNOR:     begin r3 = 1; d.alu = ALU_LOGIC; d.mode = LogicXor; d.invert = 1; end
      OPC_ANDI:     begin imm = 1; d.alu = ALU_LOGIC; d.mode = LogicAnd; end
      OPC_ORI:      begin imm = 1; d.alu = ALU_LOGIC; d.mode = LogicOr; end
      OPC_XORI:     begin imm = 1; d.alu = ALU_LOGIC; d.mode = LogicXor; end

      // Shifts and rotations
      OPC_SLL:      begin r3 = 1; d.alu = ALU_SHIFT; d.mode = ShiftLeft; end
      OPC_SRL:      begin r3 = 1; d.alu = ALU_SHIFT; end
      OPC_SRA:      begin r3 = 1; d.alu = ALU_SHIFT; d.mode = ShiftSign; end
      OPC_ROR:      begin r3 = 1; d.alu = ALU_SHIFT; d.mode = ShiftRotate; end
      OPC_ROL:      begin r3 = 1; d.alu = ALU_SHIFT; d.mode = ShiftRotate | ShiftLeft; end
      OPC_SLLI:     begin amount = 1; d.alu = ALU_SHIFT; d.mode = ShiftLeft; end
      OPC_SRLI:     begin amount = 1; d.alu = ALU_SHIFT; end
      OPC_SRAI:     begin amount = 1; d.alu = ALU_SHIFT; d.mode = ShiftSign; end
      OPC_RORI:     begin amount = 1; d.alu = ALU_SHIFT; d.mode = ShiftRotate; end

      // Counting and extending
      OPC_CLZ:      begin r2 = 1; d.alu = ALU_COUNT; d.mode = CountHigh; end
      OPC_CTZ:      begin r2 = 1; d.alu = ALU_COUNT; d.mode = CountLow; end
      OPC_CPOP:     begin r2 = 1; d.alu = ALU_COUNT; d.mode = CountOnes; end
      OPC_SEXTB:    begin r2 = 1; d.alu = ALU_EXTEND; d.mode = ExtendSignByte; end
      OPC_SEXTH:    begin r2 = 1; d.alu = ALU_EXTEND; d.mode = ExtendSignHalf; end
      OPC_ZEXTH:    begin r2 = 1; d.alu = ALU_EXTEND; d.mode = ExtendHalf; end
      OPC_REV8:     begin r2 = 1; d.alu = ALU_EXTEND; d.mode = ExtendReverse; end

      // Constants. MOVHI reads rd through the first port.
      OPC_MOVI:     begin r1 = 1; d.alu = ALU_CONSTANT; d.imm = word_i[16:0]; d.constant = 1; end
      OPC_MOVHI:    begin r1 = 1; d.alu = ALU_CONSTANT; d.imm = word_i[16:0]; d.invert = 1;
                          d.ra = word_i[21:17]; end

      // Fused operations
      OPC_LSLXOR:   begin fused = 1; d.alu = ALU_SHIFT; d.mode = ShiftLeft; d.fuse = FUSE_XOR;
                          legal = ISE; end
      OPC_LSRXOR:   begin fused = 1; d.alu = ALU_SHIFT; d.fuse = FUSE_XOR; legal = ISE; end
      OPC_MVBITS:   begin amount = 1; d.alu = ALU_SHIFT; d.mode = ShiftLeft; d.fuse = FUSE_MASK;
                          legal = ISE & $onehot(word_i[11:7]) & ~word_i[11]; end
      OPC_LSLADD:   begin fused = 1; d.mode = ShiftLeft; d.fuse = FUSE_SUM; legal = LSLADD; end

      // Loads and stores
      OPC_LW:       begin load = 1; end
      OPC_LH:       begin load = 1; d.size = SIZE_HALF; d.sign = 1; end
      OPC_LHU:      begin load = 1; d.size = SIZE_HALF; end
      OPC_LB:       begin load = 1; d.size = SIZE_BYTE; d.sign = 1; end
      OPC_LBU:      begin load = 1; d.size = SIZE_BYTE; end
      OPC_SW:       begin store = 1; end
      OPC_SH:       begin store = 1; d.size = SIZE_HALF; end
      OPC_SB:       begin store = 1; d.size = SIZE_BYTE; end

      // Compares; bit 21 is for CMPN
      OPC_CMP_EQ, OPC_CMP_NE, OPC_CMP_LT, OPC_CMP_GE, OPC_CMP_LTU, OPC_CMP_GEU, OPC_CMP_ANY,
      OPC_CMPN_EQ, OPC_CMPN_NE, OPC_CMPN_LT, OPC_CMPN_GE, OPC_CMPN_LTU, OPC_CMPN_GEU, OPC_CMPN_ANY:
                    begin cmp = 1; end
      OPC_CMPI_EQ, OPC_CMPI_NE, OPC_CMPI_LT, OPC_CMPI_GE, OPC_CMPI_LTU, OPC_CMPI_GEU,
      OPC_CMPNI_EQ, OPC_CMPNI_NE, OPC_CMPNI_LT, OPC_CMPNI_GE, OPC_CMPNI_LTU, OPC_CMPNI_GEU:
                    begin cmpi = 1; end

      // Flags and registers
      OPC_MTC:      begin d.move_flags = 1; d.ra = word_i[16:12]; d.file = word_i[5];
                          d.imm[4:0] = word_i[4:0]; end
      OPC_MFC:      begin r1 = 1; d.alu = ALU_STATE; d.mode = StateFlags; end

      // Branches
      OPC_BR:       begin n.branch = 1; n.direct = 1; end
      OPC_CALL:     begin n.branch = 1; n.direct = 1; d.rd = 5'd1; d.alu = ALU_STATE;
                          d.mode = StateLink; end
      OPC_JR:       begin n.branch = 1; n.slot0 = 1; d.through = 1; d.ra = word_i[16:12]; end
      OPC_CALLR:    begin n.branch = 1; n.slot0 = 1; d.through = 1; d.ra = word_i[16:12];
                          d.rd = 5'd1; d.alu = ALU_STATE; d.mode = StateLink; end

      // Products
      OPC_MUL:      begin product = 1; d.product_op = X_LOW; end
      OPC_MULH:     begin product = 1; d.product_op = X_HIGH; end
      OPC_MULHU:    begin product = 1; d.product_op = X_HIGH_UNSIGNED; end
      OPC_MLA:      begin product = 1; d.product_op = X_ADD; d.third = 1; end
      OPC_CLMUL:    begin product = 1; d.product_op = X_POLY_LOW; legal = CLMUL; end
      OPC_CLMULH:   begin product = 1; d.product_op = X_POLY_HIGH; legal = CLMUL; end

      // Division steps
      OPC_DIVI:     begin n.d_unit = 1; d.divide_load = 1; d.ra = word_i[16:12]; end
      OPC_DIVS:     begin n.d_unit = 1; r3 = 1; d.divide_step = 1; d.alu = ALU_DIVIDE; end
      OPC_DIVQ:     begin n.d_unit = 1; r1 = 1; d.alu = ALU_STATE; d.mode = StateQuotient; end

      // Pairs of halfwords
      OPC_ADD2:     begin r3 = 1; d.halves = 1; end
      OPC_SUB2:     begin r3 = 1; d.halves = 1; d.sub = 1; end
      OPC_SLL2:     begin r3 = 1; d.halves = 1; d.alu = ALU_SHIFT2; d.mode = ShiftLeft; end
      OPC_SRL2:     begin r3 = 1; d.halves = 1; d.alu = ALU_SHIFT2; end
      OPC_SRA2:     begin r3 = 1; d.halves = 1; d.alu = ALU_SHIFT2; d.mode = ShiftSign; end
      OPC_SLT2:     begin r3 = 1; d.halves = 1; d.alu = ALU_LESS; d.sub = 1; d.is_signed = 1; end
      OPC_MIN2:     begin r3 = 1; d.halves = 1; d.alu = ALU_PICK; d.sub = 1; d.is_signed = 1; end
      OPC_MAX2:     begin r3 = 1; d.halves = 1; d.alu = ALU_PICK; d.sub = 1; d.is_signed = 1;
                          d.invert = 1; end
      OPC_PACK:     begin r3 = 1; d.halves = 1; d.alu = ALU_PACK; end
      OPC_PACKH:    begin r3 = 1; d.halves = 1; d.alu = ALU_PACK; d.invert = 1; end
      OPC_MUL2:     begin product = 1; d.halves = 1; d.product_op = X_HALVES; end
      OPC_MLA2:     begin product = 1; d.halves = 1; d.product_op = X_HALVES_ADD; d.third = 1; end
      OPC_CMP2_EQ, OPC_CMP2_NE, OPC_CMP2_LT, OPC_CMP2_GE, OPC_CMP2_LTU, OPC_CMP2_GEU:
                    begin cmp2 = 1; d.halves = 1; end

      // System
      OPC_TRAP:     begin n.slot0 = 1; d.trap = 1; d.imm[7:0] = word_i[7:0]; end
      OPC_RDCYCLE:  begin n.slot0 = 1; r1 = 1; d.alu = ALU_STATE; d.mode = StateCycle; end
      OPC_RDCYCLEH: begin n.slot0 = 1; r1 = 1; d.alu = ALU_STATE; d.mode = StateCycleHigh; end

      default:      legal = 0;
    endcase

    // Guard 15 is not there, and halfwords have only the guards with a partner above.
    d.guard = word_i[30:27];
    if (&d.guard | (d.halves & d.guard[3])) legal = 0;

    if (r3 | r2 | r1 | imm | amount | fused | load | product) d.rd = word_i[21:17];
    if (r3 | r2 | imm | amount | fused | load | store | cmp | cmpi | cmp2 | product)
      d.ra = word_i[16:12];
    if (r3 | fused | cmp | cmp2 | product) d.rb = word_i[11:7];
    if (imm | load | store) d.imm = 17'($signed(word_i[11:0]));
    if (imm) d.constant = 1;
    if (amount) {d.constant, d.imm[4:0]} = {1'b1, word_i[11:7]};
    if (fused) d.imm[4:0] = word_i[6:2];
    {d.load, d.store} = {load, store};
    if (store) d.rb = word_i[21:17];
    n.memory = load | store;
    n.x_unit = product;
    d.product = product;

    // A flag is one of 1 to 14; a pair is one of 1 to 7.
    d.compare = cmp | cmpi | cmp2;
    if (d.compare) begin
      d.sub = 1;
      d.flag = {word_i[20] & ~cmp2, word_i[19:17]};
      d.both = word_i[21] & ~cmp2;
      d.cond = cmpi ? word_i[11:9] : word_i[2:0];
      d.is_signed = d.cond == CondLt | d.cond == CondGe;
      if (d.flag == '0 | &d.flag) legal = 0;
    end
    if (cmpi) {d.constant, d.imm} = {1'b1, 17'($signed(word_i[8:0]))};
    n.legal = legal;
  end
  // verilog_format: on

  assign op_o = d;
  assign needs_o = n;

  // The bundle's decoder has it.
  logic unused;
  assign unused = word_i[31];

endmodule
