// SPDX-License-Identifier: Apache-2.0
// The core, an arbitrary bus, and a reference that executes each instruction when the core says that it has ended.
// Every wrong_* output must be 0 while assume_o is 1, in any state with holds_o = 1. Reset must lead to such a state, and
// no cycle away from them.
//
// The verdict compares only ports and their history: the retirement port, the data port, the operands of the unit that
// multiplies and divides. The reference knows no pipeline. Signals inside the core occur only in the invariant: without
// one, a proof from any state would start from states that do not occur. A wrong invariant cannot hide an error: it
// would not hold after reset, or a cycle would break it.
//
// In each cycle the verdict compares what the retirement port says with what the reference computes. The reference then
// goes on from the port's values. They are its own, or a wrong_* output has been 1. So what keeps the invariant does not
// depend on what instructions mean.
//
// The debugger is inactive, there is no coprocessor 2, and there are no interrupts. The module mips_unit_reference knows
// the unit that multiplies and divides: HI and LO of the core, or a machine's own in their place (UNIT).
module mips_harness
  import mips_isa_pkg::*;
  import mips_pkg::*;
  import mips_spec_pkg::*;
#(
    parameter int unsigned HIT_LAST = 0,
    parameter int unsigned MULTIPLY_CYCLES = 4,
    parameter bit UNIT = 1'b0,
    parameter bit GF2 = 1'b0  // for the machine's own unit
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

    input logic [4:0] control_i,  // an error to be found, in cores that have them; 0: none

    input logic [95:0] any_i,  // what is cut out of a machine's own unit gives this

    input logic [31:2] place_i,  // an arbitrary word of memory: whatever retires from there must be it
    input logic [31:0] word_i,
    input logic error_i,

    output logic assume_o,  // the bus keeps to its rules
    output logic prompt_o,  // and answers at once
    output logic honest_o,  // and gives that word
    output logic born_alike_o,  // what reset leaves alone is the same in both
    output logic holds_o,  // the invariant
    output logic [63:0] rule_o,  // its parts
    output logic words_hold_o,  // the invariant about that word
    output logic words_wrong_o,

    output logic instr_out_o,  // an access is on its way
    output logic data_out_o,
    output logic ends_o,  // something ends at the retirement port
    output logic valid_o,  // an instruction is in m
    output logic [HIT_LAST:0] hit_o,  // which one
    output logic unknown_o,  // its word is none
    output logic nothing_o,  // no word was fetched for it
    output logic [31:0] insn_o,
    output logic [31:0] pc_o,

    output logic wrong_retire_o,
    output logic wrong_trap_o,
    output logic wrong_access_o,
    output logic wrong_data_o,
    output logic wrong_write_o,
    output logic wrong_next_o,
    output logic wrong_system_o,
    output logic wrong_unit_o,
    output logic wrong_port_o,
    output logic wrong_word_o,

    output logic [7:0] rank_o,
    output logic calm_o,
    output logic [7:0] bound_o,
    output logic wrong_prompt_o,
    output logic wrong_wait_o
);

  // --------------------------------------------------------------------------------------------
  // The core

  logic instr_req_o, data_req_o, data_we_o;
  logic [31:0] instr_addr_o, data_addr_o, data_wdata_o, c2_wdata_i;
  logic [3:0] data_be_o, c2_be_i;
  logic [5:0] irq_i;
  c2_req_t c2_o;
  c2_rsp_t c2_i;
  debug_t debug_i;
  debug_rsp_t debug_o;
  retire_t retire_o;
  unit_req_t unit_o;
  unit_rsp_t unit_i;
  assign {debug_i, c2_i, c2_wdata_i, c2_be_i, irq_i} = '0;

  mips_core #(.MULTIPLY_CYCLES(MULTIPLY_CYCLES), .UNIT(UNIT)) dut (.instr_drop_o(), .*);

  // --------------------------------------------------------------------------------------------
  // The bus: an answer belongs to an access. At most one is outstanding, and a request stays until it is granted.

  logic instr_out_q, data_out_q, instr_waits_q, data_waits_q, data_we_q;
  logic [31:0] instr_addr_q, data_addr_q;
  logic [3:0] data_be_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {instr_out_q, data_out_q, instr_waits_q, data_waits_q} <= '0;
    else begin
      instr_out_q <= (instr_req_o & instr_gnt_i) | (instr_out_q & ~instr_rvalid_i);
      data_out_q <= (data_req_o & data_gnt_i) | (data_out_q & ~data_rvalid_i);
      instr_waits_q <= instr_req_o & ~instr_gnt_i;
      data_waits_q <= data_req_o & ~data_gnt_i;
    end
  end
  always_ff @(posedge clk_i) begin
    instr_addr_q <= instr_addr_o;
    {data_addr_q, data_we_q, data_be_q} <= {data_addr_o, data_we_o, data_be_o};
  end
  assign assume_o = (instr_out_q | ~instr_rvalid_i) & (data_out_q | ~data_rvalid_i);
  assign prompt_o = instr_gnt_i & data_gnt_i & instr_rvalid_i == instr_out_q & data_rvalid_i == data_out_q;
  assign wrong_port_o = (instr_out_q & ~instr_rvalid_i & instr_req_o) | (data_out_q & ~data_rvalid_i & data_req_o) |
      (instr_waits_q & (~instr_req_o | instr_addr_o != instr_addr_q)) |
      (data_waits_q & (~data_req_o | {data_addr_o, data_we_o, data_be_o} != {data_addr_q, data_we_q, data_be_q}));

  // The last access that was granted, and whether it has failed without a trap so far.
  logic last_we_q, failed_q, answered, failed;
  logic [31:0] last_addr_q;
  logic [3:0] last_be_q;
  assign answered = data_out_q & data_rvalid_i;
  assign failed = failed_q | (answered & data_err_i);
  always_ff @(posedge clk_i) if (data_req_o & data_gnt_i) {last_addr_q, last_we_q, last_be_q} <= {data_addr_o, data_we_o, data_be_o};
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) failed_q <= 1'b0;
    else failed_q <= failed & ~retire_o.valid;

  // --------------------------------------------------------------------------------------------
  // The reference: its state between two instructions

  logic [31:0][31:0] file_q;
  logic w_valid_q;  // the last written register, not in the file yet
  logic [4:0] w_rd_q;
  logic [31:0] w_data_q;
  logic [31:0] pc_q, pc_d, after_q, after_d;
  logic [31:0] hi, lo, product;  // as the unit's reference says
  logic slot_q, slot_d, link_q, link_d;
  cp0_t cp0_q, cp0_d;

  function automatic logic [31:0] value(logic [4:0] number);
    return number == '0 ? '0 : w_valid_q & w_rd_q == number ? w_data_q : file_q[number];
  endfunction

  // The instruction that ends; the word 0 where none was fetched.
  logic unfetched, misfetched, not_fetched;
  logic [31:0] insn, a, b, cp0_value;
  spec_t spec;
  // The port says what ends: wrong_retire_o compares. Its own multiplexer, for interrupts, would hide the bits of an
  // instruction from the search for constants.
  assign insn = dut.u_retire.m_insn_q;
  assign misfetched = pc_q[1:0] != '0;
  assign unfetched = retire_o.trap & retire_o.cause == CAUSE_FETCH_BUS_ERROR & ~misfetched;
  assign not_fetched = misfetched | unfetched;
  assign a = value(insn[25:21]);
  assign b = value(insn[20:16]);
  always_comb begin
    case (insn[15:11])
      5'd8: cp0_value = cp0_q.badvaddr;
      5'd12: cp0_value = status(cp0_q);
      5'd13: cp0_value = cause(cp0_q);
      5'd14: cp0_value = cp0_q.epc;
      5'd15: cp0_value = 32'h00004500;
      default: cp0_value = '0;
    endcase
  end

  mips_spec u_spec (
      .insn, .pc(pc_q), .after(after_q), .a, .b, .hi, .lo, .product, .cp0(cp0_value), .hit(hit_o), .spec
  );

  // Exceptions, the most urgent first.
  logic trap, has_address, access;
  logic [3:0] code;
  logic [1:0] unit;
  logic [31:0] fault_addr;
  always_comb begin
    {trap, code, unit, fault_addr, has_address} = '0;
    access = 1'b0;
    if (misfetched) {trap, code, fault_addr, has_address} = {1'b1, CAUSE_LOAD_ADDRESS, pc_q, 1'b1};
    else if (unfetched) {trap, code, fault_addr} = {1'b1, CAUSE_FETCH_BUS_ERROR, pc_q};
    else if (~spec.known & spec.usable) {trap, code} = {1'b1, CAUSE_RESERVED_INSTRUCTION};
    else if (~spec.known) {trap, code, unit} = {1'b1, CAUSE_COPROCESSOR_UNUSABLE, spec.unit};
    else if (slot_q & (spec.branch | spec.eret)) {trap, code} = {1'b1, CAUSE_RESERVED_INSTRUCTION};
    else if (spec.fault) {trap, code} = {1'b1, spec.cause};
    else if ((spec.load | spec.store) & misaligned(spec))
      {trap, code, fault_addr, has_address} = {1'b1, spec.store ? CAUSE_STORE_ADDRESS : CAUSE_LOAD_ADDRESS, spec.at, 1'b1};
    else begin
      access = spec.load | (spec.store & ~(spec.sc & ~link_q));
      if (access & failed) {trap, code, fault_addr} = {1'b1, CAUSE_DATA_BUS_ERROR, spec.at};
    end
  end

  // The state behind it.
  logic write;
  logic [31:0] result;
  assign write = ~trap & (spec.write | spec.load | spec.sc) & (spec.load | spec.sc ? insn[20:16] : spec.rd) != '0;
  always_comb begin
    result = spec.y;
    if (spec.load) result = loaded(spec, data_rdata_i, b);
    if (spec.sc) result = 32'(link_q);
  end

  always_comb begin
    {pc_d, after_d, slot_d, cp0_d, link_d} = {after_q, after_q + 32'd4, 1'b0, cp0_q, link_q};
    if (trap) begin
      pc_d = cp0_q.bev ? 32'hbfc00380 : 32'h80000180;
      after_d = pc_d + 32'd4;
      cp0_d.exl = 1'b1;
      {cp0_d.ce, cp0_d.code} = {unit, code};
      if (has_address) cp0_d.badvaddr = fault_addr;
      if (~cp0_q.exl) {cp0_d.bd, cp0_d.epc} = {slot_q, slot_q ? pc_q - 32'd4 : pc_q};
    end else begin
      if (spec.branch) {after_d, slot_d} = {spec.taken ? spec.target : after_q + 32'd4, 1'b1};
      if (spec.likely & ~spec.taken) {pc_d, after_d, slot_d} = {after_q + 32'd4, after_q + 32'd8, 1'b0};
      if (spec.eret) {pc_d, after_d, cp0_d.exl, link_d} = {cp0_q.epc, cp0_q.epc + 32'd4, 2'b00};
      if (spec.ll) link_d = 1'b1;
      if (spec.mtc0 & spec.number == 5'd12) {cp0_d.bev, cp0_d.im, cp0_d.exl, cp0_d.ie} = {b[22], b[15:8], b[1:0]};
      if (spec.mtc0 & spec.number == 5'd14) cp0_d.epc = b;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {pc_q, after_q, slot_q, link_q, w_valid_q} <= {32'hbfc00000, 32'hbfc00004, 3'b000};
      cp0_q <= '0;
      cp0_q.bev <= 1'b1;
    end else begin
      w_valid_q <= retire_o.valid & retire_o.rd != '0;
      if (retire_o.valid) begin
        {pc_q, after_q, slot_q, link_q} <= {retire_o.next_pc, retire_o.after_pc, retire_o.next_slot, retire_o.link};
        cp0_q <= registers(retire_o.status, retire_o.state, retire_o.epc, retire_o.badvaddr);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (retire_o.valid) {w_rd_q, w_data_q} <= {retire_o.rd, retire_o.value};
    if (w_valid_q) file_q[w_rd_q] <= w_data_q;
  end

  // --------------------------------------------------------------------------------------------
  // The verdict

  logic done;  // without an exception
  assign done = retire_o.valid & ~trap;
  assign wrong_retire_o = retire_o.valid & (retire_o.pc != pc_q | retire_o.insn != insn | retire_o.slot != slot_q | retire_o.irq |
      (not_fetched & insn != '0)) | debug_o.halted;
  assign wrong_trap_o = retire_o.valid & (retire_o.trap != trap | (trap & retire_o.cause != code) | retire_o.addr != fault_addr);
  // Each answer belongs to the instruction that ends with it. An error may wait for its trap.
  assign wrong_access_o = (answered & ~data_err_i & ~(done & access)) | (answered & failed_q) |
      (done & access & ~answered) | (retire_o.valid & failed & ~(trap & code == CAUSE_DATA_BUS_ERROR)) |
      (retire_o.valid & access & {last_addr_q[31:2], last_we_q, last_be_q} != {spec.at[31:2], spec.store, lanes(spec)}) |
      (retire_o.mem_store != (done & access & spec.store)) | (retire_o.mem_load != (done & access & spec.load)) |
      (done & access & retire_o.mem_addr != spec.at);
  always_comb begin
    wrong_data_o = 1'b0;
    for (int i = 0; i < 4; i++)
      if (lanes(spec)[i]) wrong_data_o |= data_wdata_o[8*i+:8] != stored(spec, 2'(i), b);
    wrong_data_o &= answered & access & spec.store;
  end
  assign wrong_write_o = retire_o.valid & (retire_o.rd != (write ? (spec.load | spec.sc ? insn[20:16] : spec.rd) : 5'd0) |
      (write & retire_o.value != result));
  assign wrong_next_o = retire_o.valid & ({retire_o.next_pc, retire_o.after_pc, retire_o.next_slot} != {pc_d, after_d, slot_d} |
      (done & retire_o.taken != (spec.branch & spec.taken)));
  assign wrong_system_o = retire_o.valid & ({retire_o.status, retire_o.state, retire_o.epc, retire_o.badvaddr} !=
      {status(cp0_d), cause(cp0_d), cp0_d.epc, cp0_d.badvaddr} | retire_o.link != link_d);

  assign {instr_out_o, data_out_o} = {instr_out_q, data_out_q};
  assign ends_o = retire_o.valid;
  assign valid_o = dut.m_valid_q;
  assign unknown_o = ~spec.known;
  assign nothing_o = not_fetched;
  assign insn_o = insn;
  assign pc_o = pc_q;

  // --------------------------------------------------------------------------------------------
  // The invariant: what the stages hold, in terms of the reference

  // Of the instruction in m.
  decoded_t m_core, m_dec, x_core, x_dec;
  unit_decoded_t m_own, x_own;  // words of the machine's own unit
  logic m_late, x_late;  // they have results from there
  execute_t m_op;
  logic m_carry, m_ibe, m_nothing, m_plain, m_bad, m_overflow, m_trap, m_misaligned, m_access, m_c2, m_taken, m_holds, m_slot;
  logic [31:0] m_insn, m_sum, m_result, m_pc, m_after, m_load, m_store;
  logic [3:0] m_be;
  exception_t m_early, m_exception;
  assign m_insn = dut.u_retire.m_insn_q;
  assign m_ibe = dut.m_exception_q.valid & dut.m_exception_q.cause == CAUSE_FETCH_BUS_ERROR;
  assign m_nothing = m_ibe | misfetched;
  assign m_plain = dut.m_valid_q & ~dut.m_exception_q.valid;
  assign m_bad = dut.m_valid_q & dut.m_exception_q.valid;
  mips_decode u_m_decode (.insn_i(m_insn), .debug_i(1'b0), .c2_illegal_i(1'b0), .c2_o(m_c2), .dec_o(m_core));
  assign m_dec = decoded(m_core, m_own, m_late);

  // What the core's branch unit said when the instruction was in d, and an operand that the core does not keep in m.
  logic [31:0] x_target_q, m_target_q, m_a_q;
  always_ff @(posedge clk_i) begin
    if (dut.d_go) x_target_q <= dut.d_target;
    if (dut.x_go) {m_target_q, m_a_q} <= {x_target_q, dut.x_a_q};
  end

  // A word of the machine's own unit adds its operands in x, and has its result in m.
  function automatic decoded_t decoded(decoded_t core, unit_decoded_t own, logic late);
    decoded = core;
    if (UNIT & own.legal) begin
      decoded = '0;
      {decoded.ra, decoded.rb, decoded.rd} = {own.ra, own.rb, own.rd};
    end
    if (UNIT & late) {decoded.m.late, decoded.m.unit} = 2'b11;
  endfunction

  function automatic logic moves(decoded_t dec);
    return dec.transfer.branch | dec.transfer.jump | dec.transfer.indirect;
  endfunction

  // An exception that stage d sees.
  function automatic exception_t early(decoded_t dec, logic slot, logic odd, logic error, logic [31:0] word);
    early.valid = odd | error | dec.illegal | dec.syscall | dec.breakpoint | (slot & dec.transfer != '0);
    early.cause = CAUSE_RESERVED_INSTRUCTION;
    if (dec.syscall) early.cause = CAUSE_SYSTEM_CALL;
    if (dec.breakpoint) early.cause = CAUSE_BREAKPOINT;
    if (error) early.cause = CAUSE_FETCH_BUS_ERROR;
    if (odd) early.cause = CAUSE_LOAD_ADDRESS;
    early.unit = word[27:26];
  endfunction

  assign m_early = early(m_dec, slot_q, misfetched, m_ibe, m_insn);
  assign m_op = m_early.valid & ~m_dec.x.coprocessor ? '0 : m_dec.x;
  logic [31:0] m_a, m_b;
  assign m_a = value(m_dec.ra);
  assign m_b = value(m_dec.rb);
  mips_execute u_m_execute (
      .op_i(m_op), .a_i(m_a), .b_i(m_b), .imm_i(m_insn[15:0]), .pc_i(pc_q), .hi_i(hi), .lo_i(lo), .sum_o(m_sum),
      .overflow_o(m_overflow), .carry_o(m_carry), .trap_o(m_trap), .result_o(m_result)
  );
  // The same of the operands that were there when it left x.
  logic [31:0] m_kept_sum, m_kept_result;
  logic m_kept_carry, m_kept_overflow, m_kept_trap;
  mips_execute u_m_kept (
      .op_i(m_op), .a_i(m_a_q), .b_i(dut.m_data_q), .imm_i(m_insn[15:0]), .pc_i(dut.m_pc_q), .hi_i(hi), .lo_i(lo),
      .sum_o(m_kept_sum), .overflow_o(m_kept_overflow), .carry_o(m_kept_carry), .trap_o(m_kept_trap),
      .result_o(m_kept_result)
  );
  mips_align u_m_align (
      .x_op_i(m_dec.m), .x_addr_i(m_sum), .misaligned_o(m_misaligned), .be_o(m_be), .m_op_i('0), .m_byte_i('0),
      .m_word_i('0), .m_old_i('0), .load_o(m_load), .store_o(m_store)
  );
  always_comb begin
    m_exception = m_early;
    if (m_op.coprocessor) {m_exception.valid, m_exception.cause} = {1'b1, CAUSE_COPROCESSOR_UNUSABLE};
    else begin
      m_exception.unit = '0;
      if (m_op.overflows & m_overflow) {m_exception.valid, m_exception.cause} = {1'b1, CAUSE_OVERFLOW};
      if (m_op.trap & m_trap) {m_exception.valid, m_exception.cause} = {1'b1, CAUSE_TRAP};
      if (m_op.access & m_misaligned)
        {m_exception.valid, m_exception.cause} = {1'b1, m_dec.m.store ? CAUSE_STORE_ADDRESS : CAUSE_LOAD_ADDRESS};
    end
    m_access = m_op.access & ~m_exception.valid & ~(m_op.sc & ~link_q);
  end
  logic [31:0] m_target;
  mips_branch u_m_branch (
      .transfer_i(m_early.valid ? '0 : m_dec.transfer), .index_i(m_insn[25:0]), .a_i(m_a), .b_i(m_b),
      .slot_pc_i(after_q), .epc_i(cp0_q.epc), .taken_o(m_holds), .target_o(m_target)
  );
  mips_follow u_m_follow (
      .transfer_i(m_early.valid ? '0 : m_dec.transfer), .slot_i(slot_q), .after_i(after_q),
      .taken_i(dut.u_retire.m_taken_q), .target_i(m_target_q), .pc_o(m_pc), .after_o(m_after), .slot_o(m_slot)
  );
  assign m_taken = m_holds & moves(m_dec) & ~m_early.valid & ~slot_q;

  // Where the instruction in x is, and what it reads.
  logic [31:0] x_pc, x_after, x_insn, x_to, x_behind;
  logic x_slot, x_ibe, x_nothing, x_c2, x_taken, x_holds, x_to_slot, late_a, late_b;
  exception_t x_early;
  assign {x_pc, x_after, x_slot} = dut.m_valid_q ? {m_pc, m_after, m_slot} : {pc_q, after_q, slot_q};
  assign x_insn = dut.u_retire.x_insn_q;
  assign x_ibe = dut.x_exception_q.valid & dut.x_exception_q.cause == CAUSE_FETCH_BUS_ERROR;
  assign x_nothing = x_ibe | dut.x_pc_q[1:0] != '0;
  mips_decode u_x_decode (.insn_i(x_insn), .debug_i(1'b0), .c2_illegal_i(1'b0), .c2_o(x_c2), .dec_o(x_core));
  assign x_dec = decoded(x_core, x_own, x_late);
  assign x_early = early(x_dec, dut.x_slot_q, dut.x_pc_q[1:0] != '0, x_ibe, x_insn);
  logic [31:0] x_target;
  mips_branch u_x_branch (
      .transfer_i(x_early.valid ? '0 : x_dec.transfer), .index_i(x_insn[25:0]), .a_i(dut.x_a_q), .b_i(dut.x_b_q),
      .slot_pc_i(x_after), .epc_i(dut.u_cp0.epc_q), .taken_o(x_holds), .target_o(x_target)
  );
  mips_follow u_x_follow (
      .transfer_i(x_early.valid ? '0 : x_dec.transfer), .slot_i(x_slot), .after_i(x_after),
      .taken_i(dut.u_retire.x_taken_q), .target_i(x_target_q), .pc_o(x_to), .after_o(x_behind), .slot_o(x_to_slot)
  );
  assign x_taken = x_holds & moves(x_dec) & ~x_early.valid & ~x_slot;

  function automatic logic [31:0] behind_m(logic [4:0] number);
    return dut.m_valid_q & dut.m_rd_q == number & number != '0 ? dut.m_result_q : value(number);
  endfunction
  assign late_a = dut.m_valid_q & dut.m_op_q.late & dut.m_rd_q == x_dec.ra & x_dec.ra != '0;
  assign late_b = dut.m_valid_q & dut.m_op_q.late & dut.m_rd_q == x_dec.rb & x_dec.rb != '0;

  // Where the instruction in d is, and the next one to be fetched.
  logic [31:0] d_pc, d_after, f_pc, f_after;
  logic d_slot;
  assign {d_pc, d_after, d_slot} = dut.x_valid_q ? {x_to, x_behind, x_to_slot} : {x_pc, x_after, x_slot};
  assign {f_pc, f_after} = dut.d_valid_q ? {d_after, d_after + 32'd4} : {d_pc, d_after};

  // CP0 when MTC0 or ERET has left x and has not ended in m.
  cp0_t system;
  always_comb begin
    system = cp0_q;
    if (m_plain & m_dec.x.mtc0 & m_insn[15:11] == 5'd12)
      {system.bev, system.im, system.exl, system.ie} = {m_b[22], m_b[15:8], m_b[1:0]};
    if (m_plain & m_dec.x.mtc0 & m_insn[15:11] == 5'd14) system.epc = m_b;
    if (m_plain & m_dec.x.eret) system.exl = 1'b0;
  end

  logic x_clean;
  assign x_clean = dut.x_valid_q & ~dut.x_exception_q.valid & ~m_bad;

  logic [7:0] unit_rule, unit_left;
  logic unit_born_alike;
  mips_unit_reference #(
      .MULTIPLY_CYCLES(MULTIPLY_CYCLES),
      .GF2(GF2)
  ) u_unit (
      .clk_i, .rst_ni, .req_i(unit_o), .rsp_o(unit_i), .spec_i(spec), .done_i(done), .a_i(a), .b_i(b),
      .retire_i(retire_o), .m_valid_i(m_plain), .m_insn_i(m_insn), .m_core_i(m_core), .m_a_i(m_a), .m_b_i(m_b),
      .x_valid_i(dut.x_valid_q & ~dut.x_exception_q.valid), .x_insn_i(x_insn), .x_core_i(x_core), .x_a_i(dut.x_a_q),
      .x_b_i(dut.x_b_q), .hi_o(hi), .lo_o(lo), .product_o(product), .m_own_o(m_own), .m_late_o(m_late),
      .x_own_o(x_own), .x_late_o(x_late), .wrong_o(wrong_unit_o), .rule_o(unit_rule),
      .born_alike_o(unit_born_alike), .left_o(unit_left)
  );

  logic [31:0] means_a, means_b;
  logic [63:0] rule;
  always_comb begin
    rule = '1;
    means_a = behind_m(x_dec.ra);
    means_b = behind_m(x_dec.rb);
    // the ports
    rule[0] = dut.u_fetch.f_pending_q == instr_out_q & dut.u_fetch.f_stuck_q == instr_waits_q & ~(instr_waits_q & instr_out_q);
    rule[1] = ~instr_waits_q | instr_addr_q == {dut.u_fetch.f_pc_q[31:2], 2'd0};
    rule[2] = data_out_q == (dut.m_valid_q & dut.m_access_q);
    rule[3] = dut.x_asked_q == data_waits_q;
    rule[4] = ~data_waits_q | (dut.x_valid_q & ~dut.m_valid_q & dut.x_access &
        {data_addr_q, data_we_q, data_be_q} == {data_addr_o, data_we_o, data_be_o});
    rule[5] = ~dut.u_fetch.f_kill_q | dut.u_fetch.f_pending_q;
    rule[6] = ~dut.u_fetch.f_full_q | ~(instr_out_q | instr_waits_q);
    rule[7] = ~dut.u_fetch.f_paired_q & {dut.u_debug.halted_q, dut.u_debug.request_q, dut.u_debug.step_q} == '0;
    // registers
    for (int i = 1; i < 32; i++) rule[8] &= dut.u_operands.u_regfile.file_q[i] == file_q[i];
    rule[9] = dut.u_operands.w_valid_q == w_valid_q & (~w_valid_q | ({dut.u_operands.w_rd_q, dut.u_operands.w_data_q} == {w_rd_q, w_data_q} & w_rd_q != '0));
    rule[10] = {dut.u_cp0.bev_q, dut.u_cp0.im_q, dut.u_cp0.exl_q, dut.u_cp0.ie_q, dut.u_cp0.cu2_q} ==
        {system.bev, system.im, system.exl, system.ie, 1'b0};
    rule[11] = {dut.u_cp0.bd_q, dut.u_cp0.ce_q, dut.u_cp0.code_q, dut.u_cp0.badvaddr_q} ==
        {system.bd, system.ce, system.code, system.badvaddr};
    rule[12] = dut.u_cp0.epc_q == system.epc;
    rule[13] = dut.link_q == (link_q & ~(m_plain & m_dec.x.eret));
    // addresses
    rule[17] = ~dut.m_valid_q | (dut.m_pc_q == pc_q & dut.m_slot_q == slot_q);
    rule[18] = ~dut.x_valid_q | m_bad | (dut.x_pc_q == x_pc & dut.x_slot_q == x_slot);
    rule[19] = ~dut.d_valid_q | m_bad | (dut.d_pc_q == d_pc & dut.d_slot_q == d_slot);
    rule[20] = m_bad | (dut.u_fetch.on_way_o ? dut.u_fetch.f_word_pc_q : dut.u_fetch.f_pc_q) == f_pc;
    rule[21] = m_bad | (dut.u_fetch.on_way_o ? dut.u_fetch.f_pc_q == f_after : f_after == f_pc + 32'd4);
    rule[22] = m_bad | dut.d_valid_q | dut.f_slot_q == d_slot;
    // the instruction in x
    rule[23] = ~dut.x_valid_q | ~x_nothing | x_insn == '0;
    rule[24] = ~dut.x_valid_q | dut.x_exception_q == x_early;
    rule[25] = ~dut.x_valid_q | dut.x_rd_q == (x_early.valid ? '0 : x_dec.rd) & dut.x_imm_q == x_insn[15:0];
    rule[26] = ~dut.x_valid_q | dut.x_op_q == (x_early.valid & ~x_dec.x.coprocessor ? '0 : x_dec.x);
    rule[27] = ~dut.x_valid_q | dut.x_m_q == (x_early.valid ? '0 : x_dec.m);
    rule[28] = ~x_clean | (~late_a & dut.x_a_q == means_a);
    rule[29] = ~x_clean | (dut.x_b_late_q ? late_b & x_dec.b_late : ~late_b & dut.x_b_q == means_b);
    rule[30] = ~x_clean | dut.u_retire.x_taken_q == x_taken;
    // the instruction in m
    rule[31] = ~dut.m_valid_q | ~m_nothing | m_insn == '0;
    rule[32] = ~dut.m_valid_q | (failed_q ? dut.m_exception_q == {1'b1, CAUSE_DATA_BUS_ERROR, 2'd0} & m_access & ~dut.m_access_q
        : dut.m_exception_q == m_exception & dut.m_access_q == m_access);
    rule[33] = ~failed_q | dut.m_valid_q;
    rule[34] = ~dut.m_valid_q | dut.m_rd_q == (m_early.valid ? '0 : m_dec.rd) & dut.m_op_q == (m_early.valid ? '0 : m_dec.m);
    rule[35] = ~dut.m_valid_q | m_early.valid | m_dec.m.unit | dut.m_result_q == (m_dec.x.access ? m_sum : m_result);
    rule[36] = ~dut.m_valid_q | m_early.valid | dut.m_data_q == m_b;
    rule[37] = ~dut.m_valid_q | m_early.valid | dut.u_retire.m_addr_q == m_sum;
    rule[38] = ~(data_out_q | failed_q) | {last_addr_q, last_we_q, last_be_q} == {dut.u_retire.m_addr_q, dut.m_op_q.store, m_be};
    rule[39] = ~dut.m_valid_q | m_early.valid | dut.u_retire.m_taken_q == m_taken;
    rule[40] = slot_q | after_q == pc_q + 32'd4;
    // what the harness keeps of the instructions in x and m
    rule[41] = ~x_clean | ~(x_taken | x_dec.transfer.eret & ~x_slot) | x_target_q == x_target;
    rule[42] = ~dut.m_valid_q | m_early.valid | ~(m_taken | m_dec.transfer.eret & ~slot_q) | m_target_q == m_target;
    rule[43] = ~dut.m_valid_q | m_early.valid | m_a_q == m_a;
    rule[44] = ~dut.m_valid_q | m_early.valid | dut.u_retire.m_addr_q == m_kept_sum;
    rule[45] = ~dut.m_valid_q | m_early.valid | m_dec.m.unit | dut.m_result_q == (m_dec.x.access ? m_kept_sum : m_kept_result);
    // the unit
    {rule[50:46], rule[16:14]} = unit_rule;
  end
  assign holds_o = &rule;
  assign rule_o = rule;
  always_comb begin
    born_alike_o = unit_born_alike;
    for (int i = 1; i < 32; i++) born_alike_o &= dut.u_operands.u_regfile.file_q[i] == file_q[i];
  end

  // --------------------------------------------------------------------------------------------
  // The words of memory: what the stages hold was given by the bus

  logic [31:2] asked_q;
  always_ff @(posedge clk_i) if (instr_req_o & instr_gnt_i) asked_q <= instr_addr_o[31:2];
  assign honest_o = ~(instr_out_q & instr_rvalid_i & asked_q == place_i) |
      (instr_err_i == error_i & (error_i | instr_rdata_i == word_i));

  function automatic logic fits(logic [31:0] address, logic error, logic [31:0] word);
    return address[31:2] != place_i | (error ? error_i : ~error_i & word == word_i);
  endfunction
  // With an odd address the word does not count.
  function automatic logic made(logic [31:0] address, logic error, logic [31:0] word);
    return address[1:0] != '0 | fits(address, error, word);
  endfunction

  always_comb begin
    words_hold_o = ~instr_out_q | dut.u_fetch.f_kill_q | asked_q == dut.u_fetch.f_word_pc_q[31:2];
    words_hold_o &= ~dut.u_fetch.f_full_q | fits(dut.u_fetch.f_word_pc_q, dut.u_fetch.f_error_q, dut.u_fetch.f_insn_q);
    words_hold_o &= ~dut.d_valid_q | fits(dut.d_pc_q, dut.d_error_q, dut.d_insn_q);
    words_hold_o &= ~dut.x_valid_q | made(dut.x_pc_q, x_ibe, x_insn);
    words_hold_o &= ~dut.m_valid_q | made(dut.m_pc_q, m_ibe, m_insn);
  end
  assign words_wrong_o = ~words_hold_o;
  assign wrong_word_o = retire_o.valid & ~made(retire_o.pc, retire_o.trap & retire_o.cause == CAUSE_FETCH_BUS_ERROR, retire_o.insn);

  // --------------------------------------------------------------------------------------------
  // Progress: a number that falls in every cycle in which nothing ends, unless the oldest instruction waits for a port.
  // What is in m or x waits for data, or for the instruction port to take a handler's address; the others wait for words.

  localparam logic [7:0] Late = UNIT ? 8'(MULTIPLY_CYCLES - 1) : '0;  // a product that is waited for in m
  logic [7:0] rank_q;
  logic event_q, calm_q, held, held_q, instr_held, data_held;
  assign instr_held = instr_waits_q | (instr_req_o & ~instr_gnt_i) | (instr_out_q & ~instr_rvalid_i);
  assign data_held = (data_req_o & ~data_gnt_i) | (data_out_q & ~data_rvalid_i);
  always_comb begin
    held = instr_held;
    if (dut.m_valid_q | dut.x_valid_q) held = data_held | (m_bad & instr_waits_q) | (dut.m_error & instr_waits_q);
  end
  assign calm_o = prompt_o & ~instr_waits_q & ~data_waits_q;
  always_comb begin
    if (dut.m_valid_q) rank_o = 8'd1 + (UNIT & dut.m_op_q.unit & ~dut.m_exception_q.valid ? unit_left : '0);
    else if (dut.x_valid_q) rank_o = 8'd2 + Late;
    else if (dut.d_valid_q) rank_o = 8'd3 + Late + unit_left + {7'd0, ~dut.u_fetch.on_way_o};  // a branch waits for its slot
    else if (dut.u_fetch.on_way_o) rank_o = 8'd4 + Late + unit_left;
    else rank_o = 8'd5 + Late + unit_left;
  end
  assign bound_o = 8'd5 + 8'd32 + Late;
  always_ff @(posedge clk_i) {rank_q, event_q, calm_q, held_q} <= {rank_o, retire_o.valid, calm_o, held};
  assign wrong_prompt_o = calm_q & (event_q ? rank_o > bound_o : rank_o >= rank_q);
  assign wrong_wait_o = event_q ? rank_o > bound_o : rank_o > rank_q | (rank_o == rank_q & ~held_q);

endmodule
