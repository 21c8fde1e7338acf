// SPDX-License-Identifier: Apache-2.0
// coreva_soc for the C++ harness: the same ports, those of structs one by one.
module coreva_sim
  import coreva_pkg::*;
#(
    parameter bit ISE = 1'b0,
    parameter bit CLMUL = 1'b0,
    parameter bit LSLADD = 1'b0,
    parameter bit FORWARD = 1'b1,
    parameter bit MUL233 = 1'b0,
    parameter bit SQU233 = 1'b0,
    parameter bit X233 = 1'b0,
    parameter int unsigned D = 32
) (
    input logic clk_i,
    input logic rst_ni,
    input logic device_rst_ni,
    input logic device_hold_i,

    input logic instr_wait_i,
    input logic data_wait_i,

    input logic dbg_start_i,
    input logic [31:0] dbg_pc_i,
    input logic dbg_delay_i,
    input logic dbg_taken_i,
    input logic [31:0] dbg_target_i,
    input logic [63:0] dbg_cycle_i,

    output logic retire_valid_o,
    output logic [2:0] retire_cause_o,
    output logic [31:0] retire_addr_o,
    output logic [31:0] retire_pc_o,
    output logic [31:0] retire_next_pc_o,
    output logic [127:0] retire_words_o,
    output logic [2:0] retire_count_o,
    output logic [19:0] retire_rd_o,  // of the slots, the lowest first; and so on
    output logic [7:0] retire_en_o,
    output logic [127:0] retire_value_o,
    output logic [31:0] flags_o,
    output logic [63:0] dq_o,
    output logic branch_o,
    output logic taken_o,
    output logic call_o,
    output logic through_o,
    output logic [31:0] target_o,
    output logic trap_o,
    output logic [7:0] trap_number_o,
    output logic store_o,
    output logic [31:0] store_addr_o,
    output logic [2:0] store_bytes_o,
    output logic [31:0] store_data_o,
    output logic [63:0] cycle_o,
    output logic [63:0] first_o
);

  debug_t  debug;
  retire_t retire;

  assign debug = '{
          start: dbg_start_i,
          pc: dbg_pc_i,
          delay: dbg_delay_i,
          taken: dbg_taken_i,
          target: dbg_target_i,
          cycle: dbg_cycle_i
      };

  coreva_soc #(
      .ISE(ISE),
      .CLMUL(CLMUL),
      .LSLADD(LSLADD),
      .FORWARD(FORWARD),
      .MUL233(MUL233),
      .SQU233(SQU233),
      .X233(X233),
      .D(D)
  ) u_soc (
      .clk_i,
      .rst_ni,
      .device_rst_ni,
      .device_hold_i,
      .debug_i(debug),
      .retire_o(retire),
      .console_valid_o(),
      .console_byte_o()
  );

  assign {retire_valid_o, retire_cause_o} = {retire.valid, retire.cause};
  assign {retire_addr_o, retire_pc_o} = {retire.addr, retire.pc};
  assign {retire_next_pc_o, retire_words_o} = {retire.next_pc, retire.words};
  assign {retire_count_o, flags_o, dq_o} = {retire.count, {17'd0, retire.flags, 1'b0}, retire.dq};
  always_comb begin
    for (int unsigned k = 0; k < Slots; k++) begin
      retire_rd_o[5*k+:5] = retire.results[k].rd;
      retire_en_o[2*k+:2] = retire.results[k].en;
      retire_value_o[32*k+:32] = retire.results[k].value;
    end
  end
  assign {branch_o, taken_o} = {retire.branch.any, retire.branch.taken};
  assign {call_o, through_o} = {retire.branch.call, retire.branch.through};
  assign target_o = retire.branch.target;
  assign {trap_o, trap_number_o} = {retire.trap, retire.trap_number};
  assign {store_o, store_addr_o, store_data_o} = {
    retire.store, retire.store_addr, retire.store_data
  };
  assign store_bytes_o = 3'd1 << retire.store_size;
  assign {cycle_o, first_o} = {retire.cycle, retire.first};

  // The harness of every machine has these; here no wait states are made.
  logic unused;
  assign unused = &{1'b0, instr_wait_i, data_wait_i};

endmodule
