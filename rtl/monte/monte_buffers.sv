// SPDX-License-Identifier: Apache-2.0
// The buffers: words of slots, and which slot each of them holds.
//
// Three words are read in a cycle: two for the arithmetic unit, one to be stored. Three are written:
// one that is loaded, and two of results. Each of these goes to a buffer of its own, so a buffer has
// one write port. A result may be an operand and be stored at the same time: hence three read ports.
//
// victim_o is the buffer to take next: the lowest one that holds no slot, else the one that was not
// used for the longest time. older[i][j] says that i was used before j.
module monte_buffers
  import monte_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    // Words.
    input buffer_t x_buffer_i,
    input place_t x_place_i,
    output logic [31:0] x_o,
    input buffer_t y_buffer_i,
    input place_t y_place_i,
    output logic [31:0] y_o,
    input buffer_t store_buffer_i,
    input place_t store_place_i,
    output logic [31:0] store_o,

    input logic load_we_i,
    input buffer_t load_buffer_i,
    input place_t load_place_i,
    input logic [31:0] load_i,
    input logic result_we_i,
    input place_t result_place_i,
    input buffer_t [1:0] result_buffer_i,
    input logic [1:0][31:0] result_i,

    // Which buffer holds a slot.
    input slot_t slot_i,
    output logic found_o,
    output buffer_t found_buffer_o,

    input logic [Buffers-1:0] owned_i,
    output logic victim_valid_o,
    output buffer_t victim_o,

    // Changes at the end of the cycle, in this order. A buffer that is used is the youngest one.
    input logic clear_i,  // no buffer holds a slot
    input logic take_i,  // the victim holds none, for results
    input logic use_i,
    input buffer_t use_buffer_i,
    input logic [1:0] forget_i,  // no buffer holds these slots
    input slot_t [1:0] forget_slot_i,
    input logic drop_i,  // the victim holds none, for a load
    // Buffers hold slots from now on: one that was loaded, two of results.
    input logic [2:0] hold_i,
    input buffer_t [2:0] hold_buffer_i,
    input slot_t [2:0] hold_slot_i
);

  // --------------------------------------------------------------------------------------------
  // Words

  localparam int unsigned Last = Words - 1;

  logic [Buffers-1:0][31:0] x, y, store;

  for (genvar b = 0; b < Buffers; b++) begin : gen_buffer
    logic [31:0] mem[Words];
    logic we;
    place_t place;
    logic [31:0] data;

    always_comb begin
      {we, place, data} = {load_we_i & load_buffer_i == buffer_t'(b), load_place_i, load_i};
      for (int unsigned i = 0; i < 2; i++) begin
        if (result_we_i & result_buffer_i[i] == buffer_t'(b)) begin
          {we, place, data} = {1'b1, result_place_i, result_i[i]};
        end
      end
    end
    always_ff @(posedge clk_i) if (we & place <= Last[4:0]) mem[place] <= data;

    assign x[b] = mem[x_place_i];
    assign y[b] = mem[y_place_i];
    assign store[b] = mem[store_place_i];
  end

  assign x_o = x[x_buffer_i];
  assign y_o = y[y_buffer_i];
  assign store_o = store[store_buffer_i];

  // --------------------------------------------------------------------------------------------
  // What they hold

  logic [Buffers-1:0] holds_q, holds;
  slot_t [Buffers-1:0] slot_q, slot;
  logic [Buffers-1:0][Buffers-1:0] older_q, older;

  always_comb begin
    found_o = 1'b0;
    found_buffer_o = '0;
    for (int unsigned b = Buffers; b-- > 0;) begin
      if (holds_q[b] & slot_q[b] == slot_i) {found_o, found_buffer_o} = {1'b1, buffer_t'(b)};
    end
  end

  logic [Buffers-1:0] candidates;
  always_comb begin
    candidates = ~owned_i & ~holds_q;
    if (candidates == '0) begin
      // The one that no other is older than.
      for (int unsigned b = 0; b < Buffers; b++) begin
        candidates[b] = ~owned_i[b];
        for (int unsigned c = 0; c < Buffers; c++) begin
          if (c != b & ~owned_i[c] & older_q[c][b]) candidates[b] = 1'b0;
        end
      end
    end
    victim_valid_o = ~owned_i != '0;
    victim_o = '0;
    for (int unsigned b = Buffers; b-- > 0;) if (candidates[b]) victim_o = buffer_t'(b);
  end

  function automatic logic [Buffers-1:0][Buffers-1:0] used(logic [Buffers-1:0][Buffers-1:0] old,
                                                           buffer_t which);
    used = old;
    for (int unsigned b = 0; b < Buffers; b++) begin
      used[b][which] = 1'b1;
      used[which][b] = 1'b0;
    end
    used[which][which] = 1'b0;
  endfunction

  always_comb begin
    {holds, slot, older} = {holds_q, slot_q, older_q};
    if (clear_i) holds = '0;
    if (take_i) holds[victim_o] = 1'b0;
    if (use_i) older = used(older, use_buffer_i);
    for (int unsigned i = 0; i < 2; i++) begin
      for (int unsigned b = 0; b < Buffers; b++) begin
        if (forget_i[i] & slot[b] == forget_slot_i[i]) holds[b] = 1'b0;
      end
    end
    if (drop_i) holds[victim_o] = 1'b0;
    for (int unsigned i = 0; i < 3; i++) begin
      if (hold_i[i]) begin
        holds[hold_buffer_i[i]] = 1'b1;
        slot[hold_buffer_i[i]]  = hold_slot_i[i];
        if (i != 0) older = used(older, hold_buffer_i[i]);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      holds_q <= '0;
      // 0 is the oldest.
      for (int unsigned b = 0; b < Buffers; b++) older_q[b] <= Buffers'('1 << (b + 1));
    end else begin
      holds_q <= holds;
      older_q <= older;
    end
  end
  always_ff @(posedge clk_i) slot_q <= slot;

endmodule
