// SPDX-License-Identifier: Apache-2.0
// What rtl/cache/icache.sv has to do, seen from its ports, and an invariant of its state.
//
// The memory is modelled here, by one word at place_i, which is the same in all cycles. Its content,
// or that it answers with a bus error, changes whenever change_i says so. The other words are
// anything at any time. A request is judged if the cache was emptied between the last change and the
// request. So nothing is judged in the cycle of a change.
//
// The invariant looks into the cache. It is asked for one cycle from any state in which it holds.
module icache_harness #(
    parameter int unsigned BYTES = 64,
    parameter int unsigned WAYS  = 2
) (
    input logic clk_i,
    input logic rst_ni,

    input logic [31:2] place_i,  // held
    input logic change_i,
    input logic [32:0] content_i,  // of the memory behind a change: error, word

    input logic req_i,
    input logic [31:0] addr_i,
    input logic drop_i,
    input logic invalidate_i,
    input logic instr_gnt_i,
    input logic instr_rvalid_i,
    input logic [31:0] instr_rdata_i,
    input logic instr_err_i,

    output logic assume_o,
    output logic holds_o,
    output logic wrong_word_o,  // an answer that is not memory's
    output logic wrong_hit_o,  // a hit in a line with a word that memory does not give
    output logic wrong_answer_o,  // an answer that nobody asked for, or a request that is not granted
    output logic wrong_port_o,  // the port asks while a word is on its way, or changes its request
    output logic wrong_late_o,  // a request that memory does not hold up comes no nearer to its answer
    output logic wrong_line_o  // a hit or a miss where the lines used last say otherwise
);

  localparam int unsigned SetBits = $clog2(BYTES / 16 / WAYS);

  logic gnt, rvalid, err, instr_req, hit, miss, stall, busy;
  logic [31:0] rdata, instr_addr;

  icache #(
      .BYTES(BYTES),
      .WAYS (WAYS)
  ) dut (
      .clk_i,
      .rst_ni,
      .req_i,
      .addr_i,
      .drop_i,
      .gnt_o(gnt),
      .rvalid_o(rvalid),
      .rdata_o(rdata),
      .err_o(err),
      .instr_req_o(instr_req),
      .instr_addr_o(instr_addr),
      .instr_gnt_i,
      .instr_rvalid_i,
      .instr_rdata_i,
      .instr_err_i,
      .invalidate_i,
      .hit_o(hit),
      .miss_o(miss),
      .stall_o(stall),
      .busy_o(busy)
  );

  // --------------------------------------------------------------------------------------------
  // What has been asked, by the fetch stage and by the cache.

  logic error_q, clean_q, clean;  // clean: emptied behind the last change
  logic [31:0] word_q;
  logic waits_q, dropped_q, sure_q, out_q, stuck_q;  // sure: this request is judged
  logic [31:2] wanted_q, fetched_q;

  assign clean = ~change_i & (clean_q | invalidate_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {waits_q, dropped_q, sure_q, out_q, stuck_q} <= '0;
      clean_q <= 1'b1;
    end else begin
      clean_q <= clean;
      waits_q <= req_i | (waits_q & ~rvalid);
      dropped_q <= ~req_i & waits_q & ~rvalid & (dropped_q | drop_i);
      sure_q <= req_i ? clean : sure_q & ~change_i;
      out_q <= (instr_req & instr_gnt_i) | (out_q & ~instr_rvalid_i);
      stuck_q <= instr_req & ~instr_gnt_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (change_i) {error_q, word_q} <= content_i;
    if (req_i) wanted_q <= addr_i[31:2];
    if (instr_req) fetched_q <= instr_addr[31:2];
  end

  // The fetch stage asks for one word at a time. Memory answers what it was asked.
  assign assume_o = rst_ni & (~req_i | ~waits_q | rvalid) & (~instr_rvalid_i | out_q) &
      (~instr_rvalid_i | fetched_q != place_i | {instr_err_i, instr_rdata_i & {32{~instr_err_i}}} ==
          {error_q, word_q & {32{~error_q}}});

  logic judged;
  assign judged = waits_q & sure_q & ~dropped_q & ~drop_i & ~change_i;
  assign wrong_word_o = rvalid & judged & wanted_q == place_i &
      (err != error_q | (~err & rdata != word_q));
  assign wrong_hit_o = hit & judged & error_q & wanted_q[31:4] == place_i[31:4];
  assign wrong_answer_o = (rvalid & ~waits_q) | (req_i & ~gnt) |
      (rvalid & err & (hit | miss)) | (hit & miss) | (waits_q & ~rvalid & ~stall) | (waits_q & ~busy);
  assign wrong_port_o = (instr_req & out_q & ~instr_rvalid_i) |
      (stuck_q & (~instr_req | instr_addr[31:2] != fetched_q)) | (instr_req & instr_addr[1:0] != '0);

  // On a bus that grants at once and answers in the next cycle, an answer comes in the 7th cycle behind its request. On
  // any other one, what is left of them does not grow.
  logic [2:0] left, left_q;
  logic late_q, prompt_q;
  assign left = dut.done_q ? 3'd1 : dut.fill_q ? 3'd5 - 3'(dut.came_q) + {2'd0, ~out_q} : 3'd7;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) late_q <= 1'b0;
    else late_q <= waits_q & ~rvalid;
  always_ff @(posedge clk_i) begin
    left_q   <= left;
    prompt_q <= (~instr_req | instr_gnt_i) & out_q == instr_rvalid_i;
  end
  assign wrong_late_o = late_q & (prompt_q ? left >= left_q : left > left_q);

  // The lines of the place's set.
  logic here, looks, fills, bad, stale;
  logic [1:0] count;
  logic [WAYS-1:0] valid;
  logic [WAYS-1:0][27-SetBits:0] tags;
  assign here = wanted_q[4+:SetBits] == place_i[4+:SetBits];
  icache_lines #(
      .WAYS(WAYS),
      .TAG_BITS(28 - SetBits)
  ) u_lines (
      .clk_i,
      .rst_ni,
      .req_i,
      .drop_i,
      .invalidate_i,
      .here_i(here),
      .tag_i(wanted_q[31-:28-SetBits]),
      .came_i(instr_rvalid_i),
      .error_i(instr_err_i),
      .hit_i(hit),
      .miss_i(miss),
      .wrong_o(wrong_line_o),
      .valid_o(valid),
      .tags_o(tags),
      .looks_o(looks),
      .fills_o(fills),
      .count_o(count),
      .bad_o(bad),
      .stale_o(stale)
  );

  // --------------------------------------------------------------------------------------------
  // The invariant

  logic [SetBits-1:0] home, set;  // of the place, and of the request
  logic [27-SetBits:0] tag;
  logic same_line, same_word;
  logic [WAYS-1:0] rule_line, rule_read, rule_fill;
  assign home = place_i[4+:SetBits];
  assign tag = place_i[31-:28-SetBits];
  assign set = wanted_q[4+:SetBits];
  assign same_line = wanted_q[31:4] == place_i[31:4];
  assign same_word = wanted_q == place_i;

  for (genvar w = 0; w < WAYS; w++) begin : gen_way
    logic [32-1:0] stored;  // where the place's word would be
    assign stored = dut.gen_way[w].u_words.mem_q[{home, place_i[3:2]}];

    // A valid line is memory's.
    assign rule_line[w] = ~clean_q | ~dut.valid_q[w][home] |
        dut.gen_way[w].u_tags.mem_q[home] != tag | (~error_q & stored == word_q);
    // What was read for the request is what the arrays have.
    assign rule_read[w] = ~dut.lookup_q |
        (dut.tags[w] == dut.gen_way[w].u_tags.mem_q[set] &
         dut.words[w] == dut.gen_way[w].u_words.mem_q[{set, wanted_q[3:2]}]);
    // A line on its way is not valid, and as far as it has come it is memory's.
    assign rule_fill[w] = ~dut.fill_q | dut.way_q != (w == 1) | (~dut.valid_q[w][set] &
        (~clean_q | dut.stale_q | ~same_line | dut.came_q <= place_i[3:2] |
         (error_q ? dut.wrong_q : stored == word_q)));
  end

  logic rule_one, rule_asked, rule_count, rule_word, rule_sure;
  assign rule_one = $countones({dut.lookup_q, dut.fill_q, dut.done_q}) == 32'(waits_q) &
      (WAYS == 2 | ~dut.way_q | ~dut.fill_q);
  assign rule_asked = ~waits_q | dut.addr_q == wanted_q;
  assign rule_count = dut.pending_q == out_q & (dut.fill_q | (~out_q & ~stuck_q)) &
      (~dut.fill_q | ({1'b0, dut.came_q} + 3'(out_q) == dut.asked_q & dut.asked_q <= 3'd4)) &
      (~out_q | fetched_q == {wanted_q[31:4], dut.came_q}) &
      (~stuck_q | (fetched_q == {wanted_q[31:4], dut.asked_q[1:0]} & ~dut.asked_q[2] & ~out_q));
  assign rule_word = ~(sure_q & same_word & (dut.done_q | (dut.fill_q & dut.came_q > wanted_q[3:2]))) |
      (dut.word_error_q == error_q & (error_q | dut.word_q == word_q));
  assign rule_sure = ~sure_q | clean_q;

  // The lines of the place's set, the one used last in front, are those of the cache. Two of them are different.
  logic [1:0] rule_valid;
  logic rule_lines, rule_filled, last_used;
  logic [1:0][27-SetBits:0] stored_tags;
  assign last_used = WAYS == 2 & ~dut.oldest_q[home];
  for (genvar w = 0; w < 2; w++) begin : gen_used
    assign stored_tags[w] = dut.gen_way[w%WAYS].u_tags.mem_q[home];
    assign rule_valid[w] = w >= WAYS | (valid[w%WAYS] == dut.valid_q[(WAYS-1)&32'(last_used^(w==1))][home] &
        (~valid[w%WAYS] | tags[w%WAYS] == stored_tags[last_used^(w==1)]));
  end
  assign rule_lines = WAYS == 1 | ~&valid | tags[0] != tags[WAYS-1];
  assign rule_filled = {looks, fills} == {dut.lookup_q, dut.fill_q} & (~fills |
      ({count, bad, stale} == {dut.came_q, dut.wrong_q, dut.stale_q} & (~stale | valid == '0) &
       (~here | stale | (~valid[WAYS-1] & dut.way_q == (WAYS == 2 & ~last_used) &
           (WAYS == 1 | ~valid[0] | tags[0] != wanted_q[31-:28-SetBits])))));

  assign holds_o = &rule_valid & rule_lines & rule_filled & &rule_line & &rule_read & &rule_fill & rule_one & rule_asked & rule_count &
      rule_word & rule_sure & ~wrong_late_o;

  // Only some of the tag's bits are an operand of each rule.
  logic unused;
  assign unused = &{1'b0, content_i};

endmodule
