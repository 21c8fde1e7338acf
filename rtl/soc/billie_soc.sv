// SPDX-License-Identifier: Apache-2.0
// The machine billie with memories and devices (soc_accelerated): the top for simulation. Parameters:
// see billie_accelerator.
module billie_soc
  import command_pkg::*;
#(
    parameter int unsigned M = 233,
    parameter int unsigned TERM1 = 74,
    parameter int unsigned TERM2 = 0,
    parameter int unsigned TERM3 = 0,
    parameter int unsigned D = 8,
    parameter int unsigned DEPTH = 8,
    parameter bit GATED = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input  sim_req_t harness_i,
    output sim_rsp_t harness_o
);

  port_req_t port;
  port_rsp_t answer;
  memory_req_t mem;
  memory_rsp_t mem_answer;
  logic [2:0] completed;

  soc_accelerated #(
      .REGISTERS(billie_pkg::Registers)
  ) u_system (
      .clk_i,
      .rst_ni,
      .harness_i,
      .harness_o,
      .port_o(port),
      .port_i(answer),
      .completed_i(completed),
      .mem_i(mem),
      .mem_o(mem_answer)
  );

  billie_accelerator #(
      .M(M),
      .TERM1(TERM1),
      .TERM2(TERM2),
      .TERM3(TERM3),
      .D(D),
      .DEPTH(DEPTH),
      .GATED(GATED),
      .RAM_BASE(mips_isa_pkg::RAM_BASE),
      .RAM_SIZE(mips_isa_pkg::RAM_SIZE)
  ) u_accelerator (
      .clk_i,
      .rst_ni,
      .port_i(port),
      .port_o(answer),
      .mem_o(mem),
      .mem_i(mem_answer),
      .completed_o(completed)
  );

endmodule
