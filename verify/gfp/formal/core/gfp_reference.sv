// SPDX-License-Identifier: Apache-2.0
// The reference machine: what the ports of the core must show, cycle by cycle.
//
// It has its own registers, program counter and bus history. It sees only the core's instruction and data ports.
// gfp_spec defines the meaning of instructions. product_i, lo_i, hi_i are the answers of the two arithmetic units,
// which are proved separately (evariste/machines/gfp/proofs/arithmetic.py). ask_o is the request that they must get.
//
// Timing: an instruction without accesses takes the cycles of the table, except that a branch may have to wait until
// the instruction port is free. Accesses follow one another without a gap. An access that loads a new program counter,
// and those before it, wait while an instruction request waits.
module gfp_reference
  import gfp_isa_pkg::*;
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

    input logic [31:0] product_i, lo_i, hi_i,
    output logic ask_gf_o,  // this operation
    output gf_pkg::gf_op_e ask_op_o,
    output logic ask_binary_o,  // of two operands
    output logic ask_product_o,
    output logic [31:0] ask_a_o, ask_b_o,
    output logic [63:0] ask_field_o,
    output logic [3:0] ask_step_o,

    output logic [HIT_LAST:0] hit_o,  // which instruction is at hand
    output spec_t spec_o,
    output ports_t must_o
);

  mode_e mode_q, mode_d;
  status_t status_q, status_d;
  logic [15:0][31:0] regs_q;  // 13 MSP, 15 PSP
  logic [63:0] field_q, second_q;
  logic [63:0] field;  // the one that the instruction is about
  logic [31:1] pc_q;
  logic fresh_q;  // nothing has been done of the instruction or sequence at hand
  logic [3:0] done_q;  // its accesses that have been answered
  logic [4:0] time_q;  // cycles spent on it
  logic [31:0] first_q;  // the first word loaded
  logic [63:0] kept_q;  // the unit's last answer
  logic late;  // it is what an instruction in its second cycle accumulates
  logic [63:0] answer;
  logic [31:0] partial_q;  // a product in 32 cycles: of the upper bits of one factor

  // What is entered, or has locked up, and why.
  logic call_q;  // SVC
  logic [3:0] cause_q;
  logic [31:0] fault_addr_q;
  logic from_reset_q, from_return_q;
  logic [31:1] return_pc_q;  // the instruction that returned
  logic [31:0] return_insn_q;
  logic to_thread_q;  // ... to no handler, as EXC_RETURN says

  // --------------------------------------------------------------------------------------------
  // The access under way

  logic out_q;
  logic [31:0] addr_q;
  logic we_q;
  logic [3:0] be_q;
  logic answered, failed, granted;
  logic [3:0] asked;  // accesses granted
  assign answered = out_q & data_rvalid_i & ~data_err_i;
  assign failed = out_q & data_rvalid_i & data_err_i;
  assign granted = must_o.data_req & data_gnt_i;
  assign asked = done_q + 4'(out_q);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) out_q <= 1'b0;
    else out_q <= granted | (out_q & ~data_rvalid_i);
  end
  always_ff @(posedge clk_i)
    if (granted) {addr_q, we_q, be_q} <= {must_o.data_addr, must_o.data_we, must_o.data_be};

  // --------------------------------------------------------------------------------------------
  // The instruction at hand

  logic ready, error, f_waits, f_req;
  logic [31:0] insn, f_addr;
  logic hold, redirect, pc_load;
  logic [1:0] take;
  logic [31:1] target;
  spec_t spec;
  logic [31:0] product;

  gfp_reference_fetch u_fetch (
      .clk_i, .rst_ni, .instr_gnt_i, .instr_rvalid_i, .instr_rdata_i, .instr_err_i,
      .hold_i(hold),
      .take_i(take),
      .redirect_i(redirect),
      .pc_load_i(pc_load),
      .target_i(target),
      .thumb_i(status_q.thumb),
      .req_o(f_req),
      .addr_o(f_addr),
      .waits_o(f_waits),
      .ready_o(ready),
      .error_o(error),
      .insn_o(insn)
  );

  assign field = spec.second ? second_q : field_q;
  assign late = GF_MAC == 2 & spec.accumulate & time_q != '0;
  assign answer = late ? kept_q : {hi_i, lo_i};
  gfp_spec #(
      .GF_FIELD2(32'(GF_FIELD2)),
      .GF_MA(32'(GF_MA)),
      .GF_MAC(GF_MAC),
      .GF_TEST(32'(GF_TEST)),
      .GF_HIGH(32'(GF_HIGH))
  ) u_spec (
      .insn,
      .address({pc_q, 1'b0}),
      .regs(regs_q),
      .nzcv({status_q.n, status_q.z, status_q.c, status_q.v}),
      .primask(status_q.primask),
      .spsel(status_q.spsel),
      .thumb_i(status_q.thumb),
      .ipsr(status_q.ipsr),
      .product,
      .lo(answer[31:0]),
      .hit(hit_o),
      .spec
  );
  assign spec_o = spec;

  // Its accesses: access k, of register which(k).
  logic memory, misaligned, pops, base_listed;
  logic [15:0] others;
  logic [3:0] total, last_access;
  logic [3:0] be;
  assign memory = spec.load | spec.store;
  assign misaligned = memory & ((spec.size == 4 & spec.start[1:0] != '0) | (spec.size == 2 & spec.start[0]));
  assign pops = spec.load & spec.several & spec.list[15];
  assign base_listed = spec.load & spec.several & spec.base != 4'd13 & spec.list[spec.base];
  assign others = spec.list & ~(base_listed ? 16'd1 << spec.base : 16'd0);
  assign be = lanes(spec.start[1:0], spec.size);
  assign last_access = total - 4'd1;
  always_comb begin
    case (mode_q)
      RUN: total = ~memory ? 4'd0 : spec.several ? 4'(count(spec.list)) : spec.pair ? 4'd2 : 4'd1;
      RESET: total = 4'd2;  // MSP, the first address
      ENTRY: total = 4'd9;  // frame, vector
      RETURN: total = 4'd8;  // frame
      default: total = 4'd0;
    endcase
  end
  function automatic logic [3:0] which(logic [3:0] k);
    return base_listed & k == last_access ? spec.base : listed(others, k);
  endfunction

  // The exception frame.
  logic [31:0] sp, frame;
  logic [3:0] stack;  // the register that is SP
  assign stack = entry_of(4'd13, status_q.spsel);
  assign sp = regs_q[stack];
  assign frame = {sp[31:3], 1'b0, sp[1:0]} - 32'd32;

  // --------------------------------------------------------------------------------------------
  // Faults, in the order of detection, and the end

  logic at, executes, ends, leaves, traps, calls, done, locks;
  logic [3:0] fault, fault_at_start;
  logic [31:0] goes_to, next;
  logic [4:0] last;
  assign at = mode_q == RUN & ready;
  always_comb begin
    fault_at_start = CAUSE_NONE;
    if (misaligned) fault_at_start = CAUSE_MISALIGNED;
    if (spec.fault != CAUSE_NONE) fault_at_start = spec.fault;
    if (error) fault_at_start = CAUSE_FETCH_BUS_ERROR;
    if (~status_q.thumb) fault_at_start = CAUSE_INVALID_STATE;
    fault = CAUSE_NONE;
    if (at & fresh_q) fault = fault_at_start;
    else if (at & failed) fault = CAUSE_DATA_BUS_ERROR;
    else if (at & spec.load & spec.pair & answered & done_q == 4'd1 &
             ~(data_rdata_i[31:24] >= 8'd2 & data_rdata_i[31:24] <= 8'd8))
      fault = CAUSE_ILLEGAL_FIELD;
  end
  assign traps = fault != CAUSE_NONE;
  assign calls = at & fresh_q & spec.call & ~traps;
  assign executes = at & ~(fresh_q & (fault_at_start != CAUSE_NONE | spec.call));

  always_comb begin
    last = 5'(spec.jump ? spec.taken : spec.cycles) - 5'd1;
    if (spec.multiply) last = 5'(MUL_CYCLES - 1);
    if (spec.op != gf_pkg::GF_IDLE & spec.op != gf_pkg::GF_ADD) last = 5'(4 / GF_LANES - 1);
    if (spec.accumulate) last = 5'(GF_MAC - 1);
    if (spec.op inside {gf_pkg::GF_INV, gf_pkg::GF_POW}) last = 5'(4 * GF_INVERSE_CYCLES / GF_LANES - 1);
  end
  assign done = memory ? answered & done_q == last_access & ~traps : time_q >= last & ~(spec.jump & f_waits);
  assign ends = executes & done;

  // A load of 0xFxxxxxxx into PC, or BX to it, leaves an exception.
  assign goes_to = pops ? data_rdata_i : spec.target;
  assign leaves = ends & status_q.ipsr != '0 & (spec.exchange | pops) & goes_to[31:28] == 4'hf;
  assign next = spec.jump | pops ? {goes_to[31:1], 1'b0} : {pc_q, 1'b0} + (spec.wide ? 32'd4 : 32'd2);

  logic sequence_ends;
  assign sequence_ends = mode_q != RUN & answered & done_q == last_access;
  assign locks = status_q.ipsr == EXC_HARDFAULT;

  // A bus error in the entry of SVCall, or in a return, is HardFault: only its vector remains to be read. If it
  // replaces a return, it does not change the stack pointer and leads where the return would have led.
  logic derives, chained;
  assign derives = failed & ((mode_q == ENTRY & call_q) | mode_q == RETURN);
  assign chained = mode_q == ENTRY & from_return_q;
  always_comb begin
    mode_d = mode_q;
    if (sequence_ends) mode_d = RUN;
    if (traps | calls) mode_d = traps & locks ? LOCKUP : ENTRY;
    if (leaves) mode_d = RETURN;
    if (mode_q != RUN & failed) mode_d = derives ? ENTRY : LOCKUP;
  end

  // Where control goes.
  assign take = ends ? (spec.wide ? 2'd2 : 2'd1) : 2'd0;
  assign redirect = ends & spec.jump & ~leaves;
  assign pc_load = (ends & pops & ~leaves) | (mode_q == RETURN & answered & done_q == 4'd6) |
      (mode_q inside {RESET, ENTRY} & sequence_ends);
  assign target = redirect ? spec.target[31:1] : data_rdata_i[31:1];
  assign hold = mode_q != RUN | (ready & pops);

  // --------------------------------------------------------------------------------------------
  // The ports

  logic [31:0] insn_seen;
  assign insn_seen = spec.wide ? insn : {16'd0, insn[31:16]};

  always_comb begin
    must_o = '0;
    must_o.instr_req = f_req;
    must_o.instr_addr = f_addr;

    // Accesses.
    must_o.data_req = (mode_q == RUN ? executes : 1'b1) & asked < total & ~(hold & f_waits) &
        (~out_q | (data_rvalid_i & ~data_err_i));
    must_o.data_be = 4'hf;
    case (mode_q)
      RUN: begin
        must_o.data_addr = spec.start;
        if (spec.pair) must_o.data_addr += {26'd0, asked, 2'd0};
        if (spec.several) must_o.data_addr += 4 * count(spec.list & ((16'd1 << which(asked)) - 16'd1));
        must_o.data_we = spec.store;
        must_o.data_be = be;
      end
      ENTRY: begin
        must_o.data_addr = asked == 4'd8 ? 32'(call_q ? EXC_SVCALL : EXC_HARDFAULT) * 32'd4 : frame + {26'd0, asked, 2'd0};
        must_o.data_we = asked != 4'd8;
      end
      RETURN: must_o.data_addr = sp + {26'd0, asked, 2'd0};
      default: must_o.data_addr = {26'd0, asked, 2'd0};
    endcase
    must_o.store = out_q & we_q;
    if (mode_q == RUN) begin
      must_o.data_wdata = spread(regs_q[spec.several ? which(done_q) : entry_of(spec.rd, status_q.spsel)], spec.size);
      if (spec.pair) must_o.data_wdata = done_q[0] ? field[63:32] : field[31:0];
    end else begin
      must_o.data_wdata = regs_q[framed(done_q)];
      if (done_q == 4'd6) must_o.data_wdata = {pc_q, 1'b0} + (call_q ? 32'd2 : 32'd0);
      if (done_q == 4'd7) must_o.data_wdata = {status_q.n, status_q.z, status_q.c, status_q.v, 3'd0, status_q.thumb,
          14'd0, sp[2], 3'd0, status_q.ipsr};
    end
    must_o.mem_store = answered & we_q;
    must_o.mem_load = answered & ~we_q;
    must_o.mem_addr = addr_q;
    must_o.mem_be = be_q;
    must_o.mem_data = we_q ? must_o.data_wdata : data_rdata_i;

    // Retirement.
    must_o.valid = mode_q == RUN ? ends & ~leaves : mode_q inside {ENTRY, RETURN} & sequence_ends;
    must_o.pc = {pc_q, 1'b0};
    must_o.insn = insn_seen;
    must_o.next_pc = next;
    must_o.lockup = mode_q == LOCKUP;
    must_o.lockup_pc = ~from_reset_q;
    if (mode_q == ENTRY) begin
      must_o.trap = 1'b1;
      if (cause_q inside {CAUSE_FETCH_BUS_ERROR, CAUSE_INVALID_STATE}) must_o.insn = '0;
      must_o.next_pc = {data_rdata_i[31:1], 1'b0};
    end
    if (mode_q == RETURN) begin
      must_o.insn = return_insn_q;
      must_o.next_pc = {pc_q, 1'b0};
    end
    if (chained) must_o.insn = return_insn_q;
    if (mode_q == RETURN | chained | (mode_q == LOCKUP & from_return_q)) must_o.pc = {return_pc_q, 1'b0};
    if (mode_q inside {ENTRY, LOCKUP}) begin
      must_o.cause = cause_q;
      if (cause_q inside {CAUSE_MISALIGNED, CAUSE_DATA_BUS_ERROR}) must_o.addr = fault_addr_q;
    end

    // Registers.
    if (ends) begin
      if (spec.load & ~spec.several & ~spec.pair)
        {must_o.we0, must_o.wa0, must_o.wd0} = {1'b1, spec.rd, loaded(data_rdata_i, spec.start[1:0], spec.size, spec.signed_)};
      if (spec.write) {must_o.we0, must_o.wa0, must_o.wd0} = {1'b1, entry_of(spec.rd, status_q.spsel), spec.y};
      if (spec.stack_write) {must_o.we0, must_o.wa0, must_o.wd0} = {1'b1, spec.stack_psp ? 4'd15 : 4'd13, spec.y};
      if (spec.high)
        {must_o.we1, must_o.wa1, must_o.wd1} = {1'b1, spec.rh, answer[63:32] ^ (spec.accumulate ? regs_q[spec.rh] : '0)};
      if (spec.several & ~base_listed)
        {must_o.we1, must_o.wa1, must_o.wd1} = {1'b1, entry_of(spec.base, status_q.spsel), spec.back};
    end
    if (executes & answered & spec.load & spec.several & which(done_q) != 4'd15)
      {must_o.we0, must_o.wa0, must_o.wd0} = {1'b1, which(done_q), data_rdata_i};
    if (mode_q == RESET & answered) begin
      if (done_q == '0) {must_o.we0, must_o.wa0, must_o.wd0} = {1'b1, 4'd13, data_rdata_i[31:2], 2'b00};
      else {must_o.we0, must_o.wa0, must_o.wd0} = {1'b1, 4'd14, 32'hffffffff};
    end
    if (mode_q == ENTRY & sequence_ends) begin
      {must_o.we0, must_o.wa0, must_o.wd0} =
          {1'b1, 4'd14, 28'hfffffff, chained ? to_thread_q : status_q.ipsr == '0, status_q.spsel, 2'b01};
      if (~chained) {must_o.we1, must_o.wa1, must_o.wd1} = {1'b1, stack, frame};
    end
    if (mode_q == RETURN & answered & done_q < 4'd6)
      {must_o.we0, must_o.wa0, must_o.wd0} = {1'b1, framed(done_q), data_rdata_i};
    if (mode_q == RETURN & sequence_ends)
      {must_o.we1, must_o.wa1, must_o.wd1} = {1'b1, stack, (sp + 32'd32) | {29'd0, data_rdata_i[9], 2'd0}};

    must_o.nzcv = {status_d.n, status_d.z, status_d.c, status_d.v};
    must_o.special = {status_d.primask, status_d.spsel, status_d.ipsr};
  end

  // --------------------------------------------------------------------------------------------
  // Flags and special registers

  always_comb begin
    status_d = status_q;
    if (ends) begin
      {status_d.n, status_d.z, status_d.c, status_d.v} = {spec.n, spec.z, spec.c, spec.v};
      {status_d.primask, status_d.spsel} = {spec.primask, spec.spsel};
      if (leaves) status_d.spsel = goes_to[2];
      else status_d.thumb = pops ? data_rdata_i[0] : spec.thumb;
    end
    if (mode_q inside {RESET, ENTRY} & sequence_ends) status_d.thumb = data_rdata_i[0];
    if (mode_q == ENTRY & sequence_ends) begin
      status_d.ipsr  = call_q ? EXC_SVCALL : EXC_HARDFAULT;
      status_d.spsel = 1'b0;
    end
    if (mode_q == RETURN & sequence_ends) begin
      {status_d.n, status_d.z, status_d.c, status_d.v} = data_rdata_i[31:28];
      {status_d.thumb, status_d.ipsr} = {data_rdata_i[24], data_rdata_i[5:0]};
    end
  end

  // --------------------------------------------------------------------------------------------
  // The next state

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mode_q   <= RESET;
      status_q <= '0;
      field_q  <= {8'd8, 56'd0};
      second_q <= {8'd8, 56'd0};
      fresh_q  <= 1'b1;
      done_q   <= '0;
      time_q   <= '0;
    end else begin
      mode_q   <= mode_d;
      status_q <= status_d;
      if (ends & spec.load & spec.pair & ~spec.second) field_q <= {4'd0, data_rdata_i[27:0], first_q};
      if (ends & spec.load & spec.pair & spec.second) second_q <= {4'd0, data_rdata_i[27:0], first_q};
      if (derives) {fresh_q, done_q, time_q} <= {1'b0, 4'd8, 5'd0};
      else if (ends | mode_d != mode_q) {fresh_q, done_q, time_q} <= {1'b1, 4'd0, 5'd0};
      else if (mode_q != RUN | executes) begin
        fresh_q <= 1'b0;
        done_q  <= done_q + 4'(answered);
        if (time_q != '1) time_q <= time_q + 5'd1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (must_o.we0) regs_q[must_o.wa0] <= must_o.wd0;
    if (must_o.we1) regs_q[must_o.wa1] <= must_o.wd1;
    if (pc_load & mode_q != RUN) pc_q <= data_rdata_i[31:1];
    else if (ends & ~leaves) pc_q <= next[31:1];
    if (answered & done_q == '0) first_q <= data_rdata_i;
    partial_q <= product;
    if (ask_gf_o) kept_q <= {hi_i, lo_i};
    if (leaves) {return_pc_q, return_insn_q, to_thread_q} <= {pc_q, insn_seen, goes_to[3]};
    if (traps | calls | failed) begin
      call_q <= calls;
      cause_q <= calls ? CAUSE_NONE : mode_q == RUN ? fault : CAUSE_DATA_BUS_ERROR;
      fault_addr_q <= failed ? addr_q : spec.start;
      {from_reset_q, from_return_q} <= {mode_q == RESET, mode_q == RETURN | chained};
    end
  end

  // --------------------------------------------------------------------------------------------
  // The arithmetic units

  assign ask_gf_o = executes & spec.op != gf_pkg::GF_IDLE & ~late;
  assign ask_op_o = spec.op;
  assign ask_binary_o = spec.binary;
  assign ask_product_o = executes & spec.multiply;
  assign {ask_a_o, ask_b_o, ask_field_o, ask_step_o} = {spec.a, spec.b, field, 4'(time_q)};

  // A product in 32 cycles, bit by bit of the second factor from the highest down (Horner's rule); MULS has the low 32 bits.
  if (MUL_CYCLES == 1) begin : gen_product
    assign product = product_i;
  end else begin : gen_horner
    assign product = (time_q == '0 ? '0 : partial_q << 1) + (spec.b[5'd31-time_q] ? spec.a : '0);
  end

endmodule
