// SPDX-License-Identifier: Apache-2.0
// The gfp core for your own design: gfp_core without the debugger's and the retirement ports, which
// are for simulation. Without a debugger, BKPT faults.
//
// Reset. rst_ni is low for at least one cycle of clk_i and rises synchronously to it. Then the core
// reads two words through the data port. The word at 0x00000000 is the initial stack pointer (MSP).
// The word at 0x00000004 is the address of the first instruction, with bit 0 set. Both addresses
// are fixed. So are those of the exception vectors that follow (gen/gfp/isa.md); the core reads
// these through the data port too. There is no vector table offset register. Memory at 0 must
// answer on the data port, and memory with code on the instruction port. The register file has no
// reset.
//
// Bus. Each port works as in OBI: a request and its address stay until the cycle with gnt. rvalid
// comes in a later cycle, with data, or with err high for a bus error. At most one access is
// outstanding. Addresses of the instruction port are word addresses. data_be_o marks the bytes of
// an access in their word. data_wdata_o is valid while a store waits for rvalid, not with the
// request.
//
// Interrupt lines are levels, synchronous to the clock. Tie irq_i and nmi_i low if INTERRUPTS is 0.
// Only reset ends a lockup (a fault inside the HardFault handler).
//
// Parameters: as in gfp_core. Unless said otherwise the inverse takes two cycles here (the configuration
// inverse2), so that it does not set the clock. gfp_core alone has the paper's inverse in one cycle.
module gfp_top #(
    parameter bit GF = 1'b1,
    parameter int unsigned GF_LANES = 4,
    parameter int unsigned GF_MIN_DEGREE = 2,
    parameter bit GF_SQUARERS = 1'b1,
    parameter bit GF_INVERSE = 1'b1,
    parameter int unsigned GF_INVERSE_CYCLES = 2,
    parameter bit GF_GATE_REDUCTION = 1'b1,
    parameter bit GF_ISOLATE = 1'b1,
    parameter bit GF_FIELD2 = 1'b0,
    parameter bit GF_MA = 1'b0,
    parameter int unsigned GF_MAC = 0,
    parameter bit GF_TEST = 1'b0,
    parameter bit GF_HIGH = 1'b0,
    parameter bit SUBSET = 1'b0,
    parameter int unsigned MUL_CYCLES = 1,
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

    input logic [31:0] irq_i,
    input logic nmi_i,
    output logic sleeping_o,
    output logic lockup_o
);

  // verilator lint_off PINCONNECTEMPTY
  // The unconnected ports are those that this module leaves out.
  gfp_core #(
      .GF(GF),
      .GF_LANES(GF_LANES),
      .GF_MIN_DEGREE(GF_MIN_DEGREE),
      .GF_SQUARERS(GF_SQUARERS),
      .GF_INVERSE(GF_INVERSE),
      .GF_INVERSE_CYCLES(GF_INVERSE_CYCLES),
      .GF_GATE_REDUCTION(GF_GATE_REDUCTION),
      .GF_ISOLATE(GF_ISOLATE),
      .GF_FIELD2(GF_FIELD2),
      .GF_MA(GF_MA),
      .GF_MAC(GF_MAC),
      .GF_TEST(GF_TEST),
      .GF_HIGH(GF_HIGH),
      .SUBSET(SUBSET),
      .MUL_CYCLES(MUL_CYCLES),
      .INTERRUPTS(INTERRUPTS)
  ) u_core (
      .clk_i,
      .rst_ni,
      .instr_req_o,
      .instr_addr_o,
      .instr_gnt_i,
      .instr_rvalid_i,
      .instr_rdata_i,
      .instr_err_i,
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
      .nmi_i,
      .sleeping_o,
      .sleep_timed_o(),
      .debug_i('0),
      .debug_o(),
      .lockup_o,
      .retire_o()
  );
  // verilator lint_on PINCONNECTEMPTY

endmodule
