// SPDX-License-Identifier: Apache-2.0
// The machine monte with memories and devices (soc_accelerated): the top for simulation. Parameters:
// see monte_accelerator.
module monte_soc
  import command_pkg::*;
#(
    parameter bit DIGITS = 1'b0,
    parameter bit SQR = 1'b0,
    parameter bit DUAL = 1'b0,
    parameter int unsigned DEPTH = 16
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
  logic completed;

  soc_accelerated #(
      .REGISTERS(monte_pkg::Registers)
  ) u_system (
      .clk_i,
      .rst_ni,
      .harness_i,
      .harness_o,
      .port_o(port),
      .port_i(answer),
      .completed_i({2'd0, completed}),
      .mem_i(mem),
      .mem_o(mem_answer)
  );

  monte_accelerator #(
      .DIGITS(DIGITS),
      .SQR(SQR),
      .DUAL(DUAL),
      .DEPTH(DEPTH),
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
