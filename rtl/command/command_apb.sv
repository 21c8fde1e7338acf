// SPDX-License-Identifier: Apache-2.0
// From an APB to a bus in the style of OBI whose device takes the data of a write late (LATE_DATA) and
// has always granted when it has answered. The setup cycle is the request; the access cycles are those
// in which it waits for the answer. No state, no cycle more.
module command_apb (
    input logic psel_i,
    input logic penable_i,
    input logic [5:0] paddr_i,
    input logic pwrite_i,
    input logic [3:0] pstrb_i,
    input logic [31:0] pwdata_i,
    output logic pready_o,
    output logic [31:0] prdata_o,
    output logic pslverr_o,

    output logic req_o,
    output logic [5:0] addr_o,
    output logic we_o,
    output logic [3:0] be_o,
    output logic [31:0] wdata_o,
    input logic rvalid_i,
    input logic [31:0] rdata_i,
    input logic err_i
);

  assign req_o = psel_i & ~penable_i;
  assign {addr_o, we_o, wdata_o} = {paddr_i, pwrite_i, pwdata_i};
  assign be_o = pstrb_i | {4{~pwrite_i}};  // strobes are of writes only
  assign {pready_o, prdata_o, pslverr_o} = {rvalid_i, rdata_i, err_i};

endmodule
