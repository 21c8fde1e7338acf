// SPDX-License-Identifier: Apache-2.0
// The core, an arbitrary bus, and what is to be proved of them. Every wrong_* output must be 0 while assume_o is 1, in any
// state with holds_o = 1; reset must lead to such a state, and no cycle away from them.
//
// The checks look at the retirement port; the invariant at the fetch stage, the sequencer and what the retirement port
// remembers. The debugger is inactive; without interrupts (INTERRUPTS = 0).
module gfp_harness
  import gfp_isa_pkg::*;
  import gfp_pkg::*;
  import gfp_spec_pkg::*;
#(
    parameter int unsigned HIT_LAST = 0,
    parameter bit GF = 1'b1
) (
    input logic clk_i,
    input logic rst_ni,

    input logic instr_gnt_i,
    input logic instr_rvalid_i,
    input logic [31:0] instr_rdata_i,
    input logic instr_err_i,
    input logic data_gnt_i,
    input logic data_rvalid_i,
    input logic [31:0] data_rdata_i,
    input logic data_err_i,

    input logic [31:2] place_i,  // an arbitrary word of memory (gfp_words)
    input logic [31:0] word_i,
    input logic error_i,

    output logic assume_o,  // the bus keeps to its rules
    output logic prompt_o,  // and answers at once
    output logic holds_o,  // the invariant
    output logic [31:0] rule_o,  // its parts
    output logic run_o,  // an instruction is at hand
    output logic unknown_o,  // but its word is none
    output logic fault_o,  // in its place, a bus error, or T is clear
    output logic wait_o,  // none has arrived yet
    output logic entry_o,  // exception entry
    output logic return_o,
    output logic reset_o,
    output logic lockup_o,
    output logic fresh_o,  // nothing of it has been done
    output logic [HIT_LAST:0] hit_o,  // which instruction is at hand
    output logic [31:0] insn_o,  // its word
    output logic [31:0] pc_o,
    output logic over_o,  // its last cycle, or that of a sequence
    output logic fetching_o,  // an instruction is asked for
    output logic aligned_o,  // the two lowest bits of PSP are clear

    output logic wrong_trap_o,
    output logic wrong_end_o,
    output logic wrong_pc_o,
    output logic wrong_access_o,
    output logic wrong_write_o,
    output logic wrong_flags_o,
    output logic wrong_field_o,
    output logic wrong_operands_o,
    output logic wrong_time_o,
    output logic wrong_port_o,
    output logic wrong_entry_o,
    output logic wrong_return_o,
    output logic wrong_reset_o,

    output logic event_o,  // how long the core may be silent (gfp_progress)
    output logic sound_o,  // in Thumb state, and a fault would not lock up
    output logic calm_o,  // the bus answers at once, and did before
    output logic [7:0] rank_o,
    output logic [7:0] prompt_bound_o,
    output logic [7:0] bound_o,
    output logic [7:0] prompt_reset_o,
    output logic [7:0] reset_bound_o,
    output logic wrong_prompt_o,
    output logic wrong_fair_o,
    output logic late_o,

    output logic honest_o,  // that word is what the bus answers
    output logic words_hold_o,
    output logic words_wrong_o,
    output logic wrong_word_o
);

  // --------------------------------------------------------------------------------------------
  // The core

  logic instr_req_o, data_req_o, data_we_o, halted_o;
  logic [31:0] instr_addr_o, data_addr_o, data_wdata_o, dbg_rdata_o;
  logic [3:0] data_be_o;
  logic dbg_en_i, dbg_halt_i, dbg_resume_i, dbg_step_i, dbg_we_i, nmi_i, sleeping_o, sleep_timed_o;
  logic [4:0] dbg_addr_i;
  logic [31:0] dbg_wdata_i, irq_i;
  logic retire_valid_o, retire_trap_o, rf_we0_o, rf_we1_o, mem_store_o, mem_load_o;
  logic [31:0] retire_pc_o, retire_insn_o, retire_next_pc_o, retire_addr_o, rf_data0_o, rf_data1_o;
  logic [31:0] mem_addr_o, mem_data_o;
  logic [3:0] retire_cause_o, retire_nzcv_o, rf_addr0_o, rf_addr1_o, mem_be_o;
  logic [7:0] retire_special_o;

  assign {dbg_en_i, dbg_halt_i, dbg_resume_i, dbg_step_i, dbg_we_i, dbg_addr_i, dbg_wdata_i} = '0;
  assign {irq_i, nmi_i} = '0;

  gfp_core #(.GF(GF)) dut (.*);

  // --------------------------------------------------------------------------------------------
  // The bus: an answer belongs to an access, an error to an answer.

  logic instr_out_q, data_out_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {instr_out_q, data_out_q} <= '0;
    else begin
      instr_out_q <= (instr_req_o & instr_gnt_i) | (instr_out_q & ~instr_rvalid_i);
      data_out_q  <= (data_req_o & data_gnt_i) | (data_out_q & ~data_rvalid_i);
    end
  end
  assign assume_o = (instr_out_q | ~instr_rvalid_i) & (data_out_q | ~data_rvalid_i);
  assign prompt_o = instr_gnt_i & data_gnt_i & instr_rvalid_i == instr_out_q & data_rvalid_i == data_out_q;

  // At most one access at a time; a request that is not granted stays as it is.
  logic instr_waits_q, data_waits_q, data_we_q;
  logic [31:0] instr_addr_q, data_addr_q;
  logic [3:0] data_be_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {instr_waits_q, data_waits_q} <= '0;
    else begin
      instr_waits_q <= instr_req_o & ~instr_gnt_i;
      data_waits_q  <= data_req_o & ~data_gnt_i;
    end
  end
  always_ff @(posedge clk_i) begin
    instr_addr_q <= instr_addr_o;
    {data_addr_q, data_we_q, data_be_q} <= {data_addr_o, data_we_o, data_be_o};
  end
  assign wrong_port_o = (instr_out_q & ~instr_rvalid_i & instr_req_o) | (data_out_q & ~data_rvalid_i & data_req_o) |
      (instr_waits_q & (~instr_req_o | instr_addr_o != instr_addr_q)) |
      (data_waits_q & (~data_req_o | {data_addr_o, data_we_o, data_be_o} != {data_addr_q, data_we_q, data_be_q}));

  // --------------------------------------------------------------------------------------------
  // Where the core is

  logic in_run, ends, returns, traps, event_, failed;
  psr_t psr, psr_next;
  assign psr = dut.psr;
  assign psr_next = dut.psr_next;
  assign in_run = dut.x_state_q == X_RUN;
  assign ends = in_run & retire_valid_o;
  assign returns = in_run & dut.x_state_d == X_RETURN;
  assign traps = in_run & (dut.x_state_d == X_ENTRY | dut.x_state_d == X_LOCKUP);
  assign event_ = mem_load_o | mem_store_o;
  assign failed = data_out_q & data_rvalid_i & data_err_i;

  logic fresh_q;  // nothing of the instruction or sequence at hand has been done
  logic [3:0] done_q;  // accesses made for it
  logic [3:0] time_q;  // cycles spent on it
  logic [31:0] first_q;  // first word loaded
  logic [31:1] pc_q;  // the architectural program counter
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fresh_q <= 1'b1;
      done_q  <= '0;
      time_q  <= '0;
    end else begin
      if (dut.x_state_d != dut.x_state_q | retire_valid_o) begin
        fresh_q <= 1'b1;
        done_q  <= '0;
        time_q  <= '0;
      end else if (~in_run | dut.exec) begin
        fresh_q <= 1'b0;
        done_q  <= done_q + 4'(event_);
        if (time_q != '1) time_q <= time_q + 4'd1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (event_ & done_q == '0) first_q <= mem_data_o;
    if (retire_valid_o | (dut.x_state_q == X_RESET & dut.x_state_d == X_RUN)) pc_q <= retire_next_pc_o[31:1];
  end

  // --------------------------------------------------------------------------------------------
  // Instructions

  logic [31:0] rule;
  spec_t spec;
  logic [31:0] product, lo, hi;
  assign product = dut.u_multiplier.result_o;
  assign {hi, lo} = {dut.u_galois.gen_unit.u_gf_unit.hi_o, dut.u_galois.gen_unit.u_gf_unit.lo_o};

  gfp_spec u_spec (
      .insn(dut.f_insn),
      .address({pc_q, 1'b0}),
      .regs(dut.u_regfile.regs_q),
      .nzcv({psr.n, psr.z, psr.c, psr.v}),
      .primask(psr.primask),
      .spsel(psr.spsel),
      .thumb_i(psr.thumb),
      .ipsr(psr.ipsr),
      .product,
      .lo,
      .hit(hit_o),
      .spec
  );

  logic start;
  assign start = in_run & fresh_q & dut.f_valid;
  assign run_o = in_run & dut.f_valid & psr.thumb & ~dut.f_error;
  assign unknown_o = ~spec.known;
  assign fault_o = in_run & dut.f_valid & (~psr.thumb | dut.f_error);
  assign wait_o = in_run & ~dut.f_valid;
  assign fresh_o = fresh_q;

  function automatic logic [3:0] entry_of(logic [3:0] number, logic psp);
    return number == 4'd13 & psp ? 4'd15 : number;
  endfunction

  // The access at hand: of register `which`, at `place`.
  logic base_listed;
  logic [15:0] others;
  logic [3:0] total, which;
  logic [31:0] place;
  assign base_listed = spec.load & spec.several & spec.base != 4'd13 & spec.list[spec.base];
  assign others = spec.list & ~(base_listed ? 16'd1 << spec.base : 16'd0);
  assign total = spec.several ? 4'(count(spec.list)) : spec.pair ? 4'd2 : 4'd1;
  always_comb begin
    which = base_listed & done_q == total - 4'd1 ? spec.base : listed(others, done_q);
    place = spec.start;
    if (spec.pair) place += {26'd0, done_q, 2'd0};
    if (spec.several) place += 4 * count(spec.list & ((16'd1 << which) - 16'd1));
  end

  // Faults, in the order of their discovery.
  logic memory, misaligned, pops;
  logic [3:0] fault, fault_at_start;
  assign memory = spec.load | spec.store;
  assign misaligned = memory & ((spec.size == 4 & spec.start[1:0] != '0) | (spec.size == 2 & spec.start[0]));
  assign pops = spec.load & spec.several & spec.list[15];
  always_comb begin
    fault_at_start = CAUSE_NONE;
    if (misaligned) fault_at_start = CAUSE_MISALIGNED;
    if (spec.fault != CAUSE_NONE) fault_at_start = spec.fault;
    if (dut.f_error) fault_at_start = CAUSE_FETCH_BUS_ERROR;
    if (~psr.thumb) fault_at_start = CAUSE_INVALID_STATE;
    fault = CAUSE_NONE;
    if (start) fault = fault_at_start;
    else if (in_run & failed) fault = CAUSE_DATA_BUS_ERROR;
    else if (in_run & spec.load & spec.pair & event_ & done_q == 4'd1 &
             ~(mem_data_o[31:24] >= 8'd2 & mem_data_o[31:24] <= 8'd8))
      fault = CAUSE_ILLEGAL_FIELD;
  end
  logic calls;
  assign calls = start & spec.call & fault == CAUSE_NONE;
  assign wrong_trap_o = in_run & (traps != (fault != CAUSE_NONE | calls) |
      (traps & dut.x_state_d != (fault != CAUSE_NONE & psr.ipsr == EXC_HARDFAULT ? X_LOCKUP : X_ENTRY)) |
      (traps & (ends | returns)) | (fault != CAUSE_NONE & dut.u_retire.cause_i != fault) |
      (calls & dut.u_retire.cause_i != CAUSE_NONE));

  // The end: all accesses made; a load of 0xFxxxxxxx into PC, or BX to it, leaves an exception.
  logic [31:0] goes_to;
  logic leaves;
  assign goes_to = pops ? mem_data_o : spec.target;
  assign leaves = psr.ipsr != '0 & (spec.exchange | pops) & goes_to[31:28] == 4'hf;
  assign wrong_end_o = in_run & (ends | returns) & (returns != leaves | ~dut.f_valid | retire_trap_o |
      (ends & retire_cause_o != CAUSE_NONE) |
      (memory ? ~event_ | done_q != total - 4'd1 : event_));

  logic [31:0] next;
  assign next = spec.jump | pops ? {goes_to[31:1], 1'b0} : {pc_q, 1'b0} + (spec.wide ? 32'd4 : 32'd2);
  assign wrong_pc_o = (ends & (retire_pc_o != {pc_q, 1'b0} | retire_next_pc_o != next |
      retire_insn_o != (spec.wide ? dut.f_insn : {16'd0, dut.f_insn[31:16]})));

  // Accesses.
  logic [31:0] stored;
  always_comb begin
    stored = dut.u_regfile.regs_q[which];
    if (~spec.several) stored = dut.u_regfile.regs_q[entry_of(spec.rd, psr.spsel)];
    if (spec.pair) stored = done_q[0] ? dut.field[63:32] : dut.field[31:0];
  end
  logic [3:0] be;
  logic [31:0] mask, lane_data;
  assign be = lanes(spec.start[1:0], spec.size);
  assign mask = {{8{be[3]}}, {8{be[2]}}, {8{be[1]}}, {8{be[0]}}};
  assign lane_data = stored << {spec.start[1:0], 3'd0};
  assign wrong_access_o = in_run & ((event_ & (~memory | done_q >= total | mem_store_o != spec.store |
      mem_load_o != spec.load | mem_addr_o != place | mem_be_o != be |
      (spec.store & ((mem_data_o ^ lane_data) & mask) != '0))) | (data_req_o & start & ~memory));

  // Register writes: in the last cycle, and in every one that loads a listed register.
  logic we0, we1;
  logic [3:0] wa0, wa1;
  logic [31:0] wd0, wd1;
  always_comb begin
    {we0, wa0, wd0, we1, wa1, wd1} = '0;
    if (event_ & spec.load & spec.several & which != 4'd15) {we0, wa0, wd0} = {1'b1, which, mem_data_o};
    if (ends | returns) begin
      if (spec.load & ~spec.several & ~spec.pair)
        {we0, wa0, wd0} = {1'b1, spec.rd, loaded(mem_data_o, spec.start[1:0], spec.size, spec.signed_)};
      if (spec.write) {we0, wa0, wd0} = {1'b1, entry_of(spec.rd, psr.spsel), spec.y};
      if (spec.stack_write) {we0, wa0, wd0} = {1'b1, spec.stack_psp ? 4'd15 : 4'd13, spec.y};
      if (spec.high) {we1, wa1, wd1} = {1'b1, spec.rh, hi};
      if (spec.several & ~base_listed) {we1, wa1, wd1} = {1'b1, entry_of(spec.base, psr.spsel), spec.back};
    end
  end
  assign wrong_write_o = (rf_we0_o & rf_we1_o & rf_addr0_o == rf_addr1_o) | in_run & (rf_we0_o != we0 | rf_we1_o != we1 | (we0 & {rf_addr0_o, rf_data0_o} != {wa0, wd0}) |
      (we1 & {rf_addr1_o, rf_data1_o} != {wa1, wd1}));

  // Flags and special registers: change in the last cycle alone.
  psr_t after_;
  always_comb begin
    after_ = psr;
    if (ends | returns) begin
      {after_.n, after_.z, after_.c, after_.v} = {spec.n, spec.z, spec.c, spec.v};
      {after_.primask, after_.spsel} = {spec.primask, spec.spsel};
      if (~returns) after_.thumb = pops ? mem_data_o[0] : spec.thumb;
      if (returns) after_.spsel = goes_to[2];
    end
  end
  assign wrong_flags_o = in_run & (psr_next != after_ |
      retire_nzcv_o != {after_.n, after_.z, after_.c, after_.v} |
      retire_special_o != {after_.primask, after_.spsel, after_.ipsr});

  // The field register: what it must hold in the next cycle.
  logic [63:0] field_q;
  always_ff @(posedge clk_i) begin
    field_q <= dut.field;
    if (ends & spec.load & spec.pair) field_q <= {mem_data_o, first_q};
  end
  assign wrong_field_o = dut.field != field_q;

  // What the units are asked.
  assign wrong_operands_o = ends & ((spec.op != gf_pkg::GF_IDLE & (dut.u_galois.gen_unit.u_gf_unit.op_i != spec.op |
      dut.u_galois.gen_unit.u_gf_unit.a_i != spec.a | (spec.binary & dut.u_galois.gen_unit.u_gf_unit.b_i != spec.b) |
      {4'd0, dut.u_galois.gen_unit.u_gf_unit.m_i, dut.u_galois.gen_unit.u_gf_unit.cols_i} != dut.field)) |
      (spec.multiply & {dut.u_multiplier.a_i, dut.u_multiplier.b_i} != {spec.a, spec.b} &
       {dut.u_multiplier.b_i, dut.u_multiplier.a_i} != {spec.a, spec.b}));

  // Instructions without accesses take the cycles of the table, unless a branch has to wait for the port.
  logic [3:0] last;
  assign last = (spec.jump ? spec.taken : spec.cycles) - 4'd1;
  assign wrong_time_o = in_run & dut.exec & ~memory & ((ends | returns) & time_q < last |
      ~(ends | returns) & time_q >= last & ~(spec.jump & dut.f_stuck));

  assign over_o = retire_valid_o | dut.x_state_d != dut.x_state_q;
  assign insn_o = dut.f_insn;
  assign pc_o = {pc_q, 1'b0};

  // --------------------------------------------------------------------------------------------
  // Exceptions, reset

  assign entry_o = dut.x_state_q == X_ENTRY;
  assign return_o = dut.x_state_q == X_RETURN;
  assign reset_o = dut.x_state_q == X_RESET;
  assign fetching_o = instr_req_o;
  assign aligned_o = dut.u_regfile.regs_q[15][1:0] == '0;

  // Order of a frame: r0..r3, r12, LR, PC, xPSR.
  function automatic logic [3:0] framed(logic [3:0] k);
    return k < 4'd4 ? k : k == 4'd4 ? 4'd12 : 4'd14;
  endfunction

  logic [31:0] sp, frame, resume_, word;
  logic svc;
  assign svc = dut.x_svc_q;
  assign sp = psr.spsel ? dut.u_regfile.regs_q[15] : dut.u_regfile.regs_q[13];
  assign frame = {sp[31:3], 1'b0, sp[1:0]} - 32'd32;
  assign resume_ = {pc_q, 1'b0} + (~svc ? 32'd0 : 32'd2);
  always_comb begin
    word = dut.u_regfile.regs_q[framed(done_q)];
    if (done_q == 4'd6) word = resume_;
    if (done_q == 4'd7) word = {psr.n, psr.z, psr.c, psr.v, 3'd0, psr.thumb, 14'd0, sp[2], 3'd0, psr.ipsr};
  end
  always_comb begin
    wrong_entry_o = 1'b0;
    if (dut.x_state_q == X_ENTRY) begin
      if (event_ & done_q < 4'd8)
        wrong_entry_o |= ~mem_store_o | mem_addr_o != frame + {26'd0, done_q, 2'd0} | mem_be_o != 4'hf | mem_data_o != word;
      if (event_ & done_q == 4'd8)
        wrong_entry_o |= ~mem_load_o | mem_addr_o != (svc ? 32'd44 : 32'd12) | mem_be_o != 4'hf;
      wrong_entry_o |= retire_valid_o != (event_ & done_q == 4'd8);
      if (retire_valid_o) begin
        wrong_entry_o |= dut.x_state_d != X_RUN | ~retire_trap_o | retire_pc_o != {pc_q, 1'b0} |
            retire_next_pc_o != {mem_data_o[31:1], 1'b0} | retire_cause_o != dut.u_retire.cause_q;
        wrong_entry_o |= ~rf_we0_o | rf_addr0_o != 4'd14 | ~rf_we1_o | rf_addr1_o != (psr.spsel ? 4'd15 : 4'd13) |
            rf_data0_o != {28'hfffffff, psr.ipsr == '0, psr.spsel, 2'b01} | rf_data1_o != frame;
        wrong_entry_o |= psr_next != psr_t'{n: psr.n, z: psr.z, c: psr.c, v: psr.v, thumb: mem_data_o[0],
            ipsr: svc ? EXC_SVCALL : EXC_HARDFAULT, primask: psr.primask, spsel: 1'b0};
      end else
        wrong_entry_o |= rf_we0_o | rf_we1_o | psr_next != psr | dut.x_state_d != (failed ? X_LOCKUP : X_ENTRY);
    end
  end

  logic [31:0] resumed_q;
  always_ff @(posedge clk_i) if (event_ & done_q == 4'd6) resumed_q <= mem_data_o;
  always_comb begin
    wrong_return_o = 1'b0;
    if (dut.x_state_q == X_RETURN) begin
      if (event_) wrong_return_o |= ~mem_load_o | mem_addr_o != sp + {26'd0, done_q, 2'd0} | mem_be_o != 4'hf | done_q > 4'd7;
      wrong_return_o |= rf_we0_o != (event_ & done_q < 4'd6) |
          (rf_we0_o & {rf_addr0_o, rf_data0_o} != {framed(done_q), mem_data_o});
      wrong_return_o |= retire_valid_o != (event_ & done_q == 4'd7) | rf_we1_o != retire_valid_o;
      if (retire_valid_o) begin
        wrong_return_o |= dut.x_state_d != X_RUN | retire_trap_o | retire_cause_o != CAUSE_NONE |
            retire_next_pc_o != {resumed_q[31:1], 1'b0};
        wrong_return_o |= rf_addr1_o != (psr.spsel ? 4'd15 : 4'd13) | rf_data1_o != ((sp + 32'd32) | {29'd0, mem_data_o[9], 2'd0});
        wrong_return_o |= psr_next != psr_t'{n: mem_data_o[31], z: mem_data_o[30], c: mem_data_o[29], v: mem_data_o[28],
            thumb: mem_data_o[24], ipsr: mem_data_o[5:0], primask: psr.primask, spsel: psr.spsel};
      end else wrong_return_o |= psr_next != psr | dut.x_state_d != (failed ? X_LOCKUP : X_RETURN);
    end
  end

  // Reset: MSP from address 0, the first address from 4.
  always_comb begin
    wrong_reset_o = 1'b0;
    if (dut.x_state_q == X_RESET) begin
      if (event_) wrong_reset_o |= ~mem_load_o | mem_addr_o != {26'd0, done_q, 2'd0} | done_q > 4'd1;
      wrong_reset_o |= retire_valid_o | rf_we1_o | rf_we0_o != event_;
      if (event_ & done_q == '0) wrong_reset_o |= {rf_addr0_o, rf_data0_o} != {4'd13, mem_data_o[31:2], 2'b00};
      if (event_ & done_q == 4'd1)
        wrong_reset_o |= rf_addr0_o != 4'd14 | rf_data0_o != 32'hffffffff | dut.x_state_d != X_RUN |
            retire_next_pc_o != {mem_data_o[31:1], 1'b0};
      else wrong_reset_o |= dut.x_state_d != (failed ? X_LOCKUP : X_RESET);
    end
  end

  // --------------------------------------------------------------------------------------------
  // The invariant: what the fetch stage, the sequencer and the retirement port hold at any time

  logic [31:1] head;
  logic rests, asked, sequence_;
  logic [3:0] step_place, last_place, place_before;
  logic [3:0] awaited_be;
  logic [31:0] awaited;
  logic awaited_we;
  assign head = {dut.u_fetch.f_addr_q, dut.u_fetch.f_odd_q} - 31'(dut.u_fetch.f_count_q);
  assign asked = dut.u_sequencer.x_pending_q;
  assign rests = dut.u_sequencer.x_place_q == '0 & ~asked;
  assign sequence_ = dut.x_state_q inside {X_RESET, X_ENTRY, X_RETURN};

  // Places of the sequencer: registers, 8 for LR or PC; words in order for all else.
  function automatic logic [3:0] place_of(logic [3:0] number, logic [3:0] k, logic several);
    return ~several ? k : number >= 4'd14 ? 4'd8 : number;
  endfunction

  always_comb begin
    step_place = done_q;  // of access number done_q
    place_before = done_q - 4'd1;  // of the one before it
    last_place = done_q + 4'd1;  // where the sequencer looks once it is granted
    awaited = frame + {26'd0, done_q, 2'd0};
    awaited_we = 1'b1;
    awaited_be = 4'hf;
    case (dut.x_state_q)
      X_RUN: begin
        step_place = place_of(which, done_q, spec.several);
        place_before = place_of(listed(others, done_q - 4'd1), done_q - 4'd1, spec.several);
        last_place = base_listed & done_q == total - 4'd1 ? 4'd15 : step_place + 4'd1;
        awaited = place;
        awaited_we = spec.store;
        awaited_be = be;
      end
      X_ENTRY:
      if (done_q == 4'd8) begin
        awaited = svc ? 32'd44 : 32'd12;
        awaited_we = 1'b0;
      end
      X_RETURN: begin
        awaited = sp + {26'd0, done_q, 2'd0};
        awaited_we = 1'b0;
      end
      default: begin
        awaited = {26'd0, done_q, 2'd0};
        awaited_we = 1'b0;
      end
    endcase
  end

  always_comb begin
    rule = '1;
    // bus
    rule[0] = dut.u_fetch.f_pending_q == instr_out_q & asked == data_out_q;
    rule[1] = dut.u_fetch.f_stuck_q == instr_waits_q & ~(dut.u_fetch.f_stuck_q & instr_out_q);
    rule[2] = ~dut.u_fetch.f_stuck_q | {dut.u_fetch.f_addr_q, 2'd0} == instr_addr_q;
    // prefetch buffer
    rule[3] = dut.u_fetch.f_count_q <= 3'd4 & (~dut.u_fetch.f_odd_q | dut.u_fetch.f_count_q == '0);
    rule[4] = ~dut.u_fetch.f_kill_q | dut.u_fetch.f_pending_q;
    rule[5] = ~(in_run | dut.x_state_q == X_ENTRY) | head == pc_q;
    // execute stage
    rule[6] = sequence_ | in_run | dut.x_state_q == X_LOCKUP;
    rule[7] = {dut.u_debug.x_halted_q, dut.u_debug.x_request_q, dut.u_debug.x_step_q} == '0;
    rule[8] = ~fresh_q | (rests & dut.x_step_q == '0 & done_q == '0 & time_q == '0);
    rule[9] = ~in_run | fresh_q | (dut.exec & fault_at_start == CAUSE_NONE & ~spec.call);
    rule[10] = ~in_run | fresh_q | (memory ? dut.x_step_q == '0 : rests & done_q == '0 &
        time_q != '0 & dut.x_step_q == 2'(time_q < last ? time_q : last) & (time_q <= last | spec.jump));
    rule[11] = in_run | (dut.x_step_q == '0 & (sequence_ | rests));
    rule[12] = dut.field == field_q;
    // accesses under way
    rule[13] = dut.x_state_q != X_RESET | done_q <= 4'd1;
    rule[14] = dut.x_state_q != X_ENTRY | done_q <= 4'd8;
    rule[15] = dut.x_state_q != X_RETURN | done_q <= 4'd7;
    if (sequence_ | (in_run & ~fresh_q & memory)) begin
      rule[16] = ~in_run | done_q < total;
      rule[17] = ~asked | (dut.u_sequencer.x_data_place_q == step_place & dut.u_sequencer.x_place_q == last_place);
      rule[18] = asked | (done_q == '0 ? dut.u_sequencer.x_place_q == '0 : dut.u_sequencer.x_place_q == place_before + 4'd1);
      rule[19] = ~asked | {dut.u_retire.access_addr_q, dut.u_retire.access_we_q, dut.u_retire.access_be_q} ==
          {awaited, awaited_we, awaited_be};
      rule[20] = ~asked | dut.x_offset_q == awaited[1:0];
    end
    rule[23] = ~(sequence_ | (in_run & pops)) | (rests & ~data_waits_q) | ~dut.u_fetch.f_stuck_q;
    rule[21] = ~(in_run & spec.pair & spec.load & done_q == 4'd1) | dut.u_galois.gen_field.u_field.stage_q == first_q;
    rule[22] = dut.x_state_q != X_RETURN | done_q <= 4'd6 | head == resumed_q[31:1];
    rule[26] = dut.u_regfile.regs_q[15][1:0] == '0 & (dut.u_regfile.regs_q[13][1:0] == '0 |
        dut.x_state_q == X_LOCKUP | (dut.x_state_q == X_RESET & done_q == '0));
    rule[27] = dut.x_state_q != X_ENTRY | ~svc | (spec.call & dut.u_fetch.f_count_q != '0);
    // a request that waits
    rule[24] = ~data_waits_q | (~asked & ~(fresh_q & time_q != '0) & (sequence_ | (in_run & ~fresh_q & memory)));
    rule[25] = ~data_waits_q | {data_addr_q, data_we_q, data_be_q} == {awaited, awaited_we, awaited_be};
  end
  assign holds_o = &rule;
  assign rule_o = rule;

  // --------------------------------------------------------------------------------------------
  // Progress, the words of memory

  assign sound_o = psr.thumb & psr.ipsr != EXC_HARDFAULT;
  assign calm_o = prompt_o & ~instr_waits_q & ~data_waits_q;
  gfp_progress u_progress (
      .clk_i,
      .prompt_i(calm_o),
      .x_slow_i((data_out_q & ~data_rvalid_i) | (data_req_o & ~data_gnt_i)),
      .f_slow_i((instr_out_q & ~instr_rvalid_i) | (instr_req_o & ~instr_gnt_i)),
      .event_o,
      .rank_o,
      .prompt_bound_o,
      .bound_o,
      .prompt_reset_o,
      .reset_o(reset_bound_o),
      .wrong_prompt_o,
      .wrong_fair_o,
      .late_o
  );

  gfp_words u_words (
      .clk_i,
      .place_i,
      .word_i,
      .error_i,
      .honest_o,
      .holds_o(words_hold_o),
      .wrong_o(wrong_word_o)
  );
  assign words_wrong_o = ~words_hold_o;

endmodule
