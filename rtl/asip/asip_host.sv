// SPDX-License-Identifier: Apache-2.0
// The host's side: registers, start and end of tasks, errors. isa/asip/soc.yaml has the registers.
//
// An access is answered in its cycle, but that of a full IN or an empty OUT, which waits up to
// WAIT_LIMIT cycles. What happens in one cycle happens in this order: the end of the task, an error
// of the program, an error of the access, what the access writes.
module asip_host
  import asip_pkg::*;
  import asip_isa_pkg::*;
  import asip_tasks_pkg::*;
#(
    parameter int unsigned DIGIT = 16,
    parameter int unsigned WIDTH = 256,
    parameter int unsigned SQUARES = 7,
    parameter bit AES = 1'b1,
    parameter bit ECC = 1'b1,
    parameter bit LONG_KEYS = 1'b1,
    parameter bit PROGRAM_RAM = 1'b0,
    parameter int unsigned WAIT_LIMIT = 63
) (
    input logic clk_i,
    input logic rst_ni,

    input access_t access_i,
    output answer_t answer_o,
    output logic irq_o,

    input logic [3:0] in_level_i,
    input logic [3:0] out_level_i,
    input logic [31:0] out_data_i,
    output logic push_o,  // the word of the access into IN
    output logic pop_o,  // ... out of OUT
    output logic flush_o,  // empties both

    input logic issue_i,
    input logic ending_i,     // the task ends
    input logic raised_i,
    input logic [4:0] cause_i,
    input place_t place_i,  // of the next instruction, after this cycle

    output logic start_o,  // of a task, at the end of this cycle
    output logic fetch_o,  // an instruction for it may be read
    output logic [9:0] entry_o,
    output logic stop_o,  // by an error, or to clear everything, at the end of this cycle
    output logic stop_all_o,
    output logic running_o,
    output logic cleaning_o,
    output logic all_o,  // ... everything
    output logic [9:0] cleaned_o,  // cycles of cleaning
    output logic [15:0] count_o,
    output logic [7:0] flags_o,

    output logic write_o,  // of the program
    output logic [9:0] write_place_o
);

  localparam logic [13:0] Task = 14'(TASK_ADDR - TASK_ADDR);
  localparam logic [13:0] Status = 14'(STATUS_ADDR - TASK_ADDR);
  localparam logic [13:0] Control = 14'(CONTROL_ADDR - TASK_ADDR);
  localparam logic [13:0] Irq = 14'(IRQ_ADDR - TASK_ADDR);
  localparam logic [13:0] IrqEnable = 14'(IRQ_ENABLE_ADDR - TASK_ADDR);
  localparam logic [13:0] TaskCycles = 14'(TASK_CYCLES_ADDR - TASK_ADDR);
  localparam logic [13:0] Where = 14'(WHERE_ADDR - TASK_ADDR);
  localparam logic [13:0] Info = 14'(INFO_ADDR - TASK_ADDR);
  localparam logic [13:0] ProgramAddress = 14'(PROGRAM_ADDRESS_ADDR - TASK_ADDR);
  localparam logic [13:0] ProgramData = 14'(PROGRAM_DATA_ADDR - TASK_ADDR);
  localparam logic [1:0] DataIn = 2'(14'(DATA_IN_ADDR - TASK_ADDR) >> 12);
  localparam logic [1:0] DataOut = 2'(14'(DATA_OUT_ADDR - TASK_ADDR) >> 12);

  localparam logic [31:0] About = {
    5'd0, PROGRAM_RAM, ECC, AES, 2'd0, 6'(SQUARES), 4'(WIDTH / 128), 4'($clog2(DIGIT)), 8'd1
  };
  localparam logic [2:0] Parts = 3'(AES) << USES_AES | 3'(ECC) << USES_ECC |
      3'(LONG_KEYS) << USES_LONG_KEYS;

  typedef enum logic [1:0] {
    IDLE,
    RUNNING,
    CLEANING
  } state_e;

  state_e state_q, state_d;
  logic [9:0] cleaned_q, cleaned_d;
  logic all_q, all_d, zeroising_q, zeroising_d, done_q, done_d, failed_q, failed_d;
  logic [4:0] code_q, code_d;
  logic [2:0] valid_q, valid_d;
  logic [1:0] irq_q, irq_d, levels;
  logic [3:0] enable_q;
  logic [29:0] task_q;  // without the reserved bits
  place_t where_q;
  logic [31:0] elapsed_q, cycles_q;
  logic [9:0] program_q;

  // --------------------------------------------------------------------------------------------
  // The access

  localparam int unsigned WaitBits = $clog2(WAIT_LIMIT + 1);

  logic [WaitBits-1:0] waited_q;
  logic to_in, to_out, blocked, expired, overdue, readable, writable, reads, write, idle, programs;
  logic [31:0] status, value;
  logic [13:0] at;

  assign at = access_i.offset;
  assign idle = state_q == IDLE;
  assign programs = PROGRAM_RAM && idle;
  assign levels = {out_level_i >= 4'd4, in_level_i <= 4'd4};
  assign status = {
    8'd0, out_level_i, in_level_i, 3'd0, code_q, 1'b0, valid_q, 1'b0, failed_q, done_q, !idle
  };

  always_comb begin
    readable = 1'b1;
    unique case (at)
      Task: value = {task_q[29:14], 2'd0, task_q[13:0]};
      Status: value = status;
      Irq: value = 32'({levels, irq_q});
      IrqEnable: value = 32'(enable_q);
      TaskCycles: value = cycles_q;
      Where: value = 32'(where_q);
      Info: value = About;
      ProgramAddress: {readable, value} = {programs, 32'(program_q)};
      default: {readable, value} = '0;
    endcase
    unique case (at)
      Task, Control, Irq, IrqEnable: writable = 1'b1;
      ProgramAddress, ProgramData: writable = programs;
      default: writable = 1'b0;
    endcase
  end

  assign to_in = access_i.valid && access_i.write && at[13:12] == DataIn && at[1:0] == '0;
  assign to_out = access_i.valid && !access_i.write && at[13:12] == DataOut && at[1:0] == '0;
  assign blocked = to_in && in_level_i[3] || to_out && out_level_i == '0;
  assign expired = waited_q == WaitBits'(WAIT_LIMIT);
  assign overdue = blocked && expired;
  assign push_o = to_in && !blocked;
  assign pop_o = to_out && !blocked;
  assign reads = access_i.valid && !access_i.write && readable && at[1:0] == '0;
  assign write = access_i.valid && access_i.write && writable && at[1:0] == '0;
  assign answer_o.ready = push_o || pop_o || reads || write;
  assign answer_o.error = access_i.valid && !answer_o.ready && (!blocked || expired);
  assign answer_o.data = pop_o ? out_data_i : reads ? value : '0;
  assign irq_o = ({levels, irq_q} & enable_q) != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waited_q <= '0;
    else waited_q <= blocked && !expired ? waited_q + 1'b1 : '0;
  end

  // --------------------------------------------------------------------------------------------
  // Start of a task

  task_t wanted;
  logic [5:0] number;
  logic [15:0] most;
  logic [2:0] missing;
  logic unknown, starts;
  logic [4:0] refusal;

  assign number = access_i.data[5:0];
  assign wanted = TASK_TABLE[number];
  assign entry_o = wanted.entry;
  assign unknown = access_i.data[15:14] != '0 || 32'(number) >= TASKS ||
      (wanted.uses & ~Parts) != '0;
  assign missing = wanted.needs & ~(valid_q | (ending_i ? TASK_TABLE[task_q[5:0]].sets : '0));

  always_comb begin
    unique case (wanted.count)
      COUNT_WIDTH: most = 16'(WIDTH);
      COUNT_BYTES: most = 16'd15;
      default: most = '1;
    endcase
    refusal = '0;
    if (wanted.count != COUNT_FREE && (access_i.data[31:16] == '0 || access_i.data[31:16] > most))
      refusal = CAUSE_BAD_COUNT;
    if (missing[VALID_SESSION]) refusal = CAUSE_NO_SESSION;
    if (missing[VALID_CURVE]) refusal = CAUSE_NO_FIELD;
    if (missing[VALID_KEY]) refusal = CAUSE_NO_KEY;
    if (unknown) refusal = CAUSE_UNKNOWN_TASK;
  end

  // --------------------------------------------------------------------------------------------
  // What happens in a cycle

  logic abort, zeroise, fails, busy;
  logic [4:0] code;

  assign busy = !idle && !ending_i;

  always_comb begin
    {state_d, valid_d, irq_d, done_d, failed_d, code_d} = {
      state_q, valid_q, irq_q, done_q, failed_q, code_q
    };
    {all_d, zeroising_d, starts, abort, zeroise, flush_o, fails, code} = '0;
    cleaned_d = cleaned_q + 10'(state_q == CLEANING);
    all_d = all_q;
    zeroising_d = zeroising_q;
    if (write && at == Irq) irq_d &= ~access_i.data[1:0];  // what happens now comes after it

    if (ending_i) begin
      state_d  = IDLE;
      done_d   = 1'b1;
      irq_d[0] = 1'b1;
      valid_d |= TASK_TABLE[task_q[5:0]].sets;
    end
    if (raised_i) {fails, abort, code} = {2'b11, cause_i};
    if (overdue) {fails, abort, code} = {2'b11, to_in ? CAUSE_OVERRUN : CAUSE_UNDERRUN};
    if (write && at == Task) begin
      if (busy) {fails, code} = {1'b1, CAUSE_BUSY};
      else begin
        {done_d, failed_d, code_d} = '0;
        if (number == '0 && access_i.data[15:14] == '0) {zeroise, zeroising_d} = 2'b11;
        else if (refusal != '0) {fails, code} = {1'b1, refusal};
        else begin
          starts  = 1'b1;
          state_d = RUNNING;
          valid_d &= ~(wanted.clears | wanted.sets);
        end
      end
    end
    if (write && at == Control) begin
      flush_o = access_i.data[2];
      if (access_i.data[1:0] != '0 && state_d == RUNNING && !abort)
        {fails, abort, code} = {2'b11, CAUSE_ABORTED};
      zeroise = access_i.data[1];
    end
    if (fails) begin
      {failed_d, code_d} = {1'b1, code};
      irq_d[1] = 1'b1;
    end
    abort = abort && state_d == RUNNING && !starts;
    if (abort || zeroise) begin
      state_d = CLEANING;
      {cleaned_d, all_d} = {10'd1, zeroise};
      valid_d[VALID_SESSION] = 1'b0;
      if (zeroise) valid_d = '0;
    end else if (state_q == CLEANING && cleaned_q == 10'(MEMORY_WORDS)) begin
      state_d = IDLE;
      zeroising_d = 1'b0;
      if (zeroising_q) {done_d, irq_d[0]} = 2'b11;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= CLEANING;
      all_q <= 1'b1;
      {cleaned_q, zeroising_q, done_q, failed_q, code_q, valid_q, irq_q, enable_q, task_q} <= '0;
      {where_q, elapsed_q, cycles_q, program_q} <= '0;
    end else begin
      state_q <= state_d;
      {cleaned_q, all_q, zeroising_q} <= {cleaned_d, all_d, zeroising_d};
      {done_q, failed_q, code_q, valid_q, irq_q} <= {done_d, failed_d, code_d, valid_d, irq_d};
      if (write && at == IrqEnable) enable_q <= access_i.data[3:0];
      if (write && at == Task && !busy) task_q <= {access_i.data[31:16], access_i.data[13:0]};
      if (abort) where_q <= place_i;
      if (state_q == RUNNING) elapsed_q <= elapsed_q + 1'b1;
      if (issue_i) cycles_q <= elapsed_q + 1'b1;
      if (starts) {elapsed_q, cycles_q} <= {32'd1, 32'd0};
      if (write && at == ProgramAddress) program_q <= access_i.data[9:0];
      else if (write_o) program_q <= program_q + 1'b1;
    end
  end

  assign start_o = starts;
  assign fetch_o = write && at == Task && !busy;
  assign stop_o = abort || zeroise;
  assign stop_all_o = zeroise;
  assign running_o = state_q == RUNNING;
  assign cleaning_o = state_q == CLEANING;
  assign all_o = all_q;
  assign cleaned_o = cleaned_q;
  assign count_o = task_q[29:14];
  assign flags_o = task_q[13:6];
  assign write_o = write && at == ProgramData;
  assign write_place_o = program_q;

endmodule
