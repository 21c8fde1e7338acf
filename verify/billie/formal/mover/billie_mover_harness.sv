// SPDX-License-Identifier: Apache-2.0
// What rtl/billie/billie_mover.sv has to do, seen from its ports, and an invariant of its state. Elements have three words
// here.
//
// The reference keeps the command at work: its first address, how many words there are, how many were asked for and how
// many came, and the element so far. Which words a command has is computed here in wide numbers, from the manual. The
// memory grants and answers whatever it likes.
module billie_mover_harness
  import billie_isa_pkg::*;
  import billie_pkg::*;
  import command_pkg::memory_req_t, command_pkg::memory_rsp_t;
(
    input logic clk_i,
    input logic rst_ni,

    input logic [4:0] stride_i,  // held, like those below: the core writes them at rest
    input logic [31:0] base_i,
    input logic [31:0] table_i,
    input logic [6:0] count_i,
    input logic [6:0] index_i,

    input logic start_i,
    input command_t command_i,
    input id_t id_i,
    input logic [69:0] a_i,
    input memory_rsp_t mem_i,
    input logic taken_i,

    output logic assume_o,
    output logic holds_o,
    output logic wrong_request_o,  // it asks for another word, or for none, or for one too many
    output logic wrong_data_o,  // another word is stored
    output logic wrong_result_o,  // another element, or none, or too early
    output logic wrong_end_o,  // a command ends too early, or not
    output logic wrong_error_o,  // an error without a reason, or another one, or none
    output logic wrong_time_o  // the unit is busy, or free, against the rules
);

  localparam int unsigned M = 70;
  localparam int unsigned Words = 3;
  localparam logic [31:0] Ram = 32'h80000000;
  localparam int unsigned Size = 32'h1000;

  logic index_we, take, busy, offers, ends, fail;
  memory_req_t mem;
  id_t id;
  logic [M-1:0] result;
  logic [3:0] error;

  billie_mover #(
      .M(M),
      .WORDS(Words),
      .RAM_BASE(Ram),
      .RAM_SIZE(Size)
  ) dut (
      .clk_i,
      .rst_ni,
      .clear_i(fail),
      .stride_i,
      .base_i,
      .table_i,
      .count_i,
      .index_i,
      .index_we_o(index_we),
      .start_i,
      .command_i,
      .id_i,
      .a_i,
      .take_o(take),
      .mem_o(mem),
      .mem_i,
      .busy_o(busy),
      .id_o(id),
      .offers_o(offers),
      .result_o(result),
      .taken_i,
      .ends_o(ends),
      .fail_o(fail),
      .error_o(error)
  );

  // --------------------------------------------------------------------------------------------
  // The reference

  logic busy_q, store_q, table_q, answer_q;
  id_t id_q;
  logic [31:0] first_q;
  logic [8:0] words_q, asked_q, came_q;
  logic [2:0][31:0] element_q, element;

  logic start, is_table;
  logic [39:0] first, past;  // addresses
  logic [8:0] words;
  assign start = start_i & ~busy_q & command_i.command != G_INDEX;
  assign is_table = command_i.command == G_TSEL;
  assign words = is_table ? 9'(Words) * 9'(count_i) : 9'(Words);
  assign first = is_table ? 40'(table_i) + 40'(command_i.number) * 40'(words) * 40'd4
      : 40'(base_i) + 40'(command_i.number) * 40'(stride_i) * 40'd4;
  assign past = first + 40'(words) * 40'd4;

  // The word that comes.
  logic [8:0] entry;
  logic [1:0] place;
  assign entry = came_q / 9'(Words);
  assign place = 2'(came_q % 9'(Words));
  logic all, wanted, beyond;
  assign all = answer_q & asked_q == words_q;  // with this one
  assign wanted = answer_q & ~store_q & (~table_q | entry == 9'(index_i));
  assign beyond = answer_q & ~store_q & place == 2'd2 & mem_i.rdata >> M - 64 != '0;
  always_comb begin
    element = element_q;
    if (wanted) element[place] = mem_i.rdata;
  end

  logic bad;
  logic [3:0] right;
  always_comb begin
    right = ERROR_NONE[3:0];
    if (start) begin
      // Addresses have 32 bits: one beyond is that of the word 2^32 before.
      if (first[31:0] < Ram || first[31:0] >= Ram + Size || 40'(first[31:0]) + 40'(words) * 40'd4 > 40'(Ram) + 40'(Size)) begin
        right = ERROR_RANGE[3:0];
      end
      if (is_table && index_i >= count_i) right = ERROR_INDEX[3:0];
    end
    if (beyond) right = ERROR_ELEMENT[3:0];
    if (answer_q && mem_i.err) right = ERROR_BUS[3:0];
  end
  assign bad = right != ERROR_NONE[3:0];

  logic waits_q, done;  // a loaded element is there, but was not taken
  assign done = busy_q & ~bad & (store_q ? all : (all | waits_q) & taken_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {busy_q, answer_q, waits_q} <= '0;
    else begin
      busy_q   <= ~bad & (start | (busy_q & ~done));
      answer_q <= ~bad & mem.req & mem_i.gnt;
      waits_q  <= ~bad & (waits_q | (busy_q & ~store_q & all)) & ~done;
    end
  end
  always_ff @(posedge clk_i) begin
    if (start) begin
      {id_q, store_q, table_q} <= {id_i, command_i.command == G_ST, is_table};
      {first_q, words_q, asked_q, came_q} <= {first[31:0], words, 18'd0};
      element_q <= 96'(a_i);
    end else begin
      if (mem.req & mem_i.gnt) asked_q <= asked_q + 9'd1;
      if (answer_q) came_q <= came_q + 9'd1;
      element_q <= element;
    end
  end

  assign assume_o = rst_ni & count_i inside {[7'd1 : 7'd64]} & base_i[1:0] == '0 & table_i[1:0] == '0 &
      command_i.command inside {G_LD, G_ST, G_TSEL, G_INDEX} &
      (~(busy_q & table_q) | (index_i < count_i & words_q == 9'(Words) * 9'(count_i)));

  assign wrong_request_o = mem.req != (busy_q & asked_q != words_q) |
      (mem.req & (mem.addr != first_q + {21'd0, asked_q, 2'b00} | mem.we != store_q));
  assign wrong_data_o = mem.req & mem.we & mem.wdata != element_q[2'(asked_q)];
  assign wrong_result_o = offers != (busy_q & ~store_q & ~bad & (all | waits_q)) |
      (offers & result != M'(element)) | (busy_q & id != id_q);
  assign wrong_end_o = ends != (done | (start_i & ~busy_q & command_i.command == G_INDEX));
  assign wrong_error_o = fail != bad | (fail & error != right);
  assign wrong_time_o = busy != busy_q | take != (start_i & ~busy_q) |
      index_we != (start_i & ~busy_q & command_i.command == G_INDEX);

  // --------------------------------------------------------------------------------------------
  // The invariant

  logic [95:0] shifted;
  always_comb begin
    // The words of a load come in at the top; those of a store leave at the bottom.
    shifted = 96'({96'd0, element_q} >> 32 * asked_q);
    holds_o = dut.busy_q == busy_q & dut.answer_q == answer_q & dut.held_q == waits_q;
    if (answer_q | waits_q) holds_o &= busy_q;
    if (busy_q) begin
      holds_o &= dut.store_q == store_q & dut.table_q == table_q & dut.id_q == id_q & ~(store_q & table_q) &
          11'(words_q) - 11'(asked_q) == dut.left_q & dut.address_q == first_q + {21'd0, asked_q, 2'b00} &
          asked_q <= words_q & asked_q == came_q + 9'(answer_q) & words_q <= 9'd192 & words_q != '0 &
          (table_q | words_q == 9'(Words)) & dut.place_q == 5'(place) & 9'(dut.entry_q) == entry &
          (~waits_q | (asked_q == words_q & ~answer_q & ~store_q)) &
          (asked_q != words_q | answer_q | waits_q);
      if (store_q) holds_o &= dut.data_q == shifted;
      else if (table_q ? 9'(index_i) < entry : waits_q) holds_o &= M'(dut.data_q) == M'(element_q);
      else if (~table_q | 9'(index_i) == entry) begin
        if (place == 2'd1) holds_o &= dut.data_q[95:64] == element_q[0];
        if (place == 2'd2) holds_o &= dut.data_q[95:32] == element_q[1:0];
      end
    end
  end

  logic unused;
  assign unused = &{1'b0, command_i, past};

endmodule
