// SPDX-License-Identifier: Apache-2.0
// The counters c0 to c3, the index X, their flags C and Z, the return stack, and branches. All this
// happens in stage R. Only the flag W comes from stage X.
//
// do_i: the instruction in stage R goes to stage X at the end of this cycle, and is no error. The
// next instruction is at next_o; if taken_o, it is not the one behind.
module asip_counters
  import asip_pkg::*;
(
    input logic clk_i,

    input logic clear_i,  // everything
    input logic start_i,  // everything but the counters
    input logic do_i,
    input control_t control_i,
    input logic [31:0] word_i,
    input place_t place_i,  // of the instruction

    input logic [15:0] task_count_i,
    input logic [ 7:0] task_flags_i,
    input logic [15:0] degree_i,
    input logic [ 3:0] rounds_i,
    input logic        wide_zero_i,

    output logic taken_o,
    output place_t next_o,
    output logic overflow_o,  // a call or return that the stack cannot serve
    output logic [15:0] first_o,  // the counter that is an instruction's first operand
    output logic [15:0] last_o,  // ... its last one
    output logic [3:0] index_o
);

  logic [3:0][15:0] c_q;
  logic [3:0] index_q, index;
  logic carry_q, zero_q;
  place_t stack_q[4];
  logic [2:0] depth_q;

  logic [1:0] number;
  logic [15:0] now, new_c, argument;
  logic [15:0] imm;
  logic write, taken, set_zero, zero;
  place_t behind;

  assign number = word_i[24:23];
  assign now = c_q[number];
  assign imm = word_i[15:0];
  assign first_o = now;
  assign last_o = c_q[word_i[15:14]];
  assign index_o = index_q;
  assign behind = place_i + 1'b1;

  always_comb begin
    unique case (word_i[1:0])
      2'd0: argument = task_count_i;
      2'd1: argument = degree_i;
      2'd2: argument = {degree_i[14:0], 1'b0} - 1'b1;
      default: argument = 16'(rounds_i);
    endcase
  end

  always_comb begin
    index = 4'd15;
    for (int unsigned i = 15; i > 0; i--) if (now[i-1]) index = 4'(i - 1);
  end

  always_comb begin
    new_c = imm;
    write = 1'b1;
    set_zero = 1'b1;
    unique case (control_i.counter)
      COUNTER_LOAD: set_zero = 1'b0;
      COUNTER_ARGUMENT: new_c = argument;
      COUNTER_ADD: new_c = now + imm;
      COUNTER_SHIFT: new_c = {now[14:0], 1'b0};
      COUNTER_FLAGS, COUNTER_INDEX: write = 1'b0;
      default: begin
        new_c = now - 1'b1;
        write = control_i.branch == BRANCH_LOOP;
        set_zero = 1'b0;
      end
    endcase
    unique case (control_i.counter)
      COUNTER_FLAGS: zero = (task_flags_i & word_i[7:0]) == '0;
      COUNTER_INDEX: zero = !index[3];
      default: zero = new_c == '0;
    endcase
  end

  always_comb begin
    next_o = {1'b0, word_i[9:0]};
    unique case (control_i.branch)
      BRANCH_JUMP, BRANCH_CALL: taken = 1'b1;
      BRANCH_RETURN: begin
        taken  = 1'b1;
        next_o = stack_q[2'(depth_q-1'b1)];
      end
      BRANCH_LOOP: taken = now != 16'd1;
      BRANCH_W: taken = wide_zero_i;
      BRANCH_NOT_W: taken = !wide_zero_i;
      BRANCH_Z: taken = zero_q;
      BRANCH_NOT_Z: taken = !zero_q;
      BRANCH_C: taken = carry_q;
      BRANCH_NOT_C: taken = !carry_q;
      default: taken = 1'b0;
    endcase
    if (!taken) next_o = behind;
  end
  assign taken_o = taken;
  assign overflow_o = control_i.branch == BRANCH_CALL && depth_q == 3'd4 ||
                      control_i.branch == BRANCH_RETURN && depth_q == 3'd0;

  always_ff @(posedge clk_i) begin
    if (clear_i || start_i) {index_q, carry_q, zero_q, depth_q} <= '0;
    else if (do_i) begin
      if (set_zero) zero_q <= zero;
      if (control_i.counter == COUNTER_SHIFT) carry_q <= now[15];
      if (control_i.counter == COUNTER_INDEX) index_q <= index;
      if (control_i.branch == BRANCH_CALL) depth_q <= depth_q + 1'b1;
      if (control_i.branch == BRANCH_RETURN) depth_q <= depth_q - 1'b1;
    end
    if (clear_i) c_q <= '0;
    else if (do_i && write) c_q[number] <= new_c;
    if (do_i && control_i.branch == BRANCH_CALL) stack_q[depth_q[1:0]] <= behind;
  end

  logic unused;
  assign unused = &{control_i, word_i};

endmodule
