// SPDX-License-Identifier: Apache-2.0
// The core mips: MIPS II integer in five stages, with the exceptions of MIPS32.
//
//   f  the word of the instruction arrives (mips_fetch)
//   d  decode, registers, branches; an instruction waits here for its operands
//   x  arithmetic, address phase of an access; CP0 and the multiplier start here
//   m  response of an access; exceptions are taken here, when all older instructions have ended
//   w  the register file is written
//
// A stage's register keeps its instruction until the next stage is free. An instruction that leaves
// d has its operands, or the last of them arrives in x for use in m: store data, and the old value
// of LWL and LWR. Only an answer of the bus can hold up an instruction in m; an exception also waits
// there until the instruction port can take the address of its handler.
//
// An access is not asked for before all older instructions are known to have no exception: the one
// in m ends in the same cycle. So nothing that begins in x has to be undone.
//
// Instruction and data ports follow OBI: request and grant, then rvalid; at most one access
// outstanding on each. data_wdata_o belongs to the response phase. The data port is DATA_WIDTH bits
// wide. An access of up to a word uses the lane of its address; store data is on every lane.
// instr_drop_o is for a cache in front of the instruction port: an exception, or the debugger, drops
// the word that is on its way or comes in this cycle. Its answer must come nevertheless.
//
// Parameters.
//   DATA_WIDTH       32, or more for coprocessor 2, which moves rows of this length: a power of two
//   C2               coprocessor 2 is there (mips_pkg describes its port)
//   MULTIPLY_CYCLES  1, 2, 4, 8, 16 or 32
//   INTERRUPTS       lines, up to 6, and with them the timer; 0: none of these
//   UNIT             the machine's own unit is there in place of HI and LO (mips_pkg describes its port)
module mips_core
  import mips_isa_pkg::*;
  import mips_pkg::*;
#(
    parameter int unsigned DATA_WIDTH = 32,
    parameter bit C2 = 1'b0,
    parameter int unsigned MULTIPLY_CYCLES = 4,
    parameter int unsigned INTERRUPTS = 0,
    parameter bit UNIT = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    output logic instr_req_o,
    output logic [31:0] instr_addr_o,
    input logic instr_gnt_i,
    input logic instr_rvalid_i,
    input logic [31:0] instr_rdata_i,
    input logic instr_err_i,
    output logic instr_drop_o,

    output logic data_req_o,
    output logic [31:0] data_addr_o,
    output logic data_we_o,
    output logic [DATA_WIDTH/8-1:0] data_be_o,
    input logic data_gnt_i,
    input logic data_rvalid_i,
    input logic [DATA_WIDTH-1:0] data_rdata_i,
    input logic data_err_i,
    output logic [DATA_WIDTH-1:0] data_wdata_o,

    input logic [5:0] irq_i,  // synchronous to the clock

    output c2_req_t c2_o,
    input c2_rsp_t c2_i,
    input logic [DATA_WIDTH-1:0] c2_wdata_i,  // of SDC2 in m
    input logic [DATA_WIDTH/8-1:0] c2_be_i,

    output unit_req_t unit_o,
    input  unit_rsp_t unit_i,

    input debug_t debug_i,
    output debug_rsp_t debug_o,

    output retire_t retire_o
);

  if ($countones(DATA_WIDTH) != 1 || DATA_WIDTH < 32 || DATA_WIDTH > 1024) begin : gen_check
    $fatal(1, "mips_core: DATA_WIDTH must be a power of two from 32 to 1024");
  end

  // What stages tell each other.
  logic d_go;  // an instruction moves to x at the end of this cycle
  logic x_go;  // ... to m
  logic m_done;  // ... ends in m without an exception
  logic m_trap;  // ... with one
  logic m_free;  // m is empty or will be
  logic flush;  // everything in x and before is dropped
  logic halted, halt, hold;

  // Registers of the later stages, and values from there that stage d looks at.
  logic x_valid_q, x_slot_q, x_b_late_q, x_asked_q;
  logic [31:0] x_pc_q, x_a_q, x_b_q;
  logic [15:0] x_imm_q;
  logic [4:0] x_rd_q;
  execute_t x_op_q;
  memory_t x_m_q;
  exception_t x_exception_q;
  logic [31:0] hi, lo, upper, x_sum, x_result;
  logic m_valid_q, m_slot_q, m_access_q, link_q;
  logic [31:0] m_pc_q, m_result_q, m_data_q;
  logic [4:0] m_rd_q;
  memory_t m_op_q;
  exception_t m_exception_q, m_exception;
  logic [31:0] m_word, m_loaded, m_stored, m_late, m_value, cp0_data;
  debug_write_t dbg;

  // --------------------------------------------------------------------------------------------
  // Stage f

  logic f_stuck, f_on_way, f_valid, f_error, redirect, f_drop;
  logic f_slot_q;  // the next instruction to enter d is in a delay slot
  logic [31:0] f_insn, f_word_pc, f_next_pc, f_after, target;
  logic d_free, d_taken, d_skip;
  logic [31:0] d_target, vector, next_pc, after_pc;
  logic next_slot;

  always_comb begin
    redirect = m_trap | halt | d_taken;
    f_drop   = m_trap | halt | d_skip;
    target   = m_trap ? vector : halt ? next_pc : d_target;
  end

  assign instr_drop_o = m_trap | halt;

  mips_fetch u_fetch (
      .clk_i,
      .rst_ni,
      .instr_req_o,
      .instr_addr_o,
      .instr_gnt_i,
      .instr_rvalid_i,
      .instr_rdata_i,
      .instr_err_i,
      .run_i(~halted & ~halt),
      .take_i(d_free),
      .redirect_i(redirect),
      .drop_i(f_drop),
      .target_i(target),
      .pair_i(halt | dbg.after),
      .after_i(halt ? after_pc : debug_i.wdata),
      .dbg_pc_i(dbg.pc),
      .dbg_wdata_i(debug_i.wdata),
      .after_o(f_after),
      .stuck_o(f_stuck),
      .on_way_o(f_on_way),
      .valid_o(f_valid),
      .error_o(f_error),
      .insn_o(f_insn),
      .word_pc_o(f_word_pc),
      .next_pc_o(f_next_pc)
  );

  // --------------------------------------------------------------------------------------------
  // Stage d

  logic d_valid_q, d_error_q, d_slot_q;
  logic [31:0] d_insn_q, d_pc_q;

  logic d_misaligned, d_fault, d_transfer, d_moves, d_load;
  logic [31:0] d_insn;
  decoded_t core_dec, dec;
  exception_t d_exception;
  logic c2_word;

  assign d_free = ~d_valid_q | d_go;
  assign d_load = f_valid & d_free & ~f_drop;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      d_valid_q <= 1'b0;
      f_slot_q  <= 1'b0;
    end else begin
      d_valid_q <= d_load | (d_valid_q & ~d_go & ~flush);
      if (halt | dbg.after) f_slot_q <= halt ? next_slot : debug_i.slot;
      else if (m_trap | dbg.pc | d_load) f_slot_q <= 1'b0;
      else if (d_go) f_slot_q <= d_transfer & ~d_skip;
    end
  end
  always_ff @(posedge clk_i)
    if (d_load) begin
      {d_insn_q, d_error_q} <= {f_insn, f_error};
      d_pc_q <= f_word_pc;
      d_slot_q <= d_go ? d_transfer & ~d_skip : f_slot_q;
    end

  // What was not fetched is a NOP with an exception.
  assign d_misaligned = d_pc_q[1:0] != '0;
  assign d_fault = d_error_q | d_misaligned;
  assign d_insn = d_fault ? '0 : d_insn_q;

  mips_decode #(
      .C2(C2)
  ) u_decode (
      .insn_i(d_insn),
      .debug_i(debug_i.enable),
      .c2_illegal_i(c2_i.d_illegal),
      .c2_o(c2_word),
      .dec_o(core_dec)
  );

  // The unit's own words compute the sum of their operands in x. Its results are there in m.
  always_comb begin
    dec = core_dec;
    if (UNIT & unit_i.d_decoded.legal) begin
      dec = '0;
      {dec.ra, dec.rb, dec.rd} = {unit_i.d_decoded.ra, unit_i.d_decoded.rb, unit_i.d_decoded.rd};
    end
    if (UNIT & unit_i.d_result) {dec.m.late, dec.m.unit} = 2'b11;
  end

  always_comb begin
    d_exception = '0;
    d_exception.valid = d_fault | dec.illegal | dec.syscall | dec.breakpoint |
        (d_slot_q & dec.transfer != '0);
    d_exception.cause = CAUSE_RESERVED_INSTRUCTION;
    if (dec.syscall) d_exception.cause = CAUSE_SYSTEM_CALL;
    if (dec.breakpoint) d_exception.cause = CAUSE_BREAKPOINT;
    if (d_error_q) d_exception.cause = CAUSE_FETCH_BUS_ERROR;
    if (d_misaligned) d_exception.cause = CAUSE_LOAD_ADDRESS;
    d_exception.unit = d_insn[27:26];
  end

  // Operands a and b, for branches (early) and for x. The debugger reads through port A: then no
  // instruction is in d.
  logic [1:0][31:0] early, value;
  logic [1:0] early_wait, late;
  logic [31:0] rf_a;

  mips_operands u_operands (
      .clk_i,
      .rst_ni,
      .number_i({dec.rb, halted ? debug_i.addr[4:0] : dec.ra}),
      .x_i('{write: x_valid_q, late: x_m_q.late, rd: x_rd_q, data: x_result}),
      .m_i('{write: m_valid_q, late: m_op_q.late, rd: m_rd_q, data: m_result_q}),
      .m_done_i(m_done),
      .m_value_i(m_value),
      .dbg_write_i(dbg.gpr),
      .dbg_addr_i(debug_i.addr[4:0]),
      .dbg_wdata_i(debug_i.wdata),
      .early_o(early),
      .early_wait_o(early_wait),
      .value_o(value),
      .wait_o(late),
      .file_a_o(rf_a)
  );

  // MTC0 of EPC may be just in front of ERET: then it is in x.
  logic [31:0] epc, epc_now;
  assign epc_now = x_valid_q & x_op_q.mtc0 & x_imm_q[15:11] == CP0_EPC[4:0] ? x_b_q : epc;

  logic branch_taken;
  mips_branch u_branch (
      .transfer_i(dec.transfer),
      .index_i(d_insn[25:0]),
      .a_i(early[0]),
      .b_i(early[1]),
      .slot_pc_i(f_word_pc),
      .epc_i(epc_now),
      .taken_o(branch_taken),
      .target_o(d_target)
  );

  // A transfer waits until its delay slot is on its way: its address is that of the next request.
  logic d_wait, unit_ready;
  assign d_transfer = dec.transfer != '0 & ~d_slot_q;
  always_comb begin
    d_wait = late[0] | (late[1] & ~dec.b_late) | (dec.unit & ~unit_ready) | (UNIT & unit_i.d_wait) |
        (c2_word & c2_i.d_wait);
    if (d_transfer) d_wait = early_wait != '0 | ~f_on_way | f_stuck;
    if (d_exception.valid) d_wait = 1'b0;
  end
  assign d_go = d_valid_q & ~d_wait & ~(UNIT & unit_i.d_hold) & (~x_valid_q | x_go) & ~flush;
  assign d_taken = d_go & d_transfer & branch_taken;
  assign d_skip = d_go & d_transfer & (dec.transfer.eret | (dec.transfer.likely & ~branch_taken));
  assign d_moves = dec.transfer.branch | dec.transfer.jump | dec.transfer.indirect;

  // --------------------------------------------------------------------------------------------
  // Stage x

  logic x_carry, x_overflow, x_trap, x_misaligned, x_access, x_can, x_commit;
  logic usable2, interrupt, link, begins;
  logic [3:0] x_be;
  exception_t x_exception;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      x_valid_q <= 1'b0;
      x_asked_q <= 1'b0;
    end else begin
      x_valid_q <= d_go | (x_valid_q & ~x_go & ~flush);
      x_asked_q <= data_req_o & ~data_gnt_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (d_go) begin
      x_pc_q <= d_pc_q;
      x_slot_q <= d_slot_q;
      x_a_q <= value[0];
      x_b_q <= value[1];
      x_b_late_q <= dec.b_late & late[1];
      x_imm_q <= d_insn[15:0];
      x_rd_q <= d_exception.valid ? '0 : dec.rd;
      x_op_q <= d_exception.valid & ~dec.x.coprocessor ? '0 : dec.x;
      x_m_q <= d_exception.valid ? '0 : dec.m;
      x_exception_q <= d_exception;
    end else if (x_b_late_q & m_done) begin
      // What a store needs in m has just been loaded.
      x_b_q <= m_late;
      x_b_late_q <= 1'b0;
    end
  end

  mips_execute u_execute (
      .op_i(x_op_q),
      .a_i(x_a_q),
      .b_i(x_b_q),
      .imm_i(x_imm_q),
      .pc_i(x_pc_q),
      .hi_i(hi),
      .lo_i(lo),
      .sum_o(x_sum),
      .carry_o(x_carry),
      .overflow_o(x_overflow),
      .trap_o(x_trap),
      .result_o(x_result)
  );

  mips_exception u_exception (
      .op_i(x_op_q),
      .store_i(x_m_q.store),
      .decoded_i(x_exception_q),
      .usable2_i(usable2),
      .overflow_i(x_overflow),
      .trap_i(x_trap),
      .misaligned_i(x_misaligned),
      .interrupt_i(interrupt & ~x_asked_q),  // not behind a request
      .exception_o(x_exception)
  );

  always_comb begin
    x_access = x_op_q.access & ~x_exception.valid & ~(x_op_q.sc & ~link);
    x_can = x_valid_q & m_free & (~hold | x_asked_q);
    x_go = x_can & (~x_access | data_gnt_i);
    x_commit = x_go & ~x_exception.valid;
  end

  assign data_req_o  = x_can & x_access;
  assign data_addr_o = x_sum;
  assign data_we_o   = x_m_q.store;

  // An access of up to a word, in its lane; a row has enables of its own.
  localparam logic [6:0] LaneMask = 7'(DATA_WIDTH / 8 - 4);
  assign data_be_o = x_op_q.c2 ? c2_be_i : (DATA_WIDTH / 8)'(x_be) << (x_sum[6:0] & LaneMask);

  logic unit_busy;

  if (UNIT) begin : gen_unit
    assign {upper, hi, lo, unit_busy} = {unit_i.upper, unit_i.hi, unit_i.lo, unit_i.busy};
    assign unit_ready = 1'b1;
  end else begin : gen_hilo
    // A multiplication of one cycle is ready for the next instruction.
    logic unit_idle;
    assign unit_ready = unit_idle &
        ~(x_valid_q & (x_op_q.divide | (x_op_q.multiply & MULTIPLY_CYCLES != 1)));
    assign upper = '0;
    logic unused;
    assign unused = &{1'b0, unit_i};

    mips_hilo #(
        .MULTIPLY_CYCLES(MULTIPLY_CYCLES)
    ) u_hilo (
        .clk_i,
        .rst_ni,
        .multiply_i(x_commit & x_op_q.multiply),
        .divide_i(x_commit & x_op_q.divide),
        .signed_i(x_op_q.unit_signed),
        .mthi_i((x_commit & x_op_q.mthi) | dbg.hi),
        .mtlo_i((x_commit & x_op_q.mtlo) | dbg.lo),
        .a_i(halted ? debug_i.wdata : x_a_q),
        .b_i(x_b_q),
        .ready_o(unit_idle),
        .busy_o(unit_busy),
        .hi_o(hi),
        .lo_o(lo)
    );
  end

  always_comb begin
    unit_o.d_insn = d_insn;
    unit_o.d_go = d_go & ~d_exception.valid;
    {unit_o.d_a, unit_o.d_b} = {value[0], value[1]};
    unit_o.x_go = x_commit;
    unit_o.x_drop = flush | (x_go & x_exception.valid);
    {unit_o.x_sum, unit_o.x_carry} = {x_sum, x_carry};
    {unit_o.dbg_upper, unit_o.dbg_hi, unit_o.dbg_lo} = {dbg.upper, dbg.hi, dbg.lo};
    unit_o.dbg_data = debug_i.wdata;
  end

  // --------------------------------------------------------------------------------------------
  // Stage m

  logic m_error;

  assign m_error = m_access_q & data_rvalid_i & data_err_i;
  assign m_trap = m_valid_q & (m_exception_q.valid | m_error) & ~f_stuck;
  assign m_done = m_valid_q & ~m_exception_q.valid & (~m_access_q | (data_rvalid_i & ~data_err_i)) &
      ~(UNIT & m_op_q.unit & unit_i.m_wait);
  assign m_free = ~m_valid_q | m_done;
  assign flush = m_trap | halt;
  assign m_exception = m_error ?
      '{valid: 1'b1, cause: CAUSE_DATA_BUS_ERROR, unit: '0}
      : m_exception_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      m_valid_q <= 1'b0;
      link_q <= 1'b0;
    end else begin
      m_valid_q <= x_go | (m_valid_q & ~m_done & ~m_trap);
      if (x_commit & x_op_q.eret) link_q <= 1'b0;
      else if (m_done & m_op_q.ll) link_q <= 1'b1;
      else if (dbg.link) link_q <= debug_i.wdata[0];
    end
  end
  always_ff @(posedge clk_i) begin
    if (x_go) begin
      m_pc_q <= x_pc_q;
      m_slot_q <= x_slot_q;
      m_rd_q <= x_rd_q;
      m_op_q <= x_m_q;
      m_result_q <= x_op_q.access ? x_sum : x_result;
      m_data_q <= x_b_late_q ? m_late : x_b_q;
      m_exception_q <= x_exception;
      m_access_q <= x_access;
    end else if (m_error) begin
      // The instruction port is not free yet for the handler's address.
      m_exception_q <= m_exception;
      m_access_q <= 1'b0;
    end
  end
  // LL in m has not set the bit yet.
  assign link = link_q | (m_valid_q & m_op_q.ll);

  mips_align #(
      .DATA_WIDTH(DATA_WIDTH)
  ) u_align (
      .x_op_i(x_m_q),
      .x_addr_i(x_sum),
      .misaligned_o(x_misaligned),
      .be_o(x_be),
      .m_op_i(m_op_q),
      .m_byte_i(m_result_q[1:0]),
      .m_word_i(m_word),
      .m_old_i(m_data_q),
      .load_o(m_loaded),
      .store_o(m_stored)
  );

  // The lane of a narrow access is chosen after the memory, by the registered address.
  assign m_word = 32'(data_rdata_i >> {m_result_q[6:0] & LaneMask, 3'b000});
  assign data_wdata_o = m_op_q.c2 ? c2_wdata_i : {DATA_WIDTH / 32{m_stored}};

  always_comb begin
    m_late = m_loaded;
    if (m_op_q.sc) m_late = {31'd0, m_access_q};
    if (m_op_q.mfc0) m_late = cp0_data;
    if (m_op_q.c2) m_late = c2_i.m_data;
    if (UNIT & m_op_q.unit) m_late = unit_i.m_data;
    m_value = m_op_q.late ? m_late : m_result_q;
  end

  logic [31:0] cp0_status, cp0_badvaddr, cp0_state, cp0_epc, cp0_dbg;

  mips_cp0 #(
      .C2(C2),
      .INTERRUPTS(INTERRUPTS)
  ) u_cp0 (
      .clk_i,
      .rst_ni,
      .irq_i,
      .halted_i(halted),
      .write_i(x_commit & x_op_q.mtc0),
      .write_number_i(x_imm_q[15:11]),
      .write_data_i(x_b_q),
      .eret_i(x_commit & x_op_q.eret),
      .trap_i(m_trap),
      .cause_i(m_exception.cause),
      .unit_i(m_exception.unit),
      .slot_i(m_slot_q),
      .pc_i(m_pc_q),
      .address_i(m_pc_q[1:0] != '0 ? m_pc_q : m_result_q),
      .read_number_i(m_result_q[31:27]),
      .read_data_o(cp0_data),
      .usable2_o(usable2),
      .interrupt_o(interrupt),
      .epc_o(epc),
      .vector_o(vector),
      .dbg_we_i(dbg.any),
      .dbg_addr_i(debug_i.addr),
      .dbg_wdata_i(debug_i.wdata),
      .dbg_rdata_o(cp0_dbg),
      .status_o(cp0_status),
      .badvaddr_o(cp0_badvaddr),
      .state_o(cp0_state),
      .after_epc_o(cp0_epc)
  );

  // --------------------------------------------------------------------------------------------
  // Coprocessor 2

  always_comb begin
    c2_o.d_valid = d_valid_q & c2_word;
    c2_o.d_insn = d_insn;
    c2_o.d_go = d_go & c2_word & ~d_exception.valid;
    c2_o.x_go = x_commit & x_op_q.c2;
    c2_o.x_drop = x_valid_q & x_op_q.c2 & ((x_go & x_exception.valid) | flush);
    c2_o.x_data = x_b_q;
    c2_o.m_go = m_done & m_op_q.c2;
    c2_o.m_drop = m_valid_q & ~m_exception_q.valid & m_op_q.c2 & m_error;
  end

  // --------------------------------------------------------------------------------------------
  // Debugger

  assign begins = x_valid_q & m_free & ~x_asked_q;

  mips_debug u_debug (
      .clk_i,
      .rst_ni,
      .debug_i,
      .breakpoint_i(m_done & m_op_q.sdbbp),
      .begins_i(begins),
      .free_i(~f_stuck),
      .gone_i(x_go),
      .write_o(dbg),
      .hold_o(hold),
      .halt_o(halt),
      .halted_o(halted)
  );

  always_comb begin
    debug_o.halted = halted;
    case (debug_i.addr)
      DbgPc: debug_o.rdata = f_next_pc;
      DbgAfter: debug_o.rdata = f_after;
      DbgUpper: debug_o.rdata = upper;
      DbgHi: debug_o.rdata = hi;
      DbgLo: debug_o.rdata = lo;
      DbgLinkBit: debug_o.rdata = {31'd0, link_q};
      default: debug_o.rdata = debug_i.addr[5] ? cp0_dbg : rf_a;
    endcase
  end

  // --------------------------------------------------------------------------------------------
  // Retirement port

  mips_retire u_retire (
      .clk_i,
      .x_load_i(d_go),
      .d_insn_i(d_insn),
      .d_taken_i(d_taken & d_moves),
      .m_load_i(x_go),
      .x_addr_i(x_sum),
      .m_done_i(m_done),
      .m_trap_i(m_trap),
      .m_cause_i(m_exception.cause),
      .m_pc_i(m_pc_q),
      .m_slot_i(m_slot_q),
      .m_access_i(m_access_q),
      .m_op_i(m_op_q),
      .m_rd_i(m_rd_q),
      .m_value_i(m_value),
      .x_valid_i(x_valid_q),
      .x_slot_i(x_slot_q),
      .x_pc_i(x_pc_q),
      .d_valid_i(d_valid_q),
      .d_slot_i(d_slot_q),
      .d_pc_i(d_pc_q),
      .f_slot_i(f_slot_q),
      .f_pc_i(f_next_pc),
      .f_after_i(f_after),
      .vector_i(vector),
      .hi_i(hi),
      .lo_i(lo),
      .upper_i(upper),
      .busy_i(unit_busy),
      .status_i(cp0_status),
      .badvaddr_i(cp0_badvaddr),
      .state_i(cp0_state),
      .epc_i(cp0_epc),
      .link_i(link_q),
      .begins_i(begins),
      .next_pc_o(next_pc),
      .after_pc_o(after_pc),
      .next_slot_o(next_slot),
      .retire_o
  );

endmodule
