// SPDX-License-Identifier: Apache-2.0
// Stage R: when the next step of an instruction may go to stage X, and what it does there. An
// instruction of n cycles is n steps.
//
// A product of n digits that enters X in cycle t is under way in t+1 .. t+n. The next product may
// enter in t+n. Its register is written in t+n, so that an instruction that reads or writes it may
// enter in t+n+1. As there is one write port, no other instruction may be in stage W in t+n.
module asip_issue
  import asip_pkg::*;
  import asip_isa_pkg::*;
#(
    parameter int unsigned DIGIT = 16,
    parameter int unsigned WIDTH = 256,
    parameter bit ECC = 1'b1,
    parameter int unsigned WATCHDOG = 65535,
    localparam int unsigned Bits = $clog2(WIDTH / DIGIT + 1)
) (
    input logic clk_i,
    input logic rst_ni,

    input logic start_i,   // of a task, at the end of this cycle
    input logic stop_i,    // of a task by an error, at the end of this cycle
    input logic running_i,

    input logic r_valid_i,
    input logic [31:0] word_i,
    input control_t control_i,
    input logic [15:0] first_i,  // counters
    input logic [15:0] last_i,
    input logic [3:0] index_i,
    input logic overflow_i,

    input logic [3:0] in_level_i,
    input logic [3:0] out_level_i,
    input logic x_valid_i,
    input logic x_push_i,
    input logic flush_i,  // both FIFOs are emptied, and what is on its way to OUT is lost

    input logic [Bits-1:0] digits_i,    // of the field; 0: there is none
    input logic            network_i,   // it has a square network
    input logic            field_bad_i, // what stage X was to load is none

    output logic issue_o,  // a step goes to stage X
    output logic last_o,  // ... the last one of its instruction, which is no error
    output logic ending_o,  // the task ends
    output logic take_o,  // four words leave IN
    output logic [3:0] rounds_o,
    output operands_t operands_o,
    output step_t step_o,

    output logic       product_o,    // the product is written to this register in this cycle
    output logic [3:0] product_to_o,

    output logic raised_o,  // an error of the cycle before
    output logic [4:0] cause_o,

    input logic clear_i  // the key is gone
);

  localparam int unsigned Words = WIDTH / 32;
  localparam int unsigned Count = WIDTH / 128;

  logic [15:0] step_q, final_step;
  logic first, last;

  op_e op;
  logic [3:0] rounds_q, wd, wa, wb, key_words;
  logic [4:0] qd, qa, qb, key, a_block, b_block;
  logic of_128, of_192, keys, cipher, squares, multiplies, repeats;

  assign op = control_i.op;
  assign wd = word_i[24:21];
  assign wa = word_i[19:16];
  assign wb = word_i[14:11];
  assign qd = word_i[25:21];
  assign qa = word_i[20:16];
  assign qb = word_i[15:11] + (control_i.b == FILE_INDEXED ? 5'(index_i) : '0);
  assign keys = op == OP_KEYS;
  assign cipher = op == OP_CIPHER;
  assign key_words = word_i[3:0];
  assign of_128 = key_words == 4'd4;
  assign of_192 = key_words == 4'd6;

  assign squares = op == OP_SQUARE || op == OP_SQUARES;
  assign repeats = op == OP_SQUARES && last_i != '0;
  assign multiplies = ECC && (op == OP_MULTIPLY || !network_i && (op == OP_SQUARE || repeats));

  // --------------------------------------------------------------------------------------------
  // Steps

  always_comb begin
    unique case (control_i.length)
      LENGTH_2: final_step = 16'd1;
      LENGTH_BLOCK: final_step = 16'd3;
      LENGTH_BLOCK_LOAD: final_step = 16'd4;
      LENGTH_WORDS: final_step = 16'(Words - 1);
      LENGTH_WORDS_LOAD: final_step = 16'(Words);
      LENGTH_PORTIONS: final_step = 16'(Count - 1);
      LENGTH_FIELD: final_step = 16'(DIGIT + 4);
      LENGTH_COUNT: final_step = repeats ? last_i - 16'd1 : '0;
      LENGTH_KEYS: final_step = of_128 ? 16'd9 : of_192 ? 16'd12 : 16'd14;
      LENGTH_ROUNDS: final_step = 16'(rounds_q);
      default: final_step = '0;
    endcase
  end
  assign first = step_q == '0;
  assign last  = step_q == final_step;

  // --------------------------------------------------------------------------------------------
  // Interlocks

  logic [Bits-1:0] left_q;  // cycles until the product is written
  logic [3:0] under_way_q, done_to_q;
  logic product_q, pending, touches, writes, takes, gives, waits, hold, present, go, starves;
  logic [ 1:0] compare_q;  // cycles until W is there
  logic [15:0] starving_q;
  logic raise, raised_q;
  logic [4:0] cause, cause_q;

  function automatic logic is_register(file_e file, logic [3:0] wide, logic [4:0] half,
                                       logic [3:0] r);
    unique case (file)
      FILE_NONE: return 1'b0;
      FILE_WIDE: return wide == r;
      default:   return half[4:1] == r && half != 5'd31;
    endcase
  endfunction

  assign takes = op == OP_POP || keys && (first || step_q == 16'd1 && !of_128) ||
      control_i.a == FILE_BLOCK && qa == 5'd31 && first;
  assign gives = op == OP_PUSH || control_i.push && last;
  assign waits = takes && in_level_i < 4'd4 ||
      gives && (out_level_i > 4'd4 || x_push_i && out_level_i != '0);

  assign writes = keys || control_i.d == FILE_WIDE && !multiplies && (op != OP_LOAD || last) ||
      control_i.d == FILE_BLOCK && qd != 5'd31 && last;
  assign touches = is_register(
      control_i.d, wd, qd, under_way_q
  ) || is_register(
      control_i.a, wa, qa, under_way_q
  ) || is_register(
      control_i.b, wb, qb, under_way_q
  ) || (keys || cipher) && under_way_q[3];
  assign pending = left_q != '0;
  assign hold = pending && (multiplies && left_q != Bits'(1) || op == OP_FIELD || touches ||
      writes && left_q == Bits'(2)) ||
      compare_q != '0 && (control_i.branch == BRANCH_W || control_i.branch == BRANCH_NOT_W);

  assign present = running_i && r_valid_i && !raised_q;
  assign go = present && !control_i.illegal && !control_i.finish && !hold;
  assign starves = go && waits;
  assign issue_o = go && !waits;
  assign last_o = issue_o && last && !raise;
  assign take_o = issue_o && takes;
  assign ending_o = present && control_i.finish && !control_i.illegal && !x_valid_i && !pending;

  // --------------------------------------------------------------------------------------------
  // Errors

  always_comb begin
    raise = 1'b0;
    cause = CAUSE_ILLEGAL;
    if (present && control_i.illegal) raise = 1'b1;
    if (starves && starving_q == 16'(WATCHDOG - 1)) {raise, cause} = {1'b1, CAUSE_TIMEOUT};
    if (issue_o) begin
      if (control_i.fails) {raise, cause} = {1'b1, word_i[4:0]};
      if (overflow_i) raise = 1'b1;
      if (cipher && rounds_q == '0) {raise, cause} = {1'b1, CAUSE_NO_KEY};
      if ((squares || op == OP_MULTIPLY) && digits_i == '0) {raise, cause} = {1'b1, CAUSE_NO_FIELD};
      if (op == OP_FIELD && last && field_bad_i) {raise, cause} = {1'b1, CAUSE_BAD_FIELD};
    end
  end
  assign raised_o = raised_q;
  assign cause_o  = cause_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {raised_q, left_q, product_q} <= '0;
    end else begin
      raised_q  <= raise && !stop_i;
      product_q <= left_q == Bits'(1) && !stop_i;
      if (stop_i) left_q <= '0;
      else if (issue_o && multiplies && !raise) left_q <= digits_i;
      else if (pending) left_q <= left_q - 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    cause_q   <= cause;
    done_to_q <= under_way_q;
    if (issue_o && multiplies) under_way_q <= wd;

    if (start_i) step_q <= '0;
    else if (issue_o) step_q <= last ? '0 : step_q + 1'b1;

    if (start_i || issue_o) starving_q <= '0;
    else if (starves) starving_q <= starving_q + 1'b1;

    if (start_i) compare_q <= '0;
    else if (issue_o && op == OP_ZERO_W) compare_q <= 2'd2;
    else if (compare_q != '0) compare_q <= compare_q - 1'b1;

    if (clear_i) rounds_q <= '0;
    else if (issue_o && keys) rounds_q <= last ? key_words + 4'd6 : '0;
  end
  assign rounds_o = rounds_q;
  assign product_o = product_q;
  assign product_to_o = done_to_q;

  // --------------------------------------------------------------------------------------------
  // The key schedule: in the step that makes round key `key`, the two round keys before it are read.

  logic [1:0] phase_q;  // of the step, modulo 3
  logic [7:0] constant_q;
  logic expands;
  aes_pkg::expand_e expand;

  assign key = 5'd16 + step_q[4:0] + 5'(of_128);
  assign expands = keys && (of_128 || !first && (of_192 || step_q != 16'd1));
  always_comb begin
    if (of_128) expand = aes_pkg::EXPAND_128;
    else if (!of_192) expand = step_q[0] ? aes_pkg::EXPAND_256_PLAIN : aes_pkg::EXPAND_256_ROTATED;
    else
      unique case (phase_q)
        2'd0: expand = aes_pkg::EXPAND_192_LOWEST;
        2'd1: expand = step_q == 16'd1 ? aes_pkg::EXPAND_192_FIRST : aes_pkg::EXPAND_192_MIDDLE;
        default: expand = aes_pkg::EXPAND_192_NONE;
      endcase
  end
  always_ff @(posedge clk_i) begin
    if (issue_o && keys) begin
      phase_q <= first ? 2'd1 : phase_q == 2'd2 ? 2'd0 : phase_q + 1'b1;
      if (first) constant_q <= of_128 ? 8'd2 : 8'd1;
      else if (expands && expand != aes_pkg::EXPAND_192_NONE && expand != aes_pkg::EXPAND_256_PLAIN)
        constant_q <= {constant_q[6:0], 1'b0} ^ (constant_q[7] ? 8'h1b : '0);
    end
  end

  // --------------------------------------------------------------------------------------------
  // Operands

  always_comb begin
    a_block = qa;
    b_block = qb;
    if (keys) a_block = key - 5'd1;
    if (keys) b_block = key - 5'd2;
    if (cipher)
      b_block = control_i.inverse ? 5'd16 + 5'(rounds_q) - step_q[4:0] : 5'd16 + step_q[4:0];
    operands_o = '0;
    operands_o.a_block = control_i.a == FILE_BLOCK || keys;
    operands_o.b_block = control_i.b == FILE_BLOCK || control_i.b == FILE_INDEXED || keys || cipher;
    operands_o.a_high = a_block[0];
    operands_o.b_high = b_block[0];
    operands_o.a = operands_o.a_block ? a_block[4:1] : wa;
    if (op == OP_SQUARES && !first) operands_o.a = wd;
    operands_o.b = operands_o.b_block ? b_block[4:1] : squares ? operands_o.a : wb;
    operands_o.b_none = control_i.b == FILE_INDEXED && qb == 5'd31;
    operands_o.b_second = keys && of_192 && step_q == 16'd1;
    operands_o.from_in = takes && !operands_o.b_second;
    operands_o.from_word = op == OP_IMMEDIATE;
    operands_o.from_before = !first && (cipher || op == OP_LOAD || op == OP_STORE ||
        op == OP_PUSH || op == OP_FIELD);
    operands_o.read = issue_o && (control_i.a != FILE_NONE || takes || keys ||
        operands_o.from_word || operands_o.from_before);
  end

  // --------------------------------------------------------------------------------------------
  // What the step does in stage X

  always_comb begin
    step_o = '0;
    step_o.valid = issue_o;
    if (issue_o && !raise) begin
      step_o.op = op;
      unique case (op)
        OP_IMMEDIATE, OP_POP: step_o.op = OP_MOVE;
        OP_SQUARE: step_o.op = network_i ? OP_SQUARE : OP_MULTIPLY;
        OP_SQUARES: step_o.op = !repeats ? OP_MOVE : network_i ? OP_SQUARE : OP_MULTIPLY;
        OP_CIPHER: step_o.op = first ? OP_XOR : OP_ROUND;
        OP_KEYS: step_o.op = expands ? OP_EXPAND : OP_MOVE;
        default: ;
      endcase
      if (writes) begin
        if (keys && of_128 && first) step_o.write = Portions'(2'b11);
        else if (keys) step_o.write = Portions'(key[0] ? 2'b10 : 2'b01);
        else if (op == OP_POP) step_o.write = Portions'(1) << step_q[2:0];
        else if (control_i.d == FILE_WIDE) step_o.write = '1;
        else step_o.write = Portions'(qd[0] ? 2'b10 : 2'b01);
      end
      step_o.push  = gives && !flush_i;
      step_o.read  = op == OP_LOAD && !last || op == OP_BIT && first;
      step_o.store = op == OP_STORE;
    end
    step_o.to = keys ? key[4:1] : control_i.d == FILE_BLOCK ? qd[4:1] : wd;
    step_o.wide = control_i.d == FILE_WIDE && op != OP_POP || keys && of_128 && first;
    step_o.inverse = control_i.inverse;
    step_o.last_round = cipher ? last : control_i.last_round;
    step_o.expand = expand;
    step_o.both = of_128 && first;
    step_o.constant = first ? 8'd1 : constant_q;
    step_o.count = last_i[3:0];
    step_o.place = first_i[4:0];
    step_o.address = word_i[8:0] + (op == OP_BIT ? first_i[13:5] :
        step_q[8:0] + (control_i.indexed ? {3'd0, index_i, 2'b00} : '0));
  end

  logic unused;
  assign unused = &{control_i, word_i, first_i};

endmodule
