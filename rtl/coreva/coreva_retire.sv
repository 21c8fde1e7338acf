// SPDX-License-Identifier: Apache-2.0
// Retirement port: what a bundle did, for lock-step comparison and formal checks. Nothing of the
// core depends on it. If unconnected, synthesis removes this module and any logic that feeds only it.
//
// A bundle retires in m. There its results are known, its store is in the memory, and nothing of a
// younger one can be seen yet: a bundle changes flags, DQ and memory only at the end of x.
module coreva_retire
  import coreva_isa_pkg::*;
  import coreva_pkg::*;
(
    input logic clk_i,

    input logic [31:0] x_pc_i,
    input logic [Slots-1:0][31:0] x_words_i,
    input logic [2:0] x_count_i,
    input logic [2:0] x_cause_i,
    input logic [31:0] x_addr_i,
    input branch_t x_branch_i,
    input logic x_trap_i,
    input logic [7:0] x_trap_number_i,
    input logic x_store_i,
    input logic [31:0] x_store_addr_i,
    input size_t x_store_size_i,
    input logic [31:0] x_store_data_i,
    input logic [63:0] cycle_i,
    input logic [63:0] x_first_i,

    input logic m_valid_i,
    input result_t [Slots-1:0] m_result_i,
    input logic [14:1] flags_i,
    input logic [1:0][31:0] dq_i,
    input logic [31:0] next_pc_i,

    output retire_t retire_o
);

  retire_t m_q;
  logic addressed;
  assign addressed = x_cause_i == CAUSE_MISALIGNED | x_cause_i == CAUSE_DATA_BUS_ERROR;

  always_ff @(posedge clk_i) begin
    m_q <= '0;
    m_q.pc <= x_pc_i;
    m_q.words <= x_words_i;
    m_q.count <= x_count_i;
    m_q.cause <= x_cause_i;
    m_q.addr <= addressed ? x_addr_i : '0;
    m_q.branch <= x_branch_i;
    m_q.trap <= x_trap_i;
    m_q.trap_number <= x_trap_number_i;
    m_q.store <= x_store_i;
    m_q.store_addr <= x_store_addr_i;
    m_q.store_size <= x_store_size_i;
    m_q.store_data <= x_store_data_i;
    m_q.cycle <= cycle_i;
    m_q.first <= x_first_i;
  end

  always_comb begin
    retire_o = m_q;
    retire_o.valid = m_valid_i;
    retire_o.results = m_result_i;
    retire_o.flags = flags_i;
    retire_o.dq = dq_i;
    retire_o.next_pc = m_q.cause != CAUSE_NONE ? m_q.pc : next_pc_i;
  end

endmodule
