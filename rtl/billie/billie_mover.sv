// SPDX-License-Identifier: Apache-2.0
// Loads, stores and selects from tables, one command after the other: in the first cycle it checks
// where the words lie, then it asks for a word in each cycle that grants one. The answer comes in the
// cycle behind. A loaded element waits until it is taken. It also writes index.
//
// All entries of a table are read, and the one that `index` says is kept.
module billie_mover
  import billie_isa_pkg::*;
  import billie_pkg::*;
  import command_pkg::memory_req_t, command_pkg::memory_rsp_t;
#(
    parameter int unsigned M = 163,
    parameter int unsigned WORDS = 6,
    parameter logic [31:0] RAM_BASE = 32'h80000000,
    parameter int unsigned RAM_SIZE = 32'h100000
) (
    input logic clk_i,
    input logic rst_ni,
    input logic clear_i,

    input logic [4:0] stride_i,
    input logic [31:0] base_i,
    input logic [31:0] table_i,
    input logic [6:0] count_i,
    input logic [6:0] index_i,
    output logic index_we_o,

    input logic start_i,  // if it is not busy
    input command_t command_i,
    input id_t id_i,
    input logic [M-1:0] a_i,
    output logic take_o,

    output memory_req_t mem_o,
    input  memory_rsp_t mem_i,

    output logic busy_o,
    output id_t id_o,
    output logic offers_o,
    output logic [M-1:0] result_o,
    input logic taken_i,
    output logic ends_o,
    output logic fail_o,
    output logic [3:0] error_o
);

  if (M < 64 || M > 575) begin : gen_check
    $fatal(1, "billie_mover: M must be 64 to 575");
  end

  localparam int unsigned Bits = 32 * WORDS;
  localparam int unsigned Tail = Bits - M;  // bits of the last word beyond the degree

  logic busy_q, answer_q, held_q;
  logic store_q, table_q;
  id_t id_q;
  logic [31:0] address_q;
  logic [10:0] left_q;  // words to be asked for
  logic [4:0] place_q;  // of the next answer
  logic [6:0] entry_q;
  logic [Bits-1:0] data_q;

  // --------------------------------------------------------------------------------------------
  // The first cycle

  logic start, table_, in_ram;
  logic [10:0] words, table_words;
  logic [31:0] address, offset;

  assign start = start_i & ~busy_q;
  assign take_o = start;
  assign index_we_o = start & command_i.command == G_INDEX;
  assign table_ = command_i.command == G_TSEL;
  assign table_words = 11'(count_i) * 11'(WORDS);

  always_comb begin
    words   = 11'(WORDS);
    address = base_i + {16'd0, 14'(command_i.number) * 14'(stride_i), 2'b00};
    if (table_) begin
      words   = table_words;
      address = table_i + {10'd0, 20'(command_i.number) * 20'(table_words), 2'b00};
    end
    offset = address - RAM_BASE;
    in_ram = offset < RAM_SIZE & {1'b0, offset} + {20'd0, words, 2'b00} <= 33'(RAM_SIZE);
  end

  // --------------------------------------------------------------------------------------------
  // Words

  logic last, keeps, end_element;
  logic [Bits-1:0] shifted;
  assign last = answer_q & left_q == '0;
  assign keeps = answer_q & ~store_q & (~table_q | entry_q == index_i);
  assign end_element = place_q == 5'(WORDS - 1);
  assign shifted = {mem_i.rdata, data_q[Bits-1:32]};

  assign mem_o = '{
          req: busy_q & left_q != '0,
          we: store_q,
          addr: address_q,
          wdata: data_q[31:0]
      };

  logic beyond;
  if (Tail != 0) begin : gen_tail
    assign beyond = answer_q & ~store_q & end_element & mem_i.rdata[31-:Tail] != '0;
    logic unused;
    assign unused = &{1'b0, data_q[Bits-1-:Tail], shifted[Bits-1-:Tail]};
  end else begin : gen_no_tail
    assign beyond = 1'b0;
  end

  always_comb begin
    error_o = ERROR_NONE[3:0];
    if (start & command_i.command != G_INDEX) begin
      if (!in_ram) error_o = ERROR_RANGE[3:0];
      if (table_ & index_i >= count_i) error_o = ERROR_INDEX[3:0];
    end
    if (beyond) error_o = ERROR_ELEMENT[3:0];
    if (answer_q & mem_i.err) error_o = ERROR_BUS[3:0];
  end
  assign fail_o = error_o != ERROR_NONE[3:0];

  // --------------------------------------------------------------------------------------------
  // The end

  assign busy_o = busy_q;
  assign id_o = id_q;
  assign result_o = keeps ? shifted[M-1:0] : data_q[M-1:0];
  assign offers_o = (last & ~store_q & ~fail_o) | held_q;
  assign ends_o = index_we_o | (last & store_q & ~fail_o) | (offers_o & taken_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {busy_q, answer_q, held_q} <= '0;
    else if (clear_i) {busy_q, answer_q, held_q} <= '0;
    else begin
      answer_q <= mem_o.req & mem_i.gnt;
      held_q   <= offers_o & ~taken_i;
      if (start) busy_q <= ~index_we_o;
      else if (ends_o) busy_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      {id_q, store_q, table_q} <= {id_i, command_i.command == G_ST, table_};
      {address_q, left_q, place_q, entry_q} <= {address, words, 5'd0, 7'd0};
    end else begin
      if (mem_o.req & mem_i.gnt) {address_q, left_q} <= {address_q + 32'd4, left_q - 11'd1};
      if (answer_q) begin
        place_q <= end_element ? '0 : place_q + 5'd1;
        if (end_element) entry_q <= entry_q + 7'd1;
      end
    end
    if (start & command_i.command == G_ST) data_q <= Bits'(a_i);
    else if (keeps) data_q <= shifted;
    else if (mem_o.req & mem_i.gnt & store_q) data_q <= data_q >> 32;
  end

  // Registers of a command are known from its tags.
  logic unused_command;
  assign unused_command = &{1'b0, command_i};

endmodule
