// SPDX-License-Identifier: Apache-2.0
// The machine coreva for your own design: the core, and an accelerator for GF(2^233) in its data
// space, if there is one. An access that is none of the accelerator's goes out.
//
// MUL233, SQU233: the accelerator coreva_field with these units; both are FF233. X233: the one of
// coreva_elements instead. D: bits of a product in a cycle. Other parameters, reset and ports: see
// coreva_core. device_rst_ni is the accelerator's reset; tie it to rst_ni. Tie debug_i and
// device_hold_i to 0.
module coreva_top
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

    output logic code_req_o,
    output logic [3:0][27:0] code_row_o,
    input logic [3:0][31:0] code_data_i,
    input logic [3:0] code_err_i,

    output logic data_req_o,
    output logic [31:0] data_addr_o,
    output logic data_we_o,
    output logic [3:0] data_be_o,
    output logic [31:0] data_wdata_o,
    input logic data_gnt_i,
    input logic data_err_i,
    input logic [31:0] data_rdata_i,

    input  debug_t  debug_i,
    output retire_t retire_o
);

  if (X233 && (MUL233 || SQU233)) begin : gen_check
    $fatal(1, "coreva_top: X233 stands alone; MUL233 and SQU233 must be 0");
  end

  localparam bit Field = MUL233 | SQU233 | X233;

  logic req, gnt, err, at_field;
  logic [31:0] rdata;

  coreva_core #(
      .ISE(ISE),
      .CLMUL(CLMUL),
      .LSLADD(LSLADD),
      .FORWARD(FORWARD)
  ) u_core (
      .clk_i,
      .rst_ni,
      .code_req_o,
      .code_row_o,
      .code_data_i,
      .code_err_i,
      .data_req_o  (req),
      .data_addr_o,
      .data_we_o,
      .data_be_o,
      .data_wdata_o,
      .data_gnt_i  (gnt),
      .data_err_i  (err),
      .data_rdata_i(rdata),
      .debug_i,
      .retire_o
  );

  assign at_field   = Field & data_addr_o[31:12] == FIELD_A_ADDR[31:12];
  assign data_req_o = req & ~at_field;

  if (Field) begin : gen_field
    logic unknown, busy, at_q;
    logic [31:0] loaded;
    assign err   = at_field ? unknown | ~&data_be_o : data_err_i;
    assign gnt   = at_field ? ~busy : data_gnt_i;
    assign rdata = at_q ? loaded : data_rdata_i;
    always_ff @(posedge clk_i) at_q <= at_field;

    if (X233) begin : gen_elements
      coreva_elements #(
          .D(D)
      ) u_field (
          .clk_i,
          .rst_ni(device_rst_ni),
          .hold_i(device_hold_i),
          .req_i(req & at_field & ~busy & ~err),
          .addr_i(data_addr_o[11:2]),
          .we_i(data_we_o),
          .wdata_i(data_wdata_o),
          .err_o(unknown),
          .wait_o(busy),
          .rdata_o(loaded)
      );
    end else begin : gen_units
      coreva_field #(
          .MUL(MUL233),
          .SQU(SQU233),
          .D  (D)
      ) u_field (
          .clk_i,
          .rst_ni(device_rst_ni),
          .hold_i(device_hold_i),
          .req_i(req & at_field & ~busy & ~err),
          .addr_i(data_addr_o[11:2]),
          .we_i(data_we_o),
          .wdata_i(data_wdata_o),
          .err_o(unknown),
          .wait_o(busy),
          .rdata_o(loaded)
      );
    end
  end else begin : gen_none
    assign {gnt, err, rdata} = {data_gnt_i, data_err_i, data_rdata_i};
    logic unused;
    assign unused = &{1'b0, device_rst_ni, device_hold_i};
  end

endmodule
