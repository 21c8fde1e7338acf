// SPDX-License-Identifier: Apache-2.0
// Retirement port: what an instruction did, for lock-step comparison and formal checks. Nothing of
// the core depends on it. If unconnected, synthesis removes this module and any logic that feeds
// only it.
//
// An instruction retires in its last cycle in m. There all older ones have retired, and nothing of
// a younger one can be seen yet. HI and LO are those of all retired instructions unless busy: then
// the product or quotient of a retired one is on its way.
module mips_retire
  import mips_isa_pkg::*;
  import mips_pkg::*;
(
    input logic clk_i,

    // Instructions move into x, and into m.
    input logic x_load_i,
    input logic [31:0] d_insn_i,
    input logic d_taken_i,
    input logic m_load_i,
    input logic [31:0] x_addr_i,

    input logic m_done_i,
    input logic m_trap_i,
    input logic [3:0] m_cause_i,
    input logic [31:0] m_pc_i,
    input logic m_slot_i,
    input logic m_access_i,
    input memory_t m_op_i,
    input logic [4:0] m_rd_i,
    input logic [31:0] m_value_i,

    // The instructions that follow, the first one that is there.
    input logic x_valid_i,
    input logic x_slot_i,
    input logic [31:0] x_pc_i,
    input logic d_valid_i,
    input logic d_slot_i,
    input logic [31:0] d_pc_i,
    input logic f_slot_i,
    input logic [31:0] f_pc_i,
    input logic [31:0] f_after_i,
    input logic [31:0] vector_i,

    input logic [31:0] hi_i,
    input logic [31:0] lo_i,
    input logic [31:0] upper_i,
    input logic busy_i,
    input logic [31:0] status_i,
    input logic [31:0] badvaddr_i,
    input logic [31:0] state_i,
    input logic [31:0] epc_i,
    input logic link_i,
    input logic begins_i,

    output logic [31:0] next_pc_o,
    output logic [31:0] after_pc_o,
    output logic next_slot_o,
    output retire_t retire_o
);

  logic [31:0] x_insn_q, m_insn_q, m_addr_q;
  logic x_taken_q, m_taken_q;

  always_ff @(posedge clk_i) begin
    if (x_load_i) {x_insn_q, x_taken_q} <= {d_insn_i, d_taken_i};
    if (m_load_i) {m_insn_q, m_taken_q, m_addr_q} <= {x_insn_q, x_taken_q, x_addr_i};
  end

  always_comb begin
    next_pc_o   = x_valid_i ? x_pc_i : d_valid_i ? d_pc_i : f_pc_i;
    next_slot_o = x_valid_i ? x_slot_i : d_valid_i ? d_slot_i : f_slot_i;
    // Only a delay slot can be followed by another address than the next. What comes behind it is
    // then known: the branch has left d.
    after_pc_o  = x_valid_i ? (d_valid_i ? d_pc_i : f_pc_i) : d_valid_i ? f_pc_i : f_after_i;
    if (~next_slot_o) after_pc_o = next_pc_o + 32'd4;
  end

  logic addressed, fetch;
  assign fetch = m_cause_i == CAUSE_FETCH_BUS_ERROR | m_pc_i[1:0] != '0;
  assign addressed = m_cause_i == CAUSE_LOAD_ADDRESS | m_cause_i == CAUSE_STORE_ADDRESS |
      m_cause_i == CAUSE_DATA_BUS_ERROR | m_cause_i == CAUSE_FETCH_BUS_ERROR;

  always_comb begin
    retire_o.valid = m_done_i | m_trap_i;
    retire_o.pc = m_pc_i;
    retire_o.insn = m_trap_i & m_cause_i == CAUSE_NONE ? '0 : m_insn_q;
    retire_o.next_pc = m_trap_i ? vector_i : next_pc_o;
    retire_o.after_pc = m_trap_i ? vector_i + 32'd4 : after_pc_o;
    retire_o.slot = m_slot_i;
    retire_o.next_slot = ~m_trap_i & next_slot_o;
    retire_o.taken = m_taken_q;
    retire_o.trap = m_trap_i;
    retire_o.irq = m_trap_i & m_cause_i == CAUSE_NONE;
    retire_o.cause = m_trap_i ? m_cause_i : CAUSE_NONE;
    retire_o.addr = ~m_trap_i | ~addressed ? '0 : fetch ? m_pc_i : m_addr_q;
    retire_o.rd = m_done_i ? m_rd_i : '0;
    retire_o.value = m_value_i;
    {retire_o.upper, retire_o.hi, retire_o.lo} = {upper_i, hi_i, lo_i};
    retire_o.busy = busy_i;
    retire_o.status = status_i;
    retire_o.badvaddr = badvaddr_i;
    retire_o.state = state_i;
    retire_o.epc = epc_i;
    retire_o.mem_store = m_done_i & m_access_i & m_op_i.store;
    retire_o.mem_load = m_done_i & m_access_i & ~m_op_i.store;
    retire_o.mem_addr = m_addr_q;
    retire_o.link = link_i | (m_done_i & m_op_i.ll);
    retire_o.begins = begins_i;
  end

  logic unused;
  assign unused = &{1'b0, m_op_i};

endmodule
