// SPDX-License-Identifier: Apache-2.0
// The gfp core: ARMv6-M in two stages, with the Galois-field unit beside the ALU.
//
// Stage f fetches (gfp_fetch). Stage x decodes, reads, executes and writes; this file joins its
// parts. An instruction stays at the head of the prefetch buffer until its last cycle, so nothing
// of it needs a register of its own. Cycles: see doc/gfp.md; one, unless memory, a transfer of
// control or the system registers are involved.
//
// Instruction and data ports follow OBI: request and grant, then rvalid; at most one access
// outstanding on each. data_wdata_o belongs to the response phase (it is valid while a store waits
// for rvalid), which saves a third register read port.
//
// Parameters. An instruction that a configuration lacks is illegal.
//   GF                 0: no Galois-field unit
//   GF_LANES           4, or 1 or 2: its operations (save gfadd) then take 4 / GF_LANES cycles
//   GF_MIN_DEGREE      smallest degree of a field that gfcfg accepts
//   GF_SQUARERS        0: no gfpow
//   GF_INVERSE         0: no gfinv; has to be 0 without squarers
//   GF_GATE_REDUCTION  0, GF_ISOLATE = 0: the unit's reductions, its operands, are not kept quiet when
//                      they are not needed; for measurements of what that saves
//   SUBSET             1: only what the workloads use (gfp_decode), and no exceptions: a fault ends in
//                      lockup
//   MUL_CYCLES         cycles of MULS: 1, or 32, in which the adder of the ALU multiplies
//   INTERRUPTS         external interrupts, 1 to 32, and with them NMI, PendSV, SysTick and the System
//                      Control Space at 0xe000e000; 0: none of these (gfp_interrupts)
module gfp_core
  import gfp_isa_pkg::*;
  import gfp_pkg::*;
#(
    parameter bit GF = 1'b1,
    parameter int unsigned GF_LANES = 4,
    parameter int unsigned GF_MIN_DEGREE = 2,
    parameter bit GF_SQUARERS = 1'b1,
    parameter bit GF_INVERSE = 1'b1,
    parameter bit GF_GATE_REDUCTION = 1'b1,
    parameter bit GF_ISOLATE = 1'b1,
    parameter bit SUBSET = 1'b0,
    parameter int unsigned MUL_CYCLES = 1,
    parameter int unsigned INTERRUPTS = 0
) (
    input logic clk_i,
    input logic rst_ni,

    output logic instr_req_o,
    // cover: off instr_addr_o[1:0]: words
    output logic [31:0] instr_addr_o,
    input logic instr_gnt_i,
    input logic instr_rvalid_i,
    input logic [31:0] instr_rdata_i,
    input logic instr_err_i,

    output logic data_req_o,
    output logic [31:0] data_addr_o,
    output logic data_we_o,
    output logic [3:0] data_be_o,
    input logic data_gnt_i,
    input logic data_rvalid_i,
    input logic [31:0] data_rdata_i,
    input logic data_err_i,
    output logic [31:0] data_wdata_o,

    input logic [31:0] irq_i,  // synchronous to the clock; those from INTERRUPTS up are ignored
    input logic nmi_i,
    output logic sleeping_o,  // in WFI, WFE or after a return with SLEEPONEXIT
    output logic sleep_timed_o,  // SysTick, and not only a line, may end the sleep

    // cover: off dbg_en_i: the system for simulation has a debugger always
    input logic dbg_en_i,
    input logic dbg_halt_i,
    input logic dbg_resume_i,
    // cover: off dbg_step_i: the simulator steps by halting; the mutants of the debugger step
    input logic dbg_step_i,
    input logic dbg_we_i,
    input logic [4:0] dbg_addr_i,
    input logic [31:0] dbg_wdata_i,
    output logic [31:0] dbg_rdata_o,
    output logic halted_o,
    output logic lockup_o,

    output logic retire_valid_o,
    // cover: off retire_pc_o[0]: halfwords
    output logic [31:0] retire_pc_o,
    output logic [31:0] retire_insn_o,
    // cover: off retire_next_pc_o[0]: halfwords
    output logic [31:0] retire_next_pc_o,
    output logic retire_trap_o,
    output logic [3:0] retire_cause_o,
    output logic [31:0] retire_addr_o,
    output logic [3:0] retire_nzcv_o,
    output logic [7:0] retire_special_o,
    output logic rf_we0_o,
    output logic rf_we1_o,
    output logic [3:0] rf_addr0_o,
    output logic [3:0] rf_addr1_o,
    output logic [31:0] rf_data0_o,
    output logic [31:0] rf_data1_o,
    output logic mem_store_o,
    output logic mem_load_o,
    output logic [31:0] mem_addr_o,
    output logic [31:0] mem_data_o,
    output logic [3:0] mem_be_o
);

  // Registers of the execute stage.
  state_e x_state_q, x_state_d;
  logic [1:0] x_step_q;  // cycles spent on an instruction without memory access
  logic [1:0] x_offset_q;  // address bits 1:0 of the data phase
  logic x_svc_q;  // exception entry is for SVC
  psr_t psr, psr_next;

  // cover: off dec.rt[3]: a store of one word has a low register
  decoded_t dec;
  logic [31:0] sum;
  logic run, exec, done, halted;  // an instruction is here; runs without fault; ends
  logic take, chain;  // an interrupt is taken: in place of an instruction, of a return
  logic asleep, nap;  // WFI or WFE waits; the core waits in front of an instruction
  logic [5:0] entry_number;  // of the exception that is entered
  logic entry_interrupt;  // it is an interrupt
  logic entry_chained;  // an exception return was to be: the frame is there already
  logic derived;  // HardFault is entered because a frame cannot be stored or loaded
  logic redirected;  // a new PC from the debugger: what was begun and waits is left

  // --------------------------------------------------------------------------------------------
  // Stage f, decoder

  logic f_valid, f_error, f_stuck, f_wide, f_hold;
  logic [31:0] f_insn;
  logic [31:1] pc, deposit_target;
  logic pc_is_next, redirect, deposit;

  gfp_fetch u_fetch (
      .clk_i,
      .rst_ni,
      .instr_req_o,
      .instr_addr_o,
      .instr_gnt_i,
      .instr_rvalid_i,
      .instr_rdata_i,
      .instr_err_i,
      .hold_i(f_hold),
      .take_i({done & f_wide, done & ~f_wide}),
      .redirect_i(redirect),
      .deposit_i(deposit),
      .target_i(sum[31:1]),
      .deposit_target_i(deposit_target),
      .stuck_o(f_stuck),
      .thumb_i(psr.thumb),
      .valid_o(f_valid),
      .error_o(f_error),
      .wide_o(f_wide),
      .insn_o(f_insn),
      .pc_of_next_i(pc_is_next),
      .pc_o(pc)
  );

  gfp_decode #(
      .GF(GF),
      .GF_LANES(GF_LANES),
      .GF_SQUARERS(GF_SQUARERS),
      .GF_INVERSE(GF_INVERSE),
      .GF_ISOLATE(GF_ISOLATE),
      .SUBSET(SUBSET)
  ) u_decode (
      .insn_i(f_insn),
      .dec_o (dec)
  );

  // --------------------------------------------------------------------------------------------
  // Data accesses

  logic access, access_gnt, access_rvalid, access_err;  // at the port, or in gfp_interrupts
  logic [31:0] rdata;
  logic seq_first, seq_data, seq_error, seq_done, seq_down;
  logic [8:0] seq_list;
  logic [3:0] place, rank, data_place;
  logic entry, returning, frame, vector, multiple, misaligned, load;

  assign entry = ~SUBSET & x_state_q == X_ENTRY;
  assign returning = ~SUBSET & x_state_q == X_RETURN;
  assign frame = entry | returning;
  assign vector = entry & place == 4'd8;
  assign multiple = x_state_q != X_RUN | dec.multi | dec.gfcfg | dec.gfst;
  assign seq_down = entry | (x_state_q == X_RUN & dec.down);

  always_comb begin
    case (x_state_q)
      X_RUN:   seq_list = dec.list;
      X_RESET: seq_list = 9'h003;  // initial MSP, PC
      X_ENTRY: seq_list = entry_chained ? 9'h100 : 9'h1ff;  // frame, vector
      default: seq_list = 9'h0ff;  // frame
    endcase
  end

  gfp_sequencer u_sequencer (
      .clk_i,
      .rst_ni,
      .active_i(x_state_q == X_RUN ? exec & dec.mem & ~misaligned : x_state_q != X_LOCKUP & ~chain),
      // Where a new PC arrives as data, the instruction port must be free for it.
      .hold_i(f_hold & f_stuck),
      .list_i(seq_list),
      .down_i(seq_down),
      .base_last_i(x_state_q == X_RUN & dec.base_listed),
      .base_i(dec.ra[2:0]),
      .vector_i(entry),
      .skip_i(derived),
      .data_req_o(access),
      .data_gnt_i(access_gnt),
      .data_rvalid_i(access_rvalid),
      .data_err_i(access_err),
      .first_o(seq_first),
      .place_o(place),
      .rank_o(rank),
      .data_o(seq_data),
      .data_place_o(data_place),
      .error_o(seq_error),
      .done_o(seq_done)
  );

  assign misaligned = dec.mem & seq_first & x_state_q == X_RUN &
      ((dec.bytes_op.size == SIZE_WORD & sum[1:0] != '0) |
       (dec.bytes_op.size == SIZE_HALF & sum[0]));
  assign load = seq_data & ~(x_state_q == X_RUN & (dec.store | dec.gfcfg)) & ~entry;

  // --------------------------------------------------------------------------------------------
  // Register file

  logic [3:0] ra, rb, wa0, wa1, frame_reg;
  logic [31:0] a_data, b_data, wd0, wd1;
  logic we0, we1, load_sp, load_reg, msr_sp, dbg_write, dbg_is_reg;
  logic [3:0] dbg_reg;

  // Architectural number to entry of the file.
  function automatic logic [3:0] entry_of(logic [3:0] number, logic spsel);
    return number == ArchSp && spsel ? RegPsp : number;
  endfunction

  // Order of an exception frame: r0..r3, r12, LR (then PC, xPSR).
  assign frame_reg = data_place[2] ? {2'b11, data_place[0], 1'b0} : {2'b00, data_place[1:0]};

  always_comb begin
    if (halted) ra = dbg_reg;
    else if (frame) ra = entry_of(ArchSp, psr.spsel);
    else ra = dec.mrs ? dec.ra : entry_of(dec.ra, psr.spsel);

    // Once the address of a store is out, port B reads the data.
    if (entry) rb = frame_reg;
    else if (~(dec.store & ~seq_first)) rb = entry_of(dec.rb, psr.spsel);
    else if (dec.multi) rb = data_place[3] ? RegLr : data_place;
    else rb = dec.rt;
  end

  gfp_regfile u_regfile (
      .clk_i,
      .ra_i(ra),
      .ra_data_o(a_data),
      .rb_i(rb),
      .rb_data_o(b_data),
      .we0_i(we0),
      .wa0_i(wa0),
      .wd0_i(wd0),
      .we1_i(we1),
      .wa1_i(wa1),
      .wd1_i(wd1)
  );

  // --------------------------------------------------------------------------------------------
  // Operands, results

  // cover: off gf_hi[31]: a product has degree 62 at most
  // cover: off mrs[27:6] xpsr[27:25] xpsr[23:6]: reserved bits
  logic [31:0] a, b, alu_result, shift_result, bytes_result, mul_result, gf_lo, gf_hi, mrs, xpsr;
  logic carry_in, sum_carry, sum_overflow, shift_carry;
  bytes_op_t bytes_op;
  logic field_bad;  // gfcfg of an illegal degree
  // cover: off field[63:60]: a descriptor has 60 bits
  logic [63:0] field;

  // cover: off mul_done mul_adds mul_skip: the multiplier of one cycle
  logic mul_done, mul_adds, mul_skip;
  // cover: off mul_partial[31:0]: the multiplier of one cycle
  logic [31:0] mul_partial;
  assign mul_adds = MUL_CYCLES != 1 & dec.mul;

  // The PC an instruction sees is its address + 4. pc is here the next instruction's: 2 more for a
  // 16-bit instruction come in as a bit 0 on operand A with the carry. To round down to a word,
  // bit 1 of the next address is added twice: it carries into bit 2 or is zero.
  always_comb begin
    if (x_state_q == X_RESET | vector) a = '0;
    else if (frame) a = {a_data[31:3], a_data[2] & ~entry, a_data[1:0]};
    else if (dec.a_zero) a = '0;
    else if (dec.a_pc) a = {pc, dec.pc_plus2};
    // cover: off: the multiplier of one cycle
    else if (mul_adds) a = mul_partial;
    else a = a_data;

    if (vector) b = {24'd0, entry_number, 2'b00};
    else if (multiple) b = {26'd0, rank, 2'b00};
    else if (dec.b_imm) b = {dec.imm[31:2], dec.imm[1] | (dec.pc_align & pc[1]), dec.imm[0]};
    else b = b_data & ~{32{mul_adds & mul_skip}};
    b ^= {32{multiple ? seq_down & ~vector : dec.b_invert}};

    carry_in = multiple ? seq_down & ~vector
                        : dec.carry_one | dec.pc_plus2 | (dec.carry_flag & psr.c);
  end

  gfp_alu u_alu (
      .a_i(a),
      .b_i(b),
      .carry_i(carry_in),
      .want_sum_i((dec.sum | mul_adds) & exec),
      .want_and_i(dec.bits_and & exec),
      .want_xor_i(dec.bits_xor & exec),
      .sum_o(sum),
      .carry_o(sum_carry),
      .overflow_o(sum_overflow),
      .result_o(alu_result)
  );

  gfp_shifter u_shifter (
      .value_i(a_data),
      .amount_i(dec.shift_imm ? {2'b00, dec.amount} : b_data[7:0]),
      .left_i(dec.left),
      .arithmetic_i(dec.arithmetic),
      .rotate_i(dec.rotate),
      .carry_i(psr.c),
      .result_o(shift_result),
      .carry_o(shift_carry)
  );

  assign bytes_op = x_state_q == X_RUN ? dec.bytes_op : '{size: SIZE_WORD, default: 1'b0};

  gfp_bytes u_bytes (
      .word_i(load ? rdata : b_data),
      .offset_i(x_offset_q & {2{load}}),
      .op_i(bytes_op),
      .word_o(bytes_result)
  );

  gfp_multiplier #(
      .CYCLES(MUL_CYCLES)
  ) u_multiplier (
      .clk_i,
      .rst_ni,
      .active_i(exec & dec.mul),
      .a_i(a_data),
      .b_i(b_data),
      .result_o(mul_result),
      .partial_o(mul_partial),
      .skip_o(mul_skip),
      .sum_i(sum),
      .done_o(mul_done)
  );

  logic field_legal;
  gfp_galois #(
      .ENABLED(GF),
      .LANES(GF_LANES),
      .MIN_DEGREE(GF_MIN_DEGREE),
      .SQUARERS(GF_SQUARERS),
      .INVERSE(GF_INVERSE),
      .GATE_REDUCTION(GF_GATE_REDUCTION),
      .ISOLATE(GF_ISOLATE)
  ) u_galois (
      .clk_i,
      .rst_ni,
      .active_i(exec & dec.gf),
      .op_i(dec.gf_op),
      .step_i(x_step_q),
      .a_i(a_data),
      .b_i(b_data),
      .lo_o(gf_lo),
      .hi_o(gf_hi),
      .low_i(exec & dec.gfcfg & seq_data & ~data_place[0]),
      .high_i(exec & dec.gfcfg & seq_done),
      .word_i(rdata),
      .legal_o(field_legal),
      .field_o(field),
      .dbg_low_i(dbg_write & dbg_addr_i == DbgFieldLow),
      .dbg_high_i(dbg_write & dbg_addr_i == DbgFieldHigh),
      .dbg_wdata_i
  );
  assign field_bad = exec & dec.gfcfg & seq_done & ~field_legal;

  logic [31:0] link;  // return address of a call, or EXC_RETURN
  logic to_thread;  // which leads to no handler
  assign link = (exec & dec.link ? {pc, 1'b1} : '0) |
                (entry ? {28'hfffffff, to_thread, psr.spsel, 2'b01} : '0) |
                {32{x_state_q == X_RESET & ~load_sp}};

  // Results that are not wanted are zero.
  always_comb begin
    wd0 = alu_result | mul_result | gf_lo | link | (mrs & {32{exec & dec.mrs}}) |
          (shift_result & {32{exec & dec.shift}}) |
          (bytes_result & {32{load_reg | (exec & dec.bytes)}}) |
          (dbg_wdata_i & {32{dbg_write}});
    // A stack pointer is a multiple of four. What sets N and Z, a comparison with it among them, is left whole.
    if (wa0[3:2] == 2'b11 & wa0[0] & ~(exec & dec.set_nz)) wd0[1:0] = 2'b00;
    wd1 = gf_hi | (sum & {32{multiple}});
    // The frame was aligned to eight bytes if bit 9 of its xPSR says so.
    if (returning) wd1[2] = sum[2] | rdata[9];
  end

  // --------------------------------------------------------------------------------------------
  // Register writes

  assign load_sp = x_state_q == X_RESET & seq_data & ~data_place[0];
  // Loads of a register: not of PC (place 8, frame place 6), xPSR or, at reset, PC.
  assign load_reg = load & (x_state_q == X_RUN ? ~(dec.multi & data_place[3])
                          : returning ? data_place[2:1] != 2'b11 : ~data_place[0]);

  always_comb begin
    we0 = load_reg | (done & dec.write) | (entry & seq_done) |
          (x_state_q == X_RESET & seq_done) | (done & dec.msr & msr_sp) |
          (dbg_write & dbg_is_reg);
    if (halted) wa0 = dbg_reg;
    else if (x_state_q == X_RESET) wa0 = data_place[0] ? RegLr : RegMsp;
    else if (entry) wa0 = RegLr;
    else if (returning) wa0 = frame_reg;
    else if (dec.multi) wa0 = data_place;
    else if (dec.msr) wa0 = {2'b11, f_insn[0], 1'b1};
    else wa0 = entry_of(dec.rd, psr.spsel);

    we1 = (done & (dec.gf_high | dec.writeback)) | (frame & seq_done & ~entry_chained);
    wa1 = dec.gf & ~frame ? dec.rh : ra;
  end
  assign msr_sp = f_insn[7:1] == SYSM_MSP[7:1];

  // --------------------------------------------------------------------------------------------
  // Control

  logic [3:0] cause;
  logic early, trap, svc_taken, wait_done, condition, branch, exc_return, pop_return, bx_return;
  logic handler, svc_allowed, fault_locks;

  assign handler = psr.ipsr != '0;
  assign run = x_state_q == X_RUN & f_valid & ~halted & ~take & ~nap;
  assign svc_taken = run & psr.thumb & ~f_error & dec.svc & svc_allowed;
  assign early = ~psr.thumb | f_error | dec.illegal | dec.svc | (dec.bkpt & ~dbg_en_i);
  assign exec = run & ~early;
  assign trap = (run & early & ~svc_taken) | (exec & (misaligned | seq_error)) | field_bad;

  always_comb begin
    cause = CAUSE_ILLEGAL_FIELD;
    if (seq_error) cause = CAUSE_DATA_BUS_ERROR;
    if (misaligned) cause = CAUSE_MISALIGNED;
    if (dec.svc) cause = svc_taken ? CAUSE_NONE : CAUSE_SVC_ESCALATION;
    if (dec.bkpt) cause = CAUSE_BREAKPOINT;
    if (dec.illegal) cause = CAUSE_ILLEGAL_INSTRUCTION;
    if (f_error) cause = CAUSE_FETCH_BUS_ERROR;
    if (~psr.thumb) cause = CAUSE_INVALID_STATE;
  end

  always_comb begin
    case (f_insn[27:25])
      3'd0: condition = psr.z;
      3'd1: condition = psr.c;
      3'd2: condition = psr.n;
      3'd3: condition = psr.v;
      3'd4: condition = psr.c & ~psr.z;
      3'd5: condition = psr.n == psr.v;
      default: condition = psr.n == psr.v & ~psr.z;
    endcase
    condition ^= f_insn[24];
  end

  assign branch = dec.branch & (condition | ~dec.conditional);
  assign wait_done = x_step_q == dec.extra & mul_done & ~(branch & f_stuck) & ~asleep;
  assign done = exec & (dec.mem ? seq_done & ~field_bad : wait_done);

  // A branch by BX or POP to 0xFxxxxxxx from a handler returns from the exception instead.
  assign bx_return = dec.interwork & ~dec.link & (sum[31:28] == 4'hf) & handler;
  assign pop_return = dec.pop_pc & (rdata[31:28] == 4'hf) & handler;
  assign exc_return = done & (bx_return | pop_return);

  // The new PC: the sum, or data that arrive from a vector or the stack.
  assign redirect = done & branch & ~bx_return;
  assign deposit = (done & dec.pop_pc & ~pop_return) | (returning & seq_data & data_place == 4'd6) |
                   (entry & seq_done) | (x_state_q == X_RESET & seq_done) |
                   (dbg_write & dbg_addr_i == DbgPc);
  assign deposit_target = halted ? dbg_wdata_i[31:1] : rdata[31:1];
  assign f_hold = x_state_q != X_RUN | (run & dec.pop_pc) | (dbg_write & dbg_addr_i == DbgPc);
  // The return address of a fault is its own.
  assign pc_is_next = ~halted & (x_state_q == X_RUN | (entry & x_svc_q));

  always_comb begin
    x_state_d = x_state_q;
    case (x_state_q)
      X_RESET: if (seq_done) x_state_d = X_RUN;
      X_RUN: begin
        if (svc_taken | take) x_state_d = X_ENTRY;
        if (trap) x_state_d = SUBSET | fault_locks ? X_LOCKUP : X_ENTRY;
        if (exc_return) x_state_d = X_RETURN;
      end
      X_ENTRY: if (seq_done) x_state_d = X_RUN;
      X_RETURN: begin
        if (seq_done) x_state_d = X_RUN;
        if (chain) x_state_d = X_ENTRY;
      end
      default: ;
    endcase
    // A frame that cannot be stored or loaded, or a vector: HardFault, where that is left to fall back on.
    if (x_state_q != X_RUN & seq_error) x_state_d = derived ? X_ENTRY : X_LOCKUP;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      x_state_q <= X_RESET;
      x_step_q  <= '0;
    end else begin
      x_state_q <= x_state_d;
      if (done | redirected) x_step_q <= '0;
      else if (exec & ~dec.mem & x_step_q != dec.extra) x_step_q <= x_step_q + 2'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (x_state_q == X_RUN | seq_error) x_svc_q <= svc_taken;
    if (access) x_offset_q <= sum[1:0];
  end

  gfp_psr #(
      .SUBSET(SUBSET)
  ) u_psr (
      .clk_i,
      .rst_ni,
      .set_nz_i(done & dec.set_nz),
      .set_c_i(done & (dec.set_cv | dec.shift)),
      .set_v_i(done & dec.set_cv),
      .n_i(wd0[31]),
      .z_i(wd0 == '0),
      .c_i(dec.shift ? shift_carry : sum_carry),
      .v_i(sum_overflow),
      .msr_i(done & dec.msr),
      .sysm_i(f_insn[7:0]),
      .value_i(a_data),
      .cps_i(done & dec.cps),
      .cps_mask_i(f_insn[20]),
      .set_thumb_i((done & (dec.interwork | dec.pop_pc) & ~exc_return) |
                   ((entry | x_state_q == X_RESET) & seq_done)),
      .thumb_i(x_state_q == X_RUN & dec.interwork ? sum[0] : rdata[0]),
      .enter_i(entry & seq_done),
      .enter_number_i(entry_number),
      .return_i(exc_return),
      .return_psp_i(bx_return ? sum[2] : rdata[2]),
      .unstack_i(returning & seq_done),
      .frame_xpsr_i(rdata),
      .dbg_xpsr_i(dbg_write & dbg_addr_i == DbgXpsr),
      .dbg_primask_i(dbg_write & dbg_addr_i == DbgPrimask),
      .dbg_control_i(dbg_write & dbg_addr_i == DbgControl),
      .dbg_wdata_i,
      .psr_o(psr),
      .next_o(psr_next),
      .mrs_o(mrs),
      .xpsr_o(xpsr)
  );

  // --------------------------------------------------------------------------------------------
  // Interrupts

  assign redirected = dbg_write & dbg_addr_i == DbgPc;
  gfp_interrupts #(
      .INTERRUPTS(INTERRUPTS)
  ) u_interrupts (
      .clk_i,
      .rst_ni,
      .irq_i,
      .nmi_i,
      .sleeping_o,
      .sleep_timed_o,
      .psr_i(psr),
      .halted_i(halted),
      .redirected_i(redirected),
      .ready_i(x_state_q == X_RUN & f_valid & ~halted),
      .dec_i(dec),
      .second_step_i(x_step_q == 2'd1),
      .exec_i(exec),
      .done_i(done),
      .take_o(take),
      .asleep_o(asleep),
      .nap_o(nap),
      .svc_allowed_o(svc_allowed),
      .fault_locks_o(fault_locks),
      .svc_taken_i(svc_taken),
      .svc_i(x_svc_q),
      .run_state_i(x_state_q == X_RUN),
      .exc_return_i(exc_return),
      .exc_return_thread_i(bx_return ? sum[3] : rdata[3]),
      .returned_i(returning & seq_done),
      .chain_o(chain),
      .frame_failed_i(frame & seq_error),
      .derived_o(derived),
      .entry_i(entry),
      .vector_i(vector),
      .entered_i(entry & seq_done),
      .number_o(entry_number),
      .interrupt_o(entry_interrupt),
      .chained_o(entry_chained),
      .to_thread_o(to_thread),
      .access_i(access),
      .addr_i(sum),
      .we_i(data_we_o),
      .be_i(data_be_o),
      .wdata_i(data_wdata_o),
      .gnt_o(access_gnt),
      .rvalid_o(access_rvalid),
      .err_o(access_err),
      .rdata_o(rdata),
      .data_req_o,
      .data_gnt_i,
      .data_rvalid_i,
      .data_err_i,
      .data_rdata_i
  );

  // --------------------------------------------------------------------------------------------
  // Data port

  assign data_addr_o = sum;
  assign data_we_o   = x_state_q == X_RUN ? dec.store : entry & ~vector;

  always_comb begin
    data_be_o = 4'b1111;
    if (~multiple & dec.bytes_op.size == SIZE_BYTE) data_be_o = 4'b0001 << sum[1:0];
    if (~multiple & dec.bytes_op.size == SIZE_HALF) data_be_o = sum[1] ? 4'b1100 : 4'b0011;

    // A byte or halfword stands in every lane that could be its own.
    data_wdata_o = b_data;
    if (~multiple & dec.bytes_op.size == SIZE_BYTE) data_wdata_o[15:8] = b_data[7:0];
    if (~multiple & dec.bytes_op.size != SIZE_WORD) data_wdata_o[31:16] = data_wdata_o[15:0];
    if (dec.gfst & x_state_q == X_RUN) data_wdata_o = data_place[0] ? field[63:32] : field[31:0];
    if (entry & data_place == 4'd6) data_wdata_o = {pc, 1'b0};
    if (entry & data_place == 4'd7) data_wdata_o = {xpsr[31:10], a_data[2], xpsr[8:0]};
  end

  // --------------------------------------------------------------------------------------------
  // Debugger

  gfp_debug u_debug (
      .clk_i,
      .rst_ni,
      .dbg_en_i,
      .dbg_halt_i,
      .dbg_resume_i,
      .dbg_step_i,
      .dbg_we_i,
      .dbg_addr_i,
      .ready_i(x_state_q == X_RUN & f_valid),
      .running_i(exec & ~asleep),
      .done_i(done),
      .completed_i((done & ~exc_return) | (frame & seq_done)),
      .bkpt_i(dec.bkpt),
      .psp_i(psr.spsel),
      .halted_o(halted),
      .write_o(dbg_write),
      .is_reg_o(dbg_is_reg),
      .reg_o(dbg_reg)
  );

  always_comb begin
    case (dbg_addr_i)
      DbgPc: dbg_rdata_o = {pc, 1'b0};
      DbgXpsr: dbg_rdata_o = xpsr;
      DbgPrimask: dbg_rdata_o = 32'(psr.primask);
      DbgControl: dbg_rdata_o = {30'd0, psr.spsel, 1'b0};
      DbgFieldLow: dbg_rdata_o = field[31:0];
      DbgFieldHigh: dbg_rdata_o = field[63:32];
      default: dbg_rdata_o = a_data;
    endcase
  end

  assign halted_o = halted;
  assign lockup_o = x_state_q == X_LOCKUP;

  // --------------------------------------------------------------------------------------------
  // Retirement port

  gfp_retire u_retire (
      .clk_i,
      .done_i(done),
      .exc_return_i(exc_return),
      .returned_i(returning & seq_done),
      .return_failed_i(seq_error & (returning | (entry & entry_chained))),
      .entered_i(entry & seq_done),
      .interrupt_i(entry_interrupt),
      .chained_i(entry_chained),
      .trap_i(trap | svc_taken | take | chain | (seq_error & x_state_q != X_RUN)),
      .cause_i(take | chain ? CAUSE_NONE : x_state_q == X_RUN ? cause : CAUSE_DATA_BUS_ERROR),
      .lockup_i(x_state_q == X_LOCKUP),
      .pc_i(pc),
      .pc_is_next_i(pc_is_next),
      .wide_i(f_wide),
      .insn_i(f_insn),
      .jump_i(redirect | deposit),
      .target_i(deposit ? deposit_target : sum[31:1]),
      .access_i(access & access_gnt),
      .access_addr_i(sum),
      .access_we_i(data_we_o),
      .access_be_i(data_be_o),
      .access_done_i(seq_data),
      .misaligned_i(misaligned),
      .misaligned_addr_i(dec.multi ? a_data : sum),
      .wdata_i(data_wdata_o),
      .rdata_i(rdata),
      .valid_o(retire_valid_o),
      .pc_o(retire_pc_o),
      .insn_o(retire_insn_o),
      .next_pc_o(retire_next_pc_o),
      .trap_o(retire_trap_o),
      .cause_o(retire_cause_o),
      .addr_o(retire_addr_o),
      .mem_store_o,
      .mem_load_o,
      .mem_addr_o,
      .mem_data_o,
      .mem_be_o
  );

  // cover: off unused: read by nobody
  logic unused;
  assign unused = psr_next.thumb;
  assign retire_nzcv_o = {psr_next.n, psr_next.z, psr_next.c, psr_next.v};
  assign retire_special_o = {psr_next.primask, psr_next.spsel, psr_next.ipsr};
  assign rf_we0_o = we0;
  assign rf_addr0_o = wa0;
  assign rf_data0_o = wd0;
  assign rf_we1_o = we1;
  assign rf_addr1_o = wa1;
  assign rf_data1_o = wd1;

endmodule
