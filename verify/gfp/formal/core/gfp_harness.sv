// SPDX-License-Identifier: Apache-2.0
// The core, an arbitrary bus, and the reference machine (gfp_reference) on the same bus. Every wrong_* output must be 0
// while assume_o is 1, in any state with holds_o = 1; reset must lead to such a state, and no cycle away from them.
//
// The verdict compares only ports: every output of the core, and the requests to the two units, must equal those of the
// reference machine. The retirement port is one of these outputs. Signals inside the core occur only in the invariant
// and in the assumption about power-up. Without an invariant, a proof from any state would start from states that do
// not occur. A wrong invariant cannot hide an error: it would not hold after reset, or a cycle would break it.
//
// The debugger is inactive; without interrupts (INTERRUPTS = 0).
module gfp_harness
  import gfp_isa_pkg::*;
  import gfp_pkg::*;
  import gfp_spec_pkg::*;
#(
    parameter int unsigned HIT_LAST = 0,
    parameter int unsigned GF_LANES = 4,
    parameter int unsigned GF_INVERSE_CYCLES = 1,
    parameter bit GF_FIELD2 = 1'b0,
    parameter bit GF_MA = 1'b0,
    parameter int unsigned GF_MAC = 0,
    parameter bit GF_TEST = 1'b0,
    parameter bit GF_HIGH = 1'b0,
    parameter int unsigned MUL_CYCLES = 1
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

    input logic [4:0] control_i,  // an error to be found, in cores that have them (verify/gfp/formal/test_core.py); 0: none

    input logic [31:2] place_i,  // an arbitrary word of memory (gfp_words)
    input logic [31:0] word_i,
    input logic error_i,

    output logic instr_out_o,  // an access is under way
    output logic data_out_o,
    output logic assume_o,  // the bus keeps to its rules
    output logic prompt_o,  // and answers at once
    output logic holds_o,  // the invariant
    output logic [63:0] rule_o,  // its parts
    output logic alike_o,  // the word at hand is the same in both machines
    output logic born_alike_o,  // what reset leaves alone is the same in both
    output logic run_o,  // an instruction is at hand
    output logic unknown_o,  // but its word is none
    output logic fault_o,  // in its place, a bus error, or T is clear
    output logic wait_o,  // none has arrived yet
    output logic entry_o,  // exception entry
    output logic return_o,
    output logic reset_o,
    output logic locked_o,
    output logic fresh_o,  // nothing of it has been done
    output logic [HIT_LAST:0] hit_o,  // which instruction is at hand
    output logic [31:0] insn_o,  // its word
    output logic [31:0] pc_o,
    output logic over_o,  // its last cycle, or that of a sequence
    output logic fetching_o,  // an instruction is asked for

    output logic wrong_fetch_o,
    output logic wrong_access_o,
    output logic wrong_data_o,
    output logic wrong_retire_o,
    output logic wrong_trap_o,
    output logic wrong_memory_o,
    output logic wrong_write_o,
    output logic wrong_flags_o,
    output logic wrong_operands_o,
    output logic wrong_quiet_o,
    output logic wrong_port_o,

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

  logic instr_req_o, data_req_o, data_we_o, lockup_o;
  logic [31:0] instr_addr_o, data_addr_o, data_wdata_o;
  logic [3:0] data_be_o;
  logic nmi_i, sleeping_o, sleep_timed_o;
  logic [31:0] irq_i;
  debug_t debug_i;
  debug_rsp_t debug_o;
  retire_t retire_o;

  assign debug_i = '0;
  assign {irq_i, nmi_i} = '0;

  gfp_core #(
      .GF_LANES(GF_LANES),
      .GF_INVERSE_CYCLES(GF_INVERSE_CYCLES),
      .GF_FIELD2(GF_FIELD2),
      .GF_MA(GF_MA),
      .GF_MAC(GF_MAC),
      .GF_TEST(GF_TEST),
      .GF_HIGH(GF_HIGH),
      .MUL_CYCLES(MUL_CYCLES)
  ) dut (.*);

  // The ports of the two units, as the core drives them.
  logic [31:0] gf_a, gf_b, gf_lo, gf_hi, product;
  gf_pkg::gf_op_e gf_op;
  logic [59:0] gf_field;
  logic [3:0] gf_step;
  if (GF_LANES == 4) begin : gen_unit
    assign {gf_a, gf_b} = {dut.u_execute.u_galois.gen_unit.u_gf_unit.a_i, dut.u_execute.u_galois.gen_unit.u_gf_unit.b_i};
    assign {gf_lo, gf_hi} = {dut.u_execute.u_galois.gen_unit.u_gf_unit.lo_o, dut.u_execute.u_galois.gen_unit.u_gf_unit.hi_o};
    assign gf_field = {dut.u_execute.u_galois.gen_unit.u_gf_unit.m_i, dut.u_execute.u_galois.gen_unit.u_gf_unit.cols_i};
    assign gf_op = dut.u_execute.u_galois.gen_unit.u_gf_unit.op_i;
    assign gf_step = dut.u_execute.u_galois.gen_unit.u_gf_unit.step_i;
  end else begin : gen_serial
    assign {gf_a, gf_b} = {dut.u_execute.u_galois.gen_serial.u_gf_unit.a_i, dut.u_execute.u_galois.gen_serial.u_gf_unit.b_i};
    assign {gf_lo, gf_hi} = {dut.u_execute.u_galois.gen_serial.u_gf_unit.lo_o, dut.u_execute.u_galois.gen_serial.u_gf_unit.hi_o};
    assign gf_field = {dut.u_execute.u_galois.gen_serial.u_gf_unit.m_i, dut.u_execute.u_galois.gen_serial.u_gf_unit.cols_i};
    assign gf_op = dut.u_execute.u_galois.gen_serial.u_gf_unit.op_i;
    assign gf_step = dut.u_execute.u_galois.gen_serial.u_gf_unit.step_i;
  end
  assign product = dut.u_execute.u_multiplier.result_o;

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
  assign {instr_out_o, data_out_o} = {instr_out_q, data_out_q};
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
  // The reference machine, and the verdict

  ports_t must;
  spec_t spec;
  logic ask_gf, ask_binary, ask_product;
  gf_pkg::gf_op_e ask_op;
  logic [31:0] ask_a, ask_b;
  logic [63:0] ask_field;
  logic [3:0] ask_step;

  gfp_reference #(
      .HIT_LAST(HIT_LAST),
      .GF_LANES(GF_LANES),
      .GF_INVERSE_CYCLES(GF_INVERSE_CYCLES),
      .GF_FIELD2(GF_FIELD2),
      .GF_MA(GF_MA),
      .GF_MAC(GF_MAC),
      .GF_TEST(GF_TEST),
      .GF_HIGH(GF_HIGH),
      .MUL_CYCLES(MUL_CYCLES)
  ) u_reference (
      .clk_i, .rst_ni,
      .instr_gnt_i, .instr_rvalid_i, .instr_rdata_i, .instr_err_i,
      .data_gnt_i, .data_rvalid_i, .data_rdata_i, .data_err_i,
      .product_i(product),
      .lo_i(gf_lo),
      .hi_i(gf_hi),
      .ask_gf_o(ask_gf),
      .ask_op_o(ask_op),
      .ask_binary_o(ask_binary),
      .ask_product_o(ask_product),
      .ask_a_o(ask_a),
      .ask_b_o(ask_b),
      .ask_field_o(ask_field),
      .ask_step_o(ask_step),
      .hit_o,
      .spec_o(spec),
      .must_o(must)
  );

  assign wrong_fetch_o = instr_req_o != must.instr_req | (must.instr_req & instr_addr_o != must.instr_addr);
  assign wrong_access_o = data_req_o != must.data_req | (must.data_req &
      {data_addr_o, data_we_o, data_be_o} != {must.data_addr, must.data_we, must.data_be});
  assign wrong_data_o = must.store & data_wdata_o != must.data_wdata;
  assign wrong_retire_o = retire_o.valid != must.valid | (must.valid &
      {retire_o.pc, retire_o.insn, retire_o.next_pc} != {must.pc, must.insn, must.next_pc});
  assign wrong_trap_o = lockup_o != must.lockup | (must.valid & retire_o.trap != must.trap) |
      ((must.valid | must.lockup) & {retire_o.cause, retire_o.addr} != {must.cause, must.addr}) |
      (must.lockup & must.lockup_pc & retire_o.pc != must.pc) | debug_o.halted | sleeping_o | sleep_timed_o;
  assign wrong_memory_o = {retire_o.mem_store, retire_o.mem_load} != {must.mem_store, must.mem_load} |
      ((must.mem_store | must.mem_load) & {retire_o.mem_addr, retire_o.mem_data, retire_o.mem_be} != {must.mem_addr, must.mem_data, must.mem_be});
  assign wrong_write_o = {retire_o.rf.we0, retire_o.rf.we1} != {must.we0, must.we1} |
      (must.we0 & {retire_o.rf.addr0, retire_o.rf.data0} != {must.wa0, must.wd0}) |
      (must.we1 & {retire_o.rf.addr1, retire_o.rf.data1} != {must.wa1, must.wd1}) |
      (must.we0 & must.we1 & must.wa0 == must.wa1);
  assign wrong_flags_o = {retire_o.nzcv, retire_o.special} != {must.nzcv, must.special};

  // What the units are asked. An idle one has operands of zero, a product of zero.
  assign wrong_operands_o = (ask_gf & (gf_op != ask_op | gf_a != ask_a | (ask_binary & gf_b != ask_b) |
      {4'd0, gf_field} != ask_field | (ask_op != gf_pkg::GF_ADD & gf_step != ask_step))) |
      (ask_product & (~dut.u_execute.u_multiplier.active_i | ({dut.u_execute.u_multiplier.a_i, dut.u_execute.u_multiplier.b_i} != {ask_a, ask_b} &
       {dut.u_execute.u_multiplier.b_i, dut.u_execute.u_multiplier.a_i} != {ask_a, ask_b})));
  assign wrong_quiet_o = (~ask_gf & {gf_a, gf_b} != '0) | (~ask_product & dut.u_execute.u_multiplier.active_i);

  // --------------------------------------------------------------------------------------------
  // The state of the reference machine: the cases of the proof

  logic in_run, sequence_;
  psr_t psr;
  assign psr = dut.psr;
  assign in_run = u_reference.mode_q == RUN;
  assign sequence_ = u_reference.mode_q inside {RESET, ENTRY, RETURN};
  assign run_o = in_run & u_reference.ready & u_reference.status_q.thumb & ~u_reference.error;
  assign unknown_o = ~spec.known;
  assign fault_o = in_run & u_reference.ready & (~u_reference.status_q.thumb | u_reference.error);
  assign wait_o = in_run & ~u_reference.ready;
  assign entry_o = u_reference.mode_q == ENTRY;
  assign return_o = u_reference.mode_q == RETURN;
  assign reset_o = u_reference.mode_q == RESET;
  assign locked_o = u_reference.mode_q == LOCKUP;
  assign fresh_o = u_reference.fresh_q;
  assign fetching_o = instr_req_o;
  assign over_o = u_reference.ends | (u_reference.mode_d != u_reference.mode_q & ~u_reference.derives);
  assign insn_o = u_reference.insn;
  assign pc_o = {u_reference.pc_q, 1'b0};

  // --------------------------------------------------------------------------------------------
  // The invariant: what is alike in both machines

  logic [63:0] rule;
  logic [15:0][31:0] file;
  logic arrived;  // whole, and without an error
  logic chained;  // HardFault is entered in place of a return
  assign file = dut.u_regfile.regs_q;
  assign chained = u_reference.chained;
  assign arrived = u_reference.ready & psr.thumb & ~u_reference.error;
  assign alike_o = dut.u_fetch.f_buf_q[0] == u_reference.u_fetch.queue_q[0] &
      (~is_wide(u_reference.u_fetch.queue_q[0][15:11]) | dut.u_fetch.f_buf_q[1] == u_reference.u_fetch.queue_q[1]);
  assign born_alike_o = file == u_reference.regs_q & dut.u_fetch.f_addr_q == u_reference.u_fetch.tail_q &
      file[15][1:0] == '0;

  function automatic logic [2:0] state_of(mode_e mode);
    case (mode)
      RESET: return X_RESET;
      RUN: return X_RUN;
      ENTRY: return X_ENTRY;
      RETURN: return X_RETURN;
      default: return X_LOCKUP;
    endcase
  endfunction

  logic [31:1] head;
  logic [3:0] done_q, asked, step_place, last_place, place_before;
  logic rests;
  logic [3:0] step;  // the core's count of cycles
  assign head = {dut.u_fetch.f_addr_q, dut.u_fetch.f_odd_q} - 31'(dut.u_fetch.f_count_q);
  assign done_q = u_reference.done_q;
  assign rests = dut.u_lsu.x_beat_q == '0 & ~dut.u_lsu.x_pending_q;
  assign step = MUL_CYCLES != 1 & spec.multiply ? 4'd0
      : 4'(u_reference.time_q < u_reference.last ? u_reference.time_q : u_reference.last);

  // Beats of the load-store unit: registers, 8 for LR or PC; words in order for all else.
  function automatic logic [3:0] place_of(logic [3:0] k);
    logic [3:0] number;
    number = listed(u_reference.others, k);
    return ~(in_run & spec.several) ? k : number >= 4'd14 ? 4'd8 : number;
  endfunction

  // A listed base register is loaded last.
  logic base_turn;
  assign base_turn = in_run & u_reference.base_listed & done_q == u_reference.last_access;
  assign step_place = base_turn ? spec.base : place_of(done_q);
  assign last_place = base_turn ? 4'd15 : step_place + 4'd1;
  assign place_before = place_of(done_q - 4'd1);

  logic memory, fault_known, rule_multiply, rule_late, rule_second;
  logic [63:0] field;
  assign memory = u_reference.memory;
  assign fault_known = u_reference.mode_q inside {ENTRY, LOCKUP};

  always_comb begin
    rule = '1;
    // bus
    rule[0] = dut.u_fetch.f_pending_q == instr_out_q & u_reference.u_fetch.out_q == instr_out_q;
    rule[1] = dut.u_lsu.x_pending_q == data_out_q & u_reference.out_q == data_out_q;
    rule[2] = dut.u_fetch.f_stuck_q == instr_waits_q & u_reference.u_fetch.waits_q == instr_waits_q;
    rule[3] = ~(instr_waits_q & instr_out_q);
    rule[4] = ~instr_waits_q | {dut.u_fetch.f_addr_q, 2'd0} == instr_addr_q;
    // prefetch buffer
    rule[5] = dut.u_fetch.f_count_q == u_reference.u_fetch.count_q;
    rule[6] = dut.u_fetch.f_odd_q == u_reference.u_fetch.odd_q;
    rule[7] = dut.u_fetch.f_error_q == u_reference.u_fetch.error_q;
    rule[8] = dut.u_fetch.f_kill_q == u_reference.u_fetch.unwanted_q;
    rule[9] = dut.u_fetch.f_addr_q == u_reference.u_fetch.tail_q;
    for (int i = 0; i < 4; i++)
      rule[10] &= 3'(i) >= dut.u_fetch.f_count_q | dut.u_fetch.f_buf_q[i] == u_reference.u_fetch.queue_q[i];
    rule[11] = dut.u_fetch.f_count_q <= 3'd4 & (~dut.u_fetch.f_odd_q | dut.u_fetch.f_count_q == '0);
    rule[12] = ~dut.u_fetch.f_kill_q | dut.u_fetch.f_pending_q;
    // registers
    rule[13] = file == u_reference.regs_q;
    rule[14] = {psr.n, psr.z, psr.c, psr.v, psr.thumb, psr.ipsr, psr.primask, psr.spsel} == u_reference.status_q;
    rule[15] = field == u_reference.field_q;
    if (GF_FIELD2) rule[47] = rule_second;
    rule[16] = ~(in_run | (entry_o & ~chained) | (locked_o & ~u_reference.from_reset_q & ~u_reference.from_return_q)) |
        head == u_reference.pc_q;
    rule[17] = file[15][1:0] == '0 & (file[13][1:0] == '0 | locked_o | (reset_o & done_q == '0));
    // execute stage
    rule[18] = dut.u_control.x_state_q == state_e'(state_of(u_reference.mode_q)) & u_reference.mode_q inside {RESET, RUN, ENTRY, RETURN, LOCKUP};
    rule[19] = {dut.u_debug.x_halted_q, dut.u_debug.x_request_q, dut.u_debug.x_step_q} == '0;
    rule[20] = ~fresh_o | (rests & dut.u_control.x_step_q == '0 & done_q == '0 & u_reference.time_q == '0);
    rule[21] = ~in_run | fresh_o | (run_o & u_reference.fault_at_start == CAUSE_NONE & ~spec.call);
    rule[22] = ~in_run | fresh_o | (memory ? dut.u_control.x_step_q == '0 : rests & done_q == '0 & u_reference.time_q != '0 &
        dut.u_control.x_step_q == step & (u_reference.time_q <= u_reference.last | spec.jump));
    rule[23] = in_run | (dut.u_control.x_step_q == '0 & (sequence_ | rests));
    // what is entered, what returns
    rule[24] = ~fault_known | dut.u_retire.cause_q == u_reference.cause_q;
    rule[25] = ~fault_known | ~(u_reference.cause_q inside {CAUSE_MISALIGNED, CAUSE_DATA_BUS_ERROR}) |
        dut.u_retire.trap_addr_q == u_reference.fault_addr_q;
    rule[26] = ~entry_o | (dut.u_control.x_svc_q == u_reference.call_q & (~u_reference.call_q | (spec.call & arrived)));
    rule[27] = ~entry_o | chained | u_reference.ready &
        (u_reference.cause_q inside {CAUSE_FETCH_BUS_ERROR, CAUSE_INVALID_STATE} | arrived);
    rule[28] = ~locked_o | dut.u_retire.return_failed_q == u_reference.from_return_q;
    rule[29] = ~(return_o | chained | (locked_o & u_reference.from_return_q)) |
        {dut.u_retire.return_pc_q, dut.u_retire.return_insn_q} == {u_reference.return_pc_q, 1'b0, u_reference.return_insn_q};
    rule[30] = ~return_o | done_q <= 4'd6 | head == u_reference.pc_q;
    rule[31] = ~(in_run & spec.pair & spec.load & done_q == 4'd1) |
        dut.u_execute.u_galois.gen_field.u_field.stage_q == u_reference.first_q;
    // accesses under way
    rule[32] = ~(sequence_ | (in_run & memory)) | done_q < u_reference.total | fresh_o;
    if (sequence_ | (in_run & ~fresh_o & memory)) begin
      rule[33] = ~data_out_q | (dut.u_lsu.x_data_beat_q == step_place & dut.u_lsu.x_beat_q == last_place);
      rule[34] = data_out_q | (done_q == '0 ? dut.u_lsu.x_beat_q == '0 : dut.u_lsu.x_beat_q == place_before + 4'd1);
      rule[35] = ~data_out_q | dut.u_lsu.x_byte_q == u_reference.addr_q[1:0];
    end
    rule[36] = ~data_out_q | {dut.u_retire.access_addr_q, dut.u_retire.access_we_q, dut.u_retire.access_be_q} ==
        {u_reference.addr_q, u_reference.we_q, u_reference.be_q};
    rule[37] = ~(sequence_ | (in_run & u_reference.pops)) | (rests & ~data_waits_q) | ~instr_waits_q;
    rule[38] = ~data_out_q | ~in_run | (u_reference.we_q == spec.store & u_reference.addr_q[1:0] == spec.start[1:0]);
    rule[39] = ~data_out_q | ~sequence_ | (u_reference.we_q == (entry_o & done_q < 4'd8) & u_reference.addr_q[1:0] == '0);
    // a request that waits
    rule[40] = ~data_waits_q | (~data_out_q & ~(fresh_o & u_reference.time_q != '0) & (sequence_ | (in_run & ~fresh_o & memory)));
    rule[41] = ~data_waits_q | ({data_addr_q, data_we_q, data_be_q} == {must.data_addr, must.data_we, must.data_be});
    // HardFault in place of a return
    rule[43] = ~(entry_o | return_o) | dut.u_interrupts.gen_no_interrupts.x_chained_q == chained;
    rule[44] = ~(return_o | chained) | dut.u_interrupts.gen_no_interrupts.x_thread_q == u_reference.to_thread_q;
    rule[45] = ~chained | (~u_reference.call_q & done_q == 4'd8);
    // a product in 32 cycles
    if (MUL_CYCLES != 1) rule[42] = rule_multiply;
    // a product that waits to be accumulated
    if (GF_MAC == 2) rule[46] = rule_late;
  end
  assign holds_o = &rule;
  assign rule_o = rule;

  assign field = {4'd0, dut.u_execute.u_galois.gen_field.u_field.degree_q,
      dut.u_execute.u_galois.gen_field.u_field.high_q, dut.u_execute.u_galois.gen_field.u_field.low_q};
  if (GF_FIELD2) begin : gen_second
    assign rule_second = {4'd0, dut.u_execute.u_galois.gen_field.u_field.second} == u_reference.second_q;
  end else begin : gen_no_second
    assign rule_second = 1'b1;
  end

  if (GF_MAC == 2) begin : gen_late
    assign rule_late = ~(in_run & ~fresh_o & spec.accumulate) |
        dut.u_execute.u_galois.gen_late.product_q == u_reference.kept_q;
  end else begin : gen_no_late
    assign rule_late = 1'b1;
  end

  if (MUL_CYCLES == 1) begin : gen_no_steps
    assign rule_multiply = 1'b1;
  end else begin : gen_steps
    logic begun;
    assign begun = in_run & ~fresh_o & spec.multiply;
    assign rule_multiply = dut.u_execute.u_multiplier.gen_serial.left_q == (begun ? 5'd31 - u_reference.time_q : 5'd31) &
        (~begun | dut.u_execute.u_multiplier.gen_serial.sum_q == u_reference.partial_q[30:0]);
  end

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
