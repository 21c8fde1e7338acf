// SPDX-License-Identifier: Apache-2.0
// The load stage: takes commands from the queue one by one, checks each, finds its operands in
// buffers or loads them, and hands it over to the arithmetic unit.
//
//   check   the command, the registers it needs, and where its result goes
//   first   the first operand, the table or the modulus: its place in RAM; a buffer that holds it,
//           or the result that is being computed, or a buffer to load it into
//   other   the same for the second operand
//   move    words come from RAM
//   ready   until the arithmetic unit takes the command
//
// An operand waits while a store of its slot is on its way, if it has to come from RAM. So does a
// table while a slot in it is. The modulus waits until nothing uses it. While the arithmetic unit
// gives its result away (settling_i), no operand is looked for.
//
// An error ends the command at once. fail_o empties the queue.
module monte_load
  import monte_isa_pkg::*;
  import monte_pkg::*;
#(
    parameter logic [31:0] RAM_BASE = 32'h80000000,
    parameter int unsigned RAM_SIZE = 32'h100000
) (
    input logic clk_i,
    input logic rst_ni,

    input field_t field_i,
    input logic [4:0] stride_i,
    input logic [31:0] base_i,
    input logic [31:0] table_i,
    input logic [6:0] count_i,
    input logic [6:0] index_i,
    input logic modulus_set_i,

    input logic queue_valid_i,
    input command_t queue_i,
    output logic pop_o,
    input logic drop_i,  // an error elsewhere

    output logic fail_o,
    output logic [3:0] error_o,
    output logic index_we_o,
    output logic modulus_we_o,

    // What is computed and stored.
    input logic computing_i,
    input logic settling_i,
    input command_t running_i,
    input logic [31:0] running_dest_i,  // addresses
    input logic [31:0] running_other_i,
    input logic [1:0] storing_i,  // slots
    input slot_t [1:0] storing_slot_i,
    input logic [1:0][31:0] storing_address_i,
    input logic gives_i,  // results get their buffers in this cycle
    input buffer_t [1:0] given_i,

    // Buffers.
    output slot_t slot_o,
    input logic found_i,
    input buffer_t found_buffer_i,
    input logic victim_valid_i,
    input buffer_t victim_i,
    output logic looks_o,  // nobody else may take a buffer
    output logic use_o,
    output buffer_t use_buffer_o,
    output logic forget_o,
    output logic drop_o,
    output logic hold_o,
    output buffer_t hold_buffer_o,
    output slot_t hold_slot_o,
    output logic [1:0] owns_o,
    output buffer_t [1:0] buffer_o,

    // The memory port: granted requests are answered in the next cycle.
    output logic request_o,
    output logic patient_o,  // stores go first
    output logic [31:0] address_o,
    input logic grant_i,
    input logic answer_i,
    input logic [31:0] data_i,
    input logic answer_error_i,
    output logic word_we_o,
    output logic word_modulus_o,  // a word of the modulus, not of a buffer
    output place_t word_place_o,

    output logic ready_o,
    output command_t command_o,
    output logic [31:0] dest_o,  // addresses
    output logic [31:0] other_o,
    input logic take_i,
    output logic empty_o
);

  typedef enum logic [2:0] {
    L_EMPTY,
    L_CHECK,
    L_FIRST,
    L_OTHER,
    L_MOVE,
    L_READY
  } state_e;
  typedef enum logic [1:0] {
    FROM_BUFFER,
    FROM_DEST,
    FROM_OTHER
  } from_e;

  state_e state_q, state;
  command_t command_q;
  logic second_q;  // the operand that moves
  logic [1:0] owns_q;
  buffer_t [1:0] buffer_q;
  from_e [1:0] from_q;
  logic [31:0] dest_q, other_q, address_q;
  // Words that are left to be asked for; entry and place of the next answer.
  logic [10:0] left_q;
  logic [6:0] entry_q;
  place_t place_q;
  logic even_q;

  logic table_, modulus, second;
  assign table_  = command_q.command == C_TSEL;
  assign modulus = command_q.command == C_SETP;
  assign second  = state_q == L_OTHER;

  // --------------------------------------------------------------------------------------------
  // Addresses: of the slot in question, or of the table

  logic [10:0] table_words, words;
  logic [31:0] slot_address, address, offset;
  logic in_ram;

  always_comb begin
    slot_o = command_q.first;
    if (command_q.command == C_CSWAP) slot_o = command_q.dest;
    if (second) slot_o = command_q.other;
    if (state_q == L_CHECK) slot_o = command_q.dest;
    table_words = 11'(count_i) * 11'(field_i.words);
    slot_address = base_i + {19'd0, 11'(slot_o) * 11'(stride_i), 2'b00};
    address = slot_address;
    words = 11'(field_i.words);
    if (table_ & state_q == L_FIRST) begin
      address = table_i + {13'd0, 17'(command_q.first) * 17'(table_words), 2'b00};
      words   = table_words;
    end
    offset = address - RAM_BASE;
    in_ram = offset < RAM_SIZE & {1'b0, offset} + {20'd0, words, 2'b00} <= 33'(RAM_SIZE);
  end

  // --------------------------------------------------------------------------------------------
  // Errors

  logic digits_good, answer, last, even;  // the last answer; the modulus is even
  logic [3:0] error;

  always_comb begin
    digits_good = 1'b1;
    for (int unsigned d = 0; d < Digits; d++) begin
      if (field_i.digits[d].there &
          (field_i.digits[d].place == '0 | field_i.digits[d].place > field_i.words)) begin
        digits_good = 1'b0;
      end
    end
  end

  always_comb begin
    error = ERROR_NONE[3:0];
    if (state_q == L_CHECK & ~(command_q.command inside {C_NOP, C_FLAG, C_INDEX})) begin
      if (has_dest(command_q.command) & ~in_ram) error = ERROR_RANGE[3:0];
      if (table_ & index_i >= count_i) error = ERROR_INDEX[3:0];
      if (command_q.command inside {C_MUL, C_SQR, C_ADD, C_SUB} & ~modulus_set_i) begin
        error = ERROR_MODULUS[3:0];
      end
      if (is_product(command_q.command) & field_i.mode != ModeGeneric & ~digits_good) begin
        error = ERROR_CONFIG[3:0];
      end
      if (field_i.words == '0) error = ERROR_CONFIG[3:0];
      if (command_q.command == C_ILLEGAL) error = ERROR_COMMAND[3:0];
    end
    if (state_q inside {L_FIRST, L_OTHER} & ~in_ram) error = ERROR_RANGE[3:0];
    if (last & modulus & even) error = ERROR_EVEN[3:0];
    if (answer & answer_error_i) error = ERROR_BUS[3:0];
  end
  assign fail_o  = error != ERROR_NONE[3:0];
  assign error_o = error;

  // --------------------------------------------------------------------------------------------
  // An operand

  function automatic logic overlaps(logic [31:0] slot, logic [31:0] from, logic [10:0] length,
                                    place_t k);
    return {1'b0, slot} < {1'b0, from} + {20'd0, length, 2'b00} &
        {1'b0, slot} + {26'd0, k, 2'b00} > {1'b0, from};
  endfunction

  logic fetch, looks, blocked, from_dest, from_other, begins, hit;
  always_comb begin
    fetch = command_q.fetch[second];
    looks = state_q inside {L_FIRST, L_OTHER} & in_ram & ~settling_i;
    from_dest = computing_i & has_dest(running_i.command) & running_i.dest == slot_o;
    from_other = computing_i & running_i.command == C_CSWAP & running_i.other == slot_o;
    blocked = 1'b0;
    if (modulus) blocked = computing_i | storing_i != '0;
    else if (table_) begin
      blocked = computing_i &
          ((has_dest(running_i.command) & overlaps(running_dest_i, address, words, field_i.words)) |
           (running_i.command == C_CSWAP &
            overlaps(running_other_i, address, words, field_i.words)));
      for (int unsigned i = 0; i < 2; i++) begin
        blocked |= storing_i[i] & overlaps(storing_address_i[i], address, words, field_i.words);
      end
    end else if (fetch) begin
      blocked = from_dest | from_other;
      for (int unsigned i = 0; i < 2; i++) blocked |= storing_i[i] & storing_slot_i[i] == slot_o;
    end
    hit = looks & ~modulus & ~table_ & ~fetch & (from_dest | from_other | found_i);
    begins = looks & ~hit & ~blocked & (modulus | victim_valid_i);
    use_o = (hit & ~from_dest & ~from_other) | (begins & ~modulus);
    use_buffer_o = hit ? found_buffer_i : victim_i;
    forget_o = begins & ~modulus & ~table_;
    drop_o = begins & ~modulus;
  end
  assign looks_o = state_q inside {L_FIRST, L_OTHER};

  // --------------------------------------------------------------------------------------------
  // Words from RAM

  assign request_o = state_q == L_MOVE & left_q != '0;
  assign patient_o = table_;
  assign address_o = address_q;
  // Behind an error, the answer to a request of the last cycle still comes. Nobody wants it any more.
  assign answer = answer_i & state_q == L_MOVE;
  assign last = answer & left_q == '0;
  assign even = place_q == '0 ? ~data_i[0] : even_q;
  assign word_modulus_o = answer & modulus;
  assign word_we_o = answer & ~modulus & (~table_ | entry_q == index_i);
  assign word_place_o = place_q;
  assign modulus_we_o = last & modulus & ~fail_o;
  assign hold_o = last & ~modulus & ~table_ & ~fail_o;
  assign hold_buffer_o = buffer_q[second_q];
  assign hold_slot_o = second_q ? command_q.other
      : command_q.command == C_CSWAP ? command_q.dest : command_q.first;

  // --------------------------------------------------------------------------------------------
  // State

  logic found_first;  // the first operand is there at the end of the cycle
  assign found_first = (state_q == L_FIRST & hit) | (last & ~second_q);

  always_comb begin
    state = state_q;
    unique case (state_q)
      L_EMPTY: ;
      L_CHECK:
      state = command_q.command == C_INDEX ? L_EMPTY
          : command_q.command inside {C_NOP, C_FLAG} ? L_READY : L_FIRST;
      L_READY: if (take_i) state = L_EMPTY;
      default: begin
        if (begins) state = L_MOVE;
        if (found_first) state = has_other(command_q.command) ? L_OTHER : L_READY;
        if (second & hit | last & second_q) state = L_READY;
        if (last & modulus) state = L_EMPTY;
      end
    endcase
    pop_o = queue_valid_i & (state_q == L_EMPTY | take_i);
    if (pop_o) state = L_CHECK;
    if (fail_o | drop_i) state = L_EMPTY;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= L_EMPTY;
    else state_q <= state;
  end

  always_ff @(posedge clk_i) begin
    if (pop_o) begin
      command_q <= queue_i;
      owns_q <= '0;
      from_q <= '{default: FROM_BUFFER};
    end else begin
      if (state_q == L_CHECK) dest_q <= slot_address;
      if (second) other_q <= slot_address;
      if (hit | (begins & ~modulus)) begin
        if (hit & (from_dest | from_other)) from_q[second] <= from_dest ? FROM_DEST : FROM_OTHER;
        else begin
          owns_q[second]   <= 1'b1;
          buffer_q[second] <= use_buffer_o;
        end
      end
      if (gives_i) begin
        for (int unsigned i = 0; i < 2; i++) begin
          if (from_q[i] != FROM_BUFFER) begin
            owns_q[i]   <= 1'b1;
            buffer_q[i] <= given_i[from_q[i]==FROM_OTHER];
            from_q[i]   <= FROM_BUFFER;
          end
        end
      end
    end
    if (begins) begin
      {second_q, address_q, left_q, entry_q, place_q} <= {second, address, words, 7'd0, 5'd0};
    end else begin
      if (request_o & grant_i) {address_q, left_q} <= {address_q + 32'd4, left_q - 11'd1};
      if (answer) begin
        even_q  <= even;
        place_q <= place_q + 1'b1;
        if (place_q + 5'd1 == field_i.words) {place_q, entry_q} <= {5'd0, entry_q + 7'd1};
      end
    end
  end

  assign index_we_o = state_q == L_CHECK & command_q.command == C_INDEX;
  assign owns_o = owns_q & {2{state_q != L_EMPTY}};
  assign buffer_o = buffer_q;
  assign ready_o = state_q == L_READY;
  assign command_o = command_q;
  assign {dest_o, other_o} = {dest_q, other_q};

  // The rest of them is for the other stages.
  logic unused;
  assign unused  = &{1'b0, field_i, running_i, data_i[31:1]};
  assign empty_o = state_q == L_EMPTY;

endmodule
