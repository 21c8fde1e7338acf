// SPDX-License-Identifier: Apache-2.0
// Instruction word to control signals. Combinational.
//
// Two case statements list the encodings, one a line, grouped as in the ARMv6-M manual (A5.2:
// 16 bits, A5.3: 32 bits; then the Galois-field instructions). A line raises the format of its
// operands and the control signals that it needs. Below, formats become register numbers and
// immediates. The patterns OPC_* and the recognisers is_* are generated (gfp_isa_pkg); no two
// patterns here match one word, so there is no priority to pay for.
//
// insn_i: first halfword in 31:16; 15:0 belongs to the instruction only if it is a 32-bit one.
// When `illegal` is set, all other outputs but svc, bkpt and pop_pc are don't-care.
// Parameters: see gfp_core.
module gfp_decode
  import gfp_isa_pkg::*;
  import gfp_pkg::*;
  import gf_pkg::*;
#(
    parameter bit GF = 1'b1,
    parameter int unsigned GF_LANES = 4,
    parameter bit GF_SQUARERS = 1'b1,
    parameter bit GF_INVERSE = 1'b1,
    parameter int unsigned GF_INVERSE_CYCLES = 1,
    parameter bit GF_ISOLATE = 1'b1,
    parameter bit GF_FIELD2 = 1'b0,
    parameter bit GF_MA = 1'b0,
    parameter int unsigned GF_MAC = 0,
    parameter bit GF_TEST = 1'b0,
    parameter bit GF_HIGH = 1'b0,
    parameter bit SUBSET = 1'b0
) (
    input logic [31:0] insn_i,
    output decoded_t dec_o
);

  // Of an inverse and a power.
  localparam int unsigned ChainCycles = GF_INVERSE ? GF_INVERSE_CYCLES : 1;

  // Instructions that no workload uses: not in the subset.
  localparam bit Full = ~SUBSET;

  logic [15:0] h;
  logic [31:0] w;
  assign h = insn_i[31:16];
  assign w = insn_i;

  // Formats of operands.
  logic shift5;  // Rd, Rm, #imm5
  logic low3;  // Rd, Rn, Rm or #imm3
  logic imm3;  // ... #imm3
  logic imm8;  // Rdn, #imm8
  logic low2;  // Rdn, Rm
  logic add_hi, cmp_hi, mov_hi;  // two registers of all sixteen
  logic bx_blx;  // Rm of all sixteen
  logic mem_reg;  // Rt, [Rn, Rm]
  logic mem_imm5;  // Rt, [Rn, #imm5 times the size]
  logic mem_sp;  // Rt, [SP, #imm8 * 4]
  logic mem_pc, adr;  // Rd, PC, #imm8 * 4: the word there, its address
  logic sp_imm8;  // Rd, SP, #imm8 * 4
  logic sp_imm7;  // SP, #imm7 * 4
  logic extend;  // Rd, Rm
  logic list;  // Rn, {registers}
  logic sp_list;  // SP, {registers}
  logic b_cond, b, bl;  // offsets of 8, 11, 24 bits
  logic mrs, msr;
  logic gf;  // Rdh, Rd, Rn, Rm of 4 bits each
  logic test;  // Rn, Rm of 4 bits each
  logic mem_imm8;  // Rt, [Rn, #imm8 * 4] with registers of 4 bits
  logic shift_high;  // Rd, Rn, #imm5 with registers of 4 bits

  // Properties that more than one format shares.
  logic byte_sized, half_sized, load, store, sign, rev, rev16, isb, barrier, legal;
  logic add, sub;  // result of the adder, and all flags
  logic compare;  // flags alone
  decoded_t d;

  // verilog_format: off
  always_comb begin
    d = '0;
    {shift5, low3, imm3, imm8, low2, add_hi, cmp_hi, mov_hi, bx_blx} = '0;
    {mem_reg, mem_imm5, mem_sp, mem_pc, adr, sp_imm8, sp_imm7, extend, list, sp_list} = '0;
    {b_cond, b, bl, mrs, msr, gf, test, mem_imm8, shift_high} = '0;
    {byte_sized, half_sized, load, store, sign, rev, rev16, isb, barrier} = '0;
    {add, sub, compare} = '0;
    d.gf_op = GF_IDLE;
    legal = 1;

    unique casez (h)
      // A5.2.1  00....  Shift by immediate, add, subtract, move, compare; lsls #0 is movs
      OPC_LSLS_IMM:  begin shift5 = 1; d.left = 1; end
      OPC_LSRS_IMM:  begin shift5 = 1; end
      OPC_ASRS_IMM:  begin shift5 = 1; d.arithmetic = 1; end
      OPC_ADDS_REG:  begin low3 = 1; add = 1; end
      OPC_SUBS_REG:  begin low3 = 1; sub = 1; end
      OPC_ADDS_IMM3: begin low3 = 1; imm3 = 1; add = 1; end
      OPC_SUBS_IMM3: begin low3 = 1; imm3 = 1; sub = 1; end
      OPC_MOVS_IMM:  begin imm8 = 1; d.sum = 1; d.a_zero = 1; end
      OPC_CMP_IMM:   begin imm8 = 1; sub = 1; compare = 1; end
      OPC_ADDS_IMM8: begin imm8 = 1; add = 1; end
      OPC_SUBS_IMM8: begin imm8 = 1; sub = 1; end

      // A5.2.2  010000  Data processing
      OPC_ANDS:      begin low2 = 1; d.bits_and = 1; end
      OPC_EORS:      begin low2 = 1; d.bits_xor = 1; end
      OPC_LSLS_REG:  begin low2 = 1; d.shift = 1; d.left = 1; end
      OPC_LSRS_REG:  begin low2 = 1; d.shift = 1; end
      OPC_ASRS_REG:  begin low2 = 1; d.shift = 1; d.arithmetic = 1; end
      OPC_ADCS:      begin low2 = 1; add = 1; d.carry_flag = 1; end
      OPC_SBCS:      begin low2 = 1; sub = 1; d.carry_flag = 1; end
      OPC_RORS:      begin low2 = 1; d.shift = 1; d.rotate = 1; end
      OPC_TST:       begin low2 = 1; d.bits_and = 1; compare = 1; end
      OPC_RSBS:      begin low2 = 1; sub = 1; d.a_zero = 1; end
      OPC_CMP_REG:   begin low2 = 1; sub = 1; compare = 1; end
      OPC_CMN:       begin low2 = Full; add = Full; compare = Full; legal = Full; end
      OPC_ORRS:      begin low2 = 1; d.bits_and = 1; d.bits_xor = 1; end
      OPC_MULS:      begin low2 = 1; d.mul = 1; end
      OPC_BICS:      begin low2 = 1; d.bits_and = 1; d.b_invert = 1; end
      OPC_MVNS:      begin low2 = 1; d.bits_and = 1; d.bits_xor = 1; d.a_zero = 1;
                           d.b_invert = 1; end

      // A5.2.3  010001  Special data processing, branch and exchange
      OPC_ADD_HI:    begin add_hi = 1; d.sum = 1; legal = is_add_hi(h); end
      OPC_CMP_HI:    begin cmp_hi = 1; sub = 1; compare = 1; legal = is_cmp_hi(h); end
      OPC_MOV_HI:    begin mov_hi = 1; d.sum = 1; end
      OPC_BX:        begin bx_blx = 1; legal = is_bx(h); end
      OPC_BLX:       begin bx_blx = 1; d.link = 1; legal = is_blx(h); end

      //         01001.  Load from the literal pool
      OPC_LDR_LIT:   begin mem_pc = 1; load = 1; end

      // A5.2.4  0101.., 011..., 100...  Load, store single data item
      OPC_STR_REG:   begin mem_reg = 1; store = 1; end
      OPC_STRH_REG:  begin mem_reg = 1; store = 1; half_sized = 1; end
      OPC_STRB_REG:  begin mem_reg = 1; store = 1; byte_sized = 1; end
      OPC_LDRSB_REG: begin mem_reg = Full; load = Full; byte_sized = Full; sign = Full;
                           legal = Full; end
      OPC_LDR_REG:   begin mem_reg = 1; load = 1; end
      OPC_LDRH_REG:  begin mem_reg = 1; load = 1; half_sized = 1; end
      OPC_LDRB_REG:  begin mem_reg = 1; load = 1; byte_sized = 1; end
      OPC_LDRSH_REG: begin mem_reg = 1; load = 1; half_sized = 1; sign = 1; end
      OPC_STR_IMM:   begin mem_imm5 = 1; store = 1; end
      OPC_LDR_IMM:   begin mem_imm5 = 1; load = 1; end
      OPC_STRB_IMM:  begin mem_imm5 = 1; store = 1; byte_sized = 1; end
      OPC_LDRB_IMM:  begin mem_imm5 = 1; load = 1; byte_sized = 1; end
      OPC_STRH_IMM:  begin mem_imm5 = 1; store = 1; half_sized = 1; end
      OPC_LDRH_IMM:  begin mem_imm5 = 1; load = 1; half_sized = 1; end
      OPC_STR_SP:    begin mem_sp = 1; store = 1; end
      OPC_LDR_SP:    begin mem_sp = 1; load = 1; end

      //         1010..  PC-relative, SP-relative address
      OPC_ADR:       begin adr = 1; d.sum = 1; end
      OPC_ADD_RD_SP_IMM8: begin sp_imm8 = 1; d.sum = 1; end

      // A5.2.5  1011..  Miscellaneous: SP, extend, push, PRIMASK, reverse, pop, BKPT, hints
      OPC_ADD_SP_IMM7: begin sp_imm7 = 1; d.sum = 1; end
      OPC_SUB_SP_IMM7: begin sp_imm7 = 1; d.sum = 1; d.b_invert = 1; end
      OPC_SXTH:      begin extend = 1; half_sized = 1; sign = 1; end
      OPC_SXTB:      begin extend = Full; byte_sized = Full; sign = Full; legal = Full; end
      OPC_UXTH:      begin extend = 1; half_sized = 1; end
      OPC_UXTB:      begin extend = 1; byte_sized = 1; end
      OPC_PUSH:      begin sp_list = 1; store = 1; d.down = 1; d.writeback = 1;
                           legal = is_push(h); end
      OPC_CPS:       begin d.cps = Full; legal = Full; end
      OPC_REV:       begin extend = 1; rev = 1; end
      OPC_REV16:     begin extend = 1; rev16 = 1; end
      OPC_REVSH:     begin extend = Full; half_sized = Full; rev16 = Full; sign = Full;
                           legal = Full; end
      OPC_POP:       begin sp_list = 1; load = 1; d.pop_pc = h[8]; d.writeback = 1;
                           legal = is_pop(h); end
      OPC_BKPT:      begin d.bkpt = 1; end
      OPC_HINT:      begin d.wfe = Full & is_wfe(h); d.wfi = Full & is_wfi(h);
                           d.sev = Full & is_sev(h); legal = Full | is_nop(h); end

      //         1100..  Store, load multiple registers
      OPC_STM:       begin list = 1; store = 1; d.writeback = 1; legal = is_stm(h); end
      OPC_LDM:       begin list = 1; load = 1; d.base_listed = h[{1'b0, h[10:8]}];
                           d.writeback = ~d.base_listed; legal = is_ldm(h); end

      // A5.2.6  1101..  Conditional branch; with the condition 1111, supervisor call
      OPC_B_COND:    begin b_cond = is_b_cond(h); d.svc = Full & is_svc(h);
                           legal = b_cond | d.svc; end

      //         11100.  Branch
      OPC_B:         begin b = 1; end

      default: legal = 0;
    endcase

    unique casez (w)
      // A5.3.1  11110.  Branch with link, special registers, barriers
      OPC_BL:        begin bl = 1; d.link = 1; legal = 1; end
      OPC_MSR:       begin msr = Full; d.sum = Full; legal = Full & is_msr(w); end
      OPC_MRS:       begin mrs = Full; d.sum = Full & w[3]; legal = Full & is_mrs(w); end
      OPC_DSB:       begin barrier = Full; legal = Full; end
      OPC_DMB:       begin barrier = Full; legal = Full; end
      OPC_ISB:       begin isb = Full; legal = Full; end

      //         111011  Galois field
      OPC_GFMUL:     begin gf = GF; d.gf_op = GF_MUL; legal = GF & is_gfmul(w); end
      OPC_GFINV:     begin gf = GF; d.gf_op = GF_INV; legal = GF & GF_INVERSE & is_gfinv(w); end
      OPC_GFSQ:      begin gf = GF; d.gf_op = GF_SQ; legal = GF & is_gfsq(w); end
      OPC_GFPOW:     begin gf = GF; d.gf_op = GF_POW; legal = GF & GF_SQUARERS & is_gfpow(w); end
      OPC_GFADD:     begin gf = GF; d.gf_op = GF_ADD; legal = GF & is_gfadd(w); end
      OPC_GFMUL32:   begin gf = GF; d.gf_op = GF_CLMUL; d.gf_high = w[15:12] != w[11:8];
                           legal = GF & is_gfmul32(w); end
      OPC_GFMULB:    begin gf = GF; d.gf_op = GF_MUL; legal = GF & GF_FIELD2 & is_gfmulb(w); end
      OPC_GFINVB:    begin gf = GF; d.gf_op = GF_INV;
                           legal = GF & GF_FIELD2 & GF_INVERSE & is_gfinvb(w); end
      OPC_GFSQB:     begin gf = GF; d.gf_op = GF_SQ; legal = GF & GF_FIELD2 & is_gfsqb(w); end
      OPC_GFPOWB:    begin gf = GF; d.gf_op = GF_POW;
                           legal = GF & GF_FIELD2 & GF_SQUARERS & is_gfpowb(w); end
      OPC_GFCFGB:    begin d.gfcfg = GF; legal = GF & GF_FIELD2 & is_gfcfgb(w); end
      OPC_GFSTB:     begin d.gfst = GF; legal = GF & GF_FIELD2 & is_gfstb(w); end
      OPC_GFMA:      begin gf = GF; d.gf_op = GF_MUL; d.gf_add = GF & GF_MA;
                           legal = GF & GF_MA & is_gfma(w); end
      OPC_GFMAC32:   begin gf = GF; d.gf_op = GF_CLMUL; d.gf_high = w[15:12] != w[11:8];
                           d.gf_add = GF & GF_MAC != 0; d.gf_two = GF & GF_MAC == 2;
                           legal = GF & GF_MAC != 0 & is_gfmac32(w); end
      OPC_GFTST:     begin test = GF_TEST; d.bits_xor = GF_TEST; d.b_imm = GF_TEST;
                           legal = GF_TEST & is_gftst(w); end
      OPC_GFCMP:     begin test = GF_TEST; d.bits_xor = GF_TEST;
                           legal = GF_TEST & is_gfcmp(w); end
      OPC_GFLDR:     begin mem_imm8 = GF_HIGH; load = GF_HIGH; legal = GF_HIGH & is_gfldr(w); end
      OPC_GFSTR:     begin mem_imm8 = GF_HIGH; store = GF_HIGH; legal = GF_HIGH & is_gfstr(w); end
      OPC_GFROR:     begin shift_high = GF_HIGH; d.rotate = GF_HIGH;
                           legal = GF_HIGH & is_gfror(w); end
      OPC_GFCFG:     begin d.gfcfg = GF; legal = GF & is_gfcfg(w); end
      OPC_GFST:      begin d.gfst = GF; legal = GF & is_gfst(w); end
      default: ;
    endcase
  end
  // verilog_format: on

  // Two registers of all sixteen: if the source is PC, it is operand A and the other register operand B.
  logic hi, hi_pc_source, hi_to_pc, pc_operand;
  logic [3:0] hi_rd;
  assign hi = add_hi | cmp_hi | mov_hi;
  assign hi_rd = {h[7], h[2:0]};
  assign hi_pc_source = (add_hi | mov_hi) & h[6:3] == ArchPc;
  assign hi_to_pc = (add_hi | mov_hi) & hi_rd == ArchPc;
  assign pc_operand = hi_pc_source | (add_hi & hi_rd == ArchPc);

  logic sp_imm;
  assign sp_imm = mem_sp | sp_imm8 | sp_imm7;

  always_comb begin
    dec_o = d;

    // Register numbers; where none is named, any. mrs: the file's entries of MSP and PSP.
    dec_o.ra = ({4{shift5 | low3 | mem_reg | mem_imm5}} & {1'b0, h[5:3]}) |
               ({4{imm8 | list}} & {1'b0, h[10:8]}) |
               ({4{low2}} & {1'b0, h[2:0]}) |
               ({4{hi}} & hi_rd) |
               ({4{sp_imm | sp_list}} & ArchSp) |
               ({4{gf | test | mem_imm8 | shift_high | d.gfcfg | d.gfst}} & w[7:4]) |
               ({4{msr}} & w[19:16]) |
               ({4{mrs}} & {2'b11, w[0], 1'b1});
    dec_o.rb = ({4{low3 | mem_reg}} & {1'b0, h[8:6]}) |
               ({4{low2 | extend}} & {1'b0, h[5:3]}) |
               ({4{(hi & ~hi_pc_source) | bx_blx}} & h[6:3]) |
               ({4{hi_pc_source}} & hi_rd) |
               ({4{gf | test}} & w[3:0]);
    dec_o.rt = mem_imm8 ? w[11:8] : {1'b0, mem_sp ? h[10:8] : h[2:0]};
    dec_o.rd = ({4{shift5 | low3 | low2 | mem_reg | mem_imm5 | extend}} & {1'b0, h[2:0]}) |
               ({4{imm8 | mem_pc | mem_sp | adr | sp_imm8}} & {1'b0, h[10:8]}) |
               ({4{hi}} & hi_rd) |
               ({4{sp_imm7}} & ArchSp) |
               ({4{d.link}} & RegLr) |
               ({4{gf | mrs | mem_imm8 | shift_high}} & w[11:8]);
    dec_o.rh = w[15:12];
    dec_o.rc = w[19] ? w[11:8] : w[15:12];  // rd of gfmac32, rh of gfma

    // Operands of the adder and the logic unit.
    dec_o.a_pc = mem_pc | adr | b | b_cond | bl | isb | pc_operand;
    dec_o.a_zero = d.a_zero | (mov_hi & ~hi_pc_source) | bx_blx;
    dec_o.pc_plus2 = b | b_cond | pc_operand;
    dec_o.pc_align = mem_pc | adr;
    dec_o.b_imm = d.b_imm | imm3 | imm8 | mem_pc | mem_imm5 | mem_imm8 | sp_imm | adr | b |
        b_cond | bl | isb | msr | mrs | (mov_hi & hi_pc_source);
    dec_o.b_invert = d.b_invert | sub;
    dec_o.carry_one = dec_o.b_invert & ~d.carry_flag;

    // Immediate: at most one format, so they are joined by OR. None: 0.
    if (imm3) dec_o.imm |= 32'(h[8:6]);
    if (imm8) dec_o.imm |= 32'(h[7:0]);
    if (mem_pc | mem_sp | adr | sp_imm8) dec_o.imm |= 32'({h[7:0], 2'd0});
    if (sp_imm7) dec_o.imm |= 32'({h[6:0], 2'd0});
    if (mem_imm5 & byte_sized) dec_o.imm |= 32'(h[10:6]);
    if (mem_imm5 & half_sized) dec_o.imm |= 32'({h[10:6], 1'd0});
    if (mem_imm5 & ~byte_sized & ~half_sized) dec_o.imm |= 32'({h[10:6], 2'd0});
    if (mem_imm8) dec_o.imm |= 32'({w[15:12], w[3:0], 2'd0});
    if (b_cond) dec_o.imm |= {{23{h[7]}}, h[7:0], 1'd0};
    if (b) dec_o.imm |= {{20{h[10]}}, h[10:0], 1'd0};
    if (bl) dec_o.imm |= {{8{w[26]}}, ~(w[13] ^ w[26]), ~(w[11] ^ w[26]), w[25:16], w[10:0], 1'd0};

    // Result.
    dec_o.sum = d.sum | add | sub;
    dec_o.set_cv = add | sub;
    dec_o.shift = d.shift | shift5 | shift_high;
    dec_o.shift_imm = shift5 | shift_high;
    dec_o.amount = {h[10:6] == '0 & ~d.left, h[10:6]};
    if (shift_high) dec_o.amount = {1'b0, w[16], w[3:0]};
    dec_o.align = extend;
    dec_o.set_nz = shift5 | low3 | imm8 | low2 | cmp_hi | test;
    dec_o.lanes = test;
    // ADD and MOV to PC branch, and write no register.
    dec_o.branch = hi_to_pc | bx_blx | b | b_cond | bl | isb;
    dec_o.write =
        ((shift5 | low3 | imm8 | low2 | add_hi | mov_hi) & ~compare & ~hi_to_pc) |
        adr | sp_imm8 | sp_imm7 | extend | d.link | mrs | gf | shift_high;

    // Memory.
    dec_o.align_op.size = byte_sized ? SIZE_BYTE : half_sized ? SIZE_HALF : SIZE_WORD;
    dec_o.align_op.sign = sign;
    dec_o.align_op.rev = rev;
    dec_o.align_op.rev16 = rev16;
    dec_o.mem = load | store | d.gfcfg | d.gfst;
    dec_o.store = store | d.gfst;
    dec_o.multi = list | sp_list;
    dec_o.list = dec_o.multi ? {h[8] & sp_list, h[7:0]} : {7'd0, d.gfcfg | d.gfst, 1'b1};

    // Control.
    dec_o.conditional = b_cond;
    dec_o.interwork = bx_blx;
    dec_o.extra = {2'b00, mrs | msr | barrier, bl | isb | d.wfe | d.wfi} |
        ({4{gf & d.gf_op != GF_ADD}} & 4'(4 / GF_LANES - 1)) |
        ({4{gf & (d.gf_op == GF_INV | d.gf_op == GF_POW)}} & 4'(4 * ChainCycles / GF_LANES - 1)) |
        {3'd0, d.gf_two};
    dec_o.mrs = mrs;
    dec_o.msr = msr;
    dec_o.gf = gf;
    // Two gates behind a flip-flop, and not the whole decoder: the field has a long way to go.
    dec_o.gf_second = GF & GF_FIELD2 & w[31:26] == GFMULB_MATCH[31:26] & w[21];
    dec_o.illegal = ~legal;

    if (GF & ~GF_ISOLATE) begin
      // Without isolation, the unit's operation must not be gated here either, for any instruction.
      case (w[19:16])
        GFADD_MATCH[19:16]: dec_o.gf_op = GF_ADD;
        GFSQ_MATCH[19:16]: dec_o.gf_op = GF_SQ;
        GFPOW_MATCH[19:16]: dec_o.gf_op = GF_POW;
        GFINV_MATCH[19:16]: dec_o.gf_op = GF_INV;
        GFMUL_MATCH[19:16]: dec_o.gf_op = GF_MUL;
        GFMUL32_MATCH[19:16]: dec_o.gf_op = GF_CLMUL;
        default: dec_o.gf_op = GF_IDLE;
      endcase
    end
  end

endmodule
