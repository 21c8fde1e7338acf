// SPDX-License-Identifier: Apache-2.0
// How long the core may be silent. An event is an instruction, a trap or an exception return at the retirement port,
// lockup, sleep, or a halt. The next event comes within rank_o cycles. rank_o must fall in every cycle without an
// event, except while a port makes the core wait (slow_o).
//
// There are two ranks. prompt_rank_o: both ports grant at once and answer in the next cycle. rank_o: any bus; it also
// counts how often an ungranted instruction request may block a new address.
//
// The numbers come from the architecture. The longest instruction is POP of nine words (ten cycles). Its last word may
// be in error. The entry of HardFault then stores eight words and loads the vector (ten cycles). The vector may be in
// error again, which shows as lockup a cycle later. A POP that returns from an exception takes even longer: the last
// word of the frame may be in error (nine cycles), then the vector of HardFault (two). The vector of SVCall may be in
// error before that of HardFault. Before all this, the instruction's word must arrive.
module gfp_progress
  import gfp_pkg::*;
(
    input logic clk_i,
    input logic prompt_i,  // both ports, in this cycle and the one before
    // The data port, the instruction port: a request is not granted, or an answer fails to come.
    input logic x_slow_i, f_slow_i,
    output logic event_o,
    output logic [7:0] rank_o,  // on a prompt bus
    output logic [7:0] prompt_bound_o,  // no rank after an event is greater
    output logic [7:0] bound_o,
    output logic [7:0] prompt_reset_o,  // none after reset
    output logic [7:0] reset_o,
    output logic wrong_prompt_o,  // a rank has not fallen, or is too great
    output logic wrong_fair_o,
    output logic late_o  // ... too great for the first one after reset
);

  // Cycles of accesses to so many words, to the last answer.
  function automatic logic [7:0] words(logic [7:0] count);
    return count + 8'd1;
  endfunction

  localparam logic [7:0] Multiply = 8'd1;  // its cycles
  localparam logic [7:0] Entry = 8'd9 + 8'd1 + 8'd1;  // with the lockup that may come of it
  localparam logic [7:0] Vector = 8'd1 + 8'd1;  // of HardFault, in place of another exception or of a return
  localparam logic [7:0] Return = 8'd8 + 8'd1 + Vector + 8'd1;
  localparam logic [7:0] Pop = 8'd9 + 8'd1 + Return;
  localparam logic [7:0] Narrow = Multiply > Pop ? Multiply : Pop;  // of 16 bits
  localparam logic [7:0] Wide = 8'd2 + 8'd1 + Entry;  // of 32 bits: gfcfg and gfst, of two words

  // Address phases to come.
  logic [7:0] left;
  always_comb begin
    left = 8'(gfp_harness.dut.u_lsu.base_last &
              gfp_harness.dut.u_lsu.x_beat_q != gfp_harness.dut.u_lsu.BeatAfterBase);
    for (int i = 0; i < 9; i++) left += 8'(gfp_harness.dut.u_lsu.open[i]);
  end

  state_e state;
  decoded_t dec;
  logic stuck, waits, asks_first, early, last_step, goes;
  assign state = gfp_harness.dut.u_control.x_state_q;
  assign dec = gfp_harness.dut.dec;
  assign stuck = gfp_harness.dut.u_fetch.f_stuck_q;
  assign waits = state == X_RUN & ~gfp_harness.dut.f_valid;
  assign asks_first = ~gfp_harness.dut.u_fetch.f_pending_q | gfp_harness.dut.u_fetch.f_kill_q;
  assign early = gfp_harness.dut.u_control.early;
  assign last_step = gfp_harness.dut.u_control.x_step_q == dec.extra;
  assign goes = dec.branch | dec.interwork;

  logic [7:0] rank, spare;
  assign rank_o = rank;
  always_comb begin
    {rank, spare} = '0;
    case (state)
      X_RESET: begin
        rank = words(left) + 8'd2 + Narrow;
        spare = 8'd2 + 8'(stuck);
      end
      X_ENTRY, X_RETURN: begin
        rank = words(left) + 8'd1 + (state == X_RETURN | gfp_harness.dut.u_control.x_svc_q ? Vector : 8'd0);
        spare = 8'(stuck);
      end
      X_RUN:
      if (waits) begin
        rank = 8'd1 + 8'(asks_first) + (gfp_harness.dut.u_fetch.f_count_q == '0 ? Narrow : Wide);
        spare = 8'd2;
      end else if (early) begin
        rank = 8'd1 + Entry + (dec.svc ? Vector : 8'd0);
        spare = 8'd1;
      end else if (dec.mem) begin
        rank = words(left) + (dec.pop_pc ? Return : Entry);
        spare = 8'd1 + 8'(dec.pop_pc & stuck);
      end else begin
        rank = Multiply + 8'(dec.extra) - 8'(gfp_harness.dut.u_control.x_step_q) + (dec.interwork ? Return : 8'd0);
        spare = 8'(dec.interwork) + 8'(goes & (~last_step | stuck));
      end
      default: rank = 8'd1;
    endcase
  end
  assign event_o = gfp_harness.retire_o.valid | gfp_harness.lockup_o | gfp_harness.sleeping_o | gfp_harness.debug_o.halted;

  // What the core waits for, and whether a port makes it wait. A port may do so until it has granted a request and
  // answered it. Then a rank must fall.
  logic data_awaited, slow;
  assign data_awaited = ~waits & state != X_LOCKUP & (state != X_RUN | (~early & dec.mem)) &
      ~(gfp_harness.dut.f_hold & stuck);
  assign slow = data_awaited ? x_slow_i : (waits | stuck) & f_slow_i;

  logic [7:0] rank_q, fair_rank, fair_rank_q;
  logic event_q, prompt_q, slow_q, data_awaited_q;
  assign fair_rank = rank + spare;
  always_ff @(posedge clk_i) begin
    {rank_q, fair_rank_q} <= {rank, fair_rank};
    {event_q, prompt_q, slow_q, data_awaited_q} <= {event_o, prompt_i, slow, data_awaited};
  end

  assign prompt_bound_o = 8'd2 + Narrow;
  assign bound_o = prompt_bound_o + 8'd2;
  assign prompt_reset_o = prompt_bound_o + words(8'd2);
  assign reset_o = bound_o + words(8'd2);
  assign wrong_prompt_o = prompt_q & (event_q ? rank > prompt_bound_o : rank >= rank_q);
  assign wrong_fair_o = event_q ? fair_rank > bound_o
      : fair_rank > fair_rank_q | (fair_rank == fair_rank_q & ~(slow_q & data_awaited == data_awaited_q));
  assign late_o = rank > prompt_reset_o | fair_rank > reset_o;

endmodule
