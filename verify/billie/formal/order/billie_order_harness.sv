// SPDX-License-Identifier: Apache-2.0
// What dispatcher, stations, result bus and registers of rtl/billie have to do, for any program, and an invariant of their
// state.
//
// The reference executes each command when it is dispatched, so in order. It has its own registers and flag. A product
// and a loaded element are anything, chosen then (any_product_i, any_element_i): multiplier and mover are cut out, and
// give what was chosen. The squarer is the real one, in GF(4). For each command that has not ended, by its unit and id,
// the reference keeps the operands and results of in-order execution, and which of the others are older.
//
// Judged is each start of a unit, each result and the end of each command. The invariant looks into the circuit. It is
// asked for one cycle from any state in which it holds.
module billie_order_harness
  import billie_isa_pkg::*;
  import billie_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input command_pkg::port_req_t port_i,
    input logic any_head_i,  // the queue has a command
    input command_t any_command_i,
    input logic [1:0] any_product_i,  // of the command that is dispatched
    input logic [1:0] any_element_i,
    input logic any_product_ends_i,
    input logic any_move_ends_i,
    input logic any_move_fails_i,

    output logic assume_o,
    output logic holds_o,
    output logic [24:0] rule_o,  // the parts of the invariant

    output logic wrong_start_o,  // a unit starts what is not there, or has started before, or another command
    output logic wrong_operand_o,  // ... with other operands than in order
    output logic wrong_order_o,  // the mover, or a command of flag, passes an older one
    output logic wrong_result_o,  // a result that nobody owes, or for the second time, or another value
    output logic wrong_bus_o,  // two results in one cycle, or one that is lost
    output logic wrong_end_o,  // the end of a command is said twice, or not, or too early
    output logic wrong_tag_o,  // a new tag is that of a command that has not ended
    output logic wrong_station_o,  // a station is given away while a command is in it
    output logic wrong_error_o,  // a wrong command is an error before all others have ended
    output logic wrong_idle_o,  // at rest: a command is left, or a register or flag is not as in order
    output logic wrong_hang_o,  // something is left, and nothing moves
    output logic wrong_still_o  // the same, in a state that no program leads to
);

  localparam int unsigned M = 2;
  localparam int unsigned Entries = 9;  // unit times three, and id

  command_pkg::port_rsp_t port_o;
  command_pkg::memory_req_t mem_o;
  logic [2:0] completed;

  billie_accelerator #(
      .M(M),
      .TERM1(1),
      .TERM2(0),
      .TERM3(0),
      .D(1),
      .DEPTH(2)
  ) dut (
      .clk_i,
      .rst_ni,
      .port_i,
      .port_o,
      .mem_o,
      .mem_i('0),
      .completed_o(completed)
  );

  typedef logic [3:0] entry_t;
  function automatic entry_t entry(logic [1:0] unit, id_t id);
    return {2'd0, unit} + {1'b0, unit, 1'b0} + {2'd0, id};
  endfunction
  function automatic logic in_range(logic [1:0] unit, id_t id);
    return unit != 2'd3 & id != 2'd3;
  endfunction
  function automatic logic [M-1:0] square(logic [M-1:0] a);  // modulo x^2 + x + 1
    return {a[1], a[1] ^ a[0]};
  endfunction

  // --------------------------------------------------------------------------------------------
  // The reference

  logic [Entries-1:0] live_q, started_q, first_done_q;  // first_done: of an exchange
  logic [Entries-1:0][Entries-1:0] older_q;  // older_q[x][y]: x is older than y
  command_e [Entries-1:0] command_q;
  logic [Entries-1:0][8:0] number_q;
  logic [Entries-1:0][1:0][M-1:0] operand_q, result_q;
  logic [Entries-1:0] flag_before_q;
  logic [15:0][M-1:0] register_q;
  logic flag_q;

  logic [M-1:0] product, element;
  assign product = result_q[entry(2'd0, dut.u_multiplier.id_q)][0];
  assign element = result_q[entry(2'd2, dut.u_mover.id_q)][0];

  logic enters;
  entry_t enter;
  logic [1:0][M-1:0] operand, value;
  assign enters = dut.dispatch & dut.head.command != G_NOP;
  assign enter = entry(dut.unit, dut.new_id[dut.unit]);
  assign operand = {register_q[dut.head.other], register_q[dut.head.first]};
  always_comb begin
    value = '0;
    unique case (dut.head.command)
      G_MUL: value[0] = any_product_i;
      G_LD, G_TSEL: value[0] = any_element_i;
      G_SQR: value[0] = dut.head.number[0] ? square(operand[0]) : operand[0];
      G_ADD: value[0] = operand[0] ^ operand[1];
      G_CSWAP: value = flag_q ? {operand[0], operand[1]} : operand;
      default: ;
    endcase
  end

  // What starts and ends in this cycle.
  logic [2:0] takes;
  entry_t [2:0] start;
  logic [Entries-1:0] starts, ends;
  logic result_second;
  entry_t result;
  assign takes = {dut.u_mover.take_o, dut.u_squarer.take_o, dut.u_multiplier.take_o};
  assign result = entry(dut.result_tag.unit, dut.result_tag.id);
  assign result_second = dut.result_tag.second;
  always_comb begin
    {starts, ends} = '0;
    for (int unsigned u = 0; u < 3; u++) begin
      start[u] = entry(2'(u), dut.start_id[u]);
      for (int unsigned e = 0; e < Entries; e++) if (takes[u] & start[u] == entry_t'(e)) starts[e] = 1'b1;
    end
    for (int unsigned e = 0; e < Entries; e++) begin
      if (dut.result & result == entry_t'(e) & (command_q[e] != G_CSWAP | result_second)) ends[e] = 1'b1;
      if (starts[e] & command_q[e] inside {G_EQ, G_FLAG, G_INDEX}) ends[e] = 1'b1;
    end
    // The mover says when a store has ended.
    for (int unsigned i = 0; i < 3; i++) begin
      if (dut.u_mover.ends & dut.u_mover.store_q & ~dut.u_mover.fail_o & dut.u_mover.id_q == id_t'(i)) ends[6+i] = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {live_q, register_q, flag_q} <= '0;
    end else begin
      live_q <= live_q & ~ends;
      started_q <= started_q | starts;
      if (dut.result & ~result_second) first_done_q[result] <= 1'b1;
      if (enters) begin
        live_q[enter] <= 1'b1;
        started_q[enter] <= 1'b0;
        first_done_q[enter] <= 1'b0;
        if (dut.head.command == G_CSWAP) begin
          register_q[dut.head.first] <= value[0];
          register_q[dut.head.other] <= value[1];
        end else if (has_dest(dut.head.command)) register_q[dut.head.dest] <= value[0];
        if (dut.head.command == G_EQ) flag_q <= operand[0] == operand[1];
        if (dut.head.command == G_FLAG) flag_q <= dut.head.number[0];
      end
      if (dut.fail) begin
        // Nothing of what has not ended happens. Every register keeps the value that it has.
        live_q <= '0;
        flag_q <= dut.flag_we ? dut.flag_value : dut.flag;
        for (int unsigned i = 0; i < 16; i++) begin
          register_q[i] <= dut.u_file.comes[i] ? dut.result_value : dut.u_file.value_q[i];
        end
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (enters) begin
      command_q[enter] <= dut.head.command;
      number_q[enter] <= dut.head.number;
      operand_q[enter] <= operand;
      result_q[enter] <= value;
      flag_before_q[enter] <= flag_q;
      older_q[enter] <= '0;
      for (int unsigned e = 0; e < Entries; e++) older_q[e][enter] <= entry_t'(e) != enter;
    end
  end

  // The decoder gives nothing else.
  assign assume_o = rst_ni & any_command_i.command <= G_NO_SQUARING &
      (any_command_i.command != G_SQR | any_command_i.number != '0);

  // --------------------------------------------------------------------------------------------
  // What is judged

  function automatic logic of_unit(logic [1:0] unit, command_e c);
    unique case (unit)
      2'd0: return c == G_MUL;
      2'd1: return c inside {G_SQR, G_ADD, G_CSWAP, G_EQ, G_FLAG};
      default: return c inside {G_LD, G_ST, G_TSEL, G_INDEX};
    endcase
  endfunction
  function automatic logic gives(command_e c);
    return c inside {G_MUL, G_SQR, G_ADD, G_CSWAP, G_LD, G_TSEL};
  endfunction

  always_comb begin
    {wrong_start_o, wrong_operand_o, wrong_order_o} = '0;
    for (int unsigned u = 0; u < 3; u++) begin
      if (takes[u]) begin
        if (!in_range(2'(u), dut.start_id[u]) || !live_q[start[u]] || started_q[start[u]] ||
            dut.start_command[u].command != command_q[start[u]] ||
            dut.start_command[u].number != number_q[start[u]] || !of_unit(2'(u), command_q[start[u]])) begin
          wrong_start_o = 1'b1;
        end
        if ((reads_first(command_q[start[u]]) && dut.start_value[u][0] != operand_q[start[u]][0]) ||
            (reads_other(command_q[start[u]]) && dut.start_value[u][1] != operand_q[start[u]][1])) begin
          wrong_operand_o = 1'b1;
        end
        for (int unsigned i = 0; i < 3; i++) begin
          if (live_q[3*u+i] & older_q[3*u+i][start[u]] & (u == 2 | (~started_q[3*u+i] &
              of_flag(command_q[3*u+i]) & of_flag(command_q[start[u]])))) begin
            wrong_order_o = 1'b1;
          end
        end
      end
    end
  end

  logic owed;
  assign owed = live_q[result] & (started_q[result] | starts[result]) & gives(command_q[result]) &
      (command_q[result] == G_CSWAP ? result_second == first_done_q[result] : ~result_second);
  assign wrong_result_o = dut.result & (~in_range(dut.result_tag.unit, dut.result_tag.id) | ~owed |
      dut.result_value != result_q[result][result_second]);

  // What the units think: theirs is the result of this cycle.
  logic [2:0] sends;
  assign sends = {
    dut.u_mover.offers_o & dut.u_mover.taken_i,
    dut.u_squarer.offers_o & dut.u_squarer.taken_i,
    dut.u_multiplier.done_o
  };
  assign wrong_bus_o = $countones(sends) > 1 | dut.result != (sends != '0) |
      (dut.result & ~sends[dut.result_tag.unit]);

  logic [2:0] ended;
  always_comb for (int unsigned u = 0; u < 3; u++) ended[u] = ends[3*u+:3] != '0;
  assign wrong_end_o = completed != ended | (ends & ~live_q) != '0;

  assign wrong_tag_o = enters & (~in_range(dut.unit, dut.new_id[dut.unit]) | live_q[enter]);

  logic [2:0][1:0] there;
  assign there = {
    dut.gen_stations[2].u_stations.there_q,
    dut.gen_stations[1].u_stations.there_q,
    dut.gen_stations[0].u_stations.there_q
  };
  assign wrong_station_o = enters & (there[dut.unit] == 2'b11 |
      (there[dut.unit][0] & ~dut.gen_stations[0].u_stations.place & dut.unit == UNIT_MULTIPLIER) |
      (there[dut.unit][0] & ~dut.gen_stations[1].u_stations.place & dut.unit == UNIT_SQUARER) |
      (there[dut.unit][0] & ~dut.gen_stations[2].u_stations.place & dut.unit == UNIT_MOVER));

  assign wrong_error_o = dut.fail & ~dut.u_mover.fail_o & live_q != '0;

  always_comb begin
    wrong_idle_o = port_o.idle & (live_q != '0 | any_head_i);
    if (live_q == '0 && (dut.u_file.value_q != register_q || dut.flag != flag_q)) wrong_idle_o = 1'b1;
  end

  // With a command left, a unit has one or takes one. With none left, the dispatcher goes on, or says what is wrong.
  assign wrong_hang_o = (live_q != '0 & dut.busy == '0 & takes == '0) |
      (live_q == '0 & any_head_i & ~dut.dispatch & ~dut.fail) | (live_q == '0 & ~any_head_i & ~port_o.idle);

  // Judged from any state of registers, queue and stations, as a fault may leave them.
  assign wrong_still_o = ~port_o.idle & dut.busy == '0 & takes == '0 & ~dut.dispatch & ~dut.fail;

  // --------------------------------------------------------------------------------------------
  // The invariant

  // A tag is that of a result which has not come, of an older command than `than`, with this value.
  function automatic logic comes_later(tag_t tag, logic [M-1:0] right);
    entry_t e;
    e = entry(tag.unit, tag.id);
    return in_range(tag.unit, tag.id) & live_q[e] & gives(command_q[e]) &
        (tag.second ? command_q[e] == G_CSWAP : ~first_done_q[e]) & result_q[e][tag.second] == right;
  endfunction

  logic [2:0][1:0][1:0] waits;
  tag_t [2:0][1:0][1:0] tag;
  id_t [2:0][1:0] id;
  command_t [2:0][1:0] command;
  logic [2:0][1:0][1:0][M-1:0] held;
  logic [2:0] first_older;  // the station with the older command
  for (genvar u = 0; u < 3; u++) begin : gen_look
    assign id[u] = dut.gen_stations[u].u_stations.id_q;
    assign command[u] = dut.gen_stations[u].u_stations.command_q;
    assign first_older[u] = dut.gen_stations[u].u_stations.older_q;
    for (genvar s = 0; s < 2; s++) begin : gen_station
      assign waits[u][s] = 2'(dut.gen_stations[u].u_stations.waits_q[s]);
      if (u == 2) begin : gen_one
        assign tag[u][s]  = {tag_t'('0), dut.gen_stations[u].u_stations.tag_q[s][0]};
        assign held[u][s] = {M'(0), dut.gen_stations[u].u_stations.value_q[s][0]};
      end else begin : gen_two
        assign tag[u][s]  = dut.gen_stations[u].u_stations.tag_q[s];
        assign held[u][s] = dut.gen_stations[u].u_stations.value_q[s];
      end
    end
  end

  logic stations, operands, waiting, units, squarer, flags, order, kinds, oldest;
  logic [15:0] registers;
  logic [Entries-1:0] waits_there;  // is in a station
  always_comb begin
    {stations, operands, kinds} = '1;
    waits_there = '0;
    for (int unsigned u = 0; u < 3; u++) begin
      if (there[u] == 2'b11 && (id[u][0] == id[u][1] ||
          !older_q[entry(2'(u), id[u][first_older[u]])][entry(2'(u), id[u][~first_older[u]])])) begin
        stations = 1'b0;
      end
      for (int unsigned s = 0; s < 2; s++) begin
        if (there[u][s]) begin
          waits_there[entry(2'(u), id[u][s])] = 1'b1;
          if (id[u][s] == 2'd3 || !live_q[entry(2'(u), id[u][s])] || started_q[entry(2'(u), id[u][s])] ||
              command[u][s].command != command_q[entry(2'(u), id[u][s])] ||
              command[u][s].number != number_q[entry(2'(u), id[u][s])]) begin
            stations = 1'b0;
          end
          for (int unsigned j = 0; j < 2; j++) begin
            if (j == 0 ? reads_first(command[u][s].command) : reads_other(command[u][s].command)) begin
              if (waits[u][s][j]) begin
                if (!comes_later(tag[u][s][j], operand_q[entry(2'(u), id[u][s])][j]) ||
                    !older_q[entry(tag[u][s][j].unit, tag[u][s][j].id)][entry(2'(u), id[u][s])]) begin
                  operands = 1'b0;
                end
              end else if (held[u][s][j] != operand_q[entry(2'(u), id[u][s])][j]) operands = 1'b0;
            end else if (waits[u][s][j]) operands = 1'b0;
          end
        end
      end
    end
    for (int unsigned e = 0; e < Entries; e++) begin
      if (live_q[e]) begin
        if (!of_unit(2'(e / 3), command_q[e]) || (command_q[e] == G_SQR && number_q[e] == '0)) kinds = 1'b0;
        if (first_done_q[e] && !(command_q[e] == G_CSWAP && started_q[e])) kinds = 1'b0;
        if (command_q[e] inside {G_EQ, G_FLAG, G_INDEX} && started_q[e]) kinds = 1'b0;
        // What the results are, as far as operands and flag say.
        if (command_q[e] == G_SQR &&
            result_q[e][0] != (number_q[e][0] ? square(operand_q[e][0]) : operand_q[e][0])) kinds = 1'b0;
        if (command_q[e] == G_ADD && result_q[e][0] != (operand_q[e][0] ^ operand_q[e][1])) kinds = 1'b0;
        if (command_q[e] == G_CSWAP &&
            result_q[e] != (flag_before_q[e] ? {operand_q[e][0], operand_q[e][1]} : operand_q[e])) kinds = 1'b0;
      end
    end
  end
  assign waiting = waits_there == (live_q & ~started_q);

  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      registers[i] = dut.u_file.waits_q[i] ? comes_later(dut.u_file.tag_q[i], register_q[i])
          : dut.u_file.value_q[i] == register_q[i];
    end
  end

  // A command at work is that of its unit.
  logic [Entries-1:0] at_work;
  always_comb begin
    at_work = '0;
    if (dut.u_multiplier.busy_q) at_work[entry(2'd0, dut.u_multiplier.id_q)] = 1'b1;
    if (dut.u_squarer.busy_q) at_work[entry(2'd1, dut.u_squarer.id_q)] = 1'b1;
    if (dut.u_mover.busy_q) at_work[entry(2'd2, dut.u_mover.id_q)] = 1'b1;
  end
  assign units = at_work == (live_q & started_q) &
      (~dut.u_multiplier.busy_q | dut.u_multiplier.id_q != 2'd3) &
      (~dut.u_squarer.busy_q | dut.u_squarer.id_q != 2'd3) & (~dut.u_mover.busy_q | dut.u_mover.id_q != 2'd3) &
      (~dut.u_mover.held_q | (dut.u_mover.busy_q & ~dut.u_mover.store_q)) &
      (~dut.u_mover.busy_q | dut.u_mover.store_q == (command_q[entry(2'd2, dut.u_mover.id_q)] == G_ST));

  entry_t squares;
  assign squares = entry(2'd1, dut.u_squarer.id_q);
  always_comb begin
    squarer = 1'b1;
    if (dut.u_squarer.busy_q) begin
      if (command_q[squares] == G_CSWAP) begin
        squarer = dut.u_squarer.left_q == '0 & dut.u_squarer.both_q == ~first_done_q[squares] &
            dut.u_squarer.second_q == first_done_q[squares] &
            dut.u_squarer.first_q == result_q[squares][first_done_q[squares]] &
            (first_done_q[squares] | dut.u_squarer.other_q == result_q[squares][1]);
      end else begin
        squarer = ~dut.u_squarer.both_q & ~dut.u_squarer.second_q &
            (dut.u_squarer.left_q == '0 | command_q[squares] == G_SQR) &
            (dut.u_squarer.left_q[0] ? square(dut.u_squarer.first_q) : dut.u_squarer.first_q) == result_q[squares][0];
      end
    end else squarer = {dut.u_squarer.both_q, dut.u_squarer.second_q} == '0 & dut.u_squarer.left_q == '0;
  end

  // Commands of flag that have not started: at most two, those of the stations.
  function automatic logic flag_after(entry_t e);
    if (command_q[e] == G_EQ) return operand_q[e][0] == operand_q[e][1];
    return command_q[e] == G_FLAG ? number_q[e][0] : flag_before_q[e];
  endfunction
  logic [1:0] pending;
  entry_t [1:0] pending_entry;
  logic oldest_flag;
  always_comb begin
    for (int unsigned s = 0; s < 2; s++) begin
      pending[s] = there[1][s] & of_flag(command[1][s].command);
      pending_entry[s] = entry(2'd1, id[1][s]);
    end
    oldest_flag = &pending ? first_older[1] : pending[1];
    flags = pending == '0 ? dut.flag == flag_q
        : flag_before_q[pending_entry[oldest_flag]] == dut.flag &
            (&pending ? flag_before_q[pending_entry[~oldest_flag]] == flag_after(pending_entry[oldest_flag]) &
                flag_after(pending_entry[~oldest_flag]) == flag_q : flag_after(pending_entry[oldest_flag]) == flag_q);
  end

  // Of two commands one is older, and of all one. What has started in the mover is the oldest there.
  always_comb begin
    {order, oldest} = '1;
    for (int unsigned x = 0; x < Entries; x++) begin
      for (int unsigned y = 0; y < Entries; y++) begin
        if (live_q[x] & live_q[y]) begin
          if (x != y ? older_q[x][y] == older_q[y][x] : older_q[x][x]) order = 1'b0;
          for (int unsigned z = 0; z < Entries; z++) begin
            if (live_q[z] & older_q[x][y] & older_q[y][z] & ~older_q[x][z]) order = 1'b0;
          end
        end
      end
    end
    for (int unsigned x = 6; x < 9; x++) begin
      for (int unsigned y = 6; y < 9; y++) begin
        if (live_q[x] & live_q[y] & started_q[x] & x != y & ~older_q[x][y]) oldest = 1'b0;
      end
    end
  end

  assign rule_o = {registers, oldest, order, flags, squarer, units, waiting, kinds, operands, stations};
  assign holds_o = &rule_o;

  logic unused;
  assign unused = &{1'b0, port_o, mem_o};

endmodule
