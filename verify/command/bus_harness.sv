// SPDX-License-Identifier: Apache-2.0
// What rtl/command/command_obi.sv has to do, behind an accelerator with registers of each kind that answers anything. The
// reference keeps the access that was granted and not answered, and whether a command has been lost.
module bus_harness
  import command_pkg::*;
#(
    parameter bit LATE_DATA = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic req_i,
    input logic [5:0] addr_i,
    input logic we_i,
    input logic [3:0] be_i,
    input logic [31:0] wdata_i,
    input port_rsp_t port_i,

    output logic assume_o,
    output logic holds_o,
    output logic wrong_grant_o,  // an access is granted while one waits, or is not while none does
    output logic wrong_answer_o,  // an answer without an access, too early, or not when it may come
    output logic wrong_error_o,  // a bus error for a good access, or none for a wrong one
    output logic wrong_read_o,  // another word is read
    output logic wrong_port_o,  // the accelerator hears nothing, too much, or something else
    output logic wrong_contract_o  // ... when it must not
);

  localparam logic [3:0] Command = 4'd12, Overflow = 4'd11;
  // Word 0 has the error; 1 is any register; a write of 2 takes its place in the queue; a read of 3 waits, and has the
  // error; 4 can only be read; 5 only be written.
  localparam registers_t Registers = '{
      readable: 16'b011111,
      writable: 16'b100111,
      queued: 16'b000100,
      waits: 16'b001000,
      status: 16'b000001
  };

  logic gnt, rvalid, err;
  logic [31:0] rdata;
  port_req_t port;

  command_obi #(
      .REGISTERS(Registers),
      .COMMAND  (Command),
      .OVERFLOW (Overflow),
      .LATE_DATA(LATE_DATA)
  ) dut (
      .clk_i,
      .rst_ni,
      .req_i,
      .gnt_o(gnt),
      .addr_i,
      .we_i,
      .be_i,
      .wdata_i,
      .rvalid_o(rvalid),
      .rdata_o(rdata),
      .err_o(err),
      .port_o(port),
      .port_i
  );

  typedef struct packed {
    logic we;
    logic [5:0] addr;
    logic [3:0] be;
    logic [31:0] data;
  } access_t;

  access_t held_q;
  logic waiting_q, full_q;  // an access has no answer; a command has been lost
  logic good, queued, may, lost, ignored;
  logic [ 3:0] word;
  logic [31:0] data;

  assign word = held_q.addr[5:2];
  assign data = LATE_DATA ? wdata_i : held_q.data;
  always_comb begin
    unique case (word)
      4'd0, 4'd1, 4'd2: good = 1'b1;
      4'd3, 4'd4: good = !held_q.we;
      4'd5, Command: good = held_q.we;
      default: good = 1'b0;
    endcase
    if (held_q.be != 4'b1111 || held_q.addr[1:0] != 2'b00) good = 1'b0;
  end
  assign queued = held_q.we && (word == Command || word == 4'd2);
  always_comb begin
    may = 1'b1;
    if (good && held_q.we && !queued) may = port_i.idle;
    if (good && !held_q.we && word == 4'd3) may = port_i.idle || port_i.failed;
  end
  assign lost = waiting_q && good && queued && !port_i.room && !port_i.failed && !full_q;
  assign ignored = full_q && held_q.we && word != 4'd0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {waiting_q, full_q} <= '0;
    else begin
      if (req_i && gnt) waiting_q <= 1'b1;
      else if (rvalid) waiting_q <= 1'b0;
      if (lost) full_q <= 1'b1;
      else if (waiting_q && may && good && held_q.we && word == 4'd0) full_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (req_i && gnt) held_q <= '{we: we_i, addr: addr_i, be: be_i, data: wdata_i};
  end

  assign assume_o = rst_ni;
  assign wrong_grant_o = gnt != (!waiting_q || may);
  assign wrong_answer_o = rvalid != (waiting_q && may);
  assign wrong_error_o = waiting_q && may && err != (!good || lost);
  always_comb begin
    wrong_read_o = rdata != port_i.data;
    if (full_q && (word == 4'd0 || word == 4'd3)) begin
      wrong_read_o = rdata != {port_i.data[31:4], Overflow};
    end
    if (!waiting_q || !may || !good || held_q.we) wrong_read_o = 1'b0;
  end

  port_req_t wanted;
  always_comb begin
    wanted = '{valid: 1'b1, kind: PORT_READ, op: 25'(word), data: port.data};
    if (held_q.we) wanted = '{valid: 1'b1, kind: PORT_WRITE, op: 25'(word), data: data};
    if (held_q.we && word == Command)
      wanted = '{valid: 1'b1, kind: PORT_COMMAND, op: data[24:0], data: data};
    wrong_port_o = waiting_q && may && good && !lost && !ignored ? port != wanted : port.valid;
  end
  always_comb begin
    wrong_contract_o = 1'b0;
    if (port.valid) begin
      if (port.kind == PORT_COMMAND || (port.kind == PORT_WRITE && port.op[3:0] == 4'd2))
        wrong_contract_o = !port_i.room && !port_i.failed;
      else if (port.kind == PORT_WRITE) wrong_contract_o = !port_i.idle;
      else if (port.op[3:0] == 4'd3) wrong_contract_o = !port_i.idle && !port_i.failed;
    end
  end

  always_comb begin
    holds_o = dut.valid_q == waiting_q && dut.overflow_q == full_q;
    if (waiting_q) begin
      if ({dut.we_q, dut.word_q} != {held_q.we, word}) holds_o = 1'b0;
      if (dut.whole_q != (held_q.be == 4'b1111 && held_q.addr[1:0] == 2'b00)) holds_o = 1'b0;
      if (!LATE_DATA && dut.data_q != held_q.data) holds_o = 1'b0;
    end
  end

endmodule
