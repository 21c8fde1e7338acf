// SPDX-License-Identifier: Apache-2.0
// The accelerator SYSTEM #(PARAMETERS) on its bus, for the C++ harness, which has the memory. With BEHIND_APB command_apb is
// before it: a request is then the setup cycle of an access, and the harness waits for its answer before the next one.
// COMPLETED is the width of completed_o.
module bus_sim (
    input logic clk_i,
    input logic rst_ni,

    input logic req_i,
    output logic gnt_o,
    input logic [5:0] addr_i,
    input logic we_i,
    input logic [3:0] be_i,
    input logic [31:0] wdata_i,
    output logic rvalid_o,
    output logic [31:0] rdata_o,
    output logic err_o,

    output logic mem_req_o,
    output logic [31:0] mem_addr_o,
    output logic mem_we_o,
    output logic [31:0] mem_wdata_o,
    input logic [31:0] mem_rdata_i,

    output logic [2:0] completed_o
);

  logic req, we;
  logic [5:0] addr;
  logic [3:0] be;
  logic [31:0] wdata;
  logic [`COMPLETED-1:0] completed;
  assign completed_o = 3'(completed);

`ifdef BEHIND_APB
  // The signals of a setup cycle stay until the access ends.
  logic enable_q, we_q, ready;
  logic [5:0] addr_q;
  logic [3:0] be_q;
  logic [31:0] rdata;
  logic slverr;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) enable_q <= 1'b0;
    else enable_q <= req_i | (enable_q & ~ready);
  end
  always_ff @(posedge clk_i) if (req_i) {addr_q, we_q, be_q} <= {addr_i, we_i, be_i};

  command_apb u_apb (
      .psel_i(req_i | enable_q),
      .penable_i(enable_q),
      .paddr_i(enable_q ? addr_q : addr_i),
      .pwrite_i(enable_q ? we_q : we_i),
      .pstrb_i((enable_q ? be_q : be_i) & {4{enable_q ? we_q : we_i}}),
      .pwdata_i(wdata_i),
      .pready_o(ready),
      .prdata_o(rdata),
      .pslverr_o(slverr),
      .req_o(req),
      .addr_o(addr),
      .we_o(we),
      .be_o(be),
      .wdata_o(wdata),
      .rvalid_i(rvalid),
      .rdata_i(answer),
      .err_i(err)
  );
  assign {rvalid_o, rdata_o, err_o} = {enable_q & ready, rdata, slverr};
  logic rvalid, err;
  logic [31:0] answer;
`else
  logic rvalid, err;
  logic [31:0] answer;
  assign {req, addr, we, be, wdata} = {req_i, addr_i, we_i, be_i, wdata_i};
  assign {rvalid_o, rdata_o, err_o} = {rvalid, answer, err};
`endif

  `SYSTEM #(`PARAMETERS) u_system (
      .clk_i,
      .rst_ni,
      .req_i(req),
      .gnt_o,
      .addr_i(addr),
      .we_i(we),
      .be_i(be),
      .wdata_i(wdata),
      .rvalid_o(rvalid),
      .rdata_o(answer),
      .err_o(err),
      .mem_req_o,
      .mem_addr_o,
      .mem_we_o,
      .mem_wdata_o,
      .mem_gnt_i(1'b1),
      .mem_rdata_i,
      .mem_err_i(1'b0),
      .completed_o(completed)
  );

endmodule
