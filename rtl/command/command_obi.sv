// SPDX-License-Identifier: Apache-2.0
// The accelerator on a bus, for any core: 16 words in the style of OBI. Word n is register n of the
// accelerator; a write of the word COMMAND is a command, in bits 24:0.
//
// An access is granted at once. It is answered in the next cycle, or later:
//   a write of a register waits until the accelerator is idle
//   a read of a register that waits does so until the accelerator is idle, or has failed
//   a command, or a write that takes its place in the queue, never waits
//
// If there is no room for a command, the access is a bus error and the command is lost. The register
// with the error then shows the code OVERFLOW, until it is written. As with any other error, the
// commands before it end, and those behind it are ignored.
//
// An access of part of a word, or of a register that is not there or not for that, is a bus error
// and does nothing else. With LATE_DATA the data of a write come in the cycles in which it waits for
// rvalid_o, not with the request.
module command_obi
  import command_pkg::*;
#(
    parameter registers_t REGISTERS = '0,  // of the accelerator
    parameter logic [3:0] COMMAND = '0,  // the word for commands
    parameter logic [3:0] OVERFLOW = '0,  // the code of a command that was lost
    parameter bit LATE_DATA = 1'b0
) (
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

    output port_req_t port_o,
    input  port_rsp_t port_i
);

  logic valid_q, we_q, whole_q, overflow_q;
  logic [ 3:0] word_q;
  logic [31:0] data_q;
  logic legal, command, queued, clears, ready, lost;

  assign command = we_q & word_q == COMMAND;
  assign queued  = command | (we_q & REGISTERS.queued[word_q]);
  assign clears  = we_q & REGISTERS.status[word_q];
  always_comb begin
    legal = we_q ? command | REGISTERS.writable[word_q] : REGISTERS.readable[word_q];
    if (!whole_q) legal = 1'b0;
  end

  always_comb begin
    ready = 1'b1;
    if (legal & ~queued) begin
      if (we_q) ready = port_i.idle;
      else if (REGISTERS.waits[word_q]) ready = port_i.idle | port_i.failed;
    end
  end
  // In error a command is ignored, so it needs no room.
  assign lost = valid_q & legal & queued & ~port_i.room & ~port_i.failed & ~overflow_q;

  assign rvalid_o = valid_q & ready;
  assign err_o = ~legal | lost;
  assign gnt_o = ~valid_q | ready;

  always_comb begin
    rdata_o = port_i.data;
    if (overflow_q & (REGISTERS.status[word_q] | REGISTERS.waits[word_q])) rdata_o[3:0] = OVERFLOW;
  end

  always_comb begin
    port_o = '{valid: rvalid_o & legal & ~lost, kind: PORT_READ, op: 25'(word_q), data: data_q};
    if (LATE_DATA) port_o.data = wdata_i;
    if (we_q) begin
      port_o.kind = PORT_WRITE;
      if (overflow_q & ~clears) port_o.valid = 1'b0;
    end
    if (command) begin
      port_o.kind = PORT_COMMAND;
      port_o.op   = port_o.data[24:0];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      overflow_q <= 1'b0;
    end else begin
      if (gnt_o) valid_q <= req_i;
      overflow_q <= lost | (overflow_q & ~(port_o.valid & clears));
    end
  end
  always_ff @(posedge clk_i) begin
    if (gnt_o & req_i) begin
      {we_q, word_q, whole_q} <= {we_i, addr_i[5:2], be_i == '1 & addr_i[1:0] == '0};
      data_q <= LATE_DATA ? '0 : wdata_i;
    end
  end

  logic unused;
  assign unused = port_i.room2;

endmodule
