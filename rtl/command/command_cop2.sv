// SPDX-License-Identifier: Apache-2.0
// The accelerator as coprocessor 2 of the core mips (mips_pkg describes the port): commands are the
// words of `c2`, registers those of CFC2 and CTC2.
//
// An instruction waits in d until the accelerator can take it, so the core holds everything behind
// it and fetches nothing. It acts in x, when nothing can stop it any more. What is read is delivered
// in m.
module command_cop2
  import mips_pkg::c2_req_t, mips_pkg::c2_rsp_t;
  import command_pkg::*;
#(
    parameter registers_t REGISTERS = '0
) (
    input logic clk_i,
    input logic rst_ni,

    input  c2_req_t c2_i,
    output c2_rsp_t c2_o,

    output port_req_t port_o,
    input  port_rsp_t port_i
);

  typedef struct packed {
    logic        legal;
    logic        queued;  // takes a place in the queue
    logic        waits;   // until the accelerator is idle
    kind_e       kind;
    logic [24:0] op;
  } decoded_t;

  decoded_t dec, x_q;
  logic x_valid_q, d_ready, coming;
  logic [31:0] m_data_q;

  // CFC2 and CTC2 are 010010 00f10 ttttt nnnnn 00000 000000.
  logic [4:0] number;
  logic move;
  assign number = c2_i.d_insn[15:11];
  assign move   = c2_i.d_insn[31:21] ==? 11'b010010_00?10 & c2_i.d_insn[10:0] == '0 & ~number[4];

  always_comb begin
    dec = '{legal: 1'b1, queued: 1'b0, waits: 1'b0, kind: PORT_READ, op: 25'(number)};
    if (c2_i.d_insn[31:25] == 7'b0100101) begin
      dec = '{
          legal: 1'b1,
          queued: 1'b1,
          waits: 1'b0,
          kind: PORT_COMMAND,
          op: c2_i.d_insn[24:0]
      };
    end else if (c2_i.d_insn[23]) begin
      dec.kind   = PORT_WRITE;
      dec.legal  = move & REGISTERS.writable[number[3:0]];
      dec.queued = REGISTERS.queued[number[3:0]];
    end else begin
      dec.legal = move & REGISTERS.readable[number[3:0]];
      dec.waits = REGISTERS.waits[number[3:0]];
    end
  end

  // The command in x is not in the queue yet.
  assign coming = x_valid_q & x_q.queued;
  always_comb begin
    d_ready = 1'b1;
    if (dec.queued) d_ready = coming ? port_i.room2 : port_i.room;
    else if (dec.kind == PORT_WRITE) d_ready = port_i.idle & ~coming;
    else if (dec.waits) d_ready = port_i.failed | (port_i.idle & ~coming);
  end
  assign c2_o.d_illegal = ~dec.legal;
  assign c2_o.d_wait = dec.legal & ~d_ready;
  assign c2_o.m_data = m_data_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) x_valid_q <= 1'b0;
    else x_valid_q <= c2_i.d_go | (x_valid_q & ~c2_i.x_go & ~c2_i.x_drop);
  end
  always_ff @(posedge clk_i) begin
    if (c2_i.d_go) x_q <= dec;
    if (c2_i.x_go) m_data_q <= port_i.data;
  end

  assign port_o = '{valid: c2_i.x_go, kind: x_q.kind, op: x_q.op, data: c2_i.x_data};

  logic unused;
  assign unused = &{1'b0, c2_i.d_valid, c2_i.m_go, c2_i.m_drop, x_q.legal, x_q.waits};

endmodule
