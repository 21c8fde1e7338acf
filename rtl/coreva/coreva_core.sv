// SPDX-License-Identifier: Apache-2.0
// The core coreva: bundles of one to four operations in six stages (see coreva_pkg).
//
// What can hold a bundle: in d, a branch with a guard that the bundle in r may write; in r, an
// operand that is not there yet; in x, an access that the memory does not grant. What is behind it
// moves up to it, and then stays, too. What is in m and w goes on.
//
// Code memory: see coreva_fetch. Data memory: see coreva_lsu. The result of an access is in time
// for the end of m. A fault is known in x at the latest; the bundle writes nothing, and the core
// stops behind it.
//
// Reset: rst_ni is low for at least one cycle of clk_i. Then the core fetches from address 0.
//
// ISE, CLMUL, LSLADD: operations that are legal. FORWARD = 0: without the network of forwarding.
module coreva_core
  import coreva_isa_pkg::*;
  import coreva_pkg::*;
#(
    parameter bit ISE = 1'b0,
    parameter bit CLMUL = 1'b0,
    parameter bit LSLADD = 1'b0,
    parameter bit FORWARD = 1'b1
) (
    input logic clk_i,
    input logic rst_ni,

    output logic code_req_o,
    output logic [3:0][27:0] code_row_o,
    input logic [3:0][31:0] code_data_i,
    input logic [3:0] code_err_i,

    output logic data_req_o,
    output logic [31:0] data_addr_o,
    output logic data_we_o,
    output logic [3:0] data_be_o,
    output logic [31:0] data_wdata_o,
    input logic data_gnt_i,
    input logic data_err_i,  // there is no such access; instead of a grant
    input logic [31:0] data_rdata_i,  // in the cycle behind a grant

    input  debug_t  debug_i,
    output retire_t retire_o
);

  logic d_stall, r_stall, x_hold, x_fault;

  // --------------------------------------------------------------------------------------------
  // Fetch

  logic f_start, f_delayed, f_valid, f_last, f_err;
  logic [31:0] f_pc;
  logic [Slots-1:0][31:0] f_words;
  logic [2:0] f_count;
  logic d_taken, r_taken;
  logic [31:0] d_target;
  logic [Slots-1:0][31:0] r_a;

  coreva_fetch u_fetch (
      .clk_i,
      .rst_ni,
      .stop_i(x_fault),
      .go_i(~d_stall),
      .r_taken_i(r_taken),
      .r_target_i(r_a[0]),
      .d_taken_i(d_taken),
      .d_target_i(d_target),
      .debug_i,
      .code_req_o,
      .code_row_o,
      .code_data_i,
      .code_err_i,
      .f_start_o(f_start),
      .f_delayed_o(f_delayed),
      .f_valid_o(f_valid),
      .f_pc_o(f_pc),
      .f_words_o(f_words),
      .f_count_o(f_count),
      .f_last_o(f_last),
      .f_err_o(f_err)
  );

  // --------------------------------------------------------------------------------------------
  // Decode

  logic d_valid_q, d_last_q, d_err_q, d_delay_q;
  logic [31:0] d_pc_q;
  logic [Slots-1:0][31:0] d_words_q;
  logic [2:0] d_count_q;

  logic [2:0] d_cause;
  op_t [Slots-1:0] d_op;
  logic d_branch, d_direct, d_call;
  logic [3:0] d_guard;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) d_valid_q <= 1'b0;
    else if (x_fault) d_valid_q <= 1'b0;
    else if (~d_stall) d_valid_q <= f_valid & ~r_taken;  // not what is behind the delay bundle
  end

  always_ff @(posedge clk_i) begin
    if (~d_stall) begin
      d_pc_q <= f_pc;
      d_words_q <= f_words;
      {d_count_q, d_last_q, d_err_q} <= {f_count, f_last, f_err};
      d_delay_q <= (d_valid_q & d_branch) | f_delayed;
    end
  end

  coreva_bundle #(
      .ISE(ISE),
      .CLMUL(CLMUL),
      .LSLADD(LSLADD)
  ) u_bundle (
      .words_i(d_words_q),
      .count_i(d_count_q),
      .last_i(d_last_q),
      .err_i(d_err_q),
      .pc_i(d_pc_q),
      .delay_i(d_delay_q),
      .cause_o(d_cause),
      .op_o(d_op),
      .branch_o(d_branch),
      .direct_o(d_direct),
      .call_o(d_call),
      .guard_o(d_guard),
      .target_o(d_target)
  );

  // A compare in r has no result that a branch in d could use; one in x has.
  logic r_valid_q, d_wait, d_on;
  op_t [Slots-1:0] r_op_q;
  logic [14:1] flags;
  logic [15:0] flags_d;

  // Of a compare both flags of the pair count, whether it writes one or two.
  always_comb begin
    d_wait = 1'b0;
    for (int unsigned k = 0; k < Slots; k++) begin
      if (r_op_q[k].compare & (r_op_q[k].flag == d_guard | partner(r_op_q[k].flag) == d_guard))
        d_wait = 1'b1;
      if (r_op_q[k].move_flags & r_op_q[k].file == d_guard[3]) d_wait = 1'b1;
    end
    d_wait &= r_valid_q & d_valid_q & d_branch & d_guard != '0;
  end

  assign d_on = flags_d[d_guard];
  assign d_stall = d_valid_q & (r_stall | d_wait);
  assign d_taken = d_valid_q & d_direct & d_on & ~d_wait;

  // --------------------------------------------------------------------------------------------
  // Read

  logic r_wait, r_on;
  logic [31:0] r_pc_q, r_behind_q;
  logic [Slots-1:0][31:0] r_words_q;
  logic [2:0] r_count_q, r_cause_q;
  branch_t r_branch_q, r_branch;
  logic [Slots-1:0][31:0] r_b;
  logic [1:0][31:0] r_c;
  result_t [Slots-1:0] x_result, m_result, w_result;
  // Also of results that a guard keeps back.
  logic [Slots-1:0][4:0] x_rd, m_rd_q, w_rd_q;
  logic [Slots-1:0] x_late;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) r_valid_q <= 1'b0;
    else if (x_fault) r_valid_q <= 1'b0;
    else if (~r_stall) r_valid_q <= d_valid_q & ~d_wait;
  end

  always_ff @(posedge clk_i) begin
    if (~r_stall) begin
      r_pc_q <= d_pc_q;
      r_behind_q <= d_pc_q + {27'd0, d_count_q, 2'b00};
      {r_words_q, r_count_q, r_cause_q} <= {d_words_q, d_count_q, d_cause};
      r_op_q <= d_op;
      r_branch_q <= '{
          any: d_branch,
          taken: d_taken,
          call: d_call,
          through: d_branch & ~d_direct,
          target: d_target
      };
    end
  end

  coreva_read #(
      .FORWARD(FORWARD)
  ) u_read (
      .clk_i,
      .r_op_i(r_op_q),
      .x_i(x_result),
      .m_i(m_result),
      .w_i(w_result),
      .r_a_o(r_a),
      .r_b_o(r_b),
      .r_c_o(r_c)
  );

  coreva_interlock #(
      .FORWARD(FORWARD)
  ) u_interlock (
      .r_op_i  (r_op_q),
      .x_rd_i  (x_rd),
      .x_late_i(x_late),
      .m_rd_i  (m_rd_q),
      .w_rd_i  (w_rd_q),
      .wait_o  (r_wait)
  );

  // A branch to a register leaves d as late as any other, so no bundle in r writes its guard. One in x
  // may still do so: while memory lets it wait, the branch moves up to it.
  assign r_stall = r_valid_q & (x_hold | r_wait);
  assign r_on = flags_d[r_op_q[0].guard];
  assign r_taken = r_valid_q & r_op_q[0].through & r_on & ~r_stall;
  always_comb begin
    r_branch = r_branch_q;
    r_branch.taken |= r_taken;
    if (r_branch.through) r_branch.target = r_a[0];
  end

  // --------------------------------------------------------------------------------------------
  // Execute

  logic x_valid_q, x_commit;
  logic [31:0] x_pc_q;
  logic [Slots-1:0][31:0] x_words_q;
  logic [2:0] x_count_q, x_cause_q, x_cause;
  branch_t x_branch_q;
  op_t [Slots-1:0] x_op_q;
  logic [Slots-1:0][31:0] x_a_q, x_b_q, x_value;
  logic [1:0][31:0] x_c_q, m_product, dq;
  logic [Slots-1:0][1:0] x_on;
  logic [63:0] cycle_q, x_first_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) x_valid_q <= 1'b0;
    else if (x_fault) x_valid_q <= 1'b0;
    else if (~x_hold) x_valid_q <= r_valid_q & ~r_stall;
  end

  always_ff @(posedge clk_i) begin
    if (~r_stall & r_valid_q) begin
      x_pc_q <= r_pc_q;
      {x_words_q, x_count_q} <= {r_words_q, r_count_q};
      x_cause_q <= r_taken & r_a[0][1:0] != '0 ? CAUSE_MISALIGNED : r_cause_q;
      x_op_q <= r_op_q;
      x_branch_q <= r_branch;
      x_first_q <= cycle_q + 64'd1;
      {x_a_q, x_b_q, x_c_q} <= {r_a, r_b, r_c};
    end
  end

  always_ff @(posedge clk_i) begin
    if (f_start) cycle_q <= debug_i.start ? debug_i.cycle : '0;
    else cycle_q <= cycle_q + 64'd1;
  end

  coreva_execute #(
      .ISE(ISE),
      .CLMUL(CLMUL),
      .LSLADD(LSLADD)
  ) u_execute (
      .clk_i,
      .x_valid_i(x_valid_q),
      .x_commit_i(x_commit),
      .x_op_i(x_op_q),
      .x_a_i(x_a_q),
      .x_b_i(x_b_q),
      .x_c_i(x_c_q),
      .cycle_i(cycle_q),
      .x_link_i(r_behind_q),  // a call in x has its delay bundle in r
      .x_on_o(x_on),
      .x_value_o(x_value),
      .flags_o(flags),
      .flags_d_o(flags_d),
      .dq_o(dq),
      .m_product_o(m_product)
  );

  logic x_access, x_misaligned, x_store;
  size_t x_size;
  logic [31:0] m_loaded;
  coreva_lsu u_lsu (
      .clk_i,
      .x_op_i(x_op_q[1:0]),
      .x_on_i({x_on[1][0], x_on[0][0]}),
      .x_a_i(x_a_q[1:0]),
      .x_b_i(x_b_q[1:0]),
      .x_access_o(x_access),
      .x_misaligned_o(x_misaligned),
      .x_store_o(x_store),
      .x_size_o(x_size),
      .x_addr_o(data_addr_o),
      .x_be_o(data_be_o),
      .x_wdata_o(data_wdata_o),
      .m_rdata_i(data_rdata_i),
      .m_value_o(m_loaded)
  );

  assign data_req_o = x_valid_q & x_access & ~x_misaligned & x_cause_q == CAUSE_NONE;
  assign data_we_o = x_store;
  assign x_hold = data_req_o & ~data_gnt_i & ~data_err_i;
  always_comb begin
    x_cause = x_cause_q;
    if (x_cause_q == CAUSE_NONE & x_access)
      x_cause = x_misaligned ? CAUSE_MISALIGNED : data_err_i ? CAUSE_DATA_BUS_ERROR : CAUSE_NONE;
  end
  assign x_fault  = x_valid_q & x_cause != CAUSE_NONE;
  assign x_commit = x_valid_q & x_cause == CAUSE_NONE & ~x_hold;

  // A bundle that is held or has a fault lets nothing behind it pass, so that its results need not
  // be kept back from the forwarding network.
  always_comb begin
    for (int unsigned k = 0; k < Slots; k++) begin
      x_rd[k] = x_valid_q ? x_op_q[k].rd : '0;
      x_late[k] = x_op_q[k].load | x_op_q[k].product;
      x_result[k].rd = x_op_q[k].rd;
      x_result[k].en = x_on[k] & {2{x_rd[k] != '0}};
      x_result[k].value = x_value[k];
    end
  end

  // --------------------------------------------------------------------------------------------
  // Memory and write. Nothing stays here.

  logic m_valid_q;
  logic [Slots-1:0][1:0] m_en_q, w_en_q;
  logic [Slots-1:0][31:0] m_value_q, w_value_q;
  logic [Slots-1:0] m_load_q, m_product_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      m_valid_q <= 1'b0;
      {m_en_q, w_en_q, m_rd_q, w_rd_q} <= '0;
    end else begin
      m_valid_q <= x_commit | x_fault;
      for (int unsigned k = 0; k < Slots; k++) begin
        m_en_q[k] <= x_result[k].en & {2{x_commit}};
        m_rd_q[k] <= x_rd[k] & {5{x_commit}};
      end
      w_en_q <= m_en_q;
      w_rd_q <= m_rd_q;
    end
  end

  always_ff @(posedge clk_i) begin
    m_value_q <= x_value;
    for (int unsigned k = 0; k < Slots; k++) begin
      {m_load_q[k], m_product_q[k]} <= {x_op_q[k].load, x_op_q[k].product};
      w_value_q[k] <= m_result[k].value;
    end
  end

  always_comb begin
    for (int unsigned k = 0; k < Slots; k++) begin
      m_result[k] = '{rd: m_rd_q[k], en: m_en_q[k], value: m_value_q[k]};
      if (m_load_q[k]) m_result[k].value = m_loaded;
      if (m_product_q[k]) m_result[k].value = m_product[k%2];
      w_result[k] = '{rd: w_rd_q[k], en: w_en_q[k], value: w_value_q[k]};
    end
  end

  // --------------------------------------------------------------------------------------------
  // Retirement port

  coreva_retire u_retire (
      .clk_i,
      .x_pc_i(x_pc_q),
      .x_words_i(x_words_q),
      .x_count_i(x_count_q),
      .x_cause_i(x_cause),
      .x_addr_i(x_cause_q == CAUSE_MISALIGNED ? x_a_q[0] : data_addr_o),
      .x_branch_i(x_branch_q),
      .x_trap_i(x_op_q[0].trap & x_on[0][0]),
      .x_trap_number_i(x_op_q[0].imm[7:0]),
      .x_store_i(x_access & x_store),
      .x_store_addr_i(data_addr_o),
      .x_store_size_i(x_size),
      .x_store_data_i(data_wdata_o),
      .cycle_i(cycle_q),
      .x_first_i(x_first_q),
      .m_valid_i(m_valid_q),
      .m_result_i(m_result),
      .flags_i(flags),
      .dq_i(dq),
      .next_pc_i(x_valid_q ? x_pc_q : r_valid_q ? r_pc_q : d_valid_q ? d_pc_q : f_pc),
      .retire_o
  );

endmodule
