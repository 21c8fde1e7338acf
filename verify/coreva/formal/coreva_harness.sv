// SPDX-License-Identifier: Apache-2.0
// The core, an arbitrary memory of data, and a reference that executes each bundle when the core says that it has ended.
// Every wrong_* output must be 0 while assume_o is 1, in the cycle behind any state with holds_o = 1, or in that state.
// Reset must lead to such a state, and no cycle away from them.
//
// Cut out are the arithmetic of the slots, the units of products, and the register file: see cut/. The verdict compares
// only ports and their history: the retirement port, the data port, what was asked of what is cut out. An operation must
// have been asked with its operands' values before the bundle, for an arbitrary register. The reference knows no pipeline.
// Signals inside the core occur only in the invariant: without one, a proof from any state would start from states that
// do not occur. A wrong invariant cannot hide an error: it would not hold after reset, or a cycle would break it.
//
// When a bundle ends, the verdict compares what the retirement port says with what the reference computes. The
// reference then goes on from the port's values. They are its own, or a wrong_* output has been 1. So what keeps the
// invariant does not depend on what operations mean.
module coreva_harness
  import coreva_isa_pkg::*;
  import coreva_pkg::*;
  import coreva_spec_pkg::*;
#(
    parameter bit ISE = 1'b1,
    parameter bit CLMUL = 1'b1,
    parameter bit LSLADD = 1'b1,
    parameter bit FORWARD = 1'b1,
    parameter int unsigned HIT_LAST = 0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic [3:0][31:0] code_data_i,
    input logic [3:0] code_err_i,
    input logic data_gnt_i,
    input logic data_err_i,
    input logic [31:0] data_rdata_i,

    input logic [4:0] control_i,  // an error to be found, in cores that have them; 0: none

    input logic [4:0] entry_i,  // an arbitrary register, but 0

    input logic [29:0] place_i,  // an arbitrary word of code: whatever retires from there must be it
    input logic [31:0] word_i,
    input logic error_i,

    output logic assume_o,  // the memory of data keeps to its rules
    output logic honest_o,  // the memory of code gives that word
    output logic born_alike_o,  // what reset leaves alone is the same in both
    output logic holds_o,  // the invariant
    output logic [63:0] rule_o,  // its parts
    output logic [63:0] broken_o,  // those that do not hold
    output logic words_hold_o,  // the invariant about that word
    output logic words_wrong_o,

    output logic ends_o,  // something ends at the retirement port
    output logic done_o,  // without a fault
    output logic leaves_o,  // the bundle in x ends in the next cycle
    output logic [Slots-1:0] there_o,
    output logic [31:0] pc_o,
    output logic [3:0][31:0] words_o,

    output logic [Slots-1:0] wrong_slot_o,  // of one operation
    output logic wrong_retire_o,
    output logic wrong_cause_o,
    output logic wrong_rest_o,
    output logic wrong_next_o,
    output logic wrong_time_o,
    output logic wrong_access_o,
    output logic wrong_port_o,
    output logic wrong_link_o,
    output logic wrong_wait_o,
    output logic wrong_word_o,

    output logic [3:0] rank_o,
    output logic wrong_prompt_o
);

  // --------------------------------------------------------------------------------------------
  // The core

  logic code_req_o, data_req_o, data_we_o;
  logic [3:0][27:0] code_row_o;
  logic [31:0] data_addr_o, data_wdata_o;
  logic [3:0] data_be_o;
  debug_t debug_i;
  retire_t retire_o;
  assign debug_i = '0;

  coreva_core #(
      .ISE(ISE),
      .CLMUL(CLMUL),
      .LSLADD(LSLADD),
      .FORWARD(FORWARD)
  ) dut (.*);

  // What is cut out was asked in the last cycle, and what it answered.
  logic [Slots-1:0][31:0] a_q, b_q, state_q, state, value_q;
  logic [1:0][31:0] c_q;
  op_t [Slots-1:0] op_q;
  logic [Slots-1:0][1:0] holds_q, holds;
  for (genvar k = 0; k < Slots; k++) begin : gen_asked
    assign state[k] = dut.u_execute.gen_slot[k].u_alu.state_i;
    assign holds[k] = dut.u_execute.gen_slot[k].u_alu.holds_o;
    always_ff @(posedge clk_i) begin
      {a_q[k], b_q[k], op_q[k]} <= {dut.u_execute.gen_slot[k].u_alu.a_i, dut.u_execute.gen_slot[k].u_alu.b_i,
          dut.u_execute.gen_slot[k].u_alu.op_i};
      value_q[k] <= dut.u_execute.gen_slot[k].u_alu.value_o;
    end
  end
  logic held_q;
  always_ff @(posedge clk_i) {holds_q, state_q, held_q} <= {holds, state, dut.x_hold};

  // The memory of data grants a request, or refuses it, or lets it wait. A compare that waits with its bundle stays as
  // it is.
  assign assume_o = ~(data_gnt_i & data_err_i) & (~held_q | holds == holds_q) & entry_i != '0;

  logic waits_q, granted_q, refused_q, we_q;
  logic [31:0] addr_q, wdata_q;
  logic [3:0] be_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) {waits_q, granted_q, refused_q} <= '0;
    else begin
      waits_q <= data_req_o & ~data_gnt_i & ~data_err_i;
      granted_q <= data_req_o & data_gnt_i;
      refused_q <= data_req_o & data_err_i;
    end
  always_ff @(posedge clk_i) {addr_q, we_q, be_q, wdata_q} <= {data_addr_o, data_we_o, data_be_o, data_wdata_o};
  assign wrong_port_o = waits_q &
      (~data_req_o | {data_addr_o, data_we_o, data_be_o, data_wdata_o} != {addr_q, we_q, be_q, wdata_q});

  // --------------------------------------------------------------------------------------------
  // The reference: its state between two bundles

  // Where a bundle is, and whether it is a delay bundle, of a branch that is taken.
  typedef struct packed {
    logic [31:0] pc;
    logic delay, jump;
    logic [31:0] target;
  } place_t;

  // Behind a bundle.
  function automatic place_t follow(place_t at, logic [2:0] count, branch_t branch);
    follow.pc = at.jump ? at.target : at.pc + {27'd0, count, 2'b00};
    follow.delay = branch.any;
    follow.jump = branch.taken;
    follow.target = branch.target;
  endfunction

  place_t at_q, at_d;
  logic stopped_q, linked_q;
  logic [31:0] link_q;
  logic [31:0] entry_q;  // the arbitrary register
  result_t [Slots-1:0] w_q;  // the last results, not in the file yet
  logic [14:1] flags_q;
  logic [1:0][31:0] dq_q;
  logic [63:0] clock_q;  // cycles behind the first one after reset

  // The arbitrary register before the bundle, and behind it.
  logic [31:0] entry, entry_d;
  always_comb begin
    {entry, entry_d} = {entry_q, entry_q};
    for (int k = 0; k < Slots; k++)
      for (int half = 0; half < 2; half++)
        if (w_q[k].en[half] & w_q[k].rd == entry_i) entry[16*half+:16] = w_q[k].value[16*half+:16];
    entry_d = entry;
    for (int k = 0; k < Slots; k++)
      for (int half = 0; half < 2; half++)
        if (retire_o.results[k].en[half] & retire_o.results[k].rd == entry_i)
          entry_d[16*half+:16] = retire_o.results[k].value[16*half+:16];
  end

  // An operand that was read as `found` is not the value of its register.
  function automatic logic unlike(logic [4:0] number, logic [31:0] found, logic [31:0] right);
    return number == '0 ? found != '0 : number == entry_i & found != right;
  endfunction

  // The bundle that ends.
  logic [Slots-1:0][31:0] words;
  logic [Slots-1:0] there;
  spec_t [Slots-1:0] spec;
  logic [15:0] flags;
  logic [1:0][31:0] product;
  logic [63:0] clock;
  assign words = retire_o.words;
  assign flags = {1'b0, flags_q, 1'b1};
  assign clock = clock_q - 64'd1;  // in the bundle's last cycle in x
  assign product = {dut.u_execute.gen_unit[1].u_product.m_value_o, dut.u_execute.gen_unit[0].u_product.m_value_o};
  for (genvar k = 0; k < Slots; k++) begin : gen_spec
    logic [HIT_LAST:0] hit;
    assign there[k] = 3'(k) < retire_o.count;
    coreva_spec #(
        .ISE(ISE),
        .CLMUL(CLMUL),
        .LSLADD(LSLADD)
    ) u_spec (
        .word(words[k]),
        .here(at_q.pc + 32'(4 * k)),
        .a(a_q[k]),
        .b(b_q[k]),
        .d(b_q[k]),
        .dq(dq_q[k%2]),
        .product(product[k%2]),
        .p(flags),
        .clock,
        .hit,
        .spec(spec[k])
    );
  end

  logic clash, unfetched, illegal, broken, jump_odd, odd, access, stores, fault;
  logic [31:0] at, data;
  logic [2:0] code, size;
  logic [Slots-1:0][1:0] on;
  logic [31:0] addr;
  coreva_clash u_clash (.spec, .there, .clash);
  always_comb begin
    unfetched = retire_o.cause == CAUSE_FETCH_BUS_ERROR;  // the port says it; wrong_word_o judges
    illegal = 1'b0;
    broken = clash | (retire_o.count == 3'd4 & ~words[3][31]);
    {access, stores, at, data, size, odd} = '0;
    for (int k = 0; k < Slots; k++) begin
      on[k] = {2{flags[words[k][30:27]]}};
      if (spec[k].halves & words[k][30:27] != '0) on[k][1] = flags[words[k][30:27]+4'd7];
      illegal |= there[k] & ~spec[k].known;
      broken |= there[k] & spec[k].branch & at_q.delay;
      if (k < 2 & there[k] & (spec[k].load | spec[k].store) & on[k][0])
        {access, stores, at, data, size, odd} =
            {1'b1, spec[k].store, spec[k].at, spec[k].data, spec[k].size, misaligned(spec[k])};
    end
    jump_odd = there[0] & spec[0].through & on[0][0] & spec[0].target[1:0] != '0;
    {code, addr} = {CAUSE_NONE, 32'd0};
    if (unfetched) code = CAUSE_FETCH_BUS_ERROR;
    else if (illegal) code = CAUSE_ILLEGAL_INSTRUCTION;
    else if (broken) code = CAUSE_ILLEGAL_BUNDLE;
    else if (jump_odd) {code, addr} = {CAUSE_MISALIGNED, spec[0].target};
    else if (odd) {code, addr} = {CAUSE_MISALIGNED, at};
    else if (access & refused_q) {code, addr} = {CAUSE_DATA_BUS_ERROR, at};
    fault = code != CAUSE_NONE;
    if (fault & code != CAUSE_DATA_BUS_ERROR) access = 1'b0;
  end

  // The state behind it.
  assign at_d = follow(at_q, retire_o.count, retire_o.branch);
  logic linked;
  logic [31:0] link;
  always_comb begin
    {linked, link} = '0;
    for (int k = 0; k < Slots; k++)
      if (there[k] & spec[k].links & on[k][0] & ~fault) {linked, link} = {1'b1, state_q[k]};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      at_q <= '0;
      {stopped_q, linked_q} <= '0;
      w_q <= '0;
    end else begin
      w_q <= retire_o.results;
      if (retire_o.valid) begin
        stopped_q <= stopped_q | retire_o.cause != CAUSE_NONE;
        at_q <= at_d;
        linked_q <= linked;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    entry_q <= entry;
    if (retire_o.valid) {flags_q, dq_q, link_q} <= {retire_o.flags, retire_o.dq, link};
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) clock_q <= '1;
    else clock_q <= clock_q + 64'd1;

  // --------------------------------------------------------------------------------------------
  // The verdict

  // Flags that each slot writes.
  logic [Slots-1:0][15:0] sets, to;
  logic [15:0] left;
  always_comb begin
    {sets, to} = '0;
    for (int k = 0; k < Slots; k++) begin
      for (int i = 1; i < 15; i++) begin
        if (spec[k].sets & spec[k].number == 4'(i)) {sets[k][i], to[k][i]} = {on[k][0], holds_q[k][0]};
        if (spec[k].sets & spec[k].both & partner(spec[k].number) == 4'(i))
          {sets[k][i], to[k][i]} = {on[k][0], ~holds_q[k][0]};
        if (spec[k].pair & spec[k].number == 4'(i)) {sets[k][i], to[k][i]} = {on[k][0], holds_q[k][0]};
        if (spec[k].pair & spec[k].number + 4'd7 == 4'(i)) {sets[k][i], to[k][i]} = {on[k][1], holds_q[k][1]};
        if (spec[k].moves & spec[k].file == (i > 7)) {sets[k][i], to[k][i]} = {on[k][0], spec[k].bits[(i-1)%7]};
      end
      if (~there[k] | fault) sets[k] = '0;
    end
  end

  // What the units of products were asked.
  typedef struct packed {
    product_t op;
    logic [31:0] a, b, c;
  } asked_t;
  asked_t [1:0] asked;
  assign asked[0] = {dut.u_execute.gen_unit[0].u_product.m_op_q, dut.u_execute.gen_unit[0].u_product.m_a_q,
      dut.u_execute.gen_unit[0].u_product.m_b_q, dut.u_execute.gen_unit[0].u_product.m_c_q};
  assign asked[1] = {dut.u_execute.gen_unit[1].u_product.m_op_q, dut.u_execute.gen_unit[1].u_product.m_a_q,
      dut.u_execute.gen_unit[1].u_product.m_b_q, dut.u_execute.gen_unit[1].u_product.m_c_q};

  // The operations of the words, as decoded.
  op_t [Slots-1:0] decoded;
  needs_t [Slots-1:0] needs;
  for (genvar k = 0; k < Slots; k++) begin : gen_decode
    coreva_decode #(
        .ISE(ISE),
        .CLMUL(CLMUL),
        .LSLADD(LSLADD)
    ) u_decode (
        .word_i (words[k]),
        .op_o   (decoded[k]),
        .needs_o(needs[k])
    );
  end

  // What each operation does.
  logic [Slots-1:0] wrong_write, wrong_flags, wrong_divide, wrong_ask, wrong_memory, wrong_branch, wrong_break, wrong_operand, active;
  logic [1:0] divides;
  logic [Slots-1:0][31:0] y;
  logic [Slots-1:0][1:0] en;
  logic branches, breaks;
  always_comb begin
    left = '0;
    {divides, branches, breaks} = '0;
    for (int k = Slots - 1; k >= 0; k--) begin
      active[k] = retire_o.valid & ~fault & there[k];
      y[k] = spec[k].load ? loaded(spec[k], data_rdata_i) : spec[k].multiplies ? product[k%2] : value_q[k];
      wrong_operand[k] = op_q[k] != decoded[k] | unlike(decoded[k].ra, a_q[k], entry) |
          (decoded[k].constant ? b_q[k] != 32'($signed(decoded[k].imm)) : unlike(decoded[k].rb, b_q[k], entry)) |
          (decoded[k].alu == ALU_STATE & ~spec[k].links & ~spec[k].branch & state_q[k] != spec[k].state) |
          (decoded[k].alu == ALU_DIVIDE & state_q[k] != spec[k].state);
      en[k] = on[k] & {2{spec[k].write & spec[k].rd != '0}};
      wrong_write[k] = retire_o.results[k].en != en[k] | (en[k] != '0 & retire_o.results[k].rd != spec[k].rd);
      for (int half = 0; half < 2; half++)
        wrong_write[k] |= en[k][half] &
            retire_o.results[k].value[16*half+:16] != y[k][16*half+:16];
      // Of two writes to a flag that of the higher slot counts.
      wrong_flags[k] = ((retire_o.flags ^ to[k][14:1]) & sets[k][14:1] & ~left[14:1]) != '0;
      left |= sets[k];
      wrong_divide[k] = spec[k].divides & retire_o.dq[k%2] != (on[k][0] ? spec[k].rest : dq_q[k%2]);
      divides[k%2] |= active[k] & spec[k].divides;
      wrong_ask[k] = spec[k].multiplies & en[k] != '0 &
          (asked[k%2].op != spec[k].kind | asked[k%2].a != a_q[k] | asked[k%2].b != b_q[k] |
           unlike(words[k][16:12], a_q[k], entry) | unlike(words[k][11:7], b_q[k], entry) |
           (spec[k].reads_d & unlike(words[k][21:17], asked[k%2].c, entry)));
      wrong_memory[k] = (spec[k].store & on[k][0] & (~retire_o.store | retire_o.store_addr != at |
          {1'b0, retire_o.store_size} != (size == 3'd4 ? {1'b0, SIZE_WORD} : size == 3'd2 ? {1'b0, SIZE_HALF} : {1'b0, SIZE_BYTE}) |
          retire_o.store_data[7:0] != data[7:0] | (size != 3'd1 & retire_o.store_data[15:8] != data[15:8]) |
          (size == 3'd4 & retire_o.store_data[31:16] != data[31:16])));
      wrong_branch[k] = spec[k].branch & (~retire_o.branch.any | retire_o.branch.taken != on[k][0] |
          retire_o.branch.call != spec[k].links | retire_o.branch.through != spec[k].through |
          (on[k][0] & retire_o.branch.target != spec[k].target));
      branches |= active[k] & spec[k].branch;
      wrong_break[k] = spec[k].breaks & (retire_o.trap != on[k][0] | retire_o.trap_number != spec[k].breakpoint);
      breaks |= active[k] & spec[k].breaks & on[k][0];
      wrong_slot_o[k] = active[k] & (wrong_write[k] | wrong_flags[k] | wrong_divide[k] | wrong_ask[k] |
          wrong_memory[k] | wrong_branch[k] | wrong_break[k] | wrong_operand[k]);
    end
  end

  // What the bundle is, and what nobody in it does. A bundle with a fault does nothing.
  assign wrong_cause_o = retire_o.valid & (retire_o.cause != code | retire_o.addr != addr);
  always_comb begin
    wrong_retire_o = retire_o.valid & (stopped_q | retire_o.pc != at_q.pc | retire_o.count == '0 | retire_o.count > 3'd4);
    for (int k = 0; k < Slots; k++) begin
      // Its last word, and no other one, has a stop bit, unless there are four, or the word is not there.
      if (3'(k + 1) < retire_o.count) wrong_retire_o |= retire_o.valid & words[k][31];
      if (3'(k + 1) == retire_o.count & k != 3) wrong_retire_o |= retire_o.valid & ~words[k][31] & ~unfetched;
    end
    wrong_rest_o = retire_o.valid & ((retire_o.flags ^ flags_q) & ~left[14:1]) != '0;
    for (int u = 0; u < 2; u++) wrong_rest_o |= retire_o.valid & ~divides[u] & retire_o.dq[u] != dq_q[u];
    for (int k = 0; k < Slots; k++) wrong_rest_o |= retire_o.results[k].en != '0 & ~active[k];
    wrong_rest_o |= retire_o.valid & ~fault & (retire_o.branch.any != branches | (retire_o.branch.taken & ~branches) |
        retire_o.store != (access & stores) | retire_o.trap != breaks);
    wrong_access_o = (granted_q & ~(retire_o.valid & ~fault & access)) | (refused_q & ~(retire_o.valid & access)) |
        (retire_o.valid & access & ~(granted_q | refused_q)) |
        (retire_o.valid & access & (addr_q != at | we_q != stores));
    for (int i = 0; i < 4; i++)
      wrong_access_o |= retire_o.valid & access & (be_q[i] != byte_used(at, size, 2'(i)) |
          (be_q[i] & stores & wdata_q[8*i+:8] != byte_stored(data, size, 2'(i))));
  end

  // The next bundle's address, the time of this one, and what the call before it took for r1.
  assign wrong_next_o = retire_o.valid & retire_o.next_pc != (retire_o.cause != CAUSE_NONE ? retire_o.pc : at_d.pc);
  assign wrong_time_o = retire_o.valid & retire_o.cycle != clock;
  assign wrong_link_o = retire_o.valid & linked_q & link_q != at_q.pc + {27'd0, retire_o.count, 2'b00};

  assign ends_o = retire_o.valid;
  assign done_o = retire_o.valid & ~fault;
  assign there_o = there;
  assign pc_o = at_q.pc;
  assign words_o = words;

  // --------------------------------------------------------------------------------------------
  // The invariant: what the stages hold, in terms of the reference

  logic stop, m_valid;
  place_t x_at, r_at, d_at, f_at;
  assign m_valid = dut.m_valid_q;
  assign stop = stopped_q | (m_valid & retire_o.cause != CAUSE_NONE);
  assign x_at = m_valid ? at_d : at_q;
  assign r_at = dut.x_valid_q ? follow(x_at, dut.x_count_q, dut.x_branch_q) : x_at;
  assign d_at = dut.r_valid_q ? follow(r_at, dut.r_count_q, dut.r_branch_q) : r_at;
  assign f_at = dut.d_valid_q ? follow(d_at, dut.d_count_q, '0) : d_at;

  // Delay bundles, as d saw them.
  logic r_delay_q, x_delay_q;
  always_ff @(posedge clk_i) begin
    if (~dut.r_stall) r_delay_q <= dut.d_delay_q;
    if (~dut.r_stall & dut.r_valid_q) x_delay_q <= r_delay_q;
  end

  // The words in r and in x as d decodes them.
  op_t [Slots-1:0] r_op, x_op;
  logic [2:0] r_cause, x_cause;
  branch_t r_branch, x_branch;
  logic r_any, r_direct, r_call, x_any, x_direct, x_call;
  logic [3:0] r_guard, x_guard;
  logic [31:0] r_target, x_target;
  logic [15:0] x_flags, r_flags;
  coreva_bundle #(.ISE(ISE), .CLMUL(CLMUL), .LSLADD(LSLADD)) u_r_bundle (
      .words_i(dut.r_words_q), .count_i(dut.r_count_q), .last_i(dut.r_count_q != 3'd4 | dut.r_words_q[3][31]),
      .err_i(dut.r_cause_q == CAUSE_FETCH_BUS_ERROR), .pc_i(dut.r_pc_q), .delay_i(r_delay_q),
      .cause_o(r_cause), .op_o(r_op), .branch_o(r_any), .direct_o(r_direct),
      .call_o(r_call), .guard_o(r_guard), .target_o(r_target)
  );
  coreva_bundle #(.ISE(ISE), .CLMUL(CLMUL), .LSLADD(LSLADD)) u_x_bundle (
      .words_i(dut.x_words_q), .count_i(dut.x_count_q), .last_i(dut.x_count_q != 3'd4 | dut.x_words_q[3][31]),
      .err_i(dut.x_cause_q == CAUSE_FETCH_BUS_ERROR), .pc_i(dut.x_pc_q), .delay_i(x_delay_q),
      .cause_o(x_cause), .op_o(x_op), .branch_o(x_any), .direct_o(x_direct),
      .call_o(x_call), .guard_o(x_guard), .target_o(x_target)
  );
  assign x_flags = {1'b0, dut.u_execute.u_flags.flags_q, 1'b1};
  assign r_flags = dut.u_execute.flags_d_o;
  assign r_branch = '{any: r_any, taken: r_direct & r_flags[r_guard], call: r_call, through: r_any & ~r_direct, target: r_target};
  assign x_branch = '{any: x_any, taken: x_any & x_flags[x_guard], call: x_call, through: x_any & ~x_direct,
      target: x_any & ~x_direct ? dut.x_a_q[0] : x_target};

  // The bundle in m has it only at the end of the cycle.
  function automatic logic late(logic [4:0] number);
    late = 1'b0;
    for (int k = 0; k < Slots; k++)
      late |= number != '0 & dut.m_rd_q[k] == number & (dut.m_load_q[k] | dut.m_product_q[k]);
  endfunction

  logic x_misdirected;
  assign x_misdirected = x_cause == CAUSE_NONE & x_branch.taken & x_branch.through & dut.x_a_q[0][1:0] != '0;

  logic m_linked;
  logic [31:0] m_link;
  assign {m_linked, m_link} = m_valid ? {linked, link} : {linked_q, link_q};

  // How long bundles wait. Without forwarding the rules are others, and are not judged here.
  logic wrong_wait;
  logic [6:0] timed;
  coreva_waits u_waits (
      .clk_i, .rst_ni, .ends_i(retire_o.valid), .legal_i(~unfetched & ~illegal & ~broken), .branch_i(retire_o.branch),
      .there_i(there), .words_i(words), .spec_i(spec), .held_i(waits_q), .x_op_i(dut.x_op_q), .r_op_i(dut.r_op_q),
      .valid_i({dut.x_valid_q, dut.r_valid_q, dut.d_valid_q}), .x_branch_i(dut.x_branch_q),
      .any_i({x_any, r_any, dut.d_branch}), .guard_i({x_guard, r_guard, dut.d_guard}),
      .wrong_o(wrong_wait), .rule_o(timed)
  );
  assign wrong_wait_o = FORWARD & wrong_wait;

  logic [63:0] rule;
  always_comb begin
    rule = '1;
    if (FORWARD) rule[45:39] = timed | {7{stop}};
    // what is there
    rule[0] = ~stop | ({dut.x_valid_q, dut.r_valid_q, dut.d_valid_q, dut.u_fetch.valid_q, dut.u_fetch.start_q} == '0);
    rule[1] = ~dut.u_fetch.start_q | ({dut.m_valid_q, dut.x_valid_q, dut.r_valid_q, dut.d_valid_q, dut.u_fetch.valid_q} == '0 &
        at_q == '0 & ~linked_q & clock_q == '1);
    rule[2] = stop | (dut.u_fetch.start_q ^ dut.u_fetch.valid_q);
    rule[3] = ~dut.u_fetch.jump_q & ~dut.u_fetch.delayed_q;
    rule[4] = ~(m_valid & stopped_q);
    for (int k = 0; k < Slots; k++) begin
      rule[5] &= (m_valid & retire_o.cause == CAUSE_NONE) | {dut.m_en_q[k], dut.m_rd_q[k]} == '0;
      rule[5] &= dut.m_en_q[k] == '0 | dut.m_rd_q[k] != '0;
      rule[6] &= dut.w_en_q[k] == w_q[k].en & (w_q[k].en == '0 | {dut.w_rd_q[k], dut.w_value_q[k]} == {w_q[k].rd, w_q[k].value});
      rule[6] &= w_q[k].en == '0 | w_q[k].rd != '0;
    end
    // state
    rule[7] = dut.u_read.u_regfile.entry_q == entry_q;
    rule[8] = m_valid | (dut.u_execute.u_flags.flags_q == flags_q & dut.u_execute.dq_o == dq_q);
    rule[9] = dut.u_fetch.start_q | dut.cycle_q == clock_q;
    // addresses
    rule[10] = stopped_q | (at_q.pc[1:0] == '0 & (~at_q.jump | (at_q.delay & at_q.target[1:0] == '0)));
    rule[10] &= ~m_valid | stop | ~retire_o.branch.taken | (retire_o.branch.any & retire_o.branch.target[1:0] == '0);
    rule[11] = ~dut.x_valid_q | dut.x_pc_q == x_at.pc;
    rule[12] = ~dut.r_valid_q | dut.r_pc_q == {r_at.pc[31:2], 2'b00};
    rule[13] = ~dut.d_valid_q | dut.d_pc_q == {d_at.pc[31:2], 2'b00};
    rule[14] = ~dut.u_fetch.valid_q | dut.u_fetch.pc_q == f_at.pc[31:2];
    rule[15] = ~dut.x_valid_q | x_delay_q == x_at.delay;
    rule[16] = ~dut.r_valid_q | r_delay_q == r_at.delay;
    rule[17] = ~dut.d_valid_q | dut.d_delay_q == d_at.delay;
    rule[18] = ~dut.d_valid_q | dut.d_last_q == (dut.d_count_q != 3'd4 | dut.d_words_q[3][31]);
    rule[19] = ~dut.d_valid_q | parted(dut.d_words_q, dut.d_count_q, dut.d_err_q);
    rule[20] = ~dut.r_valid_q | parted(dut.r_words_q, dut.r_count_q, dut.r_cause_q == CAUSE_FETCH_BUS_ERROR);
    rule[21] = ~dut.x_valid_q | parted(dut.x_words_q, dut.x_count_q, dut.x_cause_q == CAUSE_FETCH_BUS_ERROR);
    // a branch has its delay bundle behind it
    rule[22] = ~(dut.x_valid_q & dut.x_branch_q.any & dut.x_cause_q == CAUSE_NONE) | dut.r_valid_q;
    rule[23] = ~(dut.r_valid_q & dut.r_branch_q.any) | dut.d_valid_q;
    rule[38] = ~x_at.delay | stop | dut.x_valid_q | dut.r_valid_q;
    rule[24] = ~dut.r_valid_q | dut.r_behind_q == dut.r_pc_q + {27'd0, dut.r_count_q, 2'b00};
    rule[25] = ~m_linked | stop | (dut.x_valid_q ? m_link == dut.x_pc_q + {27'd0, dut.x_count_q, 2'b00} :
        dut.r_valid_q & m_link == dut.r_behind_q);
    // the bundle in r
    rule[26] = ~dut.r_valid_q | dut.r_op_q == r_op;
    rule[27] = ~dut.r_valid_q | dut.r_cause_q == r_cause;
    rule[28] = ~dut.r_valid_q | ({dut.r_branch_q.any, dut.r_branch_q.call, dut.r_branch_q.through} ==
        {r_branch.any, r_branch.call, r_branch.through} & (~r_any | dut.r_branch_q.target == r_branch.target));
    rule[29] = ~dut.r_valid_q | dut.r_branch_q.taken == r_branch.taken;
    // the bundle in x
    rule[30] = ~dut.x_valid_q | dut.x_op_q == x_op;
    rule[31] = ~dut.x_valid_q | dut.x_cause_q == (x_misdirected ? CAUSE_MISALIGNED : x_cause);
    rule[32] = ~dut.x_valid_q | ({dut.x_branch_q.any, dut.x_branch_q.call, dut.x_branch_q.through} ==
        {x_branch.any, x_branch.call, x_branch.through} & (~x_any | dut.x_branch_q.target == x_branch.target));
    rule[33] = ~dut.x_valid_q | dut.x_branch_q.taken == x_branch.taken;
    // its operands
    for (int k = 0; k < Slots; k++) begin
      rule[34] &= ~dut.x_valid_q | ~unlike(dut.x_op_q[k].ra, dut.x_a_q[k], entry_d);
      rule[35] &= ~dut.x_valid_q | (dut.x_op_q[k].constant ? dut.x_b_q[k] == 32'($signed(dut.x_op_q[k].imm)) :
          ~unlike(dut.x_op_q[k].rb, dut.x_b_q[k], entry_d));
      rule[37] &= ~dut.x_valid_q | ~(late(dut.x_op_q[k].ra) | (late(dut.x_op_q[k].rb) & ~dut.x_op_q[k].constant));
      rule[37] &= ~dut.x_valid_q | ~(dut.x_op_q[k].third & late(dut.x_op_q[k].rd));
    end
    for (int u = 0; u < 2; u++) begin
      if (dut.x_op_q[u].third & ~dut.x_op_q[u+2].third)
        rule[36] &= ~dut.x_valid_q | ~unlike(dut.x_op_q[u].rd, dut.x_c_q[u], entry_d);
      if (dut.x_op_q[u+2].third) rule[36] &= ~dut.x_valid_q | ~unlike(dut.x_op_q[u+2].rd, dut.x_c_q[u], entry_d);
    end
  end
  assign holds_o = &rule;
  assign {rule_o, broken_o} = {rule, ~rule};
  always_comb begin
    born_alike_o = dut.u_execute.u_flags.flags_q == flags_q & dut.u_execute.dq_o == dq_q;
    born_alike_o &= dut.u_read.u_regfile.entry_q == entry_q;
  end
  assign leaves_o = dut.x_valid_q & ~dut.x_hold;

  // The words of code: what the stages hold was given by memory

  logic asked_code_q;
  logic [3:0][27:0] row_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) asked_code_q <= 1'b0;
    else asked_code_q <= asked_code_q | code_req_o;
  always_ff @(posedge clk_i) if (code_req_o) row_q <= code_row_o;
  assign honest_o = ~asked_code_q | row_q[place_i[1:0]] != place_i[29:2] |
      (code_err_i[place_i[1:0]] == error_i & (error_i | code_data_i[place_i[1:0]] == word_i));

  function automatic logic fits(logic [31:0] pc, logic [Slots-1:0][31:0] words, logic [2:0] count, logic err);
    fits = 1'b1;
    for (int k = 0; k < Slots; k++)
      if (3'(k) < count & pc[31:2] + 30'(k) == place_i)
        fits &= err & 3'(k + 1) == count ? error_i : ~error_i & words[k] == word_i;
  endfunction

  always_comb begin
    words_hold_o = ~dut.u_fetch.valid_q | asked_code_q;
    for (int b = 0; b < 4; b++)
      words_hold_o &= ~dut.u_fetch.valid_q | row_q[b] == dut.u_fetch.pc_q[31:4] + 28'(2'(b) < dut.u_fetch.pc_q[3:2]);
    words_hold_o &= ~dut.d_valid_q | fits(dut.d_pc_q, dut.d_words_q, dut.d_count_q, dut.d_err_q);
    words_hold_o &= ~dut.r_valid_q | fits(dut.r_pc_q, dut.r_words_q, dut.r_count_q, dut.r_cause_q == CAUSE_FETCH_BUS_ERROR);
    words_hold_o &= ~dut.x_valid_q | fits(dut.x_pc_q, dut.x_words_q, dut.x_count_q, dut.x_cause_q == CAUSE_FETCH_BUS_ERROR);
    words_hold_o &= ~dut.m_valid_q | fits(retire_o.pc, words, retire_o.count, unfetched);
  end
  assign words_wrong_o = ~words_hold_o;
  assign wrong_word_o = retire_o.valid & ~fits(retire_o.pc, words, retire_o.count, unfetched);

  // Progress: a number that falls in every cycle in which nothing ends and memory lets nothing wait

  // Without forwarding, a bundle in r waits until what is in m and in w is written.
  localparam logic [3:0] Written = FORWARD ? 4'd0 : 4'd2;
  logic [3:0] rank_q;
  logic event_q, prompt_q;
  always_comb begin
    if (dut.x_valid_q) rank_o = 4'd1;
    else if (dut.r_valid_q) rank_o = 4'd2 + (FORWARD ? 4'd0 : dut.m_rd_q != '0 ? 4'd2 : {3'd0, dut.w_rd_q != '0});
    else if (dut.d_valid_q) rank_o = Written + 4'd3;
    else if (dut.u_fetch.valid_q) rank_o = Written + 4'd4;
    else rank_o = Written + 4'd5;
  end
  always_ff @(posedge clk_i)
    {rank_q, event_q, prompt_q} <= {rank_o, retire_o.valid, ~(data_req_o & ~data_gnt_i & ~data_err_i) & ~stop};
  assign wrong_prompt_o = prompt_q & ~stop & ~m_valid & rank_o >= rank_q;

endmodule
