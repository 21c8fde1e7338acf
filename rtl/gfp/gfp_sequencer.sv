// SPDX-License-Identifier: Apache-2.0
// Data accesses of an instruction: one address phase per word of a list, in ascending order, each
// overlapping the data phase of the word before, as many cycles as words plus one.
//
// The list has nine places: the registers of LDM, STM, PUSH and POP (place 8: LR or PC), the words
// of an exception frame (place 8: the vector), or simply the low places for one or two words.
// `rank` gives the address: the number of listed words below the one at hand; with down_i set the
// number from it upwards, to be subtracted; with no word left the number of all, for the writeback.
// base_last_i: the place base_i (LDM: the address register itself) comes last, so that the address
// survives until every other word has been read; its address is that of its place in the list.
//
// Bus rules as for OBI: a request stays until granted, at most one access is outstanding, and
// nothing is asked for in the cycle that reports an error. An error ends the list; with skip_i it
// goes on at place 8 instead.
module gfp_sequencer (
    input logic clk_i,
    input logic rst_ni,

    input logic active_i,  // an instruction or sequence with memory accesses
    input logic hold_i,  // no new address phase
    input logic [8:0] list_i,
    input logic down_i,
    input logic base_last_i,
    input logic [2:0] base_i,
    input logic vector_i,  // place 8 is outside the frame that rank counts
    input logic skip_i,

    output logic data_req_o,
    input  logic data_gnt_i,
    input  logic data_rvalid_i,
    input  logic data_err_i,

    output logic       first_o,       // no address phase yet
    output logic [3:0] place_o,       // of the address phase
    output logic [3:0] rank_o,
    output logic       data_o,        // a data phase ends well in this cycle
    output logic [3:0] data_place_o,
    output logic       error_o,       // a data phase ends with a bus error
    output logic       done_o         // the last data phase ends well
);

  // Next place to look at; PlaceAfterBase once a deferred base has been asked for.
  localparam logic [3:0] PlaceAfterBase = 4'd15;
  logic [3:0] x_place_q, x_place_d, x_data_place_q;
  logic x_pending_q;

  // cover: off below[8]: the ninth place is below none
  logic [8:0] open, below;
  logic more, base_turn;
  logic answer;

  assign answer = x_pending_q & data_rvalid_i;

  always_comb begin
    for (int unsigned i = 0; i < 9; i++)
    open[i] = list_i[i] & (x_place_q <= 4'(i)) & ~(base_last_i & base_i == 3'(i) & i < 8);
    base_turn = open == '0 & base_last_i & x_place_q != PlaceAfterBase;
    more = open != '0 | base_turn;

    place_o = {1'b0, base_i};
    for (int i = 8; i >= 0; i--) if (open[i]) place_o = 4'(i);
  end

  // Rank: population count of the list below the place, or from the place upwards.
  always_comb begin
    logic [8:0] counted;
    for (int unsigned i = 0; i < 9; i++) below[i] = 4'(i) < place_o;
    counted = list_i & {~vector_i, 8'hff};
    if (more) counted &= down_i ? ~below : below;
    rank_o = '0;
    for (int unsigned i = 0; i < 9; i++) rank_o += 4'(counted[i]);
  end

  assign data_req_o = active_i & more & ~hold_i & (~x_pending_q | (data_rvalid_i & ~data_err_i));
  assign x_place_d = base_turn ? PlaceAfterBase : place_o + 4'd1;
  assign first_o = x_place_q == '0;
  assign data_o = answer & ~data_err_i;
  assign error_o = answer & data_err_i;
  assign done_o = data_o & ~more;
  assign data_place_o = x_data_place_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      x_place_q   <= '0;
      x_pending_q <= 1'b0;
    end else begin
      if (done_o | error_o) x_place_q <= {error_o & skip_i, 3'd0};
      else if (data_req_o & data_gnt_i) x_place_q <= x_place_d;
      x_pending_q <= (data_req_o & data_gnt_i) | (x_pending_q & ~data_rvalid_i);
    end
  end

  always_ff @(posedge clk_i) if (data_req_o & data_gnt_i) x_data_place_q <= place_o;

endmodule
