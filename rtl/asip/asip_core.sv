// SPDX-License-Identifier: Apache-2.0
// The coprocessor asip behind a port for one access at a time; asip_obi and asip_apb put it on a bus.
// doc/asip.md says what it does, and has the rules of the pipeline.
//
//     F fetch   D decode   R operands, counters, interlocks   X one step of an instruction   W write
//
// access_i is there until answer_o says ready or error, which it does in the same cycle if it does not
// have to wait. An access that is not of a whole word has an odd offset. Words may also come and go
// as streams. A FIFO is not used from both sides in one cycle: the host comes first.
module asip_core
  import asip_pkg::*;
  import asip_tasks_pkg::*;
#(
    parameter bit AES = 1'b1,
    parameter bit ECC = 1'b1,
    parameter bit LONG_KEYS = 1'b1,  // AES-192 and AES-256
    parameter int unsigned DIGIT = 16,  // of the multiplier: 8, 16, 32, 64
    parameter int unsigned WIDTH = 256,  // of a wide register: 256, 384, 512, 640
    parameter int unsigned SQUARES = 7,  // the square networks
    parameter bit PROGRAM_RAM = 1'b0,
    parameter int unsigned WAIT_LIMIT = 63,
    parameter int unsigned WATCHDOG = 65535
) (
    input logic clk_i,
    input logic rst_ni,

    input access_t access_i,
    output answer_t answer_o,
    output logic irq_o,

    input logic in_valid_i,
    input logic [31:0] in_data_i,
    output logic in_ready_o,
    output logic out_valid_o,
    output logic [31:0] out_data_o,
    input logic out_ready_i,

    // For simulation: a step goes to stage X, with the place of its instruction.
    output logic   step_o,
    output place_t step_place_o
);

  if (DIGIT != 8 && DIGIT != 16 && DIGIT != 32 && DIGIT != 64) begin : gen_check_digit
    $fatal(1, "asip: DIGIT must be 8, 16, 32 or 64");
  end
  if (WIDTH != 256 && WIDTH != 384 && WIDTH != 512 && WIDTH != 640) begin : gen_check_width
    $fatal(1, "asip: WIDTH must be 256, 384, 512 or 640");
  end
  if (!AES && !ECC) begin : gen_check_parts
    $fatal(1, "asip: AES or ECC must be there");
  end
  if (WAIT_LIMIT < 1 || WATCHDOG < 1 || WATCHDOG > 65535) begin : gen_check_limits
    $fatal(1, "asip: WAIT_LIMIT must be 1 at least, and WATCHDOG 1 to 65535");
  end

  localparam int unsigned Count = WIDTH / 128;
  localparam int unsigned Bits = $clog2(WIDTH / DIGIT + 1);
  localparam int unsigned Exponent = $clog2(WIDTH + 1);

  // --------------------------------------------------------------------------------------------
  // The host's side

  logic host_push, host_pop, flush, issue, last, ending, take, raised, clean_fifos;
  logic start, fetch, stop, stop_all, running, cleaning, all, program_write;
  logic [4:0] cause;
  logic [9:0] entry, cleaned, program_place;
  logic [15:0] task_count;
  logic [ 7:0] task_flags;
  logic [3:0] in_level, out_level;
  logic r_valid;
  control_t r_control;
  logic [31:0] r_word;
  place_t place_q, place, next;
  block_t in_block, out_block;
  step_t step, x_q;

  asip_host #(
      .DIGIT(DIGIT),
      .WIDTH(WIDTH),
      .SQUARES(SQUARES),
      .AES(AES),
      .ECC(ECC),
      .LONG_KEYS(LONG_KEYS),
      .PROGRAM_RAM(PROGRAM_RAM),
      .WAIT_LIMIT(WAIT_LIMIT)
  ) u_host (
      .clk_i,
      .rst_ni,
      .access_i,
      .answer_o,
      .irq_o,
      .in_level_i(in_level),
      .out_level_i(out_level),
      .out_data_i(out_data_o),
      .push_o(host_push),
      .pop_o(host_pop),
      .flush_o(flush),
      .issue_i(issue),
      .ending_i(ending),
      .raised_i(raised),
      .cause_i(cause),
      .place_i(place),
      .start_o(start),
      .fetch_o(fetch),
      .entry_o(entry),
      .stop_o(stop),
      .stop_all_o(stop_all),
      .running_o(running),
      .cleaning_o(cleaning),
      .all_o(all),
      .cleaned_o(cleaned),
      .count_o(task_count),
      .flags_o(task_flags),
      .write_o(program_write),
      .write_place_o(program_place)
  );

  assign in_ready_o  = !in_level[3] && !host_push;
  assign out_valid_o = out_level != '0 && !host_pop;
  assign clean_fifos = flush || stop;

  asip_in u_in (
      .clk_i,
      .rst_ni,
      .clear_i(clean_fifos),
      .push_i (host_push || in_valid_i && in_ready_o),
      .data_i (host_push ? access_i.data : in_data_i),
      .take_i (take),
      .block_o(in_block),
      .level_o(in_level)
  );

  asip_out u_out (
      .clk_i,
      .rst_ni,
      .clear_i(clean_fifos),
      .push_i (x_q.push && running),
      .block_i(out_block),
      .pop_i  (host_pop || out_valid_o && out_ready_i),
      .data_o (out_data_o),
      .level_o(out_level)
  );

  // --------------------------------------------------------------------------------------------
  // F, D, R

  logic taken, overflow, wide_zero, field_bad_q, product_write;
  logic [15:0] counter_first, counter_last;
  logic [3:0] index, rounds, product_to;
  logic [5:0] networks;
  operands_t operands;
  logic [Bits-1:0] digits;
  logic [3:0][Exponent-1:0] exponents;

  asip_fetch #(
      .AES(AES),
      .ECC(ECC),
      .LONG_KEYS(LONG_KEYS),
      .PROGRAM_RAM(PROGRAM_RAM)
  ) u_fetch (
      .clk_i,
      .rst_ni,
      .fetch_i(fetch),
      .entry_i(entry),
      .start_i(start),
      .running_i(running),
      .jump_i(last && taken),
      .target_i(next),
      .stop_i(stop || ending),
      .r_free_i(!r_valid || last),
      .r_valid_o(r_valid),
      .r_word_o(r_word),
      .r_control_o(r_control),
      .write_i(program_write),
      .write_place_i(program_place),
      .write_word_i(access_i.data)
  );

  asip_counters u_counters (
      .clk_i,
      .clear_i(cleaning),
      .start_i(start),
      .do_i(last),
      .control_i(r_control),
      .word_i(r_word),
      .place_i(place_q),
      .task_count_i(task_count),
      .task_flags_i(task_flags),
      .degree_i(16'(exponents[0])),
      .rounds_i(rounds),
      .wide_zero_i(wide_zero),
      .taken_o(taken),
      .next_o(next),
      .overflow_o(overflow),
      .first_o(counter_first),
      .last_o(counter_last),
      .index_o(index)
  );

  assign place = last ? next : place_q;
  always_ff @(posedge clk_i) place_q <= start ? {1'b0, entry} : place;

  asip_issue #(
      .DIGIT(DIGIT),
      .WIDTH(WIDTH),
      .ECC(ECC),
      .WATCHDOG(WATCHDOG)
  ) u_issue (
      .clk_i,
      .rst_ni,
      .start_i(start),
      .stop_i(stop),
      .running_i(running),
      .r_valid_i(r_valid),
      .word_i(r_word),
      .control_i(r_control),
      .first_i(counter_first),
      .last_i(counter_last),
      .index_i(index),
      .overflow_i(overflow),
      .in_level_i(in_level),
      .out_level_i(out_level),
      .x_valid_i(x_q.valid),
      .x_push_i(x_q.push),
      .flush_i(clean_fifos),
      .digits_i(digits),
      .network_i(networks != '0),
      .field_bad_i(field_bad_q),
      .issue_o(issue),
      .last_o(last),
      .ending_o(ending),
      .take_o(take),
      .rounds_o(rounds),
      .operands_o(operands),
      .step_o(step),
      .product_o(product_write),
      .product_to_o(product_to),
      .raised_o(raised),
      .cause_o(cause),
      .clear_i(cleaning && all)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) x_q <= '0;
    else x_q <= step;
  end

  // --------------------------------------------------------------------------------------------
  // X

  logic [WIDTH-1:0] a, b, result, result_q, product, written;
  logic [31:0] memory_word;
  logic [ 1:0] rest_q;  // the two cycles behind a task, in which what passed through is cleared

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rest_q <= '0;
    else rest_q <= {rest_q[0], stop || ending};
  end

  asip_logic #(
      .DIGIT(DIGIT),
      .WIDTH(WIDTH),
      .SQUARES(SQUARES),
      .AES(AES),
      .ECC(ECC)
  ) u_logic (
      .clk_i,
      .x_i(x_q),
      .a_i(a),
      .b_i(b),
      .memory_i(memory_word),
      .networks_i(networks),
      .clear_i(cleaning || start),
      .wide_zero_o(wide_zero),
      .result_o(result),
      .out_o(out_block)
  );

  if (ECC) begin : gen_ecc
    logic [  WIDTH:0] p;
    logic [DIGIT-1:0] p_inverse;
    logic field_first_q, field_legal, field_busy, product_busy, product_done;

    gf_mont #(
        .DIGIT(DIGIT),
        .WIDTH(WIDTH)
    ) u_multiplier (
        .clk_i,
        .rst_ni,
        .start_i(x_q.op == OP_MULTIPLY || rest_q[1]),
        .a_i(a),
        .b_i(b),
        .digits_i(digits),
        .p_i(p),
        .p_inverse_i(p_inverse),
        .busy_o(product_busy),
        .done_o(product_done),
        .product_o(product)
    );

    gf_mont_field #(
        .DIGIT(DIGIT),
        .WIDTH(WIDTH)
    ) u_field (
        .clk_i,
        .rst_ni,
        .clear_i(cleaning && all),
        .load_i(x_q.op == OP_FIELD && field_first_q),
        .exponents_i(a[127:0]),
        .legal_o(field_legal),
        .busy_o(field_busy),
        .exponents_o(exponents),
        .digits_o(digits),
        .p_o(p),
        .p_inverse_o(p_inverse)
    );

    always_ff @(posedge clk_i) begin
      field_first_q <= !operands.from_before;
      if (x_q.op == OP_FIELD && field_first_q) field_bad_q <= !field_legal;
    end
    always_comb begin
      for (int unsigned i = 0; i < 6; i++) begin
        networks[i] = SQUARES[i];
        for (int unsigned j = 0; j < 4; j++) networks[i] &= 16'(exponents[j]) == NETWORKS[i][j];
      end
    end

    logic unused;
    assign unused = &{field_busy, product_busy, product_done};
  end else begin : gen_no_ecc
    assign {product, exponents, digits, networks, field_bad_q} = '0;
  end

  // --------------------------------------------------------------------------------------------
  // W. Behind an error, and the two steps that were on their way, it clears registers.

  logic [Count-1:0] w_write_q, write;
  logic [3:0] w_to_q, to;
  logic w_wide_q, clears;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) w_write_q <= '0;
    else w_write_q <= x_q.write[Count-1:0];
  end
  always_ff @(posedge clk_i) begin
    if (rest_q[1]) result_q <= '0;
    else if (x_q.valid) result_q <= result;
    {w_to_q, w_wide_q} <= {x_q.to, x_q.wide};
  end

  assign clears = cleaning && cleaned[9:4] == 6'd1 && (all || !cleaned[3]);

  always_comb begin
    write = w_write_q;
    to = w_to_q;
    written = result_q;
    if (!w_wide_q) for (int unsigned i = 1; i < Count; i++) written[128*i+:128] = result_q[127:0];
    if (product_write) {write, to, written} = {{Count{1'b1}}, product_to, product};
    if (clears) {write, to, written} = {{Count{1'b1}}, cleaned[3:0], WIDTH'(0)};
  end

  asip_operands #(
      .WIDTH(WIDTH)
  ) u_operands (
      .clk_i,
      .operands_i(operands),
      .number_i(r_word[15:0]),
      .in_i(in_block),
      .clear_i(rest_q[0]),
      .x_i(x_q),
      .result_i(result),
      .before_i(x_q.valid ? result : result_q),
      .write_i(write),
      .to_i(to),
      .data_i(written),
      .a_o(a),
      .b_o(b)
  );

  // --------------------------------------------------------------------------------------------
  // The data memory. Behind an error it is cleared, a word in a cycle, everything or what is secret.
  // No secret is at word 0: in the cycle of that word the step that was on its way may still store.

  logic [8:0] cleaned_word;
  logic wipe;

  assign cleaned_word = 9'(cleaned - 10'd1);
  always_comb begin
    wipe = all;
    for (int unsigned i = 0; i < SECRET_REGIONS; i++) begin
      wipe |= 32'(cleaned_word) >= SECRET_FIRST[i] &&
          32'(cleaned_word) < SECRET_FIRST[i] + SECRET_WORDS[i];
    end
    wipe &= cleaning;
  end

  asip_memory u_memory (
      .clk_i,
      .read_i(x_q.read || rest_q[1]),
      .write_i(wipe || x_q.store),
      .address_i(wipe ? cleaned_word : rest_q[1] ? '0 : x_q.address),
      .data_i(wipe ? '0 : a[31:0]),
      .data_o(memory_word)
  );

  assign step_o = issue;
  assign step_place_o = place_q;

  logic unused;
  assign unused = &{stop_all, exponents};

endmodule
