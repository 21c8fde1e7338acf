// SPDX-License-Identifier: Apache-2.0
// How long a bundle waits for those before it, by the manual's rules for a core with forwarding: between two bundles
// there is one cycle without a bundle, or none. The verdict (wrong_o) sees what ends, and counts. The rules of the
// invariant say that every cycle in which x is empty has a reason.
module coreva_waits
  import coreva_pkg::*;
  import coreva_spec_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    // The bundle that ends.
    input logic ends_i,
    input logic legal_i,
    input branch_t branch_i,
    input logic [Slots-1:0] there_i,
    input logic [Slots-1:0][31:0] words_i,
    input spec_t [Slots-1:0] spec_i,

    input logic held_i,  // in the last cycle memory let the bundle in x wait

    // The stages x, r and d: whether a bundle is there, whether it has a branch, and with which guard.
    input logic [2:0] valid_i,
    input op_t [Slots-1:0] x_op_i,
    input op_t [Slots-1:0] r_op_i,
    input branch_t x_branch_i,
    input logic [2:0] any_i,
    input logic [2:0][3:0] guard_i,

    output logic wrong_o,
    output logic [6:0] rule_o
);

  // What a bundle leaves behind for the next one.
  typedef struct packed {
    logic [31:0] late;  // registers that a load or a product writes: in time for the next bundle but one
    logic [15:0] flags;  // flags that it may write: a branch with such a guard reads them a cycle later
    logic held;  // memory has let it wait
    logic jump;  // it takes a branch to a register, and was not held: its delay bundle may follow at once,
    logic through;  // and this is that delay bundle, and did, and was not held either: the target is a cycle later
  } after_t;

  // Whether a bundle waits a cycle: it reads some registers, and its branch has a guard.
  function automatic logic waits(after_t prior, logic [31:0] reads, logic branch, logic [3:0] guard);
    waits = (prior.late & reads & ~32'd1) != '0 | prior.through |
        (branch & guard != '0 & prior.flags[guard] & ~prior.held);
  endfunction

  // Of the bundle that ends; what was kept of the one before it; cycles between the two in which no bundle was executed.
  after_t m_after, after_q, after;
  logic [31:0] m_reads;
  logic [3:0] m_guard;
  logic m_branch, begun_q, begun, held_before_q;
  logic [1:0] gap_q, gap;
  always_comb begin
    m_after = '0;
    {m_reads, m_branch, m_guard} = '0;
    for (int k = 0; k < Slots; k++)
      if (there_i[k] & legal_i) begin
        if (spec_i[k].reads_a) m_reads[words_i[k][16:12]] = 1'b1;
        if (spec_i[k].reads_b) m_reads[words_i[k][11:7]] = 1'b1;
        if (spec_i[k].reads_d) m_reads[words_i[k][21:17]] = 1'b1;
        if (spec_i[k].branch) {m_branch, m_guard} = {1'b1, words_i[k][30:27]};
        if (spec_i[k].load | spec_i[k].multiplies) m_after.late[spec_i[k].rd] = 1'b1;
        for (int i = 1; i < 15; i++) begin
          if ((spec_i[k].sets | spec_i[k].pair) & (spec_i[k].number == 4'(i) | partner(spec_i[k].number) == 4'(i)))
            m_after.flags[i] = 1'b1;
          if (spec_i[k].moves & spec_i[k].file == (i > 7)) m_after.flags[i] = 1'b1;
        end
      end
    m_after.held = held_before_q;
    m_after.jump = branch_i.through & branch_i.taken & ~held_before_q;
    m_after.through = after_q.jump & gap_q == '0 & ~held_before_q;
    after = ends_i ? m_after : after_q;
    begun = begun_q | ends_i;
    gap = ends_i ? '0 : gap_q == '1 | held_i ? gap_q : gap_q + 2'd1;
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) {after_q, begun_q, gap_q, held_before_q} <= '0;
    else {after_q, begun_q, gap_q, held_before_q} <= {after, begun, gap, held_i};

  assign wrong_o = ends_i & begun_q & gap_q != {1'b0, waits(after_q, m_reads, m_branch, m_guard)};

  // What the bundle in x is going to leave behind, and what those in x and r read.
  after_t x_after;
  logic [31:0] x_reads, r_reads;
  logic x_valid, r_valid, d_valid, x_any, r_any, d_any;
  logic [3:0] x_guard, r_guard, d_guard;
  assign {x_valid, r_valid, d_valid} = valid_i;
  assign {x_any, r_any, d_any} = any_i;
  assign {x_guard, r_guard, d_guard} = guard_i;
  always_comb begin
    x_after = '0;
    {x_reads, r_reads} = '0;
    for (int k = 0; k < Slots; k++) begin
      if (x_op_i[k].load | x_op_i[k].product) x_after.late[x_op_i[k].rd] = 1'b1;
      for (int i = 1; i < 15; i++) begin
        if (x_op_i[k].compare & (x_op_i[k].flag == 4'(i) | partner(x_op_i[k].flag) == 4'(i))) x_after.flags[i] = 1'b1;
        if (x_op_i[k].move_flags & x_op_i[k].file == (i > 7)) x_after.flags[i] = 1'b1;
      end
      {x_reads[x_op_i[k].ra], x_reads[x_op_i[k].rb]} = '1;
      if (x_op_i[k].third) x_reads[x_op_i[k].rd] = 1'b1;
      {r_reads[r_op_i[k].ra], r_reads[r_op_i[k].rb]} = '1;
      if (r_op_i[k].third) r_reads[r_op_i[k].rd] = 1'b1;
    end
    x_after.held = held_i;
    x_after.jump = x_branch_i.through & x_branch_i.taken & ~held_i;
    x_after.through = after.jump & gap == '0 & ~held_i;
  end

  always_comb begin
    rule_o[0] = ~(x_valid & begun) | gap == {1'b0, waits(after, x_reads, x_any, x_guard)};
    rule_o[1] = ~(~x_valid & begun) | (r_valid & gap == '0 & waits(after, r_reads, r_any, r_guard));
    rule_o[2] = ~(x_valid & ~r_valid) |
        (~held_i & d_valid & (x_after.through | (d_any & d_guard != '0 & x_after.flags[d_guard])));
    rule_o[3] = ~(x_valid & r_valid & ~held_i) |
        ~(x_after.through | (r_any & r_guard != '0 & x_after.flags[r_guard]));
    rule_o[4] = ~(r_valid & ~d_valid) | (x_valid & x_after.jump);
    rule_o[5] = ~(x_valid & x_after.jump & r_valid) | ~d_valid;
    rule_o[6] = begun_q | after_q == '0;
  end

endmodule
