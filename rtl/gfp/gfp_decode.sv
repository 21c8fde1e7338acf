// SPDX-License-Identifier: Apache-2.0
// Instruction word to control signals. Encodings come from gfp_isa_pkg; each field below is the OR
// of the instructions that need it, so there is no priority to pay for. Combinational.
//
// insn_i: first halfword in 31:16; 15:0 belongs to the instruction only if it is a 32-bit one.
// An instruction that is none of the recognised ones is illegal; of its other fields none acts.
// Parameters: see gfp_core.
module gfp_decode
  import gfp_isa_pkg::*;
  import gfp_pkg::*;
#(
    parameter bit GF = 1'b1,
    parameter int unsigned GF_LANES = 4,
    parameter bit GF_SQUARERS = 1'b1,
    parameter bit GF_INVERSE = 1'b1,
    parameter bit GF_ISOLATE = 1'b1,
    parameter bit SUBSET = 1'b0
) (
    input logic [31:0] insn_i,
    // cover: off dec_o.rt[3]: a store of one word has a low register
    output decoded_t dec_o
);

  logic [15:0] h;
  logic [31:0] w;
  assign h = insn_i[31:16];
  assign w = insn_i;

  // Groups of instructions that share their operand fields.
  logic shift_imm, add3, imm8, low_reg, hi, bx_blx, ls_reg, ls_imm, ls_sp, gf_lane, gf_any;
  logic sp_imm, extend, ldr_single, str_single, byte_sized, half_sized, word_sized, sp_adjust;
  logic ldm, stm, push, pop, bl, barrier, wait_for, msr, mrs, pc_operand, hi_pc_source;

  // Not in the subset: none of the workloads uses them.
  logic sxtb, revsh, cmn, ldrsb_reg, svc, cps, isb, dmb_dsb, hint;
  assign sxtb = ~SUBSET & is_sxtb(h);
  assign revsh = ~SUBSET & is_revsh(h);
  assign cmn = ~SUBSET & is_cmn(h);
  assign ldrsb_reg = ~SUBSET & is_ldrsb_reg(h);
  assign svc = ~SUBSET & is_svc(h);
  assign cps = ~SUBSET & is_cps(h);
  assign mrs = ~SUBSET & is_mrs(w);
  assign msr = ~SUBSET & is_msr(w);
  assign isb = ~SUBSET & is_isb(w);
  assign dmb_dsb = ~SUBSET & (is_dmb(w) | is_dsb(w));
  assign wait_for = ~SUBSET & (is_wfe(h) | is_wfi(h));
  assign hint = ~SUBSET & (is_yield_(h) | is_sev(h) | is_hint(h));

  assign shift_imm = is_movs_reg(h) | is_lsls_imm(h) | is_lsrs_imm(h) | is_asrs_imm(h);
  assign add3 = is_adds_reg(h) | is_subs_reg(h) | is_adds_imm3(h) | is_subs_imm3(h);
  assign imm8 = is_movs_imm(h) | is_cmp_imm(h) | is_adds_imm8(h) | is_subs_imm8(h);
  assign low_reg = is_ands(
      h
  ) | is_eors(
      h
  ) | is_lsls_reg(
      h
  ) | is_lsrs_reg(
      h
  ) | is_asrs_reg(
      h
  ) | is_adcs(
      h
  ) | is_sbcs(
      h
  ) | is_rors(
      h
  ) | is_tst(
      h
  ) | is_rsbs(
      h
  ) | is_cmp_reg(
      h
  ) | cmn | is_orrs(
      h
  ) | is_muls(
      h
  ) | is_bics(
      h
  ) | is_mvns(
      h
  );
  assign hi = is_add_hi(h) | is_cmp_hi(h) | is_mov_hi(h);
  assign bx_blx = is_bx(h) | is_blx(h);
  assign ls_reg = is_str_reg(
      h
  ) | is_strh_reg(
      h
  ) | is_strb_reg(
      h
  ) | ldrsb_reg | is_ldr_reg(
      h
  ) | is_ldrh_reg(
      h
  ) | is_ldrb_reg(
      h
  ) | is_ldrsh_reg(
      h
  );
  assign ls_imm = is_str_imm(
      h
  ) | is_ldr_imm(
      h
  ) | is_strb_imm(
      h
  ) | is_ldrb_imm(
      h
  ) | is_strh_imm(
      h
  ) | is_ldrh_imm(
      h
  );
  assign ls_sp = is_str_sp(h) | is_ldr_sp(h);
  assign sp_adjust = is_add_sp_imm7(h) | is_sub_sp_imm7(h);
  assign sp_imm = ls_sp | is_add_rd_sp_imm8(h) | sp_adjust;
  assign extend = is_sxth(h) | sxtb | is_uxth(h) | is_uxtb(h) | is_rev(h) | is_rev16(h) | revsh;
  assign byte_sized = is_strb_reg(
      h
  ) | is_strb_imm(
      h
  ) | is_ldrb_reg(
      h
  ) | is_ldrb_imm(
      h
  ) | ldrsb_reg | sxtb | is_uxtb(
      h
  );
  assign half_sized = is_strh_reg(
      h
  ) | is_strh_imm(
      h
  ) | is_ldrh_reg(
      h
  ) | is_ldrh_imm(
      h
  ) | is_ldrsh_reg(
      h
  ) | is_sxth(
      h
  ) | is_uxth(
      h
  ) | revsh;
  assign str_single = is_str_reg(
      h
  ) | is_strh_reg(
      h
  ) | is_strb_reg(
      h
  ) | is_str_imm(
      h
  ) | is_strb_imm(
      h
  ) | is_strh_imm(
      h
  ) | is_str_sp(
      h
  );
  assign ldr_single = is_ldr_lit(h) | ((ls_reg | ls_imm | ls_sp) & ~str_single);
  assign word_sized = ~byte_sized & ~half_sized;
  assign ldm = is_ldm(h);
  assign stm = is_stm(h);
  assign push = is_push(h);
  assign pop = is_pop(h);
  assign bl = is_bl(w);
  assign barrier = dmb_dsb | isb;
  assign gf_lane = GF & (is_gfmul(
      w
  ) | (is_gfinv(
      w
  ) & GF_INVERSE) | is_gfsq(
      w
  ) | (is_gfpow(
      w
  ) & GF_SQUARERS) | is_gfadd(
      w
  ));
  assign gf_any = gf_lane | (GF & is_gfmul32(w));
  assign hi_pc_source = (is_add_hi(h) | is_mov_hi(h)) & (h[6:3] == ArchPc);
  assign pc_operand = hi_pc_source | (is_add_hi(h) & ({h[7], h[2:0]} == ArchPc));

  always_comb begin
    dec_o = '0;

    // Register numbers. Where none is named the value does not matter.
    dec_o.ra = ({4{add3 | shift_imm | ls_reg | ls_imm}} & {1'b0, h[5:3]}) |
               ({4{imm8 | ldm | stm}} & {1'b0, h[10:8]}) |
               ({4{low_reg}} & {1'b0, h[2:0]}) |
               ({4{hi}} & {h[7], h[2:0]}) |
               ({4{sp_imm | push | pop}} & ArchSp) |
               ({4{gf_any | is_gfcfg(w) | is_gfst(w)}} & w[7:4]) | ({4{msr}} & w[19:16]) |
        ({4{mrs}} & {2'b11, w[0], 1'b1});  // MSP, PSP: numbers of the register file
    dec_o.rb = ({4{add3 | ls_reg}} & {1'b0, h[8:6]}) |
               ({4{low_reg | extend}} & {1'b0, h[5:3]}) |
               ({4{(hi & ~hi_pc_source) | bx_blx}} & h[6:3]) |
               ({4{hi_pc_source}} & {h[7], h[2:0]}) |
               ({4{gf_any}} & w[3:0]);
    dec_o.rt = {1'b0, ls_sp ? h[10:8] : h[2:0]};
    dec_o.rd = ({4{add3 | shift_imm | low_reg | ls_reg | ls_imm | extend}} & {1'b0, h[2:0]}) |
               ({4{hi}} & {h[7], h[2:0]}) |
               ({4{imm8 | is_ldr_lit(h) | ls_sp | is_adr(h) | is_add_rd_sp_imm8(h)}} &
        {1'b0, h[10:8]}) | ({4{sp_adjust}} & ArchSp) | ({4{bl | is_blx(h)}} & RegLr) |
        ({4{gf_any | mrs}} & w[11:8]);
    dec_o.rh = w[15:12];

    // Operands of the adder and the logic unit.
    dec_o.a_pc = is_ldr_lit(h) | is_adr(h) | is_b(h) | is_b_cond(h) | bl | isb | pc_operand;
    dec_o.a_zero = is_movs_imm(h) | is_rsbs(h) | is_mvns(h) | (is_mov_hi(h) & ~hi_pc_source) |
        bx_blx;
    dec_o.pc_plus2 = is_b(h) | is_b_cond(h) | pc_operand;
    dec_o.pc_align = is_ldr_lit(h) | is_adr(h);
    dec_o.b_imm = is_adds_imm3(h) | is_subs_imm3(h) | imm8 | is_ldr_lit(h) | ls_imm | sp_imm |
        is_adr(h) | is_b(h) | is_b_cond(h) | bl | isb | msr | mrs | (is_mov_hi(h) & hi_pc_source);
    dec_o.b_invert = is_subs_reg(h) | is_subs_imm3(h) | is_cmp_imm(h) | is_subs_imm8(h) | is_sbcs(h)
        | is_rsbs(h) | is_cmp_reg(h) | is_bics(h) | is_mvns(h) | is_cmp_hi(h) | is_sub_sp_imm7(h);
    dec_o.carry_flag = is_adcs(h) | is_sbcs(h);
    dec_o.carry_one = dec_o.b_invert & ~is_sbcs(h);
    if (is_adds_imm3(h) | is_subs_imm3(h)) dec_o.imm |= 32'(h[8:6]);
    if (imm8) dec_o.imm |= 32'(h[7:0]);
    if (is_ldr_lit(h) | ls_sp | is_adr(h) | is_add_rd_sp_imm8(h)) dec_o.imm |= 32'({h[7:0], 2'd0});
    if (sp_adjust) dec_o.imm |= 32'({h[6:0], 2'd0});
    if (ls_imm & byte_sized) dec_o.imm |= 32'(h[10:6]);
    if (ls_imm & half_sized) dec_o.imm |= 32'({h[10:6], 1'd0});
    if (ls_imm & word_sized) dec_o.imm |= 32'({h[10:6], 2'd0});
    if (is_b_cond(h)) dec_o.imm |= {{23{h[7]}}, h[7:0], 1'd0};
    if (is_b(h)) dec_o.imm |= {{20{h[10]}}, h[10:0], 1'd0};
    if (bl) dec_o.imm |= {{8{w[26]}}, ~(w[13] ^ w[26]), ~(w[11] ^ w[26]), w[25:16], w[10:0], 1'd0};

    // Result.
    dec_o.sum = add3 | (imm8 & ~is_cmp_imm(h)) | is_adcs(h) | is_sbcs(h) | is_rsbs(h) |
        is_cmp_reg(h) | cmn | hi | is_cmp_imm(h) | is_adr(h) | is_add_rd_sp_imm8(h) | sp_adjust |
        msr | (mrs & w[3]);  // MSP and PSP come through port A
    dec_o.bits_and = is_ands(h) | is_tst(h) | is_bics(h) | is_orrs(h) | is_mvns(h);
    dec_o.bits_xor = is_eors(h) | is_orrs(h) | is_mvns(h);
    dec_o.left = is_movs_reg(h) | is_lsls_imm(h) | is_lsls_reg(h);
    dec_o.arithmetic = is_asrs_imm(h) | is_asrs_reg(h);
    dec_o.rotate = is_rors(h);
    dec_o.shift_imm = shift_imm;
    dec_o.shift = shift_imm | is_lsls_reg(h) | is_lsrs_reg(h) | is_asrs_reg(h) | is_rors(h);
    dec_o.amount = {h[10:6] == '0 & ~dec_o.left, h[10:6]};
    dec_o.bytes = extend;
    dec_o.mul = is_muls(h);
    dec_o.link = bl | is_blx(h);
    dec_o.mrs = mrs;
    dec_o.set_cv = add3 | is_cmp_imm(h) | is_adds_imm8(h) | is_subs_imm8(h) | is_adcs(h) |
        is_sbcs(h) | is_rsbs(h) | is_cmp_reg(h) | cmn | is_cmp_hi(h);
    dec_o.set_nz = add3 | imm8 | low_reg | shift_imm | is_cmp_hi(h);
    // A hi-register result for PC is a branch instead.
    dec_o.branch = ((is_add_hi(h) | is_mov_hi(h)) & (dec_o.rd == ArchPc)) | bx_blx | is_b(h) |
        is_b_cond(h) | bl | isb;
    dec_o.write =
        ((add3 | imm8 | shift_imm | low_reg | hi) & ~(is_cmp_imm(h) | is_tst(h) | is_cmp_reg(h) |
                                                      cmn | is_cmp_hi(h) | (hi & dec_o.branch))) |
        extend | is_adr(h) | is_add_rd_sp_imm8(h) | sp_adjust | dec_o.link | mrs | gf_any;

    // Memory.
    dec_o.bytes_op.size = byte_sized ? SIZE_BYTE : half_sized ? SIZE_HALF : SIZE_WORD;
    dec_o.bytes_op.sign = ldrsb_reg | is_ldrsh_reg(h) | sxtb | is_sxth(h) | revsh;
    dec_o.bytes_op.rev = is_rev(h);
    dec_o.bytes_op.rev16 = is_rev16(h) | revsh;
    dec_o.gfcfg = GF & is_gfcfg(w);
    dec_o.gfst = GF & is_gfst(w);
    dec_o.multi = ldm | stm | push | pop;
    dec_o.mem = dec_o.multi | dec_o.gfcfg | dec_o.gfst | str_single | ldr_single;
    dec_o.store = str_single | stm | push | dec_o.gfst;
    dec_o.down = push;
    dec_o.list = dec_o.multi ? {h[8] & (push | pop), h[7:0]}
                             : {7'd0, dec_o.gfcfg | dec_o.gfst, 1'b1};
    dec_o.base_listed = ldm & h[{1'b0, h[10:8]}];
    dec_o.writeback = stm | push | pop | (ldm & ~dec_o.base_listed);
    dec_o.pop_pc = pop & h[8];

    // Control.
    dec_o.conditional = is_b_cond(h);
    dec_o.interwork = bx_blx;
    dec_o.extra = {mrs | msr | dmb_dsb, bl | wait_for | isb} |
        ({2{gf_any & ~is_gfadd(w)}} & 2'(4 / GF_LANES - 1));
    dec_o.wfe = is_wfe(h);
    dec_o.wfi = is_wfi(h);
    dec_o.sev = is_sev(h);
    dec_o.svc = svc;
    dec_o.bkpt = is_bkpt(h);
    dec_o.cps = cps;
    dec_o.msr = msr;
    dec_o.gf = gf_any;
    dec_o.gf_op = gf_pkg::GF_IDLE;
    // cover: off until on: the unit without isolation is another configuration
    if (GF & ~GF_ISOLATE) begin
      // Whatever the instruction: where nothing else keeps the unit quiet, this must not either.
      case (w[19:16])
        GFADD_MATCH[19:16]: dec_o.gf_op = gf_pkg::GF_ADD;
        GFSQ_MATCH[19:16]: dec_o.gf_op = gf_pkg::GF_SQ;
        GFPOW_MATCH[19:16]: dec_o.gf_op = gf_pkg::GF_POW;
        GFINV_MATCH[19:16]: dec_o.gf_op = gf_pkg::GF_INV;
        GFMUL_MATCH[19:16]: dec_o.gf_op = gf_pkg::GF_MUL;
        GFMUL32_MATCH[19:16]: dec_o.gf_op = gf_pkg::GF_CLMUL;
        default: ;
      endcase
      // cover: on
      // cover: off: no unit is another configuration
    end else if (GF) begin
      if (is_gfadd(w)) dec_o.gf_op = gf_pkg::GF_ADD;
      if (is_gfsq(w)) dec_o.gf_op = gf_pkg::GF_SQ;
      if (is_gfpow(w)) dec_o.gf_op = gf_pkg::GF_POW;
      if (is_gfinv(w)) dec_o.gf_op = gf_pkg::GF_INV;
      if (is_gfmul(w)) dec_o.gf_op = gf_pkg::GF_MUL;
      if (is_gfmul32(w)) dec_o.gf_op = gf_pkg::GF_CLMUL;
    end
    dec_o.gf_high = GF & is_gfmul32(w) & (w[15:12] != w[11:8]);
    dec_o.illegal = ~(shift_imm | add3 | imm8 | low_reg | hi | bx_blx | ls_reg | ls_imm | sp_imm |
                      is_ldr_lit(h) | is_adr(h) | extend | dec_o.mem | is_b(h) | is_b_cond(h) | bl |
        mrs | msr | barrier | wait_for | is_nop(h) | hint | cps | is_bkpt(h) | svc | gf_any);
  end

endmodule
