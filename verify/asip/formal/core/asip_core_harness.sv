// SPDX-License-Identifier: Apache-2.0
// The core of the coprocessor with any program and any host, and a second machine that executes one step after the
// other, as the manual says. Every wrong_* output must be 0 while assume_o is 1, in any state with holds_o = 1. Reset
// must lead to such a state, and no cycle away from them.
//
// Cut out, with their contracts (cut/): program, register file, data memory, what stage X computes, multiplier, field
// register. So results, products and fields are anything. The second machine knows the manual's meaning of the
// instruction in stage R, and which results came. It keeps one register, reg_i, which is any of them; the counters; the
// FIFOs; and it watches a word of the data memory, word_i. An operand has to be what it keeps.
//
// The verdict compares ports of the core, of the host's side, and of what is cut out. Other signals of the core occur
// only in the invariant.
module asip_core_harness
  import asip_isa_pkg::*;
  import asip_tasks_pkg::*;
  import asip_pkg::*;
  import asip_spec_pkg::*;
#(
    parameter int unsigned DIGIT = 16,
    parameter int unsigned WIDTH = 256,
    parameter int unsigned WATCHDOG = 65535
) (
    input logic clk_i,
    input logic rst_ni,

    input logic [3:0] held_reg_i,  // which register the second machine keeps
    input logic [8:0] held_word_i,  // which word of the data memory it watches

    input logic access_valid_i,
    input logic access_write_i,
    input logic [13:0] access_offset_i,
    input logic [31:0] access_data_i,
    input logic in_valid_i,
    input logic [31:0] in_data_i,
    input logic out_ready_i,

    // What the parts that are cut out give.
    input logic [2*WIDTH-1:0] any_operands_i,
    input logic [31:0] any_data_i,
    input logic [WIDTH+128:0] any_results_i,
    input logic [2*WIDTH-1:0] any_products_i,
    input logic [4*$clog2(WIDTH+1)+$clog2(WIDTH/DIGIT+1):0] any_field_i,
    input logic [32:0] any_word_i,

    output logic assume_o,
    output logic holds_o,
    output logic [31:0] rule_o,  // the parts of the invariant

    // What happens in a cycle, so that a test sees that it can.
    output logic product_reads_o,  // a product of the register that is kept starts
    output logic product_writes_o,  // a product is under way into the register that is kept
    output logic forwards_o,  // an operand comes from the step before
    output logic starves_o,  // stage R waits for a FIFO
    output logic ends_o,

    // What the parts that are cut out are given, and how the host's side is answered. It is no part of the proofs: mutants
    // of the pipeline are compared with the original in it.
    output logic [116:0] given_o,

    output logic wrong_operand_o,  // an operand is not what was last written
    output logic wrong_order_o,  // a step that is not the next one, or of no instruction
    output logic wrong_unit_o,  // the multiplier or the field register starts at another time
    output logic wrong_fifo_o,  // a word is lost, doubled or changed
    output logic wrong_error_o,  // an error without a reason, or none
    output logic wrong_clean_o,  // something secret is there behind an error
    output logic wrong_time_o  // nothing happens for too long
);

  localparam int unsigned Count = WIDTH / 128;
  localparam int unsigned Bits = $clog2(WIDTH / DIGIT + 1);
  localparam int unsigned Digits = WIDTH / DIGIT;
  localparam int unsigned Squares = 7;

  // --------------------------------------------------------------------------------------------
  // The core

  access_t access;
  answer_t answer;
  logic irq, in_ready, out_valid, step;
  logic [31:0] out_data;
  place_t place;
  assign access =
      '{valid: access_valid_i, write: access_write_i, offset: access_offset_i, data: access_data_i};

  asip_core #(
      .DIGIT(DIGIT),
      .WIDTH(WIDTH),
      .SQUARES(Squares),
      .WATCHDOG(WATCHDOG)
  ) dut (
      .clk_i,
      .rst_ni,
      .access_i(access),
      .answer_o(answer),
      .irq_o(irq),
      .in_valid_i,
      .in_data_i,
      .in_ready_o(in_ready),
      .out_valid_o(out_valid),
      .out_data_o(out_data),
      .out_ready_i,
      .step_o(step),
      .step_place_o(place)
  );

  // What is cut out.
  logic start, stop, stop_all, running, cleaning, cleans_all, flush, raised;
  logic [9:0] entry;
  logic [15:0] count;
  logic [7:0] flags;
  assign start = dut.u_host.start_o;
  assign stop = dut.u_host.stop_o;
  assign stop_all = dut.u_host.stop_all_o;
  assign running = dut.u_host.running_o;
  assign cleaning = dut.u_host.cleaning_o;
  assign cleans_all = dut.u_host.all_o;
  assign flush = dut.u_host.flush_o | stop;  // what is in the FIFOs goes
  assign entry = dut.u_host.entry_o;
  assign count = dut.u_host.count_o;
  assign flags = dut.u_host.flags_o;
  assign raised = dut.u_issue.raised_o;

  logic r_valid;
  logic [31:0] word;
  logic past;
  assign r_valid = dut.u_fetch.r_valid_o;
  assign word = dut.u_fetch.r_word_o;
  assign past = dut.u_fetch.past_q;

  logic [WIDTH-1:0] result, product;  // the latter is that of a start in this cycle
  block_t out;
  logic any_zero;
  assign result = dut.u_logic.result_o;
  assign out = dut.u_logic.out_o;
  assign any_zero = dut.u_logic.any_zero;
  assign product = dut.gen_ecc.u_multiplier.any_product;

  logic [Bits-1:0] digits;
  logic [3:0][$clog2(WIDTH+1)-1:0] exponents;
  logic network, legal_field;
  assign digits = dut.gen_ecc.u_field.digits_o;
  assign exponents = dut.gen_ecc.u_field.exponents_o;
  assign legal_field = dut.gen_ecc.u_field.legal_o;
  always_comb begin
    network = 1'b0;
    for (int unsigned i = 0; i < 6; i++) begin
      network |= Squares[i] && NETWORKS[i] == {16'(exponents[3]), 16'(exponents[2]), 16'(exponents[1]),
                                               16'(exponents[0])};
    end
  end

  // --------------------------------------------------------------------------------------------
  // The second machine: control

  logic [3:0][15:0] c_q, c_d;
  logic [3:0] x_q, x_d, rounds_q;
  logic carry_q, carry_d, zero_q, zero_d, wide_q, bad_q;
  logic [3:0][10:0] stack_q, stack_d;
  logic [2:0] depth_q, depth_d;
  logic [10:0] pc_q, pc_d, behind;
  logic [15:0] step_q, now, imm;
  logic taken, overflow;
  spec_t s;

  asip_spec #(
      .DIGIT(DIGIT),
      .WIDTH(WIDTH)
  ) u_spec (
      .w(word),
      .step(step_q),
      .times(c_q[word[15:14]]),
      .index(x_q),
      .rounds(rounds_q),
      .network,
      .no_field(digits == '0),
      .bad_field(bad_q),
      .s
  );

  // The instruction. Not calls as items of a case, which the reader of SystemVerilog refuses.
  logic h_aeskey, h_bcc, h_bcs, h_bnz, h_bwnz, h_bwz, h_bz, h_cadd, h_call, h_carg, h_cli,
      h_cshl, h_jmp, h_loop, h_ret, h_setf, h_tflag, h_xidx;
  assign h_aeskey = is_aeskey(word);
  assign h_bcc = is_bcc(word);
  assign h_bcs = is_bcs(word);
  assign h_bnz = is_bnz(word);
  assign h_bwnz = is_bwnz(word);
  assign h_bwz = is_bwz(word);
  assign h_bz = is_bz(word);
  assign h_cadd = is_cadd(word);
  assign h_call = is_call(word);
  assign h_carg = is_carg(word);
  assign h_cli = is_cli(word);
  assign h_cshl = is_cshl(word);
  assign h_jmp = is_jmp(word);
  assign h_loop = is_loop(word);
  assign h_ret = is_ret(word);
  assign h_setf = is_setf(word);
  assign h_tflag = is_tflag(word);
  assign h_xidx = is_xidx(word);

  // The step that is in stage X: what it is, and its operands.
  logic xv_q, x_gives_q, x_product_q, x_field_q, x_compares_q, x_spread_q, x_stores_q;
  logic [4:0] x_write_q;
  logic [3:0] x_to_q;
  logic judge_a_q, judge_b_q;
  logic [WIDTH-1:0] want_a_q, want_b_q;
  logic x_bad;  // the field that is loaded is none

  assign now = c_q[word[24:23]];
  assign imm = word[15:0];
  assign behind = pc_q + 11'd1;
  assign overflow = h_call & depth_q == 3'd4 | h_ret & depth_q == 3'd0;

  // W as the compare in stage X will have left it: no branch may go that does not know it.
  logic wide;
  assign wide = xv_q & x_compares_q ? any_zero : wide_q;

  always_comb begin
    {c_d, x_d, carry_d, zero_d, stack_d, depth_d} = {c_q, x_q, carry_q, zero_q, stack_q, depth_q};
    taken = 1'b0;
    pc_d = {1'b0, word[9:0]};
    case (1'b1)
      h_jmp: taken = 1'b1;
      h_call: begin
        taken = 1'b1;
        stack_d[depth_q[1:0]] = behind;
        depth_d = depth_q + 3'd1;
      end
      h_ret: begin
        taken = 1'b1;
        depth_d = depth_q - 3'd1;
        pc_d = stack_q[depth_d[1:0]];
      end
      h_loop: begin
        c_d[word[24:23]] = now - 16'd1;
        taken = now != 16'd1;
      end
      h_bwz: taken = wide;
      h_bwnz: taken = ~wide;
      h_bz: taken = zero_q;
      h_bnz: taken = ~zero_q;
      h_bcs: taken = carry_q;
      h_bcc: taken = ~carry_q;
      h_cli: c_d[word[24:23]] = imm;
      h_carg: begin
        case (word[1:0])
          2'd0: c_d[word[24:23]] = count;
          2'd1: c_d[word[24:23]] = 16'(exponents[0]);
          2'd2: c_d[word[24:23]] = 16'((17'(exponents[0]) - 17'd1) * 17'd2 + 17'd1);
          default: c_d[word[24:23]] = 16'(rounds_q);
        endcase
        zero_d = c_d[word[24:23]] == '0;
      end
      h_cadd: begin
        c_d[word[24:23]] = now + imm;
        zero_d = c_d[word[24:23]] == '0;
      end
      h_cshl: begin
        c_d[word[24:23]] = now << 1;
        carry_d = now[15];
        zero_d = c_d[word[24:23]] == '0;
      end
      h_tflag: zero_d = (flags & word[7:0]) == '0;
      h_xidx: begin
        x_d = 4'd15;
        for (int i = 14; i >= 0; i--) if (now[i]) x_d = 4'(i);
        zero_d = x_d < 4'd8;
      end
      default: ;
    endcase
    if (~taken) pc_d = behind;
  end

  logic fault, finishes;
  assign fault = s.fails | s.fault | overflow;
  assign finishes = step & s.final_step & ~fault;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) xv_q <= 1'b0;
    else xv_q <= step;
  end
  always_ff @(posedge clk_i) begin
    if (start) begin
      {step_q, depth_q, x_q, carry_q, zero_q} <= '0;
      pc_q <= {1'b0, entry};
    end else begin
      if (step) step_q <= s.final_step ? '0 : step_q + 16'd1;
      if (finishes) {x_q, carry_q, zero_q, depth_q, pc_q} <= {x_d, carry_d, zero_d, depth_d, pc_d};
    end
    if (finishes) stack_q <= stack_d;
    if (cleaning) {c_q, x_q, carry_q, zero_q, depth_q} <= '0;
    else if (finishes) c_q <= c_d;
    if (cleaning & cleans_all) rounds_q <= '0;
    else if (step & h_aeskey) rounds_q <= s.final_step ? word[3:0] + 4'd6 : '0;

    if (start | cleaning) wide_q <= 1'b0;
    else if (xv_q & x_compares_q) wide_q <= any_zero;
    if (xv_q & x_field_q) bad_q <= ~legal_field;

    x_gives_q <= s.gives & ~fault & ~flush;
    x_product_q <= s.product & ~fault;
    x_field_q <= s.field;
    x_compares_q <= s.compares;
    x_spread_q <= s.spread;
    x_stores_q <= s.stores;
    x_write_q <= fault ? '0 : s.write;
    x_to_q <= s.to;
  end

  // --------------------------------------------------------------------------------------------
  // The second machine: one register

  logic [WIDTH-1:0] g_q, g_x, earlier_q, earlier;  // as it is, and as the step in X leaves it
  logic known_q, known_x;
  logic [3:0] regs;
  block_t in_block;
  assign regs = held_reg_i;
  assign earlier = xv_q ? result : earlier_q;

  always_comb begin
    {g_x, known_x} = {g_q, known_q};
    if (xv_q & x_to_q == regs) begin
      for (int unsigned p = 0; p < Count; p++) begin
        if (x_write_q[p]) g_x[128*p+:128] = result[128*(x_spread_q?0 : p)+:128];
      end
      if (&x_write_q[Count-1:0] & ~x_spread_q) known_x = 1'b1;
      if (x_product_q) {g_x, known_x} = {product, 1'b1};
    end
  end

  // The cycles until a product is there, and its register.
  logic [Bits-1:0] left_q;
  logic [3:0] left_to_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (stop | ~running) left_q <= '0;
    else if (xv_q & x_product_q) left_q <= digits - 1'b1;
    else if (left_q != '0) left_q <= left_q - 1'b1;
  end
  always_ff @(posedge clk_i) if (xv_q & x_product_q) left_to_q <= x_to_q;

  // A product that is under way when an error ends the task is lost, and so is one that starts then.
  logic late, lost, cleaned, over;
  logic [9:0] cleans_q;  // the cycles of cleaning
  assign late = left_q != '0 & left_to_q == regs;
  assign lost = late & stop | xv_q & x_product_q & x_to_q == regs & (stop | ~running);
  assign cleaned = cleans_all | regs < 4'd8;
  assign over = cleaning & ~stop & cleans_q == 10'd512;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {known_q, cleans_q} <= '0;
    else begin
      known_q <= known_x & ~lost & ~(stop & (stop_all | regs < 4'd8)) & ~(cleaning & cleaned);
      if (over & cleaned) known_q <= 1'b1;
      if (stop) cleans_q <= 10'd1;
      else if (cleaning) cleans_q <= cleans_q + 10'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    g_q <= over & cleaned ? '0 : g_x;
    if (xv_q) earlier_q <= result;
  end

  always_ff @(posedge clk_i) begin
    judge_a_q <= step;
    judge_b_q <= step;
    case (s.a)
      FROM_WIDE: begin
        want_a_q  <= g_x;
        judge_a_q <= step & known_x & s.a_number[3:0] == regs;
      end
      FROM_BLOCK: begin
        want_a_q  <= WIDTH'(s.a_number[0] ? g_x[255:128] : g_x[127:0]);
        judge_a_q <= step & known_x & s.a_number[4:1] == regs;
      end
      FROM_IN: want_a_q <= WIDTH'(in_block);
      FROM_WORD: want_a_q <= WIDTH'(word[15:0]);
      FROM_BEFORE: want_a_q <= earlier;
      default: judge_a_q <= 1'b0;
    endcase
    case (s.b)
      FROM_WIDE: begin
        want_b_q  <= g_x;
        judge_b_q <= step & known_x & s.b_number[3:0] == regs;
      end
      FROM_BLOCK: begin
        want_b_q  <= WIDTH'(s.b_number[0] ? g_x[255:128] : g_x[127:0]);
        judge_b_q <= step & known_x & s.b_number[4:1] == regs;
      end
      FROM_SECOND: want_b_q <= WIDTH'({in_block[63:0], 64'd0});
      FROM_ZERO: want_b_q <= '0;
      default: judge_b_q <= 1'b0;
    endcase
  end

  // --------------------------------------------------------------------------------------------
  // The second machine: words of the FIFOs, the oldest first

  logic [7:0][31:0] in_q, out_q;
  logic [3:0] in_level_q, out_level_q;
  logic came, went, takes;
  logic [31:0] came_word;
  assign in_block = in_q[3:0];
  assign takes = step & s.takes;

  logic to_in, from_out;
  assign to_in = access_valid_i & access_write_i & answer.ready & access_offset_i[13:12] == 2'd1;
  assign from_out = access_valid_i & ~access_write_i & answer.ready & access_offset_i[13:12] == 2'd2;
  assign came = to_in | in_valid_i & in_ready;
  assign came_word = to_in ? access_data_i : in_data_i;
  assign went = from_out | out_valid & out_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {in_level_q, out_level_q} <= '0;
    else if (flush) {in_level_q, out_level_q} <= '0;
    else begin
      in_level_q  <= in_level_q + 4'(came) - (takes ? 4'd4 : 4'd0);
      out_level_q <= out_level_q - 4'(went) + (xv_q & x_gives_q ? 4'd4 : 4'd0);
    end
  end
  logic [3:0] in_end, out_end;
  assign in_end = in_level_q - (takes ? 4'd4 : 4'd0);
  assign out_end = out_level_q - 4'(went);
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 8; i++) begin
      if (takes & i < 4) in_q[i] <= in_q[(i+4)%8];
      if (came & in_end == 4'(i)) in_q[i] <= came_word;
      if (went & i < 7) out_q[i] <= out_q[(i+1)%8];
      if (xv_q & x_gives_q) begin
        for (int unsigned j = 0; j < 4; j++) if (32'(out_end) + j == i) out_q[i] <= out[32*j+:32];
      end
    end
  end

  // --------------------------------------------------------------------------------------------
  // The verdict

  assign wrong_operand_o = judge_a_q & dut.u_logic.a_i != want_a_q | judge_b_q & dut.u_logic.b_i != want_b_q;

  // A step is the next one of the instruction in R, which is legal. A branch knows W: no compare is in X.
  assign wrong_order_o = step & (~running | ~r_valid | ~s.legal | past | s.ends | place != pc_q |
      s.waits_for_compare & wide != dut.u_logic.wide_zero_o | takes & in_level_q < 4'd4) |
      dut.u_fetch.jump_i & running & (~finishes | ~taken | dut.u_fetch.target_i != pc_d) |
      dut.u_fetch.r_free_i & r_valid & ~finishes & ~(step & s.final_step) | finishes & taken & ~dut.u_fetch.jump_i |
      finishes & ~dut.u_fetch.r_free_i;

  assign wrong_unit_o = dut.gen_ecc.u_field.load_i != (xv_q & x_field_q) |
      xv_q & dut.gen_ecc.u_multiplier.start_i != x_product_q |
      left_q != '0 & (dut.gen_ecc.u_multiplier.start_i | dut.gen_ecc.u_field.load_i);

  assign wrong_fifo_o = dut.u_host.in_level_i != in_level_q | dut.u_host.out_level_i != out_level_q |
      in_level_q > 4'd8 | out_level_q > 4'd8 | came & in_level_q == 4'd8 | went & out_level_q == '0 |
      from_out & answer.data != out_q[0] | out_valid & out_data != out_q[0] |
      xv_q & x_gives_q & ~flush & out_level_q > 4'd4 | in_ready & to_in | out_valid & from_out;

  logic [16:0] stuck_q;  // cycles of a task without a step

  // An error comes in the cycle behind its step, and only then, but that of a FIFO.
  logic fault_q;
  assign wrong_error_o = fault_q & ~raised & running | raised & ~fault_q & stuck_q < 17'(WATCHDOG) | raised & ~stop;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fault_q <= 1'b0;
    else
      fault_q <= (step & fault | running & r_valid & (~s.legal | past) & ~raised) & ~stop;
  end

  logic secret;
  assign wrong_clean_o = over & (cleaned & dut.u_operands.u_registers.value != '0 |
      (cleans_all | secret) & dut.u_memory.value != '0);
  always_comb begin
    secret = 1'b0;
    for (int unsigned i = 0; i < SECRET_REGIONS; i++)
      secret |= 32'(held_word_i) >= SECRET_FIRST[i] & 32'(held_word_i) < SECRET_FIRST[i] + SECRET_WORDS[i];
  end

  localparam int unsigned Longest = WATCHDOG + Digits + 5;
  assign wrong_time_o = running & stuck_q > 17'(Longest) | cleaning & cleans_q > 10'd512;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stuck_q <= '0;
    else if (step | start | ~running) stuck_q <= '0;
    else stuck_q <= stuck_q + 17'd1;
  end

  // --------------------------------------------------------------------------------------------
  // The invariant

  assign assume_o = rst_ni;

  logic behind_stop;  // the first cycle of cleaning
  assign behind_stop = cleaning & dut.u_host.cleaned_q == 10'd1;
  logic [16:0] left_to_wait;
  assign left_to_wait = 17'(WATCHDOG) - 17'(dut.u_issue.starving_q) + 17'(dut.u_issue.left_q) +
      17'(dut.u_issue.compare_q) + 17'(!r_valid) + 17'(!raised) + 17'(xv_q);

  always_comb begin
    rule_o = '1;
    // The host's side.
    rule_o[0] = dut.u_host.state_q != 2'd3 & (~cleaning | dut.u_host.cleaned_q == cleans_q & cleans_q <= 10'd512);
    // Where there are steps and instructions.
    rule_o[1] = (~r_valid | running) & (~xv_q | running | behind_stop) & (~raised | running);
    rule_o[2] = dut.x_q.valid == xv_q & (~xv_q | dut.x_q.push == x_gives_q & (dut.x_q.to == x_to_q | dut.x_q.write[Count-1:0] == '0) &
        dut.x_q.write[Count-1:0] == x_write_q[Count-1:0] & (dut.x_q.write[Count-1:0] == '0 | dut.x_q.wide != x_spread_q) &
        (dut.x_q.op == OP_MULTIPLY) == x_product_q & (dut.x_q.op == OP_FIELD & dut.gen_ecc.field_first_q) == x_field_q &
        (dut.x_q.op == OP_ZERO_W) == x_compares_q & dut.x_q.store == x_stores_q);
    rule_o[3] = xv_q | dut.x_q.write[Count-1:0] == '0 & ~dut.x_q.push & dut.x_q.op == OP_NONE & ~dut.x_q.store;
    // Control.
    rule_o[4] = ~running | dut.place_q == pc_q & dut.u_issue.step_q == step_q;
    rule_o[5] = dut.u_counters.c_q == c_q;
    rule_o[6] = dut.u_counters.index_q == x_q & dut.u_counters.carry_q == carry_q & dut.u_counters.zero_q == zero_q &
        dut.u_counters.depth_q == depth_q & depth_q <= 3'd4;
    for (int unsigned i = 0; i < 4; i++) rule_o[7] &= dut.u_counters.stack_q[i] == stack_q[i] | depth_q <= 3'(i);
    rule_o[8] = dut.u_issue.rounds_q == rounds_q;
    rule_o[9] = dut.u_logic.wide_zero_o == wide_q & (~(xv_q & x_compares_q & running) | dut.u_issue.compare_q == 2'd2) &
        (~(h_setf & step_q != '0 & running) | (xv_q & x_field_q ? step_q == 16'd1 : dut.field_bad_q == bad_q));
    // The product.
    rule_o[10] = left_q == '0 | running & ~(xv_q & x_product_q) & left_q == dut.u_issue.left_q &
        left_q == dut.gen_ecc.u_multiplier.left_q & dut.u_issue.under_way_q == left_to_q;
    rule_o[11] = digits <= Bits'(Digits) & (dut.u_issue.left_q == '0 | left_q != '0 | xv_q & x_product_q & running);
    rule_o[12] = ~(xv_q & x_product_q & running) | dut.u_issue.under_way_q == x_to_q & dut.u_issue.left_q == digits &
        digits != '0;
    rule_o[12] &= ~(xv_q & x_field_q) | dut.u_issue.left_q == '0 & (~running | r_valid & h_setf & step_q == 16'd1);
    rule_o[12] &= dut.u_issue.left_q <= Bits'(Digits);
    rule_o[12] &= left_q == '0 | ~xv_q | x_write_q[Count-1:0] == '0 | x_to_q != left_to_q;
    rule_o[13] = ~dut.u_issue.product_q | ~dut.gen_ecc.u_multiplier.busy_o & dut.w_write_q == '0;
    rule_o[14] = dut.u_issue.left_q != Bits'(1) | dut.x_q.write[Count-1:0] == '0;
    rule_o[15] = dut.rest_q == '0 | dut.u_issue.left_q == '0 & ~dut.u_issue.product_q;
    rule_o[16] = (~running | (r_valid ? step_q <= s.last : step_q == '0)) &
        (~dut.rest_q[0] | ~r_valid & (~running | ~xv_q)) &
        (~dut.rest_q[1] | ~xv_q & (~running | step_q == '0));
    // The register.
    rule_o[17] = ~known_q | (late ? g_q == dut.gen_ecc.u_multiplier.value_q : g_q == dut.u_operands.u_registers.value);
    rule_o[18] = ~(cleaning & cleaned & known_q);
    rule_o[18] &= ~(cleaning & cleaned & cleans_q > 10'd16 + 10'(regs)) |
        dut.u_operands.u_registers.value == '0 & ~xv_q;
    rule_o[19] = ~(cleaning & cleans_q > 10'd2) | dut.w_write_q == '0 & ~xv_q & ~dut.u_issue.product_q;
    rule_o[20] = ~(judge_a_q & xv_q) | dut.u_logic.a_i == want_a_q;
    rule_o[21] = ~(judge_b_q & xv_q) | dut.u_logic.b_i == want_b_q;
    rule_o[22] = (~judge_a_q & ~judge_b_q) | xv_q;
    rule_o[23] = ~(running & step_q != '0 & ~xv_q) | dut.result_q == earlier_q;
    // The memory.
    rule_o[24] = ~(cleaning & (cleans_all | secret) & cleans_q > 10'd1 + 10'(held_word_i)) |
        dut.u_memory.value_q == '0;
    // The FIFOs.
    rule_o[25] = dut.u_in.level_q == in_level_q & in_level_q <= 4'd8 &
        dut.u_in.write_q == 3'({dut.u_in.read_q, 2'b00} + 3'(in_level_q));
    for (int unsigned i = 0; i < 8; i++)
      rule_o[26] &= in_level_q <= 4'(i) | in_q[i] == dut.u_in.words_q[3'(i)^{dut.u_in.read_q, 2'b00}];
    rule_o[27] = dut.u_out.level_q == out_level_q & out_level_q <= 4'd8 &
        dut.u_out.read_q == 3'({dut.u_out.write_q, 2'b00} - 3'(out_level_q));
    for (int unsigned i = 0; i < 8; i++)
      rule_o[28] &= out_level_q <= 4'(i) | out_q[i] == dut.u_out.words_q[3'(3'(i)+dut.u_out.read_q)];
    rule_o[29] = ~(xv_q & x_gives_q) | out_level_q <= 4'd4 & running;
    // Time.
    rule_o[30] = fault_q == raised | raised & stuck_q >= 17'(WATCHDOG);
    rule_o[31] = ~running | (dut.u_issue.starving_q < 16'(WATCHDOG) | raised) & 17'(dut.u_issue.starving_q) <= stuck_q &
        18'(stuck_q) + 18'(left_to_wait) <= 18'(Longest) & dut.u_issue.compare_q <= 2'd2;
  end
  assign holds_o = &rule_o;
  assign product_reads_o = xv_q & judge_a_q & x_product_q & known_q;
  assign product_writes_o = late & known_q & left_q > Bits'(2);
  assign forwards_o = step & xv_q & x_write_q != '0 & x_to_q == regs & s.a == FROM_WIDE & s.a_number[3:0] == regs & known_q;
  assign starves_o = running & stuck_q > 17'd100;
  assign ends_o = over & cleaned;

  // Fields of a step count only in operations that look at them.
  step_t next;
  logic rounds, expands, stores;
  assign next = dut.step;
  assign rounds = next.op == OP_ROUND;
  assign expands = next.op == OP_EXPAND;
  assign stores = dut.u_memory.write_i;
  assign given_o = {
      step, dut.u_issue.ending_o, in_ready, out_valid, dut.rest_q[0], dut.rest_q[1],
      next.op & {5{step}}, next.inverse & rounds, next.last_round & rounds,
      next.expand & {$bits(next.expand){expands}}, next.both & expands, next.constant & {8{expands}},
      next.count & {4{next.op == OP_MASK | next.op == OP_PAD}}, next.read, next.store,
      next.address & {9{next.read | next.store}}, next.place & {5{next.op == OP_BIT & ~next.read}},
      next.wide & next.op == OP_LOAD,
      dut.u_issue.raised_o, dut.u_issue.cause_o & {5{dut.u_issue.raised_o}}, dut.place & {11{stop}},
      dut.networks & {6{xv_q & dut.x_q.op == OP_SQUARE}},
      dut.u_memory.read_i, stores, dut.u_memory.address_i & {9{dut.u_memory.read_i | stores}},
      dut.u_memory.data_i & {32{stores}},
      dut.u_logic.clear_i, dut.gen_ecc.u_multiplier.start_i, dut.gen_ecc.u_field.load_i, dut.gen_ecc.u_field.clear_i,
      // Nothing stays where operands passed through.
      ~running & dut.rest_q == '0 & ~xv_q & (dut.result_q != '0 | dut.u_logic.a_i != '0 | dut.u_logic.b_i != '0)
  };

  logic unused;
  assign unused = &{irq, in_level_q};

endmodule
