// SPDX-License-Identifier: Apache-2.0
// What load stage, arithmetic stage, buffers and store stage of rtl/monte have to do with any sequence of commands, and an
// invariant of their state.
//
// There are eight slots of two words. The reference watches one word of each of them, place_i, and of that one bit. It
// keeps the content of RAM, and the content behind all commands that the arithmetic stage has done, in order. What a
// command computes is anything (the datapath is cut out), but the reference sees it, and knows which slot it is for. It
// keeps the command of each stage, which it saw go from one to the next.
//
// RAM grants and answers whenever it likes, and gives bus errors to loads. The invariant looks into the circuit. It is
// asked for one cycle from any state in which it holds.
module monte_flow_harness
  import command_pkg::*;
  import monte_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input logic place_i,  // held: the word that is watched
    input logic [1:0] count_i,  // held: entries of a table

    input logic any_head_i,  // the queue has a command
    input command_t any_command_i,
    input logic any_modulus_i,  // there is one
    input logic any_forget_i,  // the core waits, or configures
    input logic any_end_i,  // of the words of a command
    input logic any_result_i,
    input logic any_place_i,
    input logic [1:0] any_words_i,
    input logic any_choice_i,
    input memory_rsp_t mem_i,

    output logic assume_o,
    output logic holds_o,
    output logic [13:0] rule_o,  // its parts

    output logic wrong_once_o,  // a command is taken, done or completed twice, or never, or out of order
    output logic wrong_operand_o,  // an operand is not the content of its slot
    output logic wrong_store_o,  // a store of something else, or to another place, or out of order
    output logic wrong_load_o,  // a load from outside the command's slots
    output logic wrong_owner_o,  // a buffer is written that somebody else needs
    output logic wrong_buffer_o,  // a buffer that holds a slot has another content
    output logic wrong_hang_o  // something is left, and nothing moves
);

  port_rsp_t port_o;
  memory_req_t mem;
  logic completed;

  monte_accelerator #(
      .DIGITS(1'b0),
      .SQR(1'b1),
      .DUAL(1'b0),
      .DEPTH(2),
      .RAM_BASE(32'h80000000),
      .RAM_SIZE(64)
  ) dut (
      .clk_i,
      .rst_ni,
      .port_i('0),
      .port_o,
      .mem_o(mem),
      .mem_i,
      .completed_o(completed)
  );

  typedef logic [2:0] small_t;  // a slot of eight

  logic runs;
  assign runs = dut.u_arithmetic.state_q == 2'd1;

  // --------------------------------------------------------------------------------------------
  // The reference

  logic [7:0] ram_q, content_q;
  logic read_q, read_watched_q;  // the answer of RAM
  logic load_q, store_q;  // an answer comes
  command_t l_q, a_q, s_q;
  logic l_there_q, a_there_q, s_there_q;
  logic [1:0] operand_q;  // of a_q, in order
  logic [1:0] result_q;  // of a_q: what was written last, r and r'
  logic written_q;  // they were
  logic [2:0] stored_q;  // words of s_q for which RAM has granted

  small_t load_slot, store_slot;
  logic reads, writes;
  assign load_slot = mem.addr[5:3];
  assign reads = mem.req & ~mem.we & mem_i.gnt;
  assign writes = mem.req & mem.we & mem_i.gnt;

  logic writes_result;
  assign writes_result = dut.u_arithmetic.result_we_o & any_place_i == place_i;

  logic l_ends, gives, a_ends, s_ends, stores;
  assign l_ends = l_there_q & (dut.load_fail | dut.index_we | dut.modulus_we);
  assign a_ends = dut.done;
  assign gives = dut.done & has_dest(a_q.command);
  assign stores = gives;
  assign s_ends = s_there_q & store_q & stored_q == (s_q.command == C_CSWAP ? 3'd4 : 3'd2);
  assign store_slot = stored_q[1] ? s_q.other[2:0] : s_q.dest[2:0];

  // The entry of a table that is selected.
  small_t entry;
  assign entry = 3'(l_q.first[2:0] * 3'(count_i)) + dut.index[2:0];

  logic [1:0] new_operand;
  always_comb begin
    new_operand = {content_q[l_q.other[2:0]], content_q[l_q.first[2:0]]};
    if (l_q.command == C_CSWAP) new_operand[0] = content_q[l_q.dest[2:0]];
    if (l_q.command == C_TSEL) new_operand[0] = content_q[entry];
    if (!has_other(l_q.command)) new_operand[1] = new_operand[0];
  end

  logic [1:0] given;  // to dest, to other
  always_comb begin
    given = {2{result_q[dut.u_arithmetic.choose]}};
    if (a_q.command == C_CSWAP) given = dut.flag ? {result_q[0], result_q[1]} : {result_q[1], result_q[0]};
    if (a_q.command == C_TSEL) given = {2{operand_q[0]}};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {l_there_q, a_there_q, s_there_q, load_q, store_q} <= '0;
    end else begin
      {load_q, store_q} <= {reads, writes};
      if (dut.pop) l_there_q <= 1'b1;
      else if (dut.take | l_ends) l_there_q <= 1'b0;
      if (dut.load_fail) l_there_q <= 1'b0;
      if (dut.take) a_there_q <= 1'b1;
      else if (a_ends) a_there_q <= 1'b0;
      if (stores) s_there_q <= 1'b1;
      else if (s_ends) s_there_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (dut.pop) l_q <= any_command_i;
    if (dut.take) {a_q, operand_q} <= {l_q, new_operand};
    if (dut.take) written_q <= 1'b0;
    if (writes_result) {written_q, result_q} <= {1'b1, any_words_i};
    if (stores) {s_q, stored_q} <= {a_q, 3'd0};
    else if (writes) stored_q <= stored_q + 3'd1;
    if (gives) begin
      content_q[a_q.dest[2:0]] <= given[0];
      if (a_q.command == C_CSWAP) content_q[a_q.other[2:0]] <= given[1];
    end
    if (reads) {read_q, read_watched_q} <= {ram_q[load_slot], mem.addr[2] == place_i};
    if (writes & mem.addr[2] == place_i) ram_q[mem.addr[5:3]] <= mem.wdata[0];
    if (!rst_ni) content_q <= ram_q;
  end

  function automatic logic of_eight(slot_t slot);
    return slot[5:3] == '0;
  endfunction
  // An exchange of a slot with itself is left out: it has two results for one slot.
  assign assume_o = rst_ni & any_command_i.command <= C_ILLEGAL & of_eight(any_command_i.dest) &
      of_eight(any_command_i.first) & of_eight(any_command_i.other) &
      ~(any_command_i.command == C_CSWAP & any_command_i.dest == any_command_i.other) & count_i != '0 &
      (~any_forget_i | port_o.idle) & (~(load_q & read_watched_q) | mem_i.rdata[0] == read_q) & ~(store_q & mem_i.err);

  // --------------------------------------------------------------------------------------------
  // What is judged

  assign wrong_once_o = (dut.pop & (~any_head_i | (l_there_q & ~dut.take))) |
      (dut.take & (~l_there_q | a_there_q | dut.loaded != l_q)) | (dut.done & ~a_there_q) |
      (stores & s_there_q) | (dut.gives != stores) | (dut.both & gives & a_q.command != C_CSWAP) |
      completed != (s_ends | (a_ends & ~gives)) | port_o.idle != ~(any_head_i | l_there_q | a_there_q | s_there_q) |
      (dut.take & l_q.command inside {C_INDEX, C_SETP, C_ILLEGAL});
  assign wrong_operand_o = runs &
      ((dut.x[0] != operand_q[0]) | (has_other(a_q.command) & dut.y[0] != operand_q[1]));
  assign wrong_store_o = mem.req & mem.we & (~s_there_q | mem.addr != {26'h2000000, store_slot, stored_q[0], 2'b00} |
      (stored_q[0] == place_i & mem.wdata[0] != content_q[store_slot]));
  logic in_table;
  assign in_table = l_q.command == C_TSEL & load_slot >= 3'(l_q.first[2:0] * 3'(count_i)) &
      {1'b0, load_slot} < {1'b0, 3'(l_q.first[2:0] * 3'(count_i))} + {2'd0, count_i};
  assign wrong_load_o = mem.req & ~mem.we & (~l_there_q | mem.addr[31:6] != 26'h2000000 | ~(in_table |
      (l_q.command != C_TSEL & (load_slot == l_q.first[2:0] |
      (has_other(l_q.command) & load_slot == l_q.other[2:0]) |
      (l_q.command == C_CSWAP & load_slot == l_q.dest[2:0])))));

  // Buffers: what is written in this cycle, and what others need.
  logic [Buffers-1:0] loads_into, computes_into, needed;  // by arithmetic and store stage
  logic [Buffers-1:0] found;  // by the load stage
  always_comb begin
    {loads_into, computes_into, needed, found} = '0;
    if (dut.word_we) loads_into[dut.held_buffer] = 1'b1;
    if (dut.result_we) begin
      computes_into[dut.result_buffer[0]] = 1'b1;
      computes_into[dut.result_buffer[1]] = 1'b1;
    end
    if (a_there_q & (computes(a_q.command) | a_q.command == C_TSEL)) begin
      needed[dut.u_arithmetic.operand_q[0]] = 1'b1;
      needed[dut.u_arithmetic.operand_q[1]] = 1'b1;
    end
    for (int unsigned i = 0; i < 2; i++) if (dut.storing[i]) needed[dut.store_buffer[i]] = 1'b1;
    for (int unsigned i = 0; i < 2; i++) begin
      if (dut.load_owns[i] & ~(dut.u_load.state_q == 3'd4 & dut.u_load.second_q == 1'(i))) found[dut.load_buffer[i]] = 1'b1;
    end
  end
  assign wrong_owner_o = (loads_into & (computes_into | needed | found)) != '0 | (computes_into & (needed | found)) != '0 |
      (dut.result_we & dut.result_buffer[0] == dut.result_buffer[1]);

  logic [Buffers-1:0] word;  // the watched bit of each buffer
  for (genvar b = 0; b < Buffers; b++) begin : gen_word
    assign word[b] = dut.u_buffers.gen_buffer[b].mem[place_i][0];
  end
  always_comb begin
    wrong_buffer_o = 1'b0;
    for (int unsigned b = 0; b < Buffers; b++) begin
      if (dut.u_buffers.holds_q[b] && word[b] != content_q[dut.u_buffers.slot_q[b][2:0]]) wrong_buffer_o = 1'b1;
    end
  end

  // Something waits, and neither the memory nor the datapath has to do anything.
  logic moves;
  assign moves = dut.pop | dut.take | dut.done | dut.u_load.state != dut.u_load.state_q | dut.take_buffer |
      dut.load_fail | runs | mem.req | load_q | store_q;
  assign wrong_hang_o = ~port_o.idle & ~moves;

  // --------------------------------------------------------------------------------------------
  // The invariant

  localparam logic [2:0] Empty = 3'd0, Check = 3'd1, First = 3'd2, Other = 3'd3, Move = 3'd4, Ready = 3'd5;
  logic [2:0] l_state;
  logic [1:0] a_state;
  assign l_state = dut.u_load.state_q;
  assign a_state = dut.u_arithmetic.state_q;

  logic stages, slots, store, ram, owners, operands, l_operands, moving, results, tables;
  slot_t l_first;
  assign l_first = l_q.command == C_CSWAP ? l_q.dest : l_q.first;

  logic plain_l;  // a command whose operands are slots
  assign plain_l = ~(l_q.command inside {C_TSEL, C_SETP, C_NOP, C_FLAG, C_INDEX, C_ILLEGAL});
  assign stages = l_there_q == (l_state != Empty) & (~l_there_q | dut.u_load.command_q == l_q) &
      l_state <= Ready & (~load_q | l_state inside {Move, Empty}) & a_state != 2'd3 & a_there_q == (a_state != 2'd0) &
      (~a_there_q | dut.u_arithmetic.command_q == a_q) &
      (a_state != 2'd1 | computes(a_q.command)) &
      ~(a_there_q & a_q.command inside {C_INDEX, C_SETP, C_ILLEGAL}) & ~(runs & dut.u_arithmetic.have_q[1:0] != 2'b11) &
      (a_state == 2'd0 | dut.u_arithmetic.have_q[1:0] == 2'b11) &
      (l_state != Other | has_other(l_q.command)) & (l_state inside {Empty, Check} | ~(l_q.command inside {C_INDEX, C_ILLEGAL})) &
      (~(l_state inside {First, Other, Move}) | ~(l_q.command inside {C_NOP, C_FLAG})) &
      ~(l_state == Ready & l_q.command == C_SETP);
  assign slots = (~l_there_q | (of_eight(l_q.dest) & of_eight(l_q.first) & of_eight(l_q.other) & l_q.command <= C_ILLEGAL &
      ~(l_q.command == C_CSWAP & l_q.dest == l_q.other))) &
      (~a_there_q | (of_eight(a_q.dest) & of_eight(a_q.first) & of_eight(a_q.other) & a_q.command <= C_ILLEGAL &
      ~(a_q.command == C_CSWAP & a_q.dest == a_q.other))) &
      (~s_there_q | (of_eight(s_q.dest) & of_eight(s_q.other) & has_dest(s_q.command) &
      ~(s_q.command == C_CSWAP & s_q.dest == s_q.other)));

  // The store stage: slots, addresses, how far it is.
  logic both;
  assign both = s_q.command == C_CSWAP;
  assign store = s_there_q ? dut.storing == {both, 1'b1} & dut.store_slot[0] == s_q.dest &
      dut.store_address[0] == {23'h400000, s_q.dest, 3'd0} & dut.u_store.place_q == {4'd0, stored_q[0]} &
      (~both | (dut.store_slot[1] == s_q.other & dut.store_address[1] == {23'h400000, s_q.other, 3'd0})) &
      stored_q <= (both ? 3'd4 : 3'd2) & dut.u_store.asked_q == (stored_q == (both ? 3'd4 : 3'd2)) &
      (dut.u_store.asked_q | dut.u_store.second_q == stored_q[1]) &
      (stored_q != (both ? 3'd4 : 3'd2) | store_q) &
      dut.u_buffers.holds_q[dut.store_buffer[0]] & dut.u_buffers.slot_q[dut.store_buffer[0]] == s_q.dest &
      word[dut.store_buffer[0]] == content_q[s_q.dest[2:0]] &
      (~both | (dut.u_buffers.holds_q[dut.store_buffer[1]] & dut.u_buffers.slot_q[dut.store_buffer[1]] == s_q.other &
      word[dut.store_buffer[1]] == content_q[s_q.other[2:0]]))
      : dut.storing == '0 & ~store_q;
  // RAM lacks what is left to be stored.
  always_comb begin
    ram = dut.load_answer_q == load_q & dut.store_answer_q == store_q & ~(load_q & store_q);
    for (int unsigned i = 0; i < 8; i++) begin
      if (ram_q[i] != content_q[i] &&
          !(s_there_q && s_q.dest[2:0] == 3'(i) && stored_q <= {2'd0, place_i}) &&
          !(s_there_q && both && s_q.other[2:0] == 3'(i) && stored_q <= {2'b01, place_i})) begin
        ram = 1'b0;
      end
    end
  end

  // The pair and the spare belong to the arithmetic stage alone. What is loaded belongs to the load stage alone.
  logic [Buffers-1:0] pair, target;
  logic clash;
  always_comb begin
    {pair, target, clash} = '0;
    for (int unsigned i = 0; i < 3; i++) begin
      if (dut.u_arithmetic.have_q[i]) begin
        if (pair[dut.u_arithmetic.result_q[i]]) clash = 1'b1;
        pair[dut.u_arithmetic.result_q[i]] = 1'b1;
      end
    end
    if (l_state == Move && l_q.command != C_SETP) target[dut.u_load.buffer_q[dut.u_load.second_q]] = 1'b1;
    owners = ~clash & (pair & (needed | found | target | dut.u_buffers.holds_q)) == '0 &
        (target & (needed | found | dut.u_buffers.holds_q)) == '0;
    // What the load stage has found or loaded is kept until it is used.
  end

  // Operands at work.
  assign operands = ~(a_there_q & (computes(a_q.command) | a_q.command == C_TSEL)) |
      (word[dut.u_arithmetic.operand_q[0]] == operand_q[0] &
       (~has_other(a_q.command) | word[dut.u_arithmetic.operand_q[1]] == operand_q[1]) &
       (has_other(a_q.command) | a_q.command == C_TSEL | dut.u_arithmetic.operand_q[1] == dut.u_arithmetic.operand_q[0]));
  assign results = ~a_there_q | ~computes(a_q.command) | a_q.command == C_EQ | (runs & ~written_q) |
      (written_q & {word[dut.u_arithmetic.result_q[1]], word[dut.u_arithmetic.result_q[0]]} == result_q);

  // What the load stage has of its command's operands: the first one from `Other` on, both when it is ready.
  logic [1:0] has;
  logic a_writes_first, a_writes_other;
  function automatic logic writes_slot(slot_t slot);
    return a_there_q & has_dest(a_q.command) &
        (a_q.dest == slot | (a_q.command == C_CSWAP & a_q.other == slot));
  endfunction
  function automatic logic good(logic which, slot_t slot);
    logic [1:0] from;
    from = dut.u_load.from_q[which];
    if (from == 2'd0) return dut.u_load.owns_q[which] & word[dut.u_load.buffer_q[which]] == content_q[slot[2:0]] & ~writes_slot(slot);
    return ~dut.u_load.owns_q[which] & a_there_q & has_dest(a_q.command) &
        (from == 2'd1 ? a_q.dest == slot : from == 2'd2 & a_q.command == C_CSWAP & a_q.other == slot);
  endfunction
  assign a_writes_first = writes_slot(l_first);
  assign a_writes_other = writes_slot(l_q.other);
  assign has[0] = l_state == Other | (l_state == Move & dut.u_load.second_q) | l_state == Ready;
  assign has[1] = l_state == Ready & has_other(l_q.command);
  assign l_operands = ~(l_there_q & plain_l) | ((~has[0] | good(1'b0, l_first)) & (~has[1] | good(1'b1, l_q.other)));
  // Nothing is owned before, and an exchange at work gives both.
  logic fresh;
  assign fresh = ~(l_there_q & ~plain_l & l_q.command != C_TSEL & l_state != Check & {dut.u_load.owns_q, dut.u_load.from_q} != '0) &
      ~(l_there_q & ~has_other(l_q.command) & {dut.u_load.owns_q[1], dut.u_load.from_q[1]} != '0) & (~(l_state inside {Check, First}) | (~dut.u_load.owns_q[0] & dut.u_load.from_q[0] == 2'd0)) &
      (~(l_state inside {Check, First, Other} | (l_state == Move & ~dut.u_load.second_q)) |
      (~dut.u_load.owns_q[1] & dut.u_load.from_q[1] == 2'd0));

  // Of two buffers one was used before the other.
  logic ages;
  always_comb begin
    ages = 1'b1;
    for (int unsigned b = 0; b < Buffers; b++) begin
      if (dut.u_buffers.older_q[b][b]) ages = 1'b0;
      for (int unsigned c = 0; c < Buffers; c++) begin
        if (b != c && dut.u_buffers.older_q[b][c] == dut.u_buffers.older_q[c][b]) ages = 1'b0;
        for (int unsigned d = 0; d < Buffers; d++) begin
          if (dut.u_buffers.older_q[b][c] && dut.u_buffers.older_q[c][d] && !dut.u_buffers.older_q[b][d]) ages = 1'b0;
        end
      end
    end
  end

  // A slot on its way from RAM.
  slot_t coming;
  logic [1:0] asked;
  assign coming = dut.u_load.second_q ? l_q.other : l_first;
  assign asked = 2'd2 - dut.u_load.left_q[1:0];
  assign moving = ~(l_state == Move & l_q.command != C_TSEL) | (~(l_q.command inside {C_NOP, C_FLAG}) &
      (~dut.u_load.second_q | has_other(l_q.command)) &
      dut.u_load.left_q <= 11'd2 & dut.u_load.address_q == {23'h400000, coming, 3'd0} + {28'd0, asked, 2'b00} &
      dut.u_load.place_q == {3'd0, asked} - {4'd0, load_q} & (dut.u_load.left_q != '0 | load_q) & ~(load_q & asked == '0) &
      (~(load_q & read_watched_q) | (read_q == content_q[coming[2:0]] & asked == 2'd1 + {1'b0, place_i})) &
      (~load_q | read_watched_q == (asked == 2'd1 + {1'b0, place_i})) &
      (l_q.command == C_SETP ? ~a_there_q & ~s_there_q : dut.u_load.owns_q[dut.u_load.second_q] &
          dut.u_load.from_q[dut.u_load.second_q] == 2'd0 & ~writes_slot(coming) &
          (dut.u_load.place_q <= {4'd0, place_i} | word[dut.u_load.buffer_q[dut.u_load.second_q]] == content_q[coming[2:0]])) &
      ~(s_there_q & (s_q.dest == coming | (both & s_q.other == coming))));

  // A table on its way, or there.
  logic [3:0] base;  // its first slot
  logic [3:0] table_asked;  // words
  assign base = {1'b0, l_q.first[2:0]} * {2'd0, count_i};
  assign table_asked = {1'b0, count_i, 1'b0} - dut.u_load.left_q[3:0];
  logic table_pending;  // a slot in it is being written
  always_comb begin
    table_pending = 1'b0;
    for (int unsigned i = 0; i < 8; i++) begin
      if (4'(i) >= base && 4'(i) < base + {2'd0, count_i} &&
          (writes_slot(slot_t'(i)) || (s_there_q && (s_q.dest == slot_t'(i) || (both && s_q.other == slot_t'(i)))))) begin
        table_pending = 1'b1;
      end
    end
  end
  logic [3:0] came;
  assign came = table_asked - {3'd0, load_q};
  assign tables = (~(l_there_q & l_q.command == C_TSEL & l_state == First) | dut.index < {5'd0, count_i}) &
      (~(l_there_q & l_q.command == C_TSEL & l_state inside {Move, Ready}) |
      (dut.index < {5'd0, count_i} & {1'b0, base} + {3'd0, count_i} <= 5'd8 & dut.u_load.from_q[0] == 2'd0 &
      dut.u_load.owns_q == 2'b01 &
      (l_state == Move ? ~dut.u_load.second_q & dut.u_load.left_q <= {8'd0, count_i, 1'b0} & ~table_pending &
          dut.u_load.address_q == {26'h2000000, 6'd0} + {25'd0, base, 3'd0} + {26'd0, table_asked, 2'd0} &
          {dut.u_load.entry_q, dut.u_load.place_q[0]} == {4'd0, came} & dut.u_load.place_q[4:1] == '0 &
          (dut.u_load.left_q != '0 | load_q) & ~(load_q & table_asked == '0) &
          (~load_q | (read_watched_q == (came[0] == place_i) &
              (~read_watched_q | read_q == content_q[3'(base + {1'b0, came[3:1]})]))) &
          (came <= {dut.index[2:0], place_i} | word[dut.u_load.buffer_q[0]] == content_q[entry])
      : word[dut.u_load.buffer_q[0]] == content_q[entry] & ~dut.u_load.owns_q[1] & ~writes_slot(slot_t'(entry)))));

  logic hold_small;
  always_comb begin
    hold_small = 1'b1;
    for (int unsigned b = 0; b < Buffers; b++) if (dut.u_buffers.holds_q[b] && !of_eight(dut.u_buffers.slot_q[b])) hold_small = 1'b0;
  end

  logic addresses;  // of results
  assign addresses = (~(l_there_q & has_dest(l_q.command)) | l_state == Check | dut.u_load.dest_q == {23'h400000, l_q.dest, 3'd0}) &
      (~(l_there_q & has[1]) | dut.u_load.other_q == {23'h400000, l_q.other, 3'd0}) &
      (~(l_state == Move & dut.u_load.second_q) | dut.u_load.other_q == {23'h400000, l_q.other, 3'd0}) &
      (~(a_there_q & has_dest(a_q.command)) | dut.run_address[0] == {23'h400000, a_q.dest, 3'd0}) &
      (~(a_there_q & a_q.command == C_CSWAP) | dut.run_address[1] == {23'h400000, a_q.other, 3'd0});

  assign rule_o = {~wrong_buffer_o, ages, addresses & hold_small, fresh, tables, moving, l_operands, results, operands, owners, ram, store, slots, stages};
  assign holds_o = &rule_o;

  logic unused;
  assign unused = &{1'b0, a_writes_first, a_writes_other};

endmodule
