// SPDX-License-Identifier: Apache-2.0
// The core of the machine pete: mips, with ISE the accumulator in place of HI and LO, and with
// ICACHE_BYTES an instruction cache at the instruction port. Ports: see mips_core, and icache for
// icache_invalidate_i.
//
// Parameters.
//   ISE           the accumulator and its integer instructions
//   GF2           its instructions for polynomials; needs ISE
//   MUL_PASSES    cycles of a product: 1, 2 or 4
//   ICACHE_BYTES  of the instruction cache: 1024, 2048, 4096 or 8192; 0: there is none
//   ICACHE_WAYS   its ways, 1 or 2
//   INTERRUPTS    as in mips_core
module pete_core
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

    output logic instr_req_o,
    output logic [31:0] instr_addr_o,
    input logic instr_gnt_i,
    input logic instr_rvalid_i,
    input logic [31:0] instr_rdata_i,
    input logic instr_err_i,

    output logic data_req_o,
    output logic [31:0] data_addr_o,
    output logic data_we_o,
    output logic [3:0] data_be_o,
    input logic data_gnt_i,
    input logic data_rvalid_i,
    input logic [31:0] data_rdata_i,
    input logic data_err_i,
    output logic [31:0] data_wdata_o,

    input logic [5:0] irq_i,

    input logic icache_invalidate_i,
    output icache_event_t icache_o,

    input debug_t debug_i,
    output debug_rsp_t debug_o,

    output retire_t retire_o
);

  if (GF2 && !ISE) begin : gen_check
    $fatal(1, "pete_core: GF2 needs ISE");
  end
  if (ICACHE_BYTES != 0 && (ICACHE_BYTES < 1024 || ICACHE_BYTES > 8192)) begin : gen_check_icache
    $fatal(1, "pete_core: ICACHE_BYTES must be 0, 1024, 2048, 4096 or 8192");
  end

  unit_req_t unit_req;
  unit_rsp_t unit_rsp;

  // The core's side of the cache.
  logic f_req, f_gnt, f_rvalid, f_err, f_drop;
  logic [31:0] f_addr, f_rdata;

  // verilator lint_off PINCONNECTEMPTY
  // There is no coprocessor 2.
  mips_core #(
      .MULTIPLY_CYCLES(MUL_PASSES),
      .INTERRUPTS(INTERRUPTS),
      .UNIT(ISE)
  ) u_core (
      .clk_i,
      .rst_ni,
      .instr_req_o(f_req),
      .instr_addr_o(f_addr),
      .instr_gnt_i(f_gnt),
      .instr_rvalid_i(f_rvalid),
      .instr_rdata_i(f_rdata),
      .instr_err_i(f_err),
      .instr_drop_o(f_drop),
      .data_req_o,
      .data_addr_o,
      .data_we_o,
      .data_be_o,
      .data_gnt_i,
      .data_rvalid_i,
      .data_rdata_i,
      .data_err_i,
      .data_wdata_o,
      .irq_i,
      .c2_o(),
      .c2_i('0),
      .c2_wdata_i('0),
      .c2_be_i('0),
      .unit_o(unit_req),
      .unit_i(unit_rsp),
      .debug_i,
      .debug_o,
      .retire_o
  );
  // verilator lint_on PINCONNECTEMPTY

  if (ISE) begin : gen_accumulator
    pete_accumulator #(
        .PASSES(MUL_PASSES),
        .GF2(GF2)
    ) u_accumulator (
        .clk_i,
        .rst_ni,
        .req_i(unit_req),
        .rsp_o(unit_rsp)
    );
  end else begin : gen_none
    logic unused;
    assign unused   = &{1'b0, unit_req};
    assign unit_rsp = '0;
  end

  if (ICACHE_BYTES != 0) begin : gen_icache
    icache #(
        .BYTES(ICACHE_BYTES),
        .WAYS (ICACHE_WAYS)
    ) u_icache (
        .clk_i,
        .rst_ni,
        .req_i(f_req),
        .addr_i(f_addr),
        .drop_i(f_drop),
        .gnt_o(f_gnt),
        .rvalid_o(f_rvalid),
        .rdata_o(f_rdata),
        .err_o(f_err),
        .instr_req_o,
        .instr_addr_o,
        .instr_gnt_i,
        .instr_rvalid_i,
        .instr_rdata_i,
        .instr_err_i,
        .invalidate_i(icache_invalidate_i),
        .hit_o(icache_o.hit),
        .miss_o(icache_o.miss),
        .stall_o(icache_o.stall),
        .busy_o(icache_o.busy)
    );
  end else begin : gen_no_icache
    assign {instr_req_o, instr_addr_o} = {f_req, f_addr};
    assign {f_gnt, f_rvalid, f_rdata, f_err} = {
      instr_gnt_i, instr_rvalid_i, instr_rdata_i, instr_err_i
    };
    assign icache_o = '0;
    logic unused_icache;
    assign unused_icache = &{1'b0, f_drop, icache_invalidate_i};
  end

endmodule
