// SPDX-License-Identifier: Apache-2.0
// Retirement port: what an instruction did, for lock-step comparison and formal checks. Nothing of
// the core depends on it. If unconnected, synthesis removes this module and any logic that feeds
// only it.
//
// An instruction retires in its last execute cycle, an exception return at the end of unstacking, a
// fault or SVC once at the end of exception entry. The entry of an interrupt is reported there too,
// with the address of the instruction that it replaces and the word 0. If it replaces an exception
// return (tail-chaining), it is reported as that instruction. In lockup, pc, cause and address are
// those of the instruction and the fault that led there.
module gfp_retire
  import gfp_isa_pkg::*;
  import gfp_pkg::*;
(
    input logic clk_i,

    input logic done_i,  // an instruction ends in this cycle
    input logic exc_return_i,  // ... by starting an exception return
    input logic returned_i,  // unstacking ends
    input logic return_failed_i,  // unstacking, or what takes its place, meets a bus error
    input logic entered_i,  // exception entry ends
    input logic interrupt_i,  // ... which is an interrupt's
    input logic chained_i,  // ... and takes the place of an exception return
    input logic lockup_i,
    input logic trap_i,  // a fault or SVC is found
    input logic [3:0] cause_i,

    input logic [31:1] pc_i,
    input logic pc_is_next_i,
    input logic wide_i,
    input logic [31:0] insn_i,
    input logic jump_i,  // target_i is the next instruction's address
    input logic [31:1] target_i,

    input logic access_i,  // address phase
    input logic [31:0] access_addr_i,
    input logic access_we_i,
    input logic [3:0] access_be_i,
    input logic access_done_i,  // data phase
    input logic misaligned_i,
    input logic [31:0] misaligned_addr_i,
    input logic [31:0] wdata_i,
    input logic [31:0] rdata_i,

    input write_t write_i,
    input psr_t   psr_i,    // after this cycle

    output retire_t retire_o
);

  logic [31:0] pc, insn;  // of the instruction at the head
  logic [31:0] return_pc_q, return_insn_q;  // of the one that started an exception return
  logic [31:0] access_addr_q, trap_addr_q;
  logic access_we_q;
  logic [3:0] access_be_q, cause_q;
  logic from_return, return_failed_q;

  always_comb begin
    pc = {pc_i, 1'b0};
    if (pc_is_next_i) pc -= wide_i ? 32'd4 : 32'd2;
    insn = wide_i ? insn_i : {16'd0, insn_i[31:16]};
    // Nothing was fetched, or it does not count.
    if (entered_i & (cause_q == CAUSE_FETCH_BUS_ERROR | cause_q == CAUSE_INVALID_STATE)) insn = '0;
    if (entered_i & interrupt_i) insn = '0;
  end

  always_ff @(posedge clk_i) begin
    if (exc_return_i) {return_pc_q, return_insn_q} <= {pc, insn};
    if (access_i) begin
      access_addr_q <= access_addr_i;
      access_we_q   <= access_we_i;
      access_be_q   <= access_be_i;
    end
    if (trap_i) begin
      return_failed_q <= return_failed_i;
      cause_q <= cause_i;
      trap_addr_q <= misaligned_i ? misaligned_addr_i : access_addr_q;
    end
  end

  logic [3:0] cause;
  assign from_return = returned_i | (entered_i & chained_i) | (lockup_i & return_failed_q);
  assign cause = entered_i | lockup_i ? cause_q : CAUSE_NONE;
  always_comb begin
    retire_o.valid = (done_i & ~exc_return_i) | returned_i | entered_i;
    retire_o.pc = from_return ? return_pc_q : pc;
    retire_o.insn = from_return ? return_insn_q : insn;
    retire_o.next_pc = {jump_i ? target_i : pc_i, 1'b0};
    retire_o.trap = entered_i;
    retire_o.cause = cause;
    retire_o.addr = cause == CAUSE_MISALIGNED | cause == CAUSE_DATA_BUS_ERROR ? trap_addr_q : '0;
    retire_o.nzcv = {psr_i.n, psr_i.z, psr_i.c, psr_i.v};
    retire_o.special = {psr_i.primask, psr_i.spsel, psr_i.ipsr};
    retire_o.rf = write_i;
    retire_o.mem_store = access_done_i & access_we_q;
    retire_o.mem_load = access_done_i & ~access_we_q;
    retire_o.mem_addr = access_addr_q;
    retire_o.mem_data = access_we_q ? wdata_i : rdata_i;
    retire_o.mem_be = access_be_q;
  end

  // Nobody compares T.
  logic unused;
  assign unused = psr_i.thumb;

endmodule
