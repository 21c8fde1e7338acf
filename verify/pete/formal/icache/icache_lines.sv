// SPDX-License-Identifier: Apache-2.0
// Which lines of one set a cache must have, seen from its ports, the one that was used last in front.
//
// A hit uses its line. A miss gives up the line that was used longest ago. A line that has come is the one used last,
// and it is there if none of its words was a bus error. A line that was asked for before an invalidation changes nothing.
module icache_lines #(
    parameter int unsigned WAYS = 2,
    parameter int unsigned TAG_BITS = 27
) (
    input logic clk_i,
    input logic rst_ni,

    input logic req_i,
    input logic drop_i,
    input logic invalidate_i,
    input logic here_i,  // the last request is in the set
    input logic [TAG_BITS-1:0] tag_i,
    input logic came_i,  // a word comes to the cache
    input logic error_i,
    input logic hit_i,  // what the cache says
    input logic miss_i,

    output logic wrong_o,  // it must not say so
    output logic [WAYS-1:0] valid_o,
    output logic [WAYS-1:0][TAG_BITS-1:0] tags_o,
    output logic looks_o,  // a request is looked up
    output logic fills_o,
    output logic [1:0] count_o,  // words of the line that have come
    output logic bad_o,  // one of them a bus error
    output logic stale_o  // invalidated since
);

  logic looks_q, fills_q, bad_q, stale_q, last;
  logic [1:0] count_q;
  logic [WAYS-1:0] valid_q, match;
  logic [WAYS-1:0][TAG_BITS-1:0] tags_q;
  always_comb for (int w = 0; w < WAYS; w++) match[w] = valid_q[w] & tags_q[w] == tag_i;
  assign last = fills_q & came_i & count_q == 2'd3;
  assign wrong_o = looks_q & ~drop_i ? hit_i == miss_i | (here_i & hit_i != (match != '0)) : hit_i | miss_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {looks_q, fills_q, valid_q} <= '0;
    else begin
      looks_q <= req_i;
      fills_q <= miss_i | (fills_q & ~last);
      if (invalidate_i) valid_q <= '0;
      else if (miss_i & here_i) valid_q[WAYS-1] <= 1'b0;
      else if (last & here_i & ~stale_q) valid_q <= WAYS'({valid_q, ~(bad_q | error_i)});
      else if (hit_i & here_i & WAYS == 2 & ~match[0]) valid_q <= WAYS'({valid_q, 1'b1});
    end
  end
  always_ff @(posedge clk_i) begin
    if (miss_i) {count_q, bad_q, stale_q} <= {3'd0, invalidate_i};
    else begin
      if (fills_q & came_i) {count_q, bad_q} <= {count_q + 2'd1, bad_q | error_i};
      if (invalidate_i) stale_q <= 1'b1;
    end
    if (here_i & ((last & ~stale_q) | (hit_i & WAYS == 2 & ~match[0]))) tags_q <= (WAYS * TAG_BITS)'({tags_q, tag_i});
  end

  assign {valid_o, tags_o, looks_o, fills_o, count_o, bad_o, stale_o} =
      {valid_q, tags_q, looks_q, fills_q, count_q, bad_q, stale_q};

endmodule
