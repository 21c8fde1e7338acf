// SPDX-License-Identifier: Apache-2.0
// Instruction cache between a fetch stage and its port: read-only, by physical address, lines of four
// words, 1 or 2 ways. Of two ways the one that was used longer ago is replaced.
//
// A hit answers in the cycle after the request, as memory without wait states does. A miss answers
// six cycles later if the memory has none: four requests for the line, one after the other, then the
// last word, then the answer. The arrays have one port, so a request cannot read them in the cycle
// in which the last word is written. That is the sixth cycle.
//
// A request is looked up in the cycle behind it. drop_i in that cycle says that the word is not
// wanted any more: the request then ends there and leaves nothing behind. So the last word that an
// exception drops fills no line. A line that is being filled is filled to its end.
//
// A bus error goes to the request for its own word only, and leaves no valid line.
//
// invalidate_i empties the cache at the end of the cycle. A line that is being filled then will not
// be valid. Requests that were looked up before, or in this cycle, have their word already.
//
// Rules of both ports: as in OBI, at most one access outstanding. A request is granted at once.
//
// Parameters.
//   BYTES  of all lines: a power of two, at least two lines in each way
//   WAYS   1 or 2
module icache #(
    parameter int unsigned BYTES = 4096,
    parameter int unsigned WAYS  = 1
) (
    input logic clk_i,
    input logic rst_ni,

    input logic req_i,
    input logic [31:0] addr_i,
    input logic drop_i,
    output logic gnt_o,
    output logic rvalid_o,
    output logic [31:0] rdata_o,
    output logic err_o,

    output logic instr_req_o,
    output logic [31:0] instr_addr_o,
    input logic instr_gnt_i,
    input logic instr_rvalid_i,
    input logic [31:0] instr_rdata_i,
    input logic instr_err_i,

    input logic invalidate_i,

    // What happens in this cycle, for counters.
    output logic hit_o,
    output logic miss_o,
    output logic stall_o,  // a request waits for a line
    output logic busy_o    // something is on its way
);

  localparam int unsigned Sets = BYTES / 16 / WAYS;
  localparam int unsigned SetBits = $clog2(Sets);
  localparam int unsigned TagBits = 28 - SetBits;

  if (BYTES != 1 << $clog2(BYTES) || Sets < 2 || WAYS < 1 || WAYS > 2) begin : gen_check
    $fatal(1, "icache: WAYS must be 1 or 2, BYTES a power of two with at least two lines a way");
  end

  // --------------------------------------------------------------------------------------------
  // The cycle behind a request: is the word here?

  logic lookup_q, fill_q, done_q;  // in this cycle: a request is looked up, waits, is answered
  logic [31:2] addr_q;
  logic [WAYS-1:0][Sets-1:0] valid_q;
  logic [Sets-1:0] oldest_q;  // the way that was used longer ago
  logic [SetBits-1:0] set;
  logic [WAYS-1:0][TagBits-1:0] tags;
  logic [WAYS-1:0][31:0] words;
  logic [WAYS-1:0] match;
  logic hit;

  assign set = addr_q[4+:SetBits];
  always_comb
    for (int unsigned w = 0; w < WAYS; w++)
      match[w] = valid_q[w][set] & tags[w] == addr_q[31-:TagBits];
  assign hit = match != '0;

  assign hit_o = lookup_q & ~drop_i & hit;
  assign miss_o = lookup_q & ~drop_i & ~hit;
  assign stall_o = miss_o | fill_q;
  assign busy_o = lookup_q | fill_q | done_q;

  // --------------------------------------------------------------------------------------------
  // The line arrives, from its first word on.

  logic [2:0] asked_q;  // words asked for
  logic [1:0] came_q;  // words that have come
  logic pending_q, wrong_q, stale_q, word_error_q;
  logic [31:0] word_q;  // what the request wants
  logic way_q;  // that the line goes to
  logic came, last;

  assign instr_req_o = fill_q & ~asked_q[2] & (~pending_q | instr_rvalid_i);
  assign instr_addr_o = {addr_q[31:4], asked_q[1:0], 2'b00};
  assign came = fill_q & instr_rvalid_i;
  assign last = came & came_q == 2'd3;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {lookup_q, fill_q, done_q, pending_q} <= '0;
    end else begin
      lookup_q <= req_i;
      fill_q <= miss_o | (fill_q & ~last);
      done_q <= last;
      pending_q <= (instr_req_o & instr_gnt_i) | (pending_q & ~instr_rvalid_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (req_i) addr_q <= addr_i[31:2];
    if (miss_o) begin
      {asked_q, came_q, wrong_q} <= '0;
      stale_q <= invalidate_i;
      way_q <= WAYS == 2 & oldest_q[set];
    end else begin
      if (instr_req_o & instr_gnt_i) asked_q <= asked_q + 3'd1;
      if (came) came_q <= came_q + 2'd1;
      if (came & instr_err_i) wrong_q <= 1'b1;
      if (invalidate_i) stale_q <= 1'b1;
    end
    if (came & came_q == addr_q[3:2]) {word_q, word_error_q} <= {instr_rdata_i, instr_err_i};
  end

  // --------------------------------------------------------------------------------------------
  // Which lines are here

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q  <= '0;
      oldest_q <= '0;
    end else begin
      for (int unsigned w = 0; w < WAYS; w++) begin
        // The words of the old line go one by one.
        if (miss_o & (WAYS == 1 || oldest_q[set] == w[0])) valid_q[w][set] <= 1'b0;
        if (last & way_q == w[0]) valid_q[w][set] <= ~(wrong_q | instr_err_i | stale_q);
      end
      if (WAYS == 2 && hit_o) oldest_q[set] <= match[0];
      if (WAYS == 2 && last && !stale_q) oldest_q[set] <= ~way_q;
      if (invalidate_i) {valid_q, oldest_q} <= '0;
    end
  end

  for (genvar w = 0; w < WAYS; w++) begin : gen_way
    logic here;  // the line goes to this way
    assign here = way_q == (w == 1);

    cache_array #(
        .WORDS(Sets),
        .WIDTH(TagBits)
    ) u_tags (
        .clk_i,
        .read_i (req_i),
        .write_i(last & here),
        .addr_i (last ? set : addr_i[4+:SetBits]),
        .wdata_i(addr_q[31-:TagBits]),
        .rdata_o(tags[w])
    );

    cache_array #(
        .WORDS(4 * Sets),
        .WIDTH(32)
    ) u_words (
        .clk_i,
        .read_i (req_i),
        .write_i(came & here),
        .addr_i (came ? {set, came_q} : addr_i[2+:SetBits+2]),
        .wdata_i(instr_rdata_i),
        .rdata_o(words[w])
    );
  end

  // --------------------------------------------------------------------------------------------
  // Answers

  assign gnt_o = 1'b1;
  assign rvalid_o = (lookup_q & (hit | drop_i)) | done_q;
  assign err_o = done_q & word_error_q;
  always_comb begin
    rdata_o = words[WAYS-1];
    if (match[0]) rdata_o = words[0];
    if (done_q) rdata_o = word_q;
  end

  // Words are at multiples of four.
  logic unused;
  assign unused = &{1'b0, addr_i[1:0]};

endmodule
