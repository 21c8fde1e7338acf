// SPDX-License-Identifier: Apache-2.0
// The host's side with any host and any program, and a record beside it of what the manual says: registers, FIFO
// windows, starts, errors, cleaning. All outputs are compared in every cycle. What happens in one cycle happens in the
// manual's order: the end of the task, an error of the program, an error of the access, what the access writes.
module asip_host_harness
  import asip_isa_pkg::*;
  import asip_tasks_pkg::*;
  import asip_pkg::*;
#(
    parameter bit PROGRAM_RAM = 1'b0,
    parameter bit LONG_KEYS = 1'b1,
    parameter int unsigned WAIT_LIMIT = 63
) (
    input logic clk_i,
    input logic rst_ni,

    input logic valid_i,
    input logic write_i,
    input logic [13:0] offset_i,
    input logic [31:0] data_i,
    input logic [3:0] in_level_i,
    input logic [3:0] out_level_i,
    input logic [31:0] out_data_i,
    input logic issue_i,
    input logic ending_i,
    input logic raised_i,
    input logic [4:0] cause_i,
    input logic [10:0] place_i,

    output logic assume_o,
    output logic holds_o,
    output logic wrong_answer_o,  // the answer to an access
    output logic wrong_word_o,  // a word goes into or out of a FIFO without its access, or not with it
    output logic wrong_task_o,  // a task starts, runs, ends or is refused against the manual
    output logic wrong_clean_o,  // so does cleaning
    output logic wrong_program_o,  // a write of the program
    output logic wrong_interrupt_o
);

  localparam int unsigned Width = 256;

  answer_t answer;
  logic irq, push, pop, flush, start, fetch, stop, stop_all, running, cleaning, all, program_write;
  logic [9:0] entry, cleaned, program_place;
  logic [15:0] count;
  logic [7:0] flags;

  asip_host #(
      .PROGRAM_RAM(PROGRAM_RAM),
      .LONG_KEYS(LONG_KEYS),
      .WAIT_LIMIT(WAIT_LIMIT)
  ) dut (
      .clk_i,
      .rst_ni,
      .access_i('{valid: valid_i, write: write_i, offset: offset_i, data: data_i}),
      .answer_o(answer),
      .irq_o(irq),
      .in_level_i,
      .out_level_i,
      .out_data_i,
      .push_o(push),
      .pop_o(pop),
      .flush_o(flush),
      .issue_i,
      .ending_i,
      .raised_i,
      .cause_i,
      .place_i,
      .start_o(start),
      .fetch_o(fetch),
      .entry_o(entry),
      .stop_o(stop),
      .stop_all_o(stop_all),
      .running_o(running),
      .cleaning_o(cleaning),
      .all_o(all),
      .cleaned_o(cleaned),
      .count_o(count),
      .flags_o(flags),
      .write_o(program_write),
      .write_place_o(program_place)
  );

  // --------------------------------------------------------------------------------------------
  // The record

  typedef enum logic [1:0] {
    AT_REST,
    AT_WORK,
    CLEANS
  } phase_e;

  typedef struct packed {
    phase_e phase;
    logic [9:0] cycles;  // of cleaning
    logic everything;  // is cleaned
    logic asked;  // by the task zeroise
    logic [2:0] valid;
    logic done, failed;
    logic [4:0] code;
    logic [1:0] irq;
    logic [3:0] enable;
    logic [31:0] task_word;
    logic [10:0] where;
    logic [31:0] elapsed, taken;
    logic [9:0] address;
    logic [15:0] waited;
  } record_t;

  record_t q, d;
  task_t old, wanted;
  logic [31:0] at, value;
  logic whole, reads, writes, to_in, from_out, waits, late, error, gone, starts, wipes, empties;
  logic [4:0] why;
  logic [1:0] levels;

  assign at = 32'h40010000 + 32'(offset_i);
  assign old = TASK_TABLE[q.task_word[5:0]];
  assign wanted = TASK_TABLE[data_i[5:0]];
  assign whole = offset_i[1:0] == '0;
  assign to_in = valid_i & write_i & whole & at >= DATA_IN_ADDR & at < DATA_IN_ADDR + 32'h1000;
  assign from_out = valid_i & ~write_i & whole & at >= DATA_OUT_ADDR & at < DATA_OUT_ADDR + 32'h1000;
  assign waits = to_in & in_level_i >= 4'd8 | from_out & out_level_i == '0;
  assign late = waits & q.waited == 16'(WAIT_LIMIT);
  assign levels = {out_level_i >= 4'd4, in_level_i <= 4'd4};

  logic register, free;
  assign free = PROGRAM_RAM & q.phase == AT_REST;
  always_comb begin
    value = '0;
    register = 1'b1;
    case (at)
      TASK_ADDR: value = q.task_word;
      STATUS_ADDR:
      value = {8'd0, out_level_i, in_level_i, 3'd0, q.code, 1'b0, q.valid, 1'b0, q.failed, q.done,
               q.phase != AT_REST};
      CONTROL_ADDR: register = write_i;
      IRQ_ADDR: value = 32'({levels, q.irq});
      IRQ_ENABLE_ADDR: value = 32'(q.enable);
      TASK_CYCLES_ADDR: {register, value} = {~write_i, q.taken};
      WHERE_ADDR: {register, value} = {~write_i, 32'(q.where)};
      INFO_ADDR: {register, value} = {~write_i, 5'd0, PROGRAM_RAM, 2'b11, 2'd0, 6'd7, 4'd2, 4'd4, 8'd1};
      PROGRAM_ADDRESS_ADDR: {register, value} = {free, 32'(q.address)};
      PROGRAM_DATA_ADDR: register = write_i & free;
      default: register = 1'b0;
    endcase
    if (at == STATUS_ADDR) register = ~write_i;
  end
  assign reads = valid_i & ~write_i & register;
  assign writes = valid_i & write_i & register;

  function automatic logic [4:0] refusal(logic [31:0] word, task_t t, logic [2:0] valid);
    if (word[15:14] != '0 | 32'(word[5:0]) >= TASKS | (t.uses[USES_LONG_KEYS] & ~LONG_KEYS)) return CAUSE_UNKNOWN_TASK;
    if (t.needs[VALID_KEY] & ~valid[VALID_KEY]) return CAUSE_NO_KEY;
    if (t.needs[VALID_CURVE] & ~valid[VALID_CURVE]) return CAUSE_NO_FIELD;
    if (t.needs[VALID_SESSION] & ~valid[VALID_SESSION]) return CAUSE_NO_SESSION;
    case (t.count)
      COUNT_POSITIVE: return word[31:16] == '0 ? CAUSE_BAD_COUNT : '0;
      COUNT_WIDTH: return word[31:16] == '0 | word[31:16] > 16'(Width) ? CAUSE_BAD_COUNT : '0;
      COUNT_BYTES: return word[31:16] == '0 | word[31:16] > 16'd15 ? CAUSE_BAD_COUNT : '0;
      default: return '0;
    endcase
  endfunction

  always_comb begin
    d = q;
    {error, gone, starts, wipes, empties, why} = '0;
    d.waited = waits & ~late ? q.waited + 16'd1 : '0;
    if (q.phase == AT_WORK) d.elapsed = q.elapsed + 32'd1;
    if (issue_i) d.taken = q.elapsed + 32'd1;
    if (writes & at == IRQ_ADDR) d.irq = q.irq & ~data_i[1:0];
    if (writes & at == IRQ_ENABLE_ADDR) d.enable = data_i[3:0];
    if (writes & at == PROGRAM_ADDRESS_ADDR) d.address = data_i[9:0];
    if (writes & at == PROGRAM_DATA_ADDR) d.address = q.address + 10'd1;
    if (q.phase == CLEANS) d.cycles = q.cycles + 10'd1;

    // The end of the task.
    if (ending_i) begin
      {d.phase, d.done, d.irq[0]} = {AT_REST, 2'b11};
      d.valid = q.valid | old.sets;
    end
    // Its error, and that of the access.
    if (raised_i) {error, gone, why} = {2'b11, cause_i};
    if (late) {error, gone, why} = {1'b1, d.phase == AT_WORK, to_in ? CAUSE_OVERRUN : CAUSE_UNDERRUN};
    // What the access writes.
    if (writes & at == TASK_ADDR) begin
      if (d.phase != AT_REST) {error, why} = {1'b1, CAUSE_BUSY};
      else begin
        {d.done, d.failed, d.code} = '0;
        d.task_word = data_i;
        d.task_word[15:14] = '0;
        if (data_i[5:0] == '0 & data_i[15:14] == '0) {wipes, d.asked} = 2'b11;
        else if (refusal(data_i, wanted, d.valid) != '0) {error, why} = {1'b1, refusal(data_i, wanted, d.valid)};
        else begin
          starts = 1'b1;
          d.phase = AT_WORK;
          d.valid = d.valid & ~wanted.clears & ~wanted.sets;
          {d.elapsed, d.taken} = {32'd1, 32'd0};
        end
      end
    end
    if (writes & at == CONTROL_ADDR) begin
      empties = data_i[2];
      if ((data_i[0] | data_i[1]) & d.phase == AT_WORK & ~gone) {error, gone, why} = {2'b11, CAUSE_ABORTED};
      if (data_i[1]) wipes = 1'b1;
    end
    if (error) {d.failed, d.code, d.irq[1]} = {1'b1, why, 1'b1};
    if (gone) d.where = place_i;
    if (gone | wipes) begin
      {d.phase, d.cycles, d.everything} = {CLEANS, 10'd1, wipes};
      d.valid[VALID_SESSION] = 1'b0;
      if (wipes) d.valid = '0;
    end else if (q.phase == CLEANS & q.cycles == 10'd512) begin
      d.phase = AT_REST;
      if (q.asked) {d.done, d.irq[0]} = 2'b11;
      d.asked = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      q <= '0;
      q.phase <= CLEANS;
      q.everything <= 1'b1;
    end else q <= d;
  end

  // --------------------------------------------------------------------------------------------
  // The verdict

  assign assume_o = rst_ni & in_level_i <= 4'd8 & out_level_i <= 4'd8 & (~(ending_i | raised_i) | q.phase == AT_WORK) &
      ~(ending_i & raised_i);

  logic ready;
  assign ready = reads | writes | (to_in | from_out) & ~waits;
  assign wrong_answer_o = answer.ready != ready | answer.error != (valid_i & ~ready & (~waits | late)) |
      answer.ready & ~write_i & answer.data != (from_out ? out_data_i : value);
  assign wrong_word_o = push != (to_in & ~waits) | pop != (from_out & ~waits) | flush != empties;
  assign wrong_task_o = start != starts | starts & (~fetch | entry != wanted.entry) | running != (q.phase == AT_WORK) |
      stop != (gone | wipes) | running & (count != q.task_word[31:16] | flags != q.task_word[13:6]);
  assign wrong_clean_o = cleaning != (q.phase == CLEANS) | cleaning & (all != q.everything | cleaned != q.cycles) |
      stop_all != wipes | cleaning & q.cycles > 10'd512;
  assign wrong_program_o = program_write != (writes & at == PROGRAM_DATA_ADDR) |
      program_write & program_place != q.address | program_write & ~PROGRAM_RAM;
  assign wrong_interrupt_o = irq != (({levels, q.irq} & q.enable) != '0);

  // The invariant: the record agrees with the registers.
  assign holds_o = dut.state_q == q.phase & q.phase != 2'd3 & dut.cleaned_q == q.cycles & q.cycles <= 10'd513 &
      (q.phase != CLEANS | q.cycles <= 10'd512) & dut.all_q == q.everything & dut.zeroising_q == q.asked &
      (~q.asked | q.phase == CLEANS) & dut.valid_q == q.valid & dut.done_q == q.done & dut.failed_q == q.failed &
      dut.code_q == q.code & dut.irq_q == q.irq & dut.enable_q == q.enable & q.task_word[15:14] == '0 &
      dut.task_q == {q.task_word[31:16], q.task_word[13:0]} & (q.phase != AT_WORK | 32'(q.task_word[5:0]) < TASKS) &
      dut.where_q == q.where & dut.elapsed_q == q.elapsed & dut.cycles_q == q.taken & dut.program_q == q.address &
      16'(dut.waited_q) == q.waited & q.waited <= 16'(WAIT_LIMIT);

endmodule
