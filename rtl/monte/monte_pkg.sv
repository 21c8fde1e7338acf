// SPDX-License-Identifier: Apache-2.0
// Types of the accelerator monte that cross module boundaries. Encodings, registers and errors are in
// gen/monte/monte_isa_pkg.sv.
package monte_pkg;

  import monte_isa_pkg::*;

  localparam int unsigned Words = 18;  // the most of a slot
  localparam int unsigned Buffers = 8;
  localparam int unsigned Digits = 4;
  localparam int unsigned Entries = 64;  // the most of a table

  localparam logic [1:0] ModeGeneric = 2'd0;
  localparam logic [1:0] ModeDigits = 2'd1;
  localparam logic [1:0] ModeUpper = 2'd2;

  // For the port for commands.
  function automatic logic [31:0] move(int unsigned number, logic write);
    return 32'h4840_0000 | 32'(write) << 23 | 32'(number) << 11;
  endfunction
  function automatic command_pkg::registers_t registers();
    command_pkg::registers_t all;
    all = '0;
    for (int unsigned i = 0; i < 16; i++) begin
      all.readable[i] = is_cfc2(move(i, 1'b0));
      all.writable[i] = is_ctc2(move(i, 1'b1));
      all.queued[i] = 8'(i) inside {CONTROL_INDEX, CONTROL_FLAG};
      all.waits[i] = 8'(i) == CONTROL_WAIT;
      all.status[i] = 8'(i) == CONTROL_STATUS;
    end
    return all;
  endfunction
  localparam command_pkg::registers_t Registers = registers();

  typedef logic [2:0] buffer_t;
  typedef logic [5:0] slot_t;
  typedef logic [4:0] place_t;  // of a word in a slot

  typedef enum logic [3:0] {
    C_NOP,
    C_MUL,
    C_SQR,
    C_ADD,
    C_SUB,
    C_CPY,
    C_CSWAP,
    C_TSEL,
    C_SETP,
    C_EQ,
    C_FLAG,    // a write of flag
    C_INDEX,   // a write of index
    C_ILLEGAL
  } command_e;

  // A command of the queue. The value of a write is in {dest[0], first}.
  typedef struct packed {
    command_e   command;
    slot_t      dest;
    slot_t      first;
    slot_t      other;
    logic [1:0] fetch;
  } command_t;

  function automatic logic has_dest(command_e c);
    return c inside {C_MUL, C_SQR, C_ADD, C_SUB, C_CPY, C_CSWAP, C_TSEL};
  endfunction
  function automatic logic has_other(command_e c);
    return c inside {C_MUL, C_ADD, C_SUB, C_CSWAP, C_EQ};
  endfunction
  // It reads words of operands, one after the other.
  function automatic logic computes(command_e c);
    return c inside {C_MUL, C_SQR, C_ADD, C_SUB, C_CPY, C_CSWAP, C_EQ};
  endfunction
  function automatic logic is_product(command_e c);
    return c inside {C_MUL, C_SQR};
  endfunction

  // m << shift, or its negative, is added `word` columns above that of m.
  typedef struct packed {
    logic       there;
    logic       minus;
    logic [4:0] shift;
    logic [4:0] place;
  } digit_t;

  // How the field computes.
  typedef struct packed {
    place_t words;     // k
    logic [1:0] mode;
    logic binary;
    logic sign;
    logic [31:0] n0;
    digit_t [Digits-1:0] digits;
  } field_t;

  // What happens to a slot's words in one cycle, from stage r on.
  typedef struct packed {
    logic valid;
    logic sum;  // not of a product: words go past the multiplier
    logic x_m;  // x is of the factors m, not of the first operand
    logic y_p;  // y is of the modulus, not of the second operand
    place_t x_place;
    place_t y_place;
    logic product;  // multiplies
    logic twice;  // the product counts twice
    logic addend;  // adds a factor m by a digit
    logic minus;
    logic [4:0] shift;
    place_t m_place;
    logic clear;  // the accumulator begins
    logic first;  // a new column: the accumulator shifts by a word
    logic last;  // of the column
    logic by_n0;  // x is the accumulator's lowest word, y is n0; the product is the factor m
    logic by_m;  // x is that factor
    logic to_m;  // the column's lowest word is the factor m
    logic to_result;  // ... is a word of the result
    place_t place;  // of that word, or of m
    logic final_;  // the last word of the result
  } step_t;

endpackage
