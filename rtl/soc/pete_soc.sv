// SPDX-License-Identifier: Apache-2.0
// The machine pete with memories and devices (soc_mips): the top for simulation. The harness may set
// the counters of the instruction cache while the core is halted, and empty it. Parameters: see
// pete_core.
module pete_soc
  import mips_pkg::*;
  import pete_pkg::*;
#(
    parameter bit ISE = 1'b0,
    parameter bit GF2 = 1'b0,
    parameter int unsigned MUL_PASSES = 4,
    parameter int unsigned ICACHE_BYTES = 0,
    parameter int unsigned ICACHE_WAYS = 1,
    parameter int unsigned INTERRUPTS = 0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic instr_wait_i,
    input logic data_wait_i,
    input logic cycle_set_i,
    input logic [63:0] cycle_i,
    input logic icache_set_i,  // the counts, and no line is valid
    input logic [2:0][31:0] icache_set_counts_i,

    input logic [5:0] irq_i,

    input debug_t debug_i,
    output debug_rsp_t debug_o,

    output logic [63:0] cycle_o,
    output logic [2:0][31:0] icache_counts_o,  // hits, misses, stalls
    output logic icache_busy_o,

    output retire_t retire_o,
    output logic [31:0] mem_data_o,
    output logic [3:0] mem_be_o,

    output logic console_valid_o,
    output logic [7:0] console_byte_o
);

  logic instr_req, instr_gnt, instr_rvalid, instr_err;
  logic [31:0] instr_addr, instr_rdata;
  logic data_req, data_we, data_gnt, data_rvalid, data_err;
  logic [31:0] data_addr, data_wdata, data_rdata;
  logic [3:0] data_be;
  logic invalidate;
  icache_event_t happens;

  pete_core #(
      .ISE(ISE),
      .GF2(GF2),
      .MUL_PASSES(MUL_PASSES),
      .ICACHE_BYTES(ICACHE_BYTES),
      .ICACHE_WAYS(ICACHE_WAYS),
      .INTERRUPTS(INTERRUPTS)
  ) u_core (
      .clk_i,
      .rst_ni,
      .instr_req_o(instr_req),
      .instr_addr_o(instr_addr),
      .instr_gnt_i(instr_gnt),
      .instr_rvalid_i(instr_rvalid),
      .instr_rdata_i(instr_rdata),
      .instr_err_i(instr_err),
      .data_req_o(data_req),
      .data_addr_o(data_addr),
      .data_we_o(data_we),
      .data_be_o(data_be),
      .data_gnt_i(data_gnt),
      .data_rvalid_i(data_rvalid),
      .data_rdata_i(data_rdata),
      .data_err_i(data_err),
      .data_wdata_o(data_wdata),
      .irq_i,
      .icache_invalidate_i(invalidate | icache_set_i),
      .icache_o(happens),
      .debug_i,
      .debug_o,
      .retire_o
  );

  assign icache_busy_o = happens.busy;

  if (ICACHE_BYTES != 0) begin : gen_icache
    soc_icache u_icache (
        .clk_i,
        .rst_ni,
        .hit_i(happens.hit),
        .miss_i(happens.miss),
        .stall_i(happens.stall),
        .set_i(icache_set_i),
        .set_counts_i(icache_set_counts_i),
        .counts_o(icache_counts_o)
    );
  end else begin : gen_no_icache
    assign icache_counts_o = '0;
    logic unused;
    assign unused = &{1'b0, icache_set_counts_i, happens};
  end

  // verilator lint_off PINCONNECTEMPTY
  // No access of a row, and no second port of RAM.
  soc_mips #(
      .DATA_WIDTH(32),
      .ICACHE(ICACHE_BYTES != 0)
  ) u_memories (
      .clk_i,
      .rst_ni,
      .instr_wait_i,
      .data_wait_i,
      .cycle_set_i,
      .cycle_i,
      .halted_i(debug_o.halted),
      .cycle_o,
      .icache_counts_i(icache_counts_o),
      .icache_invalidate_o(invalidate),
      .instr_req_i(instr_req),
      .instr_addr_i(instr_addr),
      .instr_gnt_o(instr_gnt),
      .instr_rvalid_o(instr_rvalid),
      .instr_rdata_o(instr_rdata),
      .instr_err_o(instr_err),
      .data_req_i(data_req),
      .data_addr_i(data_addr),
      .data_we_i(data_we),
      .data_be_i(data_be),
      .data_row_i(1'b0),
      .data_gnt_o(data_gnt),
      .data_rvalid_o(data_rvalid),
      .data_rdata_o(data_rdata),
      .data_err_o(data_err),
      .data_wdata_i(data_wdata),
      .second_req_i(1'b0),
      .second_addr_i('0),
      .second_we_i(1'b0),
      .second_wdata_i('0),
      .second_rdata_o(),
      .second_err_o(),
      .mem_data_o,
      .mem_be_o,
      .mem_row_o(),
      .console_valid_o,
      .console_byte_o
  );
  // verilator lint_on PINCONNECTEMPTY

endmodule
