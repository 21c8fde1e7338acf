// SPDX-License-Identifier: Apache-2.0
// Replaces the mover: a load, a store or a table takes any number of cycles, and fails whenever it likes. An element that
// is loaded is what the harness says; it waits until it is taken. The mover has proofs of its own.
module billie_mover
  import billie_isa_pkg::*;
  import billie_pkg::*;
  import command_pkg::memory_req_t, command_pkg::memory_rsp_t;
#(
    parameter int unsigned M = 2,
    parameter int unsigned WORDS = 1,
    parameter logic [31:0] RAM_BASE = 32'h80000000,
    parameter int unsigned RAM_SIZE = 32'h100000
) (
    input logic clk_i,
    input logic rst_ni,
    input logic clear_i,
    input logic [4:0] stride_i,
    input logic [31:0] base_i,
    input logic [31:0] table_i,
    input logic [6:0] count_i,
    input logic [6:0] index_i,
    output logic index_we_o,
    input logic start_i,
    input command_t command_i,
    input id_t id_i,
    input logic [M-1:0] a_i,
    output logic take_o,
    output memory_req_t mem_o,
    input memory_rsp_t mem_i,
    output logic busy_o,
    output id_t id_o,
    output logic offers_o,
    output logic [M-1:0] result_o,
    input logic taken_i,
    output logic ends_o,
    output logic fail_o,
    output logic [3:0] error_o
);

  logic busy_q, held_q, store_q, ends;
  id_t id_q;

  assign take_o = start_i & ~busy_q;
  assign index_we_o = take_o & command_i.command == G_INDEX;
  assign ends = busy_q & ~held_q & billie_order_harness.any_move_ends_i;
  assign fail_o = billie_order_harness.any_move_fails_i &
      ((take_o & ~index_we_o) | (busy_q & ~held_q));
  assign error_o = {3'd0, fail_o};
  assign offers_o = (ends & ~store_q & ~fail_o) | held_q;
  assign ends_o = index_we_o | (ends & store_q & ~fail_o) | (offers_o & taken_i);
  assign {busy_o, id_o} = {busy_q, id_q};
  assign result_o = billie_order_harness.element;
  assign mem_o = '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {busy_q, held_q} <= '0;
    else if (clear_i) {busy_q, held_q} <= '0;
    else begin
      held_q <= offers_o & ~taken_i;
      busy_q <= (take_o & ~index_we_o) | (busy_q & ~ends_o);
    end
  end
  always_ff @(posedge clk_i) if (take_o) {id_q, store_q} <= {id_i, command_i.command == G_ST};

endmodule
