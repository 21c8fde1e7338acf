// SPDX-License-Identifier: Apache-2.0
// Billie: an accelerator for one binary field, GF(2)[x] modulo x^M + x^TERM1 + x^TERM2 + x^TERM3 + 1,
// or the trinomial x^M + x^TERM1 + 1 (TERM2 = TERM3 = 0). It has 16 registers and takes commands.
//
//   queue -> dispatch -> stations of multiplier, squarer, mover -> result -> registers, stations
//
// Commands are dispatched in order, one in a cycle, if a station of their unit is free. There they
// get their operands, or the tags of the results that they wait for; the registers that they write
// get their own tags. A unit starts the oldest command that has its operands. There is one result in
// a cycle, which goes to every station and register that waits for it. The multiplier goes first, so
// it never waits; it gives a result in every C-th cycle at most, so that the others do not starve.
//
// An unassigned command, and gsqr without squarings, wait until all before them have ended. So an
// error at the dispatch, like one of the mover, comes behind every load and store before it.
//
// A command that waits for a result which no unit will give is an error, too. No program leads there,
// but a flipped bit of a tag does: it costs the command, and nothing hangs.
//
// command_pkg describes both ports. RAM_BASE and RAM_SIZE say where slots and tables may lie. There,
// software must not touch what a command in the queue names. Parameters:
//   M, TERM1, TERM2, TERM3  the field; M is 64 to 575
//   D                       bits of a factor that the multiplier takes in a cycle, 1 to 32
//   DEPTH                   commands that the queue holds, 2 to 31
//   GATED                   registers, stations, multiplier and queue have a clock only when they change
module billie_accelerator
  import command_pkg::*;
  import billie_isa_pkg::*;
  import billie_pkg::*;
#(
    parameter int unsigned M = 233,
    parameter int unsigned TERM1 = 74,
    parameter int unsigned TERM2 = 0,
    parameter int unsigned TERM3 = 0,
    parameter int unsigned D = 8,
    parameter int unsigned DEPTH = 8,
    parameter bit GATED = 1'b0,
    parameter logic [31:0] RAM_BASE = 32'h80000000,
    parameter int unsigned RAM_SIZE = 32'h100000
) (
    input logic clk_i,
    input logic rst_ni,

    input  port_req_t port_i,
    output port_rsp_t port_o,

    output memory_req_t mem_o,
    input  memory_rsp_t mem_i,

    // For simulation: the multiplier, the squarer, the mover has ended a command.
    output logic [2:0] completed_o
);

  if (2 * TERM1 > M) begin : gen_check
    $fatal(1, "billie_accelerator: TERM1 must be at most half of M");
  end

  localparam int unsigned Words = (M + 31) / 32;

  // --------------------------------------------------------------------------------------------
  // Control registers and queue

  logic [4:0] stride, level;
  logic [31:0] base, table_address;
  logic [6:0] count, index;
  logic flag, failed, idle, fail, move_fail, index_we, flag_we, flag_value;
  logic [3:0] move_error, error;
  command_t pushed, head;
  command_t [Units-1:0] start_command;
  logic push, pop, head_valid, queued_write;
  logic queue_clk;

  assign queued_write = Registers.queued[port_i.op[3:0]];
  assign push = port_i.valid & ~failed &
      (port_i.kind == PORT_COMMAND | (port_i.kind == PORT_WRITE & queued_write));

  billie_decode u_decode (
      .port_i,
      .command_o(pushed)
  );

  command_queue #(
      .DEPTH(DEPTH),
      .WIDTH($bits(command_t))
  ) u_queue (
      .clk_i(queue_clk),
      .rst_ni,
      .clear_i(fail),
      .push_i(push),
      .command_i(pushed),
      .pop_i(pop),
      .valid_o(head_valid),
      .command_o(head),
      .room_o(port_o.room),
      .room2_o(port_o.room2),
      .level_o(level)
  );

  billie_registers #(
      .M(M),
      .D(D),
      .DEPTH(DEPTH),
      .WORDS(Words)
  ) u_registers (
      .clk_i,
      .rst_ni,
      .write_i(port_i.valid & port_i.kind == PORT_WRITE & ~queued_write),
      .number_i(port_i.op[3:0]),
      .data_i(port_i.data),
      .data_o(port_o.data),
      .idle_i(idle),
      .level_i(level),
      .fail_i(fail),
      .fail_error_i(error),
      .index_we_i(index_we),
      .index_i(start_command[UNIT_MOVER].number[6:0]),
      .flag_we_i(flag_we),
      .flag_i(flag_value),
      .failed_o(failed),
      .stride_o(stride),
      .base_o(base),
      .table_o(table_address),
      .count_o(count),
      .index_o(index),
      .flag_o(flag)
  );

  // --------------------------------------------------------------------------------------------
  // Clocks

  logic file_clk, multiplier_clk, result;
  logic [Units-1:0] station_clk, empty, busy, put, start, take;
  logic [1:0] claim;  // registers that get another writer

  if (GATED) begin : gen_gates
    clock_gate u_queue_gate (
        .clk_i,
        .enable_i(push | pop | fail),
        .clk_o(queue_clk)
    );
    clock_gate u_file_gate (
        .clk_i,
        .enable_i(result | claim != '0 | fail),
        .clk_o(file_clk)
    );
    clock_gate u_multiplier_gate (
        .clk_i,
        .enable_i(start[UNIT_MULTIPLIER] | busy[UNIT_MULTIPLIER]),
        .clk_o(multiplier_clk)
    );
    for (genvar i = 0; i < int'(Units); i++) begin : gen_station_gate
      // A station that waits for a result may change with each.
      clock_gate u_gate (
          .clk_i,
          .enable_i(put[i] | take[i] | fail | (result & ~empty[i])),
          .clk_o(station_clk[i])
      );
    end
  end else begin : gen_no_gates
    assign {queue_clk, file_clk, multiplier_clk} = {3{clk_i}};
    assign station_clk = {Units{clk_i}};
  end

  // --------------------------------------------------------------------------------------------
  // Dispatch

  logic [Units-1:0] free;
  id_t [Units-1:0] new_id;
  unit_e unit;
  logic illegal, dispatch;
  logic [1:0] reads, waits;
  tag_t [1:0] tag;
  tag_t [1:0] new_tag;
  logic [1:0][M-1:0] value;

  assign unit = unit_of(head.command);
  assign illegal = head.command inside {G_ILLEGAL, G_NO_SQUARING};
  assign dispatch = head_valid & ~illegal & (head.command == G_NOP | free[unit]);
  assign pop = dispatch;
  assign new_tag[0] = '{unit: unit, id: new_id[unit], second: 1'b0};
  assign new_tag[1] = '{unit: unit, id: new_id[unit], second: 1'b1};
  assign reads = {reads_other(head.command), reads_first(head.command)};
  always_comb begin
    put = '0;
    put[unit] = dispatch & head.command != G_NOP;
    claim = '0;
    if (dispatch) begin
      if (head.command == G_CSWAP) claim = 2'b11;
      else claim[0] = has_dest(head.command);
    end
  end

  logic lost;
  assign lost = ~&empty & busy == '0 & take == '0;

  always_comb begin
    error = move_fail ? move_error : ERROR_NONE[3:0];
    if (lost) error = ERROR_LOST[3:0];
    if (head_valid & illegal & &empty & busy == '0) begin
      error = head.command == G_ILLEGAL ? ERROR_COMMAND[3:0] : ERROR_SQUARINGS[3:0];
    end
  end
  assign fail = error != ERROR_NONE[3:0];

  // --------------------------------------------------------------------------------------------
  // The result of a cycle

  logic multiplied, squared, moved, square_second;
  tag_t result_tag;
  logic [M-1:0] result_value, product, square, element;
  id_t [Units-1:0] busy_id;

  always_comb begin
    result = 1'b1;
    result_tag = '{unit: UNIT_MULTIPLIER, id: busy_id[UNIT_MULTIPLIER], second: 1'b0};
    result_value = product;
    if (!multiplied) begin
      if (moved) begin
        result_tag   = '{unit: UNIT_MOVER, id: busy_id[UNIT_MOVER], second: 1'b0};
        result_value = element;
      end else begin
        result = squared;
        result_tag = '{unit: UNIT_SQUARER, id: busy_id[UNIT_SQUARER], second: square_second};
        result_value = square;
      end
    end
  end

  billie_file #(
      .M(M)
  ) u_file (
      .clk_i(file_clk),
      .rst_ni,
      .read_i({head.other, head.first}),
      .waits_o(waits),
      .tag_o(tag),
      .value_o(value),
      .claim_i(claim),
      .claim_reg_i({head.other, head.command == G_CSWAP ? head.first : head.dest}),
      .claim_tag_i(new_tag),
      .result_i(result),
      .result_tag_i(result_tag),
      .result_value_i(result_value),
      .forget_i(fail)
  );

  // --------------------------------------------------------------------------------------------
  // Stations and units

  id_t [Units-1:0] start_id;
  logic [Units-1:0][1:0][M-1:0] start_value;

  for (genvar i = 0; i < int'(Units); i++) begin : gen_stations
    billie_stations #(
        .M(M),
        .IN_ORDER(i == 32'(UNIT_MOVER)),
        .TWO(i != 32'(UNIT_MOVER))
    ) u_stations (
        .clk_i(station_clk[i]),
        .rst_ni,
        .clear_i(fail),
        .free_o(free[i]),
        .empty_o(empty[i]),
        .id_o(new_id[i]),
        .put_i(put[i]),
        .command_i(head),
        .waits_i(waits & reads),
        .tag_i(tag),
        .value_i(value),
        .result_i(result),
        .result_tag_i(result_tag),
        .result_value_i(result_value),
        .at_work_i(busy[i]),
        .at_work_id_i(busy_id[i]),
        .head_o(start[i]),
        .head_command_o(start_command[i]),
        .head_id_o(start_id[i]),
        .head_value_o(start_value[i]),
        .take_i(take[i])
    );
  end

  billie_multiplier #(
      .M(M),
      .TERM1(TERM1),
      .TERM2(TERM2),
      .TERM3(TERM3),
      .D(D)
  ) u_multiplier (
      .clk_i(multiplier_clk),
      .rst_ni,
      .clear_i(fail),
      .start_i(start[UNIT_MULTIPLIER]),
      .id_i(start_id[UNIT_MULTIPLIER]),
      .a_i(start_value[UNIT_MULTIPLIER][0]),
      .b_i(start_value[UNIT_MULTIPLIER][1]),
      .take_o(take[UNIT_MULTIPLIER]),
      .busy_o(busy[UNIT_MULTIPLIER]),
      .id_o(busy_id[UNIT_MULTIPLIER]),
      .done_o(multiplied),
      .result_o(product)
  );

  billie_squarer #(
      .M(M),
      .TERM1(TERM1),
      .TERM2(TERM2),
      .TERM3(TERM3)
  ) u_squarer (
      .clk_i,
      .rst_ni,
      .clear_i(fail),
      .start_i(start[UNIT_SQUARER]),
      .command_i(start_command[UNIT_SQUARER]),
      .id_i(start_id[UNIT_SQUARER]),
      .a_i(start_value[UNIT_SQUARER][0]),
      .b_i(start_value[UNIT_SQUARER][1]),
      .take_o(take[UNIT_SQUARER]),
      .flag_i(flag),
      .flag_we_o(flag_we),
      .flag_o(flag_value),
      .busy_o(busy[UNIT_SQUARER]),
      .id_o(busy_id[UNIT_SQUARER]),
      .offers_o(squared),
      .second_o(square_second),
      .result_o(square),
      .taken_i(~multiplied & ~moved),
      .ends_o(completed_o[UNIT_SQUARER])
  );

  billie_mover #(
      .M(M),
      .WORDS(Words),
      .RAM_BASE(RAM_BASE),
      .RAM_SIZE(RAM_SIZE)
  ) u_mover (
      .clk_i,
      .rst_ni,
      .clear_i(fail),
      .stride_i(stride),
      .base_i(base),
      .table_i(table_address),
      .count_i(count),
      .index_i(index),
      .index_we_o(index_we),
      .start_i(start[UNIT_MOVER]),
      .command_i(start_command[UNIT_MOVER]),
      .id_i(start_id[UNIT_MOVER]),
      .a_i(start_value[UNIT_MOVER][0]),
      .take_o(take[UNIT_MOVER]),
      .mem_o,
      .mem_i,
      .busy_o(busy[UNIT_MOVER]),
      .id_o(busy_id[UNIT_MOVER]),
      .offers_o(moved),
      .result_o(element),
      .taken_i(~multiplied),
      .ends_o(completed_o[UNIT_MOVER]),
      .fail_o(move_fail),
      .error_o(move_error)
  );

  assign completed_o[UNIT_MULTIPLIER] = multiplied;
  assign idle = ~head_valid & &empty & busy == '0;
  assign port_o.idle = idle;
  assign port_o.failed = failed;

  // The mover has one operand, and knows its registers from tags.
  logic unused;
  assign unused = &{1'b0, start_command, start_value[UNIT_MOVER][1]};

endmodule
