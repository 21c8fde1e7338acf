// SPDX-License-Identifier: Apache-2.0
// The machine coreva with its memories and a console, for simulation. The memory map comes from
// isa/coreva/soc.yaml. Code and data are separate address spaces.
//
// A request for data is answered in its own cycle: with a grant, or with an error where the map
// allows no such access. A load's word comes in the next cycle. The console takes only words.
module coreva_soc
  import coreva_isa_pkg::*;
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

    input  debug_t  debug_i,
    output retire_t retire_o,

    output logic console_valid_o,
    output logic [7:0] console_byte_o
);

  localparam int unsigned RamBits = $clog2(RAM_SIZE);

  logic code_req;
  logic [3:0][27:0] code_row;
  logic [3:0][31:0] code_data;
  logic [3:0] code_err;
  logic data_req, data_we, data_err;
  logic [31:0] data_addr, data_wdata, data_rdata;
  logic [3:0] data_be;

  coreva_top #(
      .ISE(ISE),
      .CLMUL(CLMUL),
      .LSLADD(LSLADD),
      .FORWARD(FORWARD),
      .MUL233(MUL233),
      .SQU233(SQU233),
      .X233(X233),
      .D(D)
  ) u_top (
      .clk_i,
      .rst_ni,
      .device_rst_ni,
      .device_hold_i,
      .code_req_o(code_req),
      .code_row_o(code_row),
      .code_data_i(code_data),
      .code_err_i(code_err),
      .data_req_o(data_req),
      .data_addr_o(data_addr),
      .data_we_o(data_we),
      .data_be_o(data_be),
      .data_wdata_o(data_wdata),
      .data_gnt_i(1'b1),
      .data_err_i(data_err),
      .data_rdata_i(data_rdata),
      .debug_i,
      .retire_o
  );

  soc_code_memory #(
      .SIZE(CODE_SIZE)
  ) u_code (
      .clk_i,
      .req_i (code_req),
      .row_i (code_row),
      .data_o(code_data),
      .err_o (code_err)
  );

  logic in_ram, in_console;
  assign in_ram = data_addr[31:RamBits] == RAM_BASE[31:RamBits];
  assign in_console = data_addr[31:2] == CONSOLE_ADDR[31:2] & (&data_be);
  assign data_err = ~in_ram & ~in_console;

  logic [RamBits-1:2] addr_q;
  logic ram_q;
  logic [31:0] ram;
  always_ff @(posedge clk_i) if (data_req) {addr_q, ram_q} <= {data_addr[RamBits-1:2], in_ram};
  assign data_rdata = ram_q ? ram : '0;

  logic [31:0] unused_read;
  logic [RamBits-1:2] word;
  assign word = data_addr[RamBits-1:2];

  soc_memory #(
      .SIZE(RAM_SIZE)
  ) u_ram (
      .clk_i,
      .instr_addr_i(addr_q),
      .instr_rdata_o(ram),
      .data_addr_i(word),
      .data_we_i(data_be & {4{data_req & data_we & in_ram}}),
      .data_wdata_i(data_wdata),
      .data_rdata_o(unused_read)
  );

  assign console_valid_o = data_req & data_we & in_console;
  assign console_byte_o  = data_wdata[7:0];

  logic unused;
  assign unused = &{1'b0, unused_read, data_addr[1:0]};

endmodule
