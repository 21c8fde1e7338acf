// SPDX-License-Identifier: Apache-2.0
// Load-store unit: the data accesses of an instruction, of an exception frame, and of reset.
//
// One address phase per word of a list, in ascending order. Each overlaps the data phase of the
// word before, so that a list takes as many cycles as words plus one.
//
// The list has nine beats: the registers of LDM, STM, PUSH and POP (beat 8: LR or PC), the words
// of an exception frame (beat 8: the vector), or simply the low beats for one or two words.
// lsu_o.offset gives the address in words from the base: the number of listed words below this
// one; downwards, the number from this one up, to be subtracted. With no word left it is the
// number of all, for the writeback of the base.
//
// LDM with its base in the list loads the base last: the address comes from that register until
// every other word has been read. Its address is still that of its place in the list.
//
// Bus rules as for OBI: a request stays until granted, at most one access is outstanding, and
// nothing is asked for in the cycle that reports an error. An error ends the list; with skip_i
// (HardFault in place of what failed) it goes on at beat 8, the vector, instead.
module gfp_lsu
  import gfp_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input logic active_i,  // an instruction or sequence with memory accesses
    input logic hold_i,  // no new address phase
    input logic skip_i,
    input phase_t phase_i,
    input logic chained_i,  // exception entry: the frame is there already
    input decoded_t dec_i,

    input logic [31:0] addr_i,
    input logic [31:0] word_i,  // to be stored: the register at port B,
    input logic [63:0] field_i,  // the field register,
    input logic [31:1] pc_i,  // and what a frame holds besides registers
    input logic [31:0] xpsr_i,
    input logic aligned_i,  // the frame's padding: SP was no multiple of eight

    output lsu_t lsu_o,
    output logic misaligned_o,
    output logic [1:0] byte_o,  // address bits 1:0 of the data phase

    output logic data_req_o,
    output logic data_we_o,
    output logic [3:0] data_be_o,
    output logic [31:0] data_wdata_o,
    input logic data_gnt_i,
    input logic data_rvalid_i,
    input logic data_err_i
);

  // Next beat to look at; BeatAfterBase once a deferred base has been asked for.
  localparam logic [3:0] BeatAfterBase = 4'd15;
  logic [3:0] x_beat_q, x_beat_d, x_data_beat_q;
  logic [1:0] x_byte_q;
  logic x_pending_q;

  // --------------------------------------------------------------------------------------------
  // The list

  logic [8:0] list, open;
  logic [8:0] below;
  logic [3:0] beat, offset;
  logic more, base_last, base_turn, down, answer;

  always_comb begin
    if (phase_i.run) list = dec_i.list;
    else if (phase_i.reset) list = 9'h003;  // initial MSP, PC
    else if (phase_i.entry) list = chained_i ? 9'h100 : 9'h1ff;  // frame, vector
    else list = 9'h0ff;  // frame
  end
  assign down = phase_i.entry | (phase_i.run & dec_i.down);
  assign base_last = phase_i.run & dec_i.base_listed;

  always_comb begin
    for (int unsigned i = 0; i < 9; i++)
    open[i] = list[i] & (x_beat_q <= 4'(i)) & ~(base_last & dec_i.ra[2:0] == 3'(i) & i < 8);
    base_turn = open == '0 & base_last & x_beat_q != BeatAfterBase;
    more = open != '0 | base_turn;

    beat = {1'b0, dec_i.ra[2:0]};
    for (int i = 8; i >= 0; i--) if (open[i]) beat = 4'(i);
  end

  // Population count of the list below the beat, or from the beat upwards. The vector is outside
  // the frame that is counted.
  always_comb begin
    logic [8:0] counted;
    for (int unsigned i = 0; i < 9; i++) below[i] = 4'(i) < beat;
    counted = list & {~phase_i.entry, 8'hff};
    if (more) counted &= down ? ~below : below;
    offset = '0;
    for (int unsigned i = 0; i < 9; i++) offset += 4'(counted[i]);
  end

  // --------------------------------------------------------------------------------------------
  // Address and data phases

  assign data_req_o = active_i & more & ~hold_i & (~x_pending_q | (data_rvalid_i & ~data_err_i));
  assign x_beat_d = base_turn ? BeatAfterBase : beat + 4'd1;
  assign answer = x_pending_q & data_rvalid_i;
  assign byte_o = x_byte_q;

  always_comb begin
    lsu_o.first = x_beat_q == '0;
    lsu_o.beat = beat;
    lsu_o.offset = offset;
    lsu_o.multiple = ~phase_i.run | dec_i.multi | dec_i.gfcfg | dec_i.gfst;
    lsu_o.down = down;
    lsu_o.vector = phase_i.entry & beat == 4'd8;
    lsu_o.data = answer & ~data_err_i;
    lsu_o.data_beat = x_data_beat_q;
    lsu_o.load = lsu_o.data & ~(phase_i.run & (dec_i.store | dec_i.gfcfg)) & ~phase_i.entry;
    lsu_o.error = answer & data_err_i;
    lsu_o.done = lsu_o.data & ~more;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      x_beat_q <= '0;
      x_pending_q <= 1'b0;
    end else begin
      if (lsu_o.done | lsu_o.error) x_beat_q <= {lsu_o.error & skip_i, 3'd0};
      else if (data_req_o & data_gnt_i) x_beat_q <= x_beat_d;
      x_pending_q <= (data_req_o & data_gnt_i) | (x_pending_q & ~data_rvalid_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (data_req_o & data_gnt_i) x_data_beat_q <= beat;
    if (data_req_o) x_byte_q <= addr_i[1:0];
  end

  // --------------------------------------------------------------------------------------------
  // Alignment, byte enables, store data

  // The first word of a list decides for all. base_i, a frame's SP, is a multiple of four.
  assign misaligned_o = dec_i.mem & lsu_o.first & phase_i.run &
      ((dec_i.align_op.size == SIZE_WORD & addr_i[1:0] != '0) |
       (dec_i.align_op.size == SIZE_HALF & addr_i[0]));

  logic single_byte, single_half;
  assign single_byte = ~lsu_o.multiple & dec_i.align_op.size == SIZE_BYTE;
  assign single_half = ~lsu_o.multiple & dec_i.align_op.size == SIZE_HALF;
  assign data_we_o   = phase_i.run ? dec_i.store : phase_i.entry & ~lsu_o.vector;

  always_comb begin
    data_be_o = 4'b1111;
    if (single_byte) data_be_o = 4'b0001 << addr_i[1:0];
    if (single_half) data_be_o = addr_i[1] ? 4'b1100 : 4'b0011;

    // A byte or halfword is copied to every lane where it could belong, which needs no shifter and
    // no address bits of the data phase.
    data_wdata_o = word_i;
    if (single_byte) data_wdata_o[15:8] = word_i[7:0];
    if (single_byte | single_half) data_wdata_o[31:16] = data_wdata_o[15:0];
    if (dec_i.gfst & phase_i.run) data_wdata_o = x_data_beat_q[0] ? field_i[63:32] : field_i[31:0];
    if (phase_i.entry & x_data_beat_q == 4'd6) data_wdata_o = {pc_i, 1'b0};
    if (phase_i.entry & x_data_beat_q == 4'd7)
      data_wdata_o = {xpsr_i[31:10], aligned_i, xpsr_i[8:0]};
  end

  // Only the accesses of an instruction are used here. Bit 9 of xPSR is the frame's padding.
  logic unused;
  assign unused = &{1'b0, dec_i, phase_i, addr_i, xpsr_i[9]};

endmodule
